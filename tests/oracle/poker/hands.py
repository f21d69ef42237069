"""Hands by brute force: every choice of cards is tried, the best one kept (637a.6).

Every value is a tuple of which the *larger* is the better hand, low hands included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import NamedTuple

from tests.oracle.poker.cards import Card

Value = tuple[int, ...]
Valuer = Callable[[Sequence[Card]], Value | None]


class Made(NamedTuple):
    """A hand a player made: its value, and how its cards break a tie for the excess."""

    value: Value
    excess_key: tuple[tuple[int, int], ...]


def _by_count(ranks: Sequence[int]) -> tuple[list[int], list[int]]:
    """How often ranks occur, and the ranks in that order: two pairs are [2, 2, 1]."""
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    return [count for _, count in counted], [rank for rank, _ in counted]


CATEGORY = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}


def _five(five: Sequence[Card], *, wheel: bool) -> Value:
    counts, ranks = _by_count([each.rank for each in five])
    category = CATEGORY[tuple(counts)]
    flush = len({each.suit for each in five}) == 1
    straight = category == 0 and ranks[0] - ranks[4] == 4
    if wheel and ranks == [14, 5, 4, 3, 2]:
        straight, ranks = True, [5, 4, 3, 2, 1]
    if straight and flush:
        category = 8
    elif flush:
        category = 5
    elif straight:
        category = 4
    return (category, *ranks)


def high(five: Sequence[Card]) -> Value:
    """A five-card high hand, 637a.6(b)."""
    return _five(five, wheel=True)


def deuce_to_seven(five: Sequence[Card]) -> Value:
    """2-7: the inverse of the high hand, the ace high only, 637a.20(k)(3)."""
    return tuple(-part for part in _five(five, wheel=False))


def ace_to_five(five: Sequence[Card]) -> Value:
    """A low hand without straights and flushes, the ace low, 637a.6(c)(d)."""
    counts, ranks = _by_count([each.low_rank for each in five])
    return tuple(-part for part in (CATEGORY[tuple(counts)], *ranks))


def eight_or_better(five: Sequence[Card]) -> Value | None:
    """An ace-to-five low of five different ranks, none above eight, 637a.10(j)."""
    ranks = {each.low_rank for each in five}
    return ace_to_five(five) if len(ranks) == 5 and max(ranks) <= 8 else None


def _badugi(some: Sequence[Card], *, ace_high: bool) -> Value | None:
    ranks = sorted((each.rank if ace_high else each.low_rank for each in some), reverse=True)
    if len(set(ranks)) < len(some) or len({each.suit for each in some}) < len(some):
        return None
    return (len(some), *(-rank for rank in ranks))


def badugi(some: Sequence[Card]) -> Value | None:
    """Cards of different suits and ranks, more of them before lower ones, 637a.21(k)."""
    return _badugi(some, ace_high=False)


def badugi_ace_high(some: Sequence[Card]) -> Value | None:
    """The Badugi of Badeucey, best 2-3-4-5, 637a.20(l)(1)."""
    return _badugi(some, ace_high=True)


def high_key(some: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Tied highs: the highest card of the highest suit takes the excess; a wheel's is its five."""
    wheel = {each.rank for each in some} == {14, 5, 4, 3, 2}
    ranked = ((each.low_rank if wheel else each.rank, each.suit) for each in some)
    return tuple(sorted(ranked, reverse=True))


def low_key(some: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Tied lows: the lowest pip of the lowest suit takes the excess."""
    return tuple((-rank, -suit) for rank, suit in sorted((c.low_rank, c.suit) for c in some))


def low_key_ace_high(some: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """The same where the ace is high only."""
    return tuple((-rank, -suit) for rank, suit in sorted((c.rank, c.suit) for c in some))


def best(
    choices: Iterable[Sequence[Card]],
    valuer: Valuer,
    key: Callable[[Sequence[Card]], tuple[tuple[int, int], ...]],
) -> Made | None:
    """The best of the choices; among equals the one that serves its player at the excess."""
    made: Made | None = None
    for choice in choices:
        value = valuer(choice)
        if value is None or (made is not None and value < made.value):
            continue
        candidate = Made(value, key(choice))
        if made is None or candidate > made:
            made = candidate
    return made


def any_five(own: Sequence[Card], shared: Sequence[Card]) -> Iterable[Sequence[Card]]:
    """Five of all cards."""
    return combinations((*own, *shared), 5)


def two_and_three(own: Sequence[Card], shared: Sequence[Card]) -> Iterable[Sequence[Card]]:
    """Omaha: two of the hand, three of the board."""
    return ((*two, *three) for two, three in product(combinations(own, 2), combinations(shared, 3)))


def any_badugi(own: Sequence[Card], shared: Sequence[Card]) -> Iterable[Sequence[Card]]:
    """One to four of the hand."""
    return (some for size in (4, 3, 2, 1) for some in combinations((*own, *shared), size))


def showing_high(up: Sequence[Card]) -> Value:
    """The up cards as a high hand: pairs and ranks, no straights or flushes of fewer than five."""
    counts, ranks = _by_count([each.rank for each in up])
    return (*counts, *[0] * (5 - len(counts)), *ranks)


def showing_low(up: Sequence[Card]) -> Value:
    """The up cards as a low hand."""
    counts, ranks = _by_count([each.low_rank for each in up])
    return tuple(-part for part in (*counts, *[0] * (5 - len(counts)), *ranks))
