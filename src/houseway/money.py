"""Money in whole cents, and the ways in which a paytable row pays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm
from typing import Annotated, Final, NamedTuple, NewType

Cents = NewType("Cents", int)

NOTHING: Final = Cents(0)

MOST: Final = 2**53
"""Whole numbers are below this, so that every reader of JSON takes them for what they are."""

Balance = Annotated[Cents, range(1 - MOST, MOST)]
"""What an account holds or somebody has won, which may be below zero; no other amount is."""


def dollars(cents: int) -> str:
    """The amount as people write it: ``$1,000``, ``$12.50``, ``-$5``."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02d}" if rest else "")


def gain(cents: int) -> str:
    """What is gained or lost, a gain with its sign: ``+$10``, ``-$5``, ``$0``."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


_WRITTEN: Final = r"([0-9]{1,16}|[0-9]{1,3}(?:,[0-9]{3}){1,5})(?:\.([0-9]{1,2}))?"
_DOLLARS: Final = re.compile(rf"\$?{_WRITTEN}")
# In a sentence of cents dollars have their sign, or a point, which cents do not.
_AMONG_WORDS: Final = re.compile(rf"(?<![0-9.,$])(?:\$(?=[0-9])|(?=[0-9,]+\.)){_WRITTEN}(?![0-9.,])")


def cents_of(text: str) -> Cents | None:
    """An amount of dollars as people write it; None if it is none.

    >>> cents_of("10"), cents_of("$1,250.5"), cents_of("12,50")
    (1000, 125050, None)
    """
    found = _DOLLARS.fullmatch(text)
    return None if found is None else _cents(found)


def in_cents(text: str) -> str:
    """A text in which every amount in dollars is written in cents.

    >>> in_cents("raise to $1,250.50"), in_cents("raise to 1250.5"), in_cents("raise to 1250")
    ('raise to 125050', 'raise to 125050', 'raise to 1250')
    """
    return _AMONG_WORDS.sub(lambda found: str(_cents(found)), text)


def _cents(found: re.Match[str]) -> Cents:
    return Cents(int(found[1].replace(",", "")) * 100 + int((found[2] or "0").ljust(2, "0")))


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


class Role(StrEnum):
    """What a payout rests on."""

    WAGER = "a wager of its own"
    ON_TOP = "a payment on top of another wager"
    ENVY = "an Envy Bonus"


PAYABLE: Final[dict[Role, tuple[type[Pays], ...]]] = {
    Role.WAGER: (ToOne, ForOne, MeterShare, Push, Lose),
    Role.ON_TOP: (ToOne, ForOne, Push, Lose),
    Role.ENVY: (FixedSum, Push, Lose),
}
"""The payouts each role can have; on top and as an Envy Bonus, to push or to lose is to be paid nothing."""


class Net(NamedTuple):
    """What a player gains or loses, exactly: for each cent wagered, for each cent of the meter, and in cents."""

    wager: Fraction
    meter: Fraction
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a payout means in money: a part of the wager, a percentage of a meter, and cents.

    ``returned``: the wager itself goes back to the player; otherwise the house keeps it.
    """

    numerator: int = 0
    denominator: int = 1
    percent: int = 0
    meter: str = ""
    cents: Cents = Cents(0)
    returned: bool = False

    def paid(self, wager: Cents) -> Cents:
        """What is paid beside the wager itself and beside a meter share, down to the cent."""
        return Cents(wager * self.numerator // self.denominator + self.cents)

    def share(self, meter: Cents, *, among: int = 1) -> Cents:
        """What is paid of a meter, divided ``among`` so many, down to the cent."""
        return Cents(meter * self.percent // (100 * among))

    def net(self, role: Role) -> Net:
        """What the player gains or loses; only a wager of its own can be lost."""
        lost = role is Role.WAGER and not self.returned
        return Net(Fraction(self.numerator, self.denominator) - lost, Fraction(self.percent, 100), self.cents)


def worth(pays: Pays) -> Worth:
    """What a payout means in money.

    >>> worth(ToOne(3, 2)).paid(1_000), worth(ForOne(9)).net(Role.WAGER).wager, worth(ForOne(9)).net(Role.ON_TOP).wager
    (1500, Fraction(8, 1), Fraction(9, 1))
    """
    match pays:
        case ToOne():
            return Worth(numerator=pays.numerator, denominator=pays.denominator, returned=True)
        case ForOne():
            return Worth(numerator=pays.times)
        case MeterShare():
            return Worth(percent=pays.percent, meter=pays.meter)
        case FixedSum():
            return Worth(cents=pays.cents)
        case Push():
            return Worth(returned=True)
        case Lose():
            return Worth()


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
        case [number, "to", unit] if _is_whole(number) and _is_whole(unit) and int(unit) > 0:
            return ToOne(int(number), int(unit))
        case [number, "for", "1"] if _is_whole(number):
            return ForOne(int(number))
        case [share, "of", "meter"] if share.endswith("%") and _is_whole(share[:-1]) and int(share[:-1]) <= 100:
            return MeterShare(int(share[:-1]), meter)
        case [amount] if amount.startswith("$") and _is_whole(amount[1:]):
            return FixedSum(Cents(int(amount[1:]) * 100))
    raise ValueError(f'{text!r} is not a payout; write "3 to 2", "9 for 1", "10% of meter", "$500", "push" or "lose"')


def _is_whole(text: str) -> bool:
    """Return whether a text is a number as a paytable prints one."""
    return text.isascii() and text.isdigit() and len(text) <= 12


def exact_unit(pays: list[Pays]) -> int:
    """The multiple of cents at which every one of these payouts is a whole number of cents."""
    return lcm(*(worth(one).denominator for one in pays))
