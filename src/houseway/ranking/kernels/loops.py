"""The loops over many hands: each takes a chunk of them and writes the keys.

A hand comes as columns of cards or as its four suits. Keys are made block by block: the two lanes first, then, in a loop
of its own, the number of 32 bits; in one loop the wider number would halve the lanes.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import ace_lowest, high, joker_high, low, pair_or_two
from houseway.ranking.kernels.lanes import higher, lane, number, ones, spread, where

_BLOCK = 2048


@inlined
def with_card(suit, card, of):
    """A suit with a card, if the card is of that suit."""
    return suit | where((card & 3) == of, lane(1) << (card >> 2), lane(0))


@inlined
def joined(upper, lower, keys):
    for i in range(keys.shape[0]):
        keys[i] = (np.uint32(upper[i]) << np.uint32(16)) | np.uint32(lower[i])


@inlined
def joined_low(upper, lower, keys):
    """The complement, so that the lowest hand has the greatest key."""
    for i in range(keys.shape[0]):
        keys[i] = ~((np.uint32(upper[i]) << np.uint32(16)) | np.uint32(lower[i]))


@kernel
def suits_of(cards, suits):
    """The suits of hands, from columns of cards."""
    for s in range(4):
        suits[s][:] = 0
    for k in range(cards.shape[0]):
        column = cards[k]
        for s in range(4):
            suit = suits[s]
            of = lane(s)
            for i in range(column.shape[0]):
                suit[i] = number(with_card(lane(suit[i]), lane(column[i]), of))


@kernel
def high_from_cards(a, b, c, d, e, f, g, first, second, keys):
    """Best five of seven columns; a column given twice counts once. Returns the greatest number among the cards."""
    upper, lower = np.empty(_BLOCK, np.uint16), np.empty(_BLOCK, np.uint16)
    one, two, greatest = lane(first), lane(second), lane(0)
    for start in range(0, keys.shape[0], _BLOCK):
        stop = min(start + _BLOCK, keys.shape[0])
        a_, b_, c_, d_ = a[start:stop], b[start:stop], c[start:stop], d[start:stop]
        e_, f_, g_, out = e[start:stop], f[start:stop], g[start:stop], keys[start:stop]
        for i in range(stop - start):
            clubs, diamonds, hearts, spades = lane(0), lane(0), lane(0), lane(0)
            for each in (a_[i], b_[i], c_[i], d_[i], e_[i], f_[i], g_[i]):
                card = lane(each)
                greatest = higher(greatest, card)
                bit = lane(1) << (card >> 2)
                # Suits are told by two bits: 1 and 3 have the lower one, 2 and 3 the upper.
                odd, upper_two = spread(card, 15), spread(card, 14)
                uneven, even = bit & odd, bit & (odd ^ 0xFFFF)
                clubs = clubs | (even & (upper_two ^ 0xFFFF))
                diamonds = diamonds | (uneven & (upper_two ^ 0xFFFF))
                hearts = hearts | (even & upper_two)
                spades = spades | (uneven & upper_two)
            above, below = high(clubs, diamonds, hearts, spades, one, two, 1)
            upper[i], lower[i] = number(above), number(below)
        joined(upper, lower, out)
    return number(greatest)


@kernel
def high_from_suits(clubs, diamonds, hearts, spades, first, second, keys):
    """Best five of up to seven cards."""
    upper, lower = np.empty(_BLOCK, np.uint16), np.empty(_BLOCK, np.uint16)
    one, two = lane(first), lane(second)
    for start in range(0, keys.shape[0], _BLOCK):
        stop = min(start + _BLOCK, keys.shape[0])
        c, d, h, s = clubs[start:stop], diamonds[start:stop], hearts[start:stop], spades[start:stop]
        for i in range(stop - start):
            above, below = high(lane(c[i]), lane(d[i]), lane(h[i]), lane(s[i]), one, two, 1)
            upper[i], lower[i] = number(above), number(below)
        joined(upper, lower, keys[start:stop])


@kernel
def joker_from_suits(clubs, diamonds, hearts, spades, first, second, keys):
    """Best five of up to seven cards of the deck of 645a."""
    upper, lower = np.empty(_BLOCK, np.uint16), np.empty(_BLOCK, np.uint16)
    one, two = lane(first), lane(second)
    for start in range(0, keys.shape[0], _BLOCK):
        stop = min(start + _BLOCK, keys.shape[0])
        c, d, h, s = clubs[start:stop], diamonds[start:stop], hearts[start:stop], spades[start:stop]
        for i in range(stop - start):
            above, below = joker_high(lane(c[i]), lane(d[i]), lane(h[i]), lane(s[i]), one, two)
            upper[i], lower[i] = number(above), number(below)
        joined(upper, lower, keys[start:stop])


@kernel
def two_from_suits(clubs, diamonds, hearts, spades, keys):
    """Two-card hands of 645a."""
    upper, lower = np.empty(keys.shape[0], np.uint16), np.empty(keys.shape[0], np.uint16)
    for i in range(keys.shape[0]):
        above, below = pair_or_two(lane(clubs[i]), lane(diamonds[i]), lane(hearts[i]), lane(spades[i]))
        upper[i], lower[i] = number(above), number(below)
    joined(upper, lower, keys)


@kernel
def low_from_suits(clubs, diamonds, hearts, spades, keys):
    """Ace-to-five lows of five to seven cards."""
    upper, lower = np.empty(keys.shape[0], np.uint16), np.empty(keys.shape[0], np.uint16)
    for i in range(keys.shape[0]):
        above, below = low(lane(clubs[i]), lane(diamonds[i]), lane(hearts[i]), lane(spades[i]))
        upper[i], lower[i] = number(above), number(below)
    joined_low(upper, lower, keys)


@kernel
def deuce_from_suits(clubs, diamonds, hearts, spades, first, second, keys):
    """2-7 lows of five cards: the ace is high only."""
    upper, lower = np.empty(keys.shape[0], np.uint16), np.empty(keys.shape[0], np.uint16)
    one, two = lane(first), lane(second)
    for i in range(keys.shape[0]):
        c, d, h, s = lane(clubs[i]), lane(diamonds[i]), lane(hearts[i]), lane(spades[i])
        above, below = high(c, d, h, s, one, two, 0)
        upper[i], lower[i] = number(above), number(below)
    joined_low(upper, lower, keys)


@kernel
def omaha_from_suits(holes, boards, first, second, keys):
    """The best of every two of the hand with every three of the board, whose suits come each in a row of their own."""
    size = keys.shape[0]
    upper, lower = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    one, two = lane(first), lane(second)
    for p in range(holes.shape[0]):
        c, d, h, s = holes[p][0], holes[p][1], holes[p][2], holes[p][3]
        for t in range(boards.shape[0]):
            c3, d3, h3, s3 = boards[t][0], boards[t][1], boards[t][2], boards[t][3]
            for i in range(size):
                clubs, diamonds = lane(c[i]) | lane(c3[i]), lane(d[i]) | lane(d3[i])
                hearts, spades = lane(h[i]) | lane(h3[i]), lane(s[i]) | lane(s3[i])
                above, below = high(clubs, diamonds, hearts, spades, one, two, 1)
                best, tie = lane(upper[i]), lane(lower[i])
                lower[i] = number(where(above > best, below, where(above == best, higher(tie, below), tie)))
                upper[i] = number(higher(above, best))
    joined(upper, lower, keys)


@kernel
def omaha_eight_from_suits(holes, boards, keys):
    """The best low of eight or better of two of the hand and three of the board, or 0."""
    size = keys.shape[0]
    lowest = np.full(size, 0x100, np.uint16)
    for p in range(holes.shape[0]):
        c, d, h, s = holes[p][0], holes[p][1], holes[p][2], holes[p][3]
        for t in range(boards.shape[0]):
            c3, d3, h3, s3 = boards[t][0], boards[t][1], boards[t][2], boards[t][3]
            for i in range(size):
                hand = lane(c[i]) | lane(d[i]) | lane(h[i]) | lane(s[i])
                ranks = ace_lowest(hand | lane(c3[i]) | lane(d3[i]) | lane(h3[i]) | lane(s3[i]))
                best = lane(lowest[i])
                better = (ones(ranks) == 5) & (best > ranks)
                lowest[i] = number(where(better, ranks, best))
    for i in range(size):
        keys[i] = ~np.uint32(lowest[i]) if lowest[i] < 0x100 else np.uint32(0)


@kernel
def badugi_from_cards(cards, ace_low, subsets, keys):
    """The best Badugi: as many cards as differ in suit and rank, then the lowest. Sixteen bits above an empty lane."""
    size = keys.shape[0]
    best, ranks, bad = np.zeros(size, np.uint16), np.empty(size, np.uint16), np.empty(size, np.uint16)
    turned = lane(ace_low)
    for subset in range(subsets.shape[0]):
        ranks[:] = 0
        bad[:] = 0
        many = 0
        for j in range(cards.shape[0]):
            if not subsets[subset, j]:
                continue
            many += 1
            column = cards[j]
            for i in range(size):
                rank = lane(1) << (lane(column[i]) >> 2)
                ranks[i] = number(lane(ranks[i]) | where(turned != 0, ace_lowest(rank), rank))
            for k in range(j):
                if subsets[subset, k]:
                    other = cards[k]
                    for i in range(size):
                        differ = lane(column[i]) ^ lane(other[i])
                        clash = ((differ & 3) == 0) | ((differ >> 2) == 0)
                        bad[i] = number(where(clash, lane(1), lane(bad[i])))
        held = lane(many << 13)
        for i in range(size):
            worth = held + (lane(0x1FFF) ^ lane(ranks[i]))
            best[i] = number(higher(lane(best[i]), where(lane(bad[i]) == 0, worth, lane(0))))
    for i in range(size):
        keys[i] = np.uint32(best[i]) << np.uint32(16)


@kernel
def split_points(cards, in_high, in_low, high_cards, high, low):
    """The points of both hands when the cards of most points go high; points as the chapter lists them by card."""
    dealt = cards.shape[0]
    held = np.empty(dealt, np.int64)
    for i in range(high.shape[0]):
        for k in range(dealt):
            # By points in the high hand; in the low hand a card counts as the chapter says.
            value = (np.int64(in_high[cards[k, i]]) << 8) | np.int64(in_low[cards[k, i]])
            at = k
            while at > 0 and held[at - 1] < value:
                held[at] = held[at - 1]
                at -= 1
            held[at] = value
        high[i] = 0
        low[i] = 0
        for k in range(dealt):
            if k < high_cards:
                high[i] += held[k] >> 8
            else:
                low[i] += held[k] & 255
