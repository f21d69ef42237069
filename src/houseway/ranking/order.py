"""The orders of Poker hands as data, and the strength number that carries them.

A strength is ``category << 20`` and up to five ranks of four bits each, the most telling first, so that comparing
two hands is comparing two integers. A two-card hand fills only the first ranks; a five-card hand that agrees with it
so far is then the higher, which is what 645a.11(b) asks of a high hand beside its low hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Category(IntEnum):
    """The kinds of five-card hand, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10

    @property
    def label(self) -> str:
        """The name as the chapters write it."""
        match self:
            case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
                return self.name.lower().replace("_", "-")
            case _:
                return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOrder:
    """How five-card hands are ordered: where A-2-3-4-5 stands among straights."""

    name: str
    ace_high_straight: int
    wheel: int


STANDARD_ORDER = HandOrder(name="standard", ace_high_straight=14, wheel=5)
"""677a.6(b), 647a.6(b), 663a.6(b): A-2-3-4-5 is the lowest straight."""

PAI_GOW_ORDER = HandOrder(name="pai gow", ace_high_straight=15, wheel=14)
"""645a.6(b)(3) and (7): A-2-3-4-5 is the second highest straight, and the highest straight flush below the royal."""

CATEGORY_SHIFT = 20


def category_of(strength: int) -> Category:
    """The category of a strength."""
    return Category(strength >> CATEGORY_SHIFT)


def pack(category: Category, ranks: list[int]) -> int:
    """The strength of a category with its telling ranks, the most telling first."""
    number = int(category)
    for rank in ranks:
        number = (number << 4) | rank
    return number << 4 * (5 - len(ranks))


_NAMES = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def rank_name(rank: int) -> str:
    """A rank in words: ``ace``, ``king``, ``7``."""
    return _NAMES.get(rank, str(rank))


def _plural(rank: int) -> str:
    name = rank_name(rank)
    return name + "s"


def describe(strength: int, order: HandOrder = STANDARD_ORDER) -> str:
    """A hand by name: ``two pair, kings and 7s``."""
    category = category_of(strength)
    ranks = [(strength >> shift) & 15 for shift in (16, 12, 8, 4, 0)]
    first, second = ranks[0], ranks[1]
    match category:
        case Category.HIGH_CARD:
            return f"{rank_name(first)} high"
        case Category.PAIR:
            return f"pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(second)}"
        case Category.THREE_OF_A_KIND:
            return f"three-of-a-kind, {_plural(first)}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(second)}"
        case Category.FOUR_OF_A_KIND:
            return f"four-of-a-kind, {_plural(first)}"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            if first == order.wheel:
                return f"{category.label}, ace to 5"
            top = 14 if first == order.ace_high_straight else first
            return f"{category.label}, {rank_name(top)} high"
        case Category.FLUSH:
            return f"flush, {rank_name(first)} high"
        case _:
            return category.label
