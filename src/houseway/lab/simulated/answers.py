"""Answers at a table as the sheet plays the main game: looked up in what the kernels play by, one spot at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from houseway.cards import Card
from houseway.chapters.c663a_five_card_hi_lo import strategy as five_card_hi_lo
from houseway.chapters.registry import chapter_of
from houseway.chapters.strategy import board, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.heads_up_holdem import Raises
from houseway.lab.holdem_bonus import Sizes
from houseway.lab.kernels import heads_up_holdem as ends
from houseway.lab.kernels.boards import boards, sets
from houseway.lab.simulated.heads_up_holdem import board_classes
from houseway.money import Cents
from houseway.rules.table_rules import TableRules

Solved = Mapping[str, Any]
"""What to do in every spot, as arrays."""
_NO_TIE = Fraction(0)


def answer(
    rules: TableRules, solved: Solved, seen: BankedObservation, question: Question, chance: Random
) -> Command | None:
    """What is best for the main game; anything else is answered, and hands of Pai Gow are set, as the chapter's player does."""
    best = _BEST.get(rules.game.id)
    if best is not None and question.of("decide"):
        return best(rules, solved, seen, question)
    of_chapter: Command | None = chapter_of(rules.game.id).strategy()(rules, seen, question, chance)
    return of_chapter


def _number(cards: Iterable[int]) -> int:
    """A set of cards among all sets of so many, as the kernels number them."""
    return sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))


def _bit(rows: Any, row: int, place: int) -> bool:
    return bool(rows[row, place >> 3] >> (place & 7) & 1)


def raised(solved: Solved, hole: Sequence[Card], shown: Sequence[Card]) -> int:
    """677a: whether the most is raised, the least, or nothing; at the end nothing is a fold."""
    pair, target = _number(hole), boards().target
    if not shown:
        return int(solved["before_flop"][pair])
    at = _number(shown)
    if len(shown) == 3:
        flops = sets(3)
        return int(solved["on_flop"][flops.classes[at], target[flops.change[at], pair]])
    row, change = divmod(int(board_classes()[at]), 32)
    return ends.MOST if _bit(solved["raised"], row, int(target[change, pair])) else ends.CHECK


def _heads_up(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    seat, raises, shown = question.seat, Raises.of(rules), board(seen)
    best = raised(solved, hand(seen, seat), shown)
    if best == ends.CHECK:
        return says(question, "fold" if len(shown) == 5 else "check")
    if best == ends.MOST:
        times = {0: raises.before_flop, 3: raises.on_flop, 5: raises.at_end}[len(shown)]
        return says(question, "raise", Cents(times * seen.placed[seat]["ante"]))
    # The least there is, where any chip may be raised: the sheet takes it for nothing.
    return says(question, "raise", Cents(min(one.amounts.least for one in question.of("decide") if one.amounts)))


def _bonus(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    seat = question.seat
    pair, shown, ante = _number(hand(seen, seat)), board(seen), seen.placed[seat]["ante"]
    if not shown:
        folds = solved["folds"][pair]
        return says(question, "fold") if folds else says(question, "flop", Cents(Sizes.of(rules).flop * ante))
    here, at = sets(len(shown)), _number(shown)
    bets = solved["turn_bets" if len(shown) == 3 else "river_bets"]
    better = _bit(bets, int(here.classes[at]), int(boards().target[here.change[at], pair]))
    return says(question, "bet", ante) if better else says(question, "check")


def _hi_lo(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    return five_card_hi_lo.best_answer(rules, seen, question, tie=_NO_TIE)


_BEST: Mapping[str, Callable[[TableRules, Solved, BankedObservation, Question], Command]] = {
    "five-card-hi-lo": _hi_lo,
    "heads-up-holdem": _heads_up,
    "holdem-bonus": _bonus,
}
