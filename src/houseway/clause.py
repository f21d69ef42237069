"""Clause ids such as ``677a.11(h)(2)(iii)(B)``: parsed, ordered, walked upward."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NewType

ClauseId = NewType("ClauseId", str)
"""The text form of a clause, as it is cited in tables and events; the makers of a chapter's tables make it of the text there."""

NO_CLAUSE = ClauseId("")
"""Where no clause speaks: what is malformed breaks none."""

_FORM = re.compile(r"^(?P<chapter>\d{3}a)(?:\.(?P<section>\d{1,2})(?P<path>(?:\([A-Za-z0-9]{1,6}\))*))?$")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


class ClauseError(ValueError):
    """Raised when a text is not a clause id."""


def _roman(text: str) -> int:
    total = 0
    for here, after in zip(text, text[1:] + " ", strict=True):
        value = _ROMAN[here]
        total += -value if _ROMAN.get(after, 0) > value else value
    return total


def _step_order(depth: int, step: str) -> int:
    # The levels of the Code alternate: (a) letters, (1) numbers, (i) romans, (A) capitals.
    match depth:
        case 0 | 3:
            if not step.isalpha() or step.islower() != (depth == 0):
                raise ValueError(step)
            return ord(step.lower()[0]) - ord("a") + 1 + 26 * (len(step) - 1)
        case 1 | 4:
            return int(step)
        case _:
            return _roman(step)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the Code: a chapter, a section and the path of paragraphs below it."""

    chapter: str
    section: int | None = None
    path: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Clause:
        """Read a clause id.

        >>> Clause.parse("677a.11(h)(2)").path
        ('h', '2')
        """
        found = _FORM.match(text.strip().removeprefix("§").strip())
        if found is None:
            raise ClauseError(f"{text!r} is not a clause id; one looks like 677a.11(h)(2)(iii)(B)")
        section = found["section"]
        path = tuple(re.findall(r"\(([A-Za-z0-9]+)\)", found["path"] or ""))
        clause = cls(found["chapter"], int(section) if section else None, path)
        try:
            _ = clause.order
        except (ValueError, KeyError):
            raise ClauseError(
                f"{text!r} is not a clause id: paragraphs run (a), (1), (i), (A) from the outside in"
            ) from None
        return clause

    def __str__(self) -> str:
        if self.section is None:
            return self.chapter
        return f"{self.chapter}.{self.section}" + "".join(f"({step})" for step in self.path)

    @property
    def order(self) -> tuple[str, int, tuple[int, ...]]:
        """A key that sorts clauses as the Code prints them."""
        return (self.chapter, self.section or 0, tuple(_step_order(i, step) for i, step in enumerate(self.path)))

    @property
    def citation(self) -> str:
        """The clause as it is cited officially.

        >>> Clause.parse("677a.12(c)").citation
        '58 Pa. Code § 677a.12(c)'
        """
        return f"58 Pa. Code {'Chapter' if self.section is None else '§'} {self}"

    @property
    def parent(self) -> Clause | None:
        """The clause this one stands under."""
        if self.path:
            return Clause(self.chapter, self.section, self.path[:-1])
        return Clause(self.chapter) if self.section is not None else None

    def contains(self, other: Clause) -> bool:
        """Whether the other clause is this one or stands somewhere below it."""
        if self.chapter != other.chapter:
            return False
        if self.section is None:
            return True
        return self.section == other.section and other.path[: len(self.path)] == self.path
