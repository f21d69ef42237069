"""Choices of 637a that a Rules Submission states: limits, Antes, rake, contributions, supplements, and what is posted of them."""

from __future__ import annotations

from typing import Any

import pytest

import houseway
from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.jackpots import commands as jackpot
from houseway.chapters.c637a_poker.jackpots.rules import BadBeatRules
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import check, resolve
from houseway.engine.kernel import envelope
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.view.posted import posted
from tests.kit.decks import with_stub
from tests.kit.jackpot_room import room
from tests.kit.table_views import chips_of
from tests.kit.tables import accepted, refuses
from tests.regulations.c637a.poker import HOLDEM_FRONT
from tests.regulations.c637a.poker import table as poker_table

NO_LIMIT = {"structure": "no-limit", "blinds": [100, 200]}
STACKS = {"stack": 100_000}


def settle(actions: list[str], *, seats: int = 3, game: str = "holdem", **submission: Any) -> dict[str, Any]:
    """Settle a round in which the hand of the first seat wins, the button at the last."""
    hands = {1: "As Ad", 2: "Kc Kd", 3: "7c 2d", 4: "8c 3d", 5: "9c 4d"}
    return houseway.settle(
        {
            "game": game,
            "submission": {**NO_LIMIT, **submission},
            "button": seats,
            "hands": {str(seat): hands[seat] for seat in range(1, seats + 1)},
            "board": "Ah 5s 9d Jh 4s",
            "seats": {str(seat): STACKS for seat in range(1, seats + 1)},
            "actions": actions,
        }
    )


def sign(**submission: Any) -> dict[str, str]:
    rules = resolve({"game": "holdem", **NO_LIMIT, **submission})
    return {name: text for name, text, _, _ in posted(rules).rows}


# 637a.8(k): restrictions on raises, the minimum and maximum bets.


def test_8_k_a_cap_on_raises_may_be_lifted_between_two_players():
    limit = {"structure": "fixed-limit", "blinds": [500, 1000], "small_bet": 1000, "raise_cap": 1}
    raises = ["3 fold", "1 raise to 2000", "2 raise to 3000", "1 fold"]
    capped = settle(raises, **limit)
    assert capped["refusal"]["clause"] == "637a.8(k)"
    lifted = settle(raises, **limit, raise_cap_heads_up=False)
    assert lifted["net"]["2"] == 2000
    # With three in the pot the cap holds.
    three = settle(["3 raise to 2000", "1 raise to 3000"], **limit, raise_cap_heads_up=False)
    assert three["refusal"]["clause"] == "637a.8(k)"
    assert sign(**limit, raise_cap_heads_up=False)["raises"] == "1 in a betting round, any number between two players"


def test_8_k_a_spread_limit_may_differ_by_betting_round():
    spread = {"structure": "spread-limit", "minimum_bet": 200, "maximum_bet": 500, "maximum_bets": [500, 1000]}
    before = ["3 fold", "1 call", "2 check"]
    assert settle(["3 raise to 900"], **spread)["refusal"]["clause"] == "637a.8(k)"
    rest = ["1 check", "2 check", "1 check", "2 check"]
    assert settle([*before, "1 bet 1000", "2 call", *rest], **spread)["net"]["1"] == 1200
    assert settle([*before, "1 bet 1001"], **spread)["refusal"]["clause"] == "637a.8(k)"
    assert sign(**spread)["bets"] == "$2 to $5 then $10"


def test_8_k_how_agreement_to_a_higher_minimum_is_determined_is_stated_and_posted():
    _, faults = check({"game": "holdem", **NO_LIMIT, "minimum_increase": 200})
    assert ("minimum_agreement", "637a.8(k)", "incomplete") in [
        (fault.field, fault.clause, fault.severity.value) for fault in faults
    ]
    text = sign(minimum_increase=200, minimum_agreement="each player shows a hand")["higher minimum"]
    assert text == "all players may agree to raise the minimum by up to $2: each player shows a hand"


# 637a.11(b): the Ante.


@pytest.mark.parametrize(("ante_from", "poster"), [("button", 3), ("largest-blind", 2)])
def test_11_b_one_player_may_post_the_ante_for_the_table(ante_from: str, poster: int):
    answer = settle(["3 fold", "1 call", "2 fold"], ante=300, ante_from=ante_from)
    paid = {1: 0, 2: -200, 3: 0}
    paid[poster] -= 300
    assert {seat: answer["net"][str(seat)] for seat in (2, 3)} == {2: paid[2], 3: paid[3]}
    assert answer["net"]["1"] == 500
    assert sign(ante=300, ante_from="button")["ante"] == "$3 from the button, for the table"


def test_8_b_4_only_the_player_who_posts_the_ante_needs_it():
    table = houseway.open_table({"game": "holdem", **NO_LIMIT, "ante": 5000, "ante_from": "button"}, stated=True)
    rules = table.rules
    assert isinstance(rules, PokerRules)
    assert dict(rules.antes_of((4, 7, 9))) == {4: 0, 7: 0, 9: 5000}


# 637a.17: the rake.

PERCENT = {"kind": "percentage", "percent": 10, "cap": 400}


