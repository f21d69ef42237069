"""A house way lowered to rows of numbers, and every class of hands set by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from houseway.chapters.c645a_pai_gow.house_way import HouseWay
from houseway.chapters.c645a_pai_gow.house_way.rules import HAND_OF_PATTERN, Do, Hand, Rule
from houseway.chapters.c645a_pai_gow.lab.kernels import house_way as kernels
from houseway.chapters.c645a_pai_gow.lab.sevens import classes

_DOES = {
    Do.HIGHEST_CARD_BACK: kernels.SINGLES_1_2,
    Do.KEEP_TOGETHER: kernels.SINGLES_0_1,
    Do.PAIR_FRONT: kernels.FIRST_PAIR,
    Do.SMALLER_PAIR_FRONT: kernels.LAST_PAIR,
    Do.HIGHEST_PAIR_FRONT: kernels.FIRST_PAIR,
    Do.HIGHEST_LAWFUL_PAIR_FRONT: kernels.LAWFUL_PAIR,
    Do.ONE_OF_THREE_FRONT: kernels.THREE_AND_SINGLE,
    Do.TWO_OF_THREE_FRONT: kernels.FIRST_THREE,
    Do.TWO_OF_HIGHER_THREE_FRONT: kernels.FIRST_THREE,
    Do.TWO_OF_LOWER_THREE_FRONT: kernels.LAST_THREE,
    Do.TWO_OF_FOUR_FRONT: kernels.FROM_FOUR,
    Do.TWO_ACES_FRONT: kernels.ACES,
    Do.COMPLETE_HAND_BACK: kernels.COMPLETE_BACK,
    Do.BEST_HAND_BACK: kernels.BEST_BACK,
}
_NUMBER = {hand: number for number, hand in enumerate(Hand)}


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """How hands are set: ``parted``, the number of the parting; ``ruled``, that of the rule; ``high`` and ``low``, the keys of
    both hands, which compare as `houseway.ranking.kernels.rank` says."""

    parted: Any
    ruled: Any
    high: Any
    low: Any


def lowered(way: HouseWay) -> Any:
    """The rules as rows of numbers."""
    return np.array([_row(rule) for rule in way.rules], np.int64)


def _row(rule: Rule) -> list[int]:
    when = rule.when
    row = [kernels.NOT_STATED] * kernels.COLUMNS
    row[kernels.HANDS] = sum(1 << _NUMBER[hand] for hand in when.hands)
    row[kernels.DO] = _DOES[rule.do]
    ranks = {
        kernels.PAIR: when.pair,
        kernels.SMALLER_PAIR: when.smaller_pair,
        kernels.THREE: when.three,
        kernels.FOUR: when.four,
        kernels.FRONT_CAN_HOLD: when.front_can_hold,
        kernels.FRONT_CAN_BE: when.front_can_be,
    }
    asked = {
        kernels.COMPLETE: when.complete,
        kernels.COMPLETE_WITH_PAIR_FRONT: when.complete_with_pair_front,
        kernels.BREAKING_IMPROVES_FRONT: when.breaking_improves_front,
        kernels.HAS_JOKER: when.joker,
    }
    for column, wanted in ranks.items():
        if wanted is not None:
            row[column] = _bits(wanted)
    for column, yes in asked.items():
        if yes is not None:
            row[column] = int(yes)
    return row


def _bits(ranks: Iterable[int]) -> int:
    return sum(1 << rank - 2 for rank in ranks)


@cache
def _hand_of_pattern() -> Any:
    numbers = np.full(8**4, -1, np.int64)
    for pattern, hand in HAND_OF_PATTERN.items():
        numbers[sum(8 ** (times - 1) for times in pattern if times < 5)] = _NUMBER[hand]
    return numbers


def set_by(way: HouseWay, hands: Any) -> Settings:
    """Hands, the highest card first, set by a house way."""
    count = len(hands)
    parted, ruled = np.empty(count, np.int8), np.empty(count, np.int16)
    high, low = np.empty(count, np.int64), np.empty(count, np.int64)
    kernels.set_hands(hands, _hand_of_pattern(), lowered(way), parted, ruled, high, low)
    return Settings(parted, ruled, high, low)


@cache
def every_class(way: HouseWay) -> Settings:
    """Every class of hands set by a house way."""
    return set_by(way, classes().hands)
