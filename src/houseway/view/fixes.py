"""Fixes of a Rules Submission: the name or value that was probably meant, or the only lawful one, if it takes a fault away."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.lab.choices import changed
from houseway.money import cents_of
from houseway.rules.submission import Fault, Severity
from houseway.view.submission import Checked, checked
from houseway.written import near

_MOST_TRIED = 6
"""Where more values are lawful there is a choice to be made, and nothing is offered."""
_BOUND = re.compile(r"(?:at least|at most) (\$?[0-9][0-9,.]*)")
_ASSIGNED = re.compile(r"([a-z_.]+) = (.+)")
_UNKNOWN_NAMES = ("there is no field", "no paytable of this game is called", "is no hand of this paytable")
"""Messages about a name; the value under it stays."""
Changes = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """What to change, in words and as data; ``removes``: how many faults go with it."""

    says: str
    changes: Changes
    removes: int

    @property
    def text(self) -> str:
        """As a page sends it back."""
        return json.dumps(self.changes)


def fix_of(data: Mapping[str, Any], fault: Fault, found: Checked) -> Fix | None:
    """The one change that takes a fault away, tried out; None where there is none, or more than one."""
    works = []
    for says, changes in _candidates(data, fault, found):
        after = checked(applied(data, changes), figures=False)
        left = {(one.field, one.message) for one in after.faults}
        worth = [one for one in found.faults if one.severity is not Severity.NOTE]
        removed = [one for one in worth if (one.field, one.message) not in left]
        known = {(one.field, one.message) for one in found.faults}
        new = [one for one in after.faults if one.severity is Severity.FAULT and (one.field, one.message) not in known]
        if fault in removed and not new:
            works.append(Fix(says=says, changes=changes, removes=len(removed)))
    return works[0] if len(works) == 1 else None


def applied(data: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """A submission with some fields changed; one that is given nothing is left out."""
    made = dict(data)
    for field, value in changes:
        made = _without(made, field.split(".")) if value is None else changed(made, field, value)
    return made


def changes_in(text: str) -> Changes:
    """The changes that a page sent back; none if they cannot be read."""
    try:
        held = json.loads(text)
        return tuple((str(field), value) for field, value in held)
    except (ValueError, TypeError, RecursionError):
        return ()


def _without(data: Mapping[str, Any], path: list[str]) -> dict[str, Any]:
    name, *inner = path
    if not inner:
        return {key: value for key, value in data.items() if key != name}
    held = data.get(name)
    return {**data, name: _without(held, inner)} if isinstance(held, Mapping) else dict(data)


def _candidates(data: Mapping[str, Any], fault: Fault, found: Checked) -> Iterator[tuple[str, Changes]]:
    if fault.severity is Severity.INCOMPLETE:
        term = (found.rules or {}).get(fault.field)
        if term is not None and term.value is not None:
            yield f"State what is taken: {term.says}", ((fault.field, term.value),)
        return
    if any(words in fault.message for words in _UNKNOWN_NAMES):
        yield from _renamed(data, fault)
        return
    meant = _meant(data, fault)
    if meant is not None:
        yield meant
        return
    assigned = [_ASSIGNED.fullmatch(one) for one in fault.legal]
    if fault.legal and all(assigned):
        changes = tuple((one[1], _value(one[2])) for one in assigned if one is not None)
        yield f"Set {' and '.join(fault.legal)}", changes
    elif len(fault.legal) <= _MOST_TRIED:
        for legal in fault.legal:
            bound = _BOUND.fullmatch(legal)
            text = bound[1] if bound is not None else legal
            value = cents_of(text) if text.startswith("$") else _value(text.replace(",", "") if bound else text)
            yield f"Set {text}", ((fault.field, value),)


def _meant(data: Mapping[str, Any], fault: Fault) -> tuple[str, Changes] | None:
    """The lawful value that is nearest to the one written, or to one in a list of them."""
    value = _at(data, fault.field.split("."))
    if isinstance(value, str):
        nearest = near(value, fault.legal)
        return None if nearest is None else (f"Set {nearest}", ((fault.field, nearest),))
    if isinstance(value, list):
        swaps = {
            one: near(one, fault.legal)
            for one in value
            if isinstance(one, str) and one not in fault.legal and repr(one) in fault.message
        }
        if swaps and all(swaps.values()):
            says = " and ".join(f"Write {meant} for {written}" for written, meant in swaps.items())
            return says, ((fault.field, [swaps.get(one, one) if isinstance(one, str) else one for one in value]),)
    return None


def _at(data: Mapping[str, Any], path: list[str]) -> Any:
    value: Any = data
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _renamed(data: Mapping[str, Any], fault: Fault) -> Iterator[tuple[str, Changes]]:
    """The field that was meant takes the place of a misspelt one."""
    *above, name = fault.field.split(".")
    meant = near(name, fault.legal)
    value = _at(data, [*above, name])
    if meant is not None and value is not None:
        yield f"Call it {meant}", ((fault.field, None), (".".join((*above, meant)), value))


def _value(text: str) -> Any:
    """A value as a submission writes it; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
