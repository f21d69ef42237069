"""What a hand is worth, from four suits of thirteen bits: no table, no branch, lane by lane.

Every function gives two lanes, which together are the key of the hand. The upper lane holds the category in its four
highest bits and the ranks that make it; the lower one the ranks that break a tie. Ranks are sets of bits, so that a
greater number is a higher hand: of two sets of equal size, the greater has the higher card where they first differ.

==================  ============================================  ===============
category            upper lane, above category x 4096             lower lane
==================  ============================================  ===============
high card, flush    0                                             five ranks
pair, threes        the rank, less 1                              the kickers
two pair            both ranks, without the lowest bit            the kicker
straight            the highest rank, less 1                      0
full house          the rank of three, less 1                     the pair
four of a kind      the rank, less 1                              the kicker
straight flush      the highest rank; the ace's gives the royal   0
five aces           0                                             0
==================  ============================================  ===============

``first`` and ``second`` say how many cards there are beyond five: the lowest spare card goes where more ranks than
``first`` are left, one more where more than ``second`` are.
"""

from __future__ import annotations

from houseway.ranking.kernels.compiled import inlined
from houseway.ranking.kernels.lanes import higher, lane, ones, where

KEPT = 99
"""More ranks than there are: no card is spare."""


def spares(cards: int) -> tuple[int, int]:
    """``first`` and ``second`` for so many cards."""
    return (1 if cards > 5 else KEPT, 2 if cards > 6 else KEPT)


@inlined
def without_lowest(ranks):
    return ranks & (ranks - 1)


@inlined
def higher_of_two(ranks):
    """The higher of at most two ranks."""
    above = ranks & (ranks - 1)
    return higher(above, ranks ^ above)


@inlined
def lowest(ranks):
    return ranks & (0 - ranks)


@inlined
def highest(ranks):
    ranks = ranks | (ranks >> 1)
    ranks = ranks | (ranks >> 2)
    ranks = ranks | (ranks >> 4)
    ranks = ranks | (ranks >> 8)
    return ranks ^ (ranks >> 1)


@inlined
def straight(ranks, low_ace):
    """The highest rank of the best straight of at most seven ranks, or 0; ``low_ace`` is 1 where A-2-3-4-5 is one."""
    row = (ranks << 1) | ((ranks >> 12) & low_ace)
    two = row & (row << 1)
    tops = (two & (two << 2) & (row << 4)) >> 1
    # Straights of seven cards overlap, so that only the highest has no other above it.
    return tops & ((tops >> 1) ^ 0xFFFF)


@inlined
def high(clubs, diamonds, hearts, spades, first, second, low_ace):
    """The best five of five, six or seven cards."""
    nothing = lane(0)
    black, red = clubs | diamonds, hearts | spades
    both_black, both_red = clubs & diamonds, hearts & spades
    once = black | red
    twice = both_black | both_red | (black & red)
    thrice = (both_black & red) | (both_red & black)
    four = both_black & both_red

    flush = where(ones(clubs) > 4, clubs, nothing)
    flush = where(ones(diamonds) > 4, diamonds, flush)
    flush = where(ones(hearts) > 4, hearts, flush)
    flush = where(ones(spades) > 4, spades, flush)
    is_flush = flush != 0

    three = higher_of_two(thrice)
    pair_beside = twice ^ three
    is_three, is_four = thrice != 0, four != 0
    is_full = is_three & (pair_beside != 0) & (four == 0)
    but_one = without_lowest(twice)
    pairs = where(without_lowest(but_one) != 0, but_one, twice)
    made = where(is_four, four, where(is_three, three, pairs))

    upper = where(but_one != 0, (pairs >> 1) + 0x2000, where(twice != 0, twice + 0x0FFF, nothing))
    from_three = where(is_four, lane(0x6FFF), where(pair_beside != 0, lane(0x5FFF), lane(0x2FFF)))
    upper = where(is_three, from_three + made, upper)
    upper = where(is_flush, lane(0x5000), upper)

    lower = where(is_flush, flush, where(is_full, pair_beside, once ^ made))
    count = ones(lower)
    lower = where(count > where(is_flush, lane(5), first), without_lowest(lower), lower)
    lower = where(count > where(is_flush, lane(6), second), without_lowest(lower), lower)

    # With a flush only a straight of its suit counts; beside either there is no full house and no four of a kind.
    top = straight(where(is_flush, flush, once), low_ace)
    upper = where(top != 0, top + where(is_flush, lane(0x8000), lane(0x3FFF)), upper)
    return upper, where(top != 0, nothing, lower)


@inlined
def joker_straight(ranks, joker):
    """The best straight in the order of 645a, the joker filling any gap: A-2-3-4-5 next to the highest."""
    a = (ranks << 1) | (ranks >> 12)
    b, c, d, e = a << 1, a << 2, a << 3, a << 4
    all_but_one = (a & b & c & (d | e)) | (d & e & ((a & b) | ((a | b) & c)))
    tops = where(joker != 0, all_but_one, a & b & c & d & e)
    # From 6 high at bit 3 to king high at bit 10, then ace to 5, then ace high.
    return highest(((tops & 0x1FE0) >> 2) | ((tops & 0x10) << 7) | ((tops & 0x2000) >> 1))


