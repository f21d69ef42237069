"""637a.11: Hold'em."""

from __future__ import annotations

import pytest

from houseway.cards import DECK_52, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.engine.kernel import envelope
from houseway.rounds import settle
from tests.kit.card_views import burned_cards
from tests.kit.table_views import look_at, street_of
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD,
    act,
    along,
    bets,
    deck,
    flop,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    stated,
)

HANDS = ["Ac Ad", "Kc Kd", "2h 7s"]
BOARD = "Qh Jh 9d 8s 4d"
DEAL = flop(HANDS, BOARD)
"""Three seats, the button at seat 3: aces, kings and 2-7."""
CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
DOWN = "3 call, 1 call, 2 check, " + CHECKS


def test_b__each_player_antes() -> None:
    assert net("holdem", DEAL, "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_b__a_big_blind_ante_is_everybodys_and_belongs_to_the_main_pot() -> None:
    """637a.8(b)(5)(iii)."""
    # Seat 1 is all-in for its 300; the ante of 100 is in the main pot: 100 + 3 x 300, then 2 x 700.
    given = played(
        "holdem",
        DEAL,
        "3 raise to 1000, 1 call, 2 call, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check",
        {**NO_LIMIT, "ante": {"2": 100}},
        stacks={1: 300, 2: 5000, 3: 5000},
    )
    assert [pot["amount"] for pot in given["pots"]] == [1000, 1400]
    assert given["net"] == {"1": 700, "2": 1400 - 1100, "3": -1000}


def test_c__cards_and_bets_go_round_from_the_left_of_the_button() -> None:
    at = seated("holdem", 3, NO_LIMIT, DEAL, button=1)
    assert look_at(at).order == (2, 3, 1)


def test_c__the_button_is_in_front_of_a_player_who_is_dealt_in() -> None:
    assert refusal("holdem", DEAL, "", button=5) == ("ROUND_IS_WELL_FORMED", "637a.11(c)(1)")


def test_c_1_i__at_first_the_button_is_in_front_of_the_player_right_of_the_dealer() -> None:
    assert look_at(seated("holdem", 4, NO_LIMIT)).button == 4


def test_c_1_ii__or_of_a_player_a_card_has_named() -> None:
    assert look_at(seated("holdem", 4, NO_LIMIT, button=2)).button == 2


def test_c_2__after_each_round_the_button_moves_on_clockwise() -> None:
    assert played("holdem", DEAL, "3 fold, 1 fold")["button_next"] == 1
    at = along(seated("holdem", 3, NO_LIMIT, DEAL, button=2), round_over)
    do(at, envelope(cmd.StartRound(order=DECK_52)))
    assert look_at(at).button == 3
    along(at, round_over)
    do(at, envelope(cmd.StartRound(order=DECK_52, absent=(1,))))
    assert look_at(at).button == 2


@pytest.mark.parametrize(
    ("blinds", "posted", "first"),
    [([100], {1: 100}, 2), ([50, 100], {1: 50, 2: 100}, 3), ([25, 50, 100], {1: 25, 2: 50, 3: 100}, 4)],
)
def test_d__blinds_any_number_from_the_left_of_the_button(
    blinds: list[int], posted: dict[int, int], first: int
) -> None:
    at = seated("holdem", 5, {"structure": "no-limit", "blinds": blinds})
    assert look_at(at).bets == posted
    assert look_at(at).hands == {}
    assert look_at(along(at, on_street(0))).actor == first


def test_d__more_blinds_than_players_are_not_faced() -> None:
    terms = {"structure": "no-limit", "blinds": [25, 50, 100]}
    assert legal("holdem", deck(), "", terms, stacks=2) == ["fold", "call 25", "raise to 150 to 10000"]


def test_d__a_blind_is_required() -> None:
    assert refusal("holdem", DEAL, "", {"structure": "no-limit"}) == ("SUBMISSION_IS_LAWFUL", "637a.11(d)")


def test_d__a_short_big_blind_is_faced_whole() -> None:
    # Seat 2 has 30 of its 100. Main pot 3 x 30, side pot 2 x 70.
    given = played(
        "holdem",
        DEAL,
        "3 call, 1 call, 1 check, 3 check, 1 check, 3 check, 1 check, 3 check",
        stacks={1: 1000, 2: 30, 3: 1000},
        tournament=True,
    )
    assert [(pot["amount"], pot["contenders"]) for pot in given["pots"]] == [(90, [1, 2, 3]), (140, [1, 3])]


def test_d__nobody_is_asked_who_has_already_covered_a_short_blind() -> None:
    # The small blind of 50 covers the 30 of the big blind; 20 go back.
    given = played("holdem", DEAL, "3 fold", stacks={1: 1000, 2: 30, 3: 1000}, tournament=True)
    assert given["net"] == {"1": 30, "2": -30, "3": 0}
    assert [pot["amount"] for pot in given["pots"]] == [60]


def test_d__two_players_the_other_one_posts_first() -> None:
    # As written: seat 1 is left of the button, posts 50 and acts first before and after the flop.
    deal = flop(["Ac Ad", "Kc Kd"], BOARD)
    checks = ", ".join(["1 check, 2 check"] * 3)
    assert net("holdem", deal, f"1 call, 2 check, {checks}", stacks=2) == [100, -100]
    assert net("holdem", deal, "1 fold", stacks=2) == [-50, 50]


def test_d__two_players_the_button_posts_first_if_the_submission_says_so() -> None:
    deal = flop(["Ac Ad", "Kc Kd"], BOARD)
    terms = {**NO_LIMIT, "heads_up_button_blind": True}
    checks = ", ".join(["1 check, 2 check"] * 3)
    assert net("holdem", deal, f"2 call, 1 check, {checks}", terms, stacks=2) == [100, -100]
    assert net("holdem", deal, "2 fold", terms, stacks=2) == [50, -50]
    # With three players it changes nothing.
    assert net("holdem", DEAL, "3 fold, 1 fold", terms) == [-50, 50, 0]


FOUR = flop([*HANDS, "3h 8d"], BOARD)
STRADDLE = {**NO_LIMIT, "straddle": 200}


def test_e__the_straddle_is_left_of_the_last_blind_and_acts_last() -> None:
    straddled = "3 straddle, 4 call, 1 fold, 2 fold"
    assert legal("holdem", FOUR, straddled, STRADDLE, stacks=4) == ["fold", "check", "raise to 400 to 10000"]
    given = played("holdem", FOUR, "3 straddle, 4 fold, 1 fold, 2 fold", STRADDLE, stacks=4)
    assert given["net"] == {"1": -50, "2": -100, "3": 150, "4": 0}


@pytest.mark.parametrize("straddler", [1, 2, 4])
def test_e__nobody_else_straddles(straddler: int) -> None:
    given = refusal("holdem", FOUR, f"{straddler} straddle", STRADDLE, stacks=4)
    assert given == ("SEAT_IS_ASKED", "637a.11(e)")


def test_e__one_straddle_before_the_cards_if_offered() -> None:
    assert refusal("holdem", FOUR, "3 straddle", stacks=4) == ("WAGER_IS_OFFERED", "637a.11(e)")
    assert refusal("holdem", FOUR, "3 straddle, 4 straddle", STRADDLE, stacks=4) == ("STEP_IS_DUE", "637a.11(e)")
    assert refusal("holdem", FOUR, "3 call, 4 straddle", STRADDLE, stacks=4) == ("STEP_IS_DUE", "637a.11(e)")


def test_e__a_straddle_is_more_than_the_largest_blind() -> None:
    given = refusal("holdem", FOUR, "", {**NO_LIMIT, "straddle": 100}, stacks=4)
    assert given == ("SUBMISSION_IS_LAWFUL", "637a.11(e)")


def test_f__two_rounds_down_the_button_last() -> None:
    at = seated("holdem", 3, NO_LIMIT, DEAL, button=1)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [2, 3, 1, 2, 3, 1]
    assert not any(face_up for _, _, face_up in dealt.cards)


def test_f__a_card_is_in_the_deck_once() -> None:
    assert refusal("holdem", "Ac Kc 2h Ad Kd Ac", "") == ("CARD_APPEARS_ONCE", "637a.3(a)")
    assert refusal("holdem", "Ac Kc 2h Ad Kd Jk", "") == ("CARDS_ARE_VALID", "637a.3(a)")


def test_f__a_short_deck_suffices_if_it_does() -> None:
    short = " ".join(DEAL.split()[:14])
    assert net("holdem", short, DOWN) == [200, -100, -100]
    assert refusal("holdem", " ".join(DEAL.split()[:13]), DOWN) == ("DECK_SUFFICES", "637a.11(j)")


def test_g__the_big_blind_has_the_option_to_raise() -> None:
    assert legal("holdem", DEAL, "3 call, 1 call") == ["fold", "check", "raise to 200 to 10000"]
    assert net("holdem", DEAL, "3 call, 1 call, 2 raise to 500, 3 fold, 1 fold") == [-100, 200, -100]


def test_g__no_check_before_the_option() -> None:
    assert refusal("holdem", DEAL, "3 check") == ("DECISION_IS_OFFERED", "637a.11(g)")
    assert refusal("holdem", DEAL, "1 call") == ("SEAT_IS_ASKED", "637a.11(g)")
    assert refusal("holdem", DEAL, "3 bet 400") == ("DECISION_IS_OFFERED", "637a.11(g)")


def test_g__the_round_ends_with_the_answer_to_the_last_raise() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, DEAL), on_street(0))
    act(at, "3 raise to 300", "1 raise to 900", "2 fold", "3 call")
    assert street_of(at) == 0
    assert look_at(at).actor == 0


