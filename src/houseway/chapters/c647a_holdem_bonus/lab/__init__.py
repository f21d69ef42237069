"""Lab facet of Texas Hold 'Em Bonus: deal spaces, solver, advice and simulation."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from houseway.lab.facet import Advice, Lab, function_in, value_in

LAB = Lab(
    solve=function_in(f"{__name__}.solver", "main"),
    decision_wagers={"progressive": function_in(f"{__name__}.progressive", "progressive")},
    deal_spaces=value_in(f"{__name__}.deals", "SPACES"),
    main_options=("ante_pays_on",),
    beside_main=frozenset({"community_first", "progressive", "five_card", "magic_card", "lucky_bonus", "payout_limit"}),
    advice=Advice(
        hand_cards=2,
        board_cards=(0, 3, 4),
        answers=function_in(f"{__name__}.advice", "answers"),
        at_table=function_in(f"{__name__}.advice", "answers_at_table"),
        is_quick=function_in("houseway.lab.holdem_advice", "is_quick"),
    ),
    round_player=partial(import_module, f"{__name__}.simulation"),
    best_answer=function_in(f"{__name__}.advice", "best_answer"),
    plays_by_hint=True,
    on_top_reading="647a-magic-lucky",
)
