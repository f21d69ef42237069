"""How a computer player plays Five Card Hi-Lo."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from houseway.chapters.c663a_five_card_hi_lo.values import values_of
from houseway.chapters.strategy import before_the_deal, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.commands import Decide
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.rules.table_rules import TableRules


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """As is best against every hand that the dealer can have, the Tie Wager counted with the rest."""
    if not question.of("decide"):
        return before_the_deal(rules, question, chance)
    placed = seen.placed[question.seat]
    return best_answer(rules, seen, question, Fraction(placed.get("tie", 0), placed["ante"]))


def best_answer(rules: TableRules, seen: BankedObservation, question: Question, tie: Fraction) -> Command:
    """To play or fold, and how the hands are set, where so many Antes of Tie Wager count with the rest."""
    values = values_of(rules, hand(seen, question.seat), tie=tie)
    best = max(values, key=values.__getitem__)
    if seen.phase == "set":
        return Decide(word="set", high=best.high, low=best.low)
    # A fold loses Ante and Tie Wager.
    return says(question, "play" if values[best] > -1 - tie else "fold")
