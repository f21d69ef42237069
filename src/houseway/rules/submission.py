"""The Rules Submission: what a certificate holder chooses, read, checked in full, and described fault by fault."""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from houseway.money import dollars
from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.paytable import Paytable

CUSTOM = "custom"


class Severity(StrEnum):
    """A fault forbids the rules; a study item makes them not lawful but usable for study; a note is only worth knowing."""

    FAULT = "fault"
    NOT_LAWFUL = "not lawful"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a submission: the field, the clause, a sentence, and what would be legal."""

    field: str
    clause: str
    message: str
    legal: tuple[str, ...] = ()
    severity: Severity = Severity.FAULT


def setting(default: Any, clause: str, says: str, **limits: Any) -> Any:
    """A field of the submission with the clause that leaves it to the certificate holder."""
    return Field(default=default, description=says, json_schema_extra={"clause": clause}, **limits)


class ProgressiveTerms(BaseModel):
    """A progressive meter: rate, initial and reset amounts, wager sizes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    rate_percent: int | None = Field(default=None, ge=0, le=100)
    initial: int | None = Field(default=None, gt=0)
    reset: int | None = Field(default=None, gt=0)
    wagers: list[int] | None = None


class RulesSubmission(BaseModel):
    """What every Rules Submission has: the game it is for, and a list of its faults."""

    # Of the classes on the way to a game's own, none is ever read: their validators are not built.
    model_config = ConfigDict(extra="forbid", frozen=True, use_enum_values=False, defer_build=True)

    game: str

    def faults(self) -> Iterable[Fault]:
        """What the chapter forbids, beyond the form of the fields."""
        return ()


class Submission(RulesSubmission):
    """The fields every banked game has. Money in cents."""

    model_config = ConfigDict(strict=True)

    # Filled by each chapter's own class.
    optional: ClassVar[tuple[str, ...]] = ()
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {}
    hand_clause: ClassVar[str] = ""
    two_decks_clause: ClassVar[str] = ""

    table_minimum: int | None = setting(None, "601a.2", "least main wager", gt=0)
    table_maximum: int | None = setting(None, "601a.2", "greatest main wager", gt=0)
    optional_minimum: int | None = setting(None, "601a.2", "least optional wager", gt=0)
    optional_maximum: int | None = setting(None, "601a.2", "greatest optional wager", gt=0)
    offered: list[str] | None = setting(None, "601a.2", "optional wagers offered; all if absent")
    paytables: dict[str, str] = Field(default_factory=dict)
    custom_paytables: dict[str, dict[str, str]] = Field(default_factory=dict)
    dealing: Dealing = setting(Dealing.MANUAL_SHOE, "601a.2", "how cards are dealt", strict=False)
    shuffler: Shuffler | None = setting(None, "601a.2", "how cards are shuffled", strict=False)
    decks: int = setting(1, "601a.2", "one deck, or two that alternate", ge=1, le=2)
    stub_count_every: int = setting(5, "601a.2", "rounds between stub counts", ge=1, le=5)
    round_down: bool = setting(False, "601a.2", "accept wagers that may be paid a fraction of a cent, rounded down")

    @property
    def shuffler_in_use(self) -> Shuffler:
        return self.shuffler or Shuffler.COUNTING

    def offers(self, wager: str) -> bool:
        """Whether an optional wager is offered."""
        return self.offered is None or wager in self.offered

    def default_letter(self, wager: str) -> str:
        """The paytable if the submission names none."""
        return next(iter(self.paytable_choices[wager]))

    def letter(self, wager: str) -> str:
        return self.paytables.get(wager) or self.default_letter(wager)

    def faults(self) -> Iterable[Fault]:
        """What the chapter forbids, beyond the form of the fields."""
        yield from self._offered_faults()
        yield from self._paytable_faults()
        yield from self._equipment_faults()
        for low, high in (("table_minimum", "table_maximum"), ("optional_minimum", "optional_maximum")):
            least, most = getattr(self, low), getattr(self, high)
            if least is not None and most is not None and most < least:
                yield Fault(
                    high, "601a.2", f"{high} of {dollars(most)} is below {low}", (f"at least {dollars(least)}",)
                )

    def _offered_faults(self) -> Iterable[Fault]:
        for wager in sorted({one for one in self.offered or () if (self.offered or []).count(one) > 1}):
            yield Fault("offered", "601a.2", f"{wager!r} is named twice")
        for wager in self.offered or ():
            if wager not in self.optional:
                yield Fault("offered", "601a.2", f"{wager!r} is no optional wager of this game", self.optional)

    def _paytable_faults(self) -> Iterable[Fault]:
        for wager, letter in self.paytables.items():
            field = f"paytables.{wager}"
            choices = self.paytable_choices.get(wager)
            if choices is None:
                near = nearest(wager, self.paytable_choices)
                yield Fault(
                    field, "601a.2", f"no paytable of this game is called {wager!r}{near}", tuple(self.paytable_choices)
                )
            elif letter == CUSTOM:
                if wager not in self.custom_paytables:
                    yield Fault(field, "601a.2", f"custom_paytables.{wager} is missing")
            elif letter not in choices:
                clause = next(iter(choices.values())).clause
                yield Fault(field, clause, f"there is no paytable {letter!r} of {wager}", tuple(choices))
        for wager, rows in self.custom_paytables.items():
            yield from self._custom_faults(wager, rows)

    def _custom_faults(self, wager: str, rows: Mapping[str, str]) -> Iterable[Fault]:
        field = f"custom_paytables.{wager}"
        choices = self.paytable_choices.get(wager)
        if choices is None:
            yield Fault(field, "601a.2", f"no paytable of this game is called {wager!r}", tuple(self.paytable_choices))
            return
        model = next(iter(choices.values()))
        if self.letter(wager) == CUSTOM:
            yield Fault(
                field,
                model.clause,
                "a custom paytable is for study; the chapter does not allow it",
                tuple(f"paytable {letter}" for letter in choices),
                Severity.NOT_LAWFUL,
            )
        else:
            yield Fault(
                field,
                model.clause,
                f"this custom paytable is not in use: paytables.{wager} does not say {CUSTOM!r}",
                (f'paytables.{wager} = "{CUSTOM}"',),
                Severity.NOTE,
            )
        for label, text in rows.items():
            try:
                custom_paytable(choices, {label: text})
            except ValueError as error:
                yield Fault(f"{field}.{label}", model.clause, str(error))

    def _equipment_faults(self) -> Iterable[Fault]:
        shuffler = self.shuffler_in_use
        if self.dealing is Dealing.HAND and shuffler is Shuffler.MANUAL:
            yield Fault(
                "shuffler",
                self.hand_clause,
                "cards dealt from the hand must be shuffled by an automated shuffling device",
                tuple(kind.value for kind in Shuffler if kind is not Shuffler.MANUAL),
            )
        if self.decks == 2 and shuffler is Shuffler.MANUAL:
            yield Fault(
                "decks", self.two_decks_clause, "two decks may be used only with an automated shuffling device", ("1",)
            )


