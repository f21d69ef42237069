"""The sums of 647a: what a wager wins on each board, by the first four cards of it and by the flop; then how each deal ends."""

from __future__ import annotations

import numpy as np

from houseway.lab.kernels.boards import PAIRS, four_number, three_number
from houseway.lab.kernels.showdowns import CATEGORIES, LIVE, by_category, order, tally, values
from houseway.ranking.kernels.compiled import kernel

FOLDED, NO_BET, RIVER_BET, TURN_BET, BOTH_BET = range(5)
WAYS = 5


@kernel
def gather(boards, weights, suits, first, second, source, hole, classes, change, pays, on_turn, by_hole):
    """Add the boards' sums: of a wager on a street for each class of four board cards and pair; of all for each two cards."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    won, street = np.zeros((2, PAIRS), np.int64), np.zeros(PAIRS, np.int32)
    won_a, won_b = won[0], won[1]
    four = np.zeros(4, np.int64)
    for i in range(boards.shape[0]):
        board = boards[i]
        order(board, suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        values(other, first, second, pays, total, with_card, won, work)
        weight = np.int64(weights[i])
        street[:] = 0
        for j in range(LIVE):
            pair = other[j] & 0xFFFF
            a, b = won_a[pair] * weight, won_b[pair] * weight
            by_hole[0, hole[pair]] += a
            by_hole[1, hole[pair]] += b
            street[pair] = b
        for river in range(5):
            for k in range(4):
                four[k] = board[k if k < river else k + 1]
            at = four_number(four[0], four[1], four[2], four[3])
            row, take = on_turn[classes[at]], source[change[at]]
            for j in range(PAIRS):
                row[j] += street[take[j]]


@kernel
def on_flops(turns, weights, source, flop_classes, flop_change, keeps, on_turn, on_flop):
    """Finish the sums of each class of four board cards, and add them to its flops: a bet on the turn, then one on the river."""
    whole, best, row = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int32)
    for i in range(turns.shape[0]):
        turn, weight = turns[i], np.int64(weights[i])
        sums = on_turn[i]
        row[:] = 0
        for k in range(keeps.shape[1]):
            if keeps[i, k]:
                take = source[k]
                for j in range(PAIRS):
                    row[j] += sums[take[j]]
        for j in range(PAIRS):
            sums[j] = row[j] // 24
            whole[j] = weight * sums[j]
            best[j] = max(whole[j], 0)
        for last in range(4):
            a, b, c = 0 if last else 1, 1 if last > 1 else 2, 2 if last > 2 else 3
            at = three_number(np.int64(turn[a]), np.int64(turn[b]), np.int64(turn[c]))
            take = source[flop_change[at]]
            row_whole, row_best = on_flop[0, flop_classes[at]], on_flop[1, flop_classes[at]]
            for j in range(PAIRS):
                row_whole[j] += whole[take[j]]
                row_best[j] += best[take[j]]


@kernel
def count(
    boards, weights, suits, first, second, target, flop_classes, flop_change, turn_classes, turn_change, folds, flop_bets,
    turn_bets, counted,
):  # fmt: skip
    """Count how the deals end when these fold before the flop, bet on the flop and bet on the turn."""
    upper, lower = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    ordered, other = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    starts, work = np.empty((3, 1024), np.int64), np.empty((4, 52), np.int64)
    total, with_card = np.zeros(CATEGORIES, np.int64), np.zeros((CATEGORIES, 52), np.int64)
    bets, turn, river = np.zeros((5, PAIRS), np.uint8), np.zeros(PAIRS, np.uint8), np.zeros(PAIRS, np.uint8)
    both, bet = np.zeros(PAIRS, np.uint8), np.zeros(PAIRS, np.uint8)
    times, four = np.zeros((WAYS, PAIRS), np.uint8), np.zeros(4, np.int64)
    for i in range(boards.shape[0]):
        board = boards[i]
        order(board, suits, upper, lower, ordered, other, starts)
        by_category(other, first, second, total, with_card)
        turn[:] = 0
        river[:] = 0
        both[:] = 0
        for last in range(5):
            for k in range(4):
                four[k] = board[k if k < last else k + 1]
            at = four_number(four[0], four[1], four[2], four[3])
            to, said = target[turn_change[at]], turn_bets[turn_classes[at]]
            row = bets[last]
            for j in range(PAIRS):
                row[j] = said[to[j]]
        for d in range(1, 5):
            for e in range(d):
                # The flop is what is left without these two, either of which comes last.
                taken = 0
                for k in range(5):
                    if k != d and k != e:
                        four[taken] = board[k]
                        taken += 1
                at = three_number(four[0], four[1], four[2])
                to, said = target[flop_change[at]], flop_bets[flop_classes[at]]
                for j in range(PAIRS):
                    bet[j] = said[to[j]]
                first_bet, second_bet = bets[d], bets[e]
                for j in range(PAIRS):
                    turn[j] += 2 * bet[j]
                    river[j] += first_bet[j] + second_bet[j]
                    both[j] += bet[j] * (first_bet[j] + second_bet[j])
        for j in range(LIVE):
            pair = other[j] & 0xFFFF
            times[:, pair] = 0
            if folds[pair]:
                times[FOLDED, pair] = 20
            else:
                times[NO_BET, pair] = 20 - turn[pair] - river[pair] + both[pair]
                times[RIVER_BET, pair] = river[pair] - both[pair]
                times[TURN_BET, pair] = turn[pair] - both[pair]
                times[BOTH_BET, pair] = both[pair]
        tally(other, first, second, total, with_card, times, np.int64(weights[i]), counted, work)
