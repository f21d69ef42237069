"""Every way to set the hands of Pai Gow has its name."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.rules.table_rules import TableRules
from houseway.view.settings import ways_of


@pytest.mark.parametrize(
    ("held", "best"),
    [
        ("As Kd Qc Jh Ts 3c 4d", "straight to the ace"),
        ("Jk Ks Qd Jc Th 2c 3d", "straight to the ace"),
        ("As 2d 3c 4h 5s 9c Kd", "straight to the five"),
        ("As Ks Qs Js Ts 2c 3d", "royal flush"),
        ("As 2s 3s 4s 5s Kd 9c", "straight flush to the five"),
        ("Jk As Ad Ac Ah 2c 3d", "five aces"),
    ],
)
def test_645a_6_b__the_best_high_hands_have_their_names(held: str, best: str):
    rules = resolve({}, game="pai-gow")
    assert isinstance(rules, TableRules)
    game = rules.game
    assert best in {way.high for way in ways_of(game, cards(held))}
