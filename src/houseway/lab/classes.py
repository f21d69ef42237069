"""Hands by class: one hand for all that are alike to a ranking, with the number of hands it stands for.

What a hand is ranked by are its ranks, and where five of a suit can come together its suits. So hands without such a suit
fall into one class for their ranks, those with it into one for the suit's ranks and the cards beside it up to a change of
the other suits: 448,409 classes stand for the 154,143,080 sevens of the deck with a joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

from houseway.cards import JOKER, Card

Class = tuple[tuple[Card, ...], int]
"""A hand, and how many hands are like it."""

_RANKS = range(13)
_FLUSH = 5


def hands(size: int, *, joker: bool = False) -> Iterator[Class]:
    """Every class of hands of five to seven cards, from 52 cards or from 53 with the joker."""
    yield from _natural(size, least=_FLUSH, beside=())
    if joker:
        yield from _natural(size - 1, least=_FLUSH - 1, beside=(JOKER,))


def _natural(size: int, *, least: int, beside: tuple[Card, ...]) -> Iterator[Class]:
    """Classes of so many cards without the joker; with ``least`` of a suit its ranks count."""
    flushes: Counter[int] = Counter()
    for suited in range(least, size + 1):
        others = [(other, _together(card >> 2 for card in other), 4 * times) for other, times in _others(size - suited)]
        for ranks in combinations(_RANKS, suited):
            own, together = tuple([Card(4 * rank) for rank in ranks]), _together(ranks)
            for other, more, times in others:
                flushes[together + more] += times
                yield own + other + beside, times
    for ranks in combinations_with_replacement(_RANKS, size):
        often = Counter(ranks)
        if max(often.values()) <= 4:
            every = 1
            for times in often.values():
                every *= comb(4, times)
            yield _spread(often) + beside, every - flushes[_together(ranks)]


def _together(ranks: Iterable[int]) -> int:
    """One number for ranks in any order: a digit for how many there are of each."""
    return sum([8**rank for rank in ranks])


def _others(size: int) -> Iterator[Class]:
    """Up to two cards of the three other suits, up to a change of these suits."""
    if size == 0:
        yield (), 1
    elif size == 1:
        for rank in _RANKS:
            yield (Card(4 * rank + 1),), 3
    else:
        for low, high in combinations_with_replacement(_RANKS, 2):
            yield (Card(4 * low + 1), Card(4 * high + 2)), 3 if low == high else 6
            if low != high:
                yield (Card(4 * low + 1), Card(4 * high + 1)), 3


def _spread(often: Counter[int]) -> tuple[Card, ...]:
    """Cards of these ranks with the suits as even as they can be, so that no suit has many."""
    used = [0, 0, 0, 0]
    found = []
    for rank, times in often.items():
        for suit in sorted(range(4), key=used.__getitem__)[:times]:
            used[suit] += 1
            found.append(Card(4 * rank + suit))
    return tuple(found)


def pockets() -> Iterator[Class]:
    """The 169 classes of two cards."""
    for low, high in combinations_with_replacement(_RANKS, 2):
        yield (Card(4 * low), Card(4 * high + 1)), 6 if low == high else 12
        if low != high:
            yield (Card(4 * low), Card(4 * high)), 4
