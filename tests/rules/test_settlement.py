"""Settlement tables are total, free of overlap, and agree with their lowered arrays."""

from enum import IntEnum

import pytest

from houseway.money import EVEN, LOSE, PUSH
from houseway.rules.settlement import Fact, SettlementTable, TableError, row


class Colour(IntEnum):
    RED = 0
    BLACK = 1


class Size(IntEnum):
    SMALL = 0
    MIDDLE = 1
    LARGE = 2


COLOUR = Fact("colour", tuple(Colour), lambda showdown: 0)
SIZE = Fact("size", tuple(Size), lambda showdown: 0)


def test_a_gap_is_an_error_that_names_the_point():
    with pytest.raises(TableError, match="no row at colour=BLACK, size=LARGE"):
        SettlementTable(
            "w",
            (COLOUR, SIZE),
            (
                row(EVEN, "677a.12(a)", colour=Colour.RED),
                row(LOSE, "677a.12(a)", size=(Size.SMALL, Size.MIDDLE), colour=Colour.BLACK),
            ),
        )


def test_a_clash_is_an_error_that_names_the_point():
    with pytest.raises(TableError, match=r"rows \[0, 1\] at colour=RED, size=SMALL"):
        SettlementTable(
            "w", (COLOUR, SIZE), (row(EVEN, "677a.12(a)", colour=Colour.RED), row(PUSH, "677a.12(a)", size=Size.SMALL))
        )


def test_a_condition_on_an_unknown_fact_is_an_error():
    with pytest.raises(TableError, match="which is no fact of the table"):
        SettlementTable("w", (COLOUR,), (row(EVEN, "677a.12(a)", taste=Colour.RED),))


def test_values_of_a_fact_are_numbered_without_a_gap():
    class Odd(IntEnum):
        ONE = 1
        THREE = 3

    with pytest.raises(TableError, match="numbered from 0"):
        Fact("odd", tuple(Odd), lambda showdown: 1)
