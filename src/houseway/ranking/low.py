"""Low hands of 637a.6(c), 637a.6(d) and 637a.6(e), and Badugi hands. Greater is better, as with high hands.

Lows are compared from the highest card down, unpaired before paired (637a.20(k)(1), reading 637a-low).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from houseway.cards import DECK_52, Card
from houseway.ranking.order import Category

_remembered_low: dict[int, int] = {}
_WORST = 1 << 24

# A hand's place among lows by how often its ranks repeat; straights and flushes do not count.
_PATTERNS = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (3, 2): 4, (4,): 5}


# By card, the ace being low: looked up for every card of every hand.
_ACE_LOW_RANKS: Final = tuple([1 if (card >> 2) + 2 == 14 else (card >> 2) + 2 for card in DECK_52])


def ace_to_five(hand: Sequence[Card]) -> int:
    """The strength of five cards as an ace-to-five low: 5-4-3-2-A is best, straights and flushes do not count."""
    ranks = sorted([_ACE_LOW_RANKS[card] for card in hand], reverse=True)
    key = 0
    for rank in ranks:
        key = (key << 4) | rank
    found = _remembered_low.get(key)
    if found is None:
        times = {rank: ranks.count(rank) for rank in set(ranks)}
        pattern = tuple(sorted((count for count in times.values() if count > 1), reverse=True))
        telling = sorted(times, key=lambda rank: (-times[rank], -rank))
        number = _PATTERNS[pattern]
        for position in range(5):
            number = (number << 4) | (telling[position] if position < len(telling) else 0)
        found = _remembered_low[key] = _WORST - number
    return found


def none_above_eight(cards: Iterable[Card]) -> list[Card]:
    """The cards that a hand of eight or better may be made of."""
    return [card for card in cards if _ACE_LOW_RANKS[card] <= 8]


def qualifies_eight_or_better(hand: Sequence[Card]) -> bool:
    """Five cards without a pair and none above an 8 (637a.10(j), .12(l), .19(l)(1))."""
    ranks = {_ACE_LOW_RANKS[card] for card in hand}
    return len(ranks) == 5 and max(ranks) <= 8


def deuce_to_seven(high_strength: int) -> int:
    """The strength as a 2-7 low from the strength as a high hand: straights and flushes count against it.

    The ace is high only, so A-2-3-4-5 is no straight there but an ace-high hand.
    """
    category, rest = high_strength >> 20, high_strength & 0xFFFFF
    if rest >> 16 == 5 and category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        flat = Category.HIGH_CARD if category == Category.STRAIGHT else Category.FLUSH
        high_strength = (flat << 20) | 0xE5432
    return _WORST - high_strength


def badugi(hand: Sequence[Card], *, ace_high: bool = False) -> tuple[int, list[tuple[Card, ...]]]:
    """The strength of the best Badugi in a hand, and each choice of cards that makes it (637a.20(l), 637a.21(k)).

    As many cards as differ in suit and in rank, then the lowest.
    """
    best = 0
    chosen: list[tuple[Card, ...]] = []
    for size in (4, 3, 2, 1):
        for cards in combinations(hand, size):
            if len({card & 3 for card in cards}) == size and len({card >> 2 for card in cards}) == size:
                ranks = sorted(((card >> 2) + 2 if ace_high else _ACE_LOW_RANKS[card] for card in cards), reverse=True)
                number = 0
                for position in range(4):
                    number = (number << 4) | (ranks[position] if position < size else 0)
                value = (size << 16) + (0xFFFF - number)
                if value > best:
                    best, chosen = value, [cards]
                elif value == best:
                    chosen.append(cards)
        if chosen:
            break
    return best, chosen
