"""Situations in which two things happen at once at a hold'em table of 677a or 647a: people who leave, irregularities, devices."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table, envelope
from houseway.engine.roles import Role
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place
from tests.kit.table_views import balances_of
from tests.kit.tables import refuses

GAMES = ("heads-up-holdem", "holdem-bonus")
CHAPTER = dict(zip(GAMES, ("677a", "647a"), strict=True))


def dealt(game: str, *seats: int, **submission: Any) -> Table[Any, Any]:
    at = tables.seated(game, seats={seat: f"player {seat}" for seat in seats}, **submission)
    for seat in seats:
        place(at, seat)
    close(at)
    deal(at)
    return at


def abandon(at: Table[Any, Any], seat: int) -> None:
    at.do(envelope(cmd.AbandonWagers(seat=seat), role=Role.FLOORPERSON, by="Flora"))


@pytest.mark.parametrize("game", GAMES)
def test_677a_7_b_647a_7_b_a_player_whose_wagers_were_abandoned_is_told_when_the_seat_is_free(game: str):
    at = dealt(game, 1, 2)
    before = refuses(at, cmd.LeaveSeat(), seat=1, by="player 1")
    assert "the floor may treat the wagers as abandoned" in before.legal
    abandon(at, 1)
    after = refuses(at, cmd.LeaveSeat(), seat=1, by="player 1")
    assert (after.clause, after.legal) == (f"{CHAPTER[game]}.7(b)", ("wait for the end of the round",))
    assert after.message == "The seat of player 1 is free when the round is completed."
    again = refuses(at, cmd.AbandonWagers(seat=1, returned=True), role=Role.FLOORPERSON, by="Flora")
    assert again.legal == ("seat 2",)


@pytest.mark.parametrize("game", GAMES)
def test_677a_13_c_647a_13_c_a_void_round_returns_abandoned_wagers_too(game: str):
    """All wagers are returned to the players, whatever the floor had made of them."""
    at = tables.seated(game, seats={1: "ann", 2: "ben"})
    before = {account: cents for account, cents in balances_of(at).items() if cents}
    for seat in (1, 2):
        place(at, seat)
    close(at)
    deal(at)
    abandon(at, 1)
    at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert {account: cents for account, cents in balances_of(at).items() if cents} == before


@pytest.mark.parametrize("game", GAMES)
def test_677a_13_g_647a_13_g_a_shuffler_that_fails_after_no_more_bets_is_covered_before_the_deal(game: str):
    at = tables.seated(game, seats={1: "ann"})
    place(at)
    close(at)
    at.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    refusal = refuses(at, cmd.DealCards())
    assert (refusal.clause, refusal.legal) == (f"{CHAPTER[game]}.13(g)", ("cover the shuffler",))


@pytest.mark.parametrize("game", GAMES)
def test_677a_13_d_647a_13_d_a_second_irregularity_finds_no_round_after_a_void_one(game: str):
    at = dealt(game, 1, 2, 3)
    at.do(cmd.ReportIrregularity(cause="dealer_card_exposed"))
    refusal = refuses(at, cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert refusal.clause == f"{CHAPTER[game]}.13(c)"


@pytest.mark.parametrize("game", GAMES)
def test_677a_5_f_647a_5_f_cards_are_not_spread_while_a_wager_lies_there(game: str):
    at = tables.seated(game, seats={1: "ann"})
    place(at)
    refusal = refuses(at, cmd.SpreadForNoActivity(face_up=True))
    assert refusal.clause == f"{CHAPTER[game]}.5(f)"


def test_647a_12_d_4_several_seats_take_their_shares_of_one_meter_in_the_order_of_settlement():
    wagers = {"wagers": {"ante": 1000, "progressive": 500}, "decisions": ["flop", "check", "check"]}
    answer = houseway.settle(
        {
            "game": "holdem-bonus",
            "hands": {"dealer": "2c 3d", "1": "As Ks", "2": "9s 8s"},
            "board": "Qs Js Ts 2h 4h",
            "meters": {"progressive": 2_000_000},
            "seats": {"1": wagers, "2": wagers},
        }
    )
    paid = {line["seat"]: line["net"] + 500 for line in answer["settlements"] if line["wager"] == "progressive"}
    # Seat 2 is settled first: a tenth of $20,000; then seat 1: all that is left.
    assert paid == {2: 200_000, 1: 1_800_000}


def test_677a_12_f_the_limit_of_several_seats_of_several_players_is_each_players_own():
    wagers = {"wagers": {"ante": 100_000, "odds": 100_000}, "decisions": ["raise 300000"]}
    answer = houseway.settle(
        {
            "game": "heads-up-holdem",
            "submission": {"payout_limit": 5_000_000},
            "hands": {"dealer": "2c 3d", "1": "As Ks", "2": "9s 8s"},
            "board": "Qs Js Ts Qh 4h",
            "seats": {"1": wagers, "2": wagers},
        }
    )
    assert answer["net"] == {"1": 5_000_000, "2": 5_000_000}
