"""Processes on one PostgreSQL database wake each other: each tells, outside the write transaction, how far a stream has come.

A call may be lost; whoever is woken, or looks by itself, reads what is new by its position. Each process holds a lock of its own
number as long as it lives, so that the others can tell.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine, text

from houseway.clock import Clock
from houseway.store.database import POSTGRESQL

CHANNEL = "houseway"
EVERYTHING = ""
"""The stream that is named when calls may have been lost."""
REMEMBERED = 5.0
"""So many seconds it is remembered whether another process lives."""


class Wake:
    """Tells and hears of what was written. With SQLite there is nobody else to tell."""

    def __init__(self, engine: Engine, heard: Callable[[str, int], None], clock: Clock | None = None) -> None:
        self.engine, self.heard, self.clock = engine, heard, clock or Clock()
        self.process = secrets.token_hex(8)
        """The name of this process among those of the database."""
        self._lived: dict[str, tuple[float, bool]] = {}
        self._stopped = Event()
        self._news: SimpleQueue[tuple[str, int] | None] = SimpleQueue()
        self._threads: list[Thread] = []
        if engine.dialect.name == POSTGRESQL:
            for run, name in ((self._listen, "record listener"), (self._call, "record caller")):
                self._threads.append(Thread(target=run, name=name, daemon=True))
                self._threads[-1].start()

    def tell(self, stream: str, seq: int) -> None:
        """Others may read the stream up to here; nobody waits for them to hear it."""
        if self._threads:
            self._news.put((stream, seq))

    def lives(self, process: str) -> bool:
        """Whether a process is there. With SQLite there is only this one."""
        if process == self.process or not self._threads:
            return process == self.process
        until, lived = self._lived.get(process, (0.0, False))
        if self.clock.monotonic() >= until:
            lived = self._holds_its_lock(process)
            self._lived[process] = (self.clock.monotonic() + REMEMBERED, lived)
        return lived

    def _holds_its_lock(self, process: str) -> bool:
        with self.engine.connect() as connection:
            # The number of a lock stands in two halves.
            number = _number(process) % 2**64
            held = text("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = :high AND objid = :low")
            return connection.execute(held, {"high": number >> 32, "low": number % 2**32}).first() is not None

    def close(self) -> None:
        """Tell what waits, and hear no more."""
        self._stopped.set()
        self._news.put(None)
        for one in self._threads:
            one.join()

    def _connected(self, run: Callable[[Any], None]) -> None:
        """Run with a connection of its own; while the database is away it is asked for again until it is back."""
        import psycopg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    run(connection)
            except psycopg.Error:
                self._stopped.wait(0.5)

    def _listen(self) -> None:
        self._connected(self._hear)

    def _hear(self, connection: Any) -> None:
        connection.execute("SELECT pg_advisory_lock(%s)", (_number(self.process),))
        connection.execute(f"LISTEN {CHANNEL}")
        # Whatever was called before is lost.
        self.heard(EVERYTHING, 0)
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=0.5):
                process, seq, stream = notice.payload.split(" ", 2)
                if process != self.process:
                    self.heard(stream, int(seq))

    def _call(self) -> None:
        self._connected(self._call_all)

    def _call_all(self, connection: Any) -> None:
        while (first := self._news.get()) is not None:
            far = dict([first])
            while not self._news.empty():
                more = self._news.get()
                if more is None:
                    self._news.put(None)
                    break
                far[more[0]] = max(more[1], far.get(more[0], 0))
            said = [f"{self.process} {seq} {stream}" for stream, seq in far.items()]
            try:
                connection.execute("SELECT pg_notify(%s, one) FROM unnest(%s::text[]) AS one", (CHANNEL, said))
            except Exception:
                # It is told when there is a connection again.
                for one in far.items():
                    self._news.put(one)
                raise


def _number(process: str) -> int:
    """The lock of a process: 64 bits with a sign."""
    number = int(process, 16)
    return number - 2**64 if number >= 2**63 else number
