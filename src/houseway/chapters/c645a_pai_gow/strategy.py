"""How a computer player plays Pai Gow Poker."""

from __future__ import annotations

from random import Random

from houseway.chapters.strategy import before_the_deal, says
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.rules.table_rules import TableRules


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """The house way, always; nothing is surrendered."""
    if not question.of("decide"):
        return before_the_deal(rules, question, chance)
    return None if question.may_wait else says(question, "house way")
