"""What is known of a round that is over."""

from __future__ import annotations

import pytest

from houseway.rounds import play
from houseway.rounds.finished import finished

ALL_IN = ("3 raise to 5000", "1 call", "2 call", "3 show")
ROUND = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "button": 3,
    "deck": "As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s",
    "seats": {"1": {"stack": 1000}, "2": {"stack": 5000}, "3": {"stack": 8000}},
}


@pytest.mark.parametrize(
    ("actions", "pots"),
    [
        ((*ALL_IN, "1 show", "2 show"), set()),
        ((*ALL_IN, "1 muck", "2 show"), {0}),
        ((*ALL_IN, "1 show", "2 muck"), {0, 1}),
        (("3 fold", "1 fold"), set()),
    ],
)
def test_637a_18_e__which_pots_a_conceded_hand_contended_for(actions, pots):
    assert finished(play({**ROUND, "actions": [*actions]})).conceded == pots
