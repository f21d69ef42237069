"""Five Card Hi-Lo, exactly: by the point values of the cards, player against dealer with card removal.

Only values count, so the five cards of either side are one of 1,993 compositions of ten values. For each of the player's every
lawful setting is compared with the dealer's of every composition that the other cards can give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.chapters.c663a_five_card_hi_lo.lab.strategy_chart import strategy_of
from houseway.chapters.c663a_five_card_hi_lo.setting import DEALT_CARDS
from houseway.chapters.c663a_five_card_hi_lo.values import (
    DEALER_HANDS,
    IN_DECK,
    Composition,
    Points,
    bonus_of,
    compositions,
    nets_of,
    rows_of,
)
from houseway.clause import ClauseId
from houseway.lab.sheet import (
    Counted,
    Decision,
    MainSheet,
    Progress,
    Result,
    WagerSheet,
    counted,
    labels_of,
    ratio,
)
from houseway.money import Role
from houseway.rules.game import Decide, Does, Option
from houseway.rules.paytable import NO_CHOICE
from houseway.rules.settlement import SettlementTable
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules

TOTAL = comb(52, DEALT_CARDS) * DEALER_HANDS
JOINT = "joint play"
"""What stands for a paytable where the Tie Wager is played for together with the main game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A composition as it is best played: set so, or folded (None); what comes of it against every dealer's hand.

    ``compared`` counts the dealer's hands by the nine outcomes, low hands running faster. ``value``: what it is worth, in
    units of the Ante.
    """

    composition: Composition
    points: Points | None
    compared: tuple[int, ...]
    value: Fraction


def _removed(every: Sequence[Composition]) -> Any:
    """How many hands of each composition are left for the dealer (second axis) beside each of the player's (first)."""
    left_over = np.ones((len(every), len(every)), dtype=np.int64)
    for value, in_deck in enumerate(IN_DECK):
        held = np.array([composition.values.count(value) for composition in every])
        left = np.array([[comb(max(in_deck - own, 0), theirs) for theirs in range(6)] for own in range(6)])
        left_over *= left[held[:, None], held[None, :]]
    return left_over


class _Nine(NamedTuple):
    """Which row of a table of the two comparisons settles, and what it nets, at each of the nine outcomes."""

    table: SettlementTable
    rows: tuple[int, ...]
    net: tuple[Fraction, ...]


def _nine(table: SettlementTable) -> _Nine:
    return _Nine(table, rows_of(table), nets_of(table))


def solve(rules: TableRules, *, tie: int = 0) -> list[Played]:
    """Every composition as it is best played, beside a Tie Wager of so many times the Ante."""
    every = compositions()
    removed = _removed(every)
    high = np.array([composition.dealers[0] for composition in every])
    low = np.array([composition.dealers[1] for composition in every])
    tables = rules.game.tables
    ante, play, ties = (_nine(tables[wager]) for wager in ("ante", "play", "tie"))
    net = [a + p + tie * t for a, p, t in zip(ante.net, play.net, ties.net, strict=True)]
    bonus = bonus_of(rules)
    solved = []
    for number, composition in enumerate(every):
        beside = bonus.settle(Showdown(composition.hand, ())).worth.net(bonus.role).wager
        best = Played(composition=composition, points=None, compared=(), value=Fraction(-1 - tie))
        for points in composition.settings:
            outcome = 3 * _compare(points[0], high) + _compare(points[1], low)
            counts = tuple(map(int, np.bincount(outcome, weights=removed[number], minlength=9)))
            value = beside + sum((c * n for c, n in zip(counts, net, strict=True)), start=Fraction(0)) / DEALER_HANDS
            if value > best.value:
                best = Played(composition=composition, points=points, compared=counts, value=value)
        solved.append(best)
    return solved


def _compare(own: int, theirs: Any) -> Any:
    """The player's points beside the dealer's, as `houseway.rules.settlement.Compared` numbers it."""
    return np.where(own > theirs, 2, np.where(own == theirs, 1, 0))


def main(rules: TableRules, progress: Progress) -> MainSheet:
    """The Ante and Play Wagers with the Ante Bonus, best set and folded."""
    solved = solve(rules)
    progress(1, 1, "five cards each of 52")
    return _sheet(rules, solved)


