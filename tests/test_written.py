"""Hints at words that were meant."""

from __future__ import annotations

from houseway.written import near


def test_a_hint_is_near_enough_and_knows_beginnings_and_hyphens() -> None:
    assert near("headsup", ["holdem", "heads-up-holdem"]) == "heads-up-holdem"
    assert near("dek", ["game", "deck"]) == "deck"
    assert near("tie", ["ante", "odds"]) is None
    assert near("Trips Plus".replace(" ", "-"), ["trips_plus"]) == "trips_plus"