def test_h__a_burn_and_three_community_cards_then_the_first_player_left_of_the_button() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, DEAL), on_street(1))
    dealt = [event for event in at.events if isinstance(event, ev.StreetDealt)][-1]
    assert [(seat, face_up) for seat, _, face_up in dealt.cards] == [(BURN, False), *[(COMMUNITY, True)] * 3]
    assert text_of(look_at(at).community) == "Qh Jh 9d"
    assert look_at(at).actor == 1
    folded = along(seated("holdem", 3, NO_LIMIT, DEAL), on_street(0))
    act(folded, "3 call", "1 fold", "2 check")
    assert look_at(along(folded, on_street(1))).actor == 2


def test_h__check_bet_and_raise() -> None:
    actions = "3 call, 1 call, 2 check, 1 check, 2 bet 200, 3 call, 1 raise to 700, 2 fold, 3 fold"
    # 300 before the flop, 200 from each on it; 500 go back to seat 1.
    given = played("holdem", DEAL, actions)
    assert given["pots"][0]["amount"] == 900
    assert given["net"] == {"1": 600, "2": -300, "3": -300}


def test_i__a_burn_and_a_fourth_card() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, DEAL), on_street(2))
    assert (len(burned_cards(at)), text_of(look_at(at).community)) == (2, "Qh Jh 9d 8s")
    assert look_at(at).actor == 1


