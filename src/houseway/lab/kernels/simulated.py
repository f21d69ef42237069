"""Rounds of 677a by number: dealt by counter, played by table, counted by how they end."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.boards import PAIRS, four_number, pair_number, three_number
from houseway.lab.kernels.heads_up_holdem import (
    CHECK,
    FOLDED,
    MOST,
    PLAYED_AT_END,
    PLAYED_BEFORE_FLOP,
    PLAYED_ON_FLOP,
    TOKEN_BEFORE_FLOP,
    TOKEN_ON_FLOP,
)
from houseway.lab.kernels.philox import below, philox
from houseway.lab.kernels.showdowns import CATEGORIES, EQUAL, HIGHER, LIVE, LOWER, by_category, order, values
from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import high
from houseway.ranking.kernels.lanes import lane, number

DEALT = 9
"""Two cards for the player, two for the dealer, five for the board."""
ROW = (PAIRS + 7) // 8
_BLOCK = 1024


@inlined
def five_number(a, b, c, d, e):
    return e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120 + four_number(a, b, c, d)


@kernel
def raised_at_end(boards, suits, first, second, pays, folded, raised):
    """The pairs that are better raised than folded at the end, a bit each, for some boards."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    won = np.zeros((2, PAIRS), np.int64)
    for i in range(boards.shape[0]):
        order(boards[i], suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        values(other, first, second, pays, total, with_card, won, work)
        for j in range(LIVE):
            pair = other[j] & 0xFFFF
            if won[0, pair] + won[1, pair] > folded:
                raised[i, pair >> 3] |= np.uint8(1 << (pair & 7))


@kernel
def number_boards(boards, changes, back, classes):
    """For every board by its number: its class, above five bits for the change of suits that leads there."""
    moved = np.zeros(5, np.int64)
    for i in range(boards.shape[0]):
        for k in range(changes.shape[0]):
            for j in range(5):
                moved[j] = (boards[i, j] & ~3) | changes[k, boards[i, j] & 3]
            moved.sort()
            classes[five_number(moved[0], moved[1], moved[2], moved[3], moved[4])] = (i << 5) | back[k]


@inlined
def _bit(card):
    return np.uint64(1) << np.uint64(((card & 3) << 4) | (card >> 2))


@kernel
def play(
    start, seed, rounds, before_flop, on_flop, flop_class, flop_change, target, board_class, raised, hole, counted, holes
):  # fmt: skip
    """Play the rounds from number ``start`` on: add how they end, and which two cards they began with."""
    words = np.empty((12, _BLOCK), np.uint32)
    mine, other = np.empty((4, _BLOCK), np.uint16), np.empty((4, _BLOCK), np.uint16)
    ways = np.empty(_BLOCK, np.int64)
    upper, lower = np.empty((2, _BLOCK), np.uint16), np.empty((2, _BLOCK), np.uint16)
    deck, places = np.arange(52), np.empty(DEALT, np.int64)
    board = np.empty(5, np.int64)
    key, more, mask = np.uint64(seed) & np.uint64(0xFFFFFFFF), np.uint64(seed) >> np.uint64(32), np.uint64(0xFFFFFFFF)
    one, two = lane(1), lane(2)
    for begin in range(0, rounds, _BLOCK):
        size = min(_BLOCK, rounds - begin)
        for block in range(3):
            first, second, third, fourth = (
                words[4 * block],
                words[4 * block + 1],
                words[4 * block + 2],
                words[4 * block + 3],
            )
            for i in range(size):
                at = np.uint64(start + begin + i)
                a, b, c, d = philox(at & mask, at >> np.uint64(32), block, 0, key, more)
                first[i], second[i], third[i], fourth[i] = a, b, c, d
        for i in range(size):
            for k in range(DEALT):
                at = k + below(np.uint64(words[k, i]), 52 - k)
                places[k] = at
                deck[k], deck[at] = deck[at], deck[k]
            a, b = min(deck[0], deck[1]), max(deck[0], deck[1])
            pair = pair_number(a, b)
            shared = _bit(deck[4]) | _bit(deck[5]) | _bit(deck[6]) | _bit(deck[7]) | _bit(deck[8])
            held, against = shared | _bit(a) | _bit(b), shared | _bit(deck[2]) | _bit(deck[3])
            for s in range(4):
                mine[s, i] = np.uint16((held >> np.uint64(16 * s)) & np.uint64(0xFFFF))
                other[s, i] = np.uint16((against >> np.uint64(16 * s)) & np.uint64(0xFFFF))
            holes[hole[pair]] += 1
            answer = before_flop[pair]
            if answer != CHECK:
                ways[i] = PLAYED_BEFORE_FLOP if answer == MOST else TOKEN_BEFORE_FLOP
            else:
                x, y, z = min(deck[4], deck[5]), max(deck[4], deck[5]), deck[6]
                if z < y:
                    y, z = z, y
                    if y < x:
                        x, y = y, x
                flop = three_number(x, y, z)
                answer = on_flop[flop_class[flop], target[flop_change[flop], pair]]
                if answer != CHECK:
                    ways[i] = PLAYED_ON_FLOP if answer == MOST else TOKEN_ON_FLOP
                else:
                    board[0], board[1], board[2] = x, y, z
                    for k in range(3, 5):
                        card, j = deck[4 + k], k
                        while j > 0 and board[j - 1] > card:
                            board[j] = board[j - 1]
                            j -= 1
                        board[j] = card
                    to = board_class[five_number(board[0], board[1], board[2], board[3], board[4])]
                    there = target[to & 31, pair]
                    best = raised[to >> 5, there >> 3] >> (there & 7) & 1
                    ways[i] = PLAYED_AT_END if best else FOLDED
            for k in range(DEALT - 1, -1, -1):
                at = places[k]
                deck[k], deck[at] = deck[at], deck[k]
        for p in range(2):
            suits = mine if p == 0 else other
            c, d, h, s = suits[0], suits[1], suits[2], suits[3]
            above_, below_ = upper[p], lower[p]
            for i in range(size):
                up, low = high(lane(c[i]), lane(d[i]), lane(h[i]), lane(s[i]), one, two, 1)
                above_[i], below_[i] = number(up), number(low)
        for i in range(size):
            first_key = np.int64(upper[0, i]) << 16 | np.int64(lower[0, i])
            second_key = np.int64(upper[1, i]) << 16 | np.int64(lower[1, i])
            compared = HIGHER if first_key > second_key else LOWER if first_key < second_key else EQUAL
            counted[ways[i], upper[0, i] >> 12, upper[1, i] >> 12, compared] += 1
