"""The sums of 645a: how the hands that hold some cards are set, and how two such hands compare, over all hands at once.

Two hands of one deck share no card. Counting pairs that may share some, over every set S of cards both hold, with the sign of
its size leaves just those that share none. So for each S, up to a change of suits, the hands that hold it are counted by where
their high and low hands stand, and the pairs of these counts by how they compare. A hand whose high hand stands below nothing
is not among the dealer's.
"""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.sevens import every
from houseway.ranking.kernels.compiled import inlined, kernel

SUMS = 9
"""Of the pairs of a set: all; the dealer's high hand lower, or not higher; the low hand lower, or not higher; both of each."""
LOWS = 128


@inlined
def below(tree, low):
    """How many of those counted so far have a low hand that stands below."""
    total = np.int64(0)
    at = low
    while at > 0:
        total += tree[at]
        at &= at - 1
    return total


@kernel
def few(cells, first_high, first_low, other_high, other_low, number, highs, sums):
    """Add the pairs of a few hands: sorted by the high hand, the low hands counted in a tree."""
    others_shown = np.int64(0)
    for i in range(number):
        others_shown += other_high[cells[i]] >= 0
    if others_shown == 0:
        return
    starts_first, starts_other = np.zeros(highs + 1, np.int64), np.zeros(highs + 1, np.int64)
    lows_other = np.zeros(LOWS + 1, np.int64)
    for i in range(number):
        cell = cells[i]
        starts_first[first_high[cell] + 1] += 1
        if other_high[cell] >= 0:
            starts_other[other_high[cell] + 1] += 1
            lows_other[other_low[cell] + 1] += 1
    for h in range(highs):
        starts_first[h + 1] += starts_first[h]
        starts_other[h + 1] += starts_other[h]
    for low in range(LOWS):
        lows_other[low + 1] += lows_other[low]
    mine, theirs = np.empty(number, np.int64), np.empty(number, np.int64)
    put_first, put_other = starts_first[:highs].copy(), starts_other[:highs].copy()
    for i in range(number):
        cell = cells[i]
        mine[put_first[first_high[cell]]] = first_low[cell]
        put_first[first_high[cell]] += 1
        if other_high[cell] >= 0:
            theirs[put_other[other_high[cell]]] = other_low[cell]
            put_other[other_high[cell]] += 1
    tree = np.zeros(LOWS + 1, np.int64)
    sums[0] += np.int64(number) * others_shown
    low_below = low_not_above = both_below = below_not_above = not_above_below = both_not_above = np.int64(0)
    for h in range(highs):
        a, b = starts_first[h], starts_first[h + 1]
        c, d = starts_other[h], starts_other[h + 1]
        sums[1] += (b - a) * c
        sums[2] += (b - a) * d
        for i in range(a, b):
            low = mine[i]
            low_below += lows_other[low]
            low_not_above += lows_other[low + 1]
            both_below += below(tree, low)
            below_not_above += below(tree, low + 1)
        for i in range(c, d):
            at = theirs[i] + 1
            while at <= LOWS:
                tree[at] += 1
                at += at & -at
        for i in range(a, b):
            low = mine[i]
            not_above_below += below(tree, low)
            both_not_above += below(tree, low + 1)
    sums[3] += low_below
    sums[4] += low_not_above
    sums[5] += both_below
    sums[6] += below_not_above
    sums[7] += not_above_below
    sums[8] += both_not_above


