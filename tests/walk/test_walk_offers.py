"""Everything that pages offer, taken up in a copy of the house: nothing is refused, and the next round comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.chapters.registry import games
from tests.walk.conftest import OpenWalk
from tests.walk.offers import all_offers, take_up

SHORT = (
    "heads-up-holdem",
    "holdem-bonus",
    "pai-gow",
    "five-card-hi-lo",
    "holdem",
    "stud-hi-lo",
    "draw-high",
    "badacey",
)
"""One game of each kind of table."""
EVERY_FEW_STEPS = 4
"""In the short form one offer is taken up at every step of this many."""


@pytest.mark.parametrize("staffed", [False, True], ids=["by the system", "staffed"])
@pytest.mark.parametrize("game", SHORT)
def test_some_offers_of_a_round_lead_to_the_next_round(opened: OpenWalk, tmp_path: Path, game: str, staffed: bool):
    walk = opened(game, staffed=staffed)
    for step in walk.play(1):
        if step % EVERY_FEW_STEPS == 0:
            with walk.paused():
                take_up(walk, walk.chance.choice(all_offers(walk)), tmp_path / "copy.db")


@pytest.mark.proof
@pytest.mark.parametrize("staffed", [False, True], ids=["by the system", "staffed"])
@pytest.mark.parametrize("game", games())
def test_every_offer_of_a_round_leads_to_the_next_round(opened: OpenWalk, tmp_path: Path, game: str, staffed: bool):
    walk = opened(game, staffed=staffed)
    known: set[bytes] = set()
    taken = 0
    for _ in walk.play(1):
        with walk.paused():
            for offer in all_offers(walk):
                take_up(walk, offer, tmp_path / "copy.db", known)
                taken += 1
    print(f"{game}: {taken} offers led to {len(known)} situations")
    assert 0 < len(known) <= taken
