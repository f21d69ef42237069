"""Figures of a poker room, readable without the modules that compute them."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Frequency(msgspec.Struct, frozen=True, kw_only=True):
    """How often something comes in a round: its chance, exactly or, from so many ``samples``, with the standard error.

    ``expected``: how many hands qualify in a round on average, exactly, where that is counted. The chance that any does is
    less, since several come together.
    """

    chance: Fraction
    error: float = 0.0
    samples: int = 0
    expected: Fraction | None = None


class Rake(msgspec.Struct, frozen=True, kw_only=True):
    """Cents an hour: what is taken from pots, with its standard error, and what time costs, exactly."""

    from_pots: float
    error: float
    rounds: int
    by_time: Fraction
