"""A player who does anything the page offers is never locked out and never loses a pot that the cards win."""

from __future__ import annotations

import pytest

from houseway.chapters.registry import games
from tests.walk.conftest import OpenWalk
from tests.walk.random_player import play_at_random

SHORT_ROUNDS, LONG_ROUNDS = 6, 100


@pytest.mark.parametrize(("game", "staffed"), [(game, place % 2 == 1) for place, game in enumerate(games())])
def test_a_player_does_anything_for_a_few_rounds(opened: OpenWalk, game: str, staffed: bool):
    walk = opened(game, staffed=staffed)
    play_at_random(walk, SHORT_ROUNDS)
    assert walk.rounds_over >= SHORT_ROUNDS


@pytest.mark.proof
@pytest.mark.parametrize("staffed", [False, True], ids=["by the system", "staffed"])
@pytest.mark.parametrize("game", games())
def test_a_player_does_anything_for_a_hundred_rounds(opened: OpenWalk, game: str, staffed: bool):
    walk = opened(game, staffed=staffed)
    play_at_random(walk, LONG_ROUNDS)
    assert walk.rounds_over >= LONG_ROUNDS
