"""The Pai Gow Poker Wager of 645a best played: what each setting of one hand is worth, and the best setting of every hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Any

import msgspec
import numpy as np

from houseway.cards import Card
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS
from houseway.chapters.c645a_pai_gow.lab.best_play_chart import strategy_of
from houseway.chapters.c645a_pai_gow.lab.best_setting import DEALERS, Wager, dealers_of, solve
from houseway.chapters.c645a_pai_gow.lab.house_way import every_class, set_by
from houseway.chapters.c645a_pai_gow.lab.kernels import house_way as kernels
from houseway.chapters.c645a_pai_gow.lab.solver import NINE, TOTAL, nets_of, queens_dragons, way_of
from houseway.lab.sheet import Decision, MainSheet, Progress, Result, SheetError
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules

_HIGHER = 2
_NOTE = (
    "Exact: the best lawful setting of each of the 6,972,147 hands that differ by more than their suits, against every hand of the "
    "dealer's that shares no card with it, set by the house way {}; the player sees nobody else's cards."
)


class Valued(msgspec.Struct, frozen=True, kw_only=True):
    """One setting against every hand of the dealer's: how often it wins, pushes and loses, what it nets on average in units of the
    wager, and whether the house would set so."""

    setting: Setting
    won: int
    pushed: int
    lost: int
    value: Fraction
    house: bool


def values_of(rules: TableRules, hand: Sequence[Card]) -> list[Valued]:
    """Every lawful setting of one hand, against all 53,524,680 hands of the dealer's; the best first."""
    way, seven = way_of(rules), tuple(sorted(hand, reverse=True))
    own = set_by(way, np.array([seven], np.uint8))
    fronts, backs = np.zeros(kernels.PARTINGS, np.int64), np.zeros(kernels.PARTINGS, np.int64)
    kernels.partings(np.array(seven, np.uint8), fronts, backs)
    theirs, weights, dragon = every_class(way), dealers_of(seven), queens_dragons()
    nets = [net for nine in nets_of(rules) for net in nine]
    valued = []
    for number, ((first, second), back_cards) in enumerate(PARTINGS):
        if fronts[number] < 0:
            continue
        compared = 3 * _compared(backs[number], theirs.high) + _compared(fronts[number], theirs.low)
        times = [int(count) for count in np.bincount(compared + NINE * dragon, weights, minlength=2 * NINE)]
        value = sum((n * net for n, net in zip(times, nets, strict=True)), start=Fraction(0)) / DEALERS
        won = sum([n for n, net in zip(times, nets, strict=True) if net > 0])
        lost = sum([n for n, net in zip(times, nets, strict=True) if net < 0])
        setting = Setting(high=back_cards(seven), low=(seven[first], seven[second]))
        house = bool(number == own.parted[0])
        valued.append(
            Valued(setting=setting, won=won, pushed=DEALERS - won - lost, lost=lost, value=value, house=house)
        )
    return sorted(valued, key=lambda candidate: (-candidate.value, not candidate.house))


def _compared(own: int, theirs: Any) -> Any:
    """The player's hand beside the dealer's, as `houseway.rules.settlement.Compared` numbers it."""
    return np.where(own > theirs, 2, np.where(own == theirs, 1, 0))


def wager_of(rules: TableRules) -> Wager:
    """What a hand wins and loses against one of the dealer's, in whole parts of the wager."""
    others, dragon = nets_of(rules)
    win, lose = others[-1], -others[0]
    due = tuple(
        win if high == low == _HIGHER else Fraction(0) if _HIGHER in (high, low) else -lose
        for high in range(3)
        for low in range(3)
    )
    if others != due or dragon not in (due, (Fraction(0),) * NINE):
        raise SheetError(
            "the wager is not won by two higher hands and lost by none: its best settings are not counted so"
        )
    parts = lcm(win.denominator, lose.denominator)
    return Wager(wins=int(win * parts), losses=int(lose * parts), dragon=dragon != due)


def optimal(rules: TableRules, main: MainSheet, progress: Progress) -> MainSheet:
    """The Pai Gow Poker Wager of a player who sets every hand best, against a dealer who sets by the house way of the submission.

    ``main``: of one who sets by the house way too, which was counted otherwise and must come out here again.
    """
    way, wager = way_of(rules), wager_of(rules)
    solved = solve(way, wager, progress)
    own, best = solved.totals
    due = tuple(sum(result.deals for result in main.results if result.net * sign > 0) for sign in (1, -1))
    if own != due:
        raise SheetError(f"the house's own settings win and lose {own} deals, not {due}")
    otherwise = (comb(53, 7) - int(solved.times[solved.against.begin[:-1]].sum())) * DEALERS
    parts = Fraction(1, wager.losses)

    def mean(won: int, lost: int) -> Fraction:
        return (wager.wins * won - wager.losses * lost) * parts / TOTAL

    results = {wager.wins * parts: best[0], Fraction(0): TOTAL - sum(best), Fraction(-1): best[1]}
    return MainSheet(
        unit="pai_gow",
        played="optimal",
        total=TOTAL,
        results=tuple(Result(net=net, deals=deals) for net, deals in sorted(results.items())),
        average_wager=Fraction(1),
        decisions=(
            Decision(asked="set", answer="house way", deals=TOTAL - otherwise),
            Decision(asked="set", answer="otherwise", deals=otherwise),
        ),
        strategy=strategy_of(solved, wager.losses),
        figures=(
            ("the gain over setting as the house does", mean(*best) - mean(*own)),
            ("hands that are best set otherwise", Fraction(otherwise, TOTAL)),
            ("the return of setting as the house does", 1 + mean(*own)),
        ),
        notes=(_NOTE.format(way.title),),
    ).check()
