"""The sevens of the 53 cards by what a setting depends on: how often each rank is held, and the ranks of a suit that may be a flush.

These are 292,253 classes. A hand without such a suit has the number of its ranks: the lower seven and the upper six with the
joker each have a number, and both together a place. A hand with one has a number by the ranks of the suit and those beside it.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel

JOKER = 52
LOWER = 7
"""So many ranks, from the deuce up, have one number; the others and the joker another."""
PLAIN = 67_600
"""Classes of hands without a flush; those with one are numbered after them."""
CLASSES = 292_253


@inlined
def flush_least(joker):
    """How many cards of a suit, beside the joker or without it, may be a flush."""
    return 4 if joker else 5


@kernel
def numbered(sizes, rows, columns, starts, ones):
    """Fill in where the classes of upper ranks begin and how far in lower ranks stand; where those of a suit's ranks begin.

    ``starts[joker, ranks]``: of a flush. ``sizes``: the cards of a number of ranks, ``ones``: of a suit's. Gives the number of
    classes.
    """
    for number in range(1, sizes.shape[0]):
        sizes[number] = sizes[number // 5] + number % 5
    for mask in range(1, 8192):
        ones[mask] = ones[mask >> 1] + (mask & 1)
    counts = np.zeros(8, np.int64)
    for number in range(columns.shape[0]):
        if sizes[number] <= 7:
            columns[number] = counts[sizes[number]]
            counts[sizes[number]] += 1
    total = 0
    for number in range(rows.shape[0]):
        if sizes[number] <= 7:
            rows[number] = total
            total += counts[7 - sizes[number]]
    for joker in range(2):
        for mask in range(8192):
            beside = 7 - joker - ones[mask]
            if ones[mask] >= flush_least(joker) and beside >= 0:
                starts[joker, mask] = total
                total += 91 if beside == 2 else 13 if beside == 1 else 1
    return total


@inlined
def flushing(cards, number, last, starts):
    """The class of a hand that may have a flush: the cards before the last, and the last."""
    masks = np.zeros(4, np.int64)
    counts = np.zeros(4, np.int64)
    joker = 0
    for i in range(number + 1):
        card = cards[i] if i < number else last
        if card == JOKER:
            joker = 1
        else:
            masks[card & 3] |= np.int64(1) << (card >> 2)
            counts[card & 3] += 1
    suit = 0
    for candidate in range(4):
        if counts[candidate] >= flush_least(joker):
            suit = candidate
    least, most = np.int64(13), np.int64(-1)
    for i in range(number + 1):
        card = cards[i] if i < number else last
        if card != JOKER and card & 3 != suit:
            least, most = min(least, card >> 2), max(most, card >> 2)
    beside = number + 1 - joker - counts[suit]
    place = starts[joker, masks[suit]]
    return place if beside == 0 else place + least if beside == 1 else place + most * (most + 1) // 2 + least


@inlined
def plain_class(together, rows, columns):
    """The class of a hand without a flush, from the two numbers of its ranks."""
    return rows[np.int64(together >> np.uint64(32))] + columns[np.int64(together & np.uint64(0xFFFFFFFF))]


@inlined
def may_flush(suit):
    """Whether a suit has five cards, the joker counting to each: there is 5 + 3 = 8 in its four bits."""
    return (suit + np.uint64(0x3333)) & np.uint64(0x8888) != 0


@kernel
def classes_of(hands, parts, suits, rows, columns, starts, class_numbers):
    """The class of each hand."""
    cards = np.zeros(8, np.int64)
    for number in range(hands.shape[0]):
        part, suit = np.uint64(0), np.uint64(0)
        for i in range(7):
            cards[i] = hands[number, i]
            part += parts[cards[i]]
            suit += suits[cards[i]]
        if may_flush(suit):
            class_numbers[number] = flushing(cards, 6, cards[6], starts)
        else:
            class_numbers[number] = plain_class(part, rows, columns)


@inlined
def put(hands, number, cards):
    """One hand, its cards from the highest down."""
    for i in range(1, 7):
        card, at = cards[i], i
        while at > 0 and cards[at - 1] < card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    for i in range(7):
        hands[number, i] = cards[i]


@kernel
def represented(sizes, uppers, lowers, rows, columns, hands, weights):
    """For each class without a flush a hand of it, the highest card first, and how many hands have its ranks.

    ``uppers`` and ``lowers``: the numbers of no more than seven cards, ``sizes`` how many those are.
    """
    cards = np.zeros(7, np.int64)
    ways = np.array([1, 4, 6, 4, 1])
    for upper in uppers:
        for lower in lowers:
            if sizes[upper] + sizes[lower] != 7:
                continue
            times, at, rest = np.int64(1), 0, np.int64(lower)
            for rank in range(14):
                if rank == LOWER:
                    rest = np.int64(upper)
                held, rest = rest % 5, rest // 5
                if rank == 13 and held:
                    cards[at] = JOKER
                else:
                    times *= ways[held]
                    for _ in range(held):
                        # Suits in turn, so that none has many.
                        cards[at] = 4 * rank + at % 4
                        at += 1
            number = rows[upper] + columns[lower]
            weights[number] = times
            put(hands, number, cards)


@kernel
def represented_flushes(parts, rows, columns, starts, ones, hands, weights):
    """The same for the classes with a flush; their hands are no longer among those of their ranks."""
    cards = np.zeros(7, np.int64)
    for joker in range(2):
        for mask in range(8192):
            beside = 7 - joker - ones[mask]
            if ones[mask] < flush_least(joker) or beside < 0:
                continue
            for most in range(13 if beside > 0 else 1):
                for least in range(most + 1 if beside > 1 else 1):
                    at, together = 0, np.uint64(0)
                    for r in range(13):
                        if mask >> r & 1:
                            cards[at] = 4 * r
                            at += 1
                    times = 4
                    number = starts[joker, mask]
                    if beside == 1:
                        cards[at] = 4 * most + 1
                        times, number = 12, number + most
                    elif beside == 2:
                        cards[at], cards[at + 1] = 4 * most + 1, 4 * least + 2
                        times, number = 12 if most == least else 36, number + most * (most + 1) // 2 + least
                    if joker:
                        cards[6] = JOKER
                    for i in range(7):
                        together += parts[cards[i]]
                    weights[number] = times
                    weights[plain_class(together, rows, columns)] -= times
                    put(hands, number, cards)


@inlined
def bit_of(card):
    """The card's bit among the four suits of 16 bits; the joker stands above the first suit's ace."""
    return np.uint64(1) << np.uint64(13 if card == JOKER else np.int64(card & 3) * 16 + np.int64(card >> 2))


@kernel
def every(start, left, parts, suits, rows, columns, starts, of_class, numbered, suited):
    """What each hand of seven has that holds these cards and others of those left, by its class; how many hands there are.

    ``parts`` holds what a card adds to the two numbers of the ranks, ``suits`` what it adds to the count of its suit.
    ``suited``: if it has room, the ranks of the four suits of each hand, 16 bits each; the joker stands above the first suit's ace.
    """
    packed = suited.shape[0] > 0
    fixed, count = start.shape[0], left.shape[0]
    wanted = 7 - fixed
    cards = np.zeros(8, np.int64)
    part_of, suit_of, held = np.zeros(8, np.uint64), np.zeros(8, np.uint64), np.zeros(8, np.uint64)
    for i in range(fixed):
        cards[i] = start[i]
        part_of[0] += parts[start[i]]
        suit_of[0] += suits[start[i]]
        held[0] |= bit_of(start[i])
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
                held[depth + 1] = held[depth] | bit_of(card)
                depth += 1
                at += 1
                continue
        else:
            part, suit = part_of[depth], suit_of[depth]
            if packed:
                for last in range(at, count):
                    suited[number + last - at] = held[depth] | bit_of(left[last])
            for last in range(at, count):
                card = left[last]
                if may_flush(suit + suits[card]):
                    numbered[number] = of_class[flushing(cards, 6, card, starts)]
                else:
                    numbered[number] = of_class[plain_class(part + parts[card], rows, columns)]
                number += 1
        if depth == 0:
            return number
        depth -= 1
        at = chosen[depth] + 1
