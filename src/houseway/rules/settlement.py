"""Settlement tables: which facts lead to which payment under which clause, proven total and free of overlap."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import product

from houseway.clause import ClauseId
from houseway.money import Pays, exact_unit
from houseway.rules.showdown import Showdown


class TableError(ValueError):
    """Raised when a settlement table has a gap or a clash; the message names the point."""


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A small enumeration read off a showdown. ``values[i]`` is the member whose number is ``i``.

    A fact is itself and equal to no other, so that it can be looked up quickly.
    """

    name: str
    values: tuple[IntEnum, ...]
    of: Callable[[Showdown], int]

    def __post_init__(self) -> None:
        if [int(value) for value in self.values] != list(range(len(self.values))):
            raise TableError(f"the values of fact {self.name} must be numbered from 0 without a gap")


@dataclass(frozen=True, slots=True)
class Row:
    """When every named fact is in its set, the wager is paid so, under this clause.

    ``clause`` is the one that fixes the payment; ``under`` the step of the procedure that leads to it.
    """

    when: Mapping[str, frozenset[int]]
    pays: Pays
    clause: ClauseId
    under: ClauseId | None = None
    name: str = ""
    text: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", str(self.pays))


def row(
    pays: Pays,
    clause: str,
    *,
    under: str | None = None,
    name: str = "",
    **when: IntEnum | Collection[IntEnum],
) -> Row:
    """A row with its conditions as keywords: ``row(LOSE, "677a.11(f)", folded=Folded.YES)``."""
    sets = {
        fact: frozenset({int(given)} if isinstance(given, IntEnum) else {int(value) for value in given})
        for fact, given in when.items()
    }
    return Row(sets, pays, ClauseId(clause), ClauseId(under) if under else None, name)


@dataclass(frozen=True, slots=True)
class SettlementTable:
    """The rows of one wager over its facts, lowered to an array: point of facts -> number of the row."""

    wager: str
    facts: tuple[Fact, ...]
    rows: tuple[Row, ...]
    lowered: array[int] = field(init=False)
    strides: tuple[int, ...] = field(init=False)
    weighted: tuple[tuple[Fact, int], ...] = field(init=False, repr=False)
    at_point: tuple[Row, ...] = field(init=False, repr=False)
    unit: int = field(init=False)

    def __post_init__(self) -> None:
        strides: list[int] = []
        size = 1
        for fact in reversed(self.facts):
            strides.insert(0, size)
            size *= len(fact.values)
        known = {fact.name for fact in self.facts}
        for number, one in enumerate(self.rows):
            unknown = set(one.when) - known
            if unknown:
                raise TableError(f"row {number} of {self.wager} tests {sorted(unknown)}, which is no fact of the table")
        object.__setattr__(self, "strides", tuple(strides))
        object.__setattr__(self, "weighted", tuple(zip(self.facts, strides, strict=True)))
        object.__setattr__(self, "lowered", array("H", (self._only_row(point) for point in self.points())))
        object.__setattr__(self, "at_point", tuple([self.rows[number] for number in self.lowered]))
        object.__setattr__(self, "unit", exact_unit([one.pays for one in self.rows]))

    def points(self) -> Iterator[tuple[int, ...]]:
        """Every combination of fact values, in the order of the lowered array."""
        return product(*(range(len(fact.values)) for fact in self.facts))

    def matching(self, point: tuple[int, ...]) -> list[int]:
        """The numbers of the rows whose conditions hold at a point."""
        values = {fact.name: value for fact, value in zip(self.facts, point, strict=True)}
        return [
            number
            for number, one in enumerate(self.rows)
            if all(values[name] in allowed for name, allowed in one.when.items())
        ]

    def _only_row(self, point: tuple[int, ...]) -> int:
        found = self.matching(point)
        if len(found) != 1:
            where = ", ".join(
                f"{fact.name}={fact.values[value].name}" for fact, value in zip(self.facts, point, strict=True)
            )
            fault = "no row" if not found else f"rows {found}"
            raise TableError(f"settlement table of {self.wager}: {fault} at {where}")
        return found[0]

    def settle(self, showdown: Showdown, known: dict[Fact, int] | None = None) -> Row:
        """The row that settles this showdown.

        ``known`` carries the facts of the same showdown from one table to the next.
        """
        if known is None:
            known = {}
        index = 0
        for fact, stride in self.weighted:
            value = known.get(fact)
            if value is None:
                value = known[fact] = fact.of(showdown)
            index += value * stride
        return self.at_point[index]
