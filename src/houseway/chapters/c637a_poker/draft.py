"""A draft of what a command does at a poker table."""

from __future__ import annotations

from houseway.chapters.c637a_poker.rules import PokerGame, PokerRules, Street
from houseway.chapters.c637a_poker.state import PotState, apply
from houseway.engine.accounts import player_account
from houseway.engine.banked.events import Event

POT = "pot"
DROP_BOX = "drop box"
RAKE_AREA = "rake area"
TIME_CHARGES = "rake area, time charges"


class PotDraft:
    """Rules, the state so far and the events so far. If a requirement fails, the draft is thrown away."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, rules: PokerRules, state: PotState) -> None:
        self.rules = rules
        self.state = state.copy()
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and let it take effect."""
        apply(self.state, event)
        self.events.append(event)

    @property
    def game(self) -> PokerGame:
        return self.rules.game

    @property
    def street(self) -> Street:
        """The street the round is in."""
        return self.rules.game.streets[self.state.street]

    def account(self, seat: int) -> str:
        return player_account(self.state.seats[seat])

    def stack(self, seat: int) -> int:
        """The table stakes a seat has left."""
        return self.state.ledger.get(player_account(self.state.seats[seat]), 0)

    def ante_of(self, seat: int) -> int:
        """The Ante that a seat owes."""
        antes = self.rules.antes
        return antes.get(seat, 0) if antes is not None else self.rules.ante

    @property
    def antes_differ(self) -> bool:
        """Whether the seats dealt in owe different Antes: these are posted for the table."""
        return len({self.ante_of(seat) for seat in self.state.order}) > 1

    def clockwise_from(self, seat: int) -> list[int]:
        """The seats dealt in, clockwise, beginning left of the given one, which comes last."""
        order = self.state.order
        if seat in order:
            # The order of dealing is clockwise.
            after = order.index(seat) + 1
            return [*order[after:], *order[:after]]
        seats = sorted(order)
        return [one for one in seats if one > seat] + [one for one in seats if one <= seat]
