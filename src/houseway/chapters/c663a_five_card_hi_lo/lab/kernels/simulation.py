"""Rounds of 663a, set and folded by the values of the five cards."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.simulated.dealing import BLOCK, bit, deal, draw, put_back, ranked, spread
from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import KEPT

PLAYED, FOLDED = range(2)
DEALT = 10
"""Five cards for the player, five for the dealer."""
COMPOSITIONS = 2_002
"""Numbers of five values of ten, those that no deck can deal among them."""
_ACE, _NINE, _PAIR = 12, 9, 1


@inlined
def value_of(card):
    """The value of a card: the ace 0, ten and faces 9."""
    rank = card >> 2
    return 0 if rank == _ACE else min(rank + 1, _NINE)


@inlined
def composition(deck, start, held):
    """The number of the values of five cards: sorted, the k-th of them counts the sets of k that lie below it."""
    for k in range(5):
        value, j = value_of(deck[start + k]), k
        while j > 0 and held[j - 1] > value:
            held[j] = held[j - 1]
            j -= 1
        held[j] = value
    b, c, d, e = held[1] + 1, held[2] + 2, held[3] + 3, held[4] + 4
    return (
        held[0] + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )  # fmt: skip


@kernel
def play(start, seed, rounds, folds, mine, theirs, counted, hands):
    """Play the rounds from number ``start`` on: add how they end, and what Poker hand the player's five cards are.

    ``mine`` and ``theirs``: the points of the high and of the low hand, by composition; ``counted``: by way, comparison of
    high hands and of low hands, aces, and whether a 2 is held; ``hands``: pairs told apart by rank.
    """
    words = np.empty((12, BLOCK), np.uint32)
    suits = np.empty((4, BLOCK), np.uint16)
    upper, lower = np.empty(BLOCK, np.uint16), np.empty(BLOCK, np.uint16)
    deck, places, held = np.arange(52), np.empty(DEALT, np.int64), np.empty(5, np.int64)
    for begin in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - begin)
        draw(start + begin, seed, size, words)
        for i in range(size):
            deal(words, i, deck, places)
            cards, aces, a_2 = np.uint64(0), 0, 0
            for k in range(5):
                cards |= bit(deck[k])
                aces += deck[k] >> 2 == _ACE
                a_2 |= deck[k] >> 2 == 0
            spread(cards, suits, i)
            own, bank = composition(deck, 0, held), composition(deck, 5, held)
            high = 1 + (mine[own, 0] > theirs[bank, 0]) - (mine[own, 0] < theirs[bank, 0])
            low = 1 + (mine[own, 1] > theirs[bank, 1]) - (mine[own, 1] < theirs[bank, 1])
            counted[FOLDED if folds[own] else PLAYED, high, low, aces, a_2] += 1
            put_back(deck, places)
        ranked(suits, size, KEPT, KEPT, upper, lower)
        for i in range(size):
            category = np.int64(upper[i] >> 12)
            if category == _PAIR:
                # The pair's bit, less one, stands below the category.
                rank, rest = 0, (np.int64(upper[i]) - 0x0FFF) >> 1
                while rest:
                    rank, rest = rank + 1, rest >> 1
                hands[rank + 1] += 1
            else:
                hands[category + 12 if category else 0] += 1
