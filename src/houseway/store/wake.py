"""Processes on one PostgreSQL database wake each other: each tells, outside the write transaction, how far a stream has come.

A call may be lost; whoever is woken, or looks by itself, reads what is new by its position.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from sqlalchemy import Engine, text

from houseway.store.database import POSTGRESQL

CHANNEL = "houseway"


class Wake:
    """Tells and hears of what was written. With SQLite there is nobody else to tell."""

    def __init__(self, engine: Engine, heard: Callable[[str, int], None]) -> None:
        self.engine, self.heard = engine, heard
        self._stopped = Event()
        self._thread: Thread | None = None
        if engine.dialect.name == POSTGRESQL:
            self._thread = Thread(target=self._listen, name="record listener", daemon=True)
            self._thread.start()

    def tell(self, stream: str, seq: int) -> None:
        """Others may read the stream up to here."""
        if self._thread is not None:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(
                    text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": f"{seq} {stream}"}
                )

    def close(self) -> None:
        """Hear no more."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self) -> None:
        import psycopg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            seq, _, stream = notice.payload.partition(" ")
                            self.heard(stream, int(seq))
            except psycopg.OperationalError:
                # The database is away; it is asked for again until it is back.
                self._stopped.wait(0.5)
