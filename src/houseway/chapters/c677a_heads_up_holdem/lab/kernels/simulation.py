"""Rounds of 677a: what is best at the end of every board, and rounds played by it."""

from __future__ import annotations

import numpy as np

from houseway.chapters.c677a_heads_up_holdem.lab.kernels.sums import (
    CHECK,
    FOLDED,
    MOST,
    PLAYED_AT_END,
    PLAYED_BEFORE_FLOP,
    PLAYED_ON_FLOP,
    TOKEN_BEFORE_FLOP,
    TOKEN_ON_FLOP,
)
from houseway.lab.kernels.boards import PAIRS, pair_number
from houseway.lab.kernels.showdowns import CATEGORIES, EQUAL, HIGHER, LIVE, LOWER, by_category, order, values
from houseway.lab.kernels.simulated.dealing import (
    BLOCK,
    bit,
    deal,
    draw,
    five_number,
    flop_number,
    put_back,
    put_in_order,
    ranked,
    spread,
)
from houseway.ranking.kernels.compiled import kernel

DEALT = 9
"""Two cards for the player, two for the dealer, five for the board."""
ROW = (PAIRS + 7) // 8


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


@kernel
def play(
    start, seed, rounds, before_flop, on_flop, flop_class, flop_change, target, board_class, raised, hole, counted, holes
):  # fmt: skip
    """Play the rounds from number ``start`` on: add how they end, and which two cards they began with."""
    words = np.empty((12, BLOCK), np.uint32)
    mine, other = np.empty((4, BLOCK), np.uint16), np.empty((4, BLOCK), np.uint16)
    ways = np.empty(BLOCK, np.int64)
    upper, lower = np.empty((2, BLOCK), np.uint16), np.empty((2, BLOCK), np.uint16)
    deck, places = np.arange(52), np.empty(DEALT, np.int64)
    board = np.empty(5, np.int64)
    for begin in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - begin)
        draw(start + begin, seed, size, words)
        for i in range(size):
            deal(words, i, deck, places)
            a, b = min(deck[0], deck[1]), max(deck[0], deck[1])
            pair = pair_number(a, b)
            shared = bit(deck[4]) | bit(deck[5]) | bit(deck[6]) | bit(deck[7]) | bit(deck[8])
            spread(shared | bit(a) | bit(b), mine, i)
            spread(shared | bit(deck[2]) | bit(deck[3]), other, i)
            holes[hole[pair]] += 1
            answer = before_flop[pair]
            if answer != CHECK:
                ways[i] = PLAYED_BEFORE_FLOP if answer == MOST else TOKEN_BEFORE_FLOP
            else:
                flop = flop_number(deck[4], deck[5], deck[6])
                answer = on_flop[flop_class[flop], target[flop_change[flop], pair]]
                if answer != CHECK:
                    ways[i] = PLAYED_ON_FLOP if answer == MOST else TOKEN_ON_FLOP
                else:
                    for k in range(5):
                        board[k] = deck[4 + k]
                    put_in_order(board, 1)
                    to = board_class[five_number(board[0], board[1], board[2], board[3], board[4])]
                    there = target[to & 31, pair]
                    best = raised[to >> 5, there >> 3] >> (there & 7) & 1
                    ways[i] = PLAYED_AT_END if best else FOLDED
            put_back(deck, places)
        ranked(mine, size, 1, 2, upper[0], lower[0])
        ranked(other, size, 1, 2, upper[1], lower[1])
        for i in range(size):
            first_key = np.int64(upper[0, i]) << 16 | np.int64(lower[0, i])
            second_key = np.int64(upper[1, i]) << 16 | np.int64(lower[1, i])
            compared = HIGHER if first_key > second_key else LOWER if first_key < second_key else EQUAL
            counted[ways[i], upper[0, i] >> 12, upper[1, i] >> 12, compared] += 1
