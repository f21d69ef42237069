"""Choices of section .2 that a chapter leaves to the certificate holder: betting positions and the brand of a Pai Gow table."""

from __future__ import annotations

from fractions import Fraction

import pytest

import houseway
from houseway import BankedTable
from houseway.chapters.registry import check, resolve
from houseway.engine.kernel import RefusedCommandError
from houseway.lab.analysis import analyze
from houseway.rules.submission import Severity
from houseway.rules.table_rules import TableRules

GAMES = {"heads-up-holdem": "677a.2(a)", "holdem-bonus": "647a.2(a)", "five-card-hi-lo": "663a.2(a)"}


@pytest.mark.parametrize(("game", "clause"), GAMES.items())
def test_677a_2_a_647a_2_a_663a_2_a_a_table_may_have_fewer_than_six_positions(game: str, clause: str):
    table = houseway.open_table({"game": game, "positions": 3}, kind=BankedTable)
    table.seat(3, "ann", 100_00)
    with pytest.raises(RefusedCommandError) as error:
        table.seat(4, "ben", 100_00)
    assert error.value.refusal.clause == clause
    assert error.value.refusal.legal == ("seat 1", "seat 2", "seat 3")
    _, faults = check({"game": game, "positions": 7})
    assert [(fault.field, fault.clause) for fault in faults if fault.severity is Severity.FAULT] == [
        ("positions", clause)
    ]


def test_677a_7_e_nobody_wagers_at_more_boxes_than_there_are():
    _, faults = check({"game": "heads-up-holdem", "positions": 2, "adjacent_boxes": 3})
    assert [fault.field for fault in faults if fault.severity is Severity.FAULT] == ["adjacent_boxes"]


def test_645a_8_e_a_pai_gow_table_has_six_positions_so_that_four_cards_are_left():
    _, faults = check({"game": "pai-gow", "positions": 5})
    assert [(fault.field, fault.clause) for fault in faults if fault.severity is Severity.FAULT] == [
        ("positions", "645a.8(e)")
    ]


@pytest.mark.parametrize("positions", [1, 4, 6])
def test_647a_12_e_3_the_lucky_bonus_is_drawn_among_the_positions_of_the_table(positions: int):
    rules = resolve({"game": "holdem-bonus", "positions": positions}, kind=TableRules)
    sheet = analyze(rules, wager="five_card_player")
    lucky = next(line for line in sheet.wagers if line.wager == "five_card_player_lucky")
    assert lucky.returned == Fraction(5, positions + 1)


def test_645a_6_d_2_a_table_of_neither_brand_has_no_royal_match():
    paid = {}
    for brand in ("fortune", "none"):
        answer = houseway.settle(
            {
                "game": "pai-gow",
                "submission": {"brand": brand, "paytables": {"fortune": "A", "insurance": "C"}},
                "hands": {"dealer": "9c 9d 8h 7c 5d 3h 2h", "1": "As Ks Qs Js Ts Kh Qh"},
                "seats": {"1": {"wagers": {"pai_gow": 1000, "fortune": 500}, "decisions": ["house way"]}},
            }
        )
        paid[brand] = next(line["pays"] for line in answer["settlements"] if line["wager"] == "fortune")
    assert paid == {"fortune": "2,000 to 1", "none": "150 to 1"}


@pytest.mark.parametrize("letter", "ABCDE")
def test_645a_13_d_the_proviso_leaves_a_table_of_neither_brand_every_paytable(letter: str):
    _, faults = check({"game": "pai-gow", "brand": "none", "paytables": {"insurance": letter}})
    assert not [fault for fault in faults if fault.severity is Severity.FAULT]
