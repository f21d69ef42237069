"""The sums of 645a: how the hands that hold some cards are set, and how two such hands compare, over all hands at once.

Two hands of one deck share no card. Counting pairs that may share some, over every set S of cards both hold, with the sign of
its size leaves just those that share none. So for each S, up to a change of suits, the hands that hold it are counted by where
their high and low hands stand, and the pairs of these counts by how they compare.

The hands that hold S are not dealt one by one. Those of the same ranks are counted together, by how many cards of each rank are
left; then those with a flush, by the ranks of their suit and of the cards beside it, are counted as such and no longer by their ranks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numba.types import int64

from houseway.chapters.c645a_pai_gow.lab.kernels.sevens import CLASSES, JOKER, PLAIN, plain_class
from houseway.ranking.kernels.compiled import inlined, kernel

SUMS = 9
"""Of the pairs of a set: all; the dealer's high hand lower, or not higher; the low hand lower, or not higher; both of each."""
LOWS = 128
LINES = PLAIN + 8 * (CLASSES - PLAIN)
"""At most so many lines count the hands that hold some cards: of each kind of flush there are two in each suit."""


@intrinsic
def lowest_bit(typing: Any, bits: Any) -> Any:
    """The place of the lowest bit that is set; one must be."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return int64(int64), build


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
        for own in held:
            among = among or own == card
        if not among:
            left[count] = card
            count += 1


@kernel
def by_ranks(start, wanted, free, steps, rows, columns, kinds, times, number):
    """Add a line for all ranks of so many more cards: their class without a flush, and in how many ways the cards are left.

    ``free``: how many cards of each rank are left. Gives the number of lines.
    """
    if wanted == 0:
        kinds[number], times[number] = plain_class(start, rows, columns), 1
        return number + 1
    # For each card so far: the rank, how many of it, the ways, the ranks together, and the rank to try next.
    ranks, alike, ways = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    following, together = np.zeros(8, np.int64), np.zeros(8, np.uint64)
    ranks[0], ways[0], following[0], together[0] = 13, 1, 12, start
    depth = 0
    while depth >= 0:
        before = ranks[depth]
        if depth + 1 == wanted:
            for rank in range(min(before, 12) + 1):
                more = ways[depth] * free[rank]
                if rank == before:
                    more = ways[depth] * (free[rank] - alike[depth]) // (alike[depth] + 1)
                if more:
                    kinds[number] = plain_class(together[depth] + steps[rank], rows, columns)
                    times[number] = more
                    number += 1
            depth -= 1
            continue
        rank = following[depth]
        if rank < 0:
            depth -= 1
            continue
        following[depth] = rank - 1
        held = alike[depth] if rank == before else 0
        more = ways[depth] * (free[rank] - held) // (held + 1)
        if more:
            depth += 1
            ranks[depth], alike[depth], ways[depth], following[depth] = rank, held + 1, more, rank
            together[depth] = together[depth - 1] + steps[rank]
    return number


@inlined
def flush_line(kind, plain, many, kinds, times, number):
    """So many hands are of this class, and no longer of the one of their ranks."""
    kinds[number], times[number] = kind, many
    kinds[number + 1], times[number + 1] = plain, -many
    return number + 2


@kernel
def by_flush(
    start, wanted, joker, suit, beside, beside_held, masks, together, steps, rows, columns, kinds, times, number
):
    """Add the lines of the hands that may have a flush of a suit of which some ranks are held.

    ``beside``: how many cards of other suits there shall be, ``beside_held`` the ranks of those that are held. ``wanted``: the cards to come.
    ``masks``: by number of cards the sets of ranks, ``together`` what they add to the numbers of the ranks.
    """
    here = beside_held.shape[0]
    more = beside - here
    own = wanted - more
    if own < 0:
        return number
    sets, many = masks
    first = beside_held[0] if here > 0 else -1
    for i in range(many[own]):
        mask = sets[own, i]
        if mask & suit:
            continue
        kind = np.int64(start[joker, mask | suit])
        part = together[mask | suit]
        for at in range(here):
            part += steps[beside_held[at]]
        if joker:
            part += steps[13]
        if more == 0:
            if here == 1:
                kind += first
            elif here == 2:
                most, least = max(first, beside_held[1]), min(first, beside_held[1])
                kind += most * (most + 1) // 2 + least
            number = flush_line(kind, plain_class(part, rows, columns), 1, kinds, times, number)
        elif more == 1:
            for rank in range(13):
                plain = plain_class(part + steps[rank], rows, columns)
                if here == 0:
                    number = flush_line(kind + rank, plain, 3, kinds, times, number)
                else:
                    most, least = max(first, rank), min(first, rank)
                    left = 3 - (rank == first)
                    number = flush_line(kind + most * (most + 1) // 2 + least, plain, left, kinds, times, number)
        else:
            for most in range(13):
                for least in range(most + 1):
                    plain = plain_class(part + steps[most] + steps[least], rows, columns)
                    left = 3 if most == least else 9
                    number = flush_line(kind + most * (most + 1) // 2 + least, plain, left, kinds, times, number)
    return number


@kernel
def holding(held, finding, masks, together, kinds, times):
    """Count the hands of seven that hold these cards by their class: lines whose numbers add up, and how many lines there are."""
    parts, _, rows, columns, starts = finding
    steps = np.zeros(14, np.uint64)
    for rank in range(13):
        steps[rank] = parts[4 * rank]
    steps[13] = parts[JOKER]
    free, suits = np.full(13, 4), np.zeros(4, np.int64)
    natural = np.zeros(7, np.int64)
    start, cards, joker = np.uint64(0), 0, 0
    for card in held:
        start += parts[card]
        if card == JOKER:
            joker = 1
        else:
            free[card >> 2] -= 1
            suits[card & 3] |= 1 << np.int64(card >> 2)
            natural[cards] = card
            cards += 1
    wanted = 7 - joker - cards
    number = 0
    beside = np.zeros(2, np.int64)
    for with_joker in range(joker, 2):
        # The joker is held, or is one of the cards to come, or is not there.
        drawn = with_joker - joker
        if wanted < drawn:
            continue
        all_start = start + steps[13] if drawn else start
        number = by_ranks(all_start, wanted - drawn, free, steps, rows, columns, kinds, times, number)
        for suit in range(4):
            here = 0
            for i in range(cards):
                if natural[i] & 3 != suit:
                    if here < 2:
                        beside[here] = natural[i] >> 2
                    here += 1
            for upto in range(here, 3):
                number = by_flush(
                    starts, wanted - drawn, with_joker, suits[suit], upto, beside[:here], masks, together, steps, rows, columns,
                    kinds, times, number,
                )  # fmt: skip
    return number


@kernel
def standing(kinds, times, number, places, cells, weights, marks, taken, many):
    """Where so many lines of hands stand: their cells in rising order, and how many hands there are of each; how many cells.

    ``places``: the place of a class among all ``cells``, below nothing for one left out. ``weights`` and ``marks`` are left empty: a bit
    for each place that is taken, and in the second row one for each 64 of those bits.
    """
    near, far = marks[0], marks[1]
    for i in range(number):
        place = np.int64(places[kinds[i]])
        if place >= 0:
            weights[place] += times[i]
            near[place >> 6] |= 1 << (place & 63)
            far[place >> 12] |= 1 << (place >> 6 & 63)
    count = 0
    for block in range((near.shape[0] >> 6) + 1):
        words, far[block] = far[block], 0
        while words:
            word = block << 6 | lowest_bit(words)
            words &= words - 1
            bits, near[word] = near[word], 0
            while bits:
                place = word << 6 | lowest_bit(bits)
                bits &= bits - 1
                if weights[place]:
                    taken[count], many[count] = cells[place], weights[place]
                    count += 1
                weights[place] = 0
    return count


@inlined
def count_in(cell, times, under):
    """Count hands of the dealer's: ``under`` has for each low hand how many stand below it."""
    for low in range((cell & 127) + 1, LOWS + 1):
        under[low] += times


