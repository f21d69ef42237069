"""Looking up single spots in the arrays that the kernels fill."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Any


def set_number(cards: Iterable[int]) -> int:
    """Return the number of a set of cards among all sets of so many, as the kernels number them."""
    return sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))


def is_set(rows: Any, row: int, place: int) -> bool:
    """Return whether the bit at a place of a row is set."""
    return bool(rows[row, place >> 3] >> (place & 7) & 1)
