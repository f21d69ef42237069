"""Texas Hold 'Em Bonus Poker (647a): optimal play of Ante, Flop, Turn and River Wagers over every deal, exactly."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from houseway.chapters.c647a_holdem_bonus.lab.kernels import sums as kernels
from houseway.clause import ClauseId
from houseway.lab import holdem
from houseway.lab.holdem import (
    COUNTED,
    Cards,
    Numbers,
    by_starting_hand,
    live_pairs,
    no_counts,
    over_boards,
    over_suits,
)
from houseway.lab.kernels.boards import CHANGES, FLOP_CLASSES, PAIRS, TURN_CLASSES, boards, sets
from houseway.lab.kernels.showdowns import DEALERS
from houseway.lab.lowering import parts, unit_of
from houseway.lab.sheet import Decision, MainSheet, Progress, Result, Strategy, quiet
from houseway.rules.table_rules import TableRules

BEFORE_FLOP, BEFORE_TURN, BEFORE_RIVER = "before_flop", "before_turn", "before_river"
DEALS = PAIRS * 19_600 * 47 * 46 * DEALERS
"""Two cards, three of the other fifty, one of 47, one of 46, and two for the dealer."""
STREETS = ("flop", "turn", "river")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What the Ante wins and what a wager of one Ante on a street wins, in parts of an Ante.

    ``on_turn``: of the latter, for each class of four board cards and pair, over river and dealer.
    ``on_flop[0]``: the same for each class of flops, over the turn too; ``on_flop[1]``: of the turns on which it gains.
    ``by_hole``: of both, for each of the 169 kinds of two cards, over all else.
    """

    unit: int
    on_turn: NDArray[np.int32]
    on_flop: Numbers
    by_hole: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What is best: who folds before the flop, who bets on the coming turn and river; ``won`` in parts of an Ante.

    A tie goes to the smaller wager.
    """

    folds: NDArray[np.bool_]
    turn_bets: NDArray[np.bool_]
    river_bets: NDArray[np.bool_]
    won: int
    costs: tuple[Fraction, ...]

    def returned(self, unit: int) -> Fraction:
        """What comes back of one Ante."""
        return 1 + Fraction(self.won, DEALS * unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The Flop Wager in Antes, and the clause of the fold; Turn and River Wagers are one Ante."""

    flop: int
    fold: ClauseId

    @classmethod
    def of(cls, rules: TableRules) -> Sizes:
        asked = holdem.options_asked(rules)
        flop, fold = asked[BEFORE_FLOP]["flop"], asked[BEFORE_FLOP]["fold"]
        assert flop.least_times == flop.most_times and fold.collects == ("ante",)
        assert all(asked[phase]["bet"].most_times == 1 for phase in (BEFORE_TURN, BEFORE_RIVER))
        return cls(flop=flop.most_times, fold=fold.clause)


def sums(rules: TableRules, progress: Progress = quiet, executor: Executor | None = None) -> Sums:
    """Add up every board."""
    unit, pays = pays_of(rules)
    pairs, flops, turns = boards(), sets(3), sets(4)
    on_turn, by_hole = over_boards(_no_sums, partial(_gather, pays), progress, "what each hand wins", executor)
    keeps = np.zeros((TURN_CLASSES, len(CHANGES)), np.bool_)
    for number, changes in enumerate(turns.keeps):
        keeps[number, list(changes)] = True
    on_flop = np.zeros((2, FLOP_CLASSES, PAIRS), np.int64)
    kernels.on_flops(turns.members, turns.weights, pairs.source, flops.classes, flops.change, keeps, on_turn, on_flop)
    over_suits(on_flop, flops, pairs)
    # Each board has ten flops, and either of the other two cards may be the turn.
    return Sums(unit=unit, on_turn=on_turn.astype(np.int32, copy=False), on_flop=on_flop, by_hole=20 * by_hole)


def _no_sums() -> holdem.Sums:
    return np.zeros((TURN_CLASSES, PAIRS), np.int32), np.zeros((2, holdem.STARTING_HANDS), np.int64)


def _gather(pays: Numbers, cards: Cards, weights: Cards, on_turn: NDArray[np.int32], by_hole: Numbers) -> None:
    pairs, turns = boards(), sets(4)
    kernels.gather(
        cards, weights, pairs.suits, pairs.first, pairs.second, pairs.source, pairs.hole, turns.classes, turns.change,
        pays, on_turn, by_hole,
    )  # fmt: skip


