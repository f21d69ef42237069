"""The Rules Submission: what a certificate holder chooses, read, checked in full, and described fault by fault."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from houseway.clause import NO_CLAUSE, ClauseId
from houseway.money import MOST, Cents, ForOne, Lose, dollars, parse_pays
from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.custom_paytable import CUSTOM, FROM, custom_paytable, row_faults, unnamed_hands
from houseway.rules.paytable import NO_CHOICE, Paytable
from houseway.written import near, nearest, shortened

Money = Annotated[Cents, Strict(), Field(lt=MOST)]
"""An amount as a submission writes it: a whole number of cents, and no truth value or text in its place."""
Count = Annotated[int, Strict()]


class Severity(StrEnum):
    """A fault forbids the rules; a study item makes them not lawful but usable for study; what is incomplete is played with
    the default that is named; a note is only worth knowing."""

    FAULT = "fault"
    NOT_LAWFUL = "not lawful"
    INCOMPLETE = "incomplete"
    NOTE = "note"


class Verdict(StrEnum):
    """What a submission is: as the chapter wants it, without something the chapter wants stated, or against the chapter."""

    LAWFUL = "lawful"
    INCOMPLETE = "incomplete"
    UNLAWFUL = "unlawful"


SUBMITTED = ClauseId("601a.2")
"""What a certificate holder submits about a table game; no chapter of ours says it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a submission: the field, the clause, a sentence, and what would be legal.

    ``default``: what is taken for a field that is not stated. ``rests_on``: other fields without which it is no fault, so that
    it is not named where they are not well formed.
    """

    field: str
    clause: ClauseId
    message: str
    legal: tuple[str, ...] = ()
    severity: Severity = Severity.FAULT
    default: str | None = None
    rests_on: tuple[str, ...] = ()


def unstated(field: str, clause: ClauseId, what: str, *, default: str, legal: tuple[str, ...] = ()) -> Fault:
    """A thing that the chapter wants stated and the submission leaves open."""
    says = f"the submission must state {what}; it is taken as {default}"
    return Fault(field, clause, says, legal, Severity.INCOMPLETE, default)


def is_usable(faults: Iterable[Fault]) -> bool:
    """Whether a table can be opened under a submission with these faults."""
    return not any(fault.severity is Severity.FAULT for fault in faults)


def verdict_of(faults: Iterable[Fault]) -> Verdict:
    """What a submission with these faults is."""
    found = {fault.severity for fault in faults}
    if found & {Severity.FAULT, Severity.NOT_LAWFUL}:
        return Verdict.UNLAWFUL
    return Verdict.INCOMPLETE if Severity.INCOMPLETE in found else Verdict.LAWFUL


def setting(default: Any, clause: str, says: str, *, since: str = "", **limits: Any) -> Any:
    """A field of the submission with the clause that leaves it to the certificate holder.

    ``since``: the version that added the field, if submissions were filed before it; see `digest_of`.
    """
    return Field(default=default, description=says, json_schema_extra={"clause": clause, "since": since}, **limits)


def added(since: str, default: Any, **limits: Any) -> Any:
    """A part of a field that a version added after submissions were filed without it; see `digest_of`."""
    return Field(default=default, json_schema_extra={"since": since}, **limits)


_PERCENTAGE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,8})?")


def _percentage(written: Any) -> Any:
    """A percentage as it is written, exactly: a whole number as itself, any other as a fraction in lowest terms."""
    if written is None:
        return None
    # As it is written: 0.1 is a tenth, not the nearest binary number.
    text = "" if isinstance(written, bool) else str(written)
    percent = Fraction(text) if _PERCENTAGE.fullmatch(text) else Fraction(-1)
    if not 0 <= percent <= 100:
        raise PydanticCustomError("percentage", "it is a percentage")
    return percent.numerator if percent.denominator == 1 else str(percent)


class ProgressiveTerms(BaseModel):
    """A progressive meter: rate, initial and reset amounts, wager sizes, and whether other tables or games share it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    rate_percent: Annotated[int | str | None, BeforeValidator(_percentage)] = None
    initial: Money | None = Field(default=None, gt=0)
    reset: Money | None = Field(default=None, gt=0)
    wagers: list[Money] | None = None
    linked: Annotated[bool, Strict()] = added("0.3", False)

    @property
    def rate(self) -> Fraction:
        """Which part of a wager goes to the meter."""
        return Fraction(self.rate_percent or 0) / 100

    def in_force(self, least: Cents) -> ProgressiveTerms:
        """The terms with what is taken where they say nothing; ``least``: the lawful amount of such a meter."""
        reset = self.reset or least
        taken = {"rate_percent": self.rate_percent or 0, "initial": self.initial or reset, "reset": reset}
        return self.model_copy(update=taken)


