"""Best play by backward induction over information sets: what a player knows is a class of deals with its streets, and the answers so far.

Values are sums over everything that is still to be dealt, in whole parts of the main wager, so that nothing is rounded. Then the deals are followed
from the first card on under the best answers, to count how each of them ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from houseway.lab.generic.course import Choice, Course, Position, Street
from houseway.lab.generic.deal_classes import DealClasses
from houseway.lab.generic.settlement_values import Settled, settle_classes
from houseway.lab.generic.worths import Worths
from houseway.lab.sheet import Progress
from houseway.rules.game import Decide, Does

_MOST = 2**62
Values = Any
"""An array of whole numbers, one for each class of a layer: of 64 bits, or of any size where those do not suffice."""


@dataclass(eq=False, kw_only=True)
class Ends:
    """How the deals end under a strategy.

    ``settled``: by position and rows of all tables. ``given_up``: by position, where nothing was left to settle. ``asked``: by question
    and answer. ``reached``: by step and position, how many deals of each class lead to the question.
    """

    settled: dict[Position, Counter[tuple[int, ...]]] = field(default_factory=lambda: defaultdict(Counter))
    given_up: Counter[Position] = field(default_factory=Counter)
    asked: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    reached: dict[tuple[int, Position], Values] = field(default_factory=dict)


class BestPlay:
    """The values of all answers in all positions, computed where they are asked for."""

    def __init__(
        self,
        course: Course,
        classes: DealClasses,
        progress: Progress,
        *,
        weights: Mapping[str, Fraction] | None = None,
        start: Position | None = None,
    ) -> None:
        self.course, self.classes = course, classes
        self.worths = Worths(course, weights)
        self.start = start or course.start
        self._progress = progress
        self._settled: dict[bool, Settled] = {}
        self._values: dict[tuple[int, Position], Values] = {}
        self._choices: dict[tuple[int, Position], Values] = {}
        self.unit = self._parts()
        self._number: Any = np.int64 if self._bound() < _MOST else object

    def _parts(self) -> int:
        """The parts of a unit in which every stake nets a whole number."""
        parts = lcm(*(net.denominator for nets in self.worths.nets for net in nets))
        parts *= lcm(*(one.denominator for one in self.worths.weights))
        return parts * lcm(*(one.denominator for one in self.start.stakes))

    def _bound(self) -> int:
        """More than any sum can come to."""
        most = sum(max((abs(net) for net in nets), default=Fraction(0)) for nets in self.worths.nets) + 1
        largest = max([1, *(option.most_times for phase in self._questions() for option in phase.options)])
        per_deal = most * self.unit * (1 + sum(self.start.stakes)) * largest**2
        return int(per_deal * max(self.course.completions(0), 1) * (1 + max(self.worths.weights)))

    def _questions(self) -> list[Decide]:
        return [step for step in self.course.steps if isinstance(step, Decide)]

    # What a deal comes to.

    def settled(self, *, folded: bool) -> Settled:
        """Return how the last layer is settled, for players who stayed or for those who gave up."""
        if folded not in self._settled:
            self._settled[folded] = settle_classes(
                self.course, self.classes, self._tables(folded=folded), folded=folded, progress=self._progress
            )
        return self._settled[folded]

    def _tables(self, *, folded: bool) -> list[Any]:
        return [self.course.tables[place] for place in self.worths.places(folded=folded)]

    def _lost(self, position: Position) -> int:
        """What a player has lost, in parts, who has given up everything."""
        return int(self.worths.worth(position, {}) * self.unit)

    def lines(self, position: Position) -> Values:
        """Return the value of each line of `settled`: for each class of the last layer, and setting."""
        folded = position.fold is not None
        settled, places = self.settled(folded=folded), self.worths.places(folded=folded)
        nets = [
            int(self.worths.worth(position, dict(zip(places, rows, strict=True))) * self.unit)
            for rows in settled.rows.tolist()
        ]
        return settled.counts.astype(self._number, copy=False) @ np.array(nets, self._number)

    # Backward.

    def value(self, step: int, position: Position) -> Values:
        """Return for each class of the layer at a step what the rest of the round nets at best, summed over all that is dealt."""
        key = (step, position)
        if key not in self._values:
            self._values[key] = self._value(step, position)
        return self._values[key]

    def _value(self, step: int, position: Position) -> Values:
        course, turned = self.course, self.course.turned_at(step)
        layers = self.classes.layers
        here = turned - self._first()
        if self.worths.is_over(position):
            return np.full(len(layers[here].nodes), self._lost(position) * course.completions(turned), self._number)
        if step == len(course.steps):
            return self._best_lines(position)[0]
        phase = course.steps[step]
        if isinstance(phase, Street):
            below, layer = self.value(step + 1, position), layers[here + 1]
            found = np.zeros(len(layers[here].nodes), self._number)
            np.add.at(found, layer.parents, below[layer.children] * layer.ways.astype(self._number, copy=False))
            return found
        if not course.asks(phase, position) or is_setting(phase):
            return self.value(step + 1, position)
        values = self.answers(step, position)
        stacked = np.stack([value for _, value in values])
        # The first of equals: what costs least comes first.
        self._choices[step, position] = np.argmax(stacked, axis=0) if self._number is np.int64 else _first_best(stacked)
        best: Values = stacked.max(axis=0)
        return best

    def answers(self, step: int, position: Position) -> list[tuple[Choice, Values]]:
        """Return what may be answered at a step, with the value of each answer for each class of the layer."""
        phase = self.course.steps[step]
        assert isinstance(phase, Decide)
        return [(one, self.value(step + 1, one.leads_to)) for one in self.course.choices(phase, position)]

    def choice(self, step: int, position: Position) -> Values:
        """Return for each class of the layer the place of the best answer among `answers`."""
        self.value(step, position)
        return self._choices[step, position]

    def _best_lines(self, position: Position) -> tuple[Values, Values]:
        """Return for each class the value of its best line, and the line."""
        values, begin = self.lines(position), self.settled(folded=position.fold is not None).begin
        if not self._sets() or len(values) == len(begin) - 1:
            return values[begin[:-1]], begin[:-1]
        best = np.maximum.reduceat(values, begin[:-1])
        of = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
        at = np.flatnonzero(values == best[of])
        first = np.full(len(begin) - 1, len(values), np.int64)
        np.minimum.at(first, of[at], at)
        return best, first

    def best_lines(self, position: Position) -> Values:
        """Return the best line of `settled` of each class of the last layer: how its hands are set."""
        return self._best_lines(position)[1]

    def _sets(self) -> bool:
        return any(is_setting(phase) for phase in self._questions())

    def _first(self) -> int:
        """How many streets lie there in the first layer."""
        return len(self.course.streets) + 1 - len(self.classes.layers)

    # Forward.

    def ends(self) -> Ends:
        """Follow all deals from the first layer on under the best answers."""
        ends = Ends()
        first = self._first()
        times = np.array(self.classes.layers[0].times, object)
        step = next(
            (number for number in range(len(self.course.steps)) if self.course.turned_at(number) == first),
            len(self.course.steps),
        )
        self._follow(step, self.start, times, ends)
        return ends

    def _follow(self, step: int, position: Position, times: Values, ends: Ends) -> None:
        course, turned = self.course, self.course.turned_at(step)
        deals = int(times.sum()) * course.completions(turned)
        if not deals:
            return
        if course.is_settled(position):
            ends.given_up[position] += deals
            return
        if step == len(course.steps):
            self._end(position, times, ends)
            return
        phase = course.steps[step]
        if isinstance(phase, Street):
            layer = self.classes.layers[turned - self._first() + 1]
            below = np.zeros(len(layer.nodes), object)
            np.add.at(below, layer.children, times[layer.parents] * layer.ways)
            self._follow(step + 1, position, below, ends)
        elif not course.asks(phase, position):
            self._follow(step + 1, position, times, ends)
        elif is_setting(phase):
            self._count_settings(phase, position, times, ends)
            self._follow(step + 1, position, times, ends)
        else:
            chosen, choices = self.choice(step, position), course.choices(phase, position)
            ends.reached[step, position] = times
            for place, choice in enumerate(choices):
                own = np.where(chosen == place, times, 0)
                ends.asked[phase.id][choice.word] += int(own.sum()) * course.completions(turned)
                self._follow(step + 1, choice.leads_to, own, ends)

    def _count_settings(self, phase: Decide, position: Position, times: Values, ends: Ends) -> None:
        house = np.array(self.settled(folded=False).house)[self.best_lines(position)]
        banks = self.course.completions(len(self.course.streets))
        for word, chosen in (("house way", house), ("otherwise", ~house)):
            ends.asked[phase.id][word] += int(times[chosen].sum()) * banks

    def _end(self, position: Position, times: Values, ends: Ends) -> None:
        folded = position.fold is not None
        settled, places = self.settled(folded=folded), self.worths.places(folded=folded)
        lines = self.best_lines(position)
        totals = times @ settled.counts[lines].astype(object)
        for rows, total in zip(settled.rows.tolist(), totals.tolist(), strict=True):
            if total:
                whole = [0] * len(self.course.tables)
                for place, row in zip(places, rows, strict=True):
                    whole[place] = row
                ends.settled[position][tuple(whole)] += int(total)


def is_setting(phase: Decide) -> bool:
    """Return whether a question is how the hands are set."""
    return any(option.does is Does.SET for option in phase.options)


def _first_best(stacked: Values) -> Values:
    best = stacked.max(axis=0)
    return np.array(
        [next(i for i, value in enumerate(column) if value == top) for column, top in zip(stacked.T, best, strict=True)]
    )
