"""What is wrong with a stated round of poker is said where it is, before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.rounds import settle
from tests.kit.decks import with_stub
from tests.kit.stated_rounds import answer
from tests.regulations.c637a.poker import holdem, stud


def _said(**round: Any) -> tuple[str, str]:
    refusal = settle(round)["refusal"]
    return refusal["code"], refusal["message"]


def _cause(cause: str, **more: Any) -> list[dict[str, Any]]:
    return [{"cause": cause, "at": "flop", **more}]


@pytest.mark.parametrize(
    ("changes", "code", "says"),
    [
        ({"game": "whist"}, "GAME_IS_KNOWN", "there is no game 'whist'"),
        ({"game": 3}, "ROUND_IS_WELL_FORMED", "'game' is a text, not 3"),
        (
            {"submission": {"game": "badugi", "blinds": [50, 100]}},
            "ROUND_IS_WELL_FORMED",
            "but its submission is for badugi",
        ),
        (
            {"seats": {"1": {"stack": "x"}, "2": {"stack": 1}}},
            "ROUND_IS_WELL_FORMED",
            "seat 1: stack is whole cents, not 'x'",
        ),
        ({"seats": {"1": {}, "2": {"stack": 1}}}, "ROUND_IS_WELL_FORMED", "seat 1 has no stack"),
        ({"seats": {"1": {"chips": 5}}}, "ROUND_IS_WELL_FORMED", "seat 1 has no field 'chips'"),
        ({"actions": "3 fold"}, "ROUND_IS_WELL_FORMED", "'actions' is a list of texts"),
        ({"reshuffles": [1]}, "ROUND_IS_WELL_FORMED", "'reshuffles' is a list of texts"),
        ({"irregularities": _cause("foo")}, "IRREGULARITY_IS_KNOWN", "'foo' is no irregularity of this game"),
        ({"irregularities": _cause("missing_card", after=-1)}, "ROUND_IS_WELL_FORMED", "not after -1"),
        ({"irregularities": _cause("hand_fouled")}, "IRREGULARITY_CAN_HAPPEN_HERE", "name the seat"),
        ({"agreed_minimum": {"cents": 300, "seats": [1, 2, 3]}}, "AMOUNT_IS_LAWFUL", "allows no higher minimum bet"),
    ],
)
def test_a_fault_is_named(changes: dict[str, Any], code: str, says: str) -> None:
    round = {**holdem(["3 fold", "1 fold"]), **changes}
    found, message = _said(**round)
    assert (found, says in message) == (code, True), message


def test_a_reshuffle_that_is_never_due_is_refused() -> None:
    assert "never due" in _said(**holdem(["3 fold", "1 fold"], reshuffles=["3c"]))[1]


def test_a_player_who_left_comes_back() -> None:
    """637a.8(b)(6)(i)"""
    gone = holdem(["3 leaves counted", "3 call"])
    assert "away from the table" in _said(**gone)[1]
    assert "left $100 on the table" in _said(**holdem(["3 leaves counted", "3 returns 9000", "3 fold", "1 fold"]))[1]
    back = answer(**holdem(["3 leaves counted", "3 returns 10000", "3 fold", "1 fold"]))
    covered = answer(**holdem(["3 leaves covered", "3 returns", "3 fold", "1 fold"]))
    assert back["net"] == covered["net"] == {"1": -50, "2": 50, "3": 0}


def test_reading__637a_open_fold() -> None:
    """637a.18(l)(1)"""
    given = answer(**holdem(["3 call", "1 call", "2 check", "1 fold", "2 fold"]))
    assert given["net"] == {"1": -100, "2": -100, "3": 200}
    first = answer(**stud(["2 call", "3 call", "3 fold", "1 fold"]))
    assert first["pots"][0]["winners"] == [2]


def test_reading__637a_away_turn__who_is_away_at_the_showdown_need_not_be_stated() -> None:
    """637a.8(b)(6) 637a.18(e)"""
    down = ["3 call", "1 call", "2 check", *[f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]]
    gone = [*down[:-1], "1 leaves covered", down[-1]]
    for shows in ([], ["2 muck"], ["2 show", "3 muck"]):
        given = answer(**holdem([*gone, *shows]))
        assert given["net"] == {"1": 200, "2": -100, "3": -100}
    refused = _said(**holdem([*gone, "1 show"]))
    assert refused == ("PLAYER_IS_PRESENT", "seat 1 is away from the table")


def test_what_befalls_a_hand_while_cards_are_owed_follows_the_reshuffle() -> None:
    """637a.13(g)(2) 637a.18(k)"""
    # Eight players, of whom seven draw: for the last two the discards are shuffled back.
    deal = with_stub([])
    cards = deal.split()
    hands = {seat: [cards[seat - 1 + 8 * turn] for turn in range(5)] for seat in range(1, 9)}
    draws = [f"{seat} discard {' '.join(hands[seat][:2])}" for seat in range(1, 7)]
    back = " ".join(card for seat in range(1, 6) for card in hands[seat][:2])
    stated = {
        "game": "draw-high",
        "submission": {"structure": "no-limit", "blinds": [50, 100]},
        "button": 8,
        "deck": deal,
        "seats": {str(seat): {"stack": 10_000} for seat in range(1, 9)},
        "actions": [
            *[f"{seat} call" for seat in (3, 4, 5, 6, 7, 8, 1)],
            "2 check",
            *draws,
            "8 stand",
            *[f"{seat} check" for seat in (1, 2, 3, 4, 5, 6, 8)],
        ],
        "reshuffles": [back],
        "irregularities": [{"cause": "player_departed", "at": "draw", "after": 6, "seat": 7}],
    }
    given = answer(**stated)
    assert given["pots"][0]["contenders"] == [1, 2, 3, 4, 5, 6, 8]
    stated["irregularities"] = [{"cause": "missing_card", "at": "draw", "after": 6}]
    assert answer(**stated)["void"]
