"""What a setting is worth against every hand that the dealer can have, by the point values of the cards.

Only values count, so five cards are one of 1,993 compositions of ten values, of each of which the dealer sets all hands alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from houseway.cards import Card
from houseway.chapters.c663a_five_card_hi_lo.setting import (
    ARRANGEMENT,
    DEALT_CARDS,
    high_points,
    low_points,
    value_in_low,
)
from houseway.chapters.c663a_five_card_hi_lo.settlement import HIGH_COMPARED, LOW_COMPARED
from houseway.rules.game import SettleWagers
from houseway.rules.settlement import SettlementTable, compared
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules

IN_DECK = (*(9 * (4,)), 16)
"""How many cards there are of each value: ace, 2 to 9, ten and faces."""
_FIRST = (48, 0, 4, 8, 12, 16, 20, 24, 28, 32)
"""The first card of each value; the others of the value follow it."""
DEALER_HANDS = comb(47, DEALT_CARDS)
OUTCOMES = 9
"""Comparisons of both high and both low hands, the low hands running faster."""

Points = tuple[int, int]
"""Of a high and of a low hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """Five cards by their values: a hand, how many hands are like it, and how it may be set, by points."""

    values: tuple[int, ...]
    hand: tuple[Card, ...]
    times: int
    dealers: Points
    settings: dict[Points, Setting]


def value_of(card: Card) -> int:
    """A card by its value: the ace 0, ten and faces 9."""
    return value_in_low(card) - 1


def points_of(setting: Setting) -> Points:
    return high_points(setting), low_points(setting)


@cache
def compositions() -> tuple[Composition, ...]:
    """All of them."""
    return tuple(_compositions())


def _compositions() -> Iterator[Composition]:
    for values in combinations_with_replacement(range(len(IN_DECK)), DEALT_CARDS):
        often = Counter(values)
        if any(times > IN_DECK[value] for value, times in often.items()):
            continue
        hand = tuple(Card(_FIRST[value] + number) for value, times in often.items() for number in range(times))
        yield Composition(
            values=values,
            hand=hand,
            times=prod(comb(IN_DECK[value], number) for value, number in often.items()),
            dealers=points_of(ARRANGEMENT.bank(hand)),
            settings={points_of(setting): setting for setting in reversed(ARRANGEMENT.legal(hand))},
        )


def dealers_beside(hand: Sequence[Card]) -> Counter[Points]:
    """How many of the dealer's hands come to each points, beside a player's five cards."""
    own = Counter(map(value_of, hand))
    left = [in_deck - own[value] for value, in_deck in enumerate(IN_DECK)]
    # In how many ways so many cards of a value can be drawn from what is left of it.
    ways = [[comb(cards, many) for many in range(DEALT_CARDS + 1)] for cards in left]
    found: Counter[Points] = Counter()
    for one in compositions():
        found[one.dealers] += prod([ways[value][one.values.count(value)] for value in set(one.values)])
    assert found.total() == DEALER_HANDS
    return found


def outcomes(points: Points, dealers: Mapping[Points, int]) -> list[int]:
    """How many of the dealer's hands these points meet in each of the nine outcomes."""
    found = [0] * OUTCOMES
    for (high, low), times in dealers.items():
        found[3 * compared(points[0], high) + compared(points[1], low)] += times
    return found


def rows_of(table: SettlementTable) -> tuple[int, ...]:
    """The number of the row of a table of the two comparisons that settles each outcome."""
    found = []
    for outcome in range(OUTCOMES):
        index = 0
        for primitive, steps in table.steps:
            number = (
                outcome // 3 if primitive is HIGH_COMPARED else outcome % 3 if primitive is LOW_COMPARED else outcome
            )
            index += steps[number]
        found.append(table.lowered[index])
    return tuple(found)


def nets_of(table: SettlementTable) -> tuple[Fraction, ...]:
    """What each outcome nets for each unit wagered."""
    return tuple([table.rows[number].worth.net(table.role).wager for number in rows_of(table)])


def bonus_of(rules: TableRules) -> SettlementTable:
    """The table of the Ante Bonus, which is paid on top of the Play Wager."""
    (stage,) = (one for one in rules.game.stages if isinstance(one, SettleWagers))
    return dict(stage.on_top)["play"].table


def values_of(rules: TableRules, hand: Sequence[Card], *, tie: Fraction = Fraction(0)) -> dict[Setting, Fraction]:
    """What Ante, Play Wager and Ante Bonus win with every lawful setting of a hand, on average over all hands of the dealer,
    in units of the Ante; with a Tie Wager of so many."""
    bonus = bonus_of(rules)
    beside = bonus.settle(Showdown(tuple(hand), ())).worth.net(bonus.role).wager
    stakes = {"ante": Fraction(1), "play": Fraction(1), "tie": tie}
    nets = [Fraction(0)] * OUTCOMES
    for wager, stake in stakes.items():
        nets = [net + stake * one for net, one in zip(nets, nets_of(rules.game.tables[wager]), strict=True)]
    dealers = dealers_beside(hand)
    by_points: dict[Points, Fraction] = {}
    found = {}
    for setting in ARRANGEMENT.legal(tuple(hand)):
        points = points_of(setting)
        if points not in by_points:
            counts = outcomes(points, dealers)
            won = sum((times * net for times, net in zip(counts, nets, strict=True)), start=Fraction(0))
            by_points[points] = beside + won / DEALER_HANDS
        found[setting] = by_points[points]
    return found
