"""Calls for the floor: a dealer asks a floorperson to come to a table, until somebody has ruled or released it.

A call is said across the room and is no part of the record; what is ruled is.
"""

from __future__ import annotations

from threading import Lock

import msgspec


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Who called, when, and what was said to have happened."""

    by: str
    at: int
    cause: str = ""
    seat: int = 0


class Calls:
    """The calls that stand, by table."""

    def __init__(self) -> None:
        self._calls: dict[str, Call] = {}
        self.number = 0
        """Grows with each call and release."""
        self._lock = Lock()

    def call(self, table: str, call: Call) -> None:
        """A dealer calls; a later call takes the place of an earlier one."""
        with self._lock:
            self._calls[table] = call
            self.number += 1

    def release(self, table: str) -> None:
        """The floor has come."""
        with self._lock:
            self._calls.pop(table, None)
            self.number += 1

    def of(self, table: str) -> Call | None:
        """The call of a table."""
        return self._calls.get(table)
