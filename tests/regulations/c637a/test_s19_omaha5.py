"""637a.19: Five-card Omaha High and Five-card Omaha High-low Split Eight or Better."""

from __future__ import annotations

import pytest

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.engine.kernel import envelope
from tests.kit.card_views import burned_cards, stub_of
from tests.kit.table_views import hand_of, look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    along,
    bets,
    flop,
    legal,
    net,
    on_street,
    played,
    refusal,
    seated,
)

HIGH, SPLIT = "omaha5-high", "omaha5-hi-lo-8"
DOWN = "3 call, 1 call, 2 check, " + ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
BOARD = "2c 5d 8h Kc Qs"
LOW = "Ah 3h Jc Td 9c"
KINGS = "Ks Kd Jh Th 7h"
QUEENS = "Qh Qd Js Ts 7s"
DEAL = flop([LOW, KINGS, QUEENS], "2c 5d 8h Kc Qs")


def test_b__each_player_antes() -> None:
    assert net(HIGH, DEAL, "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_c_2__the_button_moves_on_clockwise() -> None:
    assert played(HIGH, DEAL, "3 fold, 1 fold")["button_next"] == 1


def test_d__blinds_before_the_cards_from_the_left_of_the_button() -> None:
    at = seated(HIGH, 3, NO_LIMIT)
    assert (look_at(at).bets, look_at(at).hands) == ({1: 50, 2: 100}, {})


def test_e__a_straddle_if_offered() -> None:
    terms = {**NO_LIMIT, "straddle": 200}
    assert legal(HIGH, DEAL, "3 straddle, 1 call, 2 fold", terms) == ["fold", "check", "raise to 400 to 10000"]
    assert refusal(HIGH, DEAL, "3 straddle") == ("WAGER_IS_OFFERED", "637a.19(e)")


def test_f__five_rounds_down_the_button_last() -> None:
    at = seated(HIGH, 3, NO_LIMIT, DEAL)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 5
    assert text_of(hand_of(at, 2)) == KINGS


def test_g__the_big_blind_has_the_option() -> None:
    assert legal(HIGH, DEAL, "3 call, 1 call") == ["fold", "check", "raise to 200 to 10000"]
    assert refusal(HIGH, DEAL, "1 call") == ("SEAT_IS_ASKED", "637a.19(g)")


def test_h_i_j__burns_community_cards_and_the_big_bet_from_the_turn() -> None:
    at = along(seated(HIGH, 3, LIMIT, DEAL), on_street(3))
    assert (len(burned_cards(at)), text_of(look_at(at).community), look_at(at).actor) == (3, BOARD, 1)
    assert bets(HIGH, 3, LIMIT) == [100, 100, 200, 200]


def test_j__eight_players_have_cards_enough() -> None:
    # 40 cards, three burns and the board.
    at = along(seated(HIGH, 8, LIMIT), on_street(3))
    assert len(stub_of(at)) == 52 - 48


def test_k__two_of_the_five_and_three_of_the_five() -> None:
    deal = flop(["Th 3c 4c 5d 6c", "9h 8h 2d 3d 4d", "7c 7d 6s 6d 4s"], "Ah Kh Qh Jh 2c")
    given = played(HIGH, deal, DOWN)
    assert given["net"] == {"1": -100, "2": 200, "3": -100}
    assert set(given["pots"][0]["hands"]["2"]["high"].split()) == {"9h", "8h", "Ah", "Kh", "Qh"}


def test_k_1__high() -> None:
    assert played(HIGH, DEAL, DOWN)["net"] == {"1": -100, "2": 200, "3": -100}


def test_k_2_i__the_excess_is_the_high_hands() -> None:
    given = played(SPLIT, DEAL, DOWN, {**NO_LIMIT, "ante": {"2": 1}})
    assert given["pots"][0]["shares"] == {"1": 150, "2": 151}


@pytest.mark.parametrize(
    ("odd_chip", "shares"),
    [
        ("left-of-button", {"1": 150, "2": 76, "3": 75}),
        ("suit", {"1": 150, "2": 75, "3": 76}),
        (None, {"1": 150, "2": 75, "3": 76}),
    ],
)
def test_k_2_ii__the_excess_of_tied_highs__by_suit_unless_the_submission_names_a_player(
    odd_chip: str | None, shares: dict[str, int]
) -> None:
    hands = ["Ah 3h 4c 6c 9c", "Kh Jd Th 7h 7d", "Ks Jc Ts 7s 7c"]
    terms = {**NO_LIMIT, "ante": {"2": 1}, **({"odd_chip": odd_chip} if odd_chip else {})}
    assert played(SPLIT, flop(hands, BOARD), DOWN, terms)["pots"][0]["shares"] == shares


@pytest.mark.parametrize(
    ("odd_chip", "shares"),
    [
        ("left-of-button", {"1": 151, "2": 76, "3": 75}),
        ("suit", {"1": 151, "2": 75, "3": 76}),
        (None, {"1": 151, "2": 75, "3": 76}),
    ],
)
def test_k_2_iii__the_excess_of_tied_lows__by_suit_unless_the_submission_names_a_player(
    odd_chip: str | None, shares: dict[str, int]
) -> None:
    hands = ["Ks Kd 9h 9d Tc", "Ah 3h Jd Th 9s", "Ac 3s Js Ts 9c"]
    terms = {**NO_LIMIT, "ante": {"2": 2}, **({"odd_chip": odd_chip} if odd_chip else {})}
    assert played(SPLIT, flop(hands, BOARD), DOWN, terms)["pots"][0]["shares"] == shares


def test_k_2_iv__hearts_are_above_diamonds() -> None:
    hands = ["Ah 3h 4c 6c 9c", "Kd Jd Th 7h 7d", "Kh Jc Ts 7s 7c"]
    terms = {**NO_LIMIT, "ante": {"2": 1}, "odd_chip": "suit"}
    assert played(SPLIT, flop(hands, BOARD), DOWN, terms)["pots"][0]["shares"]["3"] == 76


def test_l_1__without_a_low_of_eight_or_better_the_high_hand_takes_all() -> None:
    assert net(SPLIT, flop([LOW, KINGS, QUEENS], "2c 5d 9h Kc 9s"), DOWN) == [-100, 200, -100]


def test_l_1__a_side_pot_in_which_nobody_has_a_low_is_the_high_hands() -> None:
    stacks = {1: 1000, 2: 3000, 3: 3000}
    given = played(SPLIT, DEAL, "3 raise to 3000, 1 call, 2 call", stacks=stacks)
    assert given["stacks"] == {"1": 1500, "2": 5500, "3": 0}


def test_l_2__the_wheel_is_high_and_low_at_once() -> None:
    given = played(SPLIT, flop([LOW, KINGS, QUEENS], "2c 4d 5h Kc Qs"), DOWN)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}


def test_l_3__kill() -> None:
    terms = {**LIMIT, "kill": "half-kill", "qualifying_pot": 300}
    scoop = flop([LOW, KINGS, QUEENS], "2c 4d 5h Kc Qs")
    assert played(SPLIT, scoop, DOWN, terms)["kill_next"] is True
    assert legal(SPLIT, scoop, "", terms, kill=True) == ["fold", "call 100", "raise to 250"]
    assert played(SPLIT, DEAL, DOWN, terms, kill=True)["kill_next"] is False
    assert refusal(SPLIT, DEAL, "", {**LIMIT, "kill": "kill"}) == ("SUBMISSION_IS_LAWFUL", "637a.19(l)(3)")
