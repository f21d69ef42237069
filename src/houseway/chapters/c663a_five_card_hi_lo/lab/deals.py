"""Deal space of 663a: the player's five cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import comb

from houseway.lab.deal_spaces import DealSpace, single_hands

_FIVES = DealSpace(text="five cards of 52", total=comb(52, 5), classes=partial(single_hands, 5, held=5))

SPACES: Mapping[str, DealSpace] = {"hi-lo.player-category": _FIVES}
