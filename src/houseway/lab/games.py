"""Which function solves which main game, and which wagers rest on how it is played."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from houseway.lab.choices import model_of
from houseway.lab.sheet import MainSheet, Progress, WagerSheet, quiet
from houseway.lab.side import letter_of, side_wagers
from houseway.rules.table_rules import TableRules

MAIN: Mapping[str, str] = {
    "five-card-hi-lo": "houseway.lab.hi_lo:main",
    "heads-up-holdem": "houseway.lab.heads_up_holdem:main",
    "holdem-bonus": "houseway.lab.holdem_bonus:main",
    "pai-gow": "houseway.lab.pai_gow:main",
}
"""Game id -> ``module:function`` of its ``main(rules, progress) -> MainSheet``. A solved game adds a line here."""

OPTIMAL: Mapping[str, str] = {
    "pai-gow": "houseway.lab.pai_gow_best:optimal",
}
"""Game id -> ``module:function`` of its ``optimal(rules, main, progress) -> MainSheet``, where ``main``, that of `MAIN`, is not played best."""

BY_DECISION: Mapping[tuple[str, str], str] = {
    ("five-card-hi-lo", "tie"): "houseway.lab.hi_lo:tie",
    ("holdem-bonus", "progressive"): "houseway.lab.folded:progressive",
}
"""Game and wager -> ``function(rules, main) -> list[WagerSheet]`` of a wager that a decision of the main game can lose."""


BESIDE_MAIN = frozenset(
    (
        *("table_minimum", "table_maximum", "optional_minimum", "optional_maximum", "offered", "round_down"),
        *("dealing", "shuffler", "decks", "stub_count_every", "community_first", "start_by", "second_cover_card"),
        *("adjacent_boxes", "adjacent_areas", "banking", "brand", "red_black_joker"),
        *("progressive", "five_card", "magic_card", "lucky_bonus", "payout_limit"),
    )
)
"""The fields of a submission that no main game depends on; a field that is not named here is one it may depend on."""


def main_choices(rules: TableRules) -> dict[str, Any]:
    """The choices that the main game rests on: rules that differ only beside it have the same."""
    beside = {one.id for one in side_wagers(rules.game)}
    found = {field: value for field, value in rules.submission.items() if field not in BESIDE_MAIN}
    found["paytables"] = {one: letter_of(rules, one) for one in model_of(rules).paytable_choices if one not in beside}
    found["custom_paytables"] = {
        one: table for one, table in found["custom_paytables"].items() if found["paytables"].get(one) == "custom"
    }
    return found


def main_digest(rules: TableRules) -> str:
    """A name for what the main game rests on."""
    return hashlib.sha256(msgspec.json.encode(main_choices(rules), order="deterministic")).hexdigest()[:32]


def main_of(rules: TableRules, progress: Progress = quiet) -> MainSheet | None:
    """The main game of these rules, exactly; None where no function solves it."""
    where = MAIN.get(rules.game.id)
    if where is None:
        return None
    solve: Callable[[TableRules, Progress], MainSheet] = _named(where)
    return solve(rules, progress).check()


def optimal_of(rules: TableRules, main: MainSheet, progress: Progress = quiet) -> MainSheet | None:
    """The main game of these rules best played, exactly; None where ``main`` plays it best already."""
    where = OPTIMAL.get(rules.game.id)
    if where is None:
        return None
    solve: Callable[[TableRules, MainSheet, Progress], MainSheet] = _named(where)
    return solve(rules, main, progress).check()


def by_decision(rules: TableRules, wager: str, main: MainSheet) -> list[WagerSheet]:
    """The sheets of a wager that rests on the decisions of the main game, under that game's strategy."""
    sheets: Callable[[TableRules, MainSheet], list[WagerSheet]] = _named(BY_DECISION[rules.game.id, wager])
    return sheets(rules, main)


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
