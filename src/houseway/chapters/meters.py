"""Progressive meters as a submission states them."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.clause import ClauseId
from houseway.money import Cents, dollars
from houseway.rules.game import Meter
from houseway.rules.submission import Fault, ProgressiveTerms, unstated


def meter(id: str, terms: ProgressiveTerms, *, least: Cents, clause: ClauseId) -> Meter:
    """The meter, with what is taken where the submission says nothing."""
    taken = terms.in_force(least)
    assert taken.initial is not None and taken.reset is not None
    return Meter(
        id=id,
        initial=Cents(taken.initial),
        reset=Cents(taken.reset),
        rate=terms.rate,
        clause=clause,
        linked=terms.linked,
    )


def meter_faults(
    field: str, terms: ProgressiveTerms, *, least: Cents, clause: ClauseId, states_rate: bool = True
) -> Iterable[Fault]:
    """Amounts below the least lawful, and what the clause wants stated: the amounts, and the rate where it ``states_rate``."""
    at_least = (f"at least {dollars(least)}",)
    for name in ("initial", "reset"):
        cents = getattr(terms, name)
        if cents is not None and cents < least:
            says = f"the meter's {name} amount of {dollars(cents)} is below {dollars(least)}"
            yield Fault(f"{field}.{name}", clause, says, at_least)
    if states_rate and terms.rate_percent is None:
        yield unstated(
            f"{field}.rate_percent", clause, "the meter's rate of progression", default="0%", legal=("0 to 100",)
        )
    for name in ("initial", "reset"):
        # One that is taken from the other is not named beside what is wrong with that.
        follows = name == "initial" and (terms.reset or least) < least
        if getattr(terms, name) is None and not follows:
            default = dollars(getattr(terms.in_force(least), name))
            yield unstated(f"{field}.{name}", clause, f"the meter's {name} amount", default=default, legal=at_least)


def size_faults(field: str, terms: ProgressiveTerms, clause: ClauseId) -> Iterable[Fault]:
    """Sizes of a wager that are no amounts, or a list of none."""
    if terms.wagers is not None and (not terms.wagers or min(terms.wagers) <= 0):
        yield Fault(f"{field}.wagers", clause, "a wager is more than nothing", ("at least 1 cent",))
