"""637a.8(b)(5), (k), .10(i), .12(n), .17(b): amounts that an examination of the chapter found worth fixing."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import DECK_52, cards, text_of
from houseway.rounds import settle
from tests.regulations.c637a.deals import NO_LIMIT, flop, legal, refusal

THREE = {str(seat): {"stack": 10_000} for seat in (1, 2, 3)}


def _deck(first: str = "") -> str:
    top = cards(first)
    return text_of([*top, *(card for card in DECK_52 if card not in top)])


def _round(game: str, submission: dict[str, Any], actions: list[str], **more: Any) -> dict[str, Any]:
    return settle(
        {
            "game": game,
            "submission": submission,
            "button": 3,
            "deck": _deck(),
            "seats": THREE,
            "actions": actions,
            **more,
        }
    )


def test_k__the_largest_blind_is_the_last_full_bet() -> None:
    for terms in (
        {"structure": "no-limit", "blinds": [50, 100], "minimum_bet": 50},
        {"structure": "spread-limit", "blinds": [50, 100], "minimum_bet": 50, "maximum_bet": 500},
    ):
        assert _round("holdem", terms, ["3 raise to 150"])["refusal"]["code"] == "AMOUNT_IS_LAWFUL"
        assert _round("holdem", terms, ["3 raise to 200", "1 fold", "2 fold"])["net"]["3"] == 150


def test_k__a_limit_that_is_no_whole_chip_can_be_bet() -> None:
    terms = {"structure": "fixed-limit", "blinds": [100, 150], "small_bet": 150, "smallest_chip": 100}
    assert _round("holdem", terms, ["3 raise to 300", "1 fold", "2 raise to 450", "3 fold"])["net"]["2"] == 400


def test_b_5_i__reading_637a_ante_by_seat() -> None:
    seats = {"1": {"stack": 40}, "2": {"stack": 5000}, "3": {"stack": 5000}}
    deck = _deck("2c 3c As 2d 3d Ah 4c Ad Ac Kd 5c Kh 6c 9s")
    actions = ["2 call", "3 check", *["2 check", "3 check"] * 3]
    for ante in (100, {"1": 100, "2": 100, "3": 100}):
        terms = {"structure": "no-limit", "blinds": [50, 100], "ante": ante}
        given = _round("holdem", terms, actions, seats=seats, deck=deck, button=1, tournament=True)
        assert given["stacks"]["1"] == 120, ante


def test_reading_637a_kill_pot() -> None:
    terms = {
        "structure": "fixed-limit",
        "blinds": [50, 100],
        "small_bet": 100,
        "kill": "kill",
        "rake": {"kind": "percentage", "percent": 10, "cap": 400},
    }
    actions = ["3 call", "1 call", "2 check", "1 bet 100", "2 fold", "3 fold"]
    for qualifying, kill in ((270, True), (271, False)):
        assert _round("omaha-hi-lo-8", {**terms, "qualifying_pot": qualifying}, actions)["kill_next"] is kill


def test_a_percentage_may_have_a_fraction() -> None:
    terms = {"structure": "no-limit", "blinds": [50, 100], "rake": {"kind": "percentage", "percent": 7.5, "cap": 400}}
    actions = ["3 call", "1 call", "2 check", *["1 check", "2 check", "3 check"] * 3]
    assert _round("holdem", terms, actions)["rake"] == 22
    negative = {**terms, "rake": {"kind": "incremental", "steps": [[200, -100]], "cap": 400}}
    assert _round("holdem", negative, [])["refusal"]["clause"] == "637a.17(b)(2)"


def test_the_highest_card_of_a_wheel_is_the_five() -> None:
    deck = _deck("Ac As Kd 2c 2d Kh 3c 3d Qd 9c 4c 4d 9d 5s 5c 9h Jh Td 9s Th Ts")
    terms = {"structure": "fixed-limit", "forced_bet": 50, "small_bet": 100, "ante": 25}
    given = _round("stud-high", terms, ["2 call", "3 fold", *["1 check", "2 check"] * 4], deck=deck)
    assert given["pots"][0]["shares"] == {"1": 88, "2": 87}


@pytest.mark.parametrize("check_raise", [True, False])
def test_j__a_check_over_a_live_post_is_a_check(check_raise: bool) -> None:
    """637a.8(j)"""
    terms = {**NO_LIMIT, "must_post": "largest-blind", "check_raise": check_raise}
    deal = flop(["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"], "2h 3h 5d 7s 9s")
    may = legal("holdem", deal, "3 check, 4 raise to 300, 1 fold, 2 fold", terms, stacks=4, posts={"3": "new"})
    assert may == ["fold", "call 200", *(["raise to 500 to 10000"] if check_raise else [])]
    actions = "3 check, 4 raise to 300, 1 fold, 2 fold, 3 raise to 900"
    if not check_raise:
        given = refusal("holdem", deal, actions, terms, stacks=4, posts={"3": "new"})
        assert given == ("DECISION_IS_OFFERED", "637a.8(j)")
