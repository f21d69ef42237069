"""Tables of any machine for tests: opened, with cards ready and people seated; what was refused and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from houseway.cards import Card, cards
from houseway.chapters.registry import resolve
from houseway.engine.banked.commands import BringReadyDeck
from houseway.engine.kernel import Command, Envelope, Event, Table
from houseway.engine.opening import FundTable, OpenTable, open_table
from houseway.engine.refusal import Code, Refusal
from tests.kit.table_views import sum_of_accounts

MALFORMED = frozenset({Code.COMMAND_IS_OF_THIS_TABLE, Code.VALUES_ARE_IN_RANGE, Code.SUBMISSION_IS_LAWFUL})
"""What no table looks at: no chapter speaks of it, so that it has no clause."""
E = TypeVar("E", bound=Event)


def new_table(game: str, **submission: Any) -> Table[Any, Any]:
    """A table that is funded and open and has no cards yet."""
    return open_table(resolve(submission, game=game))


def ready(table: Table[Any, Any], order: Sequence[Card], *, meters: Mapping[str, int] | None = None) -> None:
    """Open the table if it is closed, bring its meters to these amounts, and bring a deck in this order."""
    if not table.state.digest:
        for command in table.machine.funding(table.rules):
            table.do(command)
        table.do(OpenTable())
    if meters:
        table.do(FundTable(meters=dict(meters)))
    table.do(BringReadyDeck(order=tuple(order)))


def seated(
    game: str,
    order: str | Sequence[Card] | None = None,
    *,
    seats: Mapping[int, str],
    cents: int = 100_000,
    meters: Mapping[str, int] | None = None,
    **submission: Any,
) -> Table[Any, Any]:
    """A table whose cards are ready, a new deck if no order is given, at which each person has sat down with chips."""
    table = new_table(game, **submission)
    ready(table, cards(order) if isinstance(order, str) else order or table.rules.game.deck, meters=meters)
    for seat, person in seats.items():
        own = person in table.state.seats.values()
        table.do(table.machine.take_seat(0 if own else cents), seat=seat, by=person)
    return table


def accepted(table: Table[Any, Any], said: Command | Envelope) -> tuple[Any, ...]:
    """Send a command that must be accepted; the chips of all accounts still add up."""
    outcome = table.send(said)
    assert not isinstance(outcome, Refusal), outcome
    assert sum_of_accounts(table) == 0
    return outcome


def refuses(table: Table[Any, Any], said: Command | Envelope, **who: Any) -> Refusal:
    """The refusal of a command, which has changed nothing and says what is wrong, and under which clause if it is well formed."""
    before, events, envelopes = table.state.copy(), list(table.events), list(table.envelopes)
    outcome = table.send(said, **who)
    assert isinstance(outcome, Refusal), outcome
    assert (table.state, table.events, table.envelopes) == (before, events, envelopes)
    assert outcome.message
    assert bool(outcome.clause) is (outcome.code not in MALFORMED)
    return outcome


def events(happened: Table[Any, Any] | Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    found = happened.events if isinstance(happened, Table) else happened
    return [event for event in found if isinstance(event, kind)]


def last(happened: Table[Any, Any] | Iterable[Event], kind: type[E]) -> E:
    """The last event of one kind."""
    return events(happened, kind)[-1]