def best_play(solved: Sums, sizes: Sizes) -> Play:
    """The best answers to each question, with what they win over all deals."""
    pairs, flops = boards(), sets(3)
    live = live_pairs(flops, pairs)
    turn, river = solved.on_flop
    later = (np.maximum(turn, 0) + river) * live * flops.weights.astype(np.int64)[:, None]
    stays = solved.by_hole[0] + sizes.flop * solved.by_hole[1] + by_starting_hand(later.sum(0), pairs)
    dealt = by_starting_hand(np.ones(PAIRS, np.int64), pairs) * (DEALS // PAIRS)
    folded = -solved.unit * dealt
    folds = stays <= folded
    return Play(
        folds=folds[pairs.hole],
        turn_bets=(turn > 0) & live,
        river_bets=solved.on_turn > 0,
        won=int(np.maximum(stays, folded).sum()),
        costs=holdem.costs_of(np.stack([stays, folded]), solved.unit, DEALS),
    )


def count(play: Play, progress: Progress = quiet, executor: Executor | None = None) -> Numbers:
    """How many deals end in each way, category of player, category of dealer and comparison."""
    work = partial(_count, play.folds, play.turn_bets.astype(np.uint8), play.river_bets.astype(np.uint8))
    (counted,) = over_boards(partial(no_counts, kernels.WAYS), work, progress, "how each deal ends", executor)
    assert counted.sum() == DEALS
    return counted.astype(np.int64, copy=False)


def _count(
    folds: NDArray[np.bool_], turn_bets: Cards, river_bets: Cards, cards: Cards, weights: Cards, counted: Numbers
) -> None:
    pairs, flops, turns = boards(), sets(3), sets(4)
    kernels.count(
        cards, weights, pairs.suits, pairs.first, pairs.second, pairs.target, flops.classes, flops.change, turns.classes,
        turns.change, folds, turn_bets, river_bets, counted,
    )  # fmt: skip


def main(rules: TableRules, progress: Progress = quiet, executor: Executor | None = None) -> MainSheet:
    """The main game of 647a under these rules."""
    sizes = Sizes.of(rules)
    solved = sums(rules, progress, executor)
    play = best_play(solved, sizes)
    counted = count(play, progress, executor)
    by_way = [int(ways.sum()) for ways in counted]
    folded = by_way[kernels.FOLDED]
    stayed = counted[kernels.NO_BET :].sum(0)
    on_turn = counted[kernels.TURN_BET] + counted[kernels.BOTH_BET]
    on_river = counted[kernels.RIVER_BET] + counted[kernels.BOTH_BET]
    placed = {"flop": (sizes.flop, stayed), "turn": (1, on_turn), "river": (1, on_river)}
    sheets = (
        holdem.wager_sheet(rules, "ante", [(1, stayed)], folded=folded, fold=sizes.fold),
        *(
            holdem.wager_sheet(rules, street, [wagered], not_placed=DEALS - int(wagered[1].sum()))
            for street, wagered in placed.items()
        ),
    )
    staked = sum(stake * int(deals.sum()) for stake, deals in placed.values())
    sheet = MainSheet(
        unit="ante",
        played="optimal",
        total=DEALS,
        results=_results(rules, sizes, counted),
        average_wager=1 + Fraction(staked, DEALS),
        decisions=_decisions(by_way),
        strategy=_strategy(play),
        wagers=sheets,
        notes=(f"every one of {DEALS:,} deals: two cards, Flop, Turn, River, and the dealer's two cards",),
    )
    assert sheet.returned == play.returned(solved.unit)
    return sheet


def pays_of(rules: TableRules) -> tuple[int, Numbers]:
    """The parts of an Ante, and what the Ante and a street's wager of one Ante net in them."""
    tables = rules.game.tables
    unit = unit_of([tables[wager] for wager in ("ante", *STREETS)])
    lowered = partial(parts, primitives=COUNTED, unit=unit)
    flop, turn, river = (lowered(tables[street]) for street in STREETS)
    assert (flop == turn).all() and (turn == river).all(), "the wagers on the streets are paid differently"
    return unit, np.stack([lowered(tables["ante"]), flop])


def _results(rules: TableRules, sizes: Sizes, counted: Numbers) -> tuple[Result, ...]:
    unit, (ante, street) = pays_of(rules)
    more = {kernels.NO_BET: 0, kernels.RIVER_BET: 1, kernels.TURN_BET: 1, kernels.BOTH_BET: 2}
    played = ((ante + (sizes.flop + bets) * street, counted[way]) for way, bets in more.items())
    return holdem.results(unit, played, fold_loses=1, folded=counted[kernels.FOLDED])


def _decisions(by_way: list[int]) -> tuple[Decision, ...]:
    folded, none, river, turn, both = by_way
    return holdem.decisions(
        (BEFORE_FLOP, "flop", none + river + turn + both),
        (BEFORE_FLOP, "fold", folded),
        (BEFORE_TURN, "bet", turn + both),
        (BEFORE_TURN, "check", none + river),
        (BEFORE_RIVER, "bet", river + both),
        (BEFORE_RIVER, "check", none + turn),
    )


def _strategy(play: Play) -> Strategy:
    pairs, flops, turns = boards(), sets(3), sets(4)
    answers = [""] * holdem.STARTING_HANDS
    for hole, folds in zip(pairs.hole.tolist(), play.folds.tolist(), strict=True):
        answers[hole] = "fold" if folds else "flop"
    on_flop, on_turn = (live_pairs(street, pairs) & ~play.folds for street in (flops, turns))
    explanation = "by what the two cards make with the board so far; otherwise check"
    return (
        holdem.starting_grid("Before the Flop", BEFORE_FLOP, answers, "same suit above the diagonal", costs=play.costs),
        holdem.made_listing("On the Flop", BEFORE_TURN, flops, play.turn_bets, on_flop, "bet", explanation),
        holdem.made_listing("On the Turn", BEFORE_RIVER, turns, play.river_bets, on_turn, "bet", explanation),
        holdem.shares_grid(
            "On the Flop: how often it is best to bet",
            flops,
            play.turn_bets,
            on_flop,
            "percent of the Flops; same suit above the diagonal",
        ),
    )
