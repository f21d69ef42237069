"""The best setting of every hand of 645a against a dealer who sets by a house way: each of the 6,972,147 hands that differ by more
than their suits, every lawful setting of it, against every hand of the dealer's that shares no card with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb
from os import cpu_count
from typing import Any

import numpy as np

from houseway.cards import DECK_53, Card
from houseway.chapters.c645a_pai_gow.house_way import HouseWay
from houseway.chapters.c645a_pai_gow.lab.house_way import every_class
from houseway.chapters.c645a_pai_gow.lab.kernels import best_setting as kernels
from houseway.chapters.c645a_pai_gow.lab.kernels import house_way as partings
from houseway.chapters.c645a_pai_gow.lab.kernels import sevens
from houseway.chapters.c645a_pai_gow.lab.sevens import classes, with_one
from houseway.chapters.c645a_pai_gow.lab.solver import queens_dragons, sets, suit_tables
from houseway.lab.sheet import Progress, SheetError, quiet

DEALERS = comb(46, 7)
"""Hands of the dealer's that share no card with the player's."""
_AT_ONCE = 8_000_000
"""Hands that a chunk of sets looks at, about."""

Sets = tuple[int, Any, Any]
"""The size of some sets of cards, the sets, and how many each stands for."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Wager:
    """What the player's hand is worth against one of the dealer's: so much won, so much lost, in the same parts of the wager.

    ``dragon``: whether a queen-high hand of the dealer's settles nothing.
    """

    wins: int
    losses: int
    dragon: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Against:
    """Every class of hands against one house way.

    ``dealt``: the cell of the dealer's hand, or -1 where it settles nothing. ``begin``: where the settings of a class begin; the first
    is the house's own. ``cells`` and ``places``: where each stands, and its parting.
    """

    way: HouseWay
    dealt: Any
    highs: int
    lows: int
    begin: Any
    cells: Any
    places: Any


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Solved:
    """Every hand best set.

    ``totals``: deals won and lost by the house's own settings, and by the best. By the number of a setting: in how many hands it is
    best (``times``), what it gains in them over the house's own against all the dealer's hands, in the parts of the wager (``gained``),
    how many more deals that wins and loses (``moved``), the most that it gains in one hand and which (``most``, ``example``). ``best``: for each hand up to a change of suits the number of its
    best setting, and how many of the dealer's hands that wins from and loses to.
    """

    against: Against
    totals: tuple[tuple[int, int], tuple[int, int]]
    times: Any
    gained: Any
    moved: Any
    most: Any
    example: Any
    best: Any


def against(way: HouseWay, wager: Wager) -> Against:
    """How every class of hands may be set against the dealer's."""
    own = every_class(way)
    highs, high = np.unique(own.high, return_inverse=True)
    lows, low = np.unique(own.low, return_inverse=True)
    dealt = (high << 7 | low).astype(np.int32)
    if wager.dragon:
        dealt[queens_dragons() == 1] = -1
    begin = np.zeros(sevens.CLASSES + 1, np.int64)
    arguments = (classes().hands, own.high, own.low, highs, lows, begin)
    total = partings.settings(*arguments, np.zeros(0, np.int32), np.zeros(0, np.int8), False)
    cells, places = np.zeros(total, np.int32), np.zeros(total, np.int8)
    partings.settings(*arguments, cells, places, True)
    return Against(way=way, dealt=dealt, highs=len(highs), lows=len(lows), begin=begin, cells=cells, places=places)


def solve(
    way: HouseWay,
    wager: Wager,
    progress: Progress = quiet,
    *,
    parts: int | None = None,
    only: Iterable[int] | None = None,
    chunks: Sequence[Sets] | None = None,
) -> Solved:
    """Every hand best set against a house way.

    ``parts``: by how many workers. ``only`` some of the parts, and only these ``chunks`` of sets: for one that checks a few hands.
    """
    many = parts or cpu_count() or 1
    progress(0, 1, f"hands set by {way.title}")
    these = against(way, wager)
    hands, orbits = (np.concatenate(pair) for pair in zip(sets(7, False), sets(7, True), strict=True))
    kinds = np.empty(len(hands), np.int32)
    sevens.classes_of(hands, *classes().finding, kinds)
    part_of = _parted(many)
    mine = list(range(many)) if only is None else list(only)
    start, total = _starts(these, kinds, part_of, mine)
    counts = np.zeros((total + kernels.BLOCK, 2), np.int32)
    tables = _tables(these)
    for part in mine:
        kernels.begun(hands, orbits, kinds, part_of, part, these.dealt, tables, these.begin, these.cells, start, counts)
    shared = (
        classes().finding,
        np.arange(sevens.CLASSES, dtype=np.int32),
        these.dealt,
        these.highs,
        these.lows,
        part_of,
    )
    placed = (suit_tables(), these.begin, these.cells, start, counts)
    _add(list(_chunks()) if chunks is None else chunks, mine, shared, placed, progress)
    count = len(these.cells)
    by_cell = {name: np.zeros(count, np.int64) for name in ("times", "gained", "most", "example")}
    moved, best, totals = (
        np.zeros((count, 2), np.int64),
        np.zeros((len(hands), 3), np.int32),
        np.zeros((2, 2), np.int64),
    )
    for part in mine:
        wrong = kernels.chosen(
            orbits,
            kinds,
            part_of,
            part,
            wager.wins,
            wager.losses,
            these.begin,
            start,
            counts,
            totals,
            by_cell["times"],
            by_cell["gained"],
            moved,
            by_cell["most"],
            by_cell["example"],
            best,
        )
        if wrong and chunks is None:
            raise SheetError(f"the sums of {wrong} settings are not whole")
    own, other = ((int(won), int(lost)) for won, lost in totals)
    return Solved(against=these, totals=(own, other), moved=moved, best=best, **by_cell)


