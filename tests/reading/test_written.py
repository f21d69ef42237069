"""What cannot be read is said in our words, never in those of a parser or of Python."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cards import CardError
from houseway.chapters.registry import UnknownGameError, UnlawfulSubmissionError
from houseway.engine.refusal import Code
from houseway.money import MOST
from houseway.written import UnreadableError, shown, toml_of
from tests.kit.submission_faults import faults

HOLDEM = {"game": "holdem", "structure": "no-limit", "blinds": [50, 100]}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = [1", "a list is not closed at the end"),
        ("a = {b = 1", "a table in braces is not closed at the end"),
        ("a = holdem", "there is no value; a text stands in quotes, a list in brackets at line 1, column 5"),
        ("a = 1\na = 2", "the same thing is stated twice at the end"),
        ("[a]\n[a]", "the same thing is stated twice at line 2, column 3"),
        ('a = "x\n', "a sign stands where none can at line 1, column 7"),
        ('a = """x', "a text is not closed at the end"),
        (r'a = "\ud800"', "a sign stands where none can at line 1, column 12"),
        ("just words", "a line is a field, an equals sign and its value at line 1, column 6"),
        ("a = 1 b = 2", "a line is a field, an equals sign and its value at line 1, column 7"),
        ("a = " + "9" * 6000, "a number has too many digits"),
        ("a = " + "[" * 5000, "it is nested too deeply"),
    ],
)
def test_what_is_no_toml_says_where_and_why(text: str, says: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        toml_of(text.encode())
    assert str(raised.value) == f"not TOML: {says}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the round is empty; a round is a JSON object with game, deck and seats"),
        ("{", "a name in double quotes is missing at line 1, column 2"),
        ('{"a" 1}', "a colon is missing after a name at line 1, column 6"),
        ('{"a": 1', "a comma or a closing bracket is missing at line 1, column 8"),
        ('{"a": tru}', "a value is missing at line 1, column 7"),
        ('{"a": "x', "a text is not closed at line 1, column 7"),
        ('{"a": "\\x"}', "a sign stands in a text where none can at line 1, column 8"),
        ("{}{}", "something follows after its end at line 1, column 3"),
        ("1" * 5000, "a number has too many digits"),
        ("[" * 100_000, "it is nested too deeply"),
        (b"\xff", "it is not UTF-8 text"),
        ('{"a": NaN}', "NaN is no amount"),
    ],
)
def test_what_is_no_json_says_where_and_why(text: str | bytes, says: str) -> None:
    message = houseway.settle(text)["refusal"]["message"]
    assert message in (says, f"the round is not JSON: {says}")


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, "nothing"),
        (True, "true"),
        (10.5, "10.5"),
        ("x" * 99, f"'{'x' * 60}…'"),
        ([1], "a list"),
        ({"a": 1}, "a table"),
        (date(1979, 5, 27), "1979-05-27"),
    ],
)
def test_a_value_is_repeated_in_plain_words(value: Any, says: str) -> None:
    assert shown(value) == says


# The library.


@pytest.mark.parametrize("cents", [250.5, 400.0, True, "400", None, -5, MOST, [400]])
def test_an_amount_is_a_whole_number_in_the_library_too(cents: Any) -> None:
    table = houseway.open_table(HOLDEM)
    for seat, name in enumerate(("Amy", "Bob"), 1):
        table.seat(seat, name, 10_000)
    table.dealer.starts("As Kd Qc Ad Kc Qd", button=2)
    table.dealer.deals_on()
    for give in (table.player(1).raises_to, table.player(1).adds, lambda one: table.seat(3, "Cy", one)):
        with pytest.raises(houseway.RefusedCommandError, match="is not a whole number") as raised:
            give(cents)
        assert raised.value.refusal.code is Code.VALUES_ARE_IN_RANGE
        assert "None" not in str(raised.value)


@pytest.mark.parametrize("name", ["", " ", None])
def test_a_seat_is_taken_by_somebody(name: Any) -> None:
    with pytest.raises(houseway.RefusedCommandError, match="a command comes from a named person"):
        houseway.open_table("holdem").seat(1, name, 10_000)


@pytest.mark.parametrize("name", ["\ud800", "\x1b[31mAnn"])
def test_a_name_can_be_written(name: str) -> None:
    with pytest.raises(houseway.RefusedCommandError, match="has characters that cannot be written"):
        houseway.open_table("holdem").seat(1, name, 10_000)


