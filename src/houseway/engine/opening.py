"""A table is opened and funded; people sit down and leave."""

from __future__ import annotations

from typing import Any

from houseway.clause import ClauseId
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Command, Event, Rules, State, Table
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import DEALER_OR_FLOOR, PLAYERS, SYSTEM
from houseway.money import Cents, dollars
from houseway.seats import Seat

BUY_IN_LIMIT = Cents(1_000_000_000)
"""The most a player may bring to a table, with the chips they have there: far below what an account can hold, so that no payout
or pot ever goes beyond that. A stated round is exempt: its stacks are as they were."""


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


class AddStakes(Command, frozen=True, kw_only=True, tag="add_stakes"):
    """A player adds chips to those in front of them: at poker between rounds of play, at a banked table while not in a round."""

    roles = PLAYERS
    own_seat = True
    cents: Cents


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


class StakesBrought(Event, frozen=True, kw_only=True, tag="stakes_brought"):
    """A player added chips to those in front of them."""

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
    load = rules.machine.table
    table: Table[Any, Any] = (Table if load is None else load())(rules)
    for command in table.machine.funding(rules):
        table.do(command, at=at)
    table.do(OpenTable(staffed=staffed, stated=stated), at=at)
    return table


def check_buy_in(state: State, player: str, cents: Cents, clause: ClauseId) -> None:
    """Refuse chips that would bring a player above the maximum buy-in."""
    most = buy_in_room(state, player)
    if not cents or most is None or cents <= most:
        return
    says = f"{player} cannot buy in for {dollars(cents)}: the maximum buy-in is {dollars(BUY_IN_LIMIT)}"
    raise refuse(Code.AMOUNT_IS_LAWFUL, clause, says, (f"at most {dollars(most)}",))


def buy_in_room(state: State, player: str) -> Cents | None:
    """The most that a player may still bring to a table; None where there is no limit."""
    return None if state.stated else Cents(max(0, BUY_IN_LIMIT - state.balance(player_account(player))))


def take_seat(cents: Cents) -> TakeSeat:
    """The command by which a person sits down."""
    return TakeSeat(cents=cents)
