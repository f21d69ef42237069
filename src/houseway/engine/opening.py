"""A table is opened and funded; people sit down and leave."""

from __future__ import annotations

from typing import Any

from houseway.engine.kernel import Command, Event, Rules, State, Table
from houseway.engine.roles import DEALER_OR_FLOOR, PLAYERS, SYSTEM
from houseway.money import Cents
from houseway.seats import Seat


class OpenTable(Command, frozen=True, kw_only=True, tag="open_table"):
    """Open the table under its rules.

    ``staffed``: a dealer stands at it, who may speak for the players. ``stated``: it is for one stated round, so that
    what rests on the rounds before it is taken as stated too.
    """

    roles = DEALER_OR_FLOOR
    opens = True
    staffed: bool = False
    stated: bool = False


class FundTable(Command, frozen=True, kw_only=True, tag="fund_table"):
    """Chips come into the table inventory, and each meter named is brought to an amount."""

    roles = SYSTEM
    opens = True
    inventory: Cents = Cents(0)
    meters: dict[str, Cents] = {}


class TakeSeat(Command, frozen=True, kw_only=True, tag="take_seat"):
    """A person sits down with chips at the seat the envelope claims."""

    roles = PLAYERS
    cents: Cents


class LeaveSeat(Command, frozen=True, kw_only=True, tag="leave_seat"):
    """A player leaves the seat, taking what is theirs."""

    roles = PLAYERS
    own_seat = True


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    """``stated``: for one stated round, the rounds before which are not known; ``staffed``: under a human dealer."""

    digest: str
    at: int
    stated: bool = False
    staffed: bool = False


class TableFunded(Event, frozen=True, kw_only=True, tag="table_funded"):
    """Chips in the inventory and amounts on the meters, from outside."""


class SeatTaken(Event, frozen=True, kw_only=True, tag="seat_taken"):
    seat: Seat
    player: str


class SeatLeft(Event, frozen=True, kw_only=True, tag="seat_left"):
    seat: Seat


def opened(state: State, event: TableOpened) -> None:
    state.digest = event.digest
    state.stated = event.stated
    state.staffed = event.staffed
    state.now = event.at


def seated(state: State, event: SeatTaken) -> None:
    state.seats = {**state.seats, event.seat: event.player}


def unseated(state: State, event: SeatLeft) -> None:
    state.seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}


def open_table(rules: Rules, *, staffed: bool = False, stated: bool = False, at: int = 0) -> Table[Any, Any]:
    """A table under these rules, funded and open."""
    table: Table[Any, Any] = Table(rules)
    for command in table.machine.funding(rules):
        table.do(command, at=at)
    table.do(OpenTable(staffed=staffed, stated=stated), at=at)
    return table


def take_seat(cents: Cents) -> TakeSeat:
    """The command by which a person sits down."""
    return TakeSeat(cents=cents)
