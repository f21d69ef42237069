"""A trainee's way through sets of tasks: what was asked, what was answered, and what is to be practised more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.clause import ClauseId
from houseway.money import cents_of
from houseway.play.training.tasks import Line, Task, irregularity_task, pay_task, step_task

SET = 12
"""So many tasks are a set."""
_KINDS = (
    "step",
    "pay",
    "irregularity",
    "pay",
    "step",
    "pay",
    "irregularity",
    "pay",
    "step",
    "pay",
    "irregularity",
    "pay",
)
_MAKERS = {"step": step_task, "pay": pay_task, "irregularity": irregularity_task}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What was answered to a task, and how much of it was right. ``wrong``: the lines that were not; ``off``: cents amiss."""

    chosen: int
    given: Mapping[str, tuple[str, str]]
    option_right: bool
    wrong: frozenset[str]
    points: int
    off: int


@dataclass(slots=True)
class Score:
    """Of how many tasks a clause came up in, how many were right."""

    right: int = 0
    asked: int = 0


@dataclass(slots=True)
class Training:
    """One trainee at one game. The same seed leads through the same tasks."""

    game: str
    seed: int
    number: int = 0
    """The task that is asked, from 0."""
    answers: list[Answered] = field(default_factory=list)
    made: list[Task] = field(default_factory=list)
    clauses: dict[str, Score] = field(default_factory=dict)

    @property
    def task(self) -> Task:
        """The task that is asked now."""
        while len(self.made) <= self.number:
            self.made.append(self._make(len(self.made)))
        return self.made[self.number]

    def _make(self, number: int) -> Task:
        weak = Counter({clause: one.asked - one.right for clause, one in self.clauses.items() if one.asked > one.right})
        seed = self.seed * 1000 + number
        return _MAKERS[_KINDS[number % SET]](self.game, seed, weak)

    @property
    def answered(self) -> Answered | None:
        """What was answered to the task, if it was."""
        return self.answers[self.number] if self.number < len(self.answers) else None

    def answer(self, chosen: int, given: Mapping[str, tuple[str, str]]) -> Answered:
        """Answer the task once: the number of an option, and for each line what is done and how much is paid, in dollars."""
        if self.answered is not None:
            return self.answered
        task = self.task
        right_option = bool(task.options) and 0 <= chosen < len(task.options) and task.options[chosen].right
        wrong = frozenset(line.id for line in task.lines if not is_right(line, given.get(line.id, ("", ""))))
        off = sum(_off(line, given.get(line.id, ("", ""))) for line in task.lines)
        points = right_option + len(task.lines) - len(wrong)
        done = Answered(
            chosen=chosen, given=dict(given), option_right=right_option, wrong=wrong, points=points, off=off
        )
        self.answers.append(done)
        for option in task.options:
            if option.right:
                self._count(option.clause, right=right_option)
        for line in task.lines:
            self._count(line.clause, right=line.id not in wrong)
        return done

    def _count(self, clause: ClauseId, *, right: bool) -> None:
        one = self.clauses.setdefault(clause, Score())
        one.asked += 1
        one.right += right

    def go_on(self) -> None:
        """The next task, once this one is answered."""
        if self.answered is not None:
            self.number += 1

    # The set.

    @property
    def first(self) -> int:
        """The first task of the set."""
        return self.number - self.number % SET

    @property
    def score(self) -> tuple[int, int]:
        """Points in this set, and how many there were to have."""
        done = self.answers[self.first :]
        return sum(one.points for one in done), sum(self.made[self.first + at].points for at in range(len(done)))

    @property
    def steps(self) -> tuple[int, int]:
        """Choices that were right in this set, and how many there were."""
        chosen = [one for at, one in enumerate(self.answers[self.first :]) if self.made[self.first + at].options]
        return sum(one.option_right for one in chosen), len(chosen)

    @property
    def off(self) -> int:
        """By how many cents payouts of this set were wrong, in all."""
        return sum(one.off for one in self.answers[self.first :])

    @property
    def marks(self) -> list[str]:
        """The set at a glance: ok, half, no, now, or empty for what is to come."""
        found = []
        for at in range(self.first, self.first + SET):
            if at < len(self.answers):
                points, most = self.answers[at].points, self.made[at].points
                found.append("ok" if points == most else "no" if not points else "half")
            else:
                found.append("now" if at == self.number else "")
        return found

    @property
    def weak(self) -> list[tuple[str, int, int]]:
        """Clauses by how often they were right, the worst first: clause, right, asked."""
        found = [(clause, one.right, one.asked) for clause, one in self.clauses.items() if one.right < one.asked]
        return sorted(found, key=lambda one: one[1] / one[2])


def is_right(line: Line, given: tuple[str, str]) -> bool:
    """Whether a line was filled in as the table settles it."""
    act, text = given
    if line.acts and act != line.right:
        return False
    return not line.amount or (line.acts and line.right != "paid") or _cents(text) == line.cents


def _cents(text: str) -> int | None:
    text = text.strip().removeprefix("$")
    return 0 if not text else cents_of(text)


def _off(line: Line, given: tuple[str, str]) -> int:
    if not line.amount:
        return 0
    act, text = given
    said = _cents(text) if not line.acts or act == "paid" else 0
    return abs((said or 0) - line.cents)
