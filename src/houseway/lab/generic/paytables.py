"""The paytable of a wager that rules are under."""

from __future__ import annotations

from houseway.chapters import registry
from houseway.lab.sheet import NO_CHOICE
from houseway.lab.side import letter_of
from houseway.rules.table_rules import TableRules


def paytable_in_force(rules: TableRules, wager: str) -> str:
    """Return the letter of a wager's paytable; of a game that no chapter lists, what stands for a single one."""
    return letter_of(rules, wager) if rules.game.id in registry.games() else NO_CHOICE
