"""The readings on cards and devices that all chapters share, each shown in force by the test that has its id."""

from __future__ import annotations

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.cards.state import CardsStage
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.card_procedures import HOUR, open_decks, opened, stages
from tests.kit.table_views import faulty_devices, look_at, steps_due
from tests.kit.tables import events, last, new_table, refuses


def test_reading__all_device_back() -> None:
    table = opened(shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    table.do(cmd.CoverDevice(device="shuffler"), role=Role.FLOORPERSON)
    table.do(cmd.UseMethod(shuffler="manual"))
    assert faulty_devices(table) == ["shuffler"]
    table.do(cmd.UseMethod(shuffler="automated"))
    assert faulty_devices(table) == []
    # It has no cover either.
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    assert "cover_device" in steps_due(table)


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
    assert last(table, ev.DeckRemoved).deck == 1
    assert refuses(table, cmd.ReceiveDecks(decks=2)).legal == ("1 deck",)
    open_decks(table, numbers=(1,), at=HOUR)
    assert stages(table) == [CardsStage.READY] * 2
    assert table.state.equipment.received_at == 0


def test_reading__all_shoe_reshuffles() -> None:
    at = new_table("heads-up-holdem", dealing="automated-shoe", shuffler="automatic-reshuffling")
    at.do(cmd.ReportDeviceFault(device="shoe", usable=False))
    at.do(cmd.CoverDevice(device="shoe"))
    assert {event.device for event in events(at, ev.DeviceCovered)} == {"shuffler", "shoe"}


@pytest.mark.parametrize("role", [Role.FLOORPERSON, Role.SHIFT_SUPERVISOR])
def test_reading__all_floor_assigned(role: Role) -> None:
    at = new_table("heads-up-holdem")
    at.do(cmd.ReceiveDecks())
    at.do(cmd.InspectCards(), by="dee")
    assert refuses(at, cmd.VerifyInspection(), role=role, by="dee").code is Code.PERSON_SIGNS_ONCE
    at.do(cmd.VerifyInspection(), role=role, by="flo")


def test_reading__all_alternate_void() -> None:
    at = new_table("heads-up-holdem", decks=2, shuffler="automated")
    order = tuple(at.rules.game.deck)
    at.do(cmd.ReceiveDecks(decks=2, preshuffled=True))
    for deck in (0, 1):
        at.do(cmd.ShuffleCards(order=order, deck=deck))
        at.do(cmd.CutCards(depth=20))
    at.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    for _ in range(2):
        at.do(cmd.PlaceWagers(wagers={"ante": 1_000, "odds": 1_000}), seat=1)
        at.do(cmd.AnnounceNoMoreBets())
        at.do(cmd.DealCards())
        at.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    assert [event.deck for event in events(at, ev.DeckPutIntoPlay)] == [0, 1]


def test_reading__all_first_to_arrive() -> None:
    at = new_table("heads-up-holdem")
    for step in (cmd.ReceiveDecks(), cmd.InspectCards(), cmd.VerifyInspection(), cmd.SpreadCards()):
        at.do(step)
    at.fork().do(cmd.ViewCards(), by="zoe")
    at.do(cmd.TakeSeat(cents=100_000), seat=2, by="ann")
    assert refuses(at, cmd.ViewCards(), by="zoe").legal == ("ann",)


def test_reading__all_deserted() -> None:
    table = opened(shuffler="manual")
    table.do(cmd.CutCards(depth=20))
    table.do(cmd.LeaveSeat(), seat=1)
    assert [ask.command for ask in table.due()] == ["spread_for_no_activity"]
