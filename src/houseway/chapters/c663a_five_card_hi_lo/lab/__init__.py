"""Lab facet of Five Card Hi-Lo: deal space, solver, advice and simulation."""

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
    from houseway.chapters.c663a_five_card_hi_lo.lab.solver import main

    return main(rules, progress)


def _deal_spaces() -> Mapping[str, DealSpace]:
    from houseway.chapters.c663a_five_card_hi_lo.lab.deals import SPACES

    return SPACES


def _tie(rules: TableRules, main: MainSheet) -> list[WagerSheet]:
    from houseway.chapters.c663a_five_card_hi_lo.lab.solver import tie

    return tie(rules, main)


def _answers(rules: TableRules, hand: Cards, board: Cards, progress: Progress) -> list[Answer]:
    from houseway.chapters.c663a_five_card_hi_lo.lab.advice import answers

    return answers(rules, hand, board, progress)


def _answers_at_table(rules: TableRules, seen: BankedObservation, seat: Seat, progress: Progress) -> list[Answer]:
    from houseway.chapters.c663a_five_card_hi_lo.lab.advice import answers_at_table

    return answers_at_table(rules, seen, seat, progress)


def _round_player() -> RoundPlayer:
    from houseway.chapters.c663a_five_card_hi_lo.lab import simulation

    return simulation


def _best_answer(rules: TableRules, solved: Solved, seen: BankedObservation, question: Question) -> Command:
    from houseway.chapters.c663a_five_card_hi_lo.lab.advice import best_answer

    return best_answer(rules, solved, seen, question)


LAB = Lab(
    solve=_solve,
    decision_wagers={"tie": _tie},
    deal_spaces=_deal_spaces,
    beside_main=frozenset({"adjacent_areas"}),
    advice=Advice(hand_cards=5, board_cards=(0,), answers=_answers, at_table=_answers_at_table),
    round_player=_round_player,
    best_answer=_best_answer,
)
