"""A Rules Submission as it is written, read whole: every fault of form and of law, one for each mistake."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from houseway.rules.submission import SUBMITTED, Fault, RulesSubmission, clause_at
from houseway.rules.terms import is_money
from houseway.written import near, nearest, shortened, shown

S = TypeVar("S", bound=RulesSubmission)
_ALIKE = 0.6
"""How alike a field must be, of 1, that it is taken for the one that was meant."""


def read(model: type[S], data: Mapping[str, Any]) -> tuple[S, list[Fault]]:
    """Read a submission and list every fault of form and of law at once."""
    try:
        submission = model.model_validate(data)
    except ValidationError as error:
        found = [(_place(one["loc"], data, missing=one["type"] == "missing"), one) for one in error.errors()]
        # What is well formed is checked against the law all the same, and so is what stands under a misspelt name.
        places = [place for place, _ in found]
        submission = _sound(model, data, places)
        form = _form_faults(submission, found)
        broken = {fault.field for fault in form}
        renamed = _under_meant_names(model, data, found)
        if renamed is None:
            broken |= set(_meant(model, found))
        faults = (submission if renamed is None else renamed).faults()
        return submission, form + [fault for fault in faults if not _follows(fault, broken)]
    return submission, list(submission.faults())


def _follows(fault: Fault, broken: Iterable[str]) -> bool:
    """Whether a fault is there only because a field it rests on is not well formed: one mistake is one fault."""
    rests = (fault.field, *fault.rests_on)
    return any(f"{one}.".startswith(f"{it}.") or f"{it}.".startswith(f"{one}.") for one in broken for it in rests)


def _meant(model: type[RulesSubmission], errors: Iterable[tuple[Place, Any]]) -> Iterable[str]:
    """The fields that were meant where one is misspelt."""
    for place, error in errors:
        if error["type"] == "extra_forbidden":
            *above, name = map(str, place)
            meant = near(name, _fields_at(model, above), _ALIKE)
            if meant is not None:
                yield ".".join((*above, meant))


def _under_meant_names(model: type[S], data: Mapping[str, Any], errors: Iterable[tuple[Place, Any]]) -> S | None:
    """Return the sound part of a submission with every misspelt field under the name that was meant.

    None if no name is misspelt, or one is meant twice, or its value has a fault of form there.
    """
    errors = list(errors)
    renamed = _without(data, [place for place, _ in errors])
    moved = 0
    for place, error in errors:
        if error["type"] != "extra_forbidden":
            continue
        *above, name = map(str, place)
        meant = near(name, _fields_at(model, above), _ALIKE)
        within: Any = renamed
        written: Any = data
        for step in above:
            within = within.setdefault(step, {}) if isinstance(within, dict) else None
            written = written.get(step) if isinstance(written, Mapping) else None
        if meant is None:
            continue
        if not isinstance(within, dict) or not isinstance(written, Mapping) or meant in written:
            return None
        within[meant] = copy.deepcopy(written[name])
        moved += 1
    try:
        return model.model_validate(renamed) if moved else None
    except ValidationError:
        return None


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


def _form_faults(submission: RulesSubmission, errors: list[tuple[Place, Any]]) -> list[Fault]:
    """One fault a place: where a field may take several forms, the one that fits best is meant."""
    places = [place for place, _ in errors]
    faults: dict[Place, Fault] = {}
    for place, error in errors:
        if any(len(other) > len(place) and other[: len(place)] == place for other in places):
            continue
        fault = _form_fault(submission, place, error)
        if place in faults:
            legal = tuple(dict.fromkeys((*faults[place].legal, *fault.legal)))
            # What a form says for itself says more than that another form is not possible.
            fault = replace(fault if error["type"] == "seats" else faults[place], legal=legal)
        faults[place] = fault
    return list(faults.values())


def _form_fault(submission: RulesSubmission, place: Place, error: Mapping[str, Any]) -> Fault:
    model, path = type(submission), [str(part) for part in place]
    field = ".".join([shortened(part) for part in path])
    # What this game does not have stands under the clause of a game that has it.
    clause = submission.clause(".".join(path)) or clause_at(model, path)
    if error["type"] == "extra_forbidden":
        known = list(_fields_at(model, path[:-1]))
        hint = nearest(path[-1], known, _ALIKE)
        return Fault(field, SUBMITTED, f"there is no field {shortened(path[-1])!r}{hint}", tuple(known))
    if error["type"] == "missing":
        return Fault(field, clause, "it must be stated")
    legal = _legal_form(error["type"], error.get("ctx", {}))
    if legal == (_FORMS["int"],) and _is_amount(model, path):
        legal = ("whole cents, 1000 for $10",)
    given = error.get("input")
    if error["type"] == "seats":
        return Fault(field, clause, error["msg"], legal)
    says = f"{shown(given)} is not possible here{nearest(given, legal) if isinstance(given, str) else ''}"
    return Fault(field, clause, says, legal)


def _is_amount(model: type[BaseModel], path: list[str]) -> bool:
    """Whether what stands at a place of the submission is money."""
    found = False
    for step in path:
        if step in model.model_fields:
            hint = model.model_fields[step].annotation
            found = is_money(hint)
            inner = [one for one in (hint, *get_args(hint)) if isinstance(one, type) and issubclass(one, BaseModel)]
            model = inner[0] if inner else BaseModel
    return found


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
    "seats": "seats by their numbers, each once",
    "percentage": 'from 0 to 100, as 20, 0.5 or "1/3"',
}


def _legal_form(kind: str, context: Mapping[str, Any]) -> tuple[str, ...]:
    """What would be possible where a value has the wrong form, or lies out of bounds."""
    if "expected" in context:
        expected = str(context["expected"]).replace(" or ", ", ")
        return tuple(part.strip(" '") for part in expected.split(","))
    bounds = tuple(says.format(context[bound]) for bound, says in _BOUNDS.items() if bound in context)
    form = _FORMS.get(kind.partition("_")[0])
    return bounds or ((form,) if form is not None else ())
