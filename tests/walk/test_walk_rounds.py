"""Every game, staffed and dealt by the system, through the forms of its own pages: nothing offered is refused, nothing is stuck."""

from __future__ import annotations

import pytest

from houseway.chapters.registry import games
from tests.walk.conftest import OpenWalk

PLACES = [(game, staffed) for game in games() for staffed in (False, True)]


@pytest.mark.parametrize(("game", "staffed"), PLACES)
def test_three_rounds_through_the_pages(opened: OpenWalk, game: str, staffed: bool):
    walk = opened(game, staffed=staffed)
    for step in walk.play(3):
        walk.check_page(step)
    walk.check_pages()
    assert walk.rounds_over >= 3


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "staffed"), PLACES)
def test_three_rounds_with_every_page_at_every_step(opened: OpenWalk, game: str, staffed: bool, seed: int):
    walk = opened(game, staffed=staffed, seed=seed, all_live=True)
    for _ in walk.play(3):
        walk.check_pages()
    assert walk.rounds_over >= 3
