"""Rounds of 647a, played as is best."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.chapters.c647a_holdem_bonus.lab.kernels import simulation as kernels
from houseway.chapters.c647a_holdem_bonus.lab.kernels import sums as ends
from houseway.chapters.c647a_holdem_bonus.lab.solver import STREETS, Sizes, best_play, sums
from houseway.chapters.holdem import (
    DEALER_ACES,
    DEALER_FLOP_CATEGORY,
    DEALER_MAGIC_CARD,
    FOLDED,
    PLAYER_FLOP_CATEGORY,
    PLAYER_HOLE_CARDS,
    PLAYER_MAGIC_CARD,
    dealer_lucky,
    player_lucky,
)
from houseway.lab.holdem import COUNTED
from houseway.lab.kernels.boards import boards, sets
from houseway.lab.kernels.showdowns import CATEGORIES
from houseway.lab.sheet import Progress
from houseway.lab.simulated.settling import Counts, Histogram, Way
from houseway.rules.table_rules import TableRules

_DEALER, _PLAYER, _OTHERS = range(3)
"""Whose position is drawn."""


def solved(rules: TableRules, progress: Progress) -> dict[str, Any]:
    """Who folds before the flop, who bets on the turn and on the river: a bit each for the pairs of a class of boards."""
    play = best_play(sums(rules, progress), Sizes.of(rules))
    turn, river = (np.packbits(bets, axis=1, bitorder="little") for bets in (play.turn_bets, play.river_bets))
    positions = np.array([rules.game.seats], np.int64)
    return {"folds": play.folds, "turn_bets": turn, "river_bets": river, "positions": positions}


def ways(rules: TableRules) -> tuple[Way, ...]:
    """Ante and Flop Wager, with those on the turn and on the river that are placed; the fold collects the Ante."""
    flop = {"ante": 1, "flop": Sizes.of(rules).flop}
    _, turn, river = STREETS
    by_end = {
        ends.FOLDED: Way({}, ("ante",)),
        ends.NO_BET: Way(flop),
        ends.RIVER_BET: Way({**flop, river: 1}),
        ends.TURN_BET: Way({**flop, turn: 1}),
        ends.BOTH_BET: Way({**flop, turn: 1, river: 1}),
    }
    return tuple([by_end[way] for way in range(ends.WAYS)])


def play(solved: dict[str, Any], seed: int, start: int, rounds: int) -> Counts:
    """Play the rounds from number ``start`` on."""
    pairs, flops, turns = boards(), sets(3), sets(4)
    counted = np.zeros((ends.WAYS, CATEGORIES, CATEGORIES, 3), np.int64)
    holes = np.zeros((PLAYER_HOLE_CARDS.size, 2), np.int64)
    on_flop = np.zeros((2, CATEGORIES, CATEGORIES), np.int64)
    drawn = np.zeros((2, 2, 3), np.int64)
    betting_positions = int(solved["positions"][0])
    kernels.play(
        start, np.uint64(seed), rounds, solved["folds"], solved["turn_bets"], solved["river_bets"], flops.classes,
        flops.change, turns.classes, turns.change, pairs.target, pairs.hole, betting_positions + 1, counted, holes, on_flop, drawn,
    )  # fmt: skip
    to_player, to_dealer = drawn.sum((1, 2)), drawn.sum((0, 2))
    positions = drawn.sum((0, 1))
    none = int(positions.sum())
    beside = (
        Histogram((PLAYER_HOLE_CARDS, DEALER_ACES), holes),
        Histogram((FOLDED, PLAYER_FLOP_CATEGORY, DEALER_FLOP_CATEGORY), on_flop),
        Histogram((PLAYER_MAGIC_CARD,), to_player),
        Histogram((DEALER_MAGIC_CARD,), to_dealer),
        Histogram((player_lucky(betting_positions),), np.array([none - positions[_PLAYER], positions[_PLAYER]])),
        Histogram((dealer_lucky(betting_positions),), np.array([none - positions[_DEALER], positions[_DEALER]])),
    )
    return Counts(tuple([Histogram(COUNTED, way_counts) for way_counts in counted]), beside)