def paytable_of(submission: Submission, wager: str) -> Paytable:
    """The paytable the submission has chosen for a wager."""
    letter = submission.letter(wager)
    choices = submission.paytable_choices[wager]
    if letter == CUSTOM:
        return custom_paytable(choices, submission.custom_paytables[wager])
    return choices[letter]


def custom_paytable(choices: Mapping[str, Paytable], rows: Mapping[str, str]) -> Paytable:
    """A paytable of the user's own, over the hands that the chapter's paytables name."""
    from houseway.money import FixedSum, MeterShare, parse_pays
    from houseway.rules.paytable import label_of

    hands = {label_of(value): value for table in choices.values() for value in table.pays}
    meters = [pays.meter for table in choices.values() for pays in table.pays.values() if isinstance(pays, MeterShare)]
    model = next(iter(choices.values()))
    paid = {}
    for label, text in rows.items():
        if label.lower() not in hands:
            raise ValueError(
                f"{label!r} is no hand of this paytable{nearest(label, hands)}; hands are {', '.join(hands)}"
            )
        pays = parse_pays(text, meter=meters[0] if meters else "")
        if isinstance(pays, MeterShare) and not meters:
            raise ValueError(f"{label!r}: this wager has no meter to pay {text} of")
        if isinstance(pays, FixedSum):
            raise ValueError(f"{label!r}: a fixed sum such as {text} is paid as an Envy Bonus alone")
        paid[hands[label.lower()]] = pays
    return Paytable(CUSTOM, model.clause, paid, lawful=False)


