"""How a computer player plays Texas Hold 'Em Bonus Poker."""

from __future__ import annotations

from random import Random

from houseway.cards import Card, rank_of, suit_of
from houseway.chapters.strategy import before_the_deal, board, four_to_a_flush, hand, says, uses_hole_cards
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.rules.table_rules import TableRules


def strategy(rules: TableRules, seen: BankedObservation, question: Question, chance: Random) -> Command | None:
    """As is best before the flop; then by rules of thumb: bet with a pair of one's own, and on the turn with a good draw."""
    if not question.of("decide"):
        return before_the_deal(rules, question, chance)
    hole, turned = hand(seen, question.seat), board(seen)
    if seen.phase == "before_flop":
        return says(question, "fold" if is_hopeless(rules, hole) else "flop")
    good = uses_hole_cards(hole, turned)
    if seen.phase == "before_turn":
        good = good or four_to_a_flush(hole, turned, least=2)
    return says(question, "bet" if good else "check")


def is_hopeless(rules: TableRules, hole: tuple[Card, ...]) -> bool:
    """Whether a fold is best before the Flop: a 2 with a card up to 7 of another suit; where the Ante needs a flush, 4-3 too."""
    low, high = sorted(rank_of(card) for card in hole)
    if suit_of(hole[0]) == suit_of(hole[1]) or low == high:
        return False
    return (low == 2 and high <= 7) or ((low, high) == (3, 4) and rules.submission["ante_pays_on"] == "flush")
