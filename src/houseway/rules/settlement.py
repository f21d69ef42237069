"""Settlement tables: which facts lead to which payment under which clause, proven total and free of overlap."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from houseway.clause import ClauseId
from houseway.money import PAYABLE, Pays, Role, Worth, exact_unit, worth
from houseway.rules.showdown import Showdown


class TableError(ValueError):
    """Raised when a settlement table has a gap or a clash; the message names the point."""


class Keys(NamedTuple):
    """The numbers behind a comparison: the player's, which reads nothing of the bank, and the bank's, which reads nothing of the player."""

    player: Callable[[Showdown], int]
    bank: Callable[[Showdown], int]

    def compare(self, showdown: Showdown) -> int:
        """Return the player's number beside the bank's, as one of `Compared`."""
        return compared(self.player(showdown), self.bank(showdown))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Primitive:
    """What a showdown is looked at for, as a number from 0 to below ``size``; ``of`` is its reference definition.

    ``of_cards``: whether it looks at cards, and not at what a player did or the system drew. Like a fact it is itself and equal to no other, so that it can be looked up quickly.
    Two declarations help the lab, and no engine reads them. ``keys``: the numbers that a comparison compares, so that hands are counted by them and not pair by pair.
    ``any_suits``: renaming the suits of all cards never changes the number, so that deals are counted up to suits.
    """

    id: str
    size: int
    of: Callable[[Showdown], int]
    of_cards: bool = True
    keys: Keys | None = None
    any_suits: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """Two primitives together, the second one's numbers running faster."""

    first: Primitive
    second: Primitive

    @property
    def id(self) -> str:
        return f"{self.first.id}, {self.second.id}"

    @property
    def size(self) -> int:
        return self.first.size * self.second.size

    @property
    def of_cards(self) -> bool:
        return self.first.of_cards or self.second.of_cards

    def of(self, showdown: Showdown) -> int:
        return self.first.of(showdown) * self.second.size + self.second.of(showdown)


Known = dict[Primitive | Both, int]
"""What has been read off one showdown so far."""


class Compared(IntEnum):
    """A hand of the player beside the bank's: their ranks, or their points."""

    LOWER = 0
    EQUAL = 1
    HIGHER = 2


HANDS_TIE = "the hands tie"
HIGH_HAND_ONLY = "the player wins the high hand but not the low hand"
LOW_HAND_ONLY = "the player wins the low hand but not the high hand"
"""Reasons that the rows of several games have."""


def compared(player: int, bank: int) -> int:
    """The player's number beside the bank's, as one of `Compared`."""
    return 2 if player > bank else int(player == bank)


def comparison(
    id: str, *, player: Callable[[Showdown], int], bank: Callable[[Showdown], int], any_suits: bool = False
) -> Primitive:
    """Return the primitive that compares a number of the player's with one of the bank's, as `Compared`."""
    keys = Keys(player, bank)
    return Primitive(id=id, size=len(Compared), of=keys.compare, keys=keys, any_suits=any_suits)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fact:
    """A small enumeration read off a showdown: the primitive's number looked up, or that number itself.

    ``id`` is its own within a game, ``name`` what the rows of a table call it. ``values[i]`` is the member whose number
    is ``i``; ``lookup`` holds one byte for each number of the primitive.
    """

    id: str
    name: str
    values: tuple[IntEnum, ...]
    primitive: Primitive | Both
    lookup: bytes = field(default=b"", repr=False)

    def __post_init__(self) -> None:
        if [int(value) for value in self.values] != list(range(len(self.values))):
            raise TableError(f"the values of fact {self.id} must be numbered from 0 without a gap")
        lookup = self.lookup or bytes(range(self.primitive.size))
        if len(lookup) != self.primitive.size or max(lookup) >= len(self.values):
            raise TableError(f"the lookup of fact {self.id} must give each number of {self.primitive.id} a value")
        object.__setattr__(self, "lookup", lookup)

    def of(self, showdown: Showdown) -> int:
        return self.lookup[self.primitive.of(showdown)]


@dataclass(frozen=True, slots=True)
class Row:
    """When every named fact is in its set, the wager is paid so, under this clause.

    ``clause`` is the one that fixes the payment; ``under`` the step of the procedure that leads to it; ``reason`` says in
    words what the conditions are, for a payment that does not speak for itself.
    """

    when: Mapping[str, frozenset[int]]
    pays: Pays
    clause: ClauseId
    under: ClauseId | None = None
    name: str = ""
    reason: str = ""
    text: str = field(init=False)
    worth: Worth = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", str(self.pays))
        object.__setattr__(self, "worth", worth(self.pays))


def row(
    pays: Pays,
    clause: str,
    *,
    under: str | None = None,
    name: str = "",
    reason: str = "",
    **when: IntEnum | Collection[IntEnum],
) -> Row:
    """A row with its conditions as keywords: ``row(LOSE, "677a.11(f)", folded=Folded.YES)``."""
    sets = {
        fact: frozenset({int(given)} if isinstance(given, IntEnum) else {int(value) for value in given})
        for fact, given in when.items()
    }
    step = ClauseId(under) if under else None
    return Row(when=sets, pays=pays, clause=ClauseId(clause), under=step, name=name, reason=reason)


class Condition(NamedTuple):
    """A fact that a row tests, and its values at which the row holds."""

    fact: Fact
    allowed: tuple[IntEnum, ...]


@dataclass(frozen=True, slots=True)
class SettlementTable:
    """The rows of one wager over its facts, lowered to an array: point of facts -> number of the row.

    ``steps`` says for each primitive how far each of its numbers leads into the array.
    """

    wager: str
    facts: tuple[Fact, ...]
    rows: tuple[Row, ...]
    role: Role = Role.WAGER
    lowered: array[int] = field(init=False)
    strides: tuple[int, ...] = field(init=False)
    steps: tuple[tuple[Primitive | Both, Sequence[int]], ...] = field(init=False, repr=False)
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
            if not isinstance(one.pays, PAYABLE[self.role]):
                raise TableError(f"row {number} of {self.wager} pays {one.text}, which is not how {self.role} is paid")
        object.__setattr__(self, "strides", tuple(strides))
        steps = tuple((fact.primitive, _times(fact.lookup, by)) for fact, by in zip(self.facts, strides, strict=True))
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "lowered", array("H", (self._only_row(point) for point in self.points())))
        object.__setattr__(self, "at_point", tuple([self.rows[number] for number in self.lowered]))
        object.__setattr__(self, "unit", exact_unit([one.pays for one in self.rows]))

    def points(self) -> Iterator[tuple[int, ...]]:
        """Every combination of fact values, in the order of the lowered array."""
        return product(*(range(len(fact.values)) for fact in self.facts))

    def conditions(self, row: Row) -> tuple[Condition, ...]:
        """Return the facts that a row of this table tests, as the row names them, with the values it allows."""
        facts = {fact.name: fact for fact in self.facts}
        return tuple(
            [
                Condition(facts[name], tuple([facts[name].values[number] for number in sorted(allowed)]))
                for name, allowed in row.when.items()
            ]
        )

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

    def settle(self, showdown: Showdown, known: Known | None = None) -> Row:
        """The row that settles this showdown; ``known`` carries what was read off it from one table to the next."""
        if known is None:
            known = {}
        index = 0
        for primitive, steps in self.steps:
            value = known.get(primitive)
            if value is None:
                value = known[primitive] = primitive.of(showdown)
            index += steps[value]
        return self.at_point[index]


def _times(lookup: bytes, stride: int) -> Sequence[int]:
    return lookup if stride == 1 else tuple([value * stride for value in lookup])
