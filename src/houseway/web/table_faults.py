"""Tables that cannot be shown: a page names them and shows all the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

from houseway.encoding import EncodingError
from houseway.store.record import RecordError

log = logging.getLogger("houseway.web")
Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class TableFault:
    """A table that cannot be shown, and a sentence that says why."""

    table: str
    message: str


def fault_message(table: str, error: Exception) -> str:
    """Say why a table cannot be shown; the text of the error stays in the log, it may name cards."""
    unreadable = isinstance(error, RecordError | EncodingError)
    reason = "its record cannot be read" if unreadable else "of an internal error"
    return f"Table {table} cannot be shown because {reason} ({type(error).__name__}); the server log has the details."


class TableFaults:
    """The faults of a server's tables; each is logged once, as long as it lasts."""

    def __init__(self) -> None:
        self._lasting: dict[str, str] = {}

    def show_each(
        self, tables: Iterable[str], show: Callable[[str], Shown | None]
    ) -> tuple[list[Shown], list[TableFault]]:
        """Show each table, and return the faults of those that cannot be shown beside the others.

        A table for which ``show`` returns None is left out. A database that does not answer is no table's fault and is raised.
        """
        shown: list[Shown] = []
        faults: list[TableFault] = []
        for table in tables:
            try:
                view = show(table)
            except DBAPIError:
                raise
            except Exception as error:
                faults.append(self.report(table, error))
                continue
            self._lasting.pop(table, None)
            if view is not None:
                shown.append(view)
        return shown, faults

    def report(self, table: str, error: Exception) -> TableFault:
        """Log why a table cannot be shown, unless that is known already."""
        message = fault_message(table, error)
        if self._lasting.get(table) != message:
            self._lasting[table] = message
            log.error("table %s cannot be shown", table, exc_info=error)
        return TableFault(table, message)
