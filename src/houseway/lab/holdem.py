"""What the exact main games of 677a and 647a share: boards in chunks, sums over suits, starting hands, rows and grids."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from queue import SimpleQueue
from typing import Final

import numpy as np
from numpy.typing import NDArray

from houseway.chapters.holdem import COMPARED, DEALER_CATEGORY, HOLE_CARDS, PLAYER_CATEGORY, Hand
from houseway.clause import ClauseId
from houseway.lab.kernels.boards import BOARD_CLASSES, PAIRS, Boards, Sets, boards, sets
from houseway.lab.lowering import rows_by
from houseway.lab.sheet import NO_CHOICE, Counted, Grid, Line, Listing, Progress, WagerSheet, counted, labels_of
from houseway.ranking.kernels import categories, rank
from houseway.rules.paytable import label_of
from houseway.rules.settlement import SettlementTable
from houseway.rules.table_rules import TableRules

COUNTED: Final = (PLAYER_CATEGORY, DEALER_CATEGORY, COMPARED)
"""What the kernels count deals by."""
RANKS: Final = "AKQJT98765432"
STARTING_HANDS: Final = len(HOLE_CARDS)

Numbers = NDArray[np.int64]

_CHUNK = 1_024


def workers() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_boards(
    make: Callable[[], tuple[NDArray[np.signedinteger], ...]],
    work: Callable[..., None],
    progress: Progress,
    what: str,
) -> tuple[NDArray[np.signedinteger], ...]:
    """Run the work over every canonical board, chunk by chunk, each thread adding to arrays of its own; their sums."""
    tables = boards()
    at_once = workers()
    spare: SimpleQueue[tuple[NDArray[np.signedinteger], ...]] = SimpleQueue()
    made = [make() for _ in range(at_once)]
    for one in made:
        spare.put(one)

    def chunk(start: int) -> int:
        mine = spare.get()
        part = slice(start, start + _CHUNK)
        work(tables.boards[part], tables.weights[part], *mine)
        spare.put(mine)
        return len(tables.boards[part])

    with ThreadPoolExecutor(at_once) as threads:
        done = 0
        running = [threads.submit(chunk, start) for start in range(0, BOARD_CLASSES, _CHUNK)]
        try:
            for future in as_completed(running):
                done += future.result()
                progress(done, BOARD_CLASSES, what)
        except BaseException:
            for future in running:
                future.cancel()
            raise
    first, *others = made
    for other in others:
        for total, more in zip(first, other, strict=True):
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


def starting_hand_name(number: int) -> str:
    """``AKs``, ``AKo`` or ``AA``."""
    high, low, suited = HOLE_CARDS[number]
    return RANKS[14 - high] + RANKS[14 - low] + ("" if high == low else "s" if suited else "o")


def starting_grid(title: str, asked: str, answers: Sequence[str], says: str) -> Grid:
    """The 169 starting hands, of the same suit above the diagonal."""
    by_hand = {(high, low, suited): answer for (high, low, suited), answer in zip(HOLE_CARDS, answers, strict=True)}
    cells = tuple(
        tuple(by_hand[14 - min(row, column), 14 - max(row, column), row < column] for column in range(13))
        for row in range(13)
    )
    return Grid(title=title, asked=asked, rows=tuple(RANKS), columns=tuple(RANKS), cells=cells, says=says)


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


def flop_listing(
    title: str, asked_at: str, does: NDArray[np.bool_], asked: NDArray[np.bool_], word: str, says: str
) -> Listing:
    """How often each kind of hand of two cards and the flop is bet, of those that are asked."""
    kinds = flop_kinds()
    weight = np.where(asked, sets(3).weights.astype(np.int64)[:, None], 0)
    lines = []
    for number, name in enumerate(FLOP_KINDS):
        among = int(weight[kinds == number].sum())
        bet = int(weight[(kinds == number) & does].sum())
        if among:
            how = f"{word} always" if bet == among else f"never {word}" if not bet else f"{word} with {bet / among:.1%}"
            lines.append(Line(when=name, do=how, share=Fraction(among, int(weight.sum()))))
    return Listing(title=title, asked=asked_at, lines=tuple(lines), says=says)


FLOP_KINDS: Final = (
    "nothing yet",
    "nothing yet, four to a flush",
    "a pair on the board alone",
    "a pair with a card of the board",
    "a pair in the hand, below the board's highest",
    "a pair in the hand above the board",
    *(label_of(hand) for hand in Hand if hand >= Hand.TWO_PAIR),
)
"""Kinds of hand that two cards make with the flop."""


def flop_kinds() -> NDArray[np.uint8]:
    """The kind of hand each pair makes with the member of each class of flops, by its number in `FLOP_KINDS`."""
    tables, pairs = sets(3), boards()
    shape = (len(tables.members), PAIRS)
    columns = [np.broadcast_to(column[:, None], shape) for column in tables.members.T]
    two = [np.broadcast_to(column, shape) for column in (pairs.first, pairs.second)]
    hands = np.stack([one.ravel() for one in (*columns, *two)])
    # A pair that shares a card with the flop makes no hand; what is said of it is not read.
    made = categories(rank(hands)).reshape(shape).astype(np.int64)
    kinds = np.where(made >= Hand.TWO_PAIR, made - Hand.TWO_PAIR + 6, 0)
    suited = [sum((card & 3) == suit for card in (*columns, *two)) for suit in range(4)]
    held = [(two[0] & 3 == suit) | (two[1] & 3 == suit) for suit in range(4)]
    draws = np.logical_or.reduce([(many == 4) & mine for many, mine in zip(suited, held, strict=True)])
    in_hand = (two[0] >> 2) == (two[1] >> 2)
    ranks = [column >> 2 for column in columns]
    on_board = (ranks[0] == ranks[1]) | (ranks[1] == ranks[2]) | (ranks[0] == ranks[2])
    above = (two[0] >> 2) > np.maximum.reduce(ranks)
    of_pair = np.where(in_hand, np.where(above, 5, 4), np.where(on_board, 2, 3))
    kinds = np.where(made == Hand.PAIR, of_pair, np.where(made == Hand.HIGH_CARD, draws, kinds))
    return kinds.astype(np.uint8)
