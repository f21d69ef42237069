"""The value of every setting of the hands in 645a."""

from __future__ import annotations

from houseway.cards import text_of
from houseway.chapters.c645a_pai_gow.lab.best_play import values_of
from houseway.lab.advice import Answer
from houseway.lab.facet import Cards
from houseway.lab.sheet import Progress
from houseway.rules.table_rules import TableRules


def answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    """Return every lawful setting of the hands."""
    return [
        Answer(
            word=f"set {text_of(setting_value.setting.high)} / {text_of(setting_value.setting.low)}",
            value=setting_value.value,
            setting=setting_value.setting,
            deals=(setting_value.won, setting_value.pushed, setting_value.lost),
            house=setting_value.house,
        )
        for setting_value in values_of(rules, hand)
    ]
