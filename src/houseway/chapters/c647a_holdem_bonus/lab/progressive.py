"""647a: the Progressive Payout Wager, which a fold before the Flop loses, under the main game's strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

from houseway.cards import DECK_52, RANKS, Card
from houseway.chapters.holdem import HOLE_CARDS, PLAYER_HOLE_CARDS
from houseway.lab.classes import pockets
from houseway.lab.sheet import Grid, MainSheet, SheetError, WagerSheet, counted_rows
from houseway.lab.side import wager_sheets
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules

_TOTAL = comb(52, 2) * comb(50, 3)


def progressive(rules: TableRules, main: MainSheet) -> list[WagerSheet]:
    """The wager's sheets, one for each size: two cards, then the Flop, if the two cards were not folded."""
    (wager,) = (offered for offered in rules.game.wagers.values() if offered.id == "progressive")
    how = f"Under {main.played} play of the main game: a fold before the Flop loses it (647a.11(b)(2)(i)(B))."
    rows = counted_rows(rules.game.tables["progressive"], progressive_counts(rules, main))
    return wager_sheets(rules, wager, rows, total=_TOTAL, says="two cards and a Flop of 52", more=(how,))


def progressive_counts(rules: TableRules, main: MainSheet) -> list[int]:
    """The deals that each row of the wager settles, by the number of the row."""
    table, folds = rules.game.tables["progressive"], folded_hands(main)
    counts = [0] * len(table.rows)
    for two, times in pockets():
        folded = folds[PLAYER_HOLE_CARDS.of(Showdown(two, ()))]
        for flop, flops in _flops(two):
            row = table.settle(Showdown(two, (), flop, folded=folded))
            counts[table.rows.index(row)] += times * flops
    return counts


def folded_hands(main: MainSheet) -> list[bool]:
    """Which of the 169 first two cards the strategy folds, by their number."""
    ranks = tuple(reversed(RANKS))
    grids = [part for part in main.strategy if isinstance(part, Grid) and part.rows == part.columns == ranks]
    if not grids:
        raise SheetError("the strategy of the main game has no grid of the answers to the first two cards")
    cells = grids[0].cells
    folded = []
    for high, low, suited in HOLE_CARDS:
        first, second = 14 - high, 14 - low
        folded.append(cells[first][second] == "fold" if suited else cells[second][first] == "fold")
    return folded


def _flops(two: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Classes of Flops beside two cards: those that make a flush with two of a suit one by one, the others by ranks."""
    left = [card for card in DECK_52 if card not in two]
    by_rank = {rank: [card for card in left if card >> 2 == rank] for rank in range(13)}
    suit = two[0] & 3
    suited = suit == two[1] & 3
    flushes: Counter[tuple[int, ...]] = Counter()
    if suited:
        for flop in combinations([card for card in left if card & 3 == suit], 3):
            flushes[tuple(card >> 2 for card in flop)] += 1
            yield flop, 1
    for ranks in combinations_with_replacement(range(13), 3):
        often = Counter(ranks)
        every = 1
        for rank, times in often.items():
            every *= comb(len(by_rank[rank]), times)
        if every > flushes[ranks]:
            # One card at least of another suit, so that the five cards are no flush.
            cards = [card for rank, times in often.items() for card in by_rank[rank][-times:]]
            if suited and all(card & 3 == suit for card in cards):
                cards[0] = next(card for card in by_rank[cards[0] >> 2] if card & 3 != suit)
            yield tuple(cards), every - flushes[ranks]
