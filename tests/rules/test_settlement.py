"""Settlement tables are total, free of overlap, and agree with their lowered arrays."""

from enum import IntEnum
from random import Random

import pytest

from houseway.cards import Card
from houseway.chapters import holdem
from houseway.money import EVEN, LOSE, PUSH, Cents, FixedSum, Role
from houseway.rules.settlement import Fact, Primitive, SettlementTable, TableError, row
from houseway.rules.showdown import Showdown


class Colour(IntEnum):
    RED = 0
    BLACK = 1


class Size(IntEnum):
    SMALL = 0
    MIDDLE = 1
    LARGE = 2


def first(showdown: Showdown) -> int:
    return 0


TWO, THREE = Primitive(id="two", size=2, of=first), Primitive(id="three", size=3, of=first)
COLOUR = Fact(id="colour", name="colour", values=tuple(Colour), primitive=TWO)
SIZE = Fact(id="size", name="size", values=tuple(Size), primitive=THREE)


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


def test_a_table_names_the_facts_that_a_row_tests_and_the_values_it_allows():
    pays = row(EVEN, "677a.12(a)", size=(Size.LARGE, Size.SMALL), colour=Colour.RED)
    loses = row(LOSE, "677a.12(a)", colour=Colour.BLACK)
    middle = row(LOSE, "677a.12(a)", size=Size.MIDDLE, colour=Colour.RED)
    table = SettlementTable("w", (COLOUR, SIZE), (pays, loses, middle))
    assert table.conditions(pays) == ((SIZE, (Size.SMALL, Size.LARGE)), (COLOUR, (Colour.RED,)))
    assert table.conditions(loses) == ((COLOUR, (Colour.BLACK,)),)


def test_values_of_a_fact_are_numbered_without_a_gap():
    class Odd(IntEnum):
        ONE = 1
        THREE = 3

    with pytest.raises(TableError, match="numbered from 0"):
        Fact(id="odd", name="odd", values=tuple(Odd), primitive=TWO)


@pytest.mark.parametrize("lookup", [bytes((0, 1)), bytes((0, 1, 2))])
def test_a_lookup_gives_each_number_of_the_primitive_a_value(lookup):
    with pytest.raises(TableError, match="must give each number of three a value"):
        Fact(id="colour", name="colour", values=tuple(Colour), primitive=THREE, lookup=lookup)


def test_a_row_pays_what_the_role_of_its_table_can_be_paid():
    rows = (row(FixedSum(Cents(500)), "677a.12(a)", colour=Colour.RED), row(LOSE, "677a.12(a)", colour=Colour.BLACK))
    assert SettlementTable("envy", (COLOUR,), rows, Role.ENVY).role is Role.ENVY
    with pytest.raises(TableError, match=r"row 0 of w pays \$5, which is not how a wager of its own is paid"):
        SettlementTable("w", (COLOUR,), rows)


def test_what_a_showdown_does_not_state_is_not_so() -> None:
    nothing = Showdown(player=(), bank=())
    assert not any(nothing)


@pytest.mark.parametrize(
    "one", [one for one in vars(holdem).values() if isinstance(one, Primitive)], ids=lambda one: one.id
)
def test_what_looks_at_cards_is_said_to(one: Primitive):
    chance, deck = Random(1), [Card(card) for card in range(52)]
    found = set()
    for _ in range(500):
        dealt = tuple(chance.sample(deck, 9))
        found.add(one.of(Showdown(dealt[:2], dealt[2:4], dealt[4:], magic_card=Card(0))))
    assert one.of_cards is (len(found) > 1)
