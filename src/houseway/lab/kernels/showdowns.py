"""One board: its 1,081 pairs in order, and what each wins against all the others that share no card with it."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.boards import PAIRS
from houseway.ranking.kernels.compiled import kernel
from houseway.ranking.kernels.hands import high
from houseway.ranking.kernels.lanes import lane, number

LIVE = 1_081
"""Pairs of the 47 cards that are not on the board."""
DEALERS = 990
"""Pairs of the 45 cards that are neither on the board nor the player's."""
CATEGORIES = 10
LOWER, EQUAL, HIGHER = 0, 1, 2

# A key as it is sorted by: 16 bits, 13 bits, and the number of the pair below.
_PAIR_BITS, _DIGIT = 16, 10
_CATEGORY_SHIFT = _PAIR_BITS + 13 + 12


@kernel
def order(board, suits, upper, lower, ordered, other, starts):
    """The pairs of a board from the lowest hand up: ``key << 16 | pair``, sorted digit by digit."""
    clubs, diamonds, hearts, spades = 0, 0, 0, 0
    dead = np.int64(0)
    for k in range(5):
        card = np.int64(board[k])
        dead |= 1 << card
        bit = 1 << (card >> 2)
        suit = card & 3
        clubs |= bit if suit == 0 else 0
        diamonds |= bit if suit == 1 else 0
        hearts |= bit if suit == 2 else 0
        spades |= bit if suit == 3 else 0
    c, d, h, s = lane(clubs), lane(diamonds), lane(hearts), lane(spades)
    c2, d2, h2, s2 = suits[0], suits[1], suits[2], suits[3]
    for i in range(PAIRS):
        above, below = high(c | lane(c2[i]), d | lane(d2[i]), h | lane(h2[i]), s | lane(s2[i]), lane(1), lane(2), 1)
        upper[i], lower[i] = number(above), number(below)

    starts[:] = 0
    cards = np.empty(47, np.int64)
    left = 0
    for card in range(52):
        if not dead >> card & 1:
            cards[left] = card
            left += 1
    found = 0
    for j in range(1, left):
        base = cards[j] * (cards[j] - 1) // 2
        for i in range(j):
            pair = base + cards[i]
            key = (np.int64(upper[pair]) << 13) | np.int64(lower[pair])
            ordered[found] = (key << _PAIR_BITS) | pair
            found += 1
            starts[0, key & 1023] += 1
            starts[1, key >> 10 & 1023] += 1
            starts[2, key >> 20] += 1
    for digit in range(3):
        total = 0
        for value in range(1 << _DIGIT):
            many = starts[digit, value]
            starts[digit, value] = total
            total += many
    for digit in range(3):
        shift = _PAIR_BITS + _DIGIT * digit
        start = starts[digit]
        for i in range(LIVE):
            one = ordered[i]
            value = one >> shift & 1023
            other[start[value]] = one
            start[value] += 1
        ordered, other = other, ordered
    # After three passes the last list is the second one.


@kernel
def by_category(ordered, first, second, total, with_card):
    """How many pairs are in each category, and how many of them have each card."""
    total[:] = 0
    with_card[:] = 0
    for i in range(LIVE):
        pair = ordered[i] & 0xFFFF
        category = ordered[i] >> _CATEGORY_SHIFT
        total[category] += 1
        with_card[category, first[pair]] += 1
        with_card[category, second[pair]] += 1


@kernel
def collapse(category, pays, total, with_card, less):
    """What a player with this category wins from all dealers, as if each of its own category were higher.

    ``less[card]``: what comes from dealers with a card.
    """
    less[:] = 0
    whole = np.int64(0)
    for other in range(CATEGORIES):
        if total[other]:
            pay = pays[category, other, HIGHER if other < category else LOWER]
            if pay:
                whole += pay * total[other]
                having = with_card[other]
                for card in range(52):
                    less[card] += pay * having[card]
    # The player's own pair stands among those of its category, and is taken away twice.
    return whole + pays[category, category, LOWER]


