"""What every answer names, what was paid otherwise, and what is no input."""

from __future__ import annotations

import json
from typing import Any

import pytest

from houseway.chapters.registry import games
from houseway.rounds import answer, settle
from houseway.rounds.explaining import explained
from houseway.rounds.template import template
from tests.cli.process import houseway
from tests.rounds.test_refusals import POKER

ROUND: dict[str, Any] = {
    "game": "heads-up-holdem",
    "deck": "As 2d Ah 2h 9c Ac 7s 8h 3c Kd 4c 4s",
    "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise 3000"]}},
}
FOUL: dict[str, Any] = {
    "game": "pai-gow",
    "hands": {"dealer": "Ks Kd 9h 8c 5d 3s 2h", "3": "As Ad Jc 9c 4d 7c 6c"},
    "seats": {"3": {"wagers": {"pai_gow": 1000}, "decisions": ["set Jc 9c 4d 7c 6c / As Ad"]}},
}
HOLDEM: dict[str, Any] = {"game": "holdem", "deck": "", "seats": {"1": {"stack": 10000}, "2": {"stack": 10000}}}


def seated(**more: Any) -> dict[str, Any]:
    return {**ROUND, "seats": {"1": {**ROUND["seats"]["1"], **more}}}


def test_the_answer_names_digest_paytables_house_way_and_defaults() -> None:
    rules = settle({**ROUND, "submission": {"paytables": {"trips_plus": "B"}, "round_down": True}})["rules"]
    assert len(rules["digest"]) == 64
    assert rules["paytables"] == {"pocket_bonus": "A", "trips_plus": "B"}
    assert "paytables.pocket_bonus" in rules["defaults"]
    assert not {"paytables.trips_plus", "round_down"} & set(rules["defaults"])
    assert rules["house_way"] is None
    assert settle(FOUL)["rules"]["house_way"] == "foxwoods"
    assert {"house_way", "start", "meters.progressive"} <= set(settle(FOUL)["rules"]["defaults"])


def test_what_was_paid_otherwise_than_owed_is_shown() -> None:
    assert "differences" not in settle(ROUND)
    assert settle(seated(paid={"ante": 1000, "raise": 3000, "odds": 0}))["differences"] == []
    assert settle(seated(paid={"ante": 1000, "odds": 500}))["differences"] == [
        {"seat": 1, "wager": "odds", "paid": 500, "owed": 0, "clause": "677a.12(b)"}
    ]


@pytest.mark.parametrize("decision", ["  raise   30.00 ", "raise\t$30", "raise 3000\n"])
def test_blanks_in_a_decision_do_not_matter(decision: str) -> None:
    assert settle(seated(decisions=[decision])) == settle(ROUND)


def test_677a_7_b__what_a_player_who_left_would_have_decided_does_not_matter() -> None:
    given = settle({**ROUND, "irregularities": [{"cause": "abandoned", "at": "before_flop", "seat": 1}]})
    assert given["net"] == {"1": -2000}


def test_a_payment_on_no_wager_is_refused() -> None:
    assert settle(seated(paid={"oddz": 1}))["refusal"]["message"] == "seat 1: 'oddz' is no wager that could be paid"


def test_645a_11_f_1_iii__a_foul_hand_says_why_it_is_foul() -> None:
    said = explained(answer(FOUL))
    assert said["why"] == [
        "seat 3, pai_gow: the hand is foul, for the low hand As Ad ranks above the high hand Jc 9c 4d 7c 6c"
    ]
    assert "below his own low hand" in said["clauses"]["645a.11(f)(1)(iii)"]


def test_637a_7_d_637a_18_k__a_round_of_poker_says_why_each_pot_was_won() -> None:
    round = {
        "game": "holdem",
        "submission": {
            "structure": "no-limit",
            "blinds": [50, 100],
            "rake": {"kind": "percentage", "percent": 10, "cap": 50},
        },
        "button": 3,
        "deck": "Ac Kc 2h Ad Kd 7s 3c Qh Jh 9d 3d 8s 3s 4d",
        "seats": {"1": {"stack": 500}, "2": {"stack": 1000}, "3": {"stack": 1000}},
        "actions": ["3 raise to 800", "1 call", "2 call"],
        "irregularities": [{"cause": "hand_fouled", "at": "hole cards", "after": 3, "seat": 3}],
    }
    said = explained(answer(round))
    assert said["why"] == [
        "seat 3, hand fouled: the hand is dead and its bets stay in the pot",
        "main pot: $0.50 of $15 is taken for rake",
        "main pot: seat 1 is paid $14.50, for high: Ac Ad Qh Jh 9d is the best hand of seats 1, 2",
        "side pot 1: seat 2 is paid $6, for nobody else contends for it",
    ]
    assert set(said["clauses"]) >= {"637a.18(k)", "637a.11(k)", "637a.7(d)"}


