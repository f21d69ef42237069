"""Clauses, money and cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import CARD_TEXT, DECK_53, CardError, cards, repeated, text_of
from houseway.clause import Clause, ClauseError
from houseway.money import PAYABLE, ForOne, MeterShare, Push, Role, ToOne, dollars, exact_unit, parse_pays, worth


@pytest.mark.parametrize("text", ["677a", "677a.1", "677a.11(h)(2)(iii)(B)", "645a.12(d)(2)", "647a.11(i)(5)"])
def test_a_clause_id_reads_back_as_it_was_written(text):
    assert str(Clause.parse(text)) == text


@pytest.mark.parametrize("text", ["", "677", "677b.1", "677a.11(2)", "677a.11(h)(x)", "rule 5", "677a.(a)"])
def test_a_text_that_is_no_clause_id_is_named(text):
    with pytest.raises(ClauseError, match="clause id"):
        Clause.parse(text)


def test_clauses_sort_as_the_code_prints_them():
    order = [
        "677a.2(a)",
        "677a.11",
        "677a.11(b)",
        "677a.11(h)(1)",
        "677a.11(h)(1)(iv)",
        "677a.11(h)(1)(ix)",
        "677a.11(i)",
    ]
    assert [str(clause) for clause in sorted(map(Clause.parse, reversed(order)), key=lambda one: one.order)] == order


def test_a_clause_contains_those_below_it():
    parent = Clause.parse("677a.11(h)")
    assert parent.contains(Clause.parse("677a.11(h)(2)(i)"))
    assert not parent.contains(Clause.parse("677a.11(i)"))
    assert parent.parent == Clause.parse("677a.11")


@pytest.mark.parametrize("text", ["3 to 2", "1,000 to 1", "9 for 1", "10% of meter", "$1,000", "push", "lose"])
def test_a_payout_reads_back_as_it_was_printed(text):
    assert str(parse_pays(text, meter="progressive")) == text


@pytest.mark.parametrize("text", ["", "3", "3 to 0", "two to one", "110% of meter", "9 for 2", "-1 to 1"])
def test_a_text_that_is_no_payout_is_named(text):
    with pytest.raises(ValueError, match="is not a payout"):
        parse_pays(text)


@pytest.mark.parametrize(
    ("text", "role", "paid", "net"),
    [
        # Of a wager of $10 beside a meter of $1,000.
        ("3 to 2", Role.WAGER, 1_500, 1_500),
        ("1 to 1", Role.WAGER, 1_000, 1_000),
        ("9 for 1", Role.WAGER, 9_000, 8_000),
        ("10% of meter", Role.WAGER, 10_000, 9_000),
        ("push", Role.WAGER, 0, 0),
        ("lose", Role.WAGER, 0, -1_000),
        ("20 for 1", Role.ON_TOP, 20_000, 20_000),
        ("push", Role.ON_TOP, 0, 0),
        ("lose", Role.ON_TOP, 0, 0),
        ("$25", Role.ENVY, 2_500, 2_500),
        ("lose", Role.ENVY, 0, 0),
    ],
)
def test_what_a_payout_is_worth_in_the_role_it_plays(text, role, paid, net):
    pays = parse_pays(text, meter="m")
    assert isinstance(pays, PAYABLE[role])
    assert worth(pays).paid(1_000) + worth(pays).share(100_000) == paid
    parts = worth(pays).net(role)
    assert 1_000 * parts.wager + 100_000 * parts.meter + parts.cents == net


def test_a_payment_is_made_down_to_the_cent_and_a_meter_share_divided():
    assert worth(ToOne(3, 2)).paid(5) == 7
    assert worth(MeterShare(10, "m")).share(1_009) == 100
    assert worth(MeterShare(100, "m")).share(1_000, among=3) == 333


def test_the_exact_unit_is_where_every_payout_is_whole_cents():
    assert exact_unit([ToOne(3, 2), ToOne(1), ForOne(9), Push(), MeterShare(10, "m")]) == 2


def test_money_is_written_as_people_write_it():
    assert [dollars(cents) for cents in (0, 5, 100_000, -1_250)] == ["$0", "$0.05", "$1,000", "-$12.50"]


@given(st.lists(st.sampled_from(DECK_53)))
def test_cards_read_back_as_they_were_written(several):
    assert cards(text_of(several)) == tuple(several)
    assert cards(text_of(several).replace(" ", "")) == tuple(several)


@pytest.mark.parametrize("text", ["1s", "Ax", "as", "10h", "A", "Jkk"])
def test_a_text_that_is_no_card_is_named(text):
    with pytest.raises(CardError, match="is not a card"):
        cards(text)


def test_there_are_53_cards_and_a_repeated_one_is_found():
    assert len(set(CARD_TEXT)) == 53
    assert repeated(cards("As Kd As")) == cards("As")[0]
    assert repeated(DECK_53) is None
