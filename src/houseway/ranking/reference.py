"""The reference: five cards ranked by the words of the chapters, seven by trying every five, the joker by trying every card.

Slow and obvious on purpose. `evaluate` is proven equal to it by tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from houseway.cards import DECK_52, JOKER, Card, rank_of, suit_of
from houseway.ranking.order import Category, HandOrder, category_of, pack

_COMPLETED_BY_JOKER = frozenset(
    {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH},
)


def _straight_height(ranks: list[int], order: HandOrder) -> int:
    distinct = sorted(set(ranks))
    if len(distinct) != 5:
        return 0
    if distinct == [2, 3, 4, 5, 14]:
        return order.wheel
    if distinct[4] - distinct[0] != 4:
        return 0
    return order.ace_high_straight if distinct[4] == 14 else distinct[4]


def _without_joker(ranks: list[int], suits: list[int], order: HandOrder) -> int:
    # The most frequent rank first, then the higher.
    counted = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    telling = [rank for rank, _ in counted]
    pattern = [times for _, times in counted]
    flush = len(set(suits)) == 1 and suits[0] != suit_of(JOKER)
    height = _straight_height(ranks, order)
    if pattern == [5]:
        return pack(Category.FIVE_ACES, telling)
    if flush and height:
        royal = height == order.ace_high_straight
        return pack(Category.ROYAL_FLUSH, []) if royal else pack(Category.STRAIGHT_FLUSH, [height])
    if pattern == [4, 1]:
        return pack(Category.FOUR_OF_A_KIND, telling)
    if pattern == [3, 2]:
        return pack(Category.FULL_HOUSE, telling)
    if flush:
        return pack(Category.FLUSH, telling)
    if height:
        return pack(Category.STRAIGHT, [height])
    kinds = {
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (2, 2, 1): Category.TWO_PAIR,
        (2, 1, 1, 1): Category.PAIR,
        (1, 1, 1, 1, 1): Category.HIGH_CARD,
    }
    return pack(kinds[tuple(pattern)], telling)


def five_card_strength(hand: Sequence[Card], order: HandOrder) -> int:
    """The strength of exactly five cards."""
    if len(hand) != 5:
        raise ValueError(f"a hand has five cards, not {len(hand)}")
    ranks = [rank_of(one) for one in hand]
    suits = [suit_of(one) for one in hand]
    # As it stands, the joker is an ace of no suit.
    best = _without_joker(ranks, suits, order)
    if JOKER in hand:
        rest = [one for one in hand if one != JOKER]
        for substitute in DECK_52:
            if substitute not in rest:
                tried = [*rest, substitute]
                as_card = _without_joker([rank_of(c) for c in tried], [suit_of(c) for c in tried], order)
                if category_of(as_card) in _COMPLETED_BY_JOKER:
                    best = max(best, as_card)
    return best


def strength(hand: Sequence[Card], order: HandOrder) -> int:
    """The strength of the best five of the cards."""
    return max(five_card_strength(five, order) for five in combinations(hand, 5))


def two_card_strength(hand: Sequence[Card]) -> int:
    """The strength of a two-card hand: a pair or two ranks; the joker is an ace."""
    high, low = sorted((rank_of(one) for one in hand), reverse=True)
    return pack(Category.PAIR, [high]) if high == low else pack(Category.HIGH_CARD, [high, low])
