"""The sums of 645a: how the hands that hold some cards are set, and how two such hands compare, over all hands at once.

Two hands of one deck share no card. Counting pairs that may share some, over every set S of cards both hold, with the sign of
its size leaves just those that share none. So for each S, up to a change of suits, the hands that hold it are counted by where
their high and low hands stand, and the pairs of these counts by how they compare.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel

EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
SUMS = 9
"""Of the pairs of a set: all; the dealer's high hand lower, or not higher; the low hand lower, or not higher; both of each."""
LOWS = 128
JOKER = 52


@inlined
def slot_of(key, bits):
    """Where a key is looked for first."""
    return (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - bits)


@kernel
def fill(keys, slots, bits):
    """Give each key a slot of its own; the slot of each."""
    size = slots.shape[0]
    found = np.empty(keys.shape[0], np.int64)
    for number in range(keys.shape[0]):
        at = np.int64(slot_of(keys[number], bits))
        while slots[at] != EMPTY:
            at = (at + 1) % size
        slots[at] = keys[number]
        found[number] = at
    return found


@inlined
def flushing(cards, number, last, ranks, slots, stood, bits):
    """Where a hand stands that may have a flush: by its ranks and the ranks of the suit."""
    masks = np.zeros(4, np.uint64)
    counts = np.zeros(4, np.int64)
    joker = 0
    key = np.uint64(0)
    for i in range(number + 1):
        card = cards[i] if i < number else last
        key += ranks[card]
        if card == JOKER:
            joker = 1
        else:
            masks[card & 3] |= np.uint64(1) << np.uint64(card >> 2)
            counts[card & 3] += 1
    for suit in range(4):
        if counts[suit] + joker >= 5:
            key |= masks[suit] << np.uint64(42)
    size = np.int64(slots.shape[0])
    at = np.int64(slot_of(key, bits))
    while slots[at] != key:
        at = (at + 1) % size
    return stood[at]


@kernel
def every(start, parts, suits, rows, columns, plain, ranks, slots, stood, bits, found):
    """Where each hand of seven that holds these cards stands.

    A hand without a flush is found by its ranks: the lower seven and the upper six with the joker each have a number, and
    both together a place. ``parts`` holds what a card adds to both numbers, ``suits`` what it adds to the count of its suit.
    """
    held = np.zeros(53, np.bool_)
    for card in start:
        held[card] = True
    fixed = start.shape[0]
    left = np.empty(53 - fixed, np.int64)
    count = 0
    for card in range(53):
        if not held[card]:
            left[count] = card
            count += 1
    wanted = 7 - fixed
    cards = np.zeros(8, np.int64)
    part_of, suit_of = np.zeros(8, np.uint64), np.zeros(8, np.uint64)
    part, suit = np.uint64(0), np.uint64(0)
    for i in range(fixed):
        cards[i] = start[i]
        part += parts[start[i]]
        suit += suits[start[i]]
    part_of[0], suit_of[0] = part, suit
    chosen = np.zeros(8, np.int64)
    depth, number = 0, 0
    at = 0
    while True:
        if depth + 1 < wanted:
            if at <= count - (wanted - depth):
                chosen[depth] = at
                card = left[at]
                cards[fixed + depth] = card
                part_of[depth + 1] = part_of[depth] + parts[card]
                suit_of[depth + 1] = suit_of[depth] + suits[card]
                depth += 1
                at += 1
                continue
        else:
            part, suit = part_of[depth], suit_of[depth]
            for last in range(at, count):
                card = left[last]
                together = part + parts[card]
                if (suit + suits[card] + np.uint64(0x3333)) & np.uint64(0x8888):
                    found[number] = flushing(cards, 6, card, ranks, slots, stood, bits)
                else:
                    low, high = together & np.uint64(0xFFFFFFFF), together >> np.uint64(32)
                    found[number] = plain[rows[np.int64(high)] + columns[np.int64(low)]]
                number += 1
        if depth == 0:
            return number
        depth -= 1
        at = chosen[depth] + 1


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
    starts_first, starts_other = np.zeros(highs + 1, np.int64), np.zeros(highs + 1, np.int64)
    lows_other = np.zeros(LOWS + 1, np.int64)
    for i in range(number):
        cell = cells[i]
        starts_first[first_high[cell] + 1] += 1
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
        theirs[put_other[other_high[cell]]] = other_low[cell]
        put_other[other_high[cell]] += 1
    tree = np.zeros(LOWS + 1, np.int64)
    sums[0] += np.int64(number) * np.int64(number)
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
    for i in range(number):
        theirs_high[i], theirs_low[i] = other_high[cells[i]], other_low[cells[i]]
    sums[0] += np.int64(number) * np.int64(number)
    for i in range(number):
        high, low = np.int32(first_high[cells[i]]), np.int32(first_low[cells[i]])
        a = b = c = d = ac = ad = bc = bd = np.int32(0)
        for j in range(number):
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


@kernel
def of_sets(sets, times, finding, bits, first_high, first_low, other_high, other_low, highs, dense, sums):
    """Add the pairs of each of these sets of cards, as often as changes of suits make others of it."""
    parts, suits, rows, columns, plain, ranks, slots, stood = finding
    wanted = 7 - sets.shape[1]
    number = np.int64(1)
    for i in range(wanted):
        number = number * (53 - sets.shape[1] - i) // (i + 1)
    cells = np.empty(number, np.int32)
    weights = np.zeros(first_high.shape[0], np.int64)
    one = np.zeros(SUMS, np.int64)
    for place in range(sets.shape[0]):
        every(sets[place], parts, suits, rows, columns, plain, ranks, slots, stood, bits, cells)
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


@kernel
def sets_of(size, joker, found, times, store):
    """Every set of so many cards up to a change of suits, and how many sets each stands for; how many there are.

    Each suit holds a set of ranks; suits in falling order of these stand for all their orders.
    """
    natural = size - (1 if joker else 0)
    count = 0
    ones = np.zeros(8192, np.int64)
    for mask in range(1, 8192):
        ones[mask] = ones[mask >> 1] + (mask & 1)
    for a in range(8192):
        if ones[a] > natural:
            continue
        for b in range(a + 1):
            if ones[a] + ones[b] > natural:
                continue
            for c in range(b + 1):
                rest = natural - ones[a] - ones[b] - ones[c]
                if rest < 0:
                    continue
                for d in range(c + 1):
                    if ones[d] != rest:
                        continue
                    if store:
                        same = 1
                        run = 1
                        run = run + 1 if a == b else 1
                        same *= run
                        run = run + 1 if b == c else 1
                        same *= run
                        run = run + 1 if c == d else 1
                        same *= run
                        times[count] = 24 // same
                        at = 0
                        for suit in range(4):
                            mask = a if suit == 0 else b if suit == 1 else c if suit == 2 else d
                            for rank in range(13):
                                if mask >> rank & 1:
                                    found[count, at] = 4 * rank + suit
                                    at += 1
                        if joker:
                            found[count, at] = JOKER
                    count += 1
    return count
