"""647a.6: how hands rank."""

import pytest

from tests.regulations.c647a.dealt import paid, settled

LOOSE = "9s 8d 7c 2h Kd"


def outcome(player: str, dealer: str, board: str) -> str:
    """The player's hand beside the dealer's, read off the Flop Wager."""
    pays, _ = paid(settled({1: player}, dealer=dealer, board=board), 1, "flop")
    return {"1 to 1": "higher", "push": "equal", "lose": "lower"}[pays]


@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        pytest.param("As 3c", "9s 4h", "Ks Qs Js Ts 2d", id="b_1__royal_flush_above_straight_flush"),
        pytest.param("6s 5s", "9c Ah", "9s 8s 7s 9h 9d", id="b_2__straight_flush_above_four_of_a_kind"),
        pytest.param("9d 9c", "4h Ah", "9s 9h 4d 4c 2s", id="b_3__four_of_a_kind_above_full_house"),
        pytest.param("9d 4c", "As 3s", "9s 9h 4s 2s Kd", id="b_4__full_house_above_flush"),
        pytest.param("As 3s", "Jc Th", "9s 8s 7d 2s Kc", id="b_5__flush_above_straight"),
        pytest.param("6h 5h", "9h 9c", LOOSE, id="b_6__straight_above_three_of_a_kind"),
        pytest.param("2s 2d", "Kc 9h", LOOSE, id="b_7__three_of_a_kind_above_two_pair"),
        pytest.param("2s 7d", "As Ad", LOOSE, id="b_8__two_pair_above_pair"),
        pytest.param("2s 3d", "As Qd", LOOSE, id="b_9__pair_above_none_of_these"),
    ],
)
def test_b_1_to_9__each_hand_ranks_above_the_next(player, dealer, board):
    """647a.6(b)(1), 647a.6(b)(2), 647a.6(b)(3), 647a.6(b)(4), 647a.6(b)(5), 647a.6(b)(6), 647a.6(b)(7), 647a.6(b)(8), 647a.6(b)(9)."""
    assert outcome(player, dealer, board) == "higher"
    assert outcome(dealer, player, board) == "lower"


@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        pytest.param("Ks 9s", "8s 9d", "Qs Js Ts 2c 3d", id="b_2__king_high_straight_flush"),
        pytest.param("As Ah", "Ks Kh", "Ad Ac Kd Kc 2s", id="b_3__aces"),
        pytest.param("3s 2d", "2c Kh", "3d 3c 2h 2s 9c", id="b_4__the_three_are_compared_first"),
        pytest.param("As 2s", "Ks Qs", "Js 9s 4s 7d 2c", id="b_5__highest_card_of_a_flush"),
        pytest.param("6h 2s", "Ah 2c", "5d 4c 3h Ks Kd", id="b_6__six_high_straight_above_the_lowest"),
        pytest.param("Ah 9d", "Kh 8d", "Ad Ac Ks Kc 2d", id="b_4__aces_over_kings"),
        pytest.param("Ks 3d", "Qs Jd", "Kd Qc Jh 3s 8c", id="b_8__higher_pair_of_two_pair_first"),
        pytest.param("3s Jd", "2s Qd", "3h 2h Ad Kc 9s", id="b_9__pair_before_the_other_cards"),
    ],
)
def test_b_2_to_9__within_a_hand_the_higher_ranks_win(player, dealer, board):
    assert outcome(player, dealer, board) == "higher"


def test_a__ace_completes_a_straight_with_2_3_4_5():
    assert outcome("As 2d", "Kd Kc", "3h 4c 5s 9d Jc") == "higher"


def test_a__ace_joins_no_other_sequence():
    # Queen, king, ace, 2 and 3 are no straight: a pair of 9s beats them.
    assert outcome("Ah 2d", "9d 8c", "Qs Kc 3h 9h 6c") == "lower"


def test_a__suits_are_equal():
    assert outcome("As Qs", "Ah Qh", "Kd 9c 4s 2h 7d") == "equal"


def test_c__the_highest_card_the_other_lacks_decides():
    assert outcome("As 3d", "Ah 2c", "Kd 9c 8s 6h 5d") == "equal"
    assert outcome("As Td", "Ah 7c", "Kd 9c 8s 6h 2d") == "higher"


def test_c__five_community_cards_that_play_are_a_tie():
    assert outcome("2s 3d", "2c 3h", "As Kd Qc Jh Ts") == "equal"


def test_c__reading_all_tie_break__the_pair_counts_before_a_higher_odd_card():
    assert outcome("2s Qd", "3s Jd", "2h 3h Ad Kc 9s") == "lower"
