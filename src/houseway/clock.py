"""The clock of a house.

A record has one clock, and everything that serves the record tells the time by it: the times in the record, how long a
session holds, a player's time to act, how long an offer stands, the pace of the deal, who has been away too long, how
often a person may ask and how long a request may take. None of them calls `time.time`, `asyncio.sleep` or
`asyncio.wait_for` itself; a test that passes another clock (``tests/kit/clock.py``) therefore decides when time passes.
``docs/testing.md`` says how.

What is left to the machine's own time decides nothing: how long a command took, and how often a connection is looked at
again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class Clock:
    """The time of this machine.

    Record `now`, which everybody can read; measure waiting by `monotonic`, which nobody can set back.
    """

    def now(self) -> float:
        """Return the seconds since the epoch."""
        return time.time()

    def monotonic(self) -> float:
        """Return the seconds since some moment before the start."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        await asyncio.sleep(seconds)

    async def wait_for(self, awaited: Awaitable[T], seconds: float) -> T:
        """Return what is awaited.

        Raises `TimeoutError` when so many seconds have passed before.
        """
        return await asyncio.wait_for(awaited, seconds)

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Wait until an event is set, and at most until a moment of `monotonic` if one is given."""
        if until is None:
            await event.wait()
            return
        with suppress(TimeoutError):
            await self.wait_for(event.wait(), until - self.monotonic())
