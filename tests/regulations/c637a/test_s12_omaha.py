"""637a.12: Omaha High and Omaha High-low Split Eight or Better."""

from __future__ import annotations

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.engine.kernel import envelope
from tests.kit.card_views import burned_cards
from tests.kit.submission_faults import faults
from tests.kit.table_views import hand_of, look_at
from tests.kit.tables import accepted as do
from tests.kit.tables import last
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
    round_over,
    seated,
)

CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
DOWN = "3 call, 1 call, 2 check, " + CHECKS
BOARD = "2c 5d 8h Kc Qs"
LOW = "Ah 3h Jc Td"
KINGS = "Ks Kd Jh Th"
QUEENS = "Qh Qd Js Ts"


def test_b__each_player_antes() -> None:
    assert net("omaha-high", flop([LOW, KINGS, QUEENS]), "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_c_2__the_button_moves_on_clockwise() -> None:
    assert played("omaha-high", flop([LOW, KINGS, QUEENS]), "3 fold, 1 fold")["button_next"] == 1


def test_d__blinds_before_the_cards_from_the_left_of_the_button() -> None:
    at = seated("omaha-high", 3, NO_LIMIT)
    assert (look_at(at).bets, look_at(at).hands) == ({1: 50, 2: 100}, {})


def test_e__a_straddle_if_offered() -> None:
    deal = flop([LOW, KINGS, QUEENS])
    terms = {**NO_LIMIT, "straddle": 200}
    assert legal("omaha-high", deal, "3 straddle, 1 call, 2 fold", terms) == ["fold", "check", "raise to 400 to 10000"]
    assert refusal("omaha-high", deal, "3 straddle") == ("WAGER_IS_OFFERED", "637a.12(e)")


def test_f__four_rounds_down_the_button_last() -> None:
    at = seated("omaha-high", 3, NO_LIMIT, flop([LOW, KINGS, QUEENS]), button=3)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 4
    assert text_of(hand_of(at, 3)) == QUEENS


def test_g__the_big_blind_has_the_option() -> None:
    says = legal("omaha-high", flop([LOW, KINGS, QUEENS]), "3 call, 1 call")
    assert says == ["fold", "check", "raise to 200 to 10000"]
    assert refusal("omaha-high", flop([LOW, KINGS, QUEENS]), "1 call") == ("SEAT_IS_ASKED", "637a.12(g)")


def test_h_i_j__burns_community_cards_and_the_big_bet_from_the_turn() -> None:
    at = along(seated("omaha-high", 3, LIMIT, flop([LOW, KINGS, QUEENS], BOARD)), on_street(3))
    assert (len(burned_cards(at)), text_of(look_at(at).community), look_at(at).actor) == (3, BOARD, 1)
    assert bets("omaha-high", 3, LIMIT) == [100, 100, 200, 200]


def test_k__two_of_the_four_and_three_of_the_five() -> None:
    # One heart with four on the board is no flush, a lone ten with A-K-Q-J no straight.
    deal = flop(["Th 3c 4c 5d", "9h 8h 2d 3d", "7c 7d 6s 6d"], "Ah Kh Qh Jh 2c")
    given = played("omaha-high", deal, DOWN)
    assert given["net"] == {"1": -100, "2": 200, "3": -100}
    assert set(given["pots"][0]["hands"]["2"]["high"].split()) == {"9h", "8h", "Ah", "Kh", "Qh"}
    # Three of a kind in the hand are a pair.
    trips = flop(["7c 7d 7s 2d", "8c 8d 3s 4d", "Jc 4s 4h 3d"], "Ah Kd Qc 9s 6c")
    assert played("omaha-high", trips, DOWN)["pots"][0]["winners"] == [2]


def test_k_1__high() -> None:
    assert played("omaha-high", flop([LOW, KINGS, QUEENS], BOARD), DOWN)["net"] == {"1": -100, "2": 200, "3": -100}


def test_k_2_i__high_and_low_divide_the_pot_and_the_excess_is_the_high_hands() -> None:
    terms = {**NO_LIMIT, "ante": {"2": 1}}
    given = played("omaha-hi-lo-8", flop([LOW, KINGS, QUEENS], BOARD), DOWN, terms)
    assert given["pots"][0]["shares"] == {"1": 150, "2": 151}
    assert set(given["pots"][0]["hands"]["1"]["low, eight or better"].split()) == {"Ah", "3h", "2c", "5d", "8h"}


def test_k_2__quartering() -> None:
    # Seat 1 has the kings and ties for the low: 150 and 75; seat 2 gets a quarter.
    deal = flop(["Ah 3h Ks Kd", "Ad 3d Jc Td", QUEENS], BOARD)
    assert net("omaha-hi-lo-8", deal, DOWN) == [125, -25, -100]


TIED_HIGHS = ["Ah 3h 4c 6c", "Kh Jd Th 9h", "Ks Jc Ts 9s"]
TIED_LOWS = ["Ks Kd 9h 9d", "Ah 3h Jd Th", "Ac 3s Js Ts"]


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
    # 301: the low 150, the highs 151. The king of spades is at seat 3.
    terms = {**NO_LIMIT, "ante": {"2": 1}, **({"odd_chip": odd_chip} if odd_chip else {})}
    assert played("omaha-hi-lo-8", flop(TIED_HIGHS, BOARD), DOWN, terms)["pots"][0]["shares"] == shares


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
    # 302: the high 151, the lows 151. The ace of clubs, the lowest suit, is at seat 3.
    terms = {**NO_LIMIT, "ante": {"2": 2}, **({"odd_chip": odd_chip} if odd_chip else {})}
    assert played("omaha-hi-lo-8", flop(TIED_LOWS, BOARD), DOWN, terms)["pots"][0]["shares"] == shares


def test_k_2_iv__hearts_are_above_diamonds() -> None:
    terms = {**NO_LIMIT, "ante": {"2": 1}, "odd_chip": "suit"}
    hands = [TIED_HIGHS[0], "Kd Jd Th 9h", "Kh Jc Ts 9s"]
    assert played("omaha-hi-lo-8", flop(hands, BOARD), DOWN, terms)["pots"][0]["shares"]["3"] == 76


def test_l__a_pair_or_a_card_above_eight_is_no_low() -> None:
    # Two low cards on the board, or three of which two are a pair: no low.
    for board in ("2c 5d 9h Kc 9s", "2c 2d 8h Kc Qs"):
        assert net("omaha-hi-lo-8", flop([LOW, KINGS, QUEENS], board), DOWN) == [-100, 200, -100]


def test_l__a_side_pot_in_which_nobody_has_a_low_is_the_high_hands() -> None:
    stacks = {1: 1000, 2: 3000, 3: 3000}
    actions = "3 raise to 3000, 1 call, 2 call"
    given = played("omaha-hi-lo-8", flop([LOW, KINGS, QUEENS], BOARD), actions, stacks=stacks)
    # 3 x 1000 divided; 2 x 2000 to the kings alone.
    assert [pot["shares"] for pot in given["pots"]] == [{"1": 1500, "2": 1500}, {"2": 4000}]
    assert given["stacks"] == {"1": 1500, "2": 5500, "3": 0}


def test_m__the_wheel_is_high_and_low_at_once() -> None:
    deal = flop(["Ah 3h Jc Td", KINGS, QUEENS], "2c 4d 5h Kc Qs")
    given = played("omaha-hi-lo-8", deal, DOWN)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert given["pots"][0]["hands"]["1"]["high"] == given["pots"][0]["hands"]["1"]["low, eight or better"]


def test_m__two_different_hands_and_the_ace_both_ways() -> None:
    # Aces high with the king; ace and 3 low.
    given = played("omaha-hi-lo-8", flop(["Ah As 3c Jd", "Kh Jh Th 4s", "Qh Jc Ts 4c"], BOARD), DOWN)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert set(given["pots"][0]["hands"]["1"]["high"].split()) == {"Ah", "As", "Kc", "Qs", "8h"}


KILL = {**LIMIT, "kill": "kill", "qualifying_pot": 300}
SCOOP = flop(["Ah 3h Jc Td", KINGS, QUEENS], "2c 4d 5h Kc Qs")
SPLIT = flop([LOW, KINGS, QUEENS], BOARD)


def test_n__the_kill_option_is_a_kill_or_a_half_kill() -> None:
    assert faults("omaha-hi-lo-8", **{**KILL, "kill": "double"}) == [("kill", "637a.12(n)")]
    for lawful in ("kill", "half-kill"):
        assert faults("omaha-hi-lo-8", **{**KILL, "kill": lawful}) == []


def test_n__one_player_who_wins_a_whole_qualifying_pot_turns_it_on() -> None:
    assert played("omaha-hi-lo-8", SCOOP, DOWN, KILL)["kill_next"] is True
    assert played("omaha-hi-lo-8", SCOOP, DOWN, {**KILL, "qualifying_pot": 301})["kill_next"] is False
    assert played("omaha-hi-lo-8", SPLIT, DOWN, KILL)["kill_next"] is False


def test_n__it_stays_on_and_goes_off() -> None:
    assert played("omaha-hi-lo-8", SCOOP, DOWN, KILL, kill=True)["kill_next"] is True
    assert played("omaha-hi-lo-8", SPLIT, DOWN, KILL, kill=True)["kill_next"] is False
    assert played("omaha-hi-lo-8", SCOOP, DOWN, {**KILL, "qualifying_pot": 301}, kill=True)["kill_next"] is False


def test_n__it_stays_on_if_two_players_win_different_pots_and_none_is_split() -> None:
    # The wheel is all-in for 200 with the main pot; the kings take the side pot without a low.
    stacks = {1: 200, 2: 10_000, 3: 10_000}
    actions = "3 raise to 300, 1 call, 2 call, " + ", ".join(["2 check, 3 check"] * 3)
    given = played("omaha-hi-lo-8", SCOOP, actions, KILL, stacks=stacks, kill=True)
    assert [pot["winners"] for pot in given["pots"]] == [[1], [2]]
    assert given["kill_next"] is True
    actions = "3 raise to 200, 1 call, 2 raise to 300, 3 call, " + ", ".join(["2 check, 3 check"] * 3)
    assert played("omaha-hi-lo-8", SCOOP, actions, KILL, stacks=stacks)["kill_next"] is False


@pytest.mark.parametrize(("kind", "first", "turn"), [("kill", 300, 400), ("half-kill", 250, 300)])
def test_n__the_limits_rise_and_the_blinds_stay(kind: str, first: int, turn: int) -> None:
    terms = {**KILL, "kill": kind}
    assert legal("omaha-hi-lo-8", SCOOP, "", terms, kill=True) == ["fold", "call 100", f"raise to {first}"]
    seen = DOWN.split(", ")[:6]
    assert legal("omaha-hi-lo-8", SCOOP, ", ".join(seen), terms, kill=True) == ["fold", "check", f"bet {turn}"]
    assert legal("omaha-hi-lo-8", SCOOP, "", terms) == ["fold", "call 100", "raise to 200"]


def test_n__the_table_remembers_it() -> None:
    at = along(seated("omaha-hi-lo-8", 3, KILL, SCOOP), round_over)
    do(at, envelope(cmd.StartRound(order=cards(SPLIT))))
    assert look_at(at).kill is True
    along(at, round_over)
    assert last(at, ev.RoundEnded).kill_next is False


def test_n__the_option_names_its_qualifying_pot_and_its_games() -> None:
    unnamed = {**LIMIT, "kill": "kill"}
    assert refusal("omaha-hi-lo-8", SCOOP, "", unnamed) == ("SUBMISSION_IS_LAWFUL", "637a.12(n)")
    assert refusal("omaha-high", SCOOP, "", KILL) == ("SUBMISSION_IS_LAWFUL", "637a.12(n)")
    assert refusal("omaha-hi-lo-8", SCOOP, DOWN, LIMIT, kill=True) == ("WAGER_IS_OFFERED", "637a.12(n)")
