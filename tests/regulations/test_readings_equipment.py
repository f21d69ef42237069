"""The readings on cards and devices that all chapters share, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.regulations.stating import events, opened


def shuffled(game: str = "heads-up-holdem", **submission: Any) -> Table:
    """A table opened by every step up to its first shuffle, with one player seated."""
    table = opened(game, **submission)
    table.do(cmd.OpenTable(by=Role.DEALER, at=0))
    open_decks(table)
    table.do(cmd.TakeSeat(by=Role.PLAYER, seat=1, player="one", cents=100_000))
    return table


def open_decks(table: Table) -> None:
    """Receive the decks of the table and bring them to the shuffle."""
    steps: list[cmd.Command] = [
        cmd.ReceiveDecks(by=Role.DEALER, at=0, decks=table.rules.decks),
        cmd.InspectCards(by=Role.DEALER),
        cmd.VerifyInspection(by=Role.FLOORPERSON),
        cmd.SpreadCards(by=Role.DEALER),
        cmd.ViewCards(by=Role.PLAYER, player="one"),
        cmd.WashCards(by=Role.DEALER),
        cmd.ShuffleCards(by=Role.DEALER, order=table.rules.game.deck, at=0),
    ]
    for step in steps:
        table.do(step)


def test_reading__all_device_back() -> None:
    table = shuffled(shuffler="automated")
    table.do(cmd.ReportDeviceFault(by=Role.DEALER, device="shuffler", usable=False))
    table.do(cmd.CoverDevice(by=Role.FLOORPERSON, device="shuffler"))
    table.do(cmd.UseMethod(by=Role.FLOORPERSON, shuffler="manual"))
    assert (table.state.equipment.faulty, table.state.equipment.covered) == (("shuffler",), ("shuffler",))
    table.do(cmd.UseMethod(by=Role.FLOORPERSON, shuffler="automated"))
    assert (table.state.equipment.faulty, table.state.equipment.covered) == ((), ())


@pytest.mark.parametrize("game", ["heads-up-holdem", "holdem-bonus", "five-card-hi-lo"])
def test_reading__all_recut(game: str) -> None:
    table = shuffled(game, shuffler="manual")
    table.do(cmd.CutCards(by=Role.DEALER, depth=20))
    table.do(cmd.RequireRecut(by=Role.FLOORPERSON))
    by_player = table.send(cmd.CutCards(by=Role.PLAYER, seat=1, depth=20))
    assert isinstance(by_player, Refusal)
    assert (by_player.code, by_player.legal) == (Code.ROLE_IS_AUTHORISED, ("the dealer",))
    table.do(cmd.CutCards(by=Role.DEALER, depth=20))


def test_reading__all_recut__by_the_last_to_cut_or_the_next_entitled() -> None:
    table = shuffled("pai-gow", shuffler="manual")
    for seat in (3, 5):
        table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=100_000))
    # At the beginning the first player to arrive; then counterclockwise from the dealer's right.
    table.do(cmd.CutCards(by=Role.PLAYER, seat=1, depth=20))
    table.do(cmd.RequireRecut(by=Role.FLOORPERSON))
    other = table.send(cmd.CutCards(by=Role.PLAYER, seat=3, depth=20))
    assert isinstance(other, Refusal)
    assert (other.clause, other.legal) == ("645a.5(f)", ("seat 1", "seat 5"))
    table.do(cmd.CutCards(by=Role.PLAYER, seat=5, depth=20))


@pytest.mark.parametrize("found", [cmd.ReportDeviceCount, cmd.CountStub])
def test_reading__all_count_before_deal(found: type[cmd.ReportDeviceCount | cmd.CountStub]) -> None:
    table = shuffled(shuffler="automated-counting")
    table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"ante": 1000, "odds": 1000}))
    table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
    table.do(found(by=Role.DEALER, count=51))
    assert isinstance(table.events[-1], ev.DeckRemoved)
    assert not events(table, ev.WagersReturned)
    assert table.state.live == {(1, "ante"): 1000, (1, "odds"): 1000}
    open_decks(table)
    table.do(cmd.DealCards(by=Role.DEALER))


def test_reading__all_two_decks_removed() -> None:
    table = shuffled(shuffler="automated-counting", decks=2)
    table.do(cmd.ReportDeviceCount(by=Role.DEALER, count=51))
    for step in (
        cmd.ShuffleCards(by=Role.DEALER, order=table.rules.game.deck, deck=1, at=0),
        cmd.ReceiveDecks(by=Role.DEALER, at=0, decks=1),
    ):
        assert isinstance(table.send(step), Refusal)
    open_decks(table)
    assert table.state.equipment.decks == 2
