"""What every setting of every hand wins and loses of all the dealer's hands that share no card with it.

As `houseway.chapters.c645a_pai_gow.lab.kernels.sums` has it, hands that share no card are counted by inclusion and exclusion: for each set S of cards,
up to a change of suits, a running table says how many of the dealer's hands that hold S stand below a high and a low hand, and
each player's hand that holds S adds from it with the sign of S's size. So a hand gets its sums as often as there are hands that
differ from it by their suits alone.

A setting is a cell: 128 times the number of kinds of high hands of the dealer's below it, and the number of kinds of low hands. It wins
where both hands of the dealer's are below, and loses where neither is. Hands of the player's are parted among the workers by the sum of
their ranks, so that no two add to the same one.
"""

from __future__ import annotations

import numpy as np

from houseway.chapters.c645a_pai_gow.lab.kernels.sevens import every
from houseway.chapters.c645a_pai_gow.lab.kernels.suits import JOKER, number_of
from houseway.chapters.c645a_pai_gow.lab.kernels.sums import held_by, others
from houseway.ranking.kernels.compiled import inlined, kernel

_SUIT = np.uint64(0x1FFF)
_FEW = 100
"""So many hands are compared one by one."""
BLOCK = 64
"""Hands whose counts are looked for at once."""
_FURTHER = 8
"""So many settings on, the counts of a hand lie on the next line of the memory; so many more must there be after the last hand's."""


@inlined
def packed_number(suited, ones, before, with_joker):
    """The number of a hand of seven, from the ranks of its four suits."""
    joker = np.int64(suited >> np.uint64(13)) & 1
    a, b = np.int64(suited & _SUIT), np.int64(suited >> np.uint64(16) & _SUIT)
    c, d = np.int64(suited >> np.uint64(32) & _SUIT), np.int64(suited >> np.uint64(48) & _SUIT)
    return number_of(a, b, c, d, 7 - joker, ones, before) + joker * with_joker


@kernel
def free_suits(held, free):
    """The suits of which no card is held, as how far their ranks are shifted; how many there are."""
    count = 0
    for suit in range(4):
        among = False
        for card in held:
            among = among or (card != JOKER and card & 3 == suit)
        if not among:
            free[count] = np.uint64(16 * suit)
            count += 1
    return count


@inlined
def alike(suited, free, count):
    """How many hands differ from one by the order of these suits alone; 0 for all of them but the one in falling order."""
    if count < 2:
        return 1
    a, b = suited >> free[0] & _SUIT, suited >> free[1] & _SUIT
    if count == 2:
        return 0 if a < b else 1 if a == b else 2
    c = suited >> free[2] & _SUIT
    if a < b or b < c:
        return 0
    return 1 if a == c else 3 if a == b or b == c else 6


@kernel
def tabled(numbered, count, dealt, highs, lows, row_of, table):
    """How many of the dealer's hands stand below each row and low hand, as running sums; how many rows there are.

    ``row_of``: the row of a number of high hands; only those that occur have one. A hand that settles nothing has no cell.
    """
    row_of[:] = 0
    for i in range(count):
        cell = dealt[numbered[i]]
        if cell >= 0:
            row_of[(cell >> 7) + 1] = 1
    for high in range(highs):
        row_of[high + 1] += row_of[high]
    rows = row_of[highs]
    table[: rows + 1] = 0
    for i in range(count):
        cell = dealt[numbered[i]]
        if cell >= 0:
            table[row_of[cell >> 7] + 1, (cell & 127) + 1] += 1
    for row in range(1, rows + 1):
        running = 0
        for low in range(1, lows + 1):
            running += table[row, low]
            table[row, low] = table[row - 1, low] + running
    return rows


@inlined
def one_by_one(above, beside, few, high, low):
    """How many of a few hands of the dealer's a setting wins from and loses to."""
    won = lost = np.int32(0)
    for k in range(few):
        under, less = above[k] < high, beside[k] < low
        won += under & less
        lost += not (under | less)
    return won, lost


@kernel
def gathered(numbered, suited, first, number, part_of, part, free, suits_free, suit_tables, start, counts, mine):
    """The next hands of the part, no more than a block: for each its class, where its counts begin, and how many hands it stands for.

    How many there are, and the hand to go on from. Their counts are read here, all at once, since they lie far apart.
    """
    ones, before = suit_tables
    with_joker = np.int64(before[3, 7, 8192])
    many = 0
    while first < number and many < BLOCK:
        kind = numbered[first]
        same = alike(suited[first], free, suits_free)
        if same != 0 and part_of[kind] == part:
            mine[0, many] = kind
            mine[1, many] = packed_number(suited[first], ones, before, with_joker)
            mine[2, many] = same
            many += 1
        first += 1
    for m in range(many):
        mine[1, m] = start[mine[1, m]]
    near = np.int64(0)
    for m in range(many):
        near ^= counts[mine[1, m], 0] ^ counts[mine[1, m] + _FURTHER, 0]
    mine[3, 0] = near
    return many, first


