"""A deck given in an order of its own: one that cannot be dealt is refused, and a shorter one never leaves a table stuck."""

from __future__ import annotations

import random
from typing import Any

import pytest

import houseway
from houseway.cards import DECK_52, JOKER
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table
from houseway.engine.refusal import Refusal
from tests.kit.case_samples import keep_few
from tests.kit.random_commands import given
from tests.kit.random_poker import GAMES, submission
from tests.kit.table_views import balance_of, look_at, sum_of_accounts
from tests.poker.test_nothing_is_stuck import leads_to_the_next_round

PokerTable = Table[Any, Any]
STEPS = 200


def opened(game: str, players: int, chance: random.Random) -> PokerTable:
    table: PokerTable = Table(resolve(submission(game, "no-limit", chance, plain=True), game=game))
    table.do(cmd.OpenTable())
    for seat in range(1, players + 1):
        table.do(cmd.TakeSeat(cents=2_000), seat=seat, by=f"player {seat}")
    return table


def play_round(table: PokerTable, chance: random.Random) -> None:
    """Do what is due until the round is over; from every state what is due leads to the next round."""
    for _ in range(STEPS):
        leads_to_the_next_round(table, chance)
        if look_at(table).status is Status.BETWEEN_ROUNDS:
            return
        ask = chance.choice([ask for ask in table.due() if not ask.may_wait])
        outcome = table.send(given(table, ask, chance))
        assert not isinstance(outcome, Refusal), (ask, outcome)
    raise AssertionError(f"the round does not end: {table.due()}")


@pytest.mark.parametrize("game", keep_few(GAMES, ["holdem", "stud-high"]))
def test_a_deck_that_is_too_short_is_refused_or_its_round_is_played_or_void(game: str) -> None:
    chance = random.Random(game)
    refused = set[bool]()
    for players in (2, 4, POKER_GAMES[game].most_players):
        for number in range(53):
            table = opened(game, players, chance)
            outcome = table.send(cmd.StartRound(order=tuple(chance.sample(DECK_52, number))))
            refused.add(isinstance(outcome, Refusal))
            if isinstance(outcome, Refusal):
                first = POKER_GAMES[game].streets[0]
                needed = players * (first.down + first.up)
                assert number < needed
                assert (outcome.code, outcome.clause) == ("DECK_SUFFICES", first.clause)
                assert outcome.legal == (f"at least {needed} cards",)
                assert not look_at(table).bets
            play_round(table, chance)
            assert sum_of_accounts(table) == 0
    assert refused == {False, True}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "deck", [(*DECK_52, DECK_52[0]), (*DECK_52[:20], DECK_52[0]), (*DECK_52, JOKER), DECK_52 * 2], ids=str
)
def test_a_deck_with_a_card_too_many_is_refused(game: str, deck: tuple[Any, ...]) -> None:
    chance = random.Random(game)
    table = opened(game, 2, chance)
    before = table.state
    assert isinstance(table.send(cmd.StartRound(order=deck)), Refusal)
    assert table.state == before
    leads_to_the_next_round(table, chance)


def test_637a_11_f__two_cards_for_two_players_are_refused_before_a_blind_is_posted() -> None:
    table = houseway.open_table({"game": "holdem", "structure": "no-limit", "blinds": [50, 100]})
    for seat, name in enumerate(("Ann", "Bob"), 1):
        table.seat(seat, name, 10_000)
    with pytest.raises(houseway.RefusedCommandError, match="hole cards needs 4 cards and the deck has 2"):
        table.dealer.starts("As Kd", button=1)
    assert table.dealer.starts("As Kd Qs Js 2c 3c 4c 5c 6c 7c 8c 9c", button=1)
    assert table.dealer.deals_on()


def test_637a_18_i__a_given_deck_that_runs_out_leaves_the_floor_to_void_the_round() -> None:
    table = houseway.open_table({"game": "holdem", "structure": "no-limit", "blinds": [50, 100]})
    ann, bob = (table.seat(seat, name, 10_000) for seat, name in enumerate(("Ann", "Bob"), 1))
    table.dealer.starts("As Kd Qs Js", button=1)
    table.dealer.deals_on()
    bob.calls()
    ann.checks()
    with pytest.raises(houseway.RefusedCommandError) as refused:
        table.dealer.deals_on()
    assert refused.value.refusal.legal == ("report missing_card",)
    (ask,) = [ask for ask in table.due() if not ask.may_wait]
    assert (ask.command, ask.role, ask.subject) == (
        "report_poker_irregularity",
        houseway.Role.FLOORPERSON,
        "missing_card",
    )
    table.do(cmd.ReportIrregularity(cause="missing_card"))
    assert (balance_of(table, "player Ann"), balance_of(table, "player Bob")) == (10_000, 10_000)
    assert table.dealer.starts(DECK_52, button=1)
