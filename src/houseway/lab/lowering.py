"""Settlement tables as arrays over what a kernel counts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from houseway.rules.settlement import Both, Primitive, SettlementTable

Rows = NDArray[np.int64]


class NotLoweredError(ValueError):
    """Raised when a table looks at something the kernel does not count."""


def rows_by(table: SettlementTable, primitives: Sequence[Primitive]) -> Rows:
    """The number of the row that settles the wager, over every combination of the primitives' numbers."""
    shape = [primitive.size for primitive in primitives]
    axes = dict(zip(primitives, np.indices(shape, sparse=True), strict=True))
    point = np.zeros(shape, np.int64)
    for primitive, steps in table.steps:
        try:
            if isinstance(primitive, Both):
                number = axes[primitive.first] * primitive.second.size + axes[primitive.second]
            else:
                number = axes[primitive]
        except KeyError:
            what = f"the table of {table.wager} looks at {primitive.id}, which is not counted here"
            raise NotLoweredError(what) from None
        point += np.array(list(steps), np.int64)[number]
    return np.asarray(table.lowered, np.int64)[point]


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
