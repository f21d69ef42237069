"""A clock that stands still until a test advances it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from houseway.clock import Clock

T = TypeVar("T")
START = 1_767_625_200.0
"""2026-01-05, 15:00 UTC."""


class ManualClock(Clock):
    """Time that passes when a test says so, for every server of the test at once.

    It starts at the same moment in every run, which is in the past for other programs that look at the same record.
    """

    def __init__(self, start: float = START) -> None:
        self._start = start
        self._elapsed = 0.0
        self._lock = Lock()
        self._sleepers: set[_Sleeper] = set()

    def now(self) -> float:
        return self._start + self._elapsed

    def monotonic(self) -> float:
        return self._elapsed

    @property
    def next_moment(self) -> float | None:
        """The first moment of `monotonic` that somebody waits for; None if nobody does."""
        with self._lock:
            return min((sleeper.until for sleeper in self._sleepers), default=None)

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass, and wake whoever waited for them."""
        self.advance_to(self._elapsed + seconds)

    def advance_to(self, moment: float) -> None:
        """Let time pass up to a moment of `monotonic`; a moment that is over changes nothing."""
        with self._lock:
            self._elapsed = max(self._elapsed, moment)
            due = {sleeper for sleeper in self._sleepers if sleeper.until <= self._elapsed}
            self._sleepers -= due
        for sleeper in due:
            sleeper.wake()

    async def sleep(self, seconds: float) -> None:
        await self._sleep_until(self._elapsed + seconds)

    async def _sleep_until(self, moment: float) -> None:
        sleeper = _Sleeper(moment)
        with self._lock:
            is_over = moment <= self._elapsed
            if not is_over:
                self._sleepers.add(sleeper)
        if is_over:
            await asyncio.sleep(0)
            return
        try:
            await sleeper.woken
        finally:
            with self._lock:
                self._sleepers.discard(sleeper)

    async def wait_for(self, awaited: Awaitable[T], seconds: float) -> T:
        return await self._wait_until(awaited, self._elapsed + seconds)

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        # By the moment itself: a test may advance the clock before this thread comes to reckon how long that is.
        with suppress(TimeoutError):
            await (event.wait() if until is None else self._wait_until(event.wait(), until))

    async def _wait_until(self, awaited: Awaitable[T], moment: float) -> T:
        task, timer = asyncio.ensure_future(awaited), asyncio.ensure_future(self._sleep_until(moment))
        try:
            await asyncio.wait((task, timer), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise TimeoutError
            return task.result()
        finally:
            unfinished = [one for one in (task, timer) if not one.done()]
            for one in unfinished:
                one.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)


class _Sleeper:
    """Somebody who waits for a moment, in the loop of one server."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.loop = asyncio.get_running_loop()
        self.woken: asyncio.Future[None] = self.loop.create_future()

    def wake(self) -> None:
        # The server may have stopped meanwhile.
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        if not self.woken.done():
            self.woken.set_result(None)
