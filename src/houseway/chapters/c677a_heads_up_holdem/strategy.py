"""How a computer player plays World Poker Tour Heads-Up Hold 'Em."""

from __future__ import annotations

from random import Random

from houseway.cards import DECK_52, Card, rank_of, suit_of
from houseway.chapters.strategy import before_the_deal, board, four_to_a_flush, hand, says, uses_hole_cards
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.money import Cents
from houseway.ranking import STANDARD_ORDER, strength
from houseway.rules.table_rules import TableRules

_LEAST_BESIDE = {14: (2, 2), 13: (4, 7), 12: (8, 10), 11: (10, 11)}
"""The rank that a higher hole card needs beside it to be worth the largest raise, of its suit and of another: as is best, where
raises are in whole Antes."""
_TEN = 10
_CARDS_THAT_BEAT = 21
"""With as many single cards that beat the hand at the river it is folded."""


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """As is best before the flop; then by rules of thumb: raise with a pair, fold a beaten river."""
    if not question.of("decide"):
        return before_the_deal(rules, question, chance)
    seat = question.seat
    hole, turned, ante = hand(seen, seat), board(seen), seen.placed[seat]["ante"]
    match seen.phase:
        case "before_flop":
            return says(question, "raise", Cents(3 * ante)) if is_worth_three(hole) else says(question, "check")
        case "before_turn":
            good = uses_hole_cards(hole, turned) or four_to_a_flush(hole, turned, least=_TEN)
            return says(question, "raise", Cents(2 * ante)) if good else says(question, "check")
        case _:
            good = _cards_that_beat(hole, turned) < _CARDS_THAT_BEAT
            return says(question, "raise", ante) if good else says(question, "fold")


def is_worth_three(hole: tuple[Card, ...]) -> bool:
    """Whether the largest raise is best before the Flop."""
    low, high = sorted(rank_of(card) for card in hole)
    if low == high:
        return low > 2
    suited = suit_of(hole[0]) == suit_of(hole[1])
    return high in _LEAST_BESIDE and low >= _LEAST_BESIDE[high][0 if suited else 1]


def _cards_that_beat(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """How many single cards in the dealer's hand would be enough to beat this one."""
    own = strength(hole + board, STANDARD_ORDER)
    unseen = [card for card in DECK_52 if card not in hole and card not in board]
    return sum(strength((*board, card), STANDARD_ORDER) > own for card in unseen)