def test_j__a_burn_and_a_fifth_card() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, DEAL), on_street(3))
    assert (len(burned_cards(at)), text_of(look_at(at).community)) == (3, BOARD)
    assert look_at(at).actor == 1


def test_j__the_big_bet_from_the_turn() -> None:
    assert bets("holdem", 3, LIMIT) == [100, 100, 200, 200]


def test_k__any_of_the_two_and_of_the_five() -> None:
    given = played("holdem", flop(["Th 2c", "Kc Kd", "3c 3d"], BOARD), DOWN)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert set(given["pots"][0]["hands"]["1"]["high"].split()) == {"Qh", "Jh", "Th", "9d", "8s"}


def test_k__if_the_board_plays_for_all_the_pot_is_shared_and_the_excess_is_first_left_of_the_button() -> None:
    deal = flop(["2c 2d", "3c 3d", "4c 4d"], "Ah Kh Qh Jh Th")
    given = played("holdem", deal, DOWN, {**NO_LIMIT, "ante": {"2": 1}})
    # 301: 100 each and one more to seat 1.
    assert given["pots"][0]["shares"] == {"1": 101, "2": 100, "3": 100}
    moved = played(
        "holdem",
        flop(["4c 4d", "2c 2d", "3c 3d"], "Ah Kh Qh Jh Th"),
        "1 call, 2 call, 3 check, " + ", ".join(["2 check, 3 check, 1 check"] * 3),
        {**NO_LIMIT, "ante": {"2": 1}},
        button=1,
    )
    assert moved["pots"][0]["shares"] == {"1": 100, "2": 101, "3": 100}


