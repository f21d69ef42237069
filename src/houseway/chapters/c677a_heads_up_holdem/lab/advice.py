"""The value of every answer in 677a, and the best answer at a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from houseway.cards import Card
from houseway.chapters.c677a_heads_up_holdem.lab import solver
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as ends
from houseway.chapters.c677a_heads_up_holdem.lab.simulation import board_classes
from houseway.chapters.strategy import board, hand, says
from houseway.engine.asking import Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.lab.advice import Answer, decision_of
from houseway.lab.facet import Cards, Solved
from houseway.lab.holdem import Numbers, by_starting_hand, live_pairs
from houseway.lab.holdem_advice import pair_number, sums_before_flop, won_on_boards
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import PAIRS, boards, sets
from houseway.lab.kernels.lookups import is_set, set_number
from houseway.lab.sheet import Progress
from houseway.money import Cents
from houseway.rules.table_rules import TableRules


def answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    """Return every answer to the question asked with these cards."""
    raises = solver.Raises.of(rules)
    unit, pays = solver.pays_of(rules)
    lost = solver.folded(unit)
    phase = {0: solver.BEFORE_FLOP, 3: solver.BEFORE_TURN, 5: solver.AFTER_RIVER}[len(board)]
    if board:
        both, raised = won_on_boards(hand, board, pays)
        deals = both.size * showdowns.DEALERS * unit
        rest = int(np.maximum(both + raises.at_end * raised, lost).sum())
        placed, more = int(both.sum()), int(raised.sum())
    else:
        kind = boards().hole[pair_number(hand)]
        placed, more, rest, deals = (int(sums[kind]) for sums in _before_flop(rules, progress))
    listed: list[Answer] = []
    for option in decision_of(rules, phase).options:
        match option.word:
            case "raise":
                if option.any_chip:
                    listed.append(Answer(word="raise one chip", value=Fraction(placed, deals)))
                listed += [
                    Answer(word=f"raise {times}", value=Fraction(placed + times * more, deals), times=times)
                    for times in range(option.least_times, option.most_times + 1)
                ]
            case "fold":
                listed.append(Answer(word="fold", value=Fraction(-len(solver.PLACED))))
            case word:
                listed.append(Answer(word=word, value=Fraction(rest, deals)))
    return listed


def _before_flop(rules: TableRules, progress: Progress) -> Numbers:
    """For each of the 169 first two cards: what Ante and Odds win, what a Raise of one Ante wins, what a check comes to, and how
    many deals there are, all in parts of an Ante."""

    def solve() -> Numbers:
        raises, solved = solver.Raises.of(rules), solver.sums(rules, progress)
        pairs, flops = boards(), sets(3)
        sums, extra, end = solved.on_flop
        best = np.maximum(end, sums + raises.on_flop * extra)
        if raises.any_chip:
            best = np.maximum(best, sums)
        rest = best * live_pairs(flops, pairs) * flops.weights.astype(np.int64)[:, None]
        deals = by_starting_hand(np.full(PAIRS, solver.DEALS // PAIRS * solved.unit), pairs)
        return np.stack([*solved.by_hole, by_starting_hand(rest.sum(0), pairs), deals])

    return sums_before_flop(rules, solve)


def raised(solved: Solved, hole: Sequence[Card], shown: Sequence[Card]) -> int:
    """Return whether the most is raised, the least, or nothing; at the end nothing is a fold."""
    pair, target = set_number(hole), boards().target
    if not shown:
        return int(solved["before_flop"][pair])
    at = set_number(shown)
    if len(shown) == 3:
        flops = sets(3)
        return int(solved["on_flop"][flops.classes[at], target[flops.change[at], pair]])
    row, change = divmod(int(board_classes()[at]), 32)
    return ends.MOST if is_set(solved["raised"], row, int(target[change, pair])) else ends.CHECK


def best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    """Answer a question as is best for the main game."""
    seat, raises, shown = question.seat, solver.Raises.of(rules), board(seen)
    best = raised(solved, hand(seen, seat), shown)
    if best == ends.CHECK:
        return says(question, "fold" if len(shown) == 5 else "check")
    if best == ends.MOST:
        times = {0: raises.before_flop, 3: raises.on_flop, 5: raises.at_end}[len(shown)]
        return says(question, "raise", Cents(times * seen.placed[seat]["ante"]))
    # The least there is, where any chip may be raised: the sheet takes it for nothing.
    return says(question, "raise", Cents(min(ask.amounts.least for ask in question.of("decide") if ask.amounts)))