def _sheet(rules: TableRules, solved: Sequence[Played]) -> MainSheet:
    asks, fold = asked(rules)
    tables = {wager: _nine(rules.game.tables[wager]) for wager in ("ante", "play")}
    bonus = bonus_of(rules)
    results: Counter[Fraction] = Counter()
    bonuses = [0] * len(bonus.rows)
    folded = 0
    for played in solved:
        if played.points is None:
            folded += played.composition.times * DEALER_HANDS
            continue
        row = bonus.settle(Showdown(played.composition.hand, ()))
        bonuses[bonus.rows.index(row)] += played.composition.times * DEALER_HANDS
        beside = row.worth.net(bonus.role).wager
        for outcome, times in enumerate(played.compared):
            results[tables["ante"].net[outcome] + tables["play"].net[outcome] + beside] += (
                played.composition.times * times
            )
    results[Fraction(-1)] += folded

    def nothing(clause: ClauseId, *, stake: int) -> Counted:
        """After a fold nothing is paid, and nothing was placed that could be lost."""
        return Counted(
            label="folded", pays="nothing", clause=clause, combinations=folded, wager=Fraction(0), stake=stake
        )

    return MainSheet(
        unit="ante",
        played="optimal",
        total=TOTAL,
        results=tuple(Result(net=net, deals=deals) for net, deals in sorted(results.items()) if deals),
        average_wager=2 - Fraction(folded, TOTAL),
        decisions=(
            Decision(asked=asks.id, answer="play", deals=TOTAL - folded),
            Decision(asked=asks.id, answer="fold", deals=folded),
            *_set_decisions(solved),
        ),
        strategy=strategy_of(solved, asks),
        wagers=(
            _wager(rules, "ante", tables["ante"], solved, _lost(folded, fold.clause)),
            _wager(rules, "play", tables["play"], solved, nothing(fold.clause, stake=0)),
            WagerSheet(
                wager="ante_bonus",
                name="Ante Bonus Payout",
                paytable=rules.paytable_in_force("ante_bonus"),
                clause=bonus.rows[0].clause,
                rows=(
                    *(
                        counted(row, label, times, bonus.role)
                        for row, label, times in zip(bonus.rows, labels_of(bonus.rows), bonuses, strict=True)
                    ),
                    nothing(ClauseId("663a.11(h)"), stake=1),
                ),
                total=TOTAL,
                role=Role.ON_TOP,
                notes=("Paid on top of the Play Wager, for each unit of the Ante Wager; nothing after a fold.",),
            ).check(),
        ),
        notes=("Exact, by point values: 1,993 compositions of five cards each.",),
    ).check()


def asked(rules: TableRules) -> tuple[Decide, Option]:
    """The question of the Play Wager, and its answer to fold."""
    asks = rules.phase("play")
    assert isinstance(asks, Decide)
    return asks, next(option for option in asks.options if option.does is Does.FOLD)


def _lost(folded: int, clause: ClauseId) -> Counted:
    return Counted(label="folded", pays="lose", clause=clause, combinations=folded, wager=Fraction(-1))


def _wager(
    rules: TableRules,
    wager: str,
    nine: _Nine,
    solved: Sequence[Played],
    folded: Counted,
    *,
    paytable: str = NO_CHOICE,
    notes: tuple[str, ...] = (),
) -> WagerSheet:
    """The sheet of a wager that the two comparisons settle, under these settings and folds."""
    rows = [0] * len(nine.table.rows)
    for played in solved:
        for number, times in zip(nine.rows, played.compared, strict=False):
            rows[number] += played.composition.times * times
    labels = labels_of(nine.table.rows)
    every = zip(nine.table.rows, labels, rows, strict=True)
    placed = rules.game.wagers[wager]
    return WagerSheet(
        wager=wager,
        name=placed.name,
        paytable=paytable,
        clause=placed.clause,
        rows=(*(counted(row, label, times, nine.table.role) for row, label, times in every), folded),
        total=TOTAL,
        notes=notes,
    ).check()


def tie(rules: TableRules, main: MainSheet) -> list[WagerSheet]:
    """The Tie Wager, which a fold loses: under best play of the main game, and under best play of both together."""
    nine = _nine(rules.game.tables["tie"])
    _, fold = asked(rules)
    clause = dict(fold.collects_under)["tie"]
    sheets = []
    for stake, key, how in (
        (0, NO_CHOICE, f"Under {main.played} play of the main game, a fold losing it."),
        (
            1,
            JOINT,
            "Under best play of the Ante, Play and Tie Wagers together, the Tie Wager being as large as the Ante.",
        ),
    ):
        solved = solve(rules, tie=stake)
        folded = sum(played.composition.times for played in solved if played.points is None) * DEALER_HANDS
        notes = [how]
        if stake:
            cost = _sheet(rules, solved)
            notes.append(
                f"The main game then costs {float(cost.house_edge):.4%} of the Ante ({ratio(cost.house_edge)}), "
                f"with a fold in {folded / TOTAL:.4%} of rounds."
            )
        sheets.append(_wager(rules, "tie", nine, solved, _lost(folded, clause), paytable=key, notes=tuple(notes)))
    return sheets


def _set_decisions(solved: Sequence[Played]) -> Iterator[Decision]:
    as_dealer = (
        sum(played.composition.times for played in solved if played.points == played.composition.dealers) * DEALER_HANDS
    )
    other = (
        sum(played.composition.times for played in solved if played.points not in (None, played.composition.dealers))
        * DEALER_HANDS
    )
    yield Decision(asked="set", answer="as the dealer", deals=as_dealer)
    yield Decision(asked="set", answer="other than the dealer", deals=other)
