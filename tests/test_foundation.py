"""Clauses, money and cards."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    CARD_TEXT,
    DECK_52,
    DECK_53,
    JOKER,
    RED_SUITS,
    CardError,
    cards,
    rank_of,
    read_cards,
    repeated,
    suit_of,
    text_of,
)
from houseway.clause import Clause, ClauseError
from houseway.money import (
    PAYABLE,
    Cents,
    FixedSum,
    ForOne,
    Lose,
    MeterShare,
    Push,
    Role,
    ToOne,
    cents_of,
    dollars,
    exact_unit,
    gain,
    in_cents,
    parse_pays,
    worth,
)


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
        ("5 to 1", Role.ON_TOP, 5_000, 5_000),
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


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1_000), ("$10", 1_000), ("0", 0), ("10.5", 1_050), ("10.50", 1_050), ("10.05", 1_005), ("$0.07", 7),
        ("1,250", 125_000), ("$1,250.5", 125_050), ("1,000,000", 100_000_000), ("9" * 16, (10**16 - 1) * 100),
        ("12,50", None), ("1,2500", None), (".5", None), ("10.", None), ("10.555", None), ("9" * 17, None), ("-1", None),
        ("", None), ("$", None), ("$$1", None), ("ten", None),
    ],
)  # fmt: skip
def test_an_amount_of_dollars_is_read_as_people_write_it(text: str, cents: int | None) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("raise to $4.50", "raise to 450"), ("raise to $4", "raise to 400"), ("raise to 4.5", "raise to 450"),
        ("raise to 450", "raise to 450"), ("ante $1,000 odds $7.05", "ante 100000 odds 705"), ("x1.2.3", "x1.2.3"),
    ],
)  # fmt: skip
def test_dollars_in_a_sentence_are_cents(text: str, read: str) -> None:
    assert in_cents(text) == read


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("3 to 2", ToOne(3, 2)), ("1 to 1", ToOne(1)), ("1,000 to 1", ToOne(1_000)), ("9 for 1", ForOne(9)),
        ("100% of meter", MeterShare(100, "m")), ("0% of meter", MeterShare(0, "m")), ("$25", FixedSum(Cents(2_500))),
        (" PUSH ", Push()), ("Lose", Lose()),
    ],
)  # fmt: skip
def test_a_payout_is_read_as_it_is_printed_and_printed_as_it_is_read(text: str, pays: Any) -> None:
    assert parse_pays(text, meter="m") == pays
    assert parse_pays(str(pays), meter="m") == pays
    assert str(pays) == text.strip().lower()


@pytest.mark.parametrize(
    "text",
    ["3 to 0", "x to 1", "3 to x", "9 for 2", "x for 1", "101% of meter", "x% of meter", "9 of meter", "$x", "25", ""],
)
def test_what_is_no_payout_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a payout"):
        parse_pays(text)


def test_a_card_has_a_rank_and_a_suit_and_the_joker_is_an_ace_of_none() -> None:
    assert [(rank_of(one), suit_of(one)) for one in cards("2c 3d 9h Ts Ac Jk")] == [
        (2, 0), (3, 1), (9, 2), (10, 3), (14, 0), (14, 4)
    ]  # fmt: skip
    assert [CARD_TEXT[one][1] for one in DECK_52 if suit_of(one) in RED_SUITS] == ["d", "h"] * 13
    assert (len(DECK_52), len(DECK_53), DECK_53[-1], JOKER) == (52, 53, JOKER, 52)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("As Kd", "As Kd"), ("AsKd 7c", "As Kd 7c"), ("10s, kd,A\u2660 joker", "Ts Kd As Jk"), ("JK; 10H", "Jk Th"),
        ("2\u2663 3\u2666 4\u2665 5\u2660", "2c 3d 4h 5s"), ("2\u2667 3\u2662 4\u2661 5\u2664", "2c 3d 4h 5s"), ("a\u2665\ufe0f", "Ah"),
    ],
)  # fmt: skip
def test_cards_are_read_as_people_write_them(text: str, read: str) -> None:
    assert text_of(read_cards(text)) == read


@pytest.mark.parametrize("text", ["", "11s", "As Kx", "As and Kd", "1s"])
def test_what_leaves_something_over_is_no_cards(text: str) -> None:
    if text:
        with pytest.raises(CardError):
            read_cards(text)
    else:
        assert read_cards(text) == ()


def test_the_first_card_that_comes_again_is_named() -> None:
    assert repeated(cards("As Kd Kd As")) == cards("Kd")[0]
    assert repeated(cards("As Kd")) is None


def test_a_gain_has_its_sign_from_the_first_cent():
    assert [gain(cents) for cents in (-500, -1, 0, 1, 1250)] == ["-$5", "-$0.01", "$0", "+$0.01", "+$12.50"]
