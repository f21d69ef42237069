"""How much work a game is, before it is begun: looks at hands, each a call of a primitive."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from houseway.lab.generic.course import Course
from houseway.lab.generic.deal_classes import SuitNames

BUDGET = 12_000_000
"""Looks that a solution takes at most, unless it is told otherwise: about a minute of one processor."""
SPOT_BUDGET = 2_000_000
"""Looks that the answers to one question take at most."""


def looks_to_solve(course: Course, names: SuitNames, *, by_pairs: bool) -> int:
    """Return about how many looks all deals of a game take."""
    hands = comb(len(names.deck), course.held)
    return hands + _looks(course, names, hands, course.streets, by_pairs=by_pairs)


def looks_for_spot(course: Course, names: SuitNames, turned: int, *, by_pairs: bool) -> int:
    """Return about how many looks one hand takes beside a board of so many streets."""
    # A class has fewer deals where some of the cards are fixed: none are taken for one another here.
    alone = SuitNames(names.deck, any_suits=False)
    return _looks(course, alone, 1, course.streets[turned:], before=sum(course.streets[:turned]), by_pairs=by_pairs)


def _looks(
    course: Course, names: SuitNames, deals: int, streets: Sequence[int], *, before: int = 0, by_pairs: bool
) -> int:
    left = len(names.deck) - course.held - before
    boards, looks = 1, 0
    taken = len(names.deck) - before
    for cards in streets:
        classes = max(1, deals // names.changes)
        looks += classes * comb(left, cards)
        deals *= comb(left, cards)
        boards *= comb(taken, cards) if before == 0 else comb(left, cards)
        left, taken = left - cards, taken - cards
    classes = max(1, deals // names.changes)
    settings = 4 if course.game.arrangement is not None else 1
    if by_pairs:
        return looks + classes * settings * comb(left, course.banked)
    banks = max(1, boards // names.changes) * comb(taken, course.banked)
    return looks + classes * settings + banks
