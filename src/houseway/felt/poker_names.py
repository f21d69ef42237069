"""Poker hands by name, high, low and Badugi."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import RANKS, Card, rank_of
from houseway.chapters.c637a_poker.hands import cards_of
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength

_SINGULAR = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
_BADUGIS = (Contest.BADUGI, Contest.BADUGI_ACE_HIGH)


def contest_name(contest: str) -> str:
    """What a share of the pot is won for, in a word or two."""
    return {Contest.LOW_EIGHT: "low", Contest.BADUGI_ACE_HIGH: "badugi", "uncontested": "alone"}.get(contest, contest)


def hand_name(game: PokerGame, hand: Sequence[Card], board: Sequence[Card]) -> str:
    """What a hand is worth in each contest, where it has cards enough to say so."""
    names = [_name_in(game, contest, hand, board) for contest, _ in game.contests]
    return ", ".join(name for name in names if name)


def _name_in(game: PokerGame, contest: Contest, hand: Sequence[Card], board: Sequence[Card]) -> str:
    enough = len(board) >= 3 if game.forms is Forms.TWO_AND_THREE else len(hand) + len(board) >= 5
    if contest not in _BADUGIS and not enough:
        return ""
    return name_of(contest, cards_of(game, contest, hand, board))


def name_of(contest: Contest, used: Sequence[Card]) -> str:
    """The name of exactly these cards in a contest.

    >>> from houseway.cards import cards
    >>> name_of(Contest.HIGH, cards("Ks Kd 4c 4h 9s")), name_of(Contest.LOW, cards("8s 6d 4c 3h As"))
    ('two pair, kings and fours', '8-6-4-3-A low')
    """
    if not used:
        return ""
    if contest in _BADUGIS:
        ranks = _ranks(used, ace_high=contest is Contest.BADUGI_ACE_HIGH)
        return f"{_NUMBERS[len(used)]}-card badugi {ranks}"
    worth = strength(used, STANDARD_ORDER)
    if contest is Contest.HIGH:
        return high_name(worth)
    if len({rank_of(card) for card in used}) < 5:
        return f"{high_name(worth)} as a low"
    wheel = {rank_of(card) for card in used} == {14, 2, 3, 4, 5}
    category = category_of(worth)
    if contest is Contest.LOW_27 and category > Category.HIGH_CARD and not (wheel and category is Category.STRAIGHT):
        return f"{'flush' if wheel else category.label} as a low"
    return f"{_ranks(used, ace_high=contest is Contest.LOW_27)} low"


def _ranks(used: Sequence[Card], *, ace_high: bool) -> str:
    order = sorted(used, key=lambda card: rank_of(card) if ace_high or rank_of(card) < 14 else 1, reverse=True)
    return "-".join(RANKS[card >> 2] for card in order)


def _plural(rank: int) -> str:
    return "sixes" if rank == 6 else f"{_SINGULAR[rank]}s"


def high_name(worth: int) -> str:
    """A high hand by name, from its strength."""
    first, second = (worth >> 16) & 15, (worth >> 12) & 15
    match category_of(worth):
        case Category.HIGH_CARD:
            return f"{_SINGULAR[first]} high"
        case Category.PAIR:
            return f"pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(second)}"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(first)}"
        case Category.STRAIGHT:
            return f"straight to the {_SINGULAR[first]}"
        case Category.FLUSH:
            return f"flush, {_SINGULAR[first]} high"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} full of {_plural(second)}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_plural(first)}"
        case Category.STRAIGHT_FLUSH:
            return f"straight flush to the {_SINGULAR[first]}"
        case other:
            return other.label
