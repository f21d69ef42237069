"""Record the sheets that are shipped with the program: of every banked game under its default rules.

Run as ``python -m tools.record_sheets [GAME ...]``; it takes minutes. `tests.lab.test_shipped` compares the files with what the lab computes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import houseway.lab
from houseway.chapters.registry import games, resolve
from houseway.lab.analysis import decided_name, main_name
from houseway.lab.encoded import encode
from houseway.lab.main_games import decision_sheets, rests_on_decisions, solve_main_game
from houseway.lab.sheet import MainSheet, WagerSheet
from houseway.lab.shipped import FOLDER
from houseway.lab.side import side_wagers
from houseway.rules.table_rules import TableRules

SHEETS = Path(houseway.lab.__file__).with_name(FOLDER)


def sheets_of(game: str) -> Iterator[tuple[str, MainSheet | list[WagerSheet]]]:
    """Yield the solved sheets of a game under its default rules, by the names they are kept under."""
    rules = resolve({"game": game}, kind=TableRules)
    main = solve_main_game(rules)
    yield main_name(rules), main
    for wager in side_wagers(rules.game):
        if rests_on_decisions(game, wager.id):
            yield decided_name(rules, wager.id), decision_sheets(rules, wager.id, main)


def main(chosen: list[str]) -> None:
    """Write the sheets of these games, or of all."""
    SHEETS.mkdir(exist_ok=True)
    for game in chosen or games(banked=True):
        for stale in SHEETS.glob(f"*.{game}.*.json"):
            stale.unlink()
        for name, sheet in sheets_of(game):
            (SHEETS / f"{name}.json").write_bytes(encode(sheet) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
