"""One round of a poker table's log: what came before it, and its events with the state before each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.cards import CARD_TEXT, Card
from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.chapters.c637a_poker.table import POKER
from houseway.engine.accounts import OUTSIDE, player_account
from houseway.engine.kernel import Event, Table
from houseway.engine.opening import SeatTaken, TableOpened
from houseway.money import Cents
from houseway.seats import Seat

PokerTable = Table[PokerRules, PokerState]


class UnfinishedRoundError(ValueError):
    """Raised when the log holds no finished round of that number."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round: the rules, the state in which it started, its events.

    ``unknown``: cards that only fill the places of those nobody stated, and are not written.
    """

    rules: PokerRules
    before: PokerState
    events: tuple[Event, ...]
    unknown: frozenset[Card] = frozenset()

    @property
    def started(self) -> ev.RoundStarted:
        first = self.events[0]
        assert isinstance(first, ev.RoundStarted)
        return first

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats dealt in, in the order of dealing."""
        return self.started.order

    def texts(self, cards: Iterable[Card]) -> list[str]:
        """The cards as texts, ``??`` for one that is not known."""
        return ["??" if card in self.unknown else CARD_TEXT[card] for card in cards]

    def alone(self) -> PokerTable:
        """The round at a table of its own, whose players bring what they had when it started."""
        before = self.before
        opened = TableOpened(clause=citations.TABLE_OPENING, digest=self.rules.digest, at=0, stated=True)
        brought: list[Event] = [opened]
        for seat, player in sorted(before.seats.items()):
            cents = before.balance(player_account(player))
            posting = ((OUTSIDE, player_account(player), cents),) if cents else ()
            brought.append(SeatTaken(clause=citations.DEALING_IN, seat=seat, player=player, postings=posting))
        return Table(self.rules, state=self.after(), events=[*brought, *self.events])

    def stacks(self, state: PokerState) -> list[Cents]:
        """What the seats dealt in have, in the order of dealing."""
        return [state.balance(player_account(state.seats[seat])) for seat in self.order]

    def steps(self) -> Iterator[tuple[Event, PokerState]]:
        """Every event with the state before it."""
        state = self.before
        for event in self.events:
            yield event, state
            state = POKER.replay((event,), state)

    def after(self) -> PokerState:
        """The state at the end of the round."""
        return POKER.replay(self.events, self.before)


def round_of(table: PokerTable, number: int | None = None, *, unknown: frozenset[Card] = frozenset()) -> PlayedRound:
    """The last finished round of a table, or the one of this number."""
    ends = [
        place
        for place, event in enumerate(table.events)
        if isinstance(event, ev.RoundEnded) and number in (None, event.number)
    ]
    if not ends:
        raise UnfinishedRoundError("no such round of play has been completed at this table")
    end = ends[-1]
    starts = [place for place in range(end) if isinstance(table.events[place], ev.RoundStarted)]
    before = POKER.replay(table.events[: starts[-1]])
    return PlayedRound(table.rules, before, tuple(table.events[starts[-1] : end + 1]), unknown)
