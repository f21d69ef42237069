"""Rounds of 677a, played as is best."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from houseway.chapters.c677a_heads_up_holdem.lab.kernels import simulation as kernels
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as ends
from houseway.chapters.c677a_heads_up_holdem.lab.solver import PLACED, Raises, best_play, folded, pays_of, sums
from houseway.chapters.holdem import PLAYER_HOLE_CARDS
from houseway.lab.holdem import COUNTED, workers
from houseway.lab.kernels.boards import BOARD_CLASSES, BOARDS, CHANGES, boards, sets
from houseway.lab.kernels.showdowns import CATEGORIES
from houseway.lab.sheet import Progress
from houseway.lab.simulated.settling import Counts, Histogram, Way
from houseway.rules.table_rules import TableRules

_CHUNK = 2048


def solved(rules: TableRules, progress: Progress) -> dict[str, Any]:
    """What to do before the flop, on the flop and at the end, in every spot."""
    raises = Raises.of(rules)
    play = best_play(sums(rules, progress), raises, any_chip=raises.any_chip)
    return {"before_flop": play.before_flop, "on_flop": play.on_flop, "raised": _raised(rules, progress)}


def _raised(rules: TableRules, progress: Progress) -> Any:
    pairs, (unit, pays) = boards(), pays_of(rules)
    raised = np.zeros((BOARD_CLASSES, kernels.ROW), np.uint8)
    lost = folded(unit)

    def work(start: int) -> int:
        part = slice(start, start + _CHUNK)
        kernels.raised_at_end(pairs.boards[part], pairs.suits, pairs.first, pairs.second, pays, lost, raised[part])
        return start

    with ThreadPoolExecutor(workers()) as pool:
        for start in pool.map(work, range(0, BOARD_CLASSES, _CHUNK)):
            progress(start, BOARD_CLASSES, "what is best at the end")
    return raised


@cache
def board_classes() -> Any:
    """Of every board by its number: its class, and below it the change of suits that leads there."""
    numbers = np.zeros(BOARDS, np.uint32)
    back = [CHANGES.index((to.index(0), to.index(1), to.index(2), to.index(3))) for to in CHANGES]
    kernels.number_boards(boards().boards, np.array(CHANGES), np.array(back), numbers)
    return numbers


def ways(rules: TableRules) -> tuple[Way, ...]:
    """Ante and Odds with a Raise at each time for it, and the fold that collects both."""
    raises = Raises.of(rules)
    assert set(raises.fold.collects) == set(PLACED)
    by_end = [Way({})] * ends.WAYS
    for way, stake in raises.stakes.items():
        by_end[way] = Way({**dict.fromkeys(PLACED, 1), "raise": stake})
    by_end[ends.FOLDED] = Way({}, raises.fold.collects)
    return tuple(by_end)


def play(solved: dict[str, Any], seed: int, start: int, rounds: int) -> Counts:
    """Play the rounds from number ``start`` on."""
    pairs, flops = boards(), sets(3)
    counted = np.zeros((ends.WAYS, CATEGORIES, CATEGORIES, 3), np.int64)
    holes = np.zeros(PLAYER_HOLE_CARDS.size, np.int64)
    kernels.play(
        start, np.uint64(seed), rounds, solved["before_flop"], solved["on_flop"], flops.classes, flops.change, pairs.target,
        board_classes(), solved["raised"], pairs.hole, counted, holes,
    )  # fmt: skip
    ended = tuple([Histogram(COUNTED, way_counts) for way_counts in counted])
    beside = (Histogram((PLAYER_HOLE_CARDS,), holes), Histogram(COUNTED, counted.sum(0)))
    return Counts(ended, beside)
