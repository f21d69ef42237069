"""Payout limits: what a submission may set them to (reading all-cap)."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm

from houseway.clause import ClauseId
from houseway.money import Cents, dollars
from houseway.rules.game import Wager
from houseway.rules.submission import Fault
from houseway.rules.table_rules import TableRules

LEAST_LIMIT = Cents(5_000_000)
"""Cents: no aggregate payout limit may be below $50,000."""


def limit_faults(limit: Cents | None, least: Cents, clause: ClauseId) -> Iterable[Fault]:
    """A payout limit below the lawful one."""
    if limit is not None and limit < least:
        yield Fault(
            "payout_limit",
            clause,
            f"a payout limit of {dollars(limit)} is below the lawful {dollars(least)}",
            (f"at least {dollars(least)}",),
        )


def amount_faults(rules: TableRules) -> Iterable[Fault]:
    """Wagers that are offered and that no amount satisfies: sizes, minimum, maximum and whole cents together."""
    wagers = rules.game.wagers
    for wager in wagers.values():
        # A wager as large as another must satisfy both.
        both = [wager, *([wagers[wager.equals]] if wager.equals is not None else [])]
        if wager.offered and not _has_amount(rules, both):
            yield Fault(
                _limited_by(rules, wager), wager.clause, f"no amount satisfies the {wager.name}: {_bounds(rules, both)}"
            )


def _has_amount(rules: TableRules, both: list[Wager]) -> bool:
    least, most, step = max(1, *(one.minimum for one in both)), _most(both), _step(rules, both)
    if not any(one.sizes for one in both):
        first = -(-least // step) * step
        return most is None or first <= most
    sizes = set.intersection(*(set(one.sizes) for one in both if one.sizes))
    return any(least <= size and (most is None or size <= most) and not size % step for size in sizes)


def _most(both: list[Wager]) -> int | None:
    return min((one.maximum for one in both if one.maximum is not None), default=None)


def _step(rules: TableRules, both: list[Wager]) -> int:
    """The least amount that is paid in whole cents."""
    tables = rules.game.tables
    return 1 if rules.round_down else lcm(*(tables[one.id].unit for one in both if one.id in tables))


def _bounds(rules: TableRules, both: list[Wager]) -> str:
    sizes = [dollars(size) for one in both for size in one.sizes]
    least, most, step = max(one.minimum for one in both), _most(both), _step(rules, both)
    says = [f"it is {' or '.join(sizes)}"] if sizes else []
    says += [f"at least {dollars(least)}"] if least else []
    says += [f"at most {dollars(most)}"] if most is not None else []
    says += [f"a multiple of {step} cents"] if step > 1 else []
    return ", ".join(says)


def _limited_by(rules: TableRules, wager: Wager) -> str:
    """The field that is nearest to blame."""
    kind = "table" if wager.main or wager.equals is not None else "optional"
    return f"{kind}_maximum" if rules.submission[f"{kind}_maximum"] is not None else f"{kind}_minimum"
