"""Boards up to a change of suits, and where a change of suits takes two cards.

Two cards ``a < b`` have the number ``b (b - 1) / 2 + a``, and so on for three and four. A set of cards is canonical when its
suits, as sets of ranks, do not increase from clubs to spades.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.chapters.holdem import PLAYER_HOLE_CARDS
from houseway.ranking.kernels.compiled import inlined, kernel
from houseway.rules.showdown import Showdown

PAIRS, FLOPS, TURNS, BOARDS = 1_326, 22_100, 270_725, 2_598_960
FLOP_CLASSES, TURN_CLASSES, BOARD_CLASSES = 1_755, 16_432, 134_459
CHANGES = tuple(permutations(range(4)))
"""The ways to rename the suits."""

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]


@inlined
def pair_number(a, b):
    return b * (b - 1) // 2 + a


@inlined
def three_number(a, b, c):
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@inlined
def four_number(a, b, c, d):
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@kernel
def _suits(cards, suits):
    suits[:] = 0
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)


@kernel
def _images(suits):
    """How many sets a change of suits makes of these."""
    images, run = 24, 1
    for s in range(1, 4):
        run = run + 1 if suits[s] == suits[s - 1] else 1
        images //= run
    return images


@kernel
def _canonical_boards(boards, weights):
    cards, suits = np.zeros(5, np.int64), np.zeros(4, np.int64)
    found = 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        _suits(cards, suits)
                        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
                            boards[found] = cards
                            weights[found] = _images(suits)
                            found += 1
    return found


@kernel
def _classes(sets, changes, numbers, classes, change, members, weights):
    """The class of each set of cards, the change of suits that leads there, and one set of each class."""
    suits = np.zeros(4, np.int64)
    size = sets.shape[1]
    moved = np.zeros(size, np.int64)
    found = 0
    for i in range(sets.shape[0]):
        _suits(sets[i], suits)
        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
            classes[numbers[i]] = found
            members[found] = sets[i]
            weights[found] = _images(suits)
            found += 1
    for i in range(sets.shape[0]):
        _suits(sets[i], suits)
        for k in range(changes.shape[0]):
            # changes[k, s] is where suit s goes.
            rising = True
            for s in range(4):
                for t in range(4):
                    if changes[k, s] < changes[k, t] and suits[s] < suits[t]:
                        rising = False
            if rising:
                for j in range(size):
                    moved[j] = (sets[i, j] & ~3) | changes[k, sets[i, j] & 3]
                moved.sort()
                if size == 3:
                    there = three_number(moved[0], moved[1], moved[2])
                else:
                    there = four_number(moved[0], moved[1], moved[2], moved[3])
                classes[numbers[i]] = classes[there]
                change[numbers[i]] = k
                break
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Sets:
    """Sets of three or four cards: of each its class and the change of suits to it; of each class a member.

    ``weights``: how many sets are in the class. ``keeps[k]``: the changes of suits that leave the member of class ``k``
    as it is.
    """

    classes: Words
    change: Bytes
    members: Bytes
    weights: Bytes
    keeps: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """Everything about boards and hole cards that no rule changes.

    ``source[k, i]`` is the pair that change ``k`` takes to pair ``i``, ``target[k, i]`` the one it takes pair ``i`` to. ``hole`` numbers pairs as `PLAYER_HOLE_CARDS` does.
    """

    boards: Bytes
    weights: Bytes
    first: Bytes
    second: Bytes
    suits: Words
    source: Words
    target: Words
    hole: Bytes


@cache
def boards() -> Boards:
    """The tables of boards, made once."""
    cards, weights = np.zeros((BOARD_CLASSES, 5), np.uint8), np.zeros(BOARD_CLASSES, np.uint8)
    assert _canonical_boards(cards, weights) == BOARD_CLASSES and weights.sum(dtype=np.int64) == BOARDS
    second, first = np.tril_indices(52, -1)
    suits = np.zeros((4, PAIRS), np.uint16)
    for one in (first, second):
        suits[one & 3, np.arange(PAIRS)] |= np.left_shift(1, one >> 2).astype(np.uint16)
    source, target = np.zeros((len(CHANGES), PAIRS), np.uint16), np.zeros((len(CHANGES), PAIRS), np.uint16)
    for number, change in enumerate(CHANGES):
        to = np.array(change)
        a, b = (one & ~3 | to[one & 3] for one in (first, second))
        low, high = np.minimum(a, b), np.maximum(a, b)
        target[number] = high * (high - 1) // 2 + low
        source[number, target[number]] = np.arange(PAIRS)
    hole = [
        PLAYER_HOLE_CARDS.of(Showdown((Card(a), Card(b)), ()))
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    return Boards(
        boards=cards,
        weights=weights,
        first=first.astype(np.uint8),
        second=second.astype(np.uint8),
        suits=suits,
        source=source,
        target=target,
        hole=np.array(hole, np.uint8),
    )


@cache
def sets(size: int) -> Sets:
    """The tables of flops (three cards) or of boards up to the turn (four)."""
    total, many = {3: (FLOPS, FLOP_CLASSES), 4: (TURNS, TURN_CLASSES)}[size]
    cards = np.array([*combinations(range(52), size)], np.int64)
    numbers = np.zeros(total, np.int64)
    for place in range(size):
        term = np.ones(total, np.int64)
        for k in range(place + 1):
            term = term * (cards[:, place] - k) // (k + 1)
        numbers += term
    classes, change = np.zeros(total, np.uint16), np.zeros(total, np.uint8)
    members, weights = np.zeros((many, size), np.uint8), np.zeros(many, np.uint8)
    assert _classes(cards, np.array(CHANGES), numbers, classes, change, members, weights) == many
    assert weights.sum(dtype=np.int64) == total
    keeps = tuple(
        tuple(k for k, to in enumerate(CHANGES) if {card & ~3 | to[card & 3] for card in member} == set(member))
        for member in members.tolist()
    )
    return Sets(classes=classes, change=change, members=members, weights=weights, keeps=keeps)
