"""World Poker Tour Heads-Up Hold 'Em (677a): optimal play of Ante, Odds and Raise over every deal, exactly."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as kernels
from houseway.chapters.holdem import Hand
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
from houseway.lab.kernels.boards import FLOP_CLASSES, PAIRS, boards, sets
from houseway.lab.kernels.showdowns import DEALERS
from houseway.lab.lowering import parts, unit_of
from houseway.lab.sheet import Decision, MainSheet, Progress, Result, Strategy, quiet
from houseway.rules.game import Does, Option
from houseway.rules.paytable import label_of
from houseway.rules.table_rules import TableRules

BEFORE_FLOP, BEFORE_TURN, AFTER_RIVER = "before_flop", "before_turn", "after_river"
DEALS = PAIRS * 19_600 * 1_081 * DEALERS
"""Two cards, three of the other fifty, two of 47, and two for the dealer."""
PLACED = ("ante", "odds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What Ante and Odds win together, the Raise of one Ante, and both or the fold at the end, in parts of an Ante.

    ``on_flop[k]``: of these three, for each class of flops and pair, over turn, river and dealer.
    ``by_hole[k]``: of the first two, for each of the 169 kinds of two cards, over all else.
    """

    unit: int
    on_flop: Numbers
    by_hole: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What is best before the flop, by pair, and on the flop, by class of flops and pair; ``won`` in parts of an Ante.

    `kernels.CHECK`, `MOST` and `TOKEN`; a tie goes to the smaller wager.
    """

    before_flop: NDArray[np.uint8]
    on_flop: NDArray[np.uint8]
    won: int
    costs: tuple[Fraction, ...]

    def returned(self, unit: int) -> Fraction:
        """What comes back of one Ante."""
        return 1 + Fraction(self.won, DEALS * unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raises:
    """How much may be raised before the flop, on the flop and at the end, and what a fold collects."""

    before_flop: int
    on_flop: int
    at_end: int
    any_chip: bool
    fold: Option

    @classmethod
    def of(cls, rules: TableRules) -> Raises:
        asked = holdem.options_asked(rules)
        first, second, last = (asked[phase] for phase in (BEFORE_FLOP, BEFORE_TURN, AFTER_RIVER))
        fold = last["fold"]
        assert fold.does is Does.FOLD and set(fold.collects) == set(PLACED)
        return cls(
            before_flop=first["raise"].most_times,
            on_flop=second["raise"].most_times,
            at_end=last["raise"].most_times,
            any_chip=first["raise"].any_chip,
            fold=fold,
        )

    @property
    def stakes(self) -> dict[int, int]:
        """The Raise, in Antes, of each way in which a round is played to the end."""
        return {
            kernels.PLAYED_BEFORE_FLOP: self.before_flop,
            kernels.TOKEN_BEFORE_FLOP: 0,
            kernels.PLAYED_ON_FLOP: self.on_flop,
            kernels.TOKEN_ON_FLOP: 0,
            kernels.PLAYED_AT_END: self.at_end,
        }


def sums(rules: TableRules, progress: Progress = quiet, executor: Executor | None = None) -> Sums:
    """Add up every board."""
    # At the end of the kernel's sums stand a raise of one Ante and the fold.
    assert Raises.of(rules).at_end == 1
    unit, pays = pays_of(rules)
    work = partial(_gather, pays, folded(unit))
    on_flop, by_hole = over_boards(_no_sums, work, progress, "what each hand wins", executor)
    over_suits(on_flop, sets(3), boards())
    # Each board has ten flops.
    return Sums(unit=unit, on_flop=on_flop, by_hole=10 * by_hole)


def _no_sums() -> holdem.Sums:
    return np.zeros((3, FLOP_CLASSES, PAIRS), np.int64), np.zeros((2, holdem.STARTING_HANDS), np.int64)


def _gather(pays: Numbers, folded: int, cards: Cards, weights: Cards, on_flop: Numbers, by_hole: Numbers) -> None:
    pairs, flops = boards(), sets(3)
    kernels.gather(
        cards, weights, pairs.suits, pairs.first, pairs.second, pairs.source, pairs.hole, flops.classes, flops.change,
        pays, folded, on_flop, by_hole,
    )  # fmt: skip


def folded(unit: int) -> int:
    """What a fold loses against all dealers, in parts of an Ante."""
    return -len(PLACED) * unit * DEALERS


def best_play(solved: Sums, raises: Raises, *, any_chip: bool) -> Play:
    """The best answers to each question, with what they win over all deals.

    In whole Antes only the greatest raise matters: what a smaller one wins lies between it and checking down to a raise
    of one Ante, which the end allows too. A token raise, which buys the showdown for next to nothing, is taken as nothing.
    """
    pairs, flops = boards(), sets(3)
    both, raised, end = solved.on_flop
    on_flop, best = np.zeros((FLOP_CLASSES, PAIRS), np.uint8), end.copy()
    for answer, value in ((kernels.TOKEN, both if any_chip else None), (kernels.MOST, both + raises.on_flop * raised)):
        if value is not None:
            better = value > best
            on_flop[better] = answer
            best[better] = value[better]
    live = live_pairs(flops, pairs)
    weights = flops.weights.astype(np.int64)[:, None]
    won = by_starting_hand((best * live * weights).sum(0), pairs)
    before = np.zeros(holdem.STARTING_HANDS, np.uint8)
    of_both, of_raise = solved.by_hole
    worth = [won.copy()]
    for answer, whole in (
        (kernels.TOKEN, of_both if any_chip else None),
        (kernels.MOST, of_both + raises.before_flop * of_raise),
    ):
        if whole is not None:
            worth.append(whole)
            better = whole > won
            before[better] = answer
            won[better] = whole[better]
    return Play(
        before_flop=before[pairs.hole],
        on_flop=np.where(live, on_flop, 0).astype(np.uint8),
        won=int(won.sum()),
        costs=holdem.costs_of(np.stack(worth), solved.unit, DEALS),
    )


def count(rules: TableRules, play: Play, progress: Progress = quiet, executor: Executor | None = None) -> Numbers:
    """How many deals end in each way, category of player, category of dealer and comparison."""
    unit, pays = pays_of(rules)
    work = partial(_count, pays, folded(unit), play.before_flop, play.on_flop)
    (counted,) = over_boards(partial(no_counts, kernels.WAYS), work, progress, "how each deal ends", executor)
    assert counted.sum() == DEALS
    return counted.astype(np.int64, copy=False)


def _count(
    pays: Numbers, folded: int, before_flop: Cards, on_flop: Cards, cards: Cards, weights: Cards, counted: Numbers
) -> None:
    pairs, flops = boards(), sets(3)
    kernels.count(
        cards, weights, pairs.suits, pairs.first, pairs.second, pairs.target, flops.classes, flops.change, pays, folded,
        before_flop, on_flop, counted,
    )  # fmt: skip


def main(rules: TableRules, progress: Progress = quiet, executor: Executor | None = None) -> MainSheet:
    """The main game of 677a under these rules."""
    raises = Raises.of(rules)
    solved = sums(rules, progress, executor)
    play, other = (best_play(solved, raises, any_chip=chip) for chip in (raises.any_chip, not raises.any_chip))
    counted = count(rules, play, progress, executor)
    by_way = [int(ways.sum()) for ways in counted]
    stakes = raises.stakes
    showdowns = counted[: kernels.FOLDED].sum(0)
    lost = by_way[kernels.FOLDED]
    placed = [(stake, counted[way]) for way, stake in stakes.items() if by_way[way]]
    sheets = (
        *(holdem.wager_sheet(rules, wager, [(1, showdowns)], folded=lost, fold=raises.fold.clause) for wager in PLACED),
        holdem.wager_sheet(rules, "raise", placed, not_placed=lost),
    )
    raised = sum(stake * by_way[way] for way, stake in stakes.items())
    edges = {
        chip: -Fraction(chosen.won, DEALS * solved.unit)
        for chip, chosen in ((raises.any_chip, play), (not raises.any_chip, other))
    }
    sheet = MainSheet(
        unit="ante",
        played="optimal",
        total=DEALS,
        results=_results(rules, counted, stakes),
        average_wager=len(PLACED) + Fraction(raised, DEALS),
        decisions=_decisions(raises, by_way),
        strategy=_strategy(raises, play, counted),
        wagers=sheets,
        figures=(
            ("house edge, raises in whole Antes", edges[False]),
            ("house edge, raises of any chip amount", edges[True]),
            ("what any chip amount costs the house", edges[False] - edges[True]),
        ),
        notes=_notes(raises),
    )
    assert sheet.house_edge == edges[raises.any_chip]
    return sheet


def pays_of(rules: TableRules) -> tuple[int, Numbers]:
    """The parts of an Ante, and what Ante with Odds and a Raise of one Ante net in them."""
    tables = rules.game.tables
    unit = unit_of([tables[wager] for wager in (*PLACED, "raise")])
    lowered = partial(parts, primitives=COUNTED, unit=unit)
    return unit, np.stack([sum(lowered(tables[wager]) for wager in PLACED), lowered(tables["raise"])])


def _results(rules: TableRules, counted: Numbers, stakes: dict[int, int]) -> tuple[Result, ...]:
    unit, (both, raised) = pays_of(rules)
    played = ((both + stake * raised, counted[way]) for way, stake in stakes.items())
    return holdem.results(unit, played, fold_loses=len(PLACED), folded=counted[kernels.FOLDED])


def _decisions(raises: Raises, by_way: list[int]) -> tuple[Decision, ...]:
    at_end = by_way[kernels.PLAYED_AT_END] + by_way[kernels.FOLDED]
    on_flop = at_end + by_way[kernels.PLAYED_ON_FLOP] + by_way[kernels.TOKEN_ON_FLOP]
    return holdem.decisions(
        (BEFORE_FLOP, f"raise {raises.before_flop}", by_way[kernels.PLAYED_BEFORE_FLOP]),
        (BEFORE_FLOP, "raise one chip", by_way[kernels.TOKEN_BEFORE_FLOP]),
        (BEFORE_FLOP, "check", on_flop),
        (BEFORE_TURN, f"raise {raises.on_flop}", by_way[kernels.PLAYED_ON_FLOP]),
        (BEFORE_TURN, "raise one chip", by_way[kernels.TOKEN_ON_FLOP]),
        (BEFORE_TURN, "check", at_end),
        (AFTER_RIVER, f"raise {raises.at_end}", by_way[kernels.PLAYED_AT_END]),
        (AFTER_RIVER, "fold", by_way[kernels.FOLDED]),
    )


def _strategy(raises: Raises, play: Play, counted: Numbers) -> Strategy:
    pairs, flops = boards(), sets(3)
    words = {kernels.CHECK: "check", kernels.TOKEN: "raise one chip", kernels.MOST: f"raise {raises.before_flop}"}
    answers = [""] * holdem.STARTING_HANDS
    for hole, answer in zip(pairs.hole.tolist(), play.before_flop.tolist(), strict=True):
        answers[hole] = words[answer]
    asked = live_pairs(flops, pairs) & (play.before_flop == kernels.CHECK)
    raised = play.on_flop == kernels.MOST
    at_end = counted[[kernels.PLAYED_AT_END, kernels.FOLDED]].sum((2, 3))
    return (
        holdem.starting_grid(
            "Before the Flop", BEFORE_FLOP, answers, "in Antes; same suit above the diagonal", costs=play.costs
        ),
        holdem.made_listing(
            "On the Flop",
            BEFORE_TURN,
            flops,
            raised,
            asked,
            f"raise {raises.on_flop}",
            "of those who checked, by what the two cards make with the Flop",
        ),
        holdem.shares_grid(
            f"On the Flop: how often it is best to raise {raises.on_flop}",
            flops,
            raised,
            asked,
            "percent of the Flops on which it is asked; same suit above the diagonal",
        ),
        holdem.shares_listing(
            "After the River",
            AFTER_RIVER,
            [label_of(hand) for hand in Hand],
            at_end.sum(0),
            at_end[0],
            f"raise {raises.at_end}",
            "of those who checked twice, by the best five of seven cards; otherwise fold",
        ),
    )


def _notes(raises: Raises) -> tuple[str, ...]:
    notes = [f"every one of {DEALS:,} deals: two cards, Flop, Turn with River, and the dealer's two cards"]
    if raises.any_chip:
        notes.append("a raise of one chip is counted as nothing beside the Ante (reading 677a-raise-up-to)")
    return tuple(notes)
