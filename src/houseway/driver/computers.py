"""Computer players: they answer by the strategy of their game's chapter, and buy in again when their chips run out."""

from __future__ import annotations

from random import Random
from typing import Any

from houseway.chapters.registry import chapter_of
from houseway.engine.asking import Question
from houseway.engine.kernel import Command, Event, Table, Viewer
from houseway.engine.opening import AddStakes
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jun")


class Computers:
    """The computer players of a table by seat. ``buy_in``: what each sits down with, and buys in again for; ``strategy``: how
    they play, that of their chapter unless somebody knows better."""

    def __init__(self, table: Table[Any, Any], chance: Random, *, buy_in: Cents) -> None:
        self.table: Table[Any, Any] = table
        self.chance = chance
        self.buy_in = buy_in
        self.seats: dict[Seat, str] = {}
        self.strategy = chapter_of(table.rules.game.id).strategy()

    def sit_down(self, seat: Seat) -> None:
        """Another player takes a seat."""
        name = next(name for name in NAMES if name not in self.table.state.seats.values())
        self.table.seat(seat, name, self.buy_in)
        self.seats[seat] = name

    def answer(self, question: Question) -> Command | None:
        """What the computer player at the seat that is asked answers; None to let the question pass."""
        stakes = question.of("add_stakes")
        if stakes:
            assert stakes[0].amounts is not None
            return AddStakes(cents=max(self.buy_in, stakes[0].amounts.least))
        seen = self.table.observe(Viewer(Role.PLAYER, self.seats[question.seat]))
        # Chance of its own for one decision: the shuffles stay the same however long a player thinks.
        thinking = Random(self.chance.getrandbits(64))
        command: Command | None = self.strategy(self.table.rules, seen, question, thinking)
        return command

    def buy_in_again(self, seat: Seat) -> tuple[Event, ...]:
        """The player at a banked table buys in again and keeps the seat."""
        return self.table.do(AddStakes(cents=self.buy_in), seat=seat)
