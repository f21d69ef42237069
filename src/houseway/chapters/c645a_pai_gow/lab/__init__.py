"""Lab facet of Pai Gow Poker: deal spaces, solvers, advice and simulation."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from houseway.lab.facet import Advice, Lab, function_in, value_in

LAB = Lab(
    solve=function_in(f"{__name__}.solver", "main"),
    solve_best_play=function_in(f"{__name__}.best_play", "optimal"),
    deal_spaces=value_in(f"{__name__}.deals", "SPACES"),
    side_options=("red_black_joker",),
    paytable_option="brand",
    beside_main=frozenset(
        (
            *("start_by", "second_cover_card", "adjacent_areas", "banking", "brand", "red_black_joker"),
            *("progressive", "payout_limit"),
        )
    ),
    advice=Advice(hand_cards=7, board_cards=(0,), answers=function_in(f"{__name__}.advice", "answers")),
    round_player=partial(import_module, f"{__name__}.simulation"),
)
