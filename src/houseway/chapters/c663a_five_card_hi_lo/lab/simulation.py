"""Rounds of 663a, set and folded as is best."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from houseway.cards import Card
from houseway.chapters.c663a_five_card_hi_lo.lab.kernels import simulation as kernels
from houseway.chapters.c663a_five_card_hi_lo.lab.solver import asked, solve
from houseway.chapters.c663a_five_card_hi_lo.settlement import (
    HIGH_COMPARED,
    LOW_COMPARED,
    PLAYER_ACES,
    PLAYER_CATEGORY,
    PLAYER_HOLDS_A_2,
)
from houseway.chapters.c663a_five_card_hi_lo.values import value_of
from houseway.lab.sheet import Progress
from houseway.lab.simulated.settling import Counts, Histogram, Way
from houseway.rules.table_rules import TableRules

_COUNTED = (HIGH_COMPARED, LOW_COMPARED, PLAYER_ACES, PLAYER_HOLDS_A_2)


def solved(rules: TableRules, progress: Progress) -> dict[str, Any]:
    """By composition: who folds, the points of the player's hands and those of the dealer's."""
    folds = np.zeros(kernels.COMPOSITIONS, np.bool_)
    mine, theirs = np.zeros((kernels.COMPOSITIONS, 2), np.int64), np.zeros((kernels.COMPOSITIONS, 2), np.int64)
    for played in solve(rules):
        number = composition_of(played.composition.hand)
        folds[number] = played.points is None
        theirs[number] = played.composition.dealers
        # A hand that is folded is not set; however it is, nothing is settled by it.
        mine[number] = played.points or played.composition.dealers
    progress(1, 1, "five cards each of 52")
    return {"folds": folds, "mine": mine, "theirs": theirs}


def composition_of(cards: Sequence[Card]) -> int:
    """The number of the values of five cards, as the kernel finds it."""
    return sum(comb(value + place, place + 1) for place, value in enumerate(sorted(map(value_of, cards))))


def ways(rules: TableRules) -> tuple[Way, ...]:
    """Ante with the Play Wager, or the fold that collects what it collects."""
    _, fold = asked(rules)
    return Way({"ante": 1, "play": 1}), Way({}, fold.collects)


def play(solved: dict[str, Any], seed: int, start: int, rounds: int) -> Counts:
    """Play the rounds from number ``start`` on."""
    counted = np.zeros((2, *(primitive.size for primitive in _COUNTED)), np.int64)
    hands = np.zeros(PLAYER_CATEGORY.size, np.int64)
    kernels.play(start, np.uint64(seed), rounds, solved["folds"], solved["mine"], solved["theirs"], counted, hands)
    return Counts(
        tuple([Histogram(_COUNTED, way_counts) for way_counts in counted]), (Histogram((PLAYER_CATEGORY,), hands),)
    )
