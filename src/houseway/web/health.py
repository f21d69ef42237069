"""Whether the house can do its work: the database can be read and written, and its disk is not full."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.clock import Clock
from houseway.store.database import SQLITE
from houseway.store.record import Record

ANSWERS_WITHIN = 5.0
"""Seconds after which a database that has not answered is taken for one that does not."""
LEAST_FREE = 16 * 1024 * 1024
"""With fewer bytes left on its disk a SQLite file cannot grow for long."""


class Health:
    """The state of health of a house, looked at in a thread of its own: no page and no command keeps it from being told."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self.record, self.clock = record, clock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._look: asyncio.Future[str] | None = None

    async def fault(self) -> str:
        """Say what keeps the house from its work; empty if nothing does. Whoever asks meanwhile is told the same."""
        if self._look is None or self._look.done():
            self._look = asyncio.get_running_loop().run_in_executor(self._thread, self._checked)
        try:
            return await self.clock.wait_for(asyncio.shield(self._look), ANSWERS_WITHIN)
        except TimeoutError:
            return "the database does not answer"

    def _checked(self) -> str:
        log = self.record.log
        file = Path(log.engine.url.database or "")
        if log.engine.dialect.name == SQLITE and file.is_file() and shutil.disk_usage(file).free < LEAST_FREE:
            return "the disk of the database is full"
        try:
            log.check_writable()
        except DBAPIError as error:
            return f"the database cannot be written to: {_reason(error)}"
        except SQLAlchemyError:
            return "the database does not answer"
        fault = self.record.writer.fault
        return "" if fault is None else f"the last command could not be recorded: {_reason(fault)}"


def _reason(error: Exception) -> str:
    """What the database says, without the statement that failed."""
    original = getattr(error, "orig", None) or error
    lines = str(original).splitlines()
    return lines[0] if lines else type(original).__name__
