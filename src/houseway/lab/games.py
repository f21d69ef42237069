"""Which function solves which main game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from houseway.lab.sheet import MainSheet, Progress, quiet
from houseway.rules.table_rules import TableRules

MAIN: Mapping[str, str] = {}
"""Game id -> ``module:function`` of its ``main(rules, progress) -> MainSheet``. A solved game adds a line here."""


def main_of(rules: TableRules, progress: Progress = quiet) -> MainSheet | None:
    """The main game of these rules, exactly; None where no function solves it."""
    where = MAIN.get(rules.game.id)
    if where is None:
        return None
    module, _, name = where.partition(":")
    solve: Callable[[TableRules, Progress], MainSheet] = getattr(import_module(module), name)
    return solve(rules, progress).check()