def test_k__the_submission_may_give_the_excess_by_suit() -> None:
    terms = {**NO_LIMIT, "odd_chip": "suit", "ante": {"2": 1}}
    deal = flop(["Ac Kd", "Ah Ks", "2c 3d"], BOARD)
    actions = "3 fold, 1 call, 2 check, " + ", ".join(["1 check, 2 check"] * 3)
    assert played("holdem", deal, actions, terms)["pots"][0]["shares"] == {"1": 100, "2": 101}
    # The highest card is the board's: the next one decides.
    shared = flop(["Kc Qd", "Kh Qs", "2c 3d"], "As Jh 9d 8s 4d")
    assert played("holdem", shared, actions, terms)["pots"][0]["shares"] == {"1": 100, "2": 101}


# Betting structures and stacks (637a.8(k), 637a.8(b)).


def test_g__fixed_limit_raises_by_the_bet_up_to_the_cap() -> None:
    terms = {**LIMIT, "raise_cap": 3}
    assert refusal("holdem", DEAL, "3 raise to 250", terms) == ("AMOUNT_IS_LAWFUL", "637a.8(k)")
    raised = "3 raise to 200, 1 raise to 300, 2 raise to 400"
    assert legal("holdem", DEAL, raised, terms) == ["fold", "call 200"]
    assert refusal("holdem", DEAL, f"{raised}, 3 raise to 500", terms) == ("DECISION_IS_OFFERED", "637a.8(k)")
    # The opening bet of a later round is no raise.
    after = "3 call, 1 call, 2 check, 1 bet 100, 2 raise to 200, 3 raise to 300, 1 raise to 400"
    assert legal("holdem", DEAL, after, terms) == ["fold", "call 200"]


def test_g__a_posted_cap_holds_for_two_players_too() -> None:
    deal = flop(["Ac Ad", "Kc Kd"], BOARD)
    raised = "1 raise to 200, 2 raise to 300, 1 raise to 400"
    assert legal("holdem", deal, raised, {**LIMIT, "raise_cap": 3}, stacks=2) == ["fold", "call 100"]
    assert legal("holdem", deal, raised, LIMIT, stacks=2) == ["fold", "call 100", "raise to 500"]


def test_g__pot_limit_is_the_pot_after_the_call() -> None:
    # 150 in the pot and a call of 100: a raise to 100 + 250.
    assert legal("holdem", DEAL, "", POT_LIMIT) == ["fold", "call 100", "raise to 200 to 350"]
    assert refusal("holdem", DEAL, "3 raise to 351", POT_LIMIT)[0] == "AMOUNT_IS_LAWFUL"
    # 500 in the pot; seat 1 calls 300 and raises by 800 over 350.
    assert legal("holdem", DEAL, "3 raise to 350", POT_LIMIT) == ["fold", "call 300", "raise to 600 to 1150"]
    assert legal("holdem", DEAL, "3 call, 1 call, 2 check", POT_LIMIT) == ["fold", "check", "bet 100 to 300"]


def test_g__spread_limit_bets_between_minimum_and_maximum() -> None:
    assert legal("holdem", DEAL, "", SPREAD) == ["fold", "call 100", "raise to 200 to 600"]
    assert legal("holdem", DEAL, "3 raise to 400", SPREAD) == ["fold", "call 350", "raise to 700 to 900"]
    assert legal("holdem", DEAL, "3 call, 1 call, 2 check", SPREAD) == ["fold", "check", "bet 100 to 500"]


def test_g__the_least_raise_is_the_last_full_one() -> None:
    assert refusal("holdem", DEAL, "3 raise to 500, 1 raise to 899")[0] == "AMOUNT_IS_LAWFUL"
    assert legal("holdem", DEAL, "3 raise to 500, 1 raise to 900") == ["fold", "call 800", "raise to 1300 to 10000"]


def test_h__a_short_all_in_does_not_reopen_the_betting() -> None:
    # Seat 1 bets 400; seat 2 is all-in for 600 more than its 100: a raise of 200; seat 1 may only call.
    before = "3 call, 1 call, 2 check, 1 bet 400, 2 raise to 600, 3 call"
    stacks = {1: 10_000, 2: 700, 3: 10_000}
    assert legal("holdem", DEAL, before, stacks=stacks) == ["fold", "call 200"]
    # Seat 3 had not acted and may raise by the last full bet.
    unacted = "3 call, 1 call, 2 check, 1 bet 400, 2 raise to 600"
    assert legal("holdem", DEAL, unacted, stacks=stacks) == ["fold", "call 600", "raise to 1000 to 9900"]


