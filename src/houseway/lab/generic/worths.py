"""What a round nets in a position, once the rows that settle its tables are known."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from houseway.lab.generic.course import Course, Position


class Worths:
    """The nets of all tables of a game; ``weights``: how much a wager beside the main game counts."""

    def __init__(self, course: Course, weights: Mapping[str, Fraction] | None = None) -> None:
        self.course = course
        self.nets = [_nets(course, number) for number in range(len(course.tables))]
        self.weights = tuple(
            Fraction(1) if wager in course.main else (weights or {}).get(wager, Fraction(0)) for wager in course.wagers
        )
        self._main = tuple(Fraction(wager in course.main) for wager in course.wagers)

    def worth(self, position: Position, rows: Mapping[int, int], *, weighed: bool = True) -> Fraction:
        """Return what a round nets in a position when the tables are settled by these rows; not ``weighed``: the main game alone."""
        course, weights = self.course, self.weights if weighed else self._main
        found = Fraction(0)
        gone = course.collected(position)
        for place, wager in enumerate(course.wagers):
            stake = position.stakes[place] * weights[place]
            if stake:
                found += -stake if wager in gone else stake * self.nets[place][rows[place]]
        for place, payment in enumerate(course.payments, start=len(course.wagers)):
            due = course.paid(position, payment)
            if due:
                found += due * self.nets[place][rows[place]]
        return found

    def is_over(self, position: Position) -> bool:
        """Return whether nothing that counts depends on cards any more; wagers beside the main game may."""
        if position.fold is None:
            return False
        course = self.course
        left = [weight * stake for weight, stake in zip(self.weights, course.at_stake(position), strict=True)]
        return not any(left) and not any(course.paid(position, one) for one in course.payments)

    def places(self, *, folded: bool) -> list[int]:
        """Return the tables, by their place, that a player who stayed, or gave up, can be settled by."""
        course = self.course
        if not folded:
            return list(range(len(course.tables)))
        given_up = [position for position in course.last_positions if position.fold is not None]
        wagers = [place for place in range(len(course.wagers)) if any(course.at_stake(one)[place] for one in given_up)]
        paid = [
            place
            for place, payment in enumerate(course.payments, start=len(course.wagers))
            if any(course.paid(one, payment) for one in given_up)
        ]
        return [*wagers, *paid]


def _nets(course: Course, number: int) -> tuple[Fraction, ...]:
    """Return what each row of a table nets per unit, after vigorish."""
    table = course.tables[number]
    nets = [row.worth.net(table.role).wager for row in table.rows]
    if number < len(course.wagers) and course.wagers[number] in course.vigorish:
        kept = 1 - Fraction(course.vigorish[course.wagers[number]].percent, 100)
        nets = [net * kept if net > 0 else net for net in nets]
    return tuple(nets)
