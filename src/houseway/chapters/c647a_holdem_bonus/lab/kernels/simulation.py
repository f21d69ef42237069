"""Rounds of 647a, played by who folds before the flop and who bets on the coming turn and river."""

from __future__ import annotations

import numpy as np

from houseway.chapters.c647a_holdem_bonus.lab.kernels.sums import BOTH_BET, FOLDED, NO_BET, RIVER_BET, TURN_BET
from houseway.lab.kernels.boards import four_number, pair_number
from houseway.lab.kernels.philox import below
from houseway.lab.kernels.showdowns import EQUAL, HIGHER, LOWER
from houseway.lab.kernels.simulated.dealing import (
    BLOCK,
    bit,
    deal,
    draw,
    flop_number,
    put_back,
    put_in_order,
    ranked,
    spread,
)
from houseway.ranking.kernels.compiled import kernel
from houseway.ranking.kernels.hands import KEPT

DEALT = 9
"""Two cards for the player, two for the dealer, five for the board in the order in which they come."""
_ACE = 12


@kernel
def play(
    start, seed, rounds, folds, flop_bets, turn_bets, flop_class, flop_change, turn_class, turn_change, target, hole,
    positions, counted, holes, flops, drawn,
):  # fmt: skip
    """Play the rounds from number ``start`` on, and add how they end.

    ``holes``: by the player's two cards and whether the dealer has two aces. ``flops``: by fold, the player's and the
    dealer's hands of two cards and flop. ``drawn``: by the hands that the card drawn is among, and the position drawn.
    """
    words = np.empty((12, BLOCK), np.uint32)
    suits = np.empty((4, 4, BLOCK), np.uint16)
    ways = np.empty(BLOCK, np.int64)
    upper, lower = np.empty((4, BLOCK), np.uint16), np.empty((4, BLOCK), np.uint16)
    deck, places = np.arange(52), np.empty(DEALT, np.int64)
    four = np.empty(4, np.int64)
    for begin in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - begin)
        draw(start + begin, seed, size, words)
        for i in range(size):
            deal(words, i, deck, places)
            pair = pair_number(min(deck[0], deck[1]), max(deck[0], deck[1]))
            mine, theirs = bit(deck[0]) | bit(deck[1]), bit(deck[2]) | bit(deck[3])
            flop = bit(deck[4]) | bit(deck[5]) | bit(deck[6])
            board = flop | bit(deck[7]) | bit(deck[8])
            spread(mine | board, suits[0], i)
            spread(theirs | board, suits[1], i)
            spread(mine | flop, suits[2], i)
            spread(theirs | flop, suits[3], i)
            holes[hole[pair], np.int64(min(deck[2], deck[3]) >> 2 == _ACE)] += 1
            # The system draws from a whole deck, before any card is dealt.
            magic = bit(below(np.uint64(words[DEALT, i]), 52))
            lucky = below(np.uint64(words[DEALT + 1, i]), positions)
            drawn[np.int64(magic & (mine | flop) != 0), np.int64(magic & (theirs | flop) != 0), min(lucky, 2)] += 1
            if folds[pair]:
                ways[i] = FOLDED
            else:
                at = flop_number(deck[4], deck[5], deck[6])
                there = target[flop_change[at], pair]
                turn = flop_bets[flop_class[at], there >> 3] >> (there & 7) & 1
                for k in range(4):
                    four[k] = deck[4 + k]
                put_in_order(four, 1)
                at = four_number(four[0], four[1], four[2], four[3])
                there = target[turn_change[at], pair]
                river = turn_bets[turn_class[at], there >> 3] >> (there & 7) & 1
                if turn:
                    ways[i] = BOTH_BET if river else TURN_BET
                else:
                    ways[i] = RIVER_BET if river else NO_BET
            put_back(deck, places)
        for p in range(4):
            if p < 2:
                ranked(suits[p], size, 1, 2, upper[p], lower[p])
            else:
                ranked(suits[p], size, KEPT, KEPT, upper[p], lower[p])
        for i in range(size):
            first_key = np.int64(upper[0, i]) << 16 | np.int64(lower[0, i])
            second_key = np.int64(upper[1, i]) << 16 | np.int64(lower[1, i])
            compared = HIGHER if first_key > second_key else LOWER if first_key < second_key else EQUAL
            counted[ways[i], upper[0, i] >> 12, upper[1, i] >> 12, compared] += 1
            flops[np.int64(ways[i] == FOLDED), upper[2, i] >> 12, upper[3, i] >> 12] += 1
