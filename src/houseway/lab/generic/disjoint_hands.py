"""How many of the bank's hands share no card with a player's, by what they are to the player: inclusion and exclusion over shared cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.lab.sheet import SheetError

Numbers = NDArray[np.int64]
Classes = Callable[[int], tuple[Numbers, Numbers]]
"""For choices of so many places the class of each, by its number, and how many choices a class has."""

_AT_ONCE = 1 << 20


@lru_cache(maxsize=64)
def every_choice(cards: int, size: int) -> Numbers:
    """Return every choice of so many places among ``cards``, in lexicographic order."""
    every = np.fromiter(
        (place for choice in combinations(range(cards), size) for place in choice), np.int64, comb(cards, size) * size
    )
    return every.reshape(comb(cards, size), size)


@lru_cache(maxsize=8)
def _binomials(cards: int) -> Numbers:
    return np.array([[comb(n, k) for k in range(cards + 1)] for n in range(cards + 1)], np.int64)


def numbered(choices: Numbers, cards: int) -> Numbers:
    """Return a number for each choice of places in rising order, below the number of all choices."""
    found = np.zeros(len(choices), np.int64)
    table = _binomials(cards)
    for place in range(choices.shape[1]):
        found += table[choices[:, place], place + 1]
    return found


def _each_alone(cards: int) -> Classes:
    def classes(size: int) -> tuple[Numbers, Numbers]:
        many = comb(cards, size)
        return np.arange(many), np.ones(many, np.int64)

    return classes


class DisjointHands:
    """The bank's hands by kind, ready to be counted beside a player's.

    Hands are places among ``cards`` in rising order, one row each. ``classes``: choices of cards that may be taken for one another.
    """

    def __init__(
        self, banks: Numbers, kinds: Numbers, many: int, *, cards: int, held: int, classes: Classes | None = None
    ) -> None:
        self.many, self.cards, self.size = many, cards, banks.shape[1]
        self.most = min(self.size, held)
        self.own = np.empty(comb(cards, self.size), np.int64)
        self.own[numbered(banks, cards)] = kinds
        self.tables: list[Numbers] = []
        self.classes: list[Numbers] = []
        # Few hands that share no card are looked at one by one.
        self.beside = comb(cards - held, self.size)
        self.is_few = self.beside <= 2**self.most * many
        if self.is_few:
            return
        for shared in range(min(self.most, self.size - 1) + 1):
            alike, members = (classes or _each_alone(cards))(shared)
            table = np.zeros(len(members) * many, np.int64)
            for places in combinations(range(self.size), shared):
                at = alike[numbered(banks[:, list(places)], cards)] * many + kinds
                table += np.bincount(at, minlength=len(table))
            whole, rest = np.divmod(table.reshape(-1, many), members[:, None])
            if rest.any():
                raise SheetError("hands that differ only by their suits are not alike to the game")
            self.tables.append(whole)
            self.classes.append(alike)

    def count(self, players: Numbers) -> Numbers:
        """Return for each player's hand how many hands of the bank of each kind share no card with it."""
        if self.is_few:
            return self._one_by_one(players)
        found = np.zeros((len(players), self.many), np.int64)
        rows = np.arange(len(players))
        for shared in range(self.most + 1):
            sign = -1 if shared & 1 else 1
            for places in combinations(range(players.shape[1]), shared):
                at = numbered(players[:, list(places)], self.cards)
                if shared == self.size:
                    # A hand that shares all cards is that hand.
                    np.add.at(found, (rows, self.own[at]), sign)
                else:
                    found += sign * self.tables[shared][self.classes[shared][at]]
        return found

    def _one_by_one(self, players: Numbers) -> Numbers:
        left = np.ones((len(players), self.cards), np.bool_)
        np.put_along_axis(left, players, False, axis=1)
        others = np.nonzero(left)[1].reshape(len(players), -1)
        choices = every_choice(others.shape[1], self.size)
        found = np.zeros((len(players), self.many), np.int64)
        step = max(1, _AT_ONCE // max(1, len(choices)))
        for begin in range(0, len(players), step):
            some = others[begin : begin + step]
            hands = some[:, choices].reshape(len(some) * len(choices), self.size)
            kinds = self.own[numbered(hands, self.cards)].reshape(len(some), len(choices))
            at = kinds + self.many * np.arange(len(some))[:, None]
            found[begin : begin + step] = np.bincount(at.ravel(), minlength=len(some) * self.many).reshape(
                len(some), -1
            )
        return found
