"""One sample round of a game, dealt to computer players: what there is to see without a terminal to type at."""

from __future__ import annotations

from random import Random

from rich.console import Console
from rich.text import Text

from houseway.chapters.registry import chapter_of
from houseway.money import Cents
from houseway.play.seats import entry_text
from houseway.play.session import Session
from houseway.play.terminal import LeaveTable, Terminal
from houseway.seats import Seat
from houseway.view.posted import clauses_named
from houseway.view.table import AnyRules


def _nobody_types() -> str:
    raise LeaveTable


def show_sample(
    out: Console, rules: AnyRules, chance: Random, *, seats: tuple[Seat, ...], players: int, bankroll: Cents
) -> None:
    """Deal and settle one round and show the felt and its clauses; the computer plays the user's ``seats`` too."""
    terminal = Terminal(out, _nobody_types)
    number = chapter_of(rules.game.id).number
    terminal.say(Text(f"A sample round of {rules.game.name}, chapter {number}", style="bold"))
    players += len(seats)
    session = Session(
        rules, terminal, seats=(), players=players, bankroll=bankroll, chance=chance, computer_seats=seats
    )
    session.play_round()
    terminal.say(Text("The clauses it was settled by:", style="dim"))
    terminal.say(*map(entry_text, clauses_named(sorted(session.history.rounds[-1].clauses))), "")
