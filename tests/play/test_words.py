"""What a player may type."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.play.words import Answer, TypedError, answer_typed, cents_of, in_dollars, wagers_typed
from houseway.rules.game import Decide, Option

HEADS_UP = resolve({}, game="heads-up-holdem").game
BONUS = resolve({}, game="holdem-bonus").game
PAI_GOW = resolve({}, game="pai-gow").game


def options(game: str, phase: str) -> tuple[Option, ...]:
    found = resolve({}, game=game).phase(phase)
    assert isinstance(found, Decide)
    return found.options


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1000),
        ("$10", 1000),
        ("12.5", 1250),
        ("0.05", 5),
        ("1,000", 100_000),
        ("x", None),
        ("1.234", None),
        ("²", None),
    ],
)
def test_amounts(text: str, cents: int | None) -> None:
    assert cents_of(text) == cents


def test_wagers_by_name_by_beginning_and_equal_ones() -> None:
    assert wagers_typed(HEADS_UP, "10") == {"ante": 1000, "odds": 1000}
    assert wagers_typed(HEADS_UP, "ante 10 odds 5 plus 2") == {"ante": 1000, "odds": 500, "trips_plus": 200}
    assert wagers_typed(HEADS_UP, "10 pocket bonus 1") == {"ante": 1000, "odds": 1000, "pocket_bonus": 100}


@pytest.mark.parametrize("text", ["ante", "five 5", "dice 5", "10 trips", "6 7"])
def test_wagers_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError):
        wagers_typed(BONUS, text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("raise 20", Answer("raise", 2000)),
        ("r 20", Answer("raise", 2000)),
        ("R 2x", Answer("raise", 2000)),
        ("3x", Answer("raise", 3000)),
        ("c", Answer("check")),
    ],
)
def test_decisions(text: str, answer: Answer) -> None:
    asked = options("heads-up-holdem", "before_flop")
    assert answer_typed(asked, text, base=1000, held=(), low=0) == answer


@pytest.mark.parametrize("text", ["", "raise", "raise much", "dance", "fold"])
def test_decisions_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError):
        answer_typed(options("heads-up-holdem", "before_flop"), text, base=1000, held=(), low=0)


def test_a_beginning_that_two_words_share() -> None:
    with pytest.raises(TypedError, match="flop or fold"):
        answer_typed(options("holdem-bonus", "before_flop"), "f", base=1000, held=(), low=0)


HELD = cards("As Kd Qc 9h 7s 4d Jk")


@pytest.mark.parametrize("text", ["6 7", "set 6 7", "4d Jk", "set 4D jk", "set As Kd Qc 9h 7s / 4d Jk"])
def test_settings_by_number_and_by_face(text: str) -> None:
    said = answer_typed(options("pai-gow", "set"), text, base=0, held=HELD, low=2)
    assert said == Answer("set", high=cards("As Kd Qc 9h 7s"), low=cards("4d Jk"))


@pytest.mark.parametrize("text", ["6 6", "6 8", "2c 3c", "set", "1"])
def test_settings_that_are_not_possible(text: str) -> None:
    with pytest.raises(TypedError):
        answer_typed(options("pai-gow", "set"), text, base=0, held=HELD, low=2)


def test_the_house_way_by_its_beginning() -> None:
    assert answer_typed(options("pai-gow", "set"), "house", base=0, held=HELD, low=2) == Answer("house way")


def test_legal_answers_in_dollars() -> None:
    assert in_dollars("raise 1000") == "raise $10"
    assert in_dollars("raise 1 to 3000") == "raise $0.01 to $30"
    assert in_dollars("at least $50") == "at least $50"
