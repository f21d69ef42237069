"""One sample round of each game, dealt to computer players: what there is to see without a terminal to type at."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rich.console import Console
from rich.text import Text

from houseway.chapters.registry import NAMES
from houseway.play.reference import clauses_text
from houseway.play.session import Session
from houseway.play.terminal import LeaveTable, Terminal
from houseway.rules.table_rules import TableRules

SAMPLE_PLAYERS = 3


def _nobody_types() -> str:
    raise LeaveTable


def show_samples(out: Console, rules: Iterable[TableRules], chance: Random, bankroll: int) -> None:
    """Deal and settle one round of each game and show the felt and the clauses it was settled by."""
    for one in rules:
        terminal = Terminal(out, _nobody_types)
        terminal.say(Text(f"A sample round of {NAMES[one.game.id]}, chapter {one.game.chapter}", style="bold"))
        session = Session(one, terminal, seats=(), players=SAMPLE_PLAYERS, bankroll=bankroll, chance=chance)
        session.play_round()
        settled = session.history.rounds[-1].answered["settlements"]
        terminal.say(Text("The clauses it was settled by:", style="dim"))
        terminal.say(clauses_text(sorted({record["clause"] for record in settled})), "")
