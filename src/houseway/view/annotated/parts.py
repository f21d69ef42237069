"""Parts of the games that cite a clause, as rows a reader can check: settlement rows, paytables, steps, irregularities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.chapters import registry
from houseway.chapters.registry import numbered
from houseway.money import dollars
from houseway.register.citations import CLAUSE_ID
from houseway.register.variants import FAR_ABOVE_ANY_FLOOR, variants
from houseway.rules.paytable import NOT_PAID, Paytable, label_of
from houseway.rules.settlement import Row, SettlementTable

_MOST_FACTS = 12
"""A part with more to say of itself is a whole game: only the field that names the clause is shown."""
_MOST_VALUES = 8
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """One row of a settlement table: when its facts hold, the wager is paid so."""

    table: str
    when: str
    pays: str
    clause: str
    under: str


@dataclass(frozen=True, slots=True)
class PrintedPaytables:
    """The paytables of a wager side by side, one column per letter."""

    wager: str
    letters: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GamePart:
    """One value of a game that names the clause: what it is, where it stands and what it says.

    ``owner`` and ``field`` are what code calls it: ``cards.inspect``.
    """

    kind: str
    path: tuple[str, ...]
    owner: str
    field: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ChapterParts:
    """What the games of a chapter are built from, by clause; ``parts`` gives for each part the games that have it."""

    rows: Mapping[str, tuple[SettlementRow, ...]]
    paytables: Mapping[str, tuple[PrintedPaytables, ...]]
    parts: Mapping[str, Mapping[GamePart, tuple[str, ...]]]


@cache
def chapter_parts(chapter: str) -> ChapterParts:
    """Build every game of a chapter under each choice of its submission and collect what cites a clause."""
    rows: dict[str, dict[SettlementRow, None]] = {}
    parts: dict[str, dict[GamePart, dict[str, None]]] = {}
    paytables: dict[str, dict[PrintedPaytables, None]] = {}
    for game in numbered(chapter).games:
        for _, rules in variants(game):
            for value in (rules.game, getattr(rules, "irregularities", {})):
                for id, part in _walk(value, (), _NOBODY):
                    if isinstance(part, SettlementRow):
                        rows.setdefault(id, {})[part] = None
                    else:
                        parts.setdefault(id, {}).setdefault(part, {})[game] = None
        choices: Mapping[str, Mapping[str, Paytable]] = getattr(registry.submission_of(game), "paytable_choices", {})
        for wager, by_letter in choices.items():
            for id in dict.fromkeys(table.clause for table in by_letter.values()):
                paytables.setdefault(id, {})[_printed(wager, by_letter)] = None
    return ChapterParts(
        {id: tuple(by_row) for id, by_row in rows.items()},
        {id: tuple(tables) for id, tables in paytables.items()},
        {id: {part: tuple(games) for part, games in by_part.items()} for id, by_part in parts.items()},
    )


def _printed(wager: str, by_letter: Mapping[str, Paytable]) -> PrintedPaytables:
    hands = dict.fromkeys(hand for table in by_letter.values() for hand in table.pays)
    return PrintedPaytables(
        wager.replace("_", " "),
        tuple(by_letter),
        tuple(
            (
                label_of(hand),
                *(str(table.pays[hand]) if hand in table.pays else NOT_PAID for table in by_letter.values()),
            )
            for hand in hands
        ),
    )


@dataclass(frozen=True, slots=True)
class _Owner:
    """A value of a game, what code calls it, and the field of it that is looked at."""

    value: Any
    name: str
    field: str


_NOBODY = _Owner(None, "", "")


def _walk(value: Any, path: tuple[str, ...], owner: _Owner) -> Iterator[tuple[str, SettlementRow | GamePart]]:
    if isinstance(value, str):
        if CLAUSE_ID.fullmatch(value) and owner is not _NOBODY:
            yield str(value), _part(owner, path)
    elif isinstance(value, SettlementTable):
        for row in value.rows:
            shown = _row(value, row)
            yield from ((id, shown) for id in dict.fromkeys((row.clause, row.under)) if id)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk(inner, (*path, str(key)), owner)
    elif isinstance(value, tuple | list | frozenset):
        for inner in _in_order(value):
            own = getattr(inner, "id", None)
            yield from _walk(inner, (*path, own) if isinstance(own, str) else path, owner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.init:
                named = _Owner(value, path[-1] if path else "game", field.name)
                yield from _walk(getattr(value, field.name), (*path, field.name), named)


def _row(table: SettlementTable, row: Row) -> SettlementRow:
    conditions = [
        f"{_fact_name(fact.name, fact.values)}: {' or '.join(map(label_of, allowed))}"
        for fact, allowed in table.conditions(row)
    ]
    condition = row.reason or "; ".join(conditions) or "always"
    return SettlementRow(table.wager.replace("_", " "), condition, str(row.pays), row.clause, row.under or "")


def _fact_name(name: str, members: tuple[IntEnum, ...]) -> str:
    """Name a fact of a row; one that is only yes or no says what is asked: ``dealer qualifies``."""
    words = name.replace("_", " ")
    asked = _CAPITAL.sub(" ", type(members[0]).__name__).lower()
    return f"{words} {asked}" if {label_of(member) for member in members} == {"no", "yes"} and asked != words else words


def _part(owner: _Owner, path: tuple[str, ...]) -> GamePart:
    facts = [
        (field.name.replace("_", " "), text)
        for field in fields(owner.value)
        if field.init and (text := _text(getattr(owner.value, field.name), money="Cents" in str(field.type)))
    ]
    if owner.field != "clause" and (len(facts) > _MOST_FACTS or _is_procedure(owner.value)):
        facts = [("for", path[-1])] if path[-1] != owner.field else []
    return GamePart(type(owner.value).__name__, path, owner.name, owner.field, tuple(facts))


def _is_procedure(value: Any) -> bool:
    """Return whether a value is a list of clauses: each of its fields names the clause of another step."""
    texts = [getattr(value, field.name) for field in fields(value) if field.init]
    clauses = [text for text in texts if isinstance(text, str) and CLAUSE_ID.fullmatch(text)]
    return len(clauses) > 3


def _text(value: Any, *, money: bool) -> str:
    """A plain value in words; empty for what is not stated or is no plain value."""
    if isinstance(value, Enum):
        return str(value.value) if isinstance(value.value, str) else value.name.lower().replace("_", " ")
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, int):
        return "as submitted" if value == FAR_ABOVE_ANY_FLOOR else dollars(value) if money else str(value)
    if isinstance(value, str | Fraction):
        return str(value)
    if isinstance(value, tuple | list | frozenset) and len(value) <= _MOST_VALUES:
        texts = [_text(inner, money=money) for inner in _in_order(value)]
        return ", ".join(texts) if texts and all(texts) else ""
    return ""


def _in_order(several: tuple[Any, ...] | list[Any] | frozenset[Any]) -> list[Any]:
    """Return the members in their order; those of a set, which has none, sorted."""
    return sorted(several, key=str) if isinstance(several, frozenset) else list(several)
