"""Every seven-card hand of 52 cards, counted by category."""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels.compiled import kernel
from houseway.ranking.kernels.hands import high, spares
from houseway.ranking.kernels.lanes import lane, number, where
from houseway.ranking.order import Category

SEVEN_CARD_HANDS = 133_784_560
_CATEGORIES = Category.ROYAL_FLUSH + 1


@kernel
def _threes():
    """The suits of every three cards, those with the highest lowest card first."""
    suits = np.zeros((4, 22_100), np.uint16)
    at = 0
    for a in range(49, -1, -1):
        for b in range(a + 1, 51):
            for c in range(b + 1, 52):
                for card in (a, b, c):
                    suits[card & 3, at] |= 1 << (card >> 2)
                at += 1
    return suits


@kernel
def _count(lowest, first, second, at_least):
    """How many hands with this lowest card reach each category."""
    threes = _threes()
    clubs, diamonds, hearts, spades = threes[0], threes[1], threes[2], threes[3]
    one, two = lane(first), lane(second)
    upper = np.empty(threes.shape[1], np.uint16)
    four = np.zeros(4, np.int64)
    for b in range(lowest + 1, 47):
        for c in range(b + 1, 48):
            for d in range(c + 1, 49):
                four[:] = 0
                for card in (lowest, b, c, d):
                    four[card & 3] |= 1 << (card >> 2)
                c4, d4, h4, s4 = lane(four[0]), lane(four[1]), lane(four[2]), lane(four[3])
                above = 51 - d
                size = above * (above - 1) * (above - 2) // 6
                for i in range(size):
                    c7, d7 = lane(clubs[i]) | c4, lane(diamonds[i]) | d4
                    h7, s7 = lane(hearts[i]) | h4, lane(spades[i]) | s4
                    best, _ = high(c7, d7, h7, s7, one, two, 1)
                    upper[i] = number(best)
                for category in range(at_least.shape[0]):
                    least = lane(category << 12)
                    # Below 65,536 in one go, so that a lane can hold it.
                    reached = lane(0)
                    for i in range(size):
                        reached = reached + where(lane(upper[i]) >= least, lane(1), lane(0))
                    at_least[category] += number(reached)


def seven_card_categories(executor: Executor | None = None) -> NDArray[np.int64]:
    """The number of seven-card hands in each `Category` up to the royal flush."""
    spare = spares(7)

    def reaching(lowest: int) -> NDArray[np.int64]:
        at_least = np.zeros(_CATEGORIES, np.int64)
        _count(lowest, *spare, at_least)
        return at_least

    lowest = range(46)
    reached = sum(map(reaching, lowest) if executor is None else executor.map(reaching, lowest))
    return -np.diff(np.append(reached, 0))
