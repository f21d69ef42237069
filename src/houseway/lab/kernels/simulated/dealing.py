"""The cards of a round, by its number and the seed alone, and what they rank as."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.boards import four_number, three_number
from houseway.lab.kernels.philox import below, philox
from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import high
from houseway.ranking.kernels.lanes import lane, number

BLOCK = 1024
"""So many rounds are looked at together."""


@kernel
def draw(start, seed, size, words):
    """The random words of the rounds from number ``start`` on, a column each; their number is a multiple of four."""
    key, more, mask = np.uint64(seed) & np.uint64(0xFFFFFFFF), np.uint64(seed) >> np.uint64(32), np.uint64(0xFFFFFFFF)
    for block in range(words.shape[0] // 4):
        first, second, third, fourth = (
            words[4 * block], words[4 * block + 1], words[4 * block + 2], words[4 * block + 3],
        )  # fmt: skip
        for i in range(size):
            at = np.uint64(start + i)
            a, b, c, d = philox(at & mask, at >> np.uint64(32), block, 0, key, more)
            first[i], second[i], third[i], fourth[i] = a, b, c, d


@inlined
def deal(words, i, deck, places):
    """Bring the cards of a round to the top of the deck, one for each of the places."""
    cards = deck.shape[0]
    for k in range(places.shape[0]):
        at = k + below(np.uint64(words[k, i]), cards - k)
        places[k] = at
        deck[k], deck[at] = deck[at], deck[k]


@inlined
def put_back(deck, places):
    """The deck as it was before the deal."""
    for k in range(places.shape[0] - 1, -1, -1):
        at = places[k]
        deck[k], deck[at] = deck[at], deck[k]


@inlined
def bit(card):
    """A card among four suits of sixteen bits."""
    return np.uint64(1) << np.uint64(((card & 3) << 4) | (card >> 2))


@inlined
def spread(held, suits, i):
    """Cards as four suits, in the columns that a hand is ranked from."""
    for s in range(4):
        suits[s, i] = np.uint16((held >> np.uint64(16 * s)) & np.uint64(0xFFFF))


@kernel
def ranked(suits, size, first, second, upper, lower):
    """The keys of hands of five to seven cards, the cards beyond five stated as `houseway.ranking.kernels.hands` has it."""
    c, d, h, s = suits[0], suits[1], suits[2], suits[3]
    one, two = lane(first), lane(second)
    for i in range(size):
        up, low = high(lane(c[i]), lane(d[i]), lane(h[i]), lane(s[i]), one, two, 1)
        upper[i], lower[i] = number(up), number(low)


@inlined
def in_order(a, b, c):
    """Three cards, the lowest first."""
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@inlined
def flop_number(a, b, c):
    """The number of three cards that come in any order."""
    x, y, z = in_order(a, b, c)
    return three_number(x, y, z)


@inlined
def five_number(a, b, c, d, e):
    return e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120 + four_number(a, b, c, d)


@inlined
def put_in_order(cards, known):
    """Sort cards of which the first ``known`` are in order already."""
    for k in range(known, cards.shape[0]):
        card, j = cards[k], k
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
