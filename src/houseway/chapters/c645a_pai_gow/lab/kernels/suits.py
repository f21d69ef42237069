"""Sets of cards up to a change of suits: each suit holds a set of ranks, and suits in falling order of these stand for all their orders.

The sets of one size are numbered in rising order of the first suit's ranks, then of the second's and so on, those with the joker
after the others.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel

JOKER = 52


@kernel
def counted(ones, before):
    """Fill in how many cards a suit's ranks are, and how many sets come before one.

    ``before[left, cards, ranks]``: with so many suits below and so many cards for this and those, the sets whose ranks here are lower.
    """
    for mask in range(1, 8192):
        ones[mask] = ones[mask >> 1] + (mask & 1)
    for left in range(4):
        for cards in range(8):
            for mask in range(8192):
                rest = cards - ones[mask]
                more = 0
                if left == 0:
                    more = 1 if rest == 0 else 0
                elif rest >= 0:
                    more = before[left - 1, rest, mask + 1]
                before[left, cards, mask + 1] = before[left, cards, mask] + more


@inlined
def number_of(a, b, c, d, cards, ones, before):
    """The number of a set, its suits in any order."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    number = before[3, cards, a]
    cards -= ones[a]
    number += before[2, cards, b]
    cards -= ones[b]
    number += before[1, cards, c]
    cards -= ones[c]
    return number + before[0, cards, d]


@kernel
def numbers_of(hands, ones, before, hand_numbers):
    """The number of each hand of seven."""
    suits = np.zeros(4, np.int64)
    with_joker = before[3, 7, 8192]
    for at in range(hands.shape[0]):
        suits[:] = 0
        cards = 0
        for card in hands[at]:
            if card != JOKER:
                suits[card & 3] |= 1 << np.int64(card >> 2)
                cards += 1
        number = number_of(suits[0], suits[1], suits[2], suits[3], cards, ones, before)
        hand_numbers[at] = number if cards == 7 else with_joker + number


@kernel
def sets_of(cards, joker, ones, filled, times):
    """Fill in every set of so many cards and, where ``joker`` is 1, the joker; and how many sets each stands for."""
    upto, many = np.zeros((8, 8192), np.int64), np.zeros(8, np.int64)
    of_size, some = np.zeros((8, 8192), np.int64), np.zeros(8, np.int64)
    for mask in range(8192):
        for most in range(ones[mask], 8):
            upto[most, many[most]] = mask
            many[most] += 1
        if ones[mask] < 8:
            of_size[ones[mask], some[ones[mask]]] = mask
            some[ones[mask]] += 1
    number = 0
    suits = np.zeros(4, np.int64)
    for i in range(many[cards]):
        a = upto[cards, i]
        after_a = cards - ones[a]
        for j in range(many[after_a]):
            b = upto[after_a, j]
            if b > a:
                break
            after_b = after_a - ones[b]
            for k in range(many[after_b]):
                c = upto[after_b, k]
                if c > b:
                    break
                after_c = after_b - ones[c]
                for m in range(some[after_c]):
                    d = of_size[after_c, m]
                    if d > c:
                        break
                    suits[0], suits[1], suits[2], suits[3] = a, b, c, d
                    same = run = 1
                    at = 0
                    for suit in range(4):
                        if suit:
                            run = run + 1 if suits[suit] == suits[suit - 1] else 1
                            same *= run
                        for rank in range(13):
                            if suits[suit] >> rank & 1:
                                filled[number, at] = 4 * rank + suit
                                at += 1
                    if joker:
                        filled[number, at] = JOKER
                    times[number] = 24 // same
                    number += 1
