"""Hints at the terminal: what each answer to a question of a banked game is worth. The lab is loaded when one is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text

from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.extras import install_sentence, is_installed
from houseway.felt.cards import cards_text
from houseway.felt.lines import columns, has_symbols
from houseway.money import dollars
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

if TYPE_CHECKING:
    from houseway.lab import sheet
    from houseway.lab.hints import Hint
    from houseway.play.session import Session
    from houseway.play.terminal import Terminal

WORDS = ("v", "values", "hint")
"""What asks for one."""
_MOST_LISTED = 8


def show_hint(session: Session, seat: Seat) -> None:
    """Every answer of the seat that is asked with its exact value, the best first."""
    terminal, rules = session.terminal, session.rules
    seen = session.table.observe(Viewer(Role.PLAYER, session.seats.names[seat]))
    assert isinstance(rules, TableRules) and isinstance(seen, BankedObservation)
    if not is_installed("lab"):
        terminal.note(install_sentence("lab", "see hints"))
        return
    from houseway.lab import hints
    from houseway.lab.inputs import InputError

    # From now on the computer players go by the lab too.
    session.computers.strategy = hints.strategy
    if not hints.is_ready(rules, seen):
        terminal.note("Every deal there is from here is being worked out; the result is kept.")
    try:
        with _told(terminal) as progress:
            found = hints.hint(rules, seen, seat, progress=progress)
    except InputError:
        terminal.note("There is no hint for this question.")
        return
    except KeyboardInterrupt:
        terminal.note("The hint is given up.")
        return
    shown = columns("answer", "round nets", "costs", right=("round nets", "costs"))
    for one in found[:_MOST_LISTED]:
        shown.add_row(_says(terminal, one), _cents(one.value, sign=True), _cents(one.costs) if one.costs else "best")
    more = len(found) - _MOST_LISTED
    terminal.say(shown, *([Text(f"and {more} more that cost as much or more", style="dim")] if more > 0 else []))


@contextmanager
def _told(terminal: Terminal) -> Iterator[sheet.Progress]:
    """A bar while a long sum runs, gone when it is done; nothing where nobody looks at a screen."""
    if terminal.height is None:
        yield lambda done, of, what, /: None
        return
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), console=terminal.out, transient=True
    )
    with bar:
        task = bar.add_task("", total=None)
        yield lambda done, of, what, /: bar.update(task, completed=done, total=of, description=what)


def _says(terminal: Terminal, hint: Hint) -> Text:
    command, symbols = hint.command, has_symbols(terminal.out)
    text = Text(command.word + (f" {dollars(command.cents)}" if command.cents else ""))
    if command.low:
        high, low = (cards_text(cards, symbols=symbols) for cards in (command.high, command.low))
        text.append(" ").append_text(high).append(" / ").append_text(low)
    return text


def _cents(value: Fraction, *, sign: bool = False) -> str:
    """An amount to the tenth of a cent."""
    found = f"{float(value) / 100:+,.3f}" if sign else f"{float(value) / 100:,.3f}"
    return found[:1] + "$" + found[1:] if sign else f"${found}"
