"""The vocabulary of a Pai Gow house way: the hands it names, the conditions of a rule, and what a rule may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Hand(StrEnum):
    """Seven cards named by how often each rank is held, the joker counting as an ace: every seven cards are one of these."""

    NO_PAIR = "no pair"
    ONE_PAIR = "one pair"
    TWO_PAIR = "two pair"
    THREE_PAIR = "three pair"
    THREE = "three-of-a-kind"
    TWO_THREES = "two threes-of-a-kind"
    FULL_HOUSE = "full house"
    FULL_HOUSE_TWO_PAIRS = "full house with two pairs"
    FOUR = "four-of-a-kind"
    FOUR_AND_PAIR = "four-of-a-kind and pair"
    FOUR_AND_THREE = "four-of-a-kind and three-of-a-kind"
    FIVE_ACES = "five aces"
    FIVE_ACES_AND_PAIR = "five aces and pair"


HAND_OF_PATTERN: Final[Mapping[tuple[int, ...], Hand]] = {
    (1, 1, 1, 1, 1, 1, 1): Hand.NO_PAIR,
    (2, 1, 1, 1, 1, 1): Hand.ONE_PAIR,
    (2, 2, 1, 1, 1): Hand.TWO_PAIR,
    (2, 2, 2, 1): Hand.THREE_PAIR,
    (3, 1, 1, 1, 1): Hand.THREE,
    (3, 3, 1): Hand.TWO_THREES,
    (3, 2, 1, 1): Hand.FULL_HOUSE,
    (3, 2, 2): Hand.FULL_HOUSE_TWO_PAIRS,
    (4, 1, 1, 1): Hand.FOUR,
    (4, 2, 1): Hand.FOUR_AND_PAIR,
    (4, 3): Hand.FOUR_AND_THREE,
    (5, 1, 1): Hand.FIVE_ACES,
    (5, 2): Hand.FIVE_ACES_AND_PAIR,
}
EVERY_HAND: Final = frozenset(Hand)

# Hands whose pairs, threes and fours fit into the back with two other cards left for the front.
_KEPT = frozenset({Hand.ONE_PAIR, Hand.TWO_PAIR, Hand.THREE, Hand.FULL_HOUSE, Hand.FOUR, Hand.FIVE_ACES})
_SEVERAL_PAIRS = frozenset({Hand.TWO_PAIR, Hand.THREE_PAIR, Hand.FULL_HOUSE_TWO_PAIRS})
_PAIR_BESIDE = frozenset({Hand.FULL_HOUSE, Hand.FOUR_AND_PAIR, Hand.FIVE_ACES_AND_PAIR})
_WITH_FOUR = frozenset({Hand.FOUR, Hand.FOUR_AND_PAIR, Hand.FOUR_AND_THREE})
_WITH_THREE = frozenset(
    {Hand.THREE, Hand.TWO_THREES, Hand.FULL_HOUSE, Hand.FULL_HOUSE_TWO_PAIRS, Hand.FOUR_AND_THREE},
)


class Do(StrEnum):
    """What a rule does. Where cards of equal rank leave a choice, the back is made as high as it can be."""

    HIGHEST_CARD_BACK = "highest card back, next two front"
    KEEP_TOGETHER = "keep together, two highest others front"
    PAIR_FRONT = "pair front"
    SMALLER_PAIR_FRONT = "smaller pair front"
    HIGHEST_PAIR_FRONT = "highest pair front"
    HIGHEST_LAWFUL_PAIR_FRONT = "highest lawful pair front"
    ONE_OF_THREE_FRONT = "one of the three and highest other front"
    TWO_OF_THREE_FRONT = "two of the three front"
    TWO_OF_HIGHER_THREE_FRONT = "two of the higher three front"
    TWO_OF_LOWER_THREE_FRONT = "two of the lower three front"
    TWO_OF_FOUR_FRONT = "two of the four front"
    TWO_ACES_FRONT = "two aces front"
    COMPLETE_HAND_BACK = "complete hand back, best front"
    BEST_HAND_BACK = "best hand back, best front"


# On these hands the action is always possible and never foul; elsewhere a rule may not ask for it.
HANDS_OF_ACTION: Final[Mapping[Do, frozenset[Hand]]] = {
    Do.HIGHEST_CARD_BACK: frozenset({Hand.NO_PAIR}),
    Do.KEEP_TOGETHER: _KEPT,
    Do.PAIR_FRONT: _PAIR_BESIDE,
    Do.SMALLER_PAIR_FRONT: _SEVERAL_PAIRS,
    Do.HIGHEST_PAIR_FRONT: frozenset({Hand.THREE_PAIR, Hand.FULL_HOUSE_TWO_PAIRS}),
    Do.HIGHEST_LAWFUL_PAIR_FRONT: EVERY_HAND - {Hand.NO_PAIR, Hand.ONE_PAIR, Hand.THREE},
    Do.ONE_OF_THREE_FRONT: frozenset({Hand.THREE}),
    Do.TWO_OF_THREE_FRONT: frozenset({Hand.FOUR_AND_THREE}),
    Do.TWO_OF_HIGHER_THREE_FRONT: frozenset({Hand.TWO_THREES}),
    Do.TWO_OF_LOWER_THREE_FRONT: frozenset({Hand.TWO_THREES}),
    Do.TWO_OF_FOUR_FRONT: _WITH_FOUR,
    Do.TWO_ACES_FRONT: frozenset({Hand.FIVE_ACES, Hand.FIVE_ACES_AND_PAIR}),
    Do.COMPLETE_HAND_BACK: EVERY_HAND,
    Do.BEST_HAND_BACK: EVERY_HAND,
}

# The hands a condition can speak of.
HANDS_OF_CONDITION: Final[Mapping[str, frozenset[Hand]]] = {
    "pair": frozenset({Hand.ONE_PAIR}) | _SEVERAL_PAIRS | _PAIR_BESIDE,
    "smaller_pair": _SEVERAL_PAIRS,
    "three": _WITH_THREE,
    "four": _WITH_FOUR,
    "front_can_hold": _KEPT,
    "front_can_be": _KEPT,
    "breaking_improves_front": _KEPT,
    "complete": EVERY_HAND,
    "complete_with_pair_front": EVERY_HAND,
    "joker": EVERY_HAND,
}
RANK_CONDITIONS: Final = ("pair", "smaller_pair", "three", "four", "front_can_hold", "front_can_be")
YES_NO_CONDITIONS: Final = ("complete", "complete_with_pair_front", "breaking_improves_front", "joker")


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The conditions of a rule, which must all hold; None where a condition is not stated."""

    hands: frozenset[Hand]
    pair: frozenset[int] | None = None
    smaller_pair: frozenset[int] | None = None
    three: frozenset[int] | None = None
    four: frozenset[int] | None = None
    front_can_hold: frozenset[int] | None = None
    front_can_be: frozenset[int] | None = None
    complete: bool | None = None
    complete_with_pair_front: bool | None = None
    breaking_improves_front: bool | None = None
    joker: bool | None = None

    @property
    def stated(self) -> tuple[str, ...]:
        """The conditions stated beside the hand."""
        return tuple(name for name in HANDS_OF_CONDITION if getattr(self, name) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One named rule of a house way."""

    name: str
    when: When
    do: Do
