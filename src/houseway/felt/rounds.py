"""A round that was played, from the first card to the last payment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from houseway.chapters.c637a_poker.events import RoundStarted
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.engine.banked.applying import apply
from houseway.engine.banked.events import Event, RoundEnded
from houseway.engine.banked.observe import Viewer
from houseway.engine.banked.state import TableState
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.felt.layout import layout_of_state
from houseway.felt.poker import poker_felt, poker_layout
from houseway.felt.pots import beside, poker_rulings, pots
from houseway.felt.settled import settlements
from houseway.felt.show import felt, has_symbols
from houseway.felt.spoken import rulings, void_text
from houseway.rounds import poker as poker_rounds
from houseway.rounds.banked import answer, is_poker, play, read
from houseway.rounds.reading import decoded


def show_stated(out: Console, stated: bytes) -> None:
    """Play a stated round of any game and print it; raises if it is refused."""
    data = decoded(stated)
    if is_poker(data):
        show_poker_round(out, poker_rounds.play(poker_rounds.read(data)))
    else:
        show_round(out, play(read(data)))


def show_poker_round(out: Console, table: PokerTable) -> None:
    """Print a poker table's only round: the felt at its end, the pots, and the rulings."""
    seen = table.observe(Viewer(Role.SURVEILLANCE))
    started = next(event for event in table.events if isinstance(event, RoundStarted))
    layout = poker_layout(table.rules, table.state, seen, frozenset()).with_button(started.button)
    out.print(poker_felt(out, layout))
    answered = poker_rounds.answer(table)
    out.print()
    out.print(pots(answered, beside(table.rules, table.state, table.events), symbols=has_symbols(out)))
    ruled = poker_rulings(answered)
    if ruled is not None:
        out.print()
        out.print(ruled)


def show_round(out: Console, table: Table) -> None:
    """Print a table's only round: the felt face up, one line a wager, and the rulings."""
    out.print(felt(out, layout_of_state(table.rules, _at_the_end(table.events)), wagers=False))
    answered = answer(table)
    out.print()
    records = answered["settlements"]
    out.print(settlements(table.rules.game, records, answered["net"]))
    void = next((event for event in reversed(table.events) if isinstance(event, RoundEnded) and event.void), None)
    ended = [(void_text(table.rules.game, records), _voided_by(answered["events"]) or void.clause)] if void else []
    ruled = rulings(answered["events"], ended=ended)
    if ruled is not None:
        out.print()
        out.print(ruled)


def _voided_by(events: Sequence[Mapping[str, Any]]) -> str:
    """The clause of the last irregularity, which is the one that voided the round."""
    return next((event["clause"] for event in reversed(events) if event["event"] != "hands_set"), "")


def _at_the_end(events: Sequence[Event]) -> TableState:
    """The state when everything is settled and the cards still lie on the table."""
    state = TableState()
    for event in events:
        if not isinstance(event, RoundEnded):
            apply(state, event)
    return state
