"""A Poker room with its jackpot funds, as the tests of 637a.15 and .16 use it."""

from __future__ import annotations

from typing import Any

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.c637a_poker.jackpots.rules import JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import JackpotState
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.engine.kernel import Envelope, Event, Table, envelope
from houseway.engine.opening import OpenTable
from houseway.engine.roles import Role
from tests.kit import tables

DEALER, FLOOR, SUPERVISOR = Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR
Room = Table[JackpotRules, JackpotState]


def room(**submission: Any) -> Room:
    """A room, open, whose submission offers these jackpots."""
    at: Room = Table(jackpot_rules(PokerSubmission(**{"game": "holdem", "blinds": [50, 100], **submission})))
    at.do(OpenTable(), role=SUPERVISOR, by="Sue")
    return at


def accepted(at: Room, command: Envelope) -> tuple[Event, ...]:
    """Send a command that must be accepted; money is conserved and replay equals live."""
    outcome = tables.accepted(at, command)
    assert JACKPOTS.replay(at.events) == at.state
    return outcome


def count_at_cage(at: Room, fund: str, tables: tuple[str, ...], cents: int, *, notify: bool) -> None:
    """The short way: locked boxes to the cage, a cashier's count, the finance record."""
    if notify:
        accepted(at, envelope(cmd.NotifyOfCount(fund=fund), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=fund, tables=tables), by="Flora"))
    accepted(at, envelope(cmd.TransportToCage(fund=fund), by="Sam"))
    boxes = at.state.funds[fund].uncounted
    accepted(at, envelope(cmd.CountAtCage(fund=fund, cents=cents, boxes=boxes), by="Cass"))
    accepted(at, envelope(cmd.RecordContributions(fund=fund, cents=cents), by="Fin"))


def count_box(at: Room, fund: str, table: str, cents: int) -> None:
    """Flora comes to the count at a closed table, and Dee counts before her."""
    accepted(at, envelope(cmd.AttendCount(fund=fund, table=table), role=FLOOR, by="Flora"))
    accepted(at, envelope(cmd.CountBox(fund=fund, table=table, cents=cents, witness="Flora"), role=DEALER, by="Dee"))


def adjust_display(at: Room, fund: str, cents: int) -> None:
    """Flora comes to the display, and finance adjusts it before her."""
    accepted(at, envelope(cmd.AttendAdjustment(fund=fund), role=FLOOR, by="Flora"))
    accepted(at, envelope(cmd.AdjustDisplay(fund=fund, cents=cents, witness="Flora"), by="Fin"))
