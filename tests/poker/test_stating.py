"""What is wrong with a stated round of poker is said where it is, before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.rounds import settle
from tests.kit.stated import answer
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
