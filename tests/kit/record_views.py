"""A recorded stream as people see it and as its events tell it: a table, the cage, the house, a jackpot room."""

from __future__ import annotations

from typing import Any

from houseway.engine.kernel import Event, Viewer
from houseway.engine.roles import Role
from houseway.store.record import Record
from houseway.store.rows import event_of
from tests.kit.table_views import balances_after


def look_at_stream(record: Record, stream: str, role: Role = Role.FLOORPERSON, person: str | None = None) -> Any:
    """Return what somebody in a role sees of a stream."""
    return record.table(stream).observe(Viewer(role, person))


def recorded_events(record: Record, stream: str) -> list[Event]:
    """Return all events of a stream."""
    return [event_of(row) for row in record.log.events(stream)]


def recorded_balances(record: Record, stream: str) -> dict[str, int]:
    """Return what every account of a stream holds after the postings of all its events."""
    return balances_after(recorded_events(record, stream))
