"""Lab facet of Heads-Up Hold 'Em: deal spaces, solver, advice and simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from houseway.lab.facet import Advice, Cards, Lab, RoundPlayer, Solved

if TYPE_CHECKING:
    from houseway.engine.asking import Question
    from houseway.engine.banked.observe import BankedObservation
    from houseway.engine.kernel import Command
    from houseway.lab.advice import Answer
    from houseway.lab.deal_spaces import DealSpace
    from houseway.lab.sheet import MainSheet, Progress
    from houseway.rules.table_rules import TableRules


def _solve(rules: TableRules, progress: Progress) -> MainSheet:
    from houseway.chapters.c677a_heads_up_holdem.lab.solver import main

    return main(rules, progress)


def _deal_spaces() -> Mapping[str, DealSpace]:
    from houseway.lab.holdem_deals import HOLDEM_SPACES

    return HOLDEM_SPACES


def _answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    from houseway.chapters.c677a_heads_up_holdem.lab.advice import answers

    return answers(rules, hand, board, progress)


def _is_quick(rules: TableRules, board: Cards) -> bool:
    from houseway.lab.holdem_advice import is_quick

    return is_quick(rules, board)


def _round_player() -> RoundPlayer:
    from houseway.chapters.c677a_heads_up_holdem.lab import simulation

    return simulation


def _best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    from houseway.chapters.c677a_heads_up_holdem.lab.advice import best_answer

    return best_answer(rules, solved, seen, question)


LAB = Lab(
    solve=_solve,
    deal_spaces=_deal_spaces,
    main_options=("raise_minimum",),
    beside_main=frozenset({"adjacent_boxes", "community_first", "payout_limit"}),
    advice=Advice(hand_cards=2, board_cards=(0, 3, 5), answers=_answers, is_quick=_is_quick),
    round_player=_round_player,
    best_answer=_best_answer,
    plays_by_hint=True,
)
