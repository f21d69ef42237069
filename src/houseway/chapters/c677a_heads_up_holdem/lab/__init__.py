"""Lab facet of Heads-Up Hold 'Em: deal spaces, solver, advice and simulation."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from houseway.lab.facet import Advice, Lab, function_in, value_in

LAB = Lab(
    solve=function_in(f"{__name__}.solver", "main"),
    deal_spaces=value_in("houseway.lab.holdem_deals", "HOLDEM_SPACES"),
    main_options=("raise_minimum",),
    beside_main=frozenset({"adjacent_boxes", "community_first", "payout_limit"}),
    advice=Advice(
        hand_cards=2,
        board_cards=(0, 3, 5),
        answers=function_in(f"{__name__}.advice", "answers"),
        is_quick=function_in("houseway.lab.holdem_advice", "is_quick"),
    ),
    round_player=partial(import_module, f"{__name__}.simulation"),
    best_answer=function_in(f"{__name__}.advice", "best_answer"),
    plays_by_hint=True,
)
