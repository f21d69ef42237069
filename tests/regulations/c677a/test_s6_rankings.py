"""677a.6: the rank of cards and hands, seen in who wins the Raise Wager."""

from itertools import pairwise

import pytest

from tests.kit.stated_rounds import settled, step
from tests.regulations.c677a.heads_up import played


def outcome(player: str, dealer: str, board: str) -> str:
    """How the player's hand stands to the dealer's."""
    pays = settled(played(player, dealer, board), "raise").pays
    return {"1 to 1": "higher", "push": "equal", "lose": "lower"}[pays]


def both_ways(higher: str, lower: str, board: str) -> None:
    assert outcome(higher, lower, board) == "higher"
    assert outcome(lower, higher, board) == "lower"


RANKS = "AKQJT98765432"


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(RANKS)))
def test_a__ranks_from_ace_down_to_2(higher, lower):
    # A board of one suit each that pairs with neither and makes no straight with both.
    rest = [rank for rank in "KT7J4" if rank not in (higher, lower)] + [r for r in "Q852" if r not in (higher, lower)]
    board = " ".join(rank + suit for rank, suit in zip(rest[:5], "cdchd", strict=False))
    both_ways(f"{higher}h {higher}s", f"{lower}h {lower}s", board)


def test_a__ace_completes_a_straight_with_2_3_4_5():
    assert outcome("Ah 9c", "Kd Kh", "2c 3d 4h 5s Qc") == "higher"


def test_a__ace_completes_a_straight_flush_with_2_3_4_5():
    given = played("Ah 9c", "Kd Kh", "2h 3h 4h 5h Qc")
    assert settled(given, "odds").pays == "50 to 1"


def test_a__ace_does_not_join_queen_king_2_and_3():
    assert outcome("Ah 9c", "2d 7h", "Qc Kd 2h 3s 8c") == "lower"


def test_a__suits_are_equal():
    assert outcome("Ah Kh", "As Ks", "Qc 9d 7h 4s 2c") == "equal"
    assert outcome("Ac 3d", "Ad 3h", "Ks Qs 9h 7c 4d") == "equal"


CATEGORIES = [
    ("b_1", "royal flush over straight flush", "Ah 2c", "9h 2d", "Kh Qh Jh Th 3s"),
    ("b_2", "straight flush over four-of-a-kind", "8h 7h", "Kc Kd", "6h 5h 4h Kh Ks"),
    ("b_3", "four-of-a-kind over full house", "7c 7d", "Kc 2d", "7h 7s Kd 2c 2h"),
    ("b_4", "full house over flush", "7c 2d", "Ah 3h", "7h 7s 2h 9h Kc"),
    ("b_5", "flush over straight", "Ah 3h", "Tc 8d", "9h 7h 6h Kc Ks"),
    ("b_6", "straight over three-of-a-kind", "Tc 8d", "Ks Kh", "9c 7h 6h Kd 2s"),
    ("b_7", "three-of-a-kind over two pair", "2c 2d", "As Kh", "2h Ah Kd 9s 7c"),
    ("b_8", "two pair over a pair", "3c 2d", "As Qh", "3h 2h Ad 9s 7c"),
    ("b_9", "a pair over none", "2c 8d", "As Kh", "2h Qc 9s 7d 4h"),
]


@pytest.mark.parametrize(("clause", "what", "higher", "lower", "board"), CATEGORIES, ids=str)
def test_b_1_to_9__order_of_the_hands(clause, what, higher, lower, board):
    both_ways(higher, lower, board)


def test_b_2__king_high_is_the_highest_and_ace_to_5_the_lowest_straight_flush():
    both_ways("Kh 2c", "8h 2d", "Qh Jh Th 9h 3s")
    both_ways("6h 9c", "Ah 9d", "2h 3h 4h 5h Ks")


def test_b_3__four_aces_highest_and_four_2s_lowest():
    both_ways("Ac Ad", "Kc Kd", "Ah As Kh Ks 7d")
    both_ways("3c 3d", "2c 2d", "2h 2s 3h 3s 9d")


def test_b_4__aces_full_of_kings_highest_and_2s_full_of_3s_lowest():
    both_ways("Ac Ad", "Kc Qd", "Ah Kh Ks Qs 5d")
    both_ways("3c 3d", "2c 3s", "2h 2s 3h 7c 9d")


def test_b_4__the_three_decide_before_the_pair():
    both_ways("3c 3d", "Ac Ad", "3h 2c 2d 2h 9s")


def test_b_5__ace_king_queen_jack_9_highest_and_2_3_4_5_7_lowest():
    both_ways("9h 3c", "8h 3d", "Ah Kh Qh Jh 4d")
    both_ways("8h Tc", "7h Td", "2h 3h 4h 5h Ks")


def test_b_6__ace_high_is_the_highest_and_ace_to_5_the_lowest_straight():
    both_ways("Ah 3c", "9h 3d", "Kc Qd Js Th 4s")
    both_ways("6c 9h", "Ac 9d", "2c 3d 4h 5s Kc")


def test_b_6__five_cards_of_one_suit_are_no_mere_straight():
    given = played("8h 7h", "Kc Kd", "6h 5h 4h Ks 2d")
    assert settled(given, "odds").pays == "50 to 1"


def test_b_7__three_aces_highest_and_three_2s_lowest():
    both_ways("Ac Ad", "Kc Kd", "Ah Kh 7s 5d 2c")
    both_ways("3c 3d", "2c 2d", "2h 3h 7s 9d Kc")


def test_b_8__aces_and_kings_highest_and_3s_and_2s_lowest():
    both_ways("Kc Kd", "Qc Qd", "Ah As 7s 5d 2c")
    both_ways("4c 4d", "3c 3d", "2h 2s 7s 9d Jc")


def test_b_9__aces_highest_and_2s_lowest():
    both_ways("Ac Ad", "Kc 3d", "Kh Qs 9s 7d 5c")
    both_ways("3c 3d", "2c 2d", "Kh Qs 9s 7d 5c")


def test_c__the_highest_card_not_in_the_other_hand_decides():
    both_ways("Ac 9d", "Ad 8c", "As Kh 7d 5c 2s")
    both_ways("Kc 9d", "Qd 9c", "Ah Js 7d 5c 2s")


def test_c__hands_alike_in_all_five_cards_tie():
    assert outcome("Ac 3d", "Ad 2c", "As Kh Qd 9c 7s") == "equal"
    assert outcome("3c 3d", "2c 2d", "As Ks Qs Js Ts") == "equal"


def test_c__all_tie_break__matched_ranks_decide_before_the_other_cards():
    # Read card by card, 2-2-A-K-Q would stand above 3-3-A-K-J.
    both_ways("3c Jd", "2c Qd", "3h 2h Ah Kd 7s")


def test_hand__five_of_seven_may_use_one_or_none_of_the_two_cards():
    """677a.1."""
    given = played("2c 3d", "4h 5c", "As Ks Qs Js Ts", wagers={"ante": 1000, "odds": 1000, "trips_plus": 100})
    assert settled(given, "trips_plus").pays == "100 to 1"
    assert settled(given, "ante").pays == "push"
    assert step(given, "trips_plus") == "677a.11(i)(2)(i)"
