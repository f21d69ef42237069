"""Every way to deal the cards that are missing, and hold'em boards by the million."""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import high
from houseway.ranking.kernels.lanes import lane, number, where


@inlined
def choose(n, k):
    found = np.int64(1)
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


@kernel
def enumerated(start, left, sizes, dealt):
    """The deals from number ``start`` on, a column of ``dealt`` each: to each holder so many of the cards left, as a set."""
    deck = np.empty(left.shape[0], np.uint8)
    for i in range(dealt.shape[1]):
        deck[:] = left
        cards, row, rest = left.shape[0], 0, start + i
        for s in range(sizes.shape[0]):
            many = sizes[s]
            sets = choose(cards, many)
            which, rest = rest % sets, rest // sets
            top = cards
            for k in range(many, 0, -1):
                # The greatest place with no more sets of k below it than are to be passed.
                top -= 1
                while choose(top, k) > which:
                    top -= 1
                which -= choose(top, k)
                dealt[row, i] = deck[top]
                row += 1
                for j in range(top, cards - 1):
                    deck[j] = deck[j + 1]
                cards -= 1


@inlined
def _keys(c, d, h, s, pairs, start, upper, lower, keys):
    clubs, diamonds, hearts, spades = pairs[0][start:], pairs[1][start:], pairs[2][start:], pairs[3][start:]
    cl, dl, hl, sl, one, two = lane(c), lane(d), lane(h), lane(s), lane(1), lane(2)
    many = clubs.shape[0]
    for i in range(many):
        above, below = high(
            cl | lane(clubs[i]), dl | lane(diamonds[i]), hl | lane(hearts[i]), sl | lane(spades[i]), one, two, 1
        )
        upper[i], lower[i] = number(above), number(below)
    for i in range(many):
        keys[i] = (np.uint32(upper[i]) << np.uint32(16)) | np.uint32(lower[i])


@inlined
def _duel(mine, other, suits, pairs, start):
    """How often each of two hands is the higher one: compared lane by lane, nothing stored."""
    clubs, diamonds, hearts, spades = pairs[0][start:], pairs[1][start:], pairs[2][start:], pairs[3][start:]
    c, d, h, s = lane(mine[0] | suits[0]), lane(mine[1] | suits[1]), lane(mine[2] | suits[2]), lane(mine[3] | suits[3])
    c2, d2, h2, s2 = (
        lane(other[0] | suits[0]), lane(other[1] | suits[1]), lane(other[2] | suits[2]), lane(other[3] | suits[3]),
    )  # fmt: skip
    one, two, nothing = lane(1), lane(2), lane(0)
    won, lost = lane(0), lane(0)
    for i in range(clubs.shape[0]):
        c3, d3, h3, s3 = lane(clubs[i]), lane(diamonds[i]), lane(hearts[i]), lane(spades[i])
        upper, lower = high(c | c3, d | d3, h | h3, s | s3, one, two, 1)
        upper2, lower2 = high(c2 | c3, d2 | d3, h2 | h3, s2 | s3, one, two, 1)
        level = upper == upper2
        won = won + where((upper > upper2) | (level & (lower > lower2)), one, nothing)
        lost = lost + where((upper2 > upper) | (level & (lower2 > lower)), one, nothing)
    return np.int64(number(won)), np.int64(number(lost))


@kernel
def on_boards(hands, deck, pairs, starts, more, first, last, tally):
    """Who has the highest hand of seven cards on each board that ``more`` cards of the deck complete.

    ``hands``: the suits of each player's cards with those of the board there is. ``pairs``: the suits of every two cards of
    the deck, ``starts[k]`` the first of them without the cards up to the k-th. The boards are those whose first card is the
    ``first`` up to, not including, the ``last`` of the deck. ``tally[p, k]``: boards that player ``p`` wins with k in all.
    """
    players, cards, fixed = hands.shape[0], deck.shape[0], more - 2
    most = pairs.shape[1]
    upper, lower = np.empty(most, np.uint16), np.empty(most, np.uint16)
    keys, best, many = np.empty((players, most), np.uint32), np.empty(most, np.uint32), np.empty(most, np.uint8)
    at, suits = np.zeros(max(fixed, 1), np.int64), np.zeros(4, np.uint16)
    for k in range(fixed):
        at[k] = first + k
    while fixed == 0 or (at[0] < last and at[0] <= cards - more):
        suits[:] = 0
        for k in range(fixed):
            card = deck[at[k]]
            suits[card & 3] |= np.uint16(1 << (card >> 2))
        start = starts[at[fixed - 1] + 1] if fixed else 0
        size = most - start
        if players == 2:
            won, lost = _duel(hands[0], hands[1], suits, pairs, start)
            tally[0, 1] += won
            tally[1, 1] += lost
            tally[0, 2] += size - won - lost
            tally[1, 2] += size - won - lost
        else:
            for p in range(players):
                own = hands[p]
                _keys(
                    own[0] | suits[0], own[1] | suits[1], own[2] | suits[2], own[3] | suits[3],
                    pairs, start, upper, lower, keys[p],
                )  # fmt: skip
            best[:size] = keys[0][:size]
            for p in range(1, players):
                for i in range(size):
                    best[i] = max(best[i], keys[p][i])
            many[:size] = 0
            for p in range(players):
                for i in range(size):
                    many[i] += np.uint8(keys[p][i] == best[i])
            for p in range(players):
                for i in range(size):
                    if keys[p][i] == best[i]:
                        tally[p, many[i]] += 1
        if fixed == 0:
            return
        k = fixed - 1
        while k >= 0 and at[k] == cards - more + k:
            k -= 1
        if k < 0:
            return
        at[k] += 1
        for j in range(k + 1, fixed):
            at[j] = at[j - 1] + 1
