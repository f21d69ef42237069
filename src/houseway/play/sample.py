"""One sample round of each game, dealt to computer players: what there is to see without a terminal to type at."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rich.console import Console
from rich.text import Text

from houseway.chapters.registry import NAMES
from houseway.play.poker_session import PokerSession
from houseway.play.reference import clauses_text
from houseway.play.session import Session
from houseway.play.terminal import LeaveTable, Terminal
from houseway.rules.poker import PokerRules
from houseway.rules.table_rules import TableRules

SAMPLE_PLAYERS = 3


def _nobody_types() -> str:
    raise LeaveTable


def show_samples(out: Console, rules: Iterable[TableRules | PokerRules], chance: Random, bankroll: int) -> None:
    """Deal and settle one round of each game and show the felt and the clauses it was settled by."""
    for one in rules:
        terminal = Terminal(out, _nobody_types)
        if isinstance(one, PokerRules):
            clauses = _poker(one, terminal, chance, bankroll)
        else:
            clauses = _banked(one, terminal, chance, bankroll)
        terminal.say(Text("The clauses it was settled by:", style="dim"))
        terminal.say(clauses_text(sorted(clauses)), "")


def _banked(rules: TableRules, terminal: Terminal, chance: Random, bankroll: int) -> set[str]:
    terminal.say(Text(f"A sample round of {NAMES[rules.game.id]}, chapter {rules.game.chapter}", style="bold"))
    session = Session(rules, terminal, seats=(), players=SAMPLE_PLAYERS, bankroll=bankroll, chance=chance)
    session.play_round()
    return {record["clause"] for record in session.history.rounds[-1].answered["settlements"]}


def _poker(rules: PokerRules, terminal: Terminal, chance: Random, bankroll: int) -> set[str]:
    terminal.say(Text(f"A sample round of {rules.game.name}, chapter 637a", style="bold"))
    session = PokerSession(rules, terminal, seats=(), players=SAMPLE_PLAYERS, bankroll=bankroll, chance=chance)
    session.play_round()
    pots = session.history.rounds[-1].answered["pots"]
    return {award["clause"] for pot in pots for award in pot["awards"]}