@pytest.mark.parametrize("deck", [True, None, 5])
def test_what_is_no_list_of_cards_is_refused(deck: Any) -> None:
    with pytest.raises(houseway.RefusedCommandError, match=f"order: {shown(deck)} is no list"):
        houseway.open_table("pai-gow").dealer.brings(deck)


def test_cards_are_read_in_the_library_as_people_write_them() -> None:
    table = houseway.open_table("five-card-hi-lo")
    brought = table.dealer.brings("A♥ 9c Js 8d 10d 7h 9s 6d 2c 5s")
    assert brought == houseway.open_table("five-card-hi-lo").dealer.brings("Ah 9c Js 8d Td 7h 9s 6d 2c 5s")
    with pytest.raises(CardError, match="'1f' is not a card"):
        table.dealer.brings("1f")


def test_a_table_of_what_is_no_game_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError, match="there is no game 'holdm'; did you mean 'holdem'"):
        houseway.open_table("holdm")
    with pytest.raises(UnknownGameError, match="a game is named by its id, not by 5; the games are heads-up-holdem, "):
        houseway.resolve({"game": 5})
    with pytest.raises(UnknownGameError, match="the submission names no game"):
        houseway.resolve({})
    odd: Any
    for odd, says in ((True, "not true"), ([], "not a list"), ("pai-gow", "not 'pai-gow'")):
        with pytest.raises(TypeError, match=f"a submission is the data of its file, .*{says}"):
            houseway.resolve(odd)
    nothing: Any = None
    with pytest.raises(
        TypeError, match="a table is opened by a game, a submission, its file or its rules, not by nothing"
    ):
        houseway.open_table(nothing)
    path = tmp_path / "table.toml"
    path.write_text("game = holdem")
    with pytest.raises(UnreadableError, match=r"table.toml is not TOML: there is no value; .* at line 1, column 8"):
        houseway.load(path)
    path.write_text('game = "holdem"\nblinds = [1979-05-27]')
    with pytest.raises(UnlawfulSubmissionError, match=r"blinds.0: 1979-05-27 is not possible here"):
        houseway.load(path)


# Submissions.


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("blinds", [True, 100]),
        ("blinds", [50.0, 100]),
        ("blinds", [50, MOST]),
        ("ante", {"1": 5, "01": 6}),
        ("ante", {"+1": 5}),
        ("ante", {1: 5, "1": 6}),
        ("ante", {"1": True}),
        ("straddle", "yes"),
        ("check_raise", 1),
        ("half_bet_reopens", "yes"),
    ],
)
def test_money_seats_and_choices_of_a_submission_are_what_they_are_called(field: str, value: Any) -> None:
    stated = {"structure": "no-limit", "blinds": [50, 100], field: value}
    assert [name.partition(".")[0] for name, _ in faults("holdem", **stated)] == [field]


def test_a_seat_named_twice_is_named() -> None:
    data = tomllib.loads('game = "holdem"\nblinds = [50, 100]\nante = {"1" = 5, "01" = 6}')
    _, found = houseway.check(data)
    assert "'01' is no number of a seat" in [fault.message for fault in found]


@pytest.mark.parametrize("amount", ["125050", "$1,250.50", "1250.50", "1250.5", "$1250.5"])
def test_an_amount_is_read_as_people_write_it(amount: str) -> None:
    stated = {
        "game": "holdem",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 2,
        "hands": {"1": "A♠ a♦", "2": "10h10d"},
        "board": "2h, 7s, 9d, Jh, 4s",
        "seats": {"1": {"stack": 1_000_000}, "2": {"stack": 1_000_000}},
        "actions": [f"1 raise to {amount}", "2 call", *["1 check", "2 check"] * 3],
    }
    assert houseway.settle(json.dumps(stated))["net"] == {"1": 125050, "2": -125050}


@pytest.mark.parametrize("amount", ["12,50", "$12,50", "12.505", "-5", "$", "１００"])
def test_an_amount_that_may_mean_two_things_is_refused(amount: str) -> None:
    stated = {
        "game": "holdem",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 2,
        "hands": {},
        "seats": {"1": {"stack": 1_000_000}, "2": {"stack": 1_000_000}},
        "actions": [f"1 raise to {amount}", "2 fold"],
    }
    assert (
        houseway.settle(stated)["refusal"]["message"]
        == f"'1 raise to {amount}' is no action; an amount is written 400 for cents or $4"
    )
