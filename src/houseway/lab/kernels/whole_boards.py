"""Every board of five cards at once: counted by its ranks, and those on which some player has a flush counted as such.

A board has a number by its ranks, of which there are at most 6,188; who wins on it without a flush depends on nothing else.
Three of its cards at least are of the suit of a flush, so that no board has two, and a flush leaves no room for a full house.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import high
from houseway.ranking.kernels.lanes import lane, number

BOARDS = 6_188
"""Five ranks of thirteen, any of them more than once."""


@inlined
def numbered(a, b, c, d, e):
    """The number of five ranks, the highest first."""
    number = e + d * (d + 1) // 2 + c * (c + 1) * (c + 2) // 6 + b * (b + 1) * (b + 2) * (b + 3) // 24
    return number + a * (a + 1) * (a + 2) * (a + 3) * (a + 4) // 120


@inlined
def key_of(clubs, diamonds, hearts, spades):
    """The key of the best five of seven cards."""
    upper, lower = high(lane(clubs), lane(diamonds), lane(hearts), lane(spades), lane(1), lane(2), 1)
    return np.uint32(number(upper)) << np.uint32(16) | np.uint32(number(lower))


@inlined
def ways_of(free, many):
    """In how many ways so many of the cards left come together."""
    found = np.int64(1)
    for i in range(many):
        found = found * (free - i) // (i + 1)
    return found


@kernel
def by_ranks(holes, free, keys, ways):
    """For each number of a board's ranks the key of every player without a flush, and in how many ways the cards are left.

    ``holes``: the ranks of each player's two cards; ``free``: how many cards of each rank are left.
    """
    suits, ranks, times = np.zeros(4, np.int64), np.zeros(5, np.int64), np.zeros(13, np.int64)
    for a in range(13):
        for b in range(a + 1):
            for c in range(b + 1):
                for d in range(c + 1):
                    for e in range(d + 1):
                        at = numbered(a, b, c, d, e)
                        ranks[0], ranks[1], ranks[2], ranks[3], ranks[4] = a, b, c, d, e
                        times[a] = times[b] = times[c] = times[d] = times[e] = 0
                        for rank in ranks:
                            times[rank] += 1
                        many, last = np.int64(1), -1
                        for rank in ranks:
                            if rank != last:
                                many *= ways_of(free[rank], times[rank])
                            last = rank
                        ways[at] = many
                        if many == 0:
                            continue
                        for player in range(holes.shape[0]):
                            # Suits in turn, the player's two in others: none has five cards.
                            suits[:] = 0
                            for i in range(5):
                                suits[i & 3] |= 1 << ranks[i]
                            for rank in holes[player]:
                                suit = 3
                                while suits[suit] >> rank & 1:
                                    suit -= 1
                                suits[suit] |= 1 << rank
                            keys[player, at] = key_of(suits[0], suits[1], suits[2], suits[3])


@inlined
def won(keys, players, many, tally):
    """Count so many boards for whoever has the highest key."""
    best, level = keys[0], 1
    for player in range(1, players):
        if keys[player] > best:
            best, level = keys[player], 1
        elif keys[player] == best:
            level += 1
    for player in range(players):
        if keys[player] == best:
            tally[player, level] += many


@kernel
def flushes(suit, hands, left, free, keys, ways, tally):
    """Count the boards on which some player has a flush of this suit, and take them from those of their ranks."""
    players = hands.shape[0]
    own, held, most = np.zeros(players, np.uint32), np.zeros(players, np.int64), 0
    for player in range(players):
        for rank in range(13):
            held[player] += hands[player, suit] >> rank & 1
        most = max(most, held[player])
    beside, ranks, here = np.zeros(13, np.int64), np.zeros(5, np.int64), np.zeros(players, np.uint32)
    for rank in range(13):
        beside[rank] = free[rank] - (left[suit] >> rank & 1)
    mask = np.int64(left[suit])
    while mask:
        suited = 0
        for rank in range(12, -1, -1):
            if mask >> rank & 1:
                if suited < 5:
                    ranks[suited] = rank
                suited += 1
        if suited <= 5 and suited + most >= 5:
            for player in range(players):
                flush = suited + held[player] >= 5
                own[player] = key_of(mask | np.int64(hands[player, suit]), 0, 0, 0) if flush else np.uint32(0)
            # Up to two cards of other suits; where there are fewer, the loops run once.
            for first in range(13 if suited < 5 else 1):
                for second in range(first + 1 if suited < 4 else 1):
                    if suited == 5:
                        many = np.int64(1)
                    elif suited == 4:
                        many = beside[first]
                    elif first == second:
                        many = beside[first] * (beside[first] - 1) // 2
                    else:
                        many = beside[first] * beside[second]
                    if many == 0:
                        continue
                    at = ordered(ranks, suited, first, second)
                    ways[at] -= many
                    for player in range(players):
                        here[player] = own[player] or keys[player, at]
                    won(here, players, many, tally)
        mask = (mask - 1) & np.int64(left[suit])


@inlined
def ordered(ranks, suited, first, second):
    """The number of a board's ranks: those of the suit, the highest first, and of the others ``first``, then ``second``."""
    a, b, c, d, e = ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]
    if suited == 3:
        d = first
    if suited < 5:
        # The last but one where there are two others: it goes where it belongs.
        e = second if suited == 3 else first
        c, d = max(c, d), min(c, d)
        b, c = max(b, c), min(b, c)
        a, b = max(a, b), min(a, b)
        d, e = max(d, e), min(d, e)
        c, d = max(c, d), min(c, d)
        b, c = max(b, c), min(b, c)
        a, b = max(a, b), min(a, b)
    return numbered(a, b, c, d, e)


@kernel
def on_whole_boards(hands, holes, left, free, tally):
    """Who has the highest hand of seven cards on each board of five of the cards left.

    ``hands``: the suits of each player's two cards, ``holes`` their ranks. ``left``: the cards left by suit, ``free`` how many by rank.
    ``tally[p, k]``: boards that player ``p`` wins with k in all.
    """
    players = hands.shape[0]
    keys, ways = np.zeros((players, BOARDS), np.uint32), np.zeros(BOARDS, np.int64)
    by_ranks(holes, free, keys, ways)
    for suit in range(4):
        flushes(suit, hands, left, free, keys, ways, tally)
    here = np.zeros(players, np.uint32)
    for at in range(BOARDS):
        if ways[at]:
            for player in range(players):
                here[player] = keys[player, at]
            won(here, players, ways[at], tally)
