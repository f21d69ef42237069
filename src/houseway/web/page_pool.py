"""The threads in which pages are made: few, and none that commands, tables or the state of health wait for."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from fastapi import HTTPException
from fastapi.responses import HTMLResponse

THREADS = 4
MOST_WAITING = 400
"""So many pages may wait for a thread; whoever comes then is asked to come again."""
THREADS_OF_ONE = 2
"""So many of the threads one person may have at a time: whatever they ask for, others get theirs."""
MOST_OF_ONE = 30
"""So many pages of one person may be made or wait."""

ASKING: contextvars.ContextVar[str] = contextvars.ContextVar("asking", default="")
"""The person whose page is being made; empty for what nobody in particular asks for."""

P = ParamSpec("P")
T = TypeVar("T")


class PagePool:
    """Threads for pages, and how many pages are in them or wait for one."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self._taken = 0
        self._turns: dict[tuple[asyncio.AbstractEventLoop, str], _Turns] = {}

    async def run(self, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Make something in one of the threads, when it is the turn of whoever asks."""
        context, loop = contextvars.copy_context(), asyncio.get_running_loop()
        key = loop, ASKING.get()
        turns = self._turns.setdefault(key, _Turns()) if key[1] else _Turns()
        if self._taken >= MOST_WAITING or turns.taken >= MOST_OF_ONE:
            raise HTTPException(429, "too many pages are being made: wait a little", {"Retry-After": "2"})
        self._taken += 1
        turns.taken += 1
        try:
            async with turns.threads:
                return await loop.run_in_executor(self._threads, lambda: context.run(make, *given, **named))
        finally:
            self._taken -= 1
            turns.taken -= 1
            if not turns.taken:
                self._turns.pop(key, None)


class _Turns:
    """The threads that one person may have, and how many pages are in them or wait for one."""

    def __init__(self) -> None:
        self.threads = asyncio.Semaphore(THREADS_OF_ONE)
        self.taken = 0


in_page_pool = PagePool().run
"""Make a page, or what a page is made of, in one of the threads for it."""


class Page(HTMLResponse):
    """A page that is made in a thread for pages when it is sent."""

    def __init__(self, make: Callable[[], str], status: int = 200) -> None:
        super().__init__("", status)
        self.make = make

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Make the page and send it."""
        self.body = (await in_page_pool(self.make)).encode()
        self.headers["content-length"] = str(len(self.body))
        await super().__call__(scope, receive, send)
