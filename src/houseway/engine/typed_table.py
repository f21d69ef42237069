"""A table whose people and observations have the types of its machine."""

from __future__ import annotations

from typing import Generic, TypeVar

from houseway.engine.kernel import R, S, Table, Viewer
from houseway.engine.observing import Observation
from houseway.engine.people import Dealer, Player

P = TypeVar("P", bound=Player)
D = TypeVar("D", bound=Dealer)
O_co = TypeVar("O_co", bound=Observation, covariant=True)


class TypedTable(Table[R, S], Generic[R, S, P, D, O_co]):
    """A table for type checkers: the players, the dealer and the observations that its machine makes."""

    def seat(self, seat: int, name: str, cents: int) -> P:
        player: P = super().seat(seat, name, cents)
        return player

    def player(self, seat: int) -> P:
        player: P = super().player(seat)
        return player

    @property
    def dealer(self) -> D:
        dealer: D = super().dealer
        return dealer

    def observe(self, viewer: Viewer, *, last: int = 0) -> O_co:
        observation: O_co = super().observe(viewer, last=last)
        return observation
