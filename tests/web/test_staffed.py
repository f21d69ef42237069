"""Under a human dealer: people give every step of a round over the API, and enter the cards of a physical deck."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.c637a_poker.events import StreetDealt
from houseway.chapters.registry import games
from houseway.engine.banked.events import CardsDealt
from houseway.engine.kernel import Event
from houseway.engine.roles import Role
from houseway.store import audit
from tests.kit.record_views import recorded_events
from tests.kit.table_views import look_at
from tests.web.serving import Serving
from tests.web.staffed import PLAYERS, TABLE, Staffed, planned


def _dealt(events: list[Event]) -> list[Any]:
    return [event.cards for event in events if isinstance(event, CardsDealt | StreetDealt)]


@pytest.mark.parametrize("game", games())
def test_a_dealer_performs_each_step_and_enters_the_cards(house: Serving, game):
    plan = planned(game, 58)
    staffed = Staffed(house, game)
    for given in staffed.steps(plan):
        staffed.give(given)
    assert _dealt(recorded_events(house.record, f"table/{TABLE}")) == _dealt(plan.events) != []
    seen, wanted = house.look_at(TABLE), look_at(plan)
    assert seen.number == wanted.number
    chips = seen.chips
    if game != "holdem-bonus":
        # There the table system draws a Magic Card and a lucky position, which are its own here.
        assert chips == wanted.chips
    assert set(chips) == {1, 2, 3}
    assert list(seen.seats.values()) == list(PLAYERS)
    assert not [one.fault for one in audit.verify(house.record) if one.fault]


@pytest.mark.parametrize("game", ["draw-high", "pai-gow"])
def test_the_same_key_gives_the_first_answer_when_the_round_is_over_too(house: Serving, game):
    staffed = Staffed(house, game)
    answered = {}
    for number, given in enumerate(staffed.steps(planned(game, 58, rounds=2))):
        if given.role is Role.PLAYER:
            answered[number] = given, staffed.give(given, key=f"k{number}").json()
        else:
            staffed.give(given)
    assert any(one[1]["events"][0].get("cards") or one[1]["events"][-1].get("high") for one in answered.values())
    for number, (given, first) in answered.items():
        assert staffed.give(given, key=f"k{number}").json() == first
