"""What each game is made of, as text: wagers, deals, decisions, settlement, cards and irregularities, with their clauses.

What the paytables pay is left to the tests of each chapter's payouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from houseway.chapters.c637a_poker.cards import CARDS
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import games, resolve
from houseway.rules.settlement import SettlementTable

OMITTED = (
    "id", "word", "cause", "digest", "machine", "submission", "with_methods", "load_machine", "says", "name", "deck", "describe",
    "procedures", "check", "proper", "legal", "house_way", "offers_cut", "phase_number",
)  # fmt: skip
"""Fields that hold functions, the cards themselves, or words that other tests read."""
SHOE = {"dealing": "automated-shoe", "shuffler": "automatic-reshuffling", "community_first": True}
CHOSEN: Mapping[str, tuple[str, dict[str, Any]]] = {
    "heads-up-holdem, chosen": (
        "heads-up-holdem",
        {**SHOE, "payout_limit": 5_000_000, "raise_minimum": "chip", "offered": ["trips_plus"]},
    ),
    "holdem-bonus, chosen": (
        "holdem-bonus",
        {**SHOE, "progressive": {"rate_percent": 10, "wagers": [500]}, "magic_card": False, "decks": 2},
    ),
    "pai-gow, chosen": (
        "pai-gow",
        {
            "variant": "ez",
            "payout_limit": 50_000_000,
            "second_cover_card": "four-from-bottom",
            "progressive": {"wagers": [500, 100]},
        },
    ),
    "five-card-hi-lo, chosen": (
        "five-card-hi-lo",
        {"table_minimum": 500, "table_maximum": 10_000, "optional_maximum": 5_000},
    ),
}
"""Banked games as a submission may choose them."""
POKER: Mapping[str, tuple[str, dict[str, Any]]] = {
    "terms of holdem": ("holdem", {"blinds": [50, 100]}),
    "terms of stud-low": ("stud-low", {"forced_bet": 50}),
    "terms of stud-low, chosen": ("stud-low", {
        "structure": "fixed-limit", "forced_bet": 50, "small_bet": 200, "ante": {1: 25, 2: 50}, "stud_low_forced": "literal",
        "raise_cap": 3, "check_raise": False, "half_bet_reopens": True, "show_all": True, "tournament": True,
        "rake": {"kind": "time", "hourly": 600, "every_minutes": 20, "per": "table"}, "shuffler": "manual",
    }),
    "terms of omaha-hi-lo-8, chosen": ("omaha-hi-lo-8", {
        "structure": "spread-limit", "blinds": [100, 50], "minimum_bet": 50, "maximum_bet": 400, "minimum_increase": 50,
        "straddle": True, "must_post": "missed-blinds", "kill": "half-kill", "qualifying_pot": 2_000, "ante": 25,
        "heads_up_button_blind": True, "odd_chip": "suit", "smallest_chip": 25,
        "rake": [
            {"kind": "percentage", "percent": 7.5, "cap": 400, "when": "each-betting-round"},
            {"kind": "incremental", "steps": [[2000, 100]], "cap": 300},
        ],
        "bad_beat": {"contribution": 100, "minimum_pot": 500}, "high_hand": {"contribution": 50},
        "supplements": [{"cause": "a phone rings", "remedy": "play-on", "says": "the round goes on"}],
    }),
    "terms of holdem, chosen": (
        "holdem", {"structure": "fixed-limit", "blinds": [50, 100], "big_bet": 300, "straddle": 300},
    ),
}  # fmt: skip
"""Terms of poker as a submission may choose them."""
NOTHING: tuple[Any, ...] = (None, False, 0, "", (), frozenset())


def _plain(value: Any) -> str | None:
    """Return a value that fits on the line of its part; None if it is a part of its own."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | bool | int | Fraction):
        return str(value)
    if isinstance(value, frozenset | set):
        return " + ".join(sorted(map(str, value)))
    if isinstance(value, tuple):
        plain = ["-" if part is None else _plain(part) for part in value]
        return " + ".join(part for part in plain if part is not None) if None not in plain else None
    return None


def _lines(part: Any, path: str) -> Iterator[str]:
    """Return a line for each part with what it says itself, then the lines of its own parts."""
    if isinstance(part, SettlementTable):
        yield f"{path}: {part.role.name.lower()} by {', '.join(fact.id for fact in part.facts)}, unit {part.unit}"
    elif is_dataclass(part) and not isinstance(part, type):
        own = {field.name: getattr(part, field.name) for field in fields(part) if field.init}
        own = {name: value for name, value in own.items() if name not in OMITTED and value not in NOTHING}
        plain = {name: _plain(value) for name, value in own.items()}
        parts = [
            name if value is True else f"{name} {plain[name]}" for name, value in own.items() if plain[name] is not None
        ]
        yield f"{path}: {', '.join(parts)}"
        for name in own:
            if plain[name] is None:
                yield from _lines(own[name], f"{path}.{name}".removeprefix("game."))
    elif isinstance(part, Mapping):
        simple = {key: _plain(value) for key, value in part.items()}
        if all(value is not None for value in simple.values()):
            yield f"{path}: {', '.join(f'{_plain(key)} {value}' for key, value in simple.items())}"
        else:
            for key, value in part.items():
                yield from _lines(value, f"{path}.{_plain(key)}")
    elif isinstance(part, tuple):
        for place, value in enumerate(part):
            named = (getattr(value, field, None) for field in ("id", "word", "cause"))
            if isinstance(value, tuple):
                # A pair: what its second part is for.
                yield from _lines(value[-1], f"{path}.{_plain(value[0])}")
            else:
                yield from _lines(value, f"{path}.{next(filter(None, named), place)}")


def _banked(game: str, submission: Mapping[str, Any]) -> list[str]:
    return list(_lines(resolve({"game": game, **submission}), "game"))


def _terms(game: str, submission: Mapping[str, Any]) -> list[str]:
    """Return what a submission chooses; the rest of the game stands in its own section."""
    rules = resolve({"game": game, **submission})
    assert isinstance(rules, PokerRules)
    usual = {irregularity.cause for irregularity in IRREGULARITIES}
    supplements = {cause: rules.irregularities[cause] for cause in rules.irregularities if cause not in usual}
    lines = _lines(replace(rules, irregularities=supplements), "terms")
    forced = [] if rules.game.forced_by is None else [f"terms.forced_by: {rules.game.forced_by.value}"]
    return [*(line for line in lines if not line.startswith(("terms.game", "terms.cards"))), *forced]


def sections() -> list[str]:
    """Return the names of all that is told."""
    return [*games(banked=True), *CHOSEN, "poker", *POKER_GAMES, *POKER]


def game_text(name: str) -> str:
    """Return what a game is made of; of a game as chosen only what is different then."""
    if name in CHOSEN:
        game, submission = CHOSEN[name]
        usual = _banked(game, {})
        lines = [line for line in _banked(game, submission) if line not in usual]
    elif name in POKER:
        lines = _terms(*POKER[name])
    elif name in POKER_GAMES:
        lines = list(_lines(POKER_GAMES[name], "game"))
    elif name == "poker":
        lines = [*_lines(CARDS, "cards"), *_lines(IRREGULARITIES, "irregularities")]
    else:
        lines = _banked(name, {})
    return "\n".join(line for line in lines if not line.endswith(": "))
