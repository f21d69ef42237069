"""The resolved rules of a submission field by field, as people read them: amounts in dollars, defaults filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, get_args

import msgspec
from pydantic import BaseModel

from houseway.clause import ClauseId
from houseway.money import Cents, dollars
from houseway.rules.submission import RulesSubmission


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One field in force: its value as a submission writes it and in words; ``stated``: the submission itself says so."""

    value: Any
    says: str
    clause: ClauseId
    stated: bool


def terms_of(submission: RulesSubmission) -> Mapping[str, Term]:
    """Every field of the game, by name, with what is taken where the submission says nothing."""
    in_force, idle = submission.in_force(), submission.idle_parts()
    found = {}
    for name, info in type(submission).model_fields.items():
        if name == "game":
            continue
        value = in_force.get(name, getattr(submission, name))
        stated = getattr(submission, name) if name in submission.model_fields_set else None
        for field, inner, said, money in _flat(name, value, stated, money=is_money(info.annotation)):
            clause = submission.clause(field)
            if clause is not None and field not in idle:
                says = _said(inner, money=money, percent="percent" in field)
                found[field] = Term(value=_plain(inner), says=says, clause=clause, stated=said is not None)
    return found


def _flat(field: str, value: Any, stated: Any, *, money: bool) -> Iterator[tuple[str, Any, Any, bool]]:
    """A value part by part, with what was stated of each, and whether it is an amount."""
    if isinstance(value, BaseModel):
        for name, info in type(value).model_fields.items():
            said = getattr(stated, name) if stated is not None and name in stated.model_fields_set else None
            inner = getattr(value, name)
            yield from _flat(f"{field}.{name}", inner, said, money=is_money(info.annotation))
    elif isinstance(value, list) and value and all(isinstance(one, BaseModel) for one in value):
        for number, one in enumerate(value):
            # Where there is only one it is called as the submission calls it.
            of = stated[number] if isinstance(stated, list) else stated
            yield from _flat(field if len(value) == 1 else f"{field}.{number + 1}", one, of, money=money)
    elif isinstance(value, dict) and value and not any(isinstance(one, list) for one in value.values()):
        for name, inner in value.items():
            said = stated.get(name) if isinstance(stated, dict) else None
            yield from _flat(f"{field}.{name}", inner, said, money=money)
    else:
        yield field, value, stated, money


def is_money(annotation: Any) -> bool:
    """Whether a field of this type holds an amount, or several."""
    return annotation is Cents or any(map(is_money, get_args(annotation)))


def _said(value: Any, *, money: bool, percent: bool) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], {}) or (money and value == 0):
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(
            " at ".join(dollars(cents) for cents in reversed(one))
            if money and isinstance(one, tuple)
            else _said(one, money=money, percent=percent)
            for one in value
        )
    if isinstance(value, int) and money:
        return dollars(value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("name") or "of its own")
    return _percentage(value) if percent else str(value.value if isinstance(value, Enum) else value)


def _percentage(value: int | float | str) -> str:
    """A percentage as a decimal where it ends, else as a fraction."""
    exact = Fraction(str(value))
    short = f"{float(exact):.12g}"
    return f"{short if Fraction(short) == exact else exact}%"


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
