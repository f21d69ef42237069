"""Actual against theoretical: what a table should have won over so many rounds, and whether what it won lies within reach."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

from houseway.lab.sheet import MainSheet, WagerSheet
from houseway.money import Cents

DEVIATIONS = 1.959963984540054
"""Of a normal distribution, 95% lies within so many standard deviations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """What was won beside what was to be expected; all amounts in cents.

    ``wager``: the average of the wager that the figures are measured by.
    """

    rounds: int
    drop: Cents
    win: Cents
    wager: float
    expected: float
    deviation: float

    @property
    def least(self) -> float:
        return self.expected - DEVIATIONS * self.deviation

    @property
    def most(self) -> float:
        return self.expected + DEVIATIONS * self.deviation

    @property
    def inside(self) -> bool:
        """Whether the win lies within the 95% band."""
        return self.least <= self.win <= self.most

    @property
    def z(self) -> float:
        """How many standard deviations the win lies above what was expected."""
        return (self.win - self.expected) / self.deviation if self.deviation else 0.0

    @property
    def chance(self) -> float:
        """How often a result lies so far off, or farther, to either side."""
        return erfc(abs(self.z) / sqrt(2))

    @property
    def hold(self) -> float:
        """The win as a part of the drop."""
        return self.win / self.drop


def band(of: MainSheet | WagerSheet, *, rounds: int, drop: Cents, win: Cents, wager: float | None = None) -> Band:
    """The band of a game or a wager; without an average wager, the drop is taken to have been wagered once."""
    average = wager if wager is not None else drop / rounds
    return Band(
        rounds=rounds,
        drop=drop,
        win=win,
        wager=average,
        expected=float(of.house_edge) * average * rounds,
        deviation=of.standard_deviation * average * sqrt(rounds),
    )
