"""The main game of some rules: what it depends on, and its solution by the chapter."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from houseway.lab.choices import model_of
from houseway.lab.facet import lab_of
from houseway.lab.sheet import MainSheet, Progress, WagerSheet, quiet
from houseway.lab.side import side_wagers
from houseway.rules.table_rules import TableRules

BESIDE_EVERY_MAIN_GAME = frozenset(
    (
        *("table_minimum", "table_maximum", "optional_minimum", "optional_maximum", "offered", "round_down"),
        *("dealing", "shuffler", "decks", "stub_count_every", "positions"),
    )
)
"""Fields of every submission that no main game depends on."""


def main_choices(rules: TableRules) -> dict[str, Any]:
    """Return the choices that the main game depends on: rules that differ only beside it have the same."""
    lab = lab_of(rules.game.id)
    beside_main = BESIDE_EVERY_MAIN_GAME | (frozenset() if lab is None else lab.beside_main)
    side = {wager.id for wager in side_wagers(rules.game)}
    choices = {name: value for name, value in rules.submission.items() if name not in beside_main}
    model = model_of(rules)
    choices["paytables"] = {
        name: rules.paytable_in_force(name)
        for name in (*model.paytable_choices, *rules.paytables)
        if not side.issuperset(model.wagers_paid.get(name, (name,)))
    }
    choices["custom_paytables"] = {
        wager: table
        for wager, table in choices["custom_paytables"].items()
        if choices["paytables"].get(wager) == "custom"
    }
    return choices


def main_digest(rules: TableRules) -> str:
    """Return a name for what the main game depends on."""
    return hashlib.sha256(msgspec.json.encode(main_choices(rules), order="deterministic")).hexdigest()[:32]


def solve_main_game(rules: TableRules, progress: Progress = quiet) -> MainSheet:
    """Solve the main game of these rules by the chapter's solver, or by the generic one where the chapter has none.

    Raises `houseway.lab.inputs.InputError` if the generic solver does not know something of the game.
    """
    lab = lab_of(rules.game.id)
    if lab is not None:
        return lab.solve(rules, progress).check()
    from houseway.lab.generic import solve_main_game as solve

    return solve(rules, progress).check()


def solve_best_play(rules: TableRules, main: MainSheet, progress: Progress = quiet) -> MainSheet | None:
    """Solve the best play of the main game exactly; None where ``main`` is that already."""
    lab = lab_of(rules.game.id)
    if lab is None or lab.solve_best_play is None:
        return None
    return lab.solve_best_play(rules, main, progress).check()


def has_best_play(game: str) -> bool:
    """Return whether the main game of a sheet is played otherwise than is best."""
    lab = lab_of(game)
    return lab is not None and lab.solve_best_play is not None


def rests_on_decisions(game: str, wager: str) -> bool:
    """Return whether a decision of the main game can lose this side wager."""
    lab = lab_of(game)
    return lab is not None and wager in lab.decision_wagers


def decision_sheets(rules: TableRules, wager: str, main: MainSheet) -> list[WagerSheet]:
    """Return the sheets of a side wager that a decision can lose, under the main game's strategy."""
    lab = lab_of(rules.game.id)
    assert lab is not None
    return lab.decision_wagers[wager](rules, main)
