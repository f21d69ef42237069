"""A banked table whose people and observations have their own types."""

from __future__ import annotations

from houseway.engine.banked.observe import BankedObservation
from houseway.engine.banked.people import Dealer, Player
from houseway.engine.banked.state import BankedState
from houseway.engine.kernel import Table, Viewer
from houseway.rules.table_rules import TableRules


class BankedTable(Table[TableRules, BankedState]):
    """A table at which players play against a bank."""

    def seat(self, seat: int, name: str, cents: int) -> Player:
        player: Player = super().seat(seat, name, cents)
        return player

    def player(self, seat: int) -> Player:
        player: Player = super().player(seat)
        return player

    @property
    def dealer(self) -> Dealer:
        return Dealer(self)

    def observe(self, viewer: Viewer, *, last: int = 0) -> BankedObservation:
        observation: BankedObservation = super().observe(viewer, last=last)
        return observation
