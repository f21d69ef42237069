"""Deals up to suits, street by street: one node for all that differ only by the names of their suits.

A node is a player's cards and the streets that lie there. Its key lists the suits of the deck as sets of ranks, the streets first and then the hand,
in descending order, so that all deals with one key share a member whose board is the same for all hands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from houseway.cards import JOKER, SUITS, Card
from houseway.lab.generic.disjoint_hands import Numbers, every_choice, numbered
from houseway.lab.sheet import Progress

Group = tuple[Card, ...]
Groups = tuple[Group, ...]
"""The streets in their order, and the player's cards last."""


class SuitNames:
    """How deals of a deck are told apart: up to suits, where that is asked for and the deck has the same ranks in each of several suits."""

    def __init__(self, deck: Sequence[Card], *, any_suits: bool) -> None:
        self.deck = tuple(sorted(deck))
        by_suit = [frozenset(card >> 2 for card in deck if card != JOKER and card & 3 == suit) for suit in range(4)]
        self.any_suits = any_suits and len(set(by_suit) - {frozenset()}) == 1
        self.suits = [suit for suit in range(len(SUITS)) if by_suit[suit]]

    @property
    def changes(self) -> int:
        """Return how many deals a class has at most."""
        found = 1
        for number in range(2, len(self.suits) + 1):
            found *= number
        return found if self.any_suits else 1

    def key(self, groups: Groups) -> Any:
        """Return what all deals have in common that differ only by the names of their suits."""
        if not self.any_suits:
            return groups
        if len(groups) == 1:
            masks = [0, 0, 0, 0]
            joker = 0
            for card in groups[0]:
                if card == JOKER:
                    joker = 1
                else:
                    masks[card & 3] |= 1 << (card >> 2)
            masks.sort(reverse=True)
            return (*masks, joker)
        several = [[0] * len(groups) for _ in range(4)]
        jokers = 0
        for place, group in enumerate(groups):
            for card in group:
                if card == JOKER:
                    jokers |= 1 << place
                else:
                    several[card & 3][place] |= 1 << (card >> 2)
        several.sort(reverse=True)
        return (*map(tuple, several), jokers)

    def choices(self, size: int) -> tuple[Numbers, Numbers]:
        """Return the class of each choice of so many cards, by the number that `numbered` gives it, and how many choices each class has."""
        numbers: dict[Any, int] = {}
        places = every_choice(len(self.deck), size)
        classes = np.empty(len(places), np.int64)
        at = numbered(places, len(self.deck))
        for number, choice in zip(at.tolist(), combinations(self.deck, size), strict=True):
            classes[number] = numbers.setdefault(self.key((choice,)), len(numbers))
        return classes, np.bincount(classes)

    def member(self, groups: Groups) -> Groups:
        """Return the deal that stands for all with the same key; its board is the same for all hands beside it."""
        if not self.any_suits:
            return groups
        masks = {suit: [0] * len(groups) for suit in self.suits}
        for place, group in enumerate(groups):
            for card in group:
                if card != JOKER:
                    masks[card & 3][place] |= 1 << (card >> 2)
        order = sorted(self.suits, key=lambda suit: masks[suit], reverse=True)
        becomes = dict(zip(order, self.suits, strict=True))
        return tuple(
            tuple(sorted([card if card == JOKER else Card((card & ~3) | becomes[card & 3]) for card in group]))
            for group in groups
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Layer:
    """All classes of deals with so many streets.

    ``times``: how many deals each class stands for, of those with this many streets. ``parents``, ``children``, ``ways``: an edge for each
    class that a class of the layer above can become, and in how many ways.
    """

    nodes: list[Groups]
    times: list[int]
    parents: Numbers
    children: Numbers
    ways: Numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class DealClasses:
    """The layers from the player's cards to the whole board."""

    names: SuitNames
    layers: list[Layer]

    @cached_property
    def numbers(self) -> list[dict[Any, int]]:
        """For each layer the number of a class by its key."""
        return [{self.names.key(groups): number for number, groups in enumerate(layer.nodes)} for layer in self.layers]

    def find(self, streets: Groups, hand: Group) -> int:
        """Return the number of a deal's class in its layer."""
        groups = (*(tuple(sorted(street)) for street in streets), tuple(sorted(hand)))
        return self.numbers[len(streets)][self.names.key(groups)]


def every_hand(names: SuitNames, held: int) -> tuple[list[Groups], list[int]]:
    """Return all classes of hands of so many cards, with how many hands each stands for."""
    first: dict[Any, Groups] = {}
    times: Counter[Any] = Counter()
    key = names.key
    for hand in combinations(names.deck, held):
        found = key((hand,))
        times[found] += 1
        if found not in first:
            first[found] = (hand,)
    return [names.member(groups) for groups in first.values()], [times[one] for one in first]


def deal_classes(
    names: SuitNames, start: tuple[list[Groups], list[int]], streets: Sequence[int], progress: Progress
) -> DealClasses:
    """Return the classes of deals that begin with these, and go on with streets of so many cards."""
    nodes, times = start
    none = np.zeros(0, np.int64)
    layers = [Layer(nodes=nodes, times=times, parents=none, children=none, ways=none)]
    for cards in streets:
        layers.append(_next_layer(names, layers[-1], cards, progress))
    return DealClasses(names=names, layers=layers)


def _next_layer(names: SuitNames, above: Layer, cards: int, progress: Progress) -> Layer:
    numbers: dict[Any, int] = {}
    nodes: list[Groups] = []
    times: list[int] = []
    edges: list[tuple[int, int, int]] = []
    for parent, groups in enumerate(above.nodes):
        *board, hand = groups
        taken = {card for group in groups for card in group}
        left = [card for card in names.deck if card not in taken]
        ways: Counter[int] = Counter()
        for street in combinations(left, cards):
            whole = (*board, street, hand)
            key = names.key(whole)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(nodes)
                nodes.append(names.member(whole))
                times.append(0)
            ways[number] += 1
        for child, many in ways.items():
            edges.append((parent, child, many))
            times[child] += above.times[parent] * many
        if not parent & 255:
            progress(parent, len(above.nodes), f"deals of {cards} more cards")
    columns = np.array(edges, np.int64).reshape(-1, 3).T
    return Layer(nodes=nodes, times=times, parents=columns[0], children=columns[1], ways=columns[2])
