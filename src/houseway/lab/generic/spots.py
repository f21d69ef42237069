"""A spot of a round: what a player holds and sees, and what has been placed, as a step and a position of the course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.cards import CARD_TEXT, Card, repeated
from houseway.lab.generic.course import Course, Position
from houseway.lab.generic.deal_classes import Group, Groups
from houseway.lab.inputs import InputError
from houseway.rules.game import Decide, Placed


class Spot(NamedTuple):
    """Where a player is asked."""

    step: int
    position: Position
    streets: Groups
    hand: Group


def spot_of(
    course: Course,
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    placed: Mapping[str, int] | None = None,
    phase: str | None = None,
) -> Spot:
    """Return the spot, or raise an `InputError` with one sentence where no question is asked there."""
    game = course.game
    twice = repeated((*hand, *board))
    if twice is not None:
        raise InputError(f"{CARD_TEXT[twice]} is stated twice, and the deck has it once")
    missing = [card for card in (*hand, *board) if card not in game.deck]
    if missing:
        raise InputError(f"{CARD_TEXT[missing[0]]} is no card of {game.name}: the deck has {len(game.deck)} cards")
    position = position_of(course, placed)
    asked = [
        (step, course.turned_at(step))
        for step, one in enumerate(course.steps)
        if isinstance(one, Decide) and (phase is None or one.id == phase)
    ]
    if not asked:
        questions = [one.id for one in course.steps if isinstance(one, Decide)]
        raise InputError(f"{game.name} asks no question {phase!r}; it asks {', '.join(questions) or 'none'}")
    sizes = {turned: sum(course.streets[:turned]) for _, turned in asked}
    here = [step for step, turned in asked if sizes[turned] == len(board)]
    if len(hand) != course.held or not here:
        legal = " or ".join(map(str, dict.fromkeys(sizes.values()))) if any(sizes.values()) else "none"
        raise InputError(
            f"a question of {game.name} is asked with {course.held} cards in hand and {legal} on the board, "
            f"not with {len(hand)} and {len(board)}"
        )
    for step in here:
        question = course.steps[step]
        assert isinstance(question, Decide)
        if course.asks(question, position):
            return Spot(step, position, split(course, board), tuple(hand))
    raise InputError(f"a player who has placed {', '.join(sorted(position.placed))} is not asked again at this point")


def position_of(course: Course, placed: Mapping[str, int] | None) -> Position:
    """Return the position of a player who has placed these wagers; without any, that before the first question."""
    if not placed:
        return course.start
    game = course.game
    unit = placed.get(game.main_wager.id, 0)
    if unit <= 0:
        raise InputError(f"a player without {game.main_wager.with_article} is asked nothing")
    by_decision = {id for id, wager in game.wagers.items() if wager.placed is Placed.BY_DECISION}
    stakes = tuple(Fraction(placed.get(wager, 0), unit) for wager in course.wagers)
    return Position(stakes, frozenset(by_decision & set(placed)))


def split(course: Course, board: Sequence[Card]) -> Groups:
    """Return the cards of a board by streets."""
    found, at = [], 0
    for cards in course.streets:
        if at < len(board):
            found.append(tuple(board[at : at + cards]))
            at += cards
    return tuple(found)