def hand_of(number: int) -> tuple[Card, ...]:
    """The hand of a number among those that differ by more than their suits, the highest card first."""
    without, _ = sets(7, False)
    with_joker, _ = sets(7, True)
    cards = without[number] if number < len(without) else with_joker[number - len(without)]
    return tuple(sorted(map(Card, cards.tolist()), reverse=True))


def _parted(parts: int) -> Any:
    """To which part each class of hands belongs: by the sum of its ranks, the joker's above the ace."""
    return ((classes().hands >> 2).sum(1) % parts).astype(np.int16)


def _starts(these: Against, kinds: Any, part_of: Any, parts: Sequence[int]) -> tuple[Any, int]:
    """Where the counts of each hand begin, hands of one class beside each other, and how many there are."""
    many = np.where(np.isin(part_of, parts), np.diff(these.begin), 0)
    order = np.argsort(kinds, kind="stable")
    ends = np.cumsum(many[kinds[order]])
    start = np.empty(len(kinds), np.int32)
    start[order] = ends - many[kinds[order]]
    return start, int(ends[-1])


def _tables(these: Against) -> Any:
    """Running sums of the dealer's hands by cell: all, those with one card of each rank, those with the joker."""
    tables = np.zeros((15, these.highs + 1, these.lows + 1), np.int64)
    shown = these.dealt >= 0
    high, low = these.dealt[shown] >> 7, these.dealt[shown] & 127
    for table, weights in zip(tables, (classes().weights, *(some for some, _ in with_one())), strict=True):
        np.add.at(table, (high + 1, low + 1), weights[shown])
    return tables.cumsum(1).cumsum(2).astype(np.int32)


def _chunks() -> Iterator[Sets]:
    """All sets of two to six cards, those that take longest first."""
    for size in range(2, 7):
        for joker in (False, True):
            held, times = sets(size, joker)
            step = max(1, _AT_ONCE // comb(53 - size, 7 - size))
            for at in range(0, len(times), step):
                yield size, held[at : at + step], times[at : at + step]


def _add(chunks: Sequence[Sets], parts: Sequence[int], shared: Any, placed: Any, progress: Progress) -> None:
    """Add what every hand gets from these sets: a thread for each part, whose hands are its own."""
    work = len(parts) * sum(comb(53 - size, 7 - size) * len(times) for size, _, times in chunks)
    done = 0
    pools = [ThreadPoolExecutor(1) for _ in parts]
    futures = {}
    try:
        for size, held, times in chunks:
            for part, pool in zip(parts, pools, strict=True):
                future: Future[Any] = pool.submit(partial(kernels.add_sets, held, times, *shared, part, *placed))
                futures[future] = comb(53 - size, 7 - size) * len(times)
        for future in as_completed(futures):
            future.result()
            done += futures[future]
            progress(done, work, "settings of 6,972,147 hands")
    finally:
        for pool in pools:
            pool.shutdown(wait=True, cancel_futures=True)


def dealers_of(hand: Sequence[Card]) -> Any:
    """How many of the dealer's hands there are of each class, beside a hand of the player's: all of them, one by one."""
    left = np.array([card for card in DECK_53 if card not in hand])
    numbers = np.arange(sevens.CLASSES, dtype=np.int32)
    pairs = list(combinations(range(len(left) - 5), 2))

    def count(share: Sequence[tuple[int, int]]) -> Any:
        numbered, weights = np.empty(comb(len(left) - 2, 5), np.int32), np.zeros(sevens.CLASSES, np.int64)
        for first, second in share:
            start = np.array([left[first], left[second]])
            kernels.dealers(start, left[second + 1 :], classes().finding, numbers, numbered, weights)
        return weights

    workers = cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        weights = sum(pool.map(count, [pairs[number::workers] for number in range(workers)]))
    assert weights.sum() == DEALERS
    return weights
