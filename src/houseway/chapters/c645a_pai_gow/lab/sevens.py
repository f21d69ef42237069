"""The 292,253 classes of seven cards that a house way can tell apart, each with a hand and the number of hands like it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from houseway.chapters.c645a_pai_gow.lab.kernels import sevens as kernels


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """``finding``: the tables by which a kernel finds a hand's class. ``hands``: one of each, the highest card first;
    ``weights``: how many there are of it."""

    finding: Any
    hands: Any
    weights: Any


@cache
def classes() -> Classes:
    """Every class, by its number."""
    upper, lower = 2 * 5 ** (13 - kernels.LOWER), 5**kernels.LOWER
    sizes, ones = np.zeros(max(upper, lower), np.int64), np.zeros(8192, np.int64)
    rows, columns = np.zeros(upper, np.int32), np.zeros(lower, np.int32)
    starts = np.zeros((2, 8192), np.int32)
    total = kernels.numbered(sizes, rows, columns, starts, ones)
    assert total == kernels.CLASSES
    parts, suits = np.zeros(53, np.uint64), np.zeros(53, np.uint64)
    for card in range(53):
        rank = 13 if card == kernels.JOKER else card >> 2
        parts[card] = 5**rank if rank < kernels.LOWER else 5 ** (rank - kernels.LOWER) << 32
        suits[card] = 0x1111 if card == kernels.JOKER else 1 << 4 * (card & 3)
    hands, weights = np.zeros((total, 7), np.uint8), np.zeros(total, np.int64)
    few = (np.flatnonzero(sizes[:end] <= 7) for end in (upper, lower))
    kernels.represented(sizes, *few, rows, columns, hands, weights)
    kernels.represented_flushes(parts, rows, columns, starts, ones, hands, weights)
    return Classes(finding=(parts, suits, rows, columns, starts), hands=hands, weights=weights)


@cache
def with_one() -> tuple[tuple[Any, int], ...]:
    """By class, how many hands hold one card of each rank, then the joker; and how many such cards there are."""
    every = classes()
    joker = every.hands == kernels.JOKER
    by_rank = []
    for rank in range(13):
        # Each of the four cards is in as many of the hands.
        held = ((every.hands >> 2 == rank) & ~joker).sum(1)
        by_rank.append((every.weights * held // 4, 4))
    return (*by_rank, (every.weights * joker.any(1), 1))
