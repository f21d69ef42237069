"""One sample round of a game, dealt to computer players: what there is to see without a terminal to type at."""

from __future__ import annotations

from random import Random

from rich.console import Console
from rich.text import Text

from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import NAMES
from houseway.play.poker_session import PokerSession
from houseway.play.reference import clauses_text
from houseway.play.session import Session
from houseway.play.terminal import LeaveTable, Terminal
from houseway.rules.table_rules import TableRules


def _nobody_types() -> str:
    raise LeaveTable


def show_sample(
    out: Console, rules: TableRules | PokerRules, chance: Random, *, seats: tuple[int, ...], players: int, bankroll: int
) -> None:
    """Deal and settle one round and show the felt and its clauses; the computer plays the user's ``seats`` too."""
    terminal = Terminal(out, _nobody_types)
    sample = _poker if isinstance(rules, PokerRules) else _banked
    clauses = sample(rules, terminal, chance, seats, players, bankroll)  # type: ignore[arg-type]
    terminal.say(Text("The clauses it was settled by:", style="dim"))
    terminal.say(clauses_text(sorted(clauses)), "")


def _banked(
    rules: TableRules, terminal: Terminal, chance: Random, seats: tuple[int, ...], players: int, bankroll: int
) -> set[str]:
    terminal.say(Text(f"A sample round of {NAMES[rules.game.id]}, chapter {rules.game.chapter}", style="bold"))
    session = Session(rules, terminal, seats=(), players=len(seats) + players, bankroll=bankroll, chance=chance)
    session.play_round()
    return {record["clause"] for record in session.history.rounds[-1].answered["settlements"]}


def _poker(
    rules: PokerRules, terminal: Terminal, chance: Random, seats: tuple[int, ...], players: int, bankroll: int
) -> set[str]:
    terminal.say(Text(f"A sample round of {rules.game.name}, chapter 637a", style="bold"))
    players += len(seats)
    session = PokerSession(
        rules, terminal, seats=(), players=players, bankroll=bankroll, chance=chance, computer_seats=seats
    )
    session.play_round()
    played = session.history.rounds[-1]
    return {award["clause"] for pot in played.answered["pots"] for award in pot["awards"]} | played.beside.clauses
