"""Samples of cases for ``make quick``: the cases left out of a sample are marked ``long`` and run in ``make test``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest

FAMILIES = ("holdem", "omaha5-hi-lo-8", "stud-high", "draw-high", "badugi")
"""Games of poker that deal differently: community cards, up cards, draws, split pots."""


def keep_few(values: Iterable[Any], kept: Iterable[Any] = FAMILIES) -> list[Any]:
    """Return all values as parameters of a test, those that are not kept as long ones."""
    sample = list(kept)
    return [value if value in sample else pytest.param(value, marks=pytest.mark.long) for value in values]


def pair_each(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """Return all pairs as parameters of a test; all but one pair of each first value, with the second values in turn, as long ones."""
    sample = {(value, second[number % len(second)]) for number, value in enumerate(first)}
    return [pytest.param(*pair, marks=() if pair in sample else pytest.mark.long) for pair in product(first, second)]
