"""Cards 0 to 51, the joker 52, decks and their text form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)
"""Four times the rank (two is 0, ace is 12) plus the suit (clubs, diamonds, hearts, spades)."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final = Card(52)
CARD_TEXT: Final[tuple[str, ...]] = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk")
_BY_TEXT: Final = {text: Card(number) for number, text in enumerate(CARD_TEXT)}

DECK_52: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
DECK_53: Final[tuple[Card, ...]] = (*DECK_52, JOKER)

RED_SUITS: Final = (1, 2)
_RANK_OF: Final = (*((number >> 2) + 2 for number in range(52)), 14)
_SUIT_OF: Final = (*(number & 3 for number in range(52)), 4)


class CardError(ValueError):
    """Raised when a text does not name cards."""


def card(text: str) -> Card:
    """Read one card: ``As``, ``Td``, ``2c``, ``Jk`` for the joker."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise CardError(f'{text!r} is not a card; write rank and suit as in "As Td 2c", the joker as "Jk"') from None


def cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, or written together.

    >>> text_of(cards("AsKd 7c"))
    'As Kd 7c'
    """
    words = text.split()
    try:
        return tuple([_BY_TEXT[word] for word in words])
    except KeyError:
        return tuple(card(word[i : i + 2]) for word in words for i in range(0, len(word), 2))


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards as people write them.

    >>> text_of(read_cards("10s, kd,A♠ joker"))
    'Ts Kd As Jk'
    """
    try:
        return cards(text)
    except CardError:
        words = _AS_WRITTEN.findall(text)
        # What is left over besides separators is no card: the strict reader says which.
        if not words or _AS_WRITTEN.sub("", text).strip(" \t\r\n,;"):
            raise
        return tuple([_card_as_written(word) for word in words])


_AS_WRITTEN: Final = re.compile("joker|jk|(?:10|[2-9tjqka])[cdhs♣♦♥♠♧♢♡♤]\ufe0f?", re.IGNORECASE)
_SUIT_AS_WRITTEN: Final = str.maketrans("♣♦♥♠♧♢♡♤", SUITS * 2, "\ufe0f")


def _card_as_written(word: str) -> Card:
    word = word.translate(_SUIT_AS_WRITTEN).lower()
    return JOKER if word in ("joker", "jk") else card(word[:-1].upper().replace("10", "T") + word[-1])


def text_of(several: Iterable[Card]) -> str:
    """The cards as text."""
    return " ".join([CARD_TEXT[one] for one in several])


def rank_of(one: Card) -> int:
    """The rank, 2 to 14; the joker's is the ace's."""
    return _RANK_OF[one]


def suit_of(one: Card) -> int:
    """The suit, 0 to 3, or 4 for the joker, which has none."""
    return _SUIT_OF[one]


def repeated(several: Iterable[Card]) -> Card | None:
    """The first card that appears a second time, if any does."""
    several = tuple(several)
    if len(set(several)) == len(several):
        return None
    seen: set[Card] = set()
    for one in several:
        if one in seen:
            return one
        seen.add(one)
    return None
