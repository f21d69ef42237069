"""Payout limits: what a submission may set them to (reading all-cap)."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.money import dollars
from houseway.rules.submission import Fault

LEAST_LIMIT = 5_000_000
"""Cents: no aggregate payout limit may be below $50,000."""


def limit_faults(limit: int | None, least: int, clause: str) -> Iterable[Fault]:
    """A payout limit below the lawful one."""
    if limit is not None and limit < least:
        yield Fault(
            "payout_limit",
            clause,
            f"a payout limit of {dollars(limit)} is below the lawful {dollars(least)}",
            (f"at least {dollars(least)}",),
        )
