"""The rank of a poker hand as a value that compares and has a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.cards import CARD_TEXT, DECK_52, Card, read_cards, repeated
from houseway.ranking.evaluate import strength
from houseway.ranking.order import STANDARD_ORDER, Category, category_of, describe


@dataclass(frozen=True, slots=True, order=True)
class HandRank:
    """The rank of a hand: greater is better, equal hands tie."""

    strength: int
    name: str = field(compare=False)

    @property
    def category(self) -> Category:
        """The category of the hand: pair, flush, …"""
        return category_of(self.strength)

    def __str__(self) -> str:
        return self.name


def hand_rank(hand: str | Sequence[Card]) -> HandRank:
    """Return the rank of the best five of five to seven cards.

    Raises `houseway.cards.CardError` if the text is no cards, and ValueError if these cards are no hand.

    >>> str(hand_rank("As Kd Kh 7s 7c")), hand_rank("As Kd Kh 7s 7c") < hand_rank("2c 3c 4c 5c 6c As Ah")
    ('two pair, kings and 7s', True)
    """
    held = read_cards(hand) if isinstance(hand, str) else tuple(hand)
    if not 5 <= len(held) <= 7:
        raise ValueError(f"A hand has five to seven cards, not {len(held)}.")
    if any(card not in DECK_52 for card in held):
        raise ValueError("A poker hand is of the 52 cards without a joker.")
    twice = repeated(held)
    if twice is not None:
        raise ValueError(f"{CARD_TEXT[twice]} is in the hand twice, and the deck has it once.")
    value = strength(held, STANDARD_ORDER)
    return HandRank(value, describe(value))
