"""A poker table whose people and observations have their own types."""

from __future__ import annotations

from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.people import Dealer, Player
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.kernel import Table, Viewer


class PokerTable(Table[PokerRules, PokerState]):
    """A table at which players play against each other."""

    def seat(self, seat: int, name: str, cents: int) -> Player:
        player: Player = super().seat(seat, name, cents)
        return player

    def player(self, seat: int) -> Player:
        player: Player = super().player(seat)
        return player

    @property
    def dealer(self) -> Dealer:
        return Dealer(self)

    def observe(self, viewer: Viewer, *, last: int = 0) -> PokerObservation:
        observation: PokerObservation = super().observe(viewer, last=last)
        return observation
