"""Deal spaces of games with two cards in hand and a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from math import comb

from houseway.cards import DECK_52
from houseway.lab.classes import pockets
from houseway.lab.deal_spaces import DealSpace, WeightedShowdown, single_hands
from houseway.rules.showdown import Showdown


def _pockets() -> Iterator[WeightedShowdown]:
    for cards, times in pockets():
        yield Showdown(cards, ()), times


def _two_pockets() -> Iterator[WeightedShowdown]:
    for cards, times in pockets():
        for other in combinations([card for card in DECK_52 if card not in cards], 2):
            yield Showdown(cards, other), times


_TWOS = DealSpace(text="two cards of 52", total=comb(52, 2), classes=_pockets, quick=True)
_TWOS_EACH = DealSpace(text="two cards each of 52", total=comb(52, 2) * comb(50, 2), classes=_two_pockets)
_TWO_AND_FLOP = DealSpace(text="five cards of 52", total=comb(52, 5), classes=partial(single_hands, 5, held=2))
_TWO_AND_FIVE = DealSpace(text="seven cards of 52", total=comb(52, 7), classes=partial(single_hands, 7, held=2))

HOLDEM_SPACES: Mapping[str, DealSpace] = {
    "holdem.player-hole-cards": _TWOS,
    "holdem.player-hole-cards, holdem.dealer-aces": _TWOS_EACH,
    "holdem.player-flop-category": _TWO_AND_FLOP,
    "holdem.dealer-flop-category": _TWO_AND_FLOP,
    "holdem.player-category": _TWO_AND_FIVE,
}
"""The deals over which a primitive of `houseway.chapters.holdem` is counted, by its id."""