def test_17_a_2_a_pot_won_in_the_first_betting_round_may_go_unraked():
    rake = {**PERCENT, "first_round": False}
    early = ["3 raise to 1000", "1 call", "2 fold"]
    later = [*early, "1 bet 1000", "3 fold"]
    assert settle(["3 raise to 1000", "1 raise to 4000", "2 fold", "3 fold"], rake=rake)["rake"] == 0
    assert settle(["3 raise to 1000", "1 raise to 4000", "2 fold", "3 fold"], rake=PERCENT)["rake"] > 0
    assert settle(later, rake=rake)["rake"] == settle(later, rake=PERCENT)["rake"] == 220
    each = {**rake, "when": "each-betting-round"}
    assert settle(later, rake=each)["rake"] == 220
    assert "nothing from a pot won in the first betting round" in sign(rake=rake)["rake"]


def test_17_a_3_the_most_that_is_raked_may_go_by_the_players_dealt_in():
    rake = {**PERCENT, "cap_by_players": {"2": 100, "4": 300}}
    assert settle(["1 raise to 6000", "2 call", *["1 check", "2 check"] * 3], seats=2, rake=rake)["rake"] == 100
    three = settle(["3 raise to 6000", "1 call", "2 fold", *["1 check", "3 check"] * 3], rake=rake)
    assert three["rake"] == 300
    calls = ["3 fold", "4 fold", "5 raise to 6000", "1 call", "2 fold", *["1 check", "5 check"] * 3]
    assert settle(calls, seats=5, rake=rake)["rake"] == 400
    assert sign(rake=rake)["rake"].endswith("$1 with at most 2 players, $3 with at most 4 players")


# 637a.15(b)(1), 637a.16(b)(2): contributions.


@pytest.mark.parametrize("fund", ["bad_beat", "high_hand"])
@pytest.mark.parametrize(
    ("terms", "cents"),
    [({"percent": 5}, 110), ({"percent": 50}, 150), ({"steps": [[1000, 50], [2000, 50], [9000, 50]]}, 100), ({}, 150)],
)
def test_15_b_1_16_b_2_a_contribution_may_be_a_part_of_the_pot_up_to_its_most(
    fund: str, terms: dict[str, Any], cents: int
):
    submission = {fund: {"contribution": 150, **terms}}
    answer = settle(["3 raise to 1000", "1 call", "2 fold", *["1 check", "3 check"] * 3], **submission)
    assert answer["contributions"] == {fund: cents}
    rules = jackpot_rules(check({"game": "holdem", **NO_LIMIT, **submission})[0]).of(fund)
    assert rules is not None
    assert rules.prescribed(2200, 2200) == cents


def test_15_b_1_the_method_of_calculation_is_posted():
    terms = {"contribution": 150, "percent": 5, "hands": ["Tc Td Th Ts 2c"]}
    rules = jackpot_rules(check({"game": "holdem", **NO_LIMIT, "bad_beat": terms})[0]).of("bad_beat")
    assert rules is not None
    assert any("5% of each pot, at most $1.50" in line for line in rules.posted())


def test_15_b_3_both_hole_cards_may_have_to_play():
    terms = {"contribution": 100, "hands": ["Tc Td Th Ts 2c"], "both_hole_cards": True}
    rules = jackpot_rules(check({"game": "holdem", **NO_LIMIT, "bad_beat": terms})[0]).of("bad_beat")
    assert isinstance(rules, BadBeatRules)
    assert "both hole cards play in the losing and in the winning hand" in rules.posted()
    at = room(bad_beat=terms)
    for command, person in (
        (jackpot.OfferFund(fund="fund", kind="bad_beat"), "Sue"),
        (jackpot.ApproveDiscontinuing(fund="fund"), "Ed"),
        (jackpot.DesignateTable(fund="fund", table="1"), "Flora"),
        (jackpot.Contribute(fund="fund", table="1", pot=Cents(100_000), cents=Cents(100)), "Dee"),
    ):
        accepted(at, envelope(command, by=person))
    # Four tens with one hole card, beaten by a straight flush with two.
    board = cards("Tc Td Th 9h 8h")
    hands = {"losing": cards("Tc Td Th Ts As"), "winning": cards("9h 8h Th Jh Qh"), "community": board}
    told = {"fund": "fund", "table": "1", "loser": "Lou", "winner": "Win"}
    accepted(at.fork(), envelope(jackpot.VerifyBadBeat(**told, **hands), by="Sue"))
    one_card = {**hands, "losing": cards("Tc Td Th Ts 9h")}
    refusal = refuses(at, envelope(jackpot.VerifyBadBeat(**told, **one_card), by="Sue"))
    assert (refusal.code, refusal.clause) == ("HAND_QUALIFIES", "637a.15(b)(3)")


# 637a.18(s): supplements.


def test_18_s_a_supplement_may_refund_a_hand():
    spilled = {"cause": "card_torn", "remedy": "refund-hand", "says": "a card of the hand is torn"}
    at = poker_table(**{**NO_LIMIT, "supplements": [spilled]})
    accepted(at, envelope(cmd.StartRound(order=cards(with_stub(HOLDEM_FRONT)), button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    report = cmd.ReportIrregularity(cause="card_torn", seat=2)
    ruled, dropped = accepted(at, envelope(report, role=Role.FLOORPERSON))
    assert (ruled.clause, ruled.remedy) == ("637a.18(s)", "the hand is dead and its bets go back to the player")
    assert (dropped.seat, chips_of(at, "p2")) == (2, 10_000)
