"""The strength of a hand of five or more cards, the joker included, worked out once and remembered.

A hand's strength depends on how often each rank occurs and, if five cards of a suit can come together, on the ranks
of that suit. Both are numbers in base 8 with a digit a rank, the joker's above them; together they are the key under
which the strength is remembered, so that keys never clash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from houseway.cards import JOKER, Card, rank_of
from houseway.ranking.order import Category, HandOrder, pack

_DIGIT = tuple(1 << (3 * (number >> 2)) for number in range(52)) + (1 << 39,)
_ACE, _JOKER, _SUITED_SHIFT = _DIGIT[51], _DIGIT[JOKER], 42
_EACH = sum(_DIGIT[:52:4])
_WHEEL = _ACE | sum(_DIGIT[:16:4])

# One sum counts ranks and suits: below the ranks' digits each suit has four bits.
_SUIT_BITS = 16
_COUNTED = tuple((_DIGIT[number] << _SUIT_BITS) + (1 << (4 * (number & 3))) for number in range(52))
_COUNTED += ((_JOKER << _SUIT_BITS) + 0x1111,)
# A suit with five cards or more has 5 + 3 = 8 in its four bits.
_THREE_EACH, _EIGHT_EACH = 0x3333, 0x8888

_remembered: defaultdict[str, dict[int, int]] = defaultdict(dict)


def strength(hand: Sequence[Card], order: HandOrder) -> int:
    """The strength of the best five of the cards."""
    counted = 0
    for one in hand:
        counted += _COUNTED[one]
    key = counted >> _SUIT_BITS
    if (counted + _THREE_EACH) & _EIGHT_EACH:
        for one in hand:
            if one != JOKER and ((counted >> (4 * (one & 3))) & 15) >= 5:
                key |= _DIGIT[one] << _SUITED_SHIFT
    remembered = _remembered[order.name]
    found = remembered.get(key)
    if found is None:
        found = remembered[key] = _work_out(key, order)
    return found


def two_card_strength(hand: Sequence[Card]) -> int:
    """The strength of a two-card hand; the joker is an ace."""
    first, second = rank_of(hand[0]), rank_of(hand[1])
    if first == second:
        return (Category.PAIR << 20) | (first << 16)
    return (first << 16) | (second << 12) if first > second else (second << 16) | (first << 12)


def _work_out(key: int, order: HandOrder) -> int:
    suited, joker, times = key >> _SUITED_SHIFT, key & _JOKER, key & (_JOKER - 1)
    # As it stands the joker is an ace.
    best = _by_counts(times + _ACE if joker else times)
    height = _straight(_held(times), joker, order)
    if height:
        best = max(best, pack(Category.STRAIGHT, [height]))
    if suited:
        best = max(best, _by_suit(suited, joker, order))
    return best


def _held(times: int) -> int:
    """The ranks that occur: a one in the digit of each."""
    return (times | times >> 1 | times >> 2) & _EACH


def _highest(held: int, most: int = 1) -> list[int]:
    """The highest of the ranks held, no more than ``most``."""
    ranks: list[int] = []
    while held and len(ranks) < most:
        digit = held.bit_length() // 3
        ranks.append(digit + 2)
        held ^= 1 << (3 * digit)
    return ranks


def _straight(held: int, joker: int, order: HandOrder) -> int:
    """The height of the best straight, or 0; the joker fills any gap."""
    if joker:
        return max(_straight(held | digit, 0, order) for digit in _DIGIT[:52:4])
    # What is left are the lowest ranks of five in a row.
    rows = held & held >> 3 & held >> 6 & held >> 9 & held >> 12
    height = _highest(rows)[0] + 4 if rows else 0
    if height == 14:
        height = order.ace_high_straight
    return max(height, order.wheel) if held & _WHEEL == _WHEEL else height


def _by_suit(suited: int, joker: int, order: HandOrder) -> int:
    height = _straight(suited, joker, order)
    if height == order.ace_high_straight:
        return pack(Category.ROYAL_FLUSH, [])
    if height:
        return pack(Category.STRAIGHT_FLUSH, [height])
    if joker:
        suited |= max(digit for digit in _DIGIT[:52:4] if not suited & digit)
    return pack(Category.FLUSH, _highest(suited, 5))


def _by_counts(times: int) -> int:
    odd, twice, fours = times & _EACH, times >> 1 & _EACH, times >> 2 & _EACH
    held, threes, pairs = odd | twice | fours, odd & twice, twice & ~odd
    if odd & fours:
        return pack(Category.FIVE_ACES, [14])
    if fours:
        four = _highest(fours)
        return pack(Category.FOUR_OF_A_KIND, four + _highest(held & ~_digits(four)))
    if threes:
        three = _highest(threes)
        rest = _digits(three)
        # A second three-of-a-kind serves as the pair.
        full = _highest((threes | pairs) & ~rest)
        if full:
            return pack(Category.FULL_HOUSE, three + full)
        return pack(Category.THREE_OF_A_KIND, three + _highest(held & ~rest, 2))
    if pairs:
        two = _highest(pairs, 2)
        category = Category.TWO_PAIR if len(two) == 2 else Category.PAIR
        return pack(category, two + _highest(held & ~_digits(two), 5 - 2 * len(two)))
    return pack(Category.HIGH_CARD, _highest(held, 5))


def _digits(ranks: list[int]) -> int:
    return sum([1 << (3 * (rank - 2)) for rank in ranks])