@kernel
def values(ordered, first, second, pays, total, with_card, won, work):
    """What each pair wins of two wagers at once, summed over the 990 dealers; in the parts that ``pays`` is given in.

    ``less`` and ``also`` hold for each card what dealers with it would pay a pair of the hand that is looked at: as pairs of a
    category are passed they turn from higher hands to equal ones and to lower ones.
    """
    less, also = work[0], work[1]
    won_a, won_b, pays_a, pays_b = won[0], won[1], pays[0], pays[1]
    category = -1
    whole_a, whole_b = np.int64(0), np.int64(0)
    even_a, low_a, even_b, low_b = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    start = 0
    while start < LIVE:
        key = ordered[start] >> _PAIR_BITS
        if key >> 25 != category:
            category = key >> 25
            whole_a = collapse(category, pays_a, total, with_card, less)
            whole_b = collapse(category, pays_b, total, with_card, also)
            own_a, own_b = pays_a[category, category], pays_b[category, category]
            even_a, low_a = own_a[EQUAL] - own_a[LOWER], own_a[HIGHER] - own_a[EQUAL]
            even_b, low_b = own_b[EQUAL] - own_b[LOWER], own_b[HIGHER] - own_b[EQUAL]
        stop = start
        while stop < LIVE and ordered[stop] >> _PAIR_BITS == key:
            pair = ordered[stop] & 0xFFFF
            a, b = first[pair], second[pair]
            less[a] += even_a
            less[b] += even_a
            also[a] += even_b
            also[b] += even_b
            stop += 1
        whole_a += (stop - start) * even_a
        whole_b += (stop - start) * even_b
        for i in range(start, stop):
            pair = ordered[i] & 0xFFFF
            a, b = first[pair], second[pair]
            # The pair itself is among the equal ones, and is taken away twice.
            won_a[pair] = whole_a + even_a - less[a] - less[b]
            won_b[pair] = whole_b + even_b - also[a] - also[b]
        if low_a or low_b:
            for i in range(start, stop):
                pair = ordered[i] & 0xFFFF
                a, b = first[pair], second[pair]
                less[a] += low_a
                less[b] += low_a
                also[a] += low_b
                also[b] += low_b
            whole_a += (stop - start) * low_a
            whole_b += (stop - start) * low_b
        start = stop


@kernel
def tally(ordered, first, second, total, with_card, times, weight, counted, work):
    """Add up how many deals end with each category of player, category of dealer and comparison.

    ``times[s, pair]``: how often the pair is played in way ``s`` on this board.
    """
    below, equal = work[0], work[1]
    ways = times.shape[0]
    played, having = np.zeros((ways, CATEGORIES), np.int64), np.zeros((ways, CATEGORIES, 52), np.int64)
    category, below_all = -1, 0
    equal[:] = 0
    start = 0
    while start < LIVE:
        key = ordered[start] >> _PAIR_BITS
        if key >> 25 != category:
            category = key >> 25
            below[:] = 0
            below_all = 0
        stop = start
        while stop < LIVE and ordered[stop] >> _PAIR_BITS == key:
            pair = ordered[stop] & 0xFFFF
            equal[first[pair]] += 1
            equal[second[pair]] += 1
            stop += 1
        here, with_here = total[category], with_card[category]
        for i in range(start, stop):
            pair = ordered[i] & 0xFFFF
            a, b = first[pair], second[pair]
            lower = below_all - below[a] - below[b]
            even = stop - start - equal[a] - equal[b] + 1
            rest = here - with_here[a] - with_here[b] + 1 - lower - even
            for way in range(ways):
                many = np.int64(times[way, pair])
                if many:
                    played[way, category] += many
                    having[way, category, a] += many
                    having[way, category, b] += many
                    many *= weight
                    counted[way, category, category, HIGHER] += many * lower
                    counted[way, category, category, EQUAL] += many * even
                    counted[way, category, category, LOWER] += many * rest
        below_all += stop - start
        for i in range(start, stop):
            pair = ordered[i] & 0xFFFF
            a, b = first[pair], second[pair]
            below[a] += equal[a]
            equal[a] = 0
            below[b] += equal[b]
            equal[b] = 0
        start = stop
    for way in range(ways):
        for mine in range(CATEGORIES):
            if not played[way, mine]:
                continue
            for other in range(CATEGORIES):
                if other == mine or not total[other]:
                    continue
                many = played[way, mine] * total[other]
                for card in range(52):
                    many -= having[way, mine, card] * with_card[other, card]
                counted[way, mine, other, HIGHER if other < mine else LOWER] += weight * many


@kernel
def beaten(boards, weights, suits, first, second, least, counted):
    """Add up hands of at least this key, and pairs of two players' hands that both are and of which one is beaten."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts = np.empty((3, 1024), np.int64)
    for i in range(boards.shape[0]):
        order(boards[i], suits, upper, lower, ordered, other, starts)
        start = LIVE
        while start > 0 and other[start - 1] >> _PAIR_BITS >= least:
            start -= 1
        lost = 0
        for j in range(start, LIVE):
            key, pair = other[j] >> _PAIR_BITS, other[j] & 0xFFFF
            a, b = first[pair], second[pair]
            for k in range(j + 1, LIVE):
                above = other[k] & 0xFFFF
                if other[k] >> _PAIR_BITS > key and a != first[above] and a != second[above]:
                    lost += b != first[above] and b != second[above]
        counted[0] += np.int64(weights[i]) * (LIVE - start)
        counted[1] += np.int64(weights[i]) * lost


@kernel
def won_by(boards, suits, first, second, pays, pair, found):
    """What one pair wins of two wagers on each of these boards, summed over the dealers."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    won = np.zeros((2, PAIRS), np.int64)
    for i in range(boards.shape[0]):
        order(boards[i], suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        values(other, first, second, pays, total, with_card, won, work)
        found[0, i], found[1, i] = won[0, pair], won[1, pair]
