"""Deal spaces of 647a: those of hold'em, and what the table game system draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from houseway.cards import DECK_52, Card
from houseway.chapters.holdem import FULL_TABLE, dealer_lucky, player_lucky
from houseway.lab.deal_spaces import DealSpace, WeightedShowdown
from houseway.lab.holdem_deals import HOLDEM_SPACES
from houseway.rules.showdown import Showdown

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def _magic() -> Iterator[WeightedShowdown]:
    """Yield any five cards with each card that the system can draw."""
    two, three = (Card(0), Card(1)), (Card(2), Card(3), Card(4))
    for drawn in DECK_52:
        yield Showdown(two, two, three, magic_card=drawn), 1


def _draw_position(drawn_from: int) -> Iterator[WeightedShowdown]:
    for position in range(drawn_from):
        yield Showdown((), (), lucky_player=position == 1, lucky_dealer=position == 0), 1


def _lucky(positions: int) -> DealSpace:
    """Return what the system can draw at a full table: the dealer's position and those of the players."""
    size = positions + 1
    text = f"the position drawn, of {NUMBERS[size]}"
    return DealSpace(text=text, total=size, classes=partial(_draw_position, size), quick=True)


_MAGIC = DealSpace(text="the card drawn, of 52", total=52, classes=_magic, quick=True)

SPACES: Mapping[str, DealSpace] = {
    **HOLDEM_SPACES,
    "holdem.player-magic-card": _MAGIC,
    "holdem.dealer-magic-card": _MAGIC,
    **{
        primitive(positions).id: _lucky(positions)
        for primitive in (player_lucky, dealer_lucky)
        for positions in range(1, FULL_TABLE + 1)
    },
}
