"""The readings on cards and devices that all chapters share, each shown in force by the test that has its id."""

from __future__ import annotations

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.cards.state import CardsStage
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.card_procedures import HOUR, open_decks, opened
from tests.kit.table_views import look_at
from tests.kit.tables import events, refuses


def test_reading__all_device_back() -> None:
    table = opened(shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    table.do(cmd.CoverDevice(device="shuffler"), role=Role.FLOORPERSON)
    table.do(cmd.UseMethod(shuffler="manual"))
    assert (table.state.equipment.faulty, table.state.equipment.covered) == (("shuffler",), ("shuffler",))
    table.do(cmd.UseMethod(shuffler="automated"))
    assert (table.state.equipment.faulty, table.state.equipment.covered) == ((), ())


@pytest.mark.parametrize("game", ["heads-up-holdem", "holdem-bonus", "five-card-hi-lo"])
def test_reading__all_recut(game: str) -> None:
    table = opened(game, shuffler="manual")
    table.do(cmd.CutCards(depth=20))
    table.do(cmd.RequireRecut())
    by_player = refuses(table, cmd.CutCards(depth=20), role=Role.PLAYER, seat=1)
    assert (by_player.code, by_player.legal) == (Code.ROLE_IS_AUTHORISED, ("the dealer",))
    table.do(cmd.CutCards(depth=20))


def test_reading__all_recut__by_the_last_to_cut_or_the_next_entitled() -> None:
    table = opened("pai-gow", shuffler="manual")
    for seat in (3, 5):
        table.do(cmd.TakeSeat(cents=100_000), seat=seat, by=f"player {seat}")
    # At the beginning the first player to arrive; then counterclockwise from the dealer's right.
    table.do(cmd.OfferCut(seat=1))
    table.do(cmd.CutCards(depth=20), role=Role.PLAYER, seat=1)
    table.do(cmd.RequireRecut())
    other = refuses(table, cmd.CutCards(depth=20), role=Role.PLAYER, seat=3)
    assert (other.clause, other.legal) == ("645a.5(f)", ("seat 1", "seat 5"))
    table.do(cmd.CutCards(depth=20), role=Role.PLAYER, seat=5)


@pytest.mark.parametrize("found", [cmd.ReportDeviceCount, cmd.CountDeck])
def test_reading__all_count_before_deal(found: type[cmd.ReportDeviceCount | cmd.CountDeck]) -> None:
    table = opened(shuffler="automated-counting")
    table.do(cmd.PlaceWagers(wagers={"ante": 1000, "odds": 1000}), seat=1)
    table.do(cmd.AnnounceNoMoreBets())
    table.do(found(count=51))
    assert isinstance(table.events[-1], ev.DeckRemoved)
    assert not events(table, ev.WagersReturned)
    assert look_at(table).wagers == {1: {"ante": 1000, "odds": 1000}}
    open_decks(table)
    table.do(cmd.DealCards())


def test_reading__all_two_decks_removed() -> None:
    table = opened(shuffler="automated-counting", decks=2)
    table.do(cmd.ReportDeviceCount(count=51))
    assert table.state.equipment.present == [0]
    assert refuses(table, cmd.ReceiveDecks(decks=2)).legal == ("1 deck",)
    open_decks(table, numbers=(1,), at=HOUR)
    assert table.state.equipment.at_stage(CardsStage.READY) == [0, 1]
    assert table.state.equipment.received_at == 0
