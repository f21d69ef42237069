"""The value of every answer in 663a, with the Tie Wager at a table, and the best answer there."""

from __future__ import annotations

from fractions import Fraction

from houseway.cards import text_of
from houseway.chapters.c663a_five_card_hi_lo import strategy
from houseway.chapters.c663a_five_card_hi_lo.values import values_of
from houseway.chapters.strategy import hand
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.advice import Answer
from houseway.lab.facet import Cards, Solved
from houseway.lab.sheet import Progress
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

_NO_TIE = Fraction(0)


def answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    """Return every answer without a Tie Wager."""
    return answers_with_tie(rules, hand, _NO_TIE)


def answers_at_table(rules: TableRules, seen: BankedObservation, seat: Seat, progress: Progress) -> list[Answer]:
    """Return every answer beside the Tie Wager that the seat has placed."""
    placed = seen.placed[seat]
    return answers_with_tie(rules, hand(seen, seat), Fraction(placed.get("tie", 0), placed[rules.game.main_wager.id]))


def answers_with_tie(rules: TableRules, hand: Cards, tie: Fraction) -> list[Answer]:
    """Return every answer beside a Tie Wager of so many Antes, which a fold loses too."""
    settings = [
        Answer(word=f"play, set {text_of(setting.high)} / {text_of(setting.low)}", value=value, setting=setting)
        for setting, value in values_of(rules, hand, tie=tie).items()
    ]
    return [*settings, Answer(word="fold", value=-1 - tie)]


def best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    """Answer a question as is best for the main game alone."""
    return strategy.best_answer(rules, seen, question, tie=_NO_TIE)
