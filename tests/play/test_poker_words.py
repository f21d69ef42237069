"""What a poker player may type."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.betting import Options
from houseway.play.poker_computer import Action
from houseway.play.poker_words import TypedAmountError, action_typed, discards_said, discards_typed, options_said
from houseway.play.words import TypedError

FREE = Options(seat=1, check=True, call=0, raise_from=1000, raise_to=50_000, opens=True)
FACING = Options(seat=1, check=False, call=1000, raise_from=2000, raise_to=50_000, opens=False)
FIXED = Options(seat=1, check=False, call=1000, raise_from=2000, raise_to=2000, opens=False)
CALL_ONLY = Options(seat=1, check=False, call=700, raise_from=None, raise_to=None, opens=False)


@pytest.mark.parametrize(
    ("may", "text", "action"),
    [
        (FREE, "c", Action("check")),
        (FREE, "b 10", Action("bet", 1000)),
        (FREE, "bet to 12.50", Action("bet", 1250)),
        (FREE, "25", Action("bet", 2500)),
        (FREE, "bet max", Action("bet", 50_000)),
        (FREE, "a", Action("bet", 50_000)),
        (FACING, "c", Action("call")),
        (FACING, "call 10", Action("call")),
        (FACING, "F", Action("fold")),
        (FACING, "r 30", Action("raise", 3000)),
        (FACING, "Raise  to $30", Action("raise", 3000)),
        (FACING, "40", Action("raise", 4000)),
        (FACING, "raise min", Action("raise", 2000)),
        (FACING, "all-in", Action("raise", 50_000)),
        (FIXED, "r", Action("raise", 2000)),
        (FIXED, "raise", Action("raise", 2000)),
        (FACING, "ca", Action("call")),
    ],
)
def test_actions(may: Options, text: str, action: Action) -> None:
    assert action_typed(may, text, stack=50_000) == action


@pytest.mark.parametrize("text", ["", "dance", "ca ll", "fold 3", "q7", "x", "k", "all in"])
def test_actions_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError) as raised:
        action_typed(FACING, text, stack=50_000)
    assert not isinstance(raised.value, TypedAmountError)


@pytest.mark.parametrize("text", ["raise", "raise much", "raise ²", "raise pot", "call 9"])
def test_amounts_that_cannot_be_taken(text: str) -> None:
    with pytest.raises(TypedAmountError):
        action_typed(FACING, text, stack=50_000)


@pytest.mark.parametrize("text", ["x", "k"])
def test_a_key_that_is_not_documented_does_not_check(text: str) -> None:
    with pytest.raises(TypedError, match="is no answer here"):
        action_typed(FREE, text, stack=50_000)


def test_all_in_over_the_limit_is_not_offered() -> None:
    assert "all-in (a)" not in options_said(FIXED, stack=50_000)
    with pytest.raises(TypedAmountError, match="more than the limit"):
        action_typed(FIXED, "a", stack=50_000)


def test_a_call_of_the_whole_stack_is_all_in() -> None:
    assert options_said(CALL_ONLY, stack=700) == ("fold (f)", "call $7 (c), all-in (a)")
    assert action_typed(CALL_ONLY, "a", stack=700) == Action("call")
    with pytest.raises(TypedError, match="may not go all-in"):
        action_typed(CALL_ONLY, "a", stack=900)


def test_options_show_their_keys() -> None:
    assert options_said(FACING, stack=49_000, bet=1000) == (
        "fold (f)",
        "call $10 (c)",
        "raise to $20 up to $500 (r 20)",
        "all-in (a)",
    )
    assert options_said(CALL_ONLY, stack=900) == ("fold (f)", "call $7 (c)")


def test_where_checking_is_free_check_comes_first_and_fold_last() -> None:
    assert options_said(FREE, stack=90_000) == ("check (c)", "bet $10 up to $500 (b 10)", "fold (f)")


HELD = cards("As Kd 9c 9h 7s")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("1 2", "As Kd"),
        ("discard 5", "7s"),
        ("discard 9c, 9h", "9c 9h"),
        ("9C9H", "9c 9h"),
        ("stand", ""),
        ("s", ""),
        ("1 2 3 4 5", "As Kd 9c 9h 7s"),
    ],
)
def test_discards(text: str, gone: str) -> None:
    assert discards_typed(text, HELD, must=0) == cards(gone)


@pytest.mark.parametrize("text", ["", "6", "0", "pat", "d 1", "1 1", "2c", "fold", "9c 9c", "discard", "²"])
def test_discards_that_are_not_possible(text: str) -> None:
    with pytest.raises(TypedError):
        discards_typed(text, HELD, must=0)


@pytest.mark.parametrize("text", ["stand", "1", "1 2 3", ""])
def test_super_stud_throws_away_exactly_two(text: str) -> None:
    with pytest.raises(TypedError):
        discards_typed(text, HELD[:4], must=2)
    assert discards_typed("1 3", HELD[:4], must=2) == cards("As 9c")


def test_what_may_be_thrown_away_is_said() -> None:
    assert discards_said(4, must=2) == ("2 of the cards 1 to 4, each once, as in: 1 2",)
    assert discards_said(5, must=0) == ("any of the cards 1 to 5, each once, as in: 1 3", "stand (s)")
