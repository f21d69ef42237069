"""Shared parts of exact main games with two cards in hand and a board: boards in chunks, sums over suits, starting hands, rows and grids."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from fractions import Fraction
from itertools import combinations
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards import RANKS
from houseway.chapters.holdem import COMPARED, DEALER_CATEGORY, HOLE_CARDS, PLAYER_CATEGORY, Hand
from houseway.clause import ClauseId
from houseway.lab.kernels.boards import BOARD_CLASSES, PAIRS, Boards, Sets, boards
from houseway.lab.lowering import rows_by
from houseway.lab.sheet import (
    Counted,
    Decision,
    Grid,
    Line,
    Listing,
    Progress,
    Result,
    WagerSheet,
    counted,
    labels_of,
)
from houseway.ranking.kernels import categories, rank
from houseway.rules.game import Decide, Option
from houseway.rules.paytable import NO_CHOICE, label_of
from houseway.rules.settlement import SettlementTable
from houseway.rules.table_rules import TableRules

COUNTED: Final = (PLAYER_CATEGORY, DEALER_CATEGORY, COMPARED)
"""What the kernels count deals by."""
STARTING_HANDS: Final = len(HOLE_CARDS)

T = TypeVar("T")
Numbers = NDArray[np.int64]
Cards = NDArray[np.uint8]

_CHUNK, _CHUNK_ELSEWHERE = 1_024, 8_192


def workers() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Sums = tuple[NDArray[np.signedinteger], ...]
"""Arrays that chunks of boards are added to."""


def no_counts(ways: int) -> Sums:
    """No deals yet by way of playing and by what they are counted by."""
    return (np.zeros((ways, *(primitive.size for primitive in COUNTED)), np.int64),)


class Work(Protocol):
    """Adds boards, each with its weight, to sums."""

    def __call__(self, cards: NDArray[np.uint8], weights: NDArray[np.uint8], /, *sums: Any) -> None: ...


def over_boards(
    make: Callable[[], Sums], work: Work, progress: Progress, what: str, executor: Executor | None = None
) -> Sums:
    """The sums over every canonical board, chunk by chunk: in threads of this process, or wherever an executor runs them.

    A thread adds all its chunks to sums of its own. From elsewhere the sums of each chunk come back, so these are few.
    """
    # The first chunk comes late where the kernels must be compiled.
    progress(0, BOARD_CLASSES, what)
    boards()
    if executor is not None:
        chunks = [_chunk(start, _CHUNK_ELSEWHERE) for start in range(0, BOARD_CLASSES, _CHUNK_ELSEWHERE)]
        return _together(_finished([executor.submit(sums_of_chunk, make, work, one) for one in chunks], progress, what))
    threads = [make() for _ in range(workers())]
    spare: SimpleQueue[Sums] = SimpleQueue()
    for sums in threads:
        spare.put(sums)
    with ThreadPoolExecutor(len(threads)) as pool:
        chunks = [_chunk(start, _CHUNK) for start in range(0, BOARD_CLASSES, _CHUNK)]
        for _ in _finished([pool.submit(_add_chunk, work, spare, one) for one in chunks], progress, what):
            pass
    return _together(threads)


def sums_of_chunk(make: Callable[[], Sums], work: Work, chunk: range) -> tuple[int, Sums]:
    """How many boards a chunk has, and its sums."""
    sums = make()
    _add(work, sums, chunk)
    return len(chunk), sums


def _add_chunk(work: Work, spare: SimpleQueue[Sums], chunk: range) -> tuple[int, Sums]:
    sums = spare.get()
    _add(work, sums, chunk)
    spare.put(sums)
    return len(chunk), ()


def _add(work: Work, sums: Sums, chunk: range) -> None:
    tables, part = boards(), slice(chunk.start, chunk.stop)
    work(tables.boards[part], tables.weights[part], *sums)


def _chunk(start: int, size: int) -> range:
    return range(start, min(start + size, BOARD_CLASSES))


def _finished(running: list[Future[tuple[int, Sums]]], progress: Progress, what: str) -> Iterator[Sums]:
    """The sums of chunks as they come."""
    done = 0
    try:
        for future in as_completed(running):
            many, sums = future.result()
            done += many
            progress(done, BOARD_CLASSES, what)
            yield sums
    finally:
        for future in running:
            future.cancel()


def _together(several: Iterable[Sums]) -> Sums:
    # One at a time, since each is large.
    rest = iter(several)
    first = next(rest)
    for sums in rest:
        for total, more in zip(first, sums, strict=True):
            np.add(total, more, out=total)
    return first


def over_suits(sums: NDArray[np.signedinteger], tables: Sets, pairs: Boards) -> None:
    """Finish the sums of each class: over the changes of suits that leave its member as it is."""
    for number, keeps in enumerate(tables.keeps):
        row = sums[:, number]
        whole = np.sum([row[:, pairs.source[change]] for change in keeps], axis=0)
        assert not (whole % 24).any(), "the sums over all changes of suits do not divide"
        sums[:, number] = whole // 24


def live_pairs(tables: Sets, pairs: Boards) -> NDArray[np.bool_]:
    """Which pairs share no card with the member of each class."""
    live = np.ones((len(tables.members), PAIRS), np.bool_)
    for column in tables.members.T:
        live &= (pairs.first != column[:, None]) & (pairs.second != column[:, None])
    return live


def by_starting_hand(sums: NDArray[np.signedinteger], pairs: Boards) -> Numbers:
    """Sums over pairs as sums over the 169 kinds of two cards."""
    found = np.zeros(STARTING_HANDS, np.int64)
    np.add.at(found, pairs.hole, sums)
    return found


def starting_grid(title: str, asked: str, answers: Sequence[str], says: str, *, costs: Sequence[Fraction] = ()) -> Grid:
    """The 169 starting hands, of the same suit above the diagonal; ``costs``: of the best of the other answers."""
    return Grid(
        title=title,
        asked=asked,
        rows=tuple(reversed(RANKS)),
        columns=tuple(reversed(RANKS)),
        cells=_squared(answers),
        says=says,
        costs=_squared(costs) if costs else (),
    )


def _squared(of_hands: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """What there is of the 169 starting hands, by rows of a grid."""
    by_hand = {(high, low, suited): one for (high, low, suited), one in zip(HOLE_CARDS, of_hands, strict=True)}
    return tuple(
        tuple(by_hand[14 - min(row, column), 14 - max(row, column), row < column] for column in range(13))
        for row in range(13)
    )


def costs_of(worth: NDArray[np.int64], unit: int, deals: int) -> tuple[Fraction, ...]:
    """By how much the best of several answers is better than the next, for each starting hand, in Antes.

    ``worth``: what each answer wins with each hand over all its deals, in parts of an Ante.
    """
    dealt = by_starting_hand(np.ones(PAIRS, np.int64), boards()) * (deals // PAIRS)
    ordered = np.sort(worth, axis=0)
    gained = ordered[-1] - ordered[-2]
    return tuple(Fraction(int(gain), int(times) * unit) for gain, times in zip(gained, dealt, strict=True))


def table_counts(table: SettlementTable, deals: Numbers) -> list[int]:
    """The deals of each row of a table, from deals by player's category, dealer's category and comparison."""
    numbers = rows_by(table, COUNTED)
    found = np.zeros(len(table.rows), np.int64)
    np.add.at(found, numbers, deals)
    return [int(times) for times in found]


def wager_sheet(
    rules: TableRules,
    wager: str,
    placed: Sequence[tuple[int, Numbers]],
    *,
    not_placed: int = 0,
    folded: int = 0,
    fold: ClauseId | None = None,
) -> WagerSheet:
    """A wager of the main game: its rows for each size it was placed in, and what a fold does to it."""
    table, of = rules.game.tables[wager], rules.game.wagers[wager]
    total = sum(int(deals.sum()) for _, deals in placed) + not_placed + folded
    rows: list[Counted] = []
    for stake, deals in placed:
        before = f"{stake} times the Ante: " if len(placed) > 1 else ""
        rows.extend(
            counted(row, before + label, times, table.role, stake=stake)
            for row, label, times in zip(table.rows, labels_of(table.rows), table_counts(table, deals), strict=True)
        )
    if fold is not None:
        rows.append(Counted(label="folded", pays="lose", clause=fold, combinations=folded, wager=Fraction(-1)))
    if not_placed:
        nothing = Counted(
            label="not placed", pays="-", clause=of.clause, combinations=not_placed, wager=Fraction(0), stake=0
        )
        rows.append(nothing)
    sheet = WagerSheet(
        wager=wager, name=of.name, paytable=NO_CHOICE, clause=of.clause, rows=tuple(rows), total=total, notes=()
    )
    return sheet.check()


def options_asked(rules: TableRules) -> dict[str, dict[str, Option]]:
    """What may be answered, by the question and the word."""
    return {
        phase.id: {option.word: option for option in phase.options}
        for phase in rules.game.phases
        if isinstance(phase, Decide)
    }


def results(
    unit: int, played: Iterable[tuple[Numbers, Numbers]], *, fold_loses: int, folded: Numbers
) -> tuple[Result, ...]:
    """What the deals come to in Antes: of each way to play to the end what it nets in parts of an Ante, and its deals."""
    deals: defaultdict[Fraction, int] = defaultdict(int)
    for nets, counts in played:
        for net, times in zip(nets.flat, counts.flat, strict=True):
            if times:
                deals[Fraction(int(net), unit)] += int(times)
    deals[Fraction(-fold_loses)] += int(folded.sum())
    return tuple(Result(net=net, deals=deals[net]) for net in sorted(deals))


def decisions(*made: tuple[str, str, int]) -> tuple[Decision, ...]:
    """Questions, answers and how many deals lead to them, where any do."""
    return tuple(Decision(asked=asked, answer=answer, deals=deals) for asked, answer, deals in made if deals)


MADE: Final = (
    "nothing yet",
    "nothing yet, four to a flush",
    "a pair on the board alone",
    "a pair with a card of the board",
    "a pair in the hand, below the board's highest",
    "a pair in the hand above the board",
    *(label_of(hand) for hand in Hand if hand >= Hand.TWO_PAIR),
)
"""Kinds of hand that two cards make with the first cards of the board."""


def made(members: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The kind of hand each pair makes with each of these flops, or boards up to the turn, by its number in `MADE`."""
    pairs = boards()
    shape = (len(members), PAIRS)
    board = [np.broadcast_to(column[:, None], shape) for column in members.T]
    two = [np.broadcast_to(column, shape) for column in (pairs.first, pairs.second)]
    # A pair that shares a card with the board makes no hand; what is said of it is not read.
    category = categories(rank(np.stack([one.ravel() for one in (*board, *two)]))).reshape(shape)
    draws = np.zeros(shape, np.bool_)
    for suit in range(4):
        mine = sum((card & 3 == suit).astype(np.uint8) for card in two)
        draws |= (mine > 0) & (mine + sum((card & 3 == suit).astype(np.uint8) for card in board) == 4)
    ranks = [card >> 2 for card in board]
    on_board = np.logical_or.reduce([one == other for one, other in combinations(ranks, 2)])
    in_hand, above = (two[0] >> 2) == (two[1] >> 2), (two[0] >> 2) > np.maximum.reduce(ranks)
    of_pair = np.where(in_hand, np.where(above, 5, 4), np.where(on_board, 2, 3))
    kinds = np.where(category >= Hand.TWO_PAIR, category + np.uint8(6 - Hand.TWO_PAIR), draws)
    return np.where(category == Hand.PAIR, of_pair, kinds).astype(np.uint8)


