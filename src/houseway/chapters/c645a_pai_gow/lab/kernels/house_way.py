"""A house way as rows of numbers, and how it sets hands: the same rules as `houseway.chapters.c645a_pai_gow.house_way.holding`.

Hands come with the highest card first. Of the 21 ways to part one, each has the key of its two-card front and of its five-card
back (`houseway.ranking.kernels.hands`), which compare with each other; a foul one has none.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.ranking.kernels.hands import KEPT, joker_high, pair_or_two
from houseway.ranking.kernels.lanes import lane, number

PARTINGS = 21
NOT_STATED = -1
(
    HANDS,
    PAIR,
    SMALLER_PAIR,
    THREE,
    FOUR,
    FRONT_CAN_HOLD,
    FRONT_CAN_BE,
    COMPLETE,
    COMPLETE_WITH_PAIR_FRONT,
    BREAKING_IMPROVES_FRONT,
    HAS_JOKER,
    DO,
) = range(12)
"""The columns of a rule: sets of hands and ranks as bits, conditions as 0 and 1, and the number of what is done."""
COLUMNS = 12
# What may be done: which two ranks go front, or by what the parting is chosen.
(
    SINGLES_1_2,
    SINGLES_0_1,
    FIRST_PAIR,
    LAST_PAIR,
    LAWFUL_PAIR,
    THREE_AND_SINGLE,
    FIRST_THREE,
    LAST_THREE,
    FROM_FOUR,
    ACES,
    COMPLETE_BACK,
    BEST_BACK,
) = range(12)

_JOKER, _ACE = 52, 12
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _ROYAL = 4, 5, 8, 9


@inlined
def rank_of(card):
    """From 0, the deuce; the joker is an ace."""
    return _ACE if card == _JOKER else np.int64(card) >> 2


@inlined
def bit_of(card):
    """The card's bit among those of its suit; the joker stands above the ace of the first suit."""
    return 1 << (13 if card == _JOKER else np.int64(card) >> 2)


@inlined
def key_of(upper, lower):
    return np.int64(number(upper)) << 16 | np.int64(number(lower))


@kernel
def partings(hand, fronts, backs):
    """The keys of both hands of each parting; of a foul one -1."""
    suits, two = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for i in range(7):
        suits[0 if hand[i] == _JOKER else hand[i] & 3] |= bit_of(hand[i])
    place = 0
    for first in range(6):
        for second in range(first + 1, 7):
            two[:] = 0
            two[0 if hand[first] == _JOKER else hand[first] & 3] |= bit_of(hand[first])
            two[0 if hand[second] == _JOKER else hand[second] & 3] |= bit_of(hand[second])
            upper, lower = pair_or_two(lane(two[0]), lane(two[1]), lane(two[2]), lane(two[3]))
            front = key_of(upper, lower)
            # 645a.11(b): a high hand below its low hand is foul.
            a, b, c, d = suits[0] ^ two[0], suits[1] ^ two[1], suits[2] ^ two[2], suits[3] ^ two[3]
            upper, lower = joker_high(lane(a), lane(b), lane(c), lane(d), lane(KEPT), lane(KEPT))
            back = key_of(upper, lower)
            fronts[place], backs[place] = (front, back) if back >= front else (-1, -1)
            place += 1


@inlined
def is_complete(back):
    category = back >> 28
    return category in (_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _ROYAL)


@inlined
def is_pair(front):
    return front >> 16 != 0


@kernel
def meets(rule, hand, pair, smaller_pair, three, four, singles, joker, complete, with_pair, improved):
    """Whether all conditions of a rule hold; ranks as one bit each, or none."""
    return (
        rule[HANDS] >> hand & 1 != 0
        and (rule[PAIR] == NOT_STATED or rule[PAIR] & pair != 0)
        and (rule[SMALLER_PAIR] == NOT_STATED or rule[SMALLER_PAIR] & smaller_pair != 0)
        and (rule[THREE] == NOT_STATED or rule[THREE] & three != 0)
        and (rule[FOUR] == NOT_STATED or rule[FOUR] & four != 0)
        and (rule[FRONT_CAN_HOLD] == NOT_STATED or rule[FRONT_CAN_HOLD] & singles != 0)
        and (rule[FRONT_CAN_BE] == NOT_STATED or rule[FRONT_CAN_BE] & singles == rule[FRONT_CAN_BE])
        and (rule[HAS_JOKER] == NOT_STATED or rule[HAS_JOKER] == joker)
        and (rule[COMPLETE] == NOT_STATED or rule[COMPLETE] == complete)
        and (rule[COMPLETE_WITH_PAIR_FRONT] == NOT_STATED or rule[COMPLETE_WITH_PAIR_FRONT] == with_pair)
        and (rule[BREAKING_IMPROVES_FRONT] == NOT_STATED or rule[BREAKING_IMPROVES_FRONT] == improved)
    )


@kernel
def highest(ranks):
    """The highest of some ranks, or -1."""
    top = -1
    for rank in range(13):
        if ranks >> rank & 1:
            top = rank
    return top


@kernel
def lowest(ranks):
    """The lowest of some ranks, or -1."""
    return highest(ranks & -ranks)


