"""What a poker player may type."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.engine.pot.betting import Options
from houseway.play.poker_computer import Action
from houseway.play.poker_words import action_typed, discards_typed, options_text
from houseway.play.words import TypedError

FREE = Options(seat=1, check=True, call=0, raise_from=1000, raise_to=50_000, opens=True)
FACING = Options(seat=1, check=False, call=1000, raise_from=2000, raise_to=50_000, opens=False)
FIXED = Options(seat=1, check=False, call=1000, raise_from=2000, raise_to=2000, opens=False)
CALL_ONLY = Options(seat=1, check=False, call=700, raise_from=None, raise_to=None, opens=False)


@pytest.mark.parametrize(
    ("may", "text", "action"),
    [
        (FREE, "c", Action("check")),
        (FREE, "k", Action("check")),
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
        (FACING, "all in", Action("raise", 50_000)),
        (FIXED, "r", Action("raise", 2000)),
        (FIXED, "raise", Action("raise", 2000)),
        (CALL_ONLY, "all-in", Action("call")),
    ],
)
def test_actions(may: Options, text: str, action: Action) -> None:
    assert action_typed(may, text, everything=50_000) == action


@pytest.mark.parametrize("text", ["", "dance", "raise", "raise much", "raise ²", "ca ll", "fold 3", "q7"])
def test_actions_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError):
        action_typed(FACING, text, everything=50_000)


def test_all_in_over_the_limit_is_not_offered() -> None:
    assert "all-in" not in options_text(FIXED, everything=50_000)
    with pytest.raises(TypedError, match="more than the limit"):
        action_typed(FIXED, "a", everything=50_000)


def test_options_show_their_keys() -> None:
    assert options_text(FACING, everything=50_000) == (
        "fold (f) · call $10 (c) · raise to $20 up to $500 (r 20) · all-in (a)"
    )
    assert options_text(FREE, everything=90_000) == "fold (f) · check (c) · bet $10 up to $500 (b 10)"
    assert options_text(CALL_ONLY, everything=700) == "fold (f) · call $7 (c)"


HELD = cards("As Kd 9c 9h 7s")


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("1 2", "As Kd"),
        ("discard 5", "7s"),
        ("d 9c, 9h", "9c 9h"),
        ("9C9H", "9c 9h"),
        ("stand", ""),
        ("s", ""),
        ("0", ""),
        ("1 2 3 4 5", "As Kd 9c 9h 7s"),
    ],
)
def test_discards(text: str, gone: str) -> None:
    assert discards_typed(text, HELD, must=0) == cards(gone)


@pytest.mark.parametrize("text", ["", "6", "1 1", "2c", "fold", "9c 9c", "discard", "²"])
def test_discards_that_are_not_possible(text: str) -> None:
    with pytest.raises(TypedError):
        discards_typed(text, HELD, must=0)


@pytest.mark.parametrize("text", ["stand", "1", "1 2 3", ""])
def test_super_stud_throws_away_exactly_two(text: str) -> None:
    with pytest.raises(TypedError):
        discards_typed(text, HELD[:4], must=2)
    assert discards_typed("1 3", HELD[:4], must=2) == cards("As 9c")
