"""Lab facet of Pai Gow Poker: deal spaces, solvers, advice and simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from houseway.lab.facet import Advice, Cards, Lab, RoundPlayer

if TYPE_CHECKING:
    from houseway.lab.advice import Answer
    from houseway.lab.deal_spaces import DealSpace
    from houseway.lab.sheet import MainSheet, Progress
    from houseway.rules.table_rules import TableRules


def _solve(rules: TableRules, progress: Progress) -> MainSheet:
    from houseway.chapters.c645a_pai_gow.lab.solver import main

    return main(rules, progress)


def _deal_spaces() -> Mapping[str, DealSpace]:
    from houseway.chapters.c645a_pai_gow.lab.deals import SPACES

    return SPACES


def _solve_best_play(rules: TableRules, main: MainSheet, progress: Progress) -> MainSheet:
    from houseway.chapters.c645a_pai_gow.lab.best_play import optimal

    return optimal(rules, main, progress)


def _answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    from houseway.chapters.c645a_pai_gow.lab.advice import answers

    return answers(rules, hand, board, progress)


def _round_player() -> RoundPlayer:
    from houseway.chapters.c645a_pai_gow.lab import simulation

    return simulation


LAB = Lab(
    solve=_solve,
    solve_best_play=_solve_best_play,
    deal_spaces=_deal_spaces,
    side_options=("red_black_joker",),
    paytable_option="brand",
    beside_main=frozenset(
        (
            *("start_by", "second_cover_card", "adjacent_areas", "banking", "brand", "red_black_joker"),
            *("progressive", "payout_limit"),
        )
    ),
    advice=Advice(hand_cards=7, board_cards=(0,), answers=_answers),
    round_player=_round_player,
)
