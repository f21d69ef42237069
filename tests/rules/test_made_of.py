"""What a game is made of, part by part: its wagers, deals, decisions, stages of settlement, irregularities, cards, streets.

``made_of.txt`` tells of each part all but what is nothing, without the clauses (``clauses.txt``), and of each wager what is paid when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.chapters.c637a_poker.cards import CARDS
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import games, resolve
from houseway.rules.settlement import SettlementTable
from tests.rules.test_clauses import CLAUSE

TOLD = Path(__file__).with_name("made_of.txt")
LEFT_OUT = (
    "digest",
    "machine",
    "submission",
    "with_methods",
    "load_machine",
    "says",
    "name",
    "deck",
    "describe",
    "procedures",
    "check",
    "proper",
    "legal",
    "house_way",
    "offers_cut",
)
"""Words, functions, and the cards themselves."""
SHOE = {"dealing": "automated-shoe", "shuffler": "automatic-reshuffling", "community_first": True}
CHOSEN: Mapping[str, dict[str, Any]] = {
    "heads-up-holdem, chosen": {**SHOE, "payout_limit": 5_000_000, "raise_minimum": "chip", "offered": ["trips_plus"]},
    "holdem-bonus, chosen": {
        **SHOE,
        "progressive": {"rate_percent": 10, "wagers": [500]},
        "magic_card": False,
        "decks": 2,
    },
    "pai-gow, chosen": {
        "variant": "ez",
        "payout_limit": 50_000_000,
        "second_cover_card": "four-from-bottom",
        "progressive": {"wagers": [500, 100]},
    },
    "five-card-hi-lo, chosen": {"table_minimum": 500, "table_maximum": 10_000, "optional_maximum": 5_000},
}
"""Games as a submission may choose them."""
POKER: Mapping[str, dict[str, Any]] = {
    "holdem, plain": {"blinds": [50, 100]},
    "stud-low, plain": {"forced_bet": 50},
    "stud-low, chosen": {
        "structure": "fixed-limit", "forced_bet": 50, "small_bet": 200, "ante": {1: 25, 2: 50}, "stud_low_forced": "literal",
        "raise_cap": 3, "check_raise": False, "half_bet_reopens": True, "show_all": True, "tournament": True,
        "rake": {"kind": "time", "hourly": 600, "every_minutes": 20, "per": "table"}, "shuffler": "manual",
    },
    "omaha-hi-lo-8, chosen": {
        "structure": "spread-limit", "blinds": [100, 50], "minimum_bet": 50, "maximum_bet": 400, "minimum_increase": 50,
        "straddle": True, "must_post": "missed-blinds", "kill": "half-kill", "qualifying_pot": 2_000, "ante": 25,
        "heads_up_button_blind": True, "odd_chip": "suit", "smallest_chip": 25,
        "rake": [
            {"kind": "percentage", "percent": 7.5, "cap": 400, "when": "each-betting-round"},
            {"kind": "incremental", "steps": [[2000, 100]], "cap": 300},
        ],
        "bad_beat": {"contribution": 100, "minimum_pot": 500}, "high_hand": {"contribution": 50},
        "supplements": [{"cause": "a phone rings", "remedy": "play-on", "says": "the round goes on"}],
    },
    "holdem, chosen": {"structure": "fixed-limit", "blinds": [50, 100], "big_bet": 300, "straddle": 300},
}  # fmt: skip
"""Poker as a submission may choose it."""


def _plain(value: Any) -> str | None:
    """A value that stands on the line of its part; None if it is a part of its own or a clause."""
    if isinstance(value, Enum):
        return str(value.value).replace(" ", "-")
    if isinstance(value, str):
        return None if CLAUSE.fullmatch(value) else value.replace(" ", "-")
    if isinstance(value, bool | int | Fraction) or value is None:
        return str(value)
    if isinstance(value, frozenset | set):
        return ",".join(sorted(map(str, value)))
    if isinstance(value, tuple):
        some = [_plain(one) for one in value]
        return "+".join(one for one in some if one is not None) if any(one is not None for one in some) else None
    return None


NOTHING: tuple[Any, ...] = (None, False, 0, "", (), frozenset())


def _rows(table: SettlementTable, at: str) -> Iterator[str]:
    """A line for each row of what is paid: when, what, and the name of the row."""
    values = {fact.name: [value.name.lower() for value in fact.values] for fact in table.facts}
    yield f"{at} {table.role.name.lower()} by {' '.join(fact.id for fact in table.facts)} unit={table.unit}"
    for row in table.rows:
        when = (f"{name}={','.join(values[name][one] for one in sorted(some))}" for name, some in row.when.items())
        yield " ".join([f"{at} {row.text.replace(' ', '-')}", *when])


def _parts(part: Any, at: str) -> Iterator[str]:
    """A line for each part, with what it is made of itself; then its own parts."""
    if isinstance(part, SettlementTable):
        yield from _rows(part, at)
        return
    if is_dataclass(part) and not isinstance(part, type):
        own = {field.name: getattr(part, field.name) for field in fields(part) if field.init}
        told = {name: _plain(own[name]) for name in own if own[name] not in NOTHING and name not in LEFT_OUT}
        yield " ".join([at, *(f"{name}={value}" for name, value in told.items() if value is not None)])
        for name, value in own.items():
            if name not in LEFT_OUT and told.get(name) is None:
                yield from _parts(value, f"{at}.{name}")
    elif isinstance(part, Mapping):
        for key, value in part.items():
            if (plain := _plain(value)) is not None:
                yield f"{at}.{_plain(key)} {plain}"
            else:
                yield from _parts(value, f"{at}.{_plain(key)}")
    elif isinstance(part, tuple):
        for place, value in enumerate(part):
            named = (getattr(value, one, None) for one in ("id", "word", "cause"))
            yield from _parts(value, f"{at}.{next(filter(None, named), place)}".replace(" ", "-"))


def _of(name: str) -> list[str]:
    if name == "poker":
        return [*_parts(CARDS, "cards"), *_parts(IRREGULARITIES, "irregularities")]
    if name in POKER_GAMES:
        return list(_parts(POKER_GAMES[name], name))
    game = name.partition(",")[0]
    rules = resolve({"game": game, **CHOSEN.get(name, POKER.get(name, {}))})
    if isinstance(rules, PokerRules):
        # The game and the cards have been told.
        return list(_parts(replace(rules, game=replace(rules.game, streets=()), cards=replace(CARDS, use={})), game))
    return list(_parts(rules, game))


def _told() -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    name = ""
    for line in TOLD.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name = line[2:]
        elif line:
            told.setdefault(name, []).append(line)
    return told


def _names() -> list[str]:
    return [*games(banked=True), *CHOSEN, "poker", *POKER_GAMES, *POKER]


def written() -> str:
    """The text of the table as it should be written now."""
    return "\n".join("".join(f"{line}\n" for line in (f"# {name}", *_of(name))) for name in _names())


@pytest.mark.parametrize("name", _told())
def test_a_game_is_made_of_its_parts(name: str) -> None:
    assert _of(name) == _told()[name]


def test_it_is_told_of_every_game() -> None:
    assert list(_told()) == _names()
