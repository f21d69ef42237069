"""A stream that cannot be used any more because of amounts beyond what an account can hold, made usable again on the record.

Earlier versions checked amounts when they read a record and not when they wrote it: a buy-in of any size was accepted, and what
followed from it could not be read. Nothing is rewritten: the commands from the first bad one on are set aside in the list of
streams, and the stream goes on from the state before them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.chapters.c637a_poker.commands import AddStakes
from houseway.encoding import EncodingError
from houseway.engine.checking import fault_of
from houseway.engine.kernel import ReplayError, State, envelope
from houseway.engine.opening import TakeSeat, check_buy_in
from houseway.engine.refusal import Refusal, RefusedError
from houseway.engine.roles import Role
from houseway.house.seatless import HOUSE_POLICY
from houseway.house.streams import SetCommandsAside
from houseway.money import MOST
from houseway.store.record import STREAMS, Record, RecordError
from houseway.store.rows import Row, envelope_of, event_of

NEAR_THE_END = MOST // 2
"""From such a balance on the next payout may go beyond what an account can hold."""


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """What is proposed for a stream: set the commands after one place up to another aside. ``state``: where it goes on from."""

    stream: str
    after: int
    upto: int
    reason: str
    state: State


def proposed_repairs(record: Record) -> list[Repair]:
    """Return a repair for each stream that amounts out of range have made unusable."""
    heads = [row for row in record.log.streams() if row["id"] != STREAMS]
    return [repair for repair in (_proposed(record, head) for head in heads) if repair is not None]


def carry_out(record: Record, repair: Repair, *, by: str) -> None:
    """Put a repair on the record."""
    command = SetCommandsAside(stream=repair.stream, after=repair.after, upto=repair.upto, reason=repair.reason)
    outcome = record.send(STREAMS, envelope(command, role=Role.TABLE_SYSTEM, by=by))
    if isinstance(outcome, Refusal):
        raise RecordError(f"{repair.stream} cannot be repaired: {outcome.message}")
    record.read_set_aside()
    record.forget(repair.stream)


def _proposed(record: Record, head: Row) -> Repair | None:
    stream, machine = head["id"], record.rules_of(head).machine
    state: State = machine.state()
    first: tuple[int, str, State] | None = None
    for commands, events in record.log.pages(stream, head["seq"]):
        for row in commands:
            reason = _excess_of(row, state)
            if reason and first is None:
                # By itself an excessive buy-in does no harm; the stream goes back to before it if harm was done.
                first = row["seq"] - 1, reason, state
            try:
                after = machine.replay([event_of(one) for one in events.get(row["seq"], [])], state)
            except (EncodingError, ReplayError) as error:
                fault: str | None = str(error)
            else:
                fault, state = fault_of(after) or _nearly_full(after), after
            if fault is not None:
                place, reason, before = first or (row["seq"] - 1, f"command {row['seq']}: {fault}", state)
                return Repair(stream=stream, after=place, upto=head["seq"], reason=reason, state=before)
    return None


def _nearly_full(state: State) -> str | None:
    full = next((name for name, cents in state.ledger.items() if abs(cents) >= NEAR_THE_END), None)
    return None if full is None else f"account {full!r} is nearly full"


def _excess_of(row: Row, state: State) -> str:
    """The sentence that says a command brought more than the maximum buy-in; empty if it did not."""
    try:
        given: Any = envelope_of(row)
        if isinstance(given.command, TakeSeat | AddStakes):
            player = state.seats.get(given.seat, given.by)
            check_buy_in(state, player, given.command.cents, HOUSE_POLICY)
    except EncodingError as error:
        return f"command {row['seq']}: {error}"
    except RefusedError as refused:
        return f"command {row['seq']}: {refused.refusal.message}"
    return ""
