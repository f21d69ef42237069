"""The cage of a house in its record: opened once, read by whoever asks, reconciled with every table."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.engine.accounts import HOUSE, OUTSIDE
from houseway.engine.kernel import Command, Envelope, State, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.cage import (
    ALLOWANCES,
    BEFORE,
    CASH,
    BoughtIn,
    CageState,
    CashedOut,
    DayTotals,
    PostCage,
    movements,
    table_account,
)
from houseway.money import Balance, Cents
from houseway.store.record import CAGE, TABLE, Answer, Record, RecordError
from houseway.store.rows import event_of

PLAY_MONEY = Cents(10_000_000)
"""The allowance per gaming day of a house whose operator has posted none: people can play there at once."""


class Cage:
    """The cage of a house."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._compared: dict[str, tuple[int, Balance]] = {}
        """The chips at each table by its own record, and the place there that they were read at."""
        had_tables = bool(record.log.streams(TABLE)) and record.log.stream(CAGE) is None
        record.open(CAGE, CAGE)
        if not self.state.digest:
            record.start(CAGE)
        if had_tables and not self.state.posted:
            self.post_allowance(PLAY_MONEY, key="carried over")

    @property
    def state(self) -> CageState:
        """The balances as they stand."""
        state = self.record.live(CAGE).state
        assert isinstance(state, CageState)
        return state

    def post_allowance(self, allowance: Cents, *, key: str = "") -> Answer | Refusal | None:
        """Post an allowance per gaming day in the name of the house; None if it is posted already."""
        if self.state.posted and self.state.allowance == allowance:
            return None
        command = PostCage(allowance=allowance, day_begins=self.state.day_begins)
        return self.send(envelope(command, role=Role.TABLE_SYSTEM, by="table system", key=key))

    def send(self, given: Envelope) -> Answer | Refusal:
        """Give the cage a command."""
        return self.record.send(CAGE, given)

    def give(self, command: Command, *, by: str, role: Role, key: str = "") -> Answer | Refusal:
        """Give the cage a command in a person's name."""
        return self.send(envelope(command, by=by, role=role, key=key))

    def catch_up(self) -> None:
        """Read what other processes have changed at the cage."""
        self.record.catch_up(self.record.live(CAGE))

    def reconcile(self) -> Reconciliation:
        """Compare the cage with its days and its tables, as it stands in memory.

        A table is read again only where chips have moved since; `reconcile` reads everything from the record.
        """
        return _reconciled(self.record, self.state, self._compared)

    def available(self, person: str) -> Cents:
        """The most that a player can buy in for now."""
        return self.state.available(person, self._now)

    def allowance_due(self, person: str) -> Cents:
        """The play money that a player may still draw on this gaming day."""
        return self.state.allowance_due(person, self._now)

    @property
    def today(self) -> str:
        """The date of the gaming day now."""
        return self.state.day(self._now)

    @property
    def _now(self) -> int:
        return int(self.record.clock.now())


