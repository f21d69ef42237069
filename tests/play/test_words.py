"""What a player may type."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.registry import resolve
from houseway.play.words import Answer, TypedError, answer_typed, cents_of, offer, wagers_typed
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


def test_s677a_11_b__only_raises_that_the_chips_suffice_for_are_offered() -> None:
    asked = options("heads-up-holdem", "before_flop")
    assert offer(asked, base=1000, chips=10_000).text(2) == "raise $10, $20 or $30 · check"
    assert offer(asked, base=1000, chips=2500).text(2) == "raise $10 or $20 · check"
    assert offer(asked, base=1000, chips=1000).text(2) == "raise ($10) · check"
    poor = offer(asked, base=1000, chips=999)
    assert poor.text(2) == "check"
    assert poor.lacks == "too few chips to raise: it takes $10 and you have $9.99"


def test_any_chip_raise_is_offered_up_to_what_there_is() -> None:
    found = resolve({"raise_minimum": "chip"}, game="heads-up-holdem").phase("before_flop")
    assert isinstance(found, Decide)
    assert offer(found.options, base=1000, chips=700).text(2) == "raise up to $7 · check"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pai_gow -5", "-5 is less than nothing"),
        ("-5", "-5 is less than nothing"),
        ("99999999999999999999", "99999999999999999999 is more dollars than there are chips"),
        ("pai_gow 1.234", "1.234 is no amount"),
        ("pai_gow " + "9" * 500, "…"),
        ("x" * 500 + " 5", "…"),
    ],
)
def test_a_number_that_is_no_amount_is_told_truly(text: str, says: str) -> None:
    with pytest.raises(TypedError) as caught:
        wagers_typed(PAI_GOW, text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_raise_without_an_amount_is_one_clean_sentence() -> None:
    with pytest.raises(TypedError) as caught:
        answer_typed(options("heads-up-holdem", "before_flop"), "raise", base=1000, held=(), low=0)
    assert "?" not in str(caught.value)