class RulesSubmission(BaseModel):
    """What every Rules Submission has: the game it is for, and a list of its faults."""

    # Of the classes on the way to a game's own, none is ever read: their validators are not built.
    model_config = ConfigDict(extra="forbid", frozen=True, use_enum_values=False, defer_build=True)

    part_clauses: ClassVar[Mapping[str, ClauseId]] = {}
    """The clauses of parts of fields, as in ``rake.cap``, where the chapter has one for the part alone."""

    game: str

    def faults(self) -> Iterable[Fault]:
        """What the chapter forbids or misses, beyond the form of the fields."""
        return ()

    def in_force(self) -> Mapping[str, Any]:
        """The fields whose value is taken from elsewhere where the submission does not state it."""
        return {}

    def idle_parts(self) -> Set[str]:
        """Parts of fields, as in ``rake.cap``, that change nothing beside the other parts."""
        return frozenset()

    def digested(self) -> dict[str, Any]:
        """Return what the digest is taken over."""
        return _fields_digested(self)

    @classmethod
    def earlier_meanings(cls, data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:  # noqa: ARG003
        """Spell out what a submission with these fields meant while a version took another default for what it leaves open."""
        return ()

    def clause(self, field: str) -> ClauseId | None:
        """The clause that leaves a field to the certificate holder; None where this game has no such thing."""
        return clause_at(type(self), field.split("."))


class Submission(RulesSubmission):
    """The fields every banked game has. Money in cents."""

    model_config = ConfigDict(strict=True)

    # Filled by each chapter's own class.
    optional: ClassVar[tuple[str, ...]] = ()
    paytable_choices: ClassVar[Mapping[str, Mapping[str, Paytable]]] = {}
    printed_once: ClassVar[Mapping[str, Paytable]] = {}
    """The paytables that the chapter fixes, by name: a study can change their rows."""
    wagers_paid: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By a paytable that is not named after its wager: the wagers that are paid by it."""
    only_with: ClassVar[Mapping[tuple[str, str], str]] = {}
    """By a wager and the letter of a paytable, or no letter: what else must be said for it to be offered, or chosen."""
    offered_clause: ClassVar[ClauseId] = NO_CLAUSE
    hand_clause: ClassVar[ClauseId] = NO_CLAUSE
    two_decks_clause: ClassVar[ClauseId] = NO_CLAUSE
    wager_clauses: ClassVar[Mapping[str, ClauseId]] = {}
    """By an optional wager, the clause that lets it be offered, where ``offered_clause`` is not that of all of them."""
    count_clauses: ClassVar[Mapping[Dealing, ClauseId]] = {}
    positions_clause: ClassVar[ClauseId] = NO_CLAUSE
    most_positions: ClassVar[int] = 6

    table_minimum: Money | None = setting(None, SUBMITTED, "least main wager", gt=0)
    table_maximum: Money | None = setting(None, SUBMITTED, "greatest main wager", gt=0)
    optional_minimum: Money | None = setting(None, SUBMITTED, "least optional wager", gt=0)
    optional_maximum: Money | None = setting(None, SUBMITTED, "greatest optional wager", gt=0)
    offered: list[str] | None = setting(None, SUBMITTED, "optional wagers offered; all if absent")
    paytables: dict[str, str] = Field(default_factory=dict)
    custom_paytables: dict[str, dict[str, str]] = Field(default_factory=dict)
    dealing: Dealing = setting(Dealing.MANUAL_SHOE, SUBMITTED, "how cards are dealt", strict=False)
    shuffler: Shuffler | None = setting(None, SUBMITTED, "how cards are shuffled", strict=False)
    decks: int = setting(1, SUBMITTED, "one deck, or two that alternate", ge=1, le=2)
    stub_count_every: int = setting(5, SUBMITTED, "rounds between stub counts", ge=1, le=5)
    round_down: bool = setting(False, SUBMITTED, "accept wagers that may be paid a fraction of a cent, rounded down")
    positions: int | None = setting(None, SUBMITTED, "betting positions at the table", since="0.3", ge=1)

    @property
    def shuffler_in_use(self) -> Shuffler:
        return self.shuffler or Shuffler.COUNTING

    @property
    def least_optional_wager(self) -> Cents:
        """The smallest optional wager a player can make: as posted, or one cent where no minimum is posted."""
        return Cents(self.optional_minimum or 1)

    def offers(self, wager: str) -> bool:
        """Whether an optional wager is offered."""
        return self.offered is None or wager in self.offered

    def letters(self, wager: str) -> tuple[str, ...]:
        """The paytables that may be chosen for a wager; the first if the submission names none."""
        return tuple(self.paytable_choices[wager])

    def letter(self, wager: str) -> str:
        if wager not in self.paytable_choices:
            return CUSTOM if wager in self.custom_paytables else NO_CHOICE
        return self.paytables.get(wager) or self.letters(wager)[0]

    def fixed_paytables(self) -> Mapping[str, Paytable]:
        """Return the paytables that are not chosen by a letter of their own, by name."""
        return self.printed_once

    def printed_tables(self, name: str) -> Mapping[str, Paytable]:
        """Return the chapter's paytables of this name by letter; none if it has no such table."""
        if name in self.paytable_choices:
            return self.paytable_choices[name]
        fixed = self.fixed_paytables()
        return {NO_CHOICE: fixed[name]} if name in fixed else {}

    def faults(self) -> Iterable[Fault]:
        yield from self._offered_faults()
        yield from self._paytable_faults()
        yield from self._unstated()
        yield from self._equipment_faults()
        yield from self._position_faults()
        for low, high in (("table_minimum", "table_maximum"), ("optional_minimum", "optional_maximum")):
            least, most = getattr(self, low), getattr(self, high)
            if least is not None and most is not None and most < least:
                yield Fault(
                    high,
                    SUBMITTED,
                    f"{high} of {dollars(most)} is below {low}",
                    (f"at least {dollars(least)}",),
                )

    @property
    def positions_in_use(self) -> int:
        """How many betting positions the table has."""
        return self.positions or self.most_positions

    def _position_faults(self) -> Iterable[Fault]:
        if self.positions is not None and self.positions > self.most_positions:
            message = f"a table must have betting positions for no more than {self.most_positions} players"
            yield Fault("positions", self.positions_clause, message, (f"1 to {self.most_positions}",))
        for field in ("adjacent_boxes", "adjacent_areas"):
            wide = getattr(self, field, 1)
            if field in self.model_fields_set and self.positions is not None and wide > self.positions:
                message = f"the table has {self.positions} betting positions, so no player can wager at {wide}"
                clause = self.clause(field) or SUBMITTED
                yield Fault(field, clause, message, (f"1 to {self.positions}",), rests_on=("positions",))

    def _offered_faults(self) -> Iterable[Fault]:
        for wager in sorted({one for one in self.offered or () if (self.offered or []).count(one) > 1}):
            yield Fault("offered", SUBMITTED, f"{wager!r} is named twice")
        for wager in self.offered or ():
            if wager not in self.optional:
                hint = nearest(wager, self.optional)
                yield Fault("offered", SUBMITTED, f"{wager!r} is no optional wager of this game{hint}", self.optional)

    def _unstated(self) -> Iterable[Fault]:
        """The optional wagers, which are offered only if the submission specifies them, and the paytables it selects."""
        # A name that is misspelt is a fault of its own: what it means is stated.
        choosable = self.paytable_choices
        stated = {one if one in choosable else near(shortened(one), choosable) for one in self.paytables}
        # Whoever states how a wager is paid has specified it.
        named = {*filter(None, stated), *self.custom_paytables, *self.model_fields_set}
        silent = [one for one in self.optional if self.offers(one) and not any(one.startswith(it) for it in named)]
        by_clause: dict[ClauseId, list[str]] = {}
        for wager in silent if self.offered is None else ():
            by_clause.setdefault(self.wager_clauses.get(wager, self.offered_clause), []).append(wager)
        for clause, wagers in by_clause.items():
            yield unstated(
                "offered",
                clause,
                f"whether it offers {', '.join(wagers)}",
                default="offered",
                legal=tuple(filter(self.offers, self.optional)),
            )
        for wager in self.paid_by_choice:
            if wager not in stated:
                choices = self.paytable_choices[wager]
                yield unstated(
                    f"paytables.{wager}",
                    next(iter(choices.values())).clause,
                    f"which paytable {wager} is paid by",
                    default=self.letter(wager),
                    legal=self.letters(wager),
                )

    @property
    def paid_by_choice(self) -> list[str]:
        """What is played at the table and paid by a paytable that the submission chooses."""
        return [one for one in self.paytable_choices if one not in self.optional or self.offers(one)]

    def clause(self, field: str) -> ClauseId | None:
        of, _, wager = field.partition(".")
        if of == "offered":
            return self.offered_clause
        if of == "decks":
            return self.two_decks_clause
        if of == "positions":
            return self.positions_clause
        if of == "stub_count_every":
            return self.count_clauses.get(self.dealing)
        if of == "paytables":
            return next((one.clause for one in self.paytable_choices.get(wager, {}).values()), None)
        return super().clause(field) if of != "custom_paytables" or wager else None

    def in_force(self) -> Mapping[str, Any]:
        return {
            "offered": [one for one in self.optional if self.offers(one)],
            "paytables": {wager: self.letter(wager) for wager in self.paid_by_choice},
            "shuffler": self.shuffler_in_use,
            "positions": self.positions_in_use,
        }

    def _paytable_faults(self) -> Iterable[Fault]:
        for wager, letter in self.paytables.items():
            field = f"paytables.{shortened(wager)}"
            choices = self.paytable_choices.get(wager)
            if choices is None:
                hint = nearest(wager, self.paytable_choices)
                yield Fault(
                    field,
                    SUBMITTED,
                    f"no paytable of this game is called {shortened(wager)!r}{hint}",
                    tuple(self.paytable_choices),
                )
            elif letter == CUSTOM:
                if wager not in self.custom_paytables:
                    yield Fault(field, SUBMITTED, f"custom_paytables.{wager} is missing")
            elif letter not in choices:
                clause = next(iter(choices.values())).clause
                says = f"there is no paytable {shortened(letter)!r} of {wager}{nearest(letter, choices)}"
                yield Fault(field, clause, says, self.letters(wager))
        for wager, rows in self.custom_paytables.items():
            yield from self._custom_faults(wager, rows)

    def _custom_faults(self, wager: str, rows: Mapping[str, str]) -> Iterable[Fault]:
        field = f"custom_paytables.{shortened(wager)}"
        choices = self.printed_tables(wager)
        if not choices:
            tables = (*self.paytable_choices, *self.fixed_paytables())
            says = f"no paytable of this game is called {shortened(wager)!r}{nearest(wager, tables)}"
            yield Fault(field, SUBMITTED, says, tables)
            return
        clause = next(iter(choices.values())).clause
        in_use = self.letter(wager) == CUSTOM
        if in_use:
            yield Fault(
                field,
                clause,
                "a custom paytable is for study; the chapter does not allow it",
                tuple("the chapter's paytable" if letter == NO_CHOICE else f"paytable {letter}" for letter in choices),
                Severity.NOT_LAWFUL,
            )
        else:
            yield Fault(
                field,
                clause,
                f"this custom paytable is not in use: paytables.{wager} does not say {CUSTOM!r}",
                (f'paytables.{wager} = "{CUSTOM}"',),
                Severity.NOTE,
            )
        unusable = list(row_faults(choices, rows))
        for label, says, known in unusable:
            yield Fault(f"{field}.{shortened(label)}", clause, says, known)
        unnamed = unnamed_hands(choices, rows)
        if in_use and unnamed and not unusable:
            letter = self.letters(wager)[0]
            yield Fault(
                field,
                clause,
                f'these hands are not named, so they lose: {", ".join(unnamed)}; {FROM} = "{letter}" keeps the rows of paytable {letter}',
                tuple(f'{FROM} = "{letter}"' for letter in self.letters(wager)),
                Severity.NOTE,
            )

    def _on_top_faults(self, table: str, name: str, measured_by: str) -> Iterable[Fault]:
        """Rows of a custom paytable of a payment on top, which has no wager of its own to return."""
        for label, text in self.custom_paytables.get(table, {}).items():
            try:
                returns_nothing = label == FROM or isinstance(parse_pays(text), ForOne | Lose)
            except ValueError:
                continue  # Named already as a row that cannot be read.
            if not returns_nothing:
                yield Fault(
                    f"custom_paytables.{table}",
                    next(iter(self.printed_tables(table).values())).clause,
                    f"{label!r}: {name} has no wager of its own to return, so it pays so many times the {measured_by}",
                    ("N for 1",),
                )

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


def paytable_of(submission: Submission, name: str) -> Paytable:
    """Return the paytable in force: the one that is chosen, the one the chapter fixes, or the user's own."""
    letter, choices = submission.letter(name), submission.printed_tables(name)
    if letter == CUSTOM:
        return custom_paytable(choices, submission.custom_paytables[name])
    return choices[letter]


def clause_of(info: FieldInfo | None) -> ClauseId:
    """The clause that leaves a field to the certificate holder."""
    extra = info.json_schema_extra if info is not None else None
    return ClauseId(str(extra.get("clause", SUBMITTED))) if isinstance(extra, dict) else SUBMITTED


def clause_at(model: type[RulesSubmission], path: Sequence[str]) -> ClauseId:
    """The clause of a field or of a part of one; one of several is called by its number and has the clauses of the one."""
    part = ".".join([step for step in path if not step.isdecimal()][:2])
    return model.part_clauses.get(part) or clause_of(model.model_fields.get(path[0]))


def digest_of(submission: RulesSubmission) -> str:
    """The name of the resolved rules: a hash over every field, the defaults included.

    A field that was added after submissions had been filed stays out while it has its default, so that their digests do not change.
    """
    text = json.dumps(submission.digested(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _fields_digested(model: BaseModel) -> dict[str, Any]:
    plain = model.model_dump(mode="json")
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        if is_later(info) and value == info.get_default(call_default_factory=True):
            del plain[name]
        elif isinstance(value, BaseModel):
            plain[name] = _fields_digested(value)
        elif isinstance(value, list):
            parts = zip(value, plain[name], strict=True)
            plain[name] = [_fields_digested(part) if isinstance(part, BaseModel) else text for part, text in parts]
    return plain


def is_later(info: FieldInfo) -> bool:
    """Return whether a field was added after submissions had been filed without it."""
    extra = info.json_schema_extra
    return isinstance(extra, dict) and bool(extra.get("since"))
