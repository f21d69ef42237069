"""Play by samples, where the deals are too many to look at all: each answer is tried against some of what can come.

What an answer is worth is a mean over boards and hands of the bank that are drawn for this decision alone, so that a strategy made of such answers
is a real one: it knows nothing of the cards to come, and what it wins can be measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np

from houseway.lab.generic.best_play import is_setting
from houseway.lab.generic.course import Choice, Course, Position, Street
from houseway.lab.generic.deal_classes import Group, Groups, SuitNames
from houseway.lab.generic.fields_read import HIDDEN
from houseway.lab.generic.settlement_values import ReadsMoreError, Sides, player_lines
from houseway.lab.generic.worths import Worths
from houseway.rules.game import Decide
from houseway.rules.showdown import Setting, Showdown


class Tries(NamedTuple):
    """How many streets and hands of the bank an answer is tried against: at the question itself, and at those that come later."""

    streets: int = 40
    banks: int = 120
    later: int = 16


class Line(NamedTuple):
    """A way to set a hand, or the only one, and the rows of all tables against each of several hands of the bank."""

    setting: Setting | None
    house: bool
    rows: list[tuple[int, ...]]


@dataclass(eq=False, kw_only=True)
class _Decision:
    """What is drawn for one decision: the same for each of its answers."""

    chance: Random
    streets: dict[tuple[Groups, Group], list[Group]]
    lines: dict[tuple[Groups, Group, bool], list[Line]]


class SampledPlay:
    """Answers by samples, from a seed."""

    def __init__(
        self,
        course: Course,
        names: SuitNames,
        *,
        seed: int,
        tries: Tries | None = None,
        weights: Mapping[str, Fraction] | None = None,
    ) -> None:
        self.course, self.names, self.tries = course, names, tries or Tries()
        self.worths = Worths(course, weights)
        self.seed = seed
        self._sides: dict[bool, Sides] = {}
        self._worth: dict[tuple[Position, tuple[int, ...]], float] = {}
        self._first: dict[tuple[int, Position, Any], list[tuple[Choice, float]]] = {}

    # The end of a round.

    def sides(self, *, folded: bool) -> Sides:
        """Return what the tables ask of a showdown."""
        if folded not in self._sides:
            tables = [self.course.tables[place] for place in self.worths.places(folded=folded)]
            self._sides[folded] = Sides(self.course, tables, folded=folded)
        return self._sides[folded]

    def lines(self, streets: Groups, hand: Group, banks: list[Group], *, folded: bool) -> list[Line]:
        """Return how a hand, set in each way, is settled against these hands of the bank."""
        sides = self.sides(folded=folded)
        while True:
            try:
                return self._lines(sides, streets, hand, banks, folded=folded)
            except ReadsMoreError as more:
                sides.learn(more)

    def _lines(self, sides: Sides, streets: Groups, hand: Group, banks: list[Group], *, folded: bool) -> list[Line]:
        board = tuple(card for street in streets for card in street)
        arrangement = self.course.game.arrangement
        settings = [arrangement.bank(bank) if arrangement is not None else None for bank in banks]
        kinds = [sides.bank_kind(bank, board, setting) for bank, setting in zip(banks, settings, strict=True)]
        found = []
        for kind, setting, house in player_lines(sides, hand, board):
            both = [
                np.array(
                    [
                        [
                            sides.look(
                                primitive.of,
                                Showdown(hand, bank, board, folded, setting, theirs, *HIDDEN[6:]),
                            )
                            for bank, theirs in zip(banks, settings, strict=True)
                        ]
                    ],
                    np.int64,
                )
                for primitive in sides.pairs
            ]
            codes = sides.codes([kind], kinds, both)[0]
            places = self.worths.places(folded=folded)
            rows = []
            for own in sides.rows(codes.tolist()).tolist():
                whole = [0] * len(self.course.tables)
                for place, row in zip(places, own, strict=True):
                    whole[place] = row
                rows.append(tuple(whole))
            found.append(Line(setting, house, rows))
        return found

    def worth(self, position: Position, rows: tuple[int, ...]) -> float:
        """Return what a round nets in a position by these rows."""
        key = (position, rows)
        if key not in self._worth:
            self._worth[key] = float(self.worths.worth(position, dict(enumerate(rows))))
        return self._worth[key]

    def mean(self, position: Position, line: Line) -> float:
        """Return what a round nets on average against the hands of a line."""
        return sum([self.worth(position, rows) for rows in line.rows]) / len(line.rows)

    # Decisions.

    def answers(self, step: int, position: Position, streets: Groups, hand: Group) -> list[tuple[Choice, float]]:
        """Return what may be answered, with about what each answer is worth; the same for all deals that differ only by their suits."""
        if not self.names.any_suits:
            return self._answers(step, position, streets, hand)
        groups = (*(tuple(sorted(street)) for street in streets), tuple(sorted(hand)))
        key = (step, position, self.names.key(groups))
        if key not in self._first:
            *board, own = self.names.member(groups)
            found = self._answers(step, position, tuple(board), own)
            if streets:
                return found
            # Only first questions come again often enough to be kept.
            self._first[key] = found
        return self._first[key]

    def _answers(self, step: int, position: Position, streets: Groups, hand: Group) -> list[tuple[Choice, float]]:
        phase = self.course.steps[step]
        assert isinstance(phase, Decide)
        drawn = self._decision(step, streets, hand)
        return [
            (one, self._value(step + 1, one.leads_to, streets, hand, drawn, first=True))
            for one in self.course.choices(phase, position)
        ]

    def best_line(self, position: Position, streets: Groups, hand: Group) -> tuple[int, list[tuple[Line, float]]]:
        """Return the place of the best way to set a hand, and about what each way is worth."""
        drawn = self._decision(len(self.course.steps), streets, hand)
        lines = self._drawn_lines(position, streets, hand, drawn, self.tries.banks)
        valued = [(line, self.mean(position, line)) for line in lines]
        return max(range(len(valued)), key=lambda place: valued[place][1]), valued

    def _decision(self, step: int, streets: Groups, hand: Group) -> _Decision:
        # Drawn by what the player knows, and by nothing that is still to come.
        return _Decision(chance=Random(repr((self.seed, step, streets, hand))), streets={}, lines={})

    def _value(
        self, step: int, position: Position, streets: Groups, hand: Group, drawn: _Decision, *, first: bool
    ) -> float:
        course = self.course
        if self.worths.is_over(position):
            return self.worth(position, (0,) * len(course.tables))
        if step == len(course.steps):
            many = self.tries.banks if first else self.tries.later
            lines = self._drawn_lines(position, streets, hand, drawn, many)
            return max([self.mean(position, line) for line in lines])
        phase = course.steps[step]
        if isinstance(phase, Street):
            many = self.tries.streets if first else self.tries.later
            coming = self._drawn_streets(phase, streets, hand, drawn, many)
            values = [self._value(step + 1, position, (*streets, one), hand, drawn, first=False) for one in coming]
            return sum(values) / len(values)
        if not course.asks(phase, position) or is_setting(phase):
            return self._value(step + 1, position, streets, hand, drawn, first=first)
        return max(
            self._value(step + 1, one.leads_to, streets, hand, drawn, first=first)
            for one in course.choices(phase, position)
        )

    def _drawn_streets(self, phase: Street, streets: Groups, hand: Group, drawn: _Decision, many: int) -> list[Group]:
        key = (streets, hand)
        if key not in drawn.streets:
            drawn.streets[key] = draw_hands(self.left(streets, hand), phase.cards, many, drawn.chance)
        return drawn.streets[key]

    def _drawn_lines(self, position: Position, streets: Groups, hand: Group, drawn: _Decision, many: int) -> list[Line]:
        folded = position.fold is not None
        key = (streets, hand, folded)
        if key not in drawn.lines:
            banks = draw_hands(self.left(streets, hand), self.course.banked, many, drawn.chance)
            drawn.lines[key] = self.lines(streets, hand, banks, folded=folded)
        return drawn.lines[key]

    def left(self, streets: Groups, hand: Group) -> list[Any]:
        """Return the cards that a player does not see."""
        taken = {card for group in (*streets, hand) for card in group}
        return [card for card in self.names.deck if card not in taken]


def draw_hands(left: list[Any], cards: int, many: int, chance: Random) -> list[Group]:
    """Return so many hands drawn from these cards, or all there are if they are not more."""
    if comb(len(left), cards) <= many:
        return [*combinations(left, cards)]
    return [tuple(sorted(chance.sample(left, cards))) for _ in range(many)]
