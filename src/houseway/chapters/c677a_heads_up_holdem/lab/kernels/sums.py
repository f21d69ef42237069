"""The sums of 677a: what is won on each board, by the flop and by the first two cards; then how each deal ends."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.boards import PAIRS, three_number
from houseway.lab.kernels.showdowns import CATEGORIES, LIVE, by_category, order, tally, values
from houseway.ranking.kernels.compiled import inlined, kernel

PLAYED_BEFORE_FLOP, TOKEN_BEFORE_FLOP, PLAYED_ON_FLOP, TOKEN_ON_FLOP, PLAYED_AT_END, FOLDED = range(6)
WAYS = 6
CHECK, MOST, TOKEN = 0, 1, 16
"""Answers of ten flops are added up in one byte."""


@inlined
def flops_of(board, classes, change, flop, through):
    """The classes of a board's ten flops, and the changes of suits to them."""
    number = 0
    for c in range(2, 5):
        for b in range(1, c):
            for a in range(b):
                at = three_number(np.int64(board[a]), np.int64(board[b]), np.int64(board[c]))
                flop[number] = classes[at]
                through[number] = change[at]
                number += 1


@kernel
def gather(boards, weights, suits, first, second, source, hole, classes, change, pays, folded, on_flop, by_hole):
    """Add the boards' sums: for each class of flops and pair, and for each kind of two cards.

    On the flop: of Ante and Odds, of the Raise, and of both (a raise of one Ante) or the fold, whichever is more.
    """
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    won, end = np.zeros((2, PAIRS), np.int64), np.zeros(PAIRS, np.int64)
    flop, through = np.zeros(10, np.int64), np.zeros(10, np.int64)
    won_a, won_b = won[0], won[1]
    for i in range(boards.shape[0]):
        board = boards[i]
        order(board, suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        won[:] = 0
        end[:] = 0
        values(other, first, second, pays, total, with_card, won, work)
        weight = np.int64(weights[i])
        for j in range(LIVE):
            pair = other[j] & 0xFFFF
            a, b = won_a[pair] * weight, won_b[pair] * weight
            by_hole[0, hole[pair]] += a
            by_hole[1, hole[pair]] += b
            won_a[pair], won_b[pair] = a, b
            end[pair] = max(a + b, folded * weight)
        flops_of(board, classes, change, flop, through)
        for k in range(10):
            take = source[through[k]]
            row_a, row_b, row_end = on_flop[0, flop[k]], on_flop[1, flop[k]], on_flop[2, flop[k]]
            for j in range(PAIRS):
                at = take[j]
                row_a[j] += won_a[at]
                row_b[j] += won_b[at]
                row_end[j] += end[at]


@kernel
def count(boards, weights, suits, first, second, target, classes, change, pays, folded, before_flop, on_flop, counted):
    """Count how the deals end when this is what is done before the flop, on the flop and, as is best, at the end."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    won = np.zeros((2, PAIRS), np.int64)
    flop, through = np.zeros(10, np.int64), np.zeros(10, np.int64)
    said = np.zeros(PAIRS, np.uint8)
    times = np.zeros((WAYS, PAIRS), np.uint8)
    for i in range(boards.shape[0]):
        board = boards[i]
        order(board, suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        values(other, first, second, pays, total, with_card, won, work)
        flops_of(board, classes, change, flop, through)
        said[:] = 0
        for k in range(10):
            to, answers = target[through[k]], on_flop[flop[k]]
            for j in range(PAIRS):
                said[j] += answers[to[j]]
        for j in range(LIVE):
            pair = other[j] & 0xFFFF
            times[:, pair] = 0
            if before_flop[pair] == MOST:
                times[PLAYED_BEFORE_FLOP, pair] = 10
            elif before_flop[pair] == TOKEN:
                times[TOKEN_BEFORE_FLOP, pair] = 10
            else:
                raised, token = said[pair] & 15, said[pair] >> 4
                times[PLAYED_ON_FLOP, pair] = raised
                times[TOKEN_ON_FLOP, pair] = token
                left = 10 - raised - token
                if won[0, pair] + won[1, pair] > folded:
                    times[PLAYED_AT_END, pair] = left
                else:
                    times[FOLDED, pair] = left
        tally(other, first, second, total, with_card, times, np.int64(weights[i]), counted, work)
