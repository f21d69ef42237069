"""One round of a poker table's log: what came before it, and its events with the state before each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PotState, apply
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.engine.accounts import OUTSIDE, player_account
from houseway.engine.banked.events import Event


class UnfinishedRoundError(ValueError):
    """Raised when the log holds no finished round of that number."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round: the rules, the state in which it started, its events."""

    rules: PokerRules
    before: PotState
    events: tuple[Event, ...]

    @property
    def started(self) -> ev.RoundStarted:
        first = self.events[0]
        assert isinstance(first, ev.RoundStarted)
        return first

    @property
    def order(self) -> tuple[int, ...]:
        """The seats dealt in, in the order of dealing."""
        return self.started.order

    def alone(self) -> PokerTable:
        """The round at a table of its own, whose players bring what they had when it started."""
        before = self.before
        brought: list[Event] = []
        for seat, player in sorted(before.seats.items()):
            cents = before.ledger.get(player_account(player), 0)
            posting = ((OUTSIDE, player_account(player), cents),) if cents else ()
            brought.append(ev.StakesBrought("637a.8(a)", seat, player, posting))
        return PokerTable(self.rules, state=self.after(), events=[*brought, *self.events])

    def stacks(self, state: PotState) -> list[int]:
        """What the seats dealt in have, in the order of dealing."""
        return [state.ledger.get(player_account(state.seats[seat]), 0) for seat in self.order]

    def steps(self) -> Iterator[tuple[Event, PotState]]:
        """Every event with the state before it."""
        state = self.before
        for event in self.events:
            yield event, state
            after = state.copy()
            apply(after, event)
            state = after

    def after(self) -> PotState:
        """The state at the end of the round."""
        state = self.before.copy()
        for event in self.events:
            apply(state, event)
        return state


def round_of(table: PokerTable, number: int | None = None) -> PlayedRound:
    """The last finished round of a table, or the one of this number."""
    ends = [
        place
        for place, event in enumerate(table.events)
        if isinstance(event, ev.PokerRoundEnded) and number in (None, event.number)
    ]
    if not ends:
        raise UnfinishedRoundError("no such round of play has been completed at this table")
    end = ends[-1]
    starts = [place for place in range(end) if isinstance(table.events[place], ev.RoundStarted)]
    return PlayedRound(table.rules, _state_after(table.events[: starts[-1]]), tuple(table.events[starts[-1] : end + 1]))


def _state_after(events: Sequence[Event]) -> PotState:
    state = PotState()
    for event in events:
        apply(state, event)
    return state