S = TypeVar("S", bound=RulesSubmission)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest known word, or nothing."""
    found = difflib.get_close_matches(word, list(known), 1, 0.5)
    return f"; did you mean {found[0]!r}?" if found else ""


def read(model: type[S], data: Mapping[str, Any]) -> tuple[S, list[Fault]]:
    """Read a submission and list every fault of form and of law at once."""
    try:
        submission = model.model_validate(data)
        form: list[Fault] = []
    except ValidationError as error:
        found = [(_place(one["loc"], data, missing=one["type"] == "missing"), one) for one in error.errors()]
        form = _form_faults(model, found)
        # What is well formed is checked against the law all the same.
        submission = _sound(model, data, [place for place, _ in found])
    return submission, form + list(submission.faults())


Place = tuple[int | str, ...]


def _place(steps: Place, data: Mapping[str, Any], *, missing: bool) -> Place:
    """Where in the data an error lies: without the names of the types that were tried there."""
    place: list[int | str] = []
    inner: Any = data
    for step in steps:
        known = range(len(inner)) if isinstance(inner, list) else inner if isinstance(inner, Mapping) else ()
        if step in known:
            place.append(step)
            inner = inner[step]
    return (*place, steps[-1]) if missing else tuple(place)


def _sound(model: type[S], data: Mapping[str, Any], places: list[Place]) -> S:
    """The submission less what is not well formed."""
    kept = _without(data, places)
    try:
        return model.model_validate({"game": "", **kept})
    except ValidationError as error:
        # Something needed is missing: the whole field is left out.
        broken = {str(one["loc"][0]) for one in error.errors()}
        return model.model_validate({"game": "", **{name: one for name, one in kept.items() if name not in broken}})


def _without(data: Mapping[str, Any], places: list[Place]) -> dict[str, Any]:
    """The data less what stands at the given places."""
    kept = copy.deepcopy(dict(data))
    for place in places:
        inner: Any = kept
        for step in place[:-1]:
            inner = inner.get(step) if isinstance(inner, dict) else None
        if isinstance(inner, dict):
            inner.pop(place[-1], None)
        else:
            # A fault inside a list: leave the whole field out.
            kept.pop(str(place[0]), None)
    return kept


def _form_faults(model: type[RulesSubmission], errors: list[tuple[Place, Any]]) -> list[Fault]:
    """One fault a place: where a field may take several forms, the one that fits best is meant."""
    places = [place for place, _ in errors]
    faults: dict[Place, Fault] = {}
    for place, error in errors:
        if any(len(other) > len(place) and other[: len(place)] == place for other in places):
            continue
        fault = _form_fault(model, place, error)
        if place in faults:
            legal = tuple(dict.fromkeys((*faults[place].legal, *fault.legal)))
            fault = replace(faults[place], legal=legal)
        faults[place] = fault
    return list(faults.values())


def _form_fault(model: type[RulesSubmission], place: Place, error: Mapping[str, Any]) -> Fault:
    path = [str(part) for part in place]
    field = ".".join(path)
    clause = clause_of(model.model_fields.get(path[0]))
    if error["type"] == "extra_forbidden":
        known = list(_fields_at(model, path[:-1]))
        return Fault(field, "601a.2", f"there is no field {path[-1]!r}{nearest(path[-1], known)}", tuple(known))
    if error["type"] == "missing":
        return Fault(field, clause, "it must be stated")
    legal = _legal_form(error["type"], error.get("ctx", {}))
    says = f"{error.get('input')!r} is not possible here"
    return Fault(field, clause, says if legal else f"{says}: {error['msg'].lower()}", legal)


def _fields_at(model: type[BaseModel], path: list[str]) -> Iterable[str]:
    """The names of the fields at a place of the submission."""
    for step in path:
        inner = model.model_fields[step].annotation if step in model.model_fields else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return ()
        model = inner
    return model.model_fields


_BOUNDS = {"ge": "at least {}", "gt": "more than {}", "le": "at most {}", "lt": "less than {}"}
_FORMS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
}


def _legal_form(kind: str, context: Mapping[str, Any]) -> tuple[str, ...]:
    """What would be possible where a value has the wrong form, or lies out of bounds."""
    if "expected" in context:
        expected = str(context["expected"]).replace(" or ", ", ")
        return tuple(part.strip(" '") for part in expected.split(","))
    bounds = tuple(says.format(context[bound]) for bound, says in _BOUNDS.items() if bound in context)
    form = _FORMS.get(kind.partition("_")[0])
    return bounds or ((form,) if form is not None else ())


def clause_of(info: FieldInfo | None) -> str:
    """The clause that leaves a field to the certificate holder."""
    extra = info.json_schema_extra if info is not None else None
    return str(extra.get("clause", "601a.2")) if isinstance(extra, dict) else "601a.2"


def digest_of(submission: RulesSubmission) -> str:
    """The name of the resolved rules: a hash over every field, the defaults included."""
    text = json.dumps(submission.model_dump(mode="json"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
