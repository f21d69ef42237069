"""Cards as the rounds write them: `As`, `Td`, `2c`."""

from __future__ import annotations

from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest to highest, 637a.10(i)(3)(iv)
ACE = 14


class Card(NamedTuple):
    """A rank of 2 to 14 (the ace) and a suit of 0 (clubs) to 3 (spades)."""

    rank: int
    suit: int

    @property
    def low_rank(self) -> int:
        """The rank where the ace is the lowest card, 637a.6(c)."""
        return 1 if self.rank == ACE else self.rank

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + SUITS[self.suit]


FULL_DECK = tuple(Card(rank, suit) for rank in range(2, 15) for suit in range(4))


def card(text: str) -> Card:
    """Read one card; a ValueError if it is none."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"{text!r} is no card")
    return Card(RANKS.index(text[0]) + 2, SUITS.index(text[1]))


def cards(text: str) -> list[Card]:
    """Read cards separated by blanks."""
    return [card(word) for word in text.split()]


def text_of(some: list[Card]) -> str:
    """Write cards as a round states them."""
    return " ".join(str(each) for each in some)