class GamingDay(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day: what players had at the cage before it and after it, and what moved between."""

    day: str
    opening: Balance
    closing: Balance
    totals: DayTotals


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage says lies at a table, and what the table's own record says."""

    table: str
    cage: Balance
    at_table: Balance
    fault: str = ""


class Reconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """The cage by gaming day and by table. ``faults``: everything that does not agree, in one sentence each."""

    days: list[GamingDay]
    players: Balance
    cash: Balance
    allowances: Balance
    house: Balance
    carried_over: Balance
    tables: list[TableLine]
    faults: list[str]


def gaming_days(state: CageState) -> list[GamingDay]:
    """Every gaming day on which something moved, the first one first."""
    days, opening = [], 0
    for day, totals in sorted(state.days.items()):
        incoming = totals.deposits + totals.allowances + totals.cash_outs
        closing = opening + incoming - totals.withdrawals - totals.buy_ins
        days.append(GamingDay(day=day, opening=Cents(opening), closing=Cents(closing), totals=totals))
        opening = closing
    return days


def reconcile(record: Record, *, thorough: bool = False) -> Reconciliation:
    """Compare the cage with its own days and with every table it has followed.

    ``thorough``: compare each movement with the table's command that caused it, not only what they add up to.
    """
    head = record.log.stream(CAGE)
    if head is None:
        raise RecordError("the record has no cage: a house gets one when it is first served")
    upto: int = head["seq"]
    state = record.at(CAGE, upto)
    assert isinstance(state, CageState)
    result = _reconciled(record, state, {})
    return msgspec.structs.replace(
        result, faults=[*result.faults, *(_compare_movements(record, state, upto) if thorough else ())]
    )


def _reconciled(record: Record, state: CageState, compared: dict[str, tuple[int, Balance]]) -> Reconciliation:
    """Compare a state of the cage with its days and its tables. ``compared``: what is known of tables already."""
    days = gaming_days(state)
    players = sum(state.players().values())
    faults = []
    if (days[-1].closing if days else 0) != players:
        faults.append("The gaming days do not add up to the balances of the players.")
    if sum(state.ledger.values()):
        faults.append("Money was made or lost at the cage.")
    tables = [_table_line(record, state, table, seq, compared) for table, seq in sorted(state.tables.items())]
    faults += [f"Table {line.table}: {line.fault}" for line in tables if line.fault]
    return Reconciliation(
        days=days,
        players=Cents(players),
        cash=Cents(-state.balance(CASH)),
        allowances=Cents(-state.balance(ALLOWANCES)),
        house=state.balance(HOUSE),
        carried_over=Cents(-state.balance(BEFORE)),
        tables=tables,
        faults=faults,
    )


def _table_line(
    record: Record, state: CageState, table: str, seq: int, compared: dict[str, tuple[int, Balance]]
) -> TableLine:
    """A table right after the last of its commands that moved chips, by both records."""
    at_cage = state.balance(table_account(table))
    place, at_table = compared.get(table, (-1, Cents(0)))
    if place != seq:
        try:
            there: State = record.at(f"{TABLE}/{table}", seq)
        except RecordError:
            return TableLine(table=table, cage=at_cage, at_table=Cents(0), fault="its record does not go so far.")
        at_table = Cents(-there.balance(OUTSIDE))
        compared[table] = seq, at_table
    fault = "" if at_cage == at_table else "the cage and the table's record disagree about the chips there."
    return TableLine(table=table, cage=at_cage, at_table=at_table, fault=fault)


Moves = dict[tuple[str, int, str], int]
"""Cents by table, the table's command, and person."""


def _compare_movements(record: Record, state: CageState, upto: int) -> list[str]:
    at_cage = _movements_at_cage(record, upto)
    first: dict[str, int] = {}
    for table, seq, _ in at_cage:
        first[table] = min(seq, first.get(table, seq))
    at_tables: Moves = {}
    for table, seq in first.items():
        for _, events in record.log.pages(f"{TABLE}/{table}", state.tables[table], after=seq - 1):
            for number, rows in events.items():
                for movement in movements([event_of(row) for row in rows]):
                    at_tables[table, number, movement.person] = movement.cents
    faults = []
    for place in sorted(at_cage.keys() | at_tables.keys()):
        if at_cage.get(place) != at_tables.get(place):
            table, seq, person = place
            whose = person or "the house"
            faults.append(f"Table {table}, command {seq}: the cage and the table disagree about the chips of {whose}.")
    return faults


def _movements_at_cage(record: Record, upto: int) -> Moves:
    moves: Moves = {}
    for _, events in record.log.pages(CAGE, upto):
        for rows in events.values():
            for row in rows:
                event: Any = event_of(row) if row["tag"] in _MOVES else None
                if event is not None:
                    sign = 1 if isinstance(event, BoughtIn) else -1
                    moves[event.table, event.seq, event.person] = sign * sum(cents for *_, cents in event.postings)
    return moves


_MOVES = {str(kind.__struct_config__.tag) for kind in (BoughtIn, CashedOut)}
