"""The readings register: where the chapters leave more than one reading, which one is taken."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from houseway.clause import Clause, ClauseId
from houseway.register.entries import PACKAGE


@dataclass(frozen=True, slots=True)
class Reading:
    """What is open in some clauses and how it is read; ``option`` is the submission's field that may choose otherwise."""

    id: str
    clauses: tuple[ClauseId, ...]
    open: str
    reading: str
    option: str = ""
    default: str = ""

    def touches(self, clause: Clause) -> bool:
        """Whether it concerns the clause, one above it or one below it."""
        return any(one.contains(clause) or clause.contains(one) for one in map(Clause.parse, self.clauses))


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading, in the order of the register."""
    data = tomllib.loads((PACKAGE / "readings.toml").read_text(encoding="utf-8"))
    return tuple(Reading(**{**one, "clauses": tuple(one["clauses"])}) for one in data["reading"])


def readings_of(id: str) -> tuple[Reading, ...]:
    """The readings that touch a clause."""
    clause = Clause.parse(id)
    return tuple(one for one in readings() if one.touches(clause))


def readings_beside(ids: Iterable[str]) -> tuple[Reading, ...]:
    """The readings of some clauses or of those above them; what is read of a clause below stands beside that one."""
    found = {name for id in ids for one in _upward(id) for name in _by_clause().get(one, ())}
    return tuple(one for one in readings() if one.id in found)


@cache
def _by_clause() -> Mapping[str, list[str]]:
    named: dict[str, list[str]] = {}
    for reading in readings():
        for id in reading.clauses:
            named.setdefault(id, []).append(reading.id)
    return named


def _upward(id: str) -> Iterator[str]:
    """A clause, those above it, its section and its chapter."""
    while id:
        yield id
        id = id.rpartition("(")[0] or id.rpartition(".")[0]