@inlined
def joker_high(clubs, diamonds, hearts, spades, first, second):
    """The best five of five to seven cards of the deck of 645a; the joker stands above the ace of clubs."""
    nothing = lane(0)
    joker = clubs & 0x2000
    clubs = clubs & 0x1FFF
    as_ace = joker >> 1
    black, red = clubs | diamonds, hearts | spades
    both_black, both_red = clubs & diamonds, hearts & spades
    natural = black | red
    twice = both_black | both_red | (black & red)
    thrice = (both_black & red) | (both_red & black)
    four = both_black & both_red
    # The joker counts among the aces.
    five = four & as_ace
    four = four | (thrice & as_ace)
    thrice = thrice | (twice & as_ace)
    twice = twice | (natural & as_ace)
    once = natural | as_ace

    three = higher_of_two(thrice)
    pair_beside = twice ^ three
    is_three, is_four = thrice != 0, four != 0
    is_full = is_three & (pair_beside != 0) & (four == 0)
    but_one = without_lowest(twice)
    pairs = where(without_lowest(but_one) != 0, but_one, twice)
    made = where(is_four, four, where(is_three, three, pairs))
    upper = where(but_one != 0, (pairs >> 1) + 0x2000, where(twice != 0, twice + 0x0FFF, nothing))
    from_three = where(is_four, lane(0x6FFF), where(pair_beside != 0, lane(0x5FFF), lane(0x2FFF)))
    upper = where(is_three, from_three + made, upper)
    upper = where(five != 0, lane(0xA000), upper)
    lower = where(is_full, pair_beside, once ^ made)
    count = ones(lower)
    lower = where(count > first, without_lowest(lower), lower)
    lower = where(count > second, without_lowest(lower), lower)
    lower = where(five != 0, nothing, lower)

    least = where(joker != 0, lane(3), lane(4))
    flush = where(ones(clubs) > least, clubs, nothing)
    flush = where(ones(diamonds) > least, diamonds, flush)
    flush = where(ones(hearts) > least, hearts, flush)
    flush = where(ones(spades) > least, spades, flush)
    is_flush = flush != 0
    top = joker_straight(where(is_flush, flush, natural), joker)
    suited_straight = is_flush & (top != 0)
    # A straight beside a flush of other cards matters less than the flush.
    beside = where(top != 0, top + where(is_flush, lane(0x8000), lane(0x3FFF)), where(is_flush, lane(0x5000), nothing))
    missing = highest((flush ^ 0x1FFF) & 0x1FFF)
    flush = flush | where(joker != 0, missing, nothing)
    count = ones(flush)
    flush = where(count > 5, without_lowest(flush), flush)
    flush = where(count > 6, without_lowest(flush), flush)
    flush = where(suited_straight, nothing, where(is_flush, flush, nothing))
    # With the joker a full house or four of a kind can stand beside either.
    better = beside > upper
    return higher(beside, upper), where(better, flush, lower)


@inlined
def pair_or_two(clubs, diamonds, hearts, spades):
    """A two-card hand of 645a, in keys that compare with those of five cards; the joker is an ace."""
    as_ace = (clubs & 0x2000) >> 1
    clubs = clubs & 0x1FFF
    once = clubs | diamonds | hearts | spades
    twice = (
        (once & as_ace) | (clubs & (diamonds | hearts | spades)) | (diamonds & (hearts | spades)) | (hearts & spades)
    )
    is_pair = twice != 0
    return where(is_pair, twice + 0x0FFF, lane(0)), where(is_pair, lane(0), once | as_ace)


@inlined
def ace_lowest(ranks):
    """The ranks with the ace below the 2."""
    return ((ranks << 1) & 0x1FFF) | (ranks >> 12)


@inlined
def low(clubs, diamonds, hearts, spades):
    """The best ace-to-five low of five, six or seven cards, a lower key being better.

    Like high hands, without straights and flushes: full house is 4 and four of a kind 5.
    """
    black, red = clubs | diamonds, hearts | spades
    both_black, both_red = clubs & diamonds, hearts & spades
    once = ace_lowest(black | red)
    twice = ace_lowest(both_black | both_red | (black & red))
    thrice = ace_lowest((both_black & red) | (both_red & black))
    four = ace_lowest(both_black & both_red)
    distinct = ones(once)

    unpaired = where(distinct > 6, once ^ highest(once), once)
    unpaired = where(distinct > 5, unpaired ^ highest(unpaired), unpaired)

    pair = lowest(twice)
    second = lowest(twice ^ pair)
    three = lowest(thrice)
    beside = twice ^ three
    two_pair = pair | second
    upper = where(distinct > 3, pair + 0x0FFF, where(second != 0, (two_pair >> 1) + 0x2000, three + 0x2FFF))
    lower = where(distinct > 3, once ^ pair, where(second != 0, once ^ two_pair, once ^ three))
    # Of two ranks: three and two, or four and one.
    upper = where(distinct > 2, upper, where(beside != 0, three + 0x3FFF, four + 0x4FFF))
    lower = where(distinct > 2, lower, once ^ where(beside != 0, three, four))
    return where(distinct > 4, lane(0), upper), where(distinct > 4, unpaired, lower)