@kernel
def directly(cells, first_high, first_low, other_high, other_low, number, sums):
    """Add the pairs of very few hands, one by one."""
    theirs_high, theirs_low = np.empty(number, np.int32), np.empty(number, np.int32)
    others_shown = 0
    for i in range(number):
        if other_high[cells[i]] >= 0:
            theirs_high[others_shown], theirs_low[others_shown] = other_high[cells[i]], other_low[cells[i]]
            others_shown += 1
    if others_shown == 0:
        return
    sums[0] += np.int64(number) * np.int64(others_shown)
    for i in range(number):
        high, low = np.int32(first_high[cells[i]]), np.int32(first_low[cells[i]])
        a = b = c = d = ac = ad = bc = bd = np.int32(0)
        for j in range(others_shown):
            p, q = np.int32(theirs_high[j] < high), np.int32(theirs_high[j] <= high)
            r, s = np.int32(theirs_low[j] < low), np.int32(theirs_low[j] <= low)
            a += p
            b += q
            c += r
            d += s
            ac += p & r
            ad += p & s
            bc += q & r
            bd += q & s
        sums[1] += a
        sums[2] += b
        sums[3] += c
        sums[4] += d
        sums[5] += ac
        sums[6] += ad
        sums[7] += bc
        sums[8] += bd


@kernel
def many(weights, first_high, first_low, other_high, other_low, highs, sums):
    """Add the pairs of many hands, counted by where they stand: running sums over high and low hands."""
    first, other = np.zeros((highs, LOWS), np.int64), np.zeros((highs, LOWS), np.int64)
    lows = np.zeros(LOWS + 1, np.int64)
    for cell in range(weights.shape[0]):
        if weights[cell]:
            first[first_high[cell], first_low[cell]] += weights[cell]
            if other_high[cell] >= 0:
                other[other_high[cell], other_low[cell]] += weights[cell]
                lows[other_low[cell] + 1] += weights[cell]
    for low in range(LOWS):
        lows[low + 1] += lows[low]
    running = np.zeros(LOWS, np.int64)
    total = np.int64(0)
    for h in range(highs):
        row = np.int64(0)
        under = np.int64(0)
        for low in range(LOWS):
            mine = first[h, low]
            row += mine
            sums[0] += mine * lows[LOWS]
            sums[1] += mine * total
            sums[3] += mine * lows[low]
            sums[4] += mine * lows[low + 1]
            sums[5] += mine * under
            under += running[low]
            sums[6] += mine * under
        here = np.int64(0)
        under = np.int64(0)
        for low in range(LOWS):
            sums[7] += first[h, low] * under
            running[low] += other[h, low]
            under += running[low]
            sums[8] += first[h, low] * under
            here += other[h, low]
        total += here
        sums[2] += row * total


@inlined
def held_by(cards):
    """How many hands of seven hold so many cards."""
    number = np.int64(1)
    for i in range(7 - cards):
        number = number * (53 - cards - i) // (i + 1)
    return number


@kernel
def others(held, left):
    """The cards that are not held."""
    count = 0
    for card in range(53):
        among = False
        for one in held:
            among = among or one == card
        if not among:
            left[count] = card
            count += 1


@kernel
def of_sets(sets, times, finding, of_class, first_high, first_low, other_high, other_low, highs, dense, sums):
    """Add the pairs of each of these sets of cards, as often as changes of suits make others of it."""
    parts, suits, rows, columns, starts = finding
    number = held_by(sets.shape[1])
    left = np.empty(53 - sets.shape[1], np.int64)
    no_suits = np.empty(0, np.uint64)
    cells = np.empty(number, np.int32)
    weights = np.zeros(first_high.shape[0], np.int64)
    one = np.zeros(SUMS, np.int64)
    for place in range(sets.shape[0]):
        others(sets[place], left)
        every(sets[place], left, parts, suits, rows, columns, starts, of_class, cells, no_suits)
        one[:] = 0
        if dense:
            weights[:] = 0
            for i in range(number):
                weights[cells[i]] += 1
            many(weights, first_high, first_low, other_high, other_low, highs, one)
        elif number < 100:
            directly(cells, first_high, first_low, other_high, other_low, number, one)
        else:
            few(cells, first_high, first_low, other_high, other_low, number, highs, one)
        for k in range(SUMS):
            sums[k] += one[k] * times[place]
