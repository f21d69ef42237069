"""Rounds of 645a: both hands set by tables, found by their ranks and by the suit that may be a flush."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.simulated.dealing import BLOCK, deal, draw, put_back
from houseway.ranking.kernels.compiled import inlined, kernel

DEALT = 14
"""Seven cards for the player, seven for the dealer."""
JOKER = 52
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
SUITED = np.uint64(1 << 55)
"""Set in a key where the two cards beside a flush are of one suit."""
COLOURS = 16


@inlined
def slot_of(key, bits):
    """Where a key is looked for first."""
    return np.int64((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - bits))


@kernel
def fill(keys, slots, stood, bits):
    """Give each key a slot of its own, and in it its number."""
    size = slots.shape[0]
    for number in range(keys.shape[0]):
        at = slot_of(keys[number], bits)
        while slots[at] != EMPTY:
            at = (at + 1) % size
        slots[at] = keys[number]
        stood[at] = number


@inlined
def key_of(deck, start):
    """How often each rank is held, three bits a rank; of a suit that may be a flush its ranks, and the two cards beside it."""
    key, joker = np.uint64(0), 0
    masks = np.uint64(0)
    suits = 0
    for k in range(start, start + 7):
        card = deck[k]
        if card == JOKER:
            key += np.uint64(1) << np.uint64(39)
            joker = 1
        else:
            key += np.uint64(1) << np.uint64(3 * (card >> 2))
            masks |= np.uint64(1) << np.uint64(16 * (card & 3) + (card >> 2))
            suits += 1 << (4 * (card & 3))
    for suit in range(4):
        many = suits >> (4 * suit) & 15
        if many + joker >= 5:
            key |= (masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)) << np.uint64(42)
            rest = suits & ~(15 << (4 * suit))
            if rest == 2 or rest == 2 << 4 or rest == 2 << 8 or rest == 2 << 12:
                key |= SUITED
    return key


@kernel
def keys_of(hands, keys):
    """The key of each hand of seven."""
    for i in range(hands.shape[0]):
        keys[i] = key_of(hands[i], 0)


@inlined
def found(key, slots, stood, bits):
    """The number of the class of a hand."""
    size, at = np.int64(slots.shape[0]), slot_of(key, bits)
    while slots[at] != key:
        at = (at + 1) % size
    return stood[at]


@kernel
def play(
    start, seed, rounds, slots, stood, bits, high, low, forms, high_cards, compared, by_form, by_high_card, colours
):
    """Play the rounds from number ``start`` on: add how both hands compare beside the dealer's high card, and what the
    player's seven cards are to the wagers beside."""
    words = np.empty((16, BLOCK), np.uint32)
    deck, places = np.arange(53), np.empty(DEALT, np.int64)
    for begin in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - begin)
        draw(start + begin, seed, size, words)
        for i in range(size):
            deal(words, i, deck, places)
            own = found(key_of(deck, 0), slots, stood, bits)
            bank = found(key_of(deck, 7), slots, stood, bits)
            red, joker = 0, 0
            for k in range(7):
                if deck[k] == JOKER:
                    joker = 1
                else:
                    # Diamonds and hearts stand between clubs and spades.
                    red += ((deck[k] & 3) + 1) >> 1 & 1
            put_back(deck, places)
            above = 1 + (high[own] > high[bank]) - (high[own] < high[bank])
            below = 1 + (low[own] > low[bank]) - (low[own] < low[bank])
            compared[above, below, high_cards[bank]] += 1
            by_form[forms[own]] += 1
            by_high_card[high_cards[own]] += 1
            colours[2 * red + joker] += 1
