"""637a.8(k): the bets and raises that a seat is offered are accepted, and no others."""

from __future__ import annotations

import pytest

from tests.golden.betting_text import POINTS, disagreements

BEGUN = ("no-limit, more to come", "no-limit, more to come on nothing")
"""637a.8(f)(1): a bet that was begun is completed with chips or words."""


@pytest.mark.parametrize("name", [name for name in POINTS if name not in BEGUN])
def test_a_bet_is_accepted_if_and_only_if_it_is_offered(name: str) -> None:
    assert disagreements(name) == []
