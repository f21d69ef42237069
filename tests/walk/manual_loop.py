"""An event loop for a whole house in one thread, whose time moves only when a test moves it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from houseway.web.dealing import Dealing
from tests.kit.clock import ManualClock

T = TypeVar("T")
LONGEST = 60.0
"""So many seconds of the house's time a request may take."""


class ManualLoop(asyncio.SelectorEventLoop):
    """Work meant for other threads is done at once, so that the same steps always lead to the same record."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock = clock
        self.dealers_may_go_on = asyncio.Event()
        """While it is not set, the system deals at no table."""
        self.dealers_may_go_on.set()

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except BaseException as error:
            future.set_exception(error)
        return future

    def create_task(self, coro: Any, *, name: Any = None, context: Any = None) -> asyncio.Task[Any]:
        if isinstance(inspect.getcoroutinelocals(coro).get("self"), Dealing):
            coro = self._when_dealers_may(coro)
        return super().create_task(coro, name=name, context=context)

    async def _when_dealers_may(self, coro: Coroutine[Any, Any, T]) -> T:
        try:
            await self.dealers_may_go_on.wait()
        except BaseException:
            coro.close()
            raise
        return await coro

    def complete(self, work: Coroutine[Any, Any, T]) -> T:
        """Run some work to its end, and everything that goes on beside it; time passes only if the work waits for it."""
        task = self.create_task(work)
        self.settle()
        waited = 0.0
        while not task.done():
            if waited >= LONGEST:
                task.cancel()
                self.settle()
                raise TimeoutError(f"no answer within {LONGEST} seconds of the house's time")
            waited += self.pass_time(LONGEST)
        return task.result()

    def settle(self) -> None:
        """Run until nothing can go on without time passing."""
        while True:
            self.call_soon(self.stop)
            with _alone():
                self.run_forever()
            if not self._ready:  # type: ignore[attr-defined]
                return

    def pass_time(self, most: float) -> float:
        """Move to the next moment something waits for, at most so many seconds away; return the seconds passed."""
        before, moment = self.clock.monotonic(), self.clock.next_moment
        self.clock.advance_to(before + most if moment is None else min(moment, before + most))
        self.settle()
        return self.clock.monotonic() - before


@contextmanager
def _alone() -> Iterator[None]:
    """Set aside the loop that a browser of other tests may have left running in this thread."""
    other = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(other)
