"""Deal spaces of 647a: those of hold'em, and what the table game system draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houseway.cards import DECK_52, Card
from houseway.lab.deal_spaces import DealSpace, WeightedShowdown
from houseway.lab.holdem_deals import HOLDEM_SPACES
from houseway.rules.showdown import Showdown

LUCKY_POSITIONS = 7
"""The positions that the system can draw at a full table: the dealer's and those of six players."""


def _magic() -> Iterator[WeightedShowdown]:
    """Yield any five cards with each card that the system can draw."""
    two, three = (Card(0), Card(1)), (Card(2), Card(3), Card(4))
    for drawn in DECK_52:
        yield Showdown(two, two, three, magic_card=drawn), 1


def _lucky() -> Iterator[WeightedShowdown]:
    for position in range(LUCKY_POSITIONS):
        yield Showdown((), (), lucky_player=position == 1, lucky_dealer=position == 0), 1


_MAGIC = DealSpace(text="the card drawn, of 52", total=52, classes=_magic, quick=True)
_LUCKY = DealSpace(text="the position drawn, of seven", total=LUCKY_POSITIONS, classes=_lucky, quick=True)

SPACES: Mapping[str, DealSpace] = {
    **HOLDEM_SPACES,
    "holdem.player-magic-card": _MAGIC,
    "holdem.dealer-magic-card": _MAGIC,
    "holdem.player-lucky": _LUCKY,
    "holdem.dealer-lucky": _LUCKY,
}
