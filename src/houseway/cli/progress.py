"""A bar on standard error while something long is done, if somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress

_REDRAW_SECONDS = 0.1


class Bar:
    """How much is done, and the lines said meanwhile. Without a terminal it shows nothing and only says the lines."""

    def __init__(self, shown: Progress | None = None) -> None:
        self._shown = shown
        self._drawn = 0.0
        # On a terminal of its own the bar is left alone; where the lines go to the same one they stand above it.
        self._console = shown.console if shown is not None and sys.stdout.isatty() else None

    def advance(self, amount: int) -> None:
        """So much more is done."""
        if self._shown is not None:
            self._shown.advance(self._shown.task_ids[0], amount)
            if monotonic() - self._drawn > _REDRAW_SECONDS:
                self._shown.refresh()
                self._drawn = monotonic()

    def say(self, line: str) -> None:
        """Print a line of the answer."""
        if self._console is not None:
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            click.echo(line)


@contextmanager
def progress(doing: str, total: int) -> Iterator[Bar]:
    """A bar from nothing to the total."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Bar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    # Drawn when something is done, not by a thread of its own: processes may be started beside it.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as shown:
        shown.add_task("", total=total)
        yield Bar(shown)
