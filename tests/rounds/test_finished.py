"""What is known of a round that is over."""

from __future__ import annotations

from random import Random

import pytest

import houseway
from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker.events import RoundStarted
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.driver.computers import Computers
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.banked.observe import BankedObservation
from houseway.money import Cents
from houseway.rounds import play, settle
from houseway.rounds.finished import finished
from houseway.seats import Seat
from tests.rounds.right import RIGHT

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


@pytest.mark.parametrize("game", ["five-card-hi-lo", "holdem"])
def test_the_events_of_the_last_round_are_its_own_and_all_of_them(game: str):
    table = houseway.open_table(game)
    computers = Computers(table, Random(1), buy_in=Cents(100_000))
    for seat in (1, 2):
        computers.sit_down(seat)
    house = House(table, Seeded(1))
    house.play_round(computers.answer)
    before = len(table.events)
    house.play_round(computers.answer)
    over = finished(table)
    assert over.answer.rules.digest == table.rules.digest
    happened = over.events
    own = list(table.events[before:])
    # At poker stakes may be added and the cards shuffled before the round begins.
    while game == "holdem" and not isinstance(own[0], RoundStarted):
        own.pop(0)
    assert list(happened) == own


def test_637a_18_e__what_is_stated_after_the_last_hand_was_shown_is_refused():
    shown = {**ROUND, "actions": [*ALL_IN, "1 show", "2 show", "2 show"]}
    refused = settle(shown)["refusal"]
    assert (refused["code"], refused["clause"]) == ("SEAT_IS_ASKED", "637a.18(e)")


def test_cards_that_only_fill_a_place_are_shown_to_nobody():
    table = play({**ROUND, "actions": [*ALL_IN, "1 show", "2 show"]})
    unknown = frozenset(cards("2h 9d As"))
    for seen in finished(table, unknown=unknown).seen:
        assert isinstance(seen, PokerObservation)
        assert text_of(seen.community) == "7s Jh 4s"
        assert text_of([card for card in seen.hands[Seat(1)] if card is not None]) == "Ad"
    banked = play(RIGHT["heads-up, one"])
    flop = banked.state.last.community[:3]
    for seen in finished(banked, unknown=frozenset(flop)).seen:
        assert isinstance(seen, BankedObservation)
        assert seen.community == banked.state.last.community[3:]
