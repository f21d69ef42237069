"""Where chance comes from at an automatic table: shuffles, cuts, dice and draws, from a generator or as stated."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from houseway.cards import Card
from houseway.seats import Seat
from houseway.written import shown


class Sources(Protocol):
    """What is not decided by rules or people."""

    def order(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order a shuffle leaves them."""

    def cut(self, least: int, most: int) -> int:
        """How many cards the cover card goes in under."""

    def number(self, most: int) -> int:
        """A number from 1 to the most."""

    def dice(self) -> tuple[int, int, int]:
        """Three dice."""

    def card(self, deck: Sequence[Card]) -> Card | None:
        """The card the table system draws; None where it is not said."""

    def place(self, places: Sequence[Seat]) -> Seat | None:
        """The position the table system draws; None where it is not said."""


class Seeded:
    """Chance from a seeded generator, or from a seed: ``Seeded(7)``."""

    def __init__(self, chance: Random | int) -> None:
        if not isinstance(chance, Random) and type(chance) is not int:
            # Random takes nothing too, and then no two rounds are the same.
            raise TypeError(f"a seed is a whole number, not {shown(chance)}")
        self.chance = chance if isinstance(chance, Random) else Random(chance)

    def order(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards in a shuffled order."""
        return tuple(self.chance.sample(deck, len(deck)))

    def cut(self, least: int, most: int) -> int:
        """Return how many cards the cover card goes in under."""
        return self.chance.randint(least, most)

    def number(self, most: int) -> int:
        """Return a number from 1 to the most."""
        return self.chance.randint(1, most)

    def dice(self) -> tuple[int, int, int]:
        """Return three dice."""
        return self.number(6), self.number(6), self.number(6)

    def card(self, deck: Sequence[Card]) -> Card | None:
        """Return the card that the table system draws."""
        return self.chance.choice(deck)

    def place(self, places: Sequence[Seat]) -> Seat | None:
        """Return the position that the table system draws."""
        return self.chance.choice(places)


class Unstated:
    """No chance at all: at a table of a stated round everything is stated."""

    def order(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(deck)

    def cut(self, least: int, most: int) -> int:
        return least

    def number(self, most: int) -> int:
        return 1

    def dice(self) -> tuple[int, int, int]:
        return 1, 1, 1

    def card(self, deck: Sequence[Card]) -> Card | None:
        return None

    def place(self, places: Sequence[Seat]) -> Seat | None:
        return None
