"""Who decides at the table: the words of a stated round, or whoever else is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

from tests.oracle.poker.cards import Card, cards


class RefusedError(Exception):
    """The round cannot be played as it is stated."""


class Asked(Enum):
    """What a seat is asked."""

    STRADDLE = auto()
    SUPER_DISCARD = auto()
    BET = auto()
    DRAW = auto()
    SHOW = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A seat's turn: what it holds, and the bets it may make."""

    asked: Asked
    seat: int
    holds: tuple[Card, ...] = ()
    to_call: int = 0
    can_check: bool = False
    starts: bool = False  # the first to act, who is "required to bet or check"
    opens: bool = False  # nothing was bet: `bet N`, else `raise to N`
    raise_from: int | None = None
    raise_to: int | None = None
    all_in: int = 0  # the seat's total in this betting round with everything in
    loses: bool = False


class Player(Protocol):
    """Answers questions; an optional one (straddle, show) with None for nothing said."""

    def answer(self, question: Question) -> str | None:
        """The words after the seat number."""

    def reshuffled(self, back: Sequence[Card]) -> list[Card]:
        """The cards put back, in their new order."""

    def finished(self) -> None:
        """The round is over."""


@dataclass(slots=True)
class Stated:
    """The words of a stated round, in their order."""

    actions: list[str]
    reshuffles: list[str] = field(default_factory=list)

    def answer(self, question: Question) -> str | None:
        """The next action, which must be this seat's."""
        optional = question.asked in (Asked.STRADDLE, Asked.SHOW)
        if not self.actions:
            if optional:
                return None
            raise RefusedError(f"seat {question.seat} does not act")
        seat, _, words = self.actions[0].strip().partition(" ")
        if question.asked is Asked.STRADDLE and words != "straddle":
            return None
        if seat != str(question.seat):
            raise RefusedError(f"it is seat {question.seat}'s turn, not {seat}'s")
        del self.actions[0]
        return words

    def reshuffled(self, back: Sequence[Card]) -> list[Card]:
        """The next stated order, which must be of just these cards."""
        if not self.reshuffles:
            raise RefusedError("a reshuffle is not stated")
        order = cards(self.reshuffles.pop(0))
        if sorted(order) != sorted(back):
            raise RefusedError("the reshuffle is of other cards than those put back")
        return order

    def finished(self) -> None:
        """Nothing may be left to do."""
        if self.actions:
            raise RefusedError("the round is over")
        if self.reshuffles:
            raise RefusedError("a reshuffle is stated that was not due")