@kernel
def pairs(mine, my_times, my_number, theirs, their_times, their_number, under, sums):
    """Add the pairs of hands, both in rising order of their cells: 128 times the high hand, and the low hand."""
    under[:] = 0
    counted = np.int64(0)
    high_below = high_not_above = np.int64(0)
    both_below = below_not_above = not_above_below = both_not_above = np.int64(0)
    at = start = 0
    while start < my_number:
        high = mine[start] >> 7
        while at < their_number and theirs[at] >> 7 < high:
            count_in(theirs[at], their_times[at], under)
            counted += their_times[at]
            at += 1
        here = np.int64(0)
        stop = start
        while stop < my_number and mine[stop] >> 7 == high:
            low, many = mine[stop] & 127, np.int64(my_times[stop])
            both_below += many * under[low]
            below_not_above += many * under[low + 1]
            here += many
            stop += 1
        high_below += here * counted
        while at < their_number and theirs[at] >> 7 == high:
            count_in(theirs[at], their_times[at], under)
            counted += their_times[at]
            at += 1
        high_not_above += here * counted
        for i in range(start, stop):
            low, many = mine[i] & 127, np.int64(my_times[i])
            not_above_below += many * under[low]
            both_not_above += many * under[low + 1]
        start = stop
    while at < their_number:
        count_in(theirs[at], their_times[at], under)
        counted += their_times[at]
        at += 1
    every = low_below = low_not_above = np.int64(0)
    for i in range(my_number):
        low, many = mine[i] & 127, np.int64(my_times[i])
        every += many
        low_below += many * under[low]
        low_not_above += many * under[low + 1]
    sums[0] += every * counted
    sums[1] += high_below
    sums[2] += high_not_above
    sums[3] += low_below
    sums[4] += low_not_above
    sums[5] += both_below
    sums[6] += below_not_above
    sums[7] += not_above_below
    sums[8] += both_not_above


@kernel
def of_sets(sets, times, finding, masks, together, my_places, my_cells, their_places, their_cells, alike, sums):
    """Add the pairs of each of these sets of cards, as often as changes of suits make others of it.

    ``alike``: whether both set every hand in the same way.
    """
    lines = min(LINES, 3 * held_by(sets.shape[1]))
    kinds, counts = np.empty(lines, np.int32), np.empty(lines, np.int32)
    places = max(my_cells.shape[0], their_cells.shape[0])
    weights, marks = np.zeros(places, np.int32), np.zeros((2, (places >> 6) + 1), np.int64)
    mine, my_times = np.empty(places, np.int32), np.empty(places, np.int32)
    theirs, their_times = np.empty(places, np.int32), np.empty(places, np.int32)
    under, set_sums = np.zeros(LOWS + 1, np.int32), np.zeros(SUMS, np.int64)
    for place in range(sets.shape[0]):
        number = holding(sets[place], finding, masks, together, kinds, counts)
        my_number = standing(kinds, counts, number, my_places, my_cells, weights, marks, mine, my_times)
        set_sums[:] = 0
        if alike:
            pairs(mine, my_times, my_number, mine, my_times, my_number, under, set_sums)
        else:
            their_number = standing(
                kinds, counts, number, their_places, their_cells, weights, marks, theirs, their_times
            )
            pairs(mine, my_times, my_number, theirs, their_times, their_number, under, set_sums)
        for k in range(SUMS):
            sums[k] += set_sums[k] * times[place]
