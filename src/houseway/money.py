"""Money in whole cents, and the ways in which a paytable row pays."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import NewType

Cents = NewType("Cents", int)


def dollars(cents: int) -> str:
    """The amount as people write it: ``$1,000``, ``$12.50``, ``-$5``."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


@dataclass(frozen=True, slots=True)
class ToOne:
    """``N to M``: the wager goes back to the player with N/M of it."""

    numerator: int
    denominator: int = 1

    def __str__(self) -> str:
        return f"{self.numerator:,} to {self.denominator}"


@dataclass(frozen=True, slots=True)
class ForOne:
    """``N for 1``: N times the wager in all, the wager itself kept by the house."""

    times: int

    def __str__(self) -> str:
        return f"{self.times:,} for 1"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of what stands on a progressive meter; the wager is kept by the house."""

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}% of meter"


@dataclass(frozen=True, slots=True)
class FixedSum:
    """A fixed sum that rests on no wager of its own, as an Envy Bonus."""

    cents: Cents

    def __str__(self) -> str:
        return dollars(self.cents)


@dataclass(frozen=True, slots=True)
class Push:
    """The wager goes back, nothing is won."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Lose:
    """The wager is collected."""

    def __str__(self) -> str:
        return "lose"


Pays = ToOne | ForOne | MeterShare | FixedSum | Push | Lose
PUSH = Push()
LOSE = Lose()
EVEN = ToOne(1)


def parse_pays(text: str, *, meter: str = "") -> Pays:
    """Read a payout as a paytable prints it.

    >>> parse_pays("3 to 2"), parse_pays("1,000 for 1"), parse_pays("push")
    (ToOne(numerator=3, denominator=2), ForOne(times=1000), Push())
    """
    words = text.strip().lower().replace(",", "").split()
    match words:
        case ["push"]:
            return PUSH
        case ["lose"]:
            return LOSE
        case [number, "to", unit] if number.isdigit() and unit.isdigit() and int(unit) > 0:
            return ToOne(int(number), int(unit))
        case [number, "for", "1"] if number.isdigit():
            return ForOne(int(number))
        case [share, "of", "meter"] if share.endswith("%") and share[:-1].isdigit() and int(share[:-1]) <= 100:
            return MeterShare(int(share[:-1]), meter)
        case [amount] if amount.startswith("$") and amount[1:].isdigit():
            return FixedSum(Cents(int(amount[1:]) * 100))
    raise ValueError(f'{text!r} is not a payout; write "3 to 2", "9 for 1", "10% of meter", "$500", "push" or "lose"')


def exact_unit(pays: list[Pays]) -> int:
    """The multiple of cents at which every one of these payouts is a whole number of cents."""
    return lcm(*(p.denominator for p in pays if isinstance(p, ToOne)))