@kernel
def add_sets(
    sets, times, finding, numbers, dealt, highs, lows, part_of, part, suit_tables, begin, cells, start, counts
):
    """Add what the hands of one part get from each of these sets of cards.

    ``dealt``: the dealer's cell of a class of hands, below nothing where the hand settles nothing. ``begin`` and ``cells``: the settings
    of a class. ``start``: where the counts of a hand begin; there are two for each setting, won and lost.
    """
    parts, suits, rows_of, columns, starts = finding
    size = sets.shape[1]
    number = held_by(size)
    left = np.empty(53 - size, np.int64)
    numbered, suited = np.empty(number, np.int32), np.empty(number, np.uint64)
    row_of = np.zeros(highs + 1, np.int32)
    table = np.zeros((min(highs, number) + 1, lows + 1), np.int32)
    above, beside = np.empty(_FEW, np.int32), np.empty(_FEW, np.int32)
    free, mine = np.zeros(4, np.uint64), np.zeros((4, BLOCK), np.int64)
    for place in range(sets.shape[0]):
        others(sets[place], left)
        every(sets[place], left, parts, suits, rows_of, columns, starts, numbers, numbered, suited)
        weight = times[place] if size % 2 == 0 else -times[place]
        suits_free = free_suits(sets[place], free)
        rows = few = 0
        if number >= _FEW:
            rows = tabled(numbered, number, dealt, highs, lows, row_of, table)
        else:
            for i in range(number):
                cell = dealt[numbered[i]]
                if cell >= 0:
                    above[few], beside[few] = cell >> 7, cell & 127
                    few += 1
        whole = table[rows, lows]
        first = 0
        while first < number:
            many, first = gathered(
                numbered, suited, first, number, part_of, part, free, suits_free, suit_tables, start, counts, mine
            )
            for m in range(many):
                kind, at, same = mine[0, m], mine[1, m], mine[2, m] * weight
                for j in range(begin[kind], begin[kind + 1]):
                    won = lost = np.int64(0)
                    if number >= _FEW:
                        row, low = row_of[cells[j] >> 7], cells[j] & 127
                        won = np.int64(table[row, low])
                        lost = whole - table[row, lows] - table[rows, low] + won
                    else:
                        won, lost = one_by_one(above, beside, few, np.int32(cells[j] >> 7), np.int32(cells[j] & 127))
                    counts[at, 0] += same * won
                    counts[at, 1] += same * lost
                    at += 1


@kernel
def begun(hands, orbits, kinds, part_of, part, dealt, tables, begin, cells, start, counts):
    """Begin the counts of one part's hands with all the dealer's hands, those with one card in common, and the same hand.

    ``tables``: running sums over all of the dealer's hands, then over those with a card of each rank, then with the joker.
    """
    highs, lows = tables.shape[1] - 1, tables.shape[2] - 1
    for number in range(hands.shape[0]):
        kind = kinds[number]
        if part_of[kind] != part:
            continue
        at = start[number]
        own = dealt[kind]
        for j in range(begin[kind], begin[kind + 1]):
            high, low = cells[j] >> 7, cells[j] & 127
            won = lost = np.int64(0)
            for i in range(-1, 7):
                which = 0 if i < 0 else 14 if hands[number, i] == JOKER else 1 + np.int64(hands[number, i] >> 2)
                below = np.int64(tables[which, high, low])
                missed = tables[which, highs, lows] - tables[which, high, lows] - tables[which, highs, low] + below
                won += below if i < 0 else -below
                lost += missed if i < 0 else -missed
            if own >= 0:
                under, less = own >> 7 < high, own & 127 < low
                won -= under & less
                lost -= not (under | less)
            counts[at, 0] = orbits[number] * won
            counts[at, 1] = orbits[number] * lost
            at += 1


@kernel
def chosen(
    orbits, kinds, part_of, part, wins, losses, begin, start, counts, totals, times, gained, moved, most, example, best
):
    """Choose each hand's best setting, and add up what it wins and loses beside the house's own.

    ``wins`` and ``losses``: what one dealer's hand is worth. By the number of the setting: ``times`` it is best, what it has ``gained``, how
    many more of the dealer's hands it wins from and loses to (``moved``), the hand that it gains ``most`` for. ``best``: by the hand, the
    setting, what it wins and loses. Gives the number of hands whose sums cannot be, which is none.
    """
    wrong = 0
    for number in range(orbits.shape[0]):
        kind = kinds[number]
        if part_of[kind] != part:
            continue
        orbit = orbits[number]
        first, chosen_one, own, value = start[number], 0, np.int64(0), np.int64(0)
        for j in range(begin[kind + 1] - begin[kind]):
            won, lost = np.int64(counts[first + j, 0]), np.int64(counts[first + j, 1])
            wrong += won % orbit != 0 or lost % orbit != 0 or won < 0 or lost < 0
            worth = (wins * won - losses * lost) // orbit
            if j == 0:
                own = value = worth
            elif worth > value:
                chosen_one, value = j, worth
        at = begin[kind] + chosen_one
        times[at] += orbit
        gained[at] += orbit * (value - own)
        if value - own > most[at]:
            most[at], example[at] = value - own, number
        for side in range(2):
            totals[0, side] += counts[first, side]
            totals[1, side] += counts[first + chosen_one, side]
            moved[at, side] += counts[first + chosen_one, side] - counts[first, side]
        best[number, 0] = at
        best[number, 1] = counts[first + chosen_one, 0] // orbit
        best[number, 2] = counts[first + chosen_one, 1] // orbit
    return wrong


@kernel
def dealers(start, left, finding, numbers, numbered, weights):
    """Count the dealer's hands that hold these cards and others of those left, by their class."""
    parts, suits, rows, columns, starts = finding
    no_suits = np.empty(0, np.uint64)
    for i in range(every(start, left, parts, suits, rows, columns, starts, numbers, numbered, no_suits)):
        weights[numbered[i]] += 1
