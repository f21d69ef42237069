"""Seven cards as a house way looks at them: what is held, the 21 ways to part it, and each rule's conditions and action."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from houseway.cards import JOKER, Card, rank_of
from houseway.chapters.c645a_pai_gow.house_way.rules import HAND_OF_PATTERN, Do, When
from houseway.ranking import PAI_GOW_ORDER, Category, strength, two_card_strength
from houseway.ranking.order import CATEGORY_SHIFT

_ACE = 14
_COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
_PAIR_BIT = Category.PAIR << CATEGORY_SHIFT

# The places of the front cards among seven, and what picks the back cards.
PARTINGS = tuple(
    ((first, second), itemgetter(*(place for place in range(7) if place not in (first, second))))
    for first, second in combinations(range(7), 2)
)


class Parting(NamedTuple):
    """One lawful way to part seven cards; the greater has the higher front, then the higher back."""

    front: int
    back: int
    number: int

    @property
    def complete(self) -> bool:
        """Whether the back is a straight, flush, straight flush or royal flush."""
        return self.back >> CATEGORY_SHIFT in _COMPLETE

    @property
    def pair_front(self) -> bool:
        return self.front >= _PAIR_BIT


class Holding:
    """Seven cards, highest first, the joker as an ace."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.ranks = [rank_of(one) for one in cards]
        self.joker = JOKER in cards
        times = [0] * (_ACE + 1)
        for rank in self.ranks:
            times[rank] += 1
        self.of: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: [], 5: []}
        for rank in range(_ACE, 1, -1):
            if times[rank]:
                self.of[times[rank]].append(rank)
        self.hand = HAND_OF_PATTERN[tuple(sorted(filter(None, times), reverse=True))]
        self.partings = list(self._lawful(cards))
        self.complete = [one for one in self.partings if one.complete]

    @staticmethod
    def _lawful(cards: tuple[Card, ...]) -> Iterable[Parting]:
        for number, ((first, second), back_cards) in enumerate(PARTINGS):
            front = two_card_strength((cards[first], cards[second]))
            back = strength(back_cards(cards), PAI_GOW_ORDER)
            # 645a.11(b): a high hand below its low hand is foul.
            if back >= front:
                yield Parting(front, back, number)

    def meets(self, when: When) -> bool:
        """Whether all the conditions hold."""
        return (
            self.hand in when.hands
            and _among(self.of[2][:1], when.pair)
            and _among(self.of[2][1:][-1:], when.smaller_pair)
            and _among(self.of[3][:1], when.three)
            and _among(self.of[4][:1], when.four)
            and (when.front_can_hold is None or not when.front_can_hold.isdisjoint(self.of[1]))
            and (when.front_can_be is None or when.front_can_be.issubset(self.of[1]))
            and _agrees(when.joker, self.joker)
            and _agrees(when.complete, bool(self.complete))
            and _agrees(when.complete_with_pair_front, any(one.pair_front for one in self.complete))
            and (when.breaking_improves_front is None or when.breaking_improves_front == self._improved_by_breaking())
        )

    def _improved_by_breaking(self) -> bool:
        return bool(self.complete) and self._front(*self.of[1][:2]).front > max(self.complete).front

    def _front(self, first: int, second: int) -> Parting:
        """These ranks front; with cards of equal rank to choose from, the highest back."""
        wanted = {first, second} if first != second else {first}
        return _best(one for one in self.partings if {self.ranks[place] for place in PARTINGS[one.number][0]} == wanted)

    def part(self, do: Do) -> Parting:
        """Carry out an action on a hand that it is for."""
        singles, pairs, threes = self.of[1], self.of[2], self.of[3]
        match do:
            case Do.HIGHEST_CARD_BACK:
                return self._front(singles[1], singles[2])
            case Do.KEEP_TOGETHER:
                return self._front(singles[0], singles[1])
            case Do.PAIR_FRONT | Do.HIGHEST_PAIR_FRONT:
                return self._front(pairs[0], pairs[0])
            case Do.SMALLER_PAIR_FRONT:
                return self._front(pairs[-1], pairs[-1])
            case Do.HIGHEST_LAWFUL_PAIR_FRONT:
                return _best(one for one in self.partings if one.pair_front)
            case Do.ONE_OF_THREE_FRONT:
                return self._front(threes[0], singles[0])
            case Do.TWO_OF_THREE_FRONT | Do.TWO_OF_HIGHER_THREE_FRONT:
                return self._front(threes[0], threes[0])
            case Do.TWO_OF_LOWER_THREE_FRONT:
                return self._front(threes[-1], threes[-1])
            case Do.TWO_OF_FOUR_FRONT:
                return self._front(self.of[4][0], self.of[4][0])
            case Do.TWO_ACES_FRONT:
                return self._front(_ACE, _ACE)
            case Do.COMPLETE_HAND_BACK:
                return _best(self.complete)
            case Do.BEST_HAND_BACK:
                return max(self.partings, key=lambda one: (one.back, one.front, -one.number))


def _best(partings: Iterable[Parting]) -> Parting:
    return max(partings, key=lambda one: (one.front, one.back, -one.number))


def _among(held: list[int], wanted: frozenset[int] | None) -> bool:
    return wanted is None or bool(held and held[0] in wanted)


def _agrees(wanted: bool | None, found: bool) -> bool:
    return wanted is None or wanted == found
