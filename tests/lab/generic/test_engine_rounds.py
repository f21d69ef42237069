"""Rounds at a table by the solved strategy: what the engine pays is what the sheet counts, and a wager may be placed alone."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from houseway.lab.generic import solve_main_game, wager_sheets
from houseway.lab.generic.best_player import BestPlayer
from houseway.lab.generic.engine_rounds import play_rounds
from houseway.lab.simulated.settling import MAIN
from houseway.rules.paytable import NO_CHOICE
from houseway.seats import Seat
from tests.kit.short_decks import deck_of, short_rules
from tests.kit.three_card_poker import rules


@pytest.mark.long
def test_rounds_at_a_table_come_to_what_the_sheet_says():
    table = rules()
    sums = play_rounds(table, BestPlayer(table), seed=5, start=0, rounds=200)
    main = solve_main_game(table)
    (pair_plus,) = wager_sheets(table, [table.game.wagers["pair_plus"]])
    exact = {
        (MAIN, NO_CHOICE): (-main.house_edge, main.standard_deviation),
        ("pair_plus", NO_CHOICE): (pair_plus.moments.mean, pair_plus.standard_deviation),
    }
    assert set(sums) == set(exact)
    for name, (mean, deviation) in exact.items():
        tally = sums[name]
        assert tally.rounds == 200
        assert abs(tally.net / tally.part / tally.rounds - float(mean)) < 4 * deviation / sqrt(tally.rounds)


def test_chunks_of_rounds_add_up():
    table = rules()
    player = BestPlayer(table)
    whole = play_rounds(table, player, seed=1, start=0, rounds=6)
    parts = [play_rounds(table, player, seed=1, start=begin, rounds=3) for begin in (0, 3)]
    assert whole == {name: parts[0][name] + parts[1][name] for name in whole}


def test_hands_are_set_at_a_table_as_is_best():
    table = short_rules("five-card-hi-lo", deck_of("A25K", "cdh"))
    sums = play_rounds(table, BestPlayer(table), seed=2, start=0, rounds=12)
    assert sums[MAIN, NO_CHOICE].rounds == 12


def test_a_wager_may_be_placed_without_the_main_one():
    """The player is dealt in and asked nothing; the wager is settled by its table."""
    table = open_table(rules())
    table.seat(1, "Ada", 10_000)
    asked = []

    def answer(question):
        if question.of("place_wagers"):
            return cmd.PlaceWagers(wagers={"pair_plus": 500})
        asked.append(question)
        return None

    events = House(table, Seeded(Random(3))).play_round(answer)
    settled = [event for event in events if isinstance(event, ev.WagerSettled)]
    assert [event.wager for event in settled] == ["pair_plus"]
    assert not [question for question in asked if question.of("decide")]
    chips = table.observe(Viewer(Role.PLAYER, "Ada")).chips[Seat(1)]
    assert chips == 10_000 + settled[0].net
