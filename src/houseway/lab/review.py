"""What a reviewer asks of a paytable: what each row adds to return and variance, how volatile the wager is, and how far results stray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from houseway.lab.sheet import MainSheet, Sheet, WagerSheet, ratio
from houseway.money import Role

CONFIDENCE = 0.90
QUANTILE = 1.6448536269514722
"""Of a normal distribution, 90% lies within so many standard deviations."""
ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one row adds: ``returned`` to the return of each unit wagered, ``variance`` to the variance of a round."""

    label: str
    pays: str
    probability: Fraction
    returned: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The return of so many rounds: 90% of the time between ``least`` and ``most`` of what is wagered."""

    rounds: int
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A wager or a main game as a reviewer reads it.

    ``variance`` is that of a round, in units of the wager; ``share_of`` tells which part of it a row has.
    """

    wager: str
    name: str
    paytable: str
    returned: Fraction
    variance: Fraction
    parts: tuple[Part, ...]
    stretches: tuple[Stretch, ...]

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """How far the return of one round strays 90% of the time; divided by the root of the rounds, that of so many."""
        return QUANTILE * self.standard_deviation

    def share_of(self, part: Part) -> Fraction:
        """Return the part of the variance that a row has."""
        return part.variance / self.variance if self.variance else Fraction(0)


def review_wager(sheet: WagerSheet) -> Review:
    """Return what each row of a wager adds; the parts add up to its return and to its variance exactly."""
    moments = sheet.moments
    # A payment on top, or an Envy Bonus, returns no stake.
    stake_back = 1 if sheet.role is Role.WAGER else 0
    staked = moments.staked or Fraction(1)
    parts = []
    for row in sheet.rows:
        won = row.stake * sheet.net_of(row)
        probability = Fraction(row.combinations, sheet.total)
        parts.append(
            Part(
                label=sheet.label_of(row),
                pays=row.pays,
                probability=probability,
                returned=probability * (won + stake_back * row.stake) / staked,
                variance=probability * (won - moments.mean) ** 2,
            )
        )
    variance = moments.square - moments.mean**2
    return Review(
        wager=sheet.wager,
        name=sheet.name,
        paytable=sheet.paytable,
        returned=sheet.returned,
        variance=variance,
        parts=tuple(parts),
        stretches=stretches(float(sheet.returned), sqrt(variance) / float(staked)),
    )


def review_main(main: MainSheet) -> Review:
    """Return what each result of a round adds to the return and the variance of the main game, in units of its first wager."""
    moments = main.moments
    parts = tuple(
        Part(
            label=f"nets {one.net}",
            pays=str(one.net),
            probability=Fraction(one.deals, main.total),
            returned=Fraction(one.deals, main.total) * (one.net + 1),
            variance=Fraction(one.deals, main.total) * (one.net - moments.mean) ** 2,
        )
        for one in main.results
    )
    variance = moments.square - moments.mean**2
    return Review(
        wager=main.unit,
        name="Main game",
        paytable="-",
        returned=main.returned,
        variance=variance,
        parts=parts,
        stretches=stretches(float(main.returned), sqrt(variance)),
    )


def stretches(returned: float, deviation: float, rounds: Sequence[int] = ROUNDS) -> tuple[Stretch, ...]:
    """Return between which returns 90% of so many rounds lie, by the normal distribution."""
    return tuple(
        Stretch(
            rounds=many,
            least=returned - QUANTILE * deviation / sqrt(many),
            most=returned + QUANTILE * deviation / sqrt(many),
        )
        for many in rounds
    )


def reviews_of(sheet: Sheet) -> list[Review]:
    """Return the reviews of a sheet: of the main game, then of every wager."""
    found = [] if sheet.main is None else [review_main(sheet.main), *map(review_wager, sheet.main.wagers)]
    return [*found, *map(review_wager, sheet.wagers)]


def as_json(review: Review) -> dict[str, Any]:
    """Return a review as ``analyze --review --json`` prints it."""
    return {
        "wager": review.wager,
        "name": review.name,
        "paytable": review.paytable,
        "return": ratio(review.returned),
        "variance": ratio(review.variance),
        "standard_deviation": review.standard_deviation,
        "volatility_index": review.volatility_index,
        "confidence": CONFIDENCE,
        "rows": [
            {
                "row": part.label,
                "pays": part.pays,
                "probability": float(part.probability),
                "return": ratio(part.returned),
                "variance": ratio(part.variance),
                "variance_share": float(review.share_of(part)),
            }
            for part in review.parts
        ],
        "bands": [{"rounds": one.rounds, "least": one.least, "most": one.most} for one in review.stretches],
    }
