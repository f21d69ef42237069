"""Deal spaces of 645a: seven cards of 53, all of them or by color alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import comb

from houseway.cards import DECK_52, JOKER
from houseway.lab.deal_spaces import DealSpace, WeightedShowdown, single_hands
from houseway.rules.showdown import Showdown


def _colors() -> Iterator[WeightedShowdown]:
    """Yield the sevens of 53 cards by the number of red cards and the joker."""
    red = [card for card in DECK_52 if card & 3 in (1, 2)]
    black = [card for card in DECK_52 if card & 3 in (0, 3)]
    for joker in (0, 1):
        for reds in range(8 - joker):
            blacks = 7 - joker - reds
            held = (*red[:reds], *black[:blacks], *((JOKER,) * joker))
            yield Showdown(held, ()), comb(26, reds) * comb(26, blacks)


_SEVENS = DealSpace(text="seven cards of 53", total=comb(53, 7), classes=partial(single_hands, 7, joker=True, held=7))
_COLORS = DealSpace(text="seven cards of 53", total=comb(53, 7), classes=_colors, quick=True)

SPACES: Mapping[str, DealSpace] = {
    "pai-gow.player-forms": _SEVENS,
    "pai-gow.player-high-card": _SEVENS,
    "pai-gow.bank-high-card": _SEVENS,
    "pai-gow.player-colours": _COLORS,
}
