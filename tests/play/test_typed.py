"""What a player may type, and what each question offers."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import Card, cards, text_of
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.observe import PokerObservation, PotSeen
from houseway.chapters.registry import resolve
from houseway.engine.asking import Amounts, Ask, Question
from houseway.engine.banked.commands import Decide
from houseway.engine.kernel import Command
from houseway.engine.roles import Role
from houseway.play.typed import TypedError, cents_of, command_typed, wagers_typed
from houseway.view.asking import Asked, asked
from tests.kit.terminal_sessions import session

HEADS_UP = resolve({}, game="heads-up-holdem").game
BONUS = resolve({}, game="holdem-bonus").game
PAI_GOW = resolve({}, game="pai-gow").game


# Amounts and wagers.


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


# Decisions of banked games.


def decision(game: str, *, bankroll: int = 100_000, **submission: Any) -> Asked:
    """The first question of a round in which the usual wagers of $10 are placed."""
    sat, _ = session(game, ["10"], players=0, bankroll=bankroll, **submission)
    while not isinstance(coming := sat.house.next(), Question) or not coming.of("decide"):
        sat.step()
    return asked(sat.rules, sat.observe(), coming)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("raise 20", Decide(word="raise", cents=2000)),
        ("r 20", Decide(word="raise", cents=2000)),
        ("R 2x", Decide(word="raise", cents=2000)),
        ("3x", Decide(word="raise", cents=3000)),
        ("30", Decide(word="raise", cents=3000)),
        ("c", Decide(word="check")),
    ],
)
def test_decisions(text: str, command: Command) -> None:
    assert command_typed(decision("heads-up-holdem"), text) == command


@pytest.mark.parametrize("text", ["", "raise", "raise much", "dance", "fold", "check 5"])
def test_decisions_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError) as caught:
        command_typed(decision("heads-up-holdem"), text)
    assert "?" not in str(caught.value)


def test_f_folds_and_b_wagers_in_every_game() -> None:
    question = decision("holdem-bonus")
    assert question.legal == ("flop $20 (b)", "fold (f)")
    assert command_typed(question, "f") == Decide(word="fold")
    for typed in ("b", "r", "20", "2x", "fl", "flop"):
        assert command_typed(question, typed) == Decide(word="flop", cents=2000)
    raising = decision("heads-up-holdem")
    for typed in ("b 20", "r 20", "20", "2x"):
        assert command_typed(raising, typed) == Decide(word="raise", cents=2000)
    assert command_typed(decision("five-card-hi-lo"), "b") == Decide(word="play", cents=1000)


@pytest.mark.parametrize(
    ("bankroll", "submission", "legal"),
    [
        (12_000, {}, ("raise $10, $20 or $30 (r 10)", "check (c)")),
        (4500, {}, ("raise $10 or $20 (r 10)", "check (c)")),
        (3000, {}, ("raise $10 (r)", "check (c)")),
        (2999, {}, ("check (c)",)),
        (2700, {"raise_minimum": "chip"}, ("raise up to $7 (r 7)", "check (c)")),
    ],
)
def test_s677a_11_b__only_raises_that_the_chips_suffice_for_are_offered(
    bankroll: int, submission: dict[str, Any], legal: tuple[str, ...]
) -> None:
    question = decision("heads-up-holdem", bankroll=bankroll, **submission)
    assert question.legal == legal
    lacks = "too few chips to raise: it takes $10 and you have $9.99"
    assert question.lacks == (lacks if bankroll == 2999 else "")


@pytest.mark.parametrize("text", ["6 7", "set 6 7", "{6} {7}", "set {6}{7}", "set {1} {2} {3} {4} {5} / {6} {7}"])
def test_settings_by_number_and_by_face(text: str) -> None:
    question = decision("pai-gow")
    typed = text.format("", *text_of(question.held).split()).upper() if "{" in text else text
    low = question.held[5:]
    assert command_typed(question, typed, low=2) == Decide(word="set", high=question.held[:5], low=low)


@pytest.mark.parametrize("text", ["6 6", "6 8", "2c 3c", "set", "1"])
def test_settings_that_are_not_possible(text: str) -> None:
    with pytest.raises(TypedError):
        command_typed(decision("pai-gow"), text, low=2)


def test_the_house_way_by_its_beginning() -> None:
    question = decision("pai-gow")
    assert question.legal == ("set the low hand, as in: 6 7", "house way (ho)")
    assert command_typed(question, "house", low=2) == Decide(word="house way")


# Poker.


def facing(*, call: int = 0, raises: tuple[int, int] | None = None, stack: int = 50_000, bet: int = 0) -> Asked:
    """The question to a seat that faces a bet of so much more, or none, and may raise to so much."""
    words: list[tuple[str, tuple[int, int] | None]] = [("fold", None)]
    words.append(("call", (bet + call, bet + call)) if call else ("check", None))
    if raises is not None:
        words.append(("raise" if call else "bet", raises))
    asks = [
        Ask(
            command="act",
            role=Role.PLAYER,
            clause="637a.8(k)",
            seat=1,
            word=word,
            amounts=Amounts(*amounts) if amounts is not None else None,
        )
        for word, amounts in words
    ]
    pots = (PotSeen(3000, (1, 2)),)
    return _asked_of(asks, chips={1: stack}, bets={1: bet, 2: bet + call}, current=bet + call, pots=pots)


def _asked_of(asks: list[Ask], **seen: Any) -> Asked:
    """The question to a seat that sees no more than this."""
    blank: dict[str, Any] = dict.fromkeys(PokerObservation.__struct_fields__)
    rules: Any = None
    return asked(rules, PokerObservation(**{**blank, **seen}), Question(seat=1, asks=tuple(asks), may_wait=False))


FREE = facing(raises=(1000, 50_000))
FACING = facing(call=1000, raises=(2000, 50_000))
FIXED = facing(call=1000, raises=(2000, 2000))
ALL_CHIPS = facing(call=700, stack=700)
CALL_ONLY = facing(call=700, stack=900)


@pytest.mark.parametrize(
    ("question", "text", "word", "to"),
    [
        (FREE, "c", "check", 0),
        (FREE, "b 10", "bet", 1000),
        (FREE, "bet to 12.50", "bet", 1250),
        (FREE, "25", "bet", 2500),
        (FREE, "bet max", "bet", 50_000),
        (FREE, "bet 1,000", "bet", 100_000),
        (FREE, "a", "bet", 50_000),
        (FACING, "c", "call", 0),
        (FACING, "call 10", "call", 0),
        (FACING, "F", "fold", 0),
        (FACING, "r 30", "raise", 3000),
        (FACING, "Raise  to $30", "raise", 3000),
        (FACING, "40", "raise", 4000),
        (FACING, "raise min", "raise", 2000),
        (FACING, "all-in", "raise", 50_000),
        (FIXED, "r", "raise", 2000),
        (FIXED, "raise", "raise", 2000),
        (FACING, "ca", "call", 0),
        (ALL_CHIPS, "a", "call", 0),
        # One key for a bet and a raise; a part of the pot, after a call, in whole chips and within what is lawful.
        (FREE, "r 20", "bet", 2000),
        (FACING, "b 30", "raise", 3000),
        (FREE, "b pot", "bet", 3000),
        (FREE, "b half", "bet", 1500),
        (FREE, "b third", "bet", 1000),
        (FREE, "half pot", "bet", 1500),
        (FACING, "r pot", "raise", 6000),
        (FACING, "b half", "raise", 3500),
        (FACING, "pot", "raise", 6000),
        (FIXED, "b pot", "raise", 2000),
        # What is known and not offered the table refuses, and says why.
        (FACING, "check", "check", 0),
        (FREE, "raise 20", "raise", 2000),
    ],
)
def test_actions(question: Asked, text: str, word: str, to: int) -> None:
    said = command_typed(question, text)
    assert isinstance(said, poker.Act)
    assert said.word == word
    assert said.to == to or word == "check"


@pytest.mark.parametrize("text", ["", "dance", "ca ll", "fold 3", "q7", "x", "k", "all in"])
def test_actions_that_are_not_understood(text: str) -> None:
    with pytest.raises(TypedError):
        command_typed(FACING, text)


@pytest.mark.parametrize("text", ["raise", "raise much", "raise ²", "raise pots", "call 9", "raise 3x"])
def test_amounts_that_cannot_be_taken(text: str) -> None:
    with pytest.raises(TypedError) as caught:
        command_typed(FACING, text)
    assert caught.value.clause == "637a.8(k)"


@pytest.mark.parametrize("text", ["x", "k"])
def test_a_key_that_is_not_documented_does_not_check(text: str) -> None:
    with pytest.raises(TypedError, match="is no answer here"):
        command_typed(FREE, text)


def test_all_in_is_offered_where_it_can_be_had() -> None:
    assert "all-in (a)" not in FIXED.legal
    for question in (FIXED, CALL_ONLY):
        with pytest.raises(TypedError, match="may not go all-in"):
            command_typed(question, "a")


def test_options_show_their_keys() -> None:
    assert facing(call=1000, raises=(2000, 50_000), stack=49_000, bet=1000).legal == (
        "fold (f)",
        "call $10 (c)",
        "raise to $20 up to $500 (r 20)",
        "all-in (a)",
    )
    assert CALL_ONLY.legal == ("fold (f)", "call $7 (c)")
    assert ALL_CHIPS.legal == ("fold (f)", "call $7 (c)", "all-in (a)")


def test_where_checking_is_free_check_comes_first_and_fold_last() -> None:
    assert facing(raises=(1000, 50_000), stack=90_000).legal == (
        "check (c)",
        "bet $10 up to $500 (b 10)",
        "fold (f)",
    )


# Cards to throw away.

HELD = cards("As Kd 9c 9h 7s")


def discarding(held: tuple[Card, ...], must: int = 0) -> Asked:
    least, most = (must, must) if must else (0, len(held))
    ask = Ask(command="discard", role=Role.PLAYER, clause="637a.13(g)", seat=1, cards=(least, most))
    return _asked_of([ask], hands={1: held}, up={})


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
    assert command_typed(discarding(HELD), text) == poker.Discard(cards=cards(gone))


@pytest.mark.parametrize("text", ["", "6", "0", "pat", "d2 1", "1 1", "2c", "fold", "9c 9c", "discard", "²"])
def test_discards_that_are_not_possible(text: str) -> None:
    with pytest.raises(TypedError):
        command_typed(discarding(HELD), text)


@pytest.mark.parametrize("text", ["stand", "1", "1 2 3", ""])
def test_super_stud_throws_away_exactly_two(text: str) -> None:
    with pytest.raises(TypedError):
        command_typed(discarding(HELD[:4], must=2), text)
    assert command_typed(discarding(HELD[:4], must=2), "1 3") == poker.Discard(cards=cards("As 9c"))


def test_what_may_be_thrown_away_is_said() -> None:
    two = "throw away 2 of the cards 1 to 4, each once, as in: 1 2"
    assert discarding(HELD[:4], must=2).legal == (two,)
    any_of = "throw away any of the cards 1 to 5, each once, as in: 1 3"
    assert discarding(HELD).legal == (any_of, "stand (s)")
