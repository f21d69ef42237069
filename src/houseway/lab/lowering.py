"""Settlement tables as arrays over what a kernel counts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.rules.settlement import Both, Primitive, SettlementTable

Rows = NDArray[np.int64]


class NotLoweredError(ValueError):
    """Raised when a table looks at something the kernel does not count."""


def rows_by(table: SettlementTable, primitives: Sequence[Primitive]) -> Rows:
    """The number of the row that settles the wager, over every combination of the primitives' numbers."""
    read = [primitive for primitive, _ in table.steps]
    for primitive in read:
        if primitive not in primitives:
            raise NotLoweredError(f"the table of {table.wager} looks at {primitive.id}, which is not counted here")
    found = np.zeros([primitive.size for primitive in primitives], np.int64)
    for point in product(*(range(primitive.size) for primitive in primitives)):
        values = dict[Primitive | Both, int](zip(primitives, point, strict=True))
        found[point] = table.lowered[sum([int(steps[values[primitive]]) for primitive, steps in table.steps])]
    return found


def nets(table: SettlementTable) -> tuple[Fraction, ...]:
    """What each row nets for each unit wagered."""
    return tuple(row.worth.net(table.role).wager for row in table.rows)


def unit_of(tables: Sequence[SettlementTable]) -> int:
    """How many parts a unit has, so that every row nets a whole number of them."""
    return lcm(*(net.denominator for table in tables for net in nets(table)))


def parts(table: SettlementTable, primitives: Sequence[Primitive], unit: int) -> Rows:
    """What the wager nets in parts of a unit, over every combination of the primitives' numbers."""
    worth = np.array([int(net * unit) for net in nets(table)], np.int64)
    return worth[rows_by(table, primitives)]
