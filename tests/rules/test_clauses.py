"""The clause under which everything stands that a game is made of: wagers, deals, decisions, payouts, steps, irregularities.

``clauses.txt`` goes through each chapter in its own order, so that it can be read beside the chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.c637a_poker.cards import CARDS
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.chapters.c637a_poker.whose import WHOSE
from houseway.chapters.registry import games, resolve
from houseway.clause import Clause
from houseway.rules.settlement import SettlementTable
from houseway.rules.table_rules import TableRules
from tests.kit.scenarios import tag

CLAUSE = re.compile(r"\d{3}a\.\d+(\(\w+\))*")
TOLD = Path(__file__).with_name("clauses.txt")

COMMUNITY_FIRST = {"dealing": "automated-shoe", "shuffler": "automatic-reshuffling", "community_first": True}
CHOICES: Mapping[str, tuple[dict[str, Any], ...]] = {
    "pai-gow": ({"variant": "ez"}, {"brand": "emperor", "paytables": {"insurance": "A"}}),
    "heads-up-holdem": (COMMUNITY_FIRST,),
    "holdem-bonus": (COMMUNITY_FIRST,),
}
"""The choices of a submission by which something of a game stands under another clause."""
DEALINGS = ("manual-shoe", "hand", "automated-shoe")


def _stands(part: Any, at: str) -> Iterator[tuple[str, str]]:
    """Every clause within something, with the place at which it stands."""
    if isinstance(part, str):
        if CLAUSE.fullmatch(part):
            yield part, at
    elif isinstance(part, SettlementTable):
        for row in part.rows:
            yield str(row.clause), f"{at}.pays"
            if row.under is not None:
                yield str(row.under), f"{at}.under"
    elif is_dataclass(part):
        for field in (field for field in fields(part) if field.init):
            yield from _stands(getattr(part, field.name), f"{at}.{field.name}")
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from _stands(value, f"{at}.{key}")
    elif isinstance(part, tuple):
        for place, value in enumerate(part):
            name = getattr(value, "id", None) or getattr(value, "word", None) or getattr(value, "cause", None) or place
            yield from _stands(value, f"{at}.{name}")


def _found(*parts: Any) -> dict[str, set[str]]:
    """What stands under each clause, in the order of the chapter."""
    found: dict[str, set[str]] = {}
    for part in parts:
        for clause, at in _stands(part, ""):
            found.setdefault(clause, set()).add(at.lstrip(".").replace(" ", "_"))
    return dict(sorted(found.items(), key=lambda one: Clause.parse(one[0]).order))


def _of(name: str) -> dict[str, set[str]]:
    if name == "poker":
        whose = {f"whose.{tag(command)}": clause for command, clause in WHOSE.items()}
        return _found({"cards": CARDS, "irregularities": IRREGULARITIES}, whose)
    if name in POKER_GAMES:
        return _found(POKER_GAMES[name])
    stated = [{"dealing": dealing, **choice} for dealing in DEALINGS for choice in ({}, *CHOICES.get(name, ()))]
    return _found(*[resolve({"game": name, **one}, kind=TableRules).game for one in stated])


def _told() -> dict[str, dict[str, set[str]]]:
    told: dict[str, dict[str, set[str]]] = {}
    name = ""
    for line in TOLD.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name = line[2:]
        elif line:
            clause, *places = line.split()
            told.setdefault(name, {})[clause] = set(places)
    return told


def _names() -> list[str]:
    return [*games(banked=True), "poker", *POKER_GAMES]


def written() -> str:
    """The text of the table as it should be written now."""
    parts = (
        [f"# {name}", *(f"{clause:<22}{' '.join(sorted(at))}" for clause, at in _of(name).items())] for name in _names()
    )
    return "\n".join("".join(f"{line}\n" for line in lines) for lines in parts)


@pytest.mark.parametrize("name", _told())
def test_everything_of_a_game_stands_under_its_clause(name: str) -> None:
    assert _of(name) == _told()[name]


def test_it_is_told_of_every_game() -> None:
    assert list(_told()) == _names()
