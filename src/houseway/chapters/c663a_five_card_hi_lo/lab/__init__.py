"""Lab facet of Five Card Hi-Lo: deal space, solver, advice and simulation."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from houseway.lab.facet import Advice, Lab, function_in, value_in

LAB = Lab(
    solve=function_in(f"{__name__}.solver", "main"),
    decision_wagers={"tie": function_in(f"{__name__}.solver", "tie")},
    deal_spaces=value_in(f"{__name__}.deals", "SPACES"),
    beside_main=frozenset({"adjacent_areas"}),
    advice=Advice(
        hand_cards=5,
        board_cards=(0,),
        answers=function_in(f"{__name__}.advice", "answers"),
        at_table=function_in(f"{__name__}.advice", "answers_at_table"),
    ),
    round_player=partial(import_module, f"{__name__}.simulation"),
    best_answer=function_in(f"{__name__}.advice", "best_answer"),
)