def test_h__short_all_ins_that_add_up_to_a_raise_reopen_it() -> None:
    deal = flop(["Ac Ad", "Kc Kd", "2h 7s", "3h 8d"], BOARD)
    stacks = {1: 10_000, 2: 700, 3: 900, 4: 10_000}
    before = "3 call, 4 call, 1 call, 2 check, 1 bet 400, 2 raise to 600, 3 raise to 800, 4 call"
    # 200 and 200 over the bet of 400.
    assert legal("holdem", deal, before, stacks=stacks) == ["fold", "call 400", "raise to 1200 to 9900"]
    less = {**stacks, 3: 899}
    before = before.replace("800", "799")
    assert legal("holdem", deal, before, stacks=less) == ["fold", "call 399"]


def test_h__limit_half_a_bet_reopens_if_the_submission_says_so() -> None:
    stacks = {1: 10_000, 2: 250, 3: 10_000}
    before = "3 call, 1 call, 2 check, 1 bet 100, 2 raise to 150, 3 call"
    assert legal("holdem", DEAL, before, LIMIT, stacks=stacks) == ["fold", "call 50"]
    terms = {**LIMIT, "half_bet_reopens": True}
    assert legal("holdem", DEAL, before, terms, stacks=stacks) == ["fold", "call 50", "raise to 250"]


def test_h__nobody_is_asked_once_all_but_one_are_all_in() -> None:
    given = played("holdem", DEAL, "3 raise to 10000, 1 call, 2 fold")
    assert given["stacks"] == {"1": 20_100, "2": 9_900, "3": 0}
    covered = played(
        "holdem", DEAL, "3 raise to 4000, 1 raise to 10000, 2 fold, 3 call", stacks={1: 10_000, 2: 500, 3: 6_000}
    )
    assert covered["stacks"] == {"1": 16_100, "2": 400, "3": 0}


def test_k__side_pots_to_any_depth() -> None:
    deal = flop(["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd", "2c 7d"], "3h 4h 8s 9s Th")
    stacks = {1: 1000, 2: 2000, 3: 3000, 4: 4000, 5: 9000}
    actions = "3 raise to 3000, 4 raise to 4000, 5 call, 1 call, 2 call"
    given = played("holdem", deal, actions, stacks=stacks)
    assert [pot["amount"] for pot in given["pots"]] == [5000, 4000, 3000, 2000]
    assert [pot["winners"] for pot in given["pots"]] == [[1], [2], [3], [4]]
    assert given["stacks"] == {"1": 5000, "2": 4000, "3": 3000, "4": 2000, "5": 5000}


def test_d__enough_for_the_forced_bets_and_one_bet() -> None:
    short = ("WAGER_IS_COVERED", "637a.8(b)(4)")
    assert refusal("holdem", DEAL, "3 fold, 1 fold", stacks={1: 149, 2: 200, 3: 100}) == short
    assert refusal("holdem", DEAL, "3 fold, 1 fold", stacks={1: 150, 2: 199, 3: 100}) == short
    assert refusal("holdem", DEAL, "3 fold, 1 fold", stacks={1: 150, 2: 200, 3: 99}) == short
    assert net("holdem", DEAL, "3 fold, 1 fold", stacks={1: 150, 2: 200, 3: 100}) == [-50, 50, 0]
    assert net("holdem", DEAL, "3 fold, 1 fold", stacks={1: 149, 2: 200, 3: 100}, tournament=True) == [-50, 50, 0]


# Numbers as people and machines write them.


def test_a__a_seat_is_no_amount() -> None:
    round = stated("holdem", DEAL, "")
    assert settle({**round, "actions": ["1.5 call"]})["refusal"]["code"] == "ROUND_IS_WELL_FORMED"
    dollars = settle({**round, "actions": ["3 raise to 1.5"]})["refusal"]
    assert (dollars["code"], dollars["clause"]) == ("AMOUNT_IS_LAWFUL", "637a.8(k)")


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "-1", ""])
def test_a__strange_numbers_are_refused_and_break_nothing(number: str) -> None:
    round = stated("holdem", DEAL, "")
    for strange in (
        {**round, "seats": {number: {"stack": 1000}, "1": {"stack": 1000}}},
        {**round, "actions": [f"{number} call"]},
        {**round, "actions": [f"3 raise to {number}"]},
        {**round, "actions": [f"3 announces raise to {number}"]},
    ):
        assert settle(strange)["refusal"]["code"] == "ROUND_IS_WELL_FORMED"
