"""Whole sessions at a terminal table, typed from a list and printed to a text."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Iterable
from random import Random
from typing import Any

from rich.console import Console

from houseway.chapters.registry import example_of, games, resolve
from houseway.felt import console
from houseway.play.session import Session
from houseway.play.terminal import Terminal
from tests.kit.table_views import sum_of_accounts


def session(
    game: str,
    typed: Iterable[str],
    *,
    seed: int = 1,
    seats: tuple[int, ...] = (1,),
    players: int = 2,
    bankroll: int = 100_000,
    width: int = 80,
    screen: int | None = None,
    **changes: Any,
) -> tuple[Session, io.StringIO]:
    """A session under the game's usual submission with some fields changed; the clock stands still.

    ``screen``: it is played at a terminal of so many lines.
    """
    lines, paper = iter(typed), io.StringIO()

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    usual = {} if game in games(banked=True) else tomllib.loads(example_of(game))
    rules: Any = resolve({**usual, **changes}, game=game)
    out = console(paper, width=width)
    if screen is not None:
        out = Console(file=paper, width=width, height=screen, force_terminal=True, color_system=None, highlight=False)
    terminal = Terminal(out, read)
    sat = Session(
        rules, terminal, seats=seats, players=players, bankroll=bankroll, chance=Random(seed), clock=lambda: 0
    )
    return sat, paper


def told(paper: io.StringIO) -> str:
    """What was printed, on one line."""
    return " ".join(paper.getvalue().split())


def said(game: str, typed: list[str], **options: Any) -> str:
    """All that is printed in a session to its end, on one line."""
    sat, paper = session(game, typed, **options)
    sat.run()
    return told(paper)


def check_books(sat: Session) -> None:
    """No chip was made or lost, and the events alone lead to the same state."""
    table = sat.table
    assert sum_of_accounts(table) == 0
    assert table.machine.replay(table.events) == table.state