def made_listing(
    title: str, asked: str, tables: Sets, does: NDArray[np.bool_], of: NDArray[np.bool_], word: str, says: str
) -> Listing:
    """How often each kind of hand does what is asked: ``does`` and ``of`` by class of boards and pair."""
    among, bet = np.zeros(len(MADE), np.int64), np.zeros(len(MADE), np.int64)
    for start in range(0, len(tables.members), _CHUNK):
        part = slice(start, start + _CHUNK)
        kinds, weight = made(tables.members[part]), tables.weights[part].astype(np.int64)[:, None]
        among += np.bincount(kinds.ravel(), (of[part] * weight).ravel(), len(MADE)).astype(np.int64)
        bet += np.bincount(kinds.ravel(), (of[part] * does[part] * weight).ravel(), len(MADE)).astype(np.int64)
    return shares_listing(title, asked, MADE, among, bet, word, says)


def shares_listing(
    title: str, asked: str, names: Sequence[str], among: Numbers, does: Numbers, word: str, says: str
) -> Listing:
    """A line for each kind of hand there is: always, never, or how often."""
    total = int(among.sum())
    lines = []
    for name, every, some in zip(names, among.tolist(), does.tolist(), strict=True):
        if every:
            how = f"{word} always" if some == every else f"never {word}" if not some else f"{word} {some / every:.2%}"
            lines.append(Line(when=name, do=how, share=Fraction(every, total)))
    return Listing(title=title, asked=asked, lines=tuple(lines), says=says)


def shares_grid(title: str, tables: Sets, does: NDArray[np.bool_], of: NDArray[np.bool_], says: str) -> Grid:
    """How often each of the 169 starting hands does something, in percent of the deals in which it is asked."""
    pairs, weights = boards(), tables.weights.astype(np.int64)
    among, some = (by_starting_hand(weights @ one, pairs) for one in (of, of & does))
    cells = [
        f"{100 * one / every:.0f}" if every else "-" for one, every in zip(some.tolist(), among.tolist(), strict=True)
    ]
    return starting_grid(title, "", cells, says)
