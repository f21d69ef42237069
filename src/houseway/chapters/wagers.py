"""Wagers with the amounts a submission posts."""

from __future__ import annotations

from typing import Any

from houseway.clause import ClauseId
from houseway.money import Cents
from houseway.rules.game import Wager
from houseway.rules.submission import Submission


def main_wager(submission: Submission, id: str, name: str, clause: ClauseId) -> Wager:
    """The wager without which nobody is dealt in, between the table's minimum and maximum."""
    least, most = submission.table_minimum or 0, submission.table_maximum
    return Wager(
        id=id,
        name=name,
        clause=clause,
        main=True,
        minimum=Cents(least),
        maximum=None if most is None else Cents(most),
    )


def optional_wager(
    submission: Submission, id: str, name: str, clause: ClauseId, *, requires: str, **more: Any
) -> Wager:
    """A wager the submission may offer beside the main one; one of stated sizes has no other minimum or maximum."""
    least, most = submission.optional_minimum or 0, submission.optional_maximum
    if more.get("sizes"):
        least, most = 0, None
    return Wager(
        id=id,
        name=name,
        clause=clause,
        requires=requires,
        offered=submission.offers(id),
        minimum=Cents(least),
        maximum=None if most is None else Cents(most),
        **more,
    )