@kernel
def set_hands(hands, hand_of_pattern, rules, parted, ruled, high, low):
    """For each hand the number of its parting, that of the rule which sets it, and the keys of its high and its low hand.

    ``hand_of_pattern``: the number of a hand by how many ranks are held once, twice, three and four times, in base 8.
    """
    fronts, backs = np.zeros(PARTINGS, np.int64), np.zeros(PARTINGS, np.int64)
    ranks, times, held_times = np.zeros(7, np.int64), np.zeros(13, np.int64), np.zeros(6, np.int64)
    for at in range(hands.shape[0]):
        cards = hands[at]
        partings(cards, fronts, backs)
        times[:] = 0
        held_times[:] = 0
        joker = 0
        for i in range(7):
            ranks[i] = rank_of(cards[i])
            times[ranks[i]] += 1
            joker |= cards[i] == _JOKER
        pattern = 0
        for rank in range(13):
            if times[rank]:
                held_times[times[rank]] |= 1 << rank
                if times[rank] < 5:
                    pattern += 1 << 3 * (times[rank] - 1)
        hand = hand_of_pattern[pattern]
        complete = with_pair = 0
        front = np.int64(-1)
        for place in range(PARTINGS):
            if fronts[place] >= 0 and is_complete(backs[place]):
                complete = 1
                with_pair |= is_pair(fronts[place])
                front = max(front, fronts[place])
        first = highest(held_times[1])
        second = highest(held_times[1] & ~(1 << first)) if first >= 0 else -1
        third = highest(held_times[1] & ~(1 << first) & ~(1 << second)) if second >= 0 else -1
        improved = int(complete and second >= 0 and (1 << first | 1 << second) > front)
        pair, last_pair = highest(held_times[2]), lowest(held_times[2])
        pair_bit = 1 << pair if pair >= 0 else 0
        smaller_bit = 1 << last_pair if pair != last_pair else 0
        three, last_three, four = highest(held_times[3]), lowest(held_times[3]), highest(held_times[4])
        three_bit, four_bit = 1 << three if three >= 0 else 0, 1 << four if four >= 0 else 0
        rule = 0
        while not meets(
            rules[rule],
            hand,
            pair_bit,
            smaller_bit,
            three_bit,
            four_bit,
            held_times[1],
            joker,
            complete,
            with_pair,
            improved,
        ):
            rule += 1
        do = rules[rule, DO]
        upper = other = -1
        if do == SINGLES_1_2:
            upper, other = second, third
        elif do == SINGLES_0_1:
            upper, other = first, second
        elif do == FIRST_PAIR:
            upper = other = pair
        elif do == LAST_PAIR:
            upper = other = last_pair
        elif do == THREE_AND_SINGLE:
            upper, other = three, first
        elif do == FIRST_THREE:
            upper = other = three
        elif do == LAST_THREE:
            upper = other = last_three
        elif do == FROM_FOUR:
            upper = other = four
        elif do == ACES:
            upper = other = _ACE
        best, best_front, best_back = -1, np.int64(-1), np.int64(-1)
        place = 0
        for a in range(6):
            for b in range(a + 1, 7):
                front, back = fronts[place], backs[place]
                if do == LAWFUL_PAIR:
                    fits = is_pair(front)
                elif do == COMPLETE_BACK:
                    fits = is_complete(back)
                elif do == BEST_BACK:
                    fits = True
                else:
                    fits = ranks[a] == max(upper, other) and ranks[b] == min(upper, other)
                if front >= 0 and fits:
                    if do == BEST_BACK:
                        better = back > best_back or (back == best_back and front > best_front)
                    else:
                        better = front > best_front or (front == best_front and back > best_back)
                    if better:
                        best, best_front, best_back = place, front, back
                place += 1
        parted[at], ruled[at], high[at], low[at] = best, rule, best_back, best_front


@kernel
def settings(hands, set_high, set_low, highs, lows, begin, cells, places, store):
    """For each hand how its settings that may be best stand against the dealer's hands; how many there are in all.

    A setting stands by how many kinds of high hands and of low hands of the dealer's are lower, of all ``highs`` and ``lows`` that
    he may have. Of two that stand alike one is taken, and none that another is at least level with in both. The first is always
    the house's own. ``cells``: 128 times the number of high hands, and the number of low hands; ``places``: the parting.
    """
    fronts, backs = np.zeros(PARTINGS, np.int64), np.zeros(PARTINGS, np.int64)
    above, beside = np.zeros(PARTINGS, np.int64), np.zeros(PARTINGS, np.int64)
    total = 0
    for at in range(hands.shape[0]):
        partings(hands[at], fronts, backs)
        own = -1
        for place in range(PARTINGS):
            if fronts[place] >= 0:
                above[place] = np.searchsorted(highs, backs[place])
                beside[place] = np.searchsorted(lows, fronts[place])
                if own < 0 and backs[place] == set_high[at] and fronts[place] == set_low[at]:
                    own = place
        begin[at] = total
        for turn in range(-1, PARTINGS):
            place = own if turn < 0 else turn
            kept = turn < 0 or (place != own and fronts[place] >= 0)
            if turn >= 0 and kept:
                for other in range(PARTINGS):
                    level = fronts[other] >= 0 and above[other] >= above[place] and beside[other] >= beside[place]
                    if level and other != place:
                        same = above[other] == above[place] and beside[other] == beside[place]
                        if not same or other == own or other < place:
                            kept = False
            if kept:
                if store:
                    cells[total] = above[place] << 7 | beside[place]
                    places[total] = place
                total += 1
    begin[hands.shape[0]] = total
    return total
