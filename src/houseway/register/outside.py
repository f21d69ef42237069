"""Clauses that the five chapters refer to and that lie outside the register: what each is about."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.clause import ClauseError
from houseway.register.spelling import spelled

OUTSIDE: Mapping[str, str] = {
    "461a.4": "how gaming equipment is submitted, tested and approved before it is used",
    "465a.2": "the internal controls of a licensed facility and how they are audited",
    "467a.1": "the plan of the gaming floor and its approval",
    "601a.2": "what a certificate holder submits about a table game: the Rules Submission",
    "601a.10": "the approval of table layouts, signs and equipment",
    "603a.10": "what may be wagered, and the exchange of chips and plaques",
    "603a.15": "what cards must be like, and when they are changed",
    "603a.16": "how cards are received, stored, inspected, preshuffled and taken out of use",
    "605a.2": "electronic wagering systems",
    "605a.3": "electronic wagering at the positions of a table",
    "605a.7": "progressive table games",
    "605a.8": "progressive table games that are linked with others",
    "635a.5": "shuffling and cutting the cards of another table game",
}
"""Section -> its subject in our own words."""


def outside(id: str) -> str | None:
    """What a clause outside the register is about, by its section; None if none of the chapters refers to it."""
    try:
        clause = spelled(id)
    except ClauseError:
        return None
    return OUTSIDE.get(f"{clause.chapter}.{clause.section}")
