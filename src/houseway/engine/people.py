"""The people at a table: each gives the commands of their role, so that a notebook reads like the procedure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from houseway.cards import Card, read_cards
from houseway.engine.asking import Ask
from houseway.engine.kernel import Command, Event, Table, Viewer
from houseway.engine.opening import LeaveSeat
from houseway.engine.roles import Role
from houseway.seats import Seat

Events = tuple[Event, ...]


def cards_of(some: str | Sequence[Card]) -> tuple[Card, ...]:
    """Cards as they are given: a text as people write it, or cards themselves; what is neither the table refuses."""
    if isinstance(some, str):
        return read_cards(some)
    given: Any = some
    return tuple(given) if isinstance(given, Sequence) else given


class Player:
    """A player at one seat."""

    def __init__(self, table: Table[Any, Any], seat: Seat) -> None:
        self.table, self.seat = table, seat

    def __repr__(self) -> str:
        return f"<{self.name} at seat {self.seat}>"

    @property
    def name(self) -> str:
        """Who sits there."""
        name: str = self.table.state.seats[self.seat]
        return name

    def does(self, command: Command) -> Events:
        """Give a command for this seat."""
        return self.table.do(command, role=Role.PLAYER, seat=self.seat, by=self.name)

    @property
    def viewer(self) -> Viewer:
        """This player as one who looks."""
        return Viewer(Role.PLAYER, self.name)

    def sees(self, *, last: int = 0) -> Any:
        """What this player may see, with so many of the last events."""
        return self.table.observe(self.viewer, last=last)

    def may(self) -> tuple[Ask, ...]:
        """What this player may do now for this seat."""
        return tuple([ask for ask in self.table.legal(self.viewer) if ask.seat == self.seat])

    def moves(self) -> Iterator[Command]:
        """Every command this player may give now for this seat, amount by amount and card by card; each is taken.

        Of amounts without a limit only the least is named.
        """
        seen, table = self.sees(), self.table
        for ask in self.may():
            yield from table.machine.moves(table.rules, seen, ask)

    def says(self, words: str) -> Events:
        """Give a command in words: ``ann.says("raise to 400")``."""
        return self.table.act(words, seat=self.seat)

    def leaves(self) -> Events:
        """Leave the table, taking what is theirs."""
        return self.does(LeaveSeat())


class Dealer:
    """The dealer of a table."""

    def __init__(self, table: Table[Any, Any]) -> None:
        self.table = table

    def __repr__(self) -> str:
        return f"<the dealer of {self.table!r}>"

    def does(self, command: Command) -> Events:
        """Give a command as the dealer."""
        return self.table.do(command, role=Role.DEALER)
