"""Lab facet of Texas Hold 'Em Bonus: deal spaces, solver, advice and simulation."""

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
    from houseway.lab.sheet import MainSheet, Progress, WagerSheet
    from houseway.rules.table_rules import TableRules
    from houseway.seats import Seat


def _solve(rules: TableRules, progress: Progress) -> MainSheet:
    from houseway.chapters.c647a_holdem_bonus.lab.solver import main

    return main(rules, progress)


def _deal_spaces() -> Mapping[str, DealSpace]:
    from houseway.chapters.c647a_holdem_bonus.lab.deals import SPACES

    return SPACES


def _progressive(rules: TableRules, main: MainSheet) -> list[WagerSheet]:
    from houseway.chapters.c647a_holdem_bonus.lab.progressive import progressive

    return progressive(rules, main)


def _answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    from houseway.chapters.c647a_holdem_bonus.lab.advice import answers

    return answers(rules, hand, board, progress)


def _answers_at_table(rules: TableRules, seen: BankedObservation, seat: Seat, progress: Progress) -> list[Answer]:
    from houseway.chapters.c647a_holdem_bonus.lab.advice import answers_at_table

    return answers_at_table(rules, seen, seat, progress)


def _is_quick(rules: TableRules, board: Cards) -> bool:
    from houseway.lab.holdem_advice import is_quick

    return is_quick(rules, board)


def _round_player() -> RoundPlayer:
    from houseway.chapters.c647a_holdem_bonus.lab import simulation

    return simulation


def _best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    from houseway.chapters.c647a_holdem_bonus.lab.advice import best_answer

    return best_answer(rules, solved, seen, question)


LAB = Lab(
    solve=_solve,
    decision_wagers={"progressive": _progressive},
    deal_spaces=_deal_spaces,
    main_options=("ante_pays_on",),
    beside_main=frozenset({"community_first", "progressive", "five_card", "magic_card", "lucky_bonus", "payout_limit"}),
    advice=Advice(
        hand_cards=2, board_cards=(0, 3, 4), answers=_answers, at_table=_answers_at_table, is_quick=_is_quick
    ),
    round_player=_round_player,
    best_answer=_best_answer,
    plays_by_hint=True,
    on_top_reading="647a-magic-lucky",
)
