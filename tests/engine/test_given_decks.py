"""A deck given in an order of its own at a banked table: one that is too short says what helps, and the table goes on."""

from __future__ import annotations

import random

import pytest

import houseway
from houseway.engine.banked import commands as cmd
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, place
from tests.kit.random_commands import given
from tests.kit.recorded_tables import submission
from tests.kit.table_views import sum_of_accounts

GAMES = ("five-card-hi-lo", "heads-up-holdem", "holdem-bonus", "pai-gow")
STEPS = 60


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_that_is_too_short_says_what_helps(game: str) -> None:
    chance = random.Random(game)
    ways = set[str]()
    for number in range(len(houseway.open_table(submission(game)).rules.cards.deck) + 1):
        table = houseway.open_table(submission(game))
        deck = tuple(chance.sample(table.rules.cards.deck, len(table.rules.cards.deck)))
        for seat, name in enumerate(("Ann", "Bob"), 1):
            table.seat(seat, name, 100_000)
        table.dealer.brings(deck[:number])
        for seat in (1, 2):
            place(table, seat)
        close(table)
        for _ in range(STEPS):
            now = [ask for ask in table.due() if not ask.may_wait]
            ask = next((ask for ask in now if ask.word != "fold"), now[0])
            outcome = table.send(given(table, ask, chance))
            if isinstance(outcome, Refusal):
                assert outcome.code == "DECK_SUFFICES"
                (way,) = outcome.legal
                ways.add(way.partition(" of ")[0])
                if way.startswith("bring"):
                    table.dealer.brings(deck)
                else:
                    outcome = table.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"), role=Role.FLOORPERSON)
            if not isinstance(outcome, Refusal) and any(event.ends_round for event in outcome):
                break
        else:
            raise AssertionError(f"the round does not end: {table.due()}")
        assert sum_of_accounts(table) == 0
    later = {"report wrong_number_of_cards"} if game.startswith("h") else set()
    assert ways == {"bring a deck"} | later


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_with_a_card_twice_is_refused(game: str) -> None:
    table = houseway.open_table(submission(game))
    deck = tuple(table.rules.cards.deck)
    for order in ((*deck, deck[0]), (*deck[:20], deck[0]), deck * 2):
        with pytest.raises(houseway.RefusedCommandError, match="more than once"):
            table.dealer.brings(order)
    assert table.dealer.brings(deck)
