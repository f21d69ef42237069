"""The evaluator the engine uses: five to seven cards, the joker included, worked out once and remembered.

A hand's strength depends on how often each rank occurs and, if five cards of a suit can come together, on the ranks
of that suit. That pair is the key under which it is remembered; ranks are counted in base 8 so that keys never clash.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import JOKER, Card, rank_of
from houseway.ranking.order import Category, HandOrder, pack

_RANK_KEY = tuple(1 << (3 * (number >> 2)) for number in range(52)) + (1 << 39,)
_SUIT_KEY = tuple(1 << (4 * (number & 3)) for number in range(52)) + (0x1111,)
# A suit with five cards or more has 5 + 3 = 8 in its nibble.
_THREE_EACH, _EIGHT_EACH = 0x3333, 0x8888

_remembered: dict[tuple[str, int, int], int] = {}


def strength(hand: Sequence[Card], order: HandOrder) -> int:
    """The strength of the best five of the cards."""
    rank_key = suit_key = 0
    for one in hand:
        rank_key += _RANK_KEY[one]
        suit_key += _SUIT_KEY[one]
    suited = 0
    if (suit_key + _THREE_EACH) & _EIGHT_EACH:
        for one in hand:
            if one != JOKER and ((suit_key >> (4 * (one & 3))) & 15) >= 5:
                suited |= 1 << ((one >> 2) + 2)
    key = (order.name, rank_key, suited)
    found = _remembered.get(key)
    if found is None:
        found = _remembered[key] = _work_out([rank_of(c) for c in hand if c != JOKER], suited, JOKER in hand, order)
    return found


def two_card_strength(hand: Sequence[Card]) -> int:
    """The strength of a two-card hand; the joker is an ace."""
    first, second = rank_of(hand[0]), rank_of(hand[1])
    if first == second:
        return (Category.PAIR << 20) | (first << 16)
    return (first << 16) | (second << 12) if first > second else (second << 16) | (first << 12)


def _mask(ranks: Sequence[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return mask


def _straight_height(mask: int, order: HandOrder) -> int:
    best = 0
    for top in range(14, 5, -1):
        if (mask >> (top - 4)) & 0b11111 == 0b11111:
            best = order.ace_high_straight if top == 14 else top
            break
    wheel = (mask >> 14) & 1 and (mask >> 2) & 0b1111 == 0b1111
    return max(best, order.wheel) if wheel else best


def _best_straight(mask: int, joker: bool, order: HandOrder) -> int:
    if not joker:
        return _straight_height(mask, order)
    return max(_straight_height(mask | (1 << rank), order) for rank in range(2, 15))


def _work_out(ranks: list[int], suited: int, joker: bool, order: HandOrder) -> int:
    candidates = [_by_counts([*ranks, 14] if joker else ranks)]
    height = _best_straight(_mask(ranks), joker, order)
    if height:
        candidates.append(pack(Category.STRAIGHT, [height]))
    if suited:
        candidates.append(_by_suit(suited, joker, order))
    return max(candidates)


def _by_suit(suited: int, joker: bool, order: HandOrder) -> int:
    height = _best_straight(suited, joker, order)
    if height == order.ace_high_straight:
        return pack(Category.ROYAL_FLUSH, [])
    if height:
        return pack(Category.STRAIGHT_FLUSH, [height])
    held = [rank for rank in range(14, 1, -1) if (suited >> rank) & 1]
    if joker:
        held.append(next(rank for rank in range(14, 1, -1) if not (suited >> rank) & 1))
        held.sort(reverse=True)
    return pack(Category.FLUSH, held[:5])


def _by_counts(ranks: list[int]) -> int:
    times = [0] * 15
    for rank in ranks:
        times[rank] += 1
    held = [rank for rank in range(14, 1, -1) if times[rank]]
    if times[14] == 5:
        return pack(Category.FIVE_ACES, [14])
    fours = [rank for rank in held if times[rank] == 4]
    if fours:
        return pack(Category.FOUR_OF_A_KIND, [fours[0], next(rank for rank in held if rank != fours[0])])
    threes = [rank for rank in held if times[rank] == 3]
    pairs = [rank for rank in held if times[rank] == 2]
    if threes and (len(threes) > 1 or pairs):
        return pack(Category.FULL_HOUSE, [threes[0], max(threes[1:2] + pairs[:1])])
    if threes:
        return pack(Category.THREE_OF_A_KIND, [threes[0], *[rank for rank in held if rank != threes[0]][:2]])
    if len(pairs) > 1:
        kicker = next(rank for rank in held if rank not in pairs[:2])
        return pack(Category.TWO_PAIR, [*pairs[:2], kicker])
    if pairs:
        return pack(Category.PAIR, [pairs[0], *[rank for rank in held if rank != pairs[0]][:3]])
    return pack(Category.HIGH_CARD, held[:5])