@pytest.mark.parametrize("game", games())
def test_a_template_is_refused_kindly_until_it_is_filled_in(game: str) -> None:
    refused = settle(template(game))["refusal"]
    assert refused["code"] in ("DECISIONS_COMPLETE_THE_ROUND", "DECK_SUFFICES"), refused
    assert refused["legal"]


def test_the_template_is_printed_as_json() -> None:
    ran = houseway("settle", "--template", "badugi")
    assert ran.code == 0
    assert json.loads(ran.out) == template("badugi")
    assert "there is no game" in houseway("settle", "--template", "bridge").err


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ({**ROUND, "meters": {"progressive": True}}, "what meters states is a whole number, not true or false"),
        ({**ROUND, "meters": {"progressive": "5"}}, "what meters states is a whole number, not a text"),
        ({**ROUND, "seats": {"1": {}, "01": {}}}, "seats: '1' and '01' are the same number"),
        ({**ROUND, "seats": {"01": {}}}, "seats are numbered; '01' is no seat number"),
        ({**ROUND, "seats": {1: {}, "1": {}}}, "'1' stands twice in the same object"),
        ({**ROUND, "seats": {None: {}}}, "seats: nothing stands for a name, which is a text"),
        ({**ROUND, "name": "\ud800"}, "name: '\\ud800' has half a character in it, which cannot be written"),
        ({**ROUND, "dice": [1, 2]}, "dice is a list of 3, not of 2"),
        ({**ROUND, "irregularities": [{"cause": "x"}]}, "irregularities number 1: 'at' is missing"),
        ({**FOUL, "start": 0}, "the number 0 is not one from 1 to 7"),
        (seated(paid={"ante": "10"}), "seat 1: paid ante is whole cents, not '10'"),
        ({**HOLDEM, "button": True}, "button is a whole number, not true or false"),
        ({**HOLDEM, "button": 0}, "button is a whole number from 1"),
        ({**HOLDEM, "submission": {"blinds": [True, 100]}}, "blinds.0: true is not possible here"),
        (
            {**HOLDEM, "submission": {"blinds": [50, 100], "ante": {"1": 5, "01": 6}}},
            "'1' and '01' are the same number",
        ),
        (
            {
                **HOLDEM,
                "submission": {"blinds": [50, 100], "bad_beat": {"contribution": 1, "hands": ["Jk As Ad Ac Ah"]}},
            },
            "'Jk As Ad Ac Ah' is no five-card hand",
        ),
    ],
)
def test_what_is_no_input_is_refused_in_our_words(stated: dict[str, Any], says: str) -> None:
    assert says in settle(stated)["refusal"]["message"]


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ({**ROUND, "dice": [1, 2]}, "ROUND_IS_WELL_FORMED"),
        ({**ROUND, "game": "bridge"}, "GAME_IS_KNOWN"),
        ({**ROUND, "seats": {"01": {}}}, "ROUND_IS_WELL_FORMED"),
    ],
)
def test_what_is_malformed_breaks_no_clause(stated: dict[str, Any], code: str) -> None:
    refusal = settle(stated)["refusal"]
    assert (refusal["code"], refusal["clause"]) == (code, "")


def test_an_event_is_shown_without_what_only_the_record_needs() -> None:
    """637a.18(l)(1)(i)."""
    given = settle({**POKER, "actions": ["3 throws away", "1 throws away"]})
    assert given["events"]
    assert [event for event in given["events"] if {"postings", "v"} & set(event)] == []


def test_in_python_seats_may_be_numbers() -> None:
    assert settle({**ROUND, "seats": {1: ROUND["seats"]["1"]}}) == settle(ROUND)


def test_a_discard_that_is_missing_is_asked_for_under_its_own_clause() -> None:
    refused = settle(template("super-stud-hi-lo-8"))["refusal"]
    assert (refused["code"], refused["clause"]) == ("DECISIONS_COMPLETE_THE_ROUND", "637a.10(m)")
    assert refused["legal"] == ["discard 2 cards"]
