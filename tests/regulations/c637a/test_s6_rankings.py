"""637a.6: the rank of cards and hands, shown by who wins a round of draw poker in which everybody stands pat."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.regulations.c637a.deals import draw, played, refusal, winners

LOWEST_OVER_HIGHEST = {
    "1": ("Ad Kd Qd Jd Td", "Kh Qh Jh Th 9h"),
    "2": ("2s 3s 4s 5s 6s", "Ah Ad As Ac 2c"),
    "3": ("2h 2d 2s 2c 3c", "Ah Ad As Kh Kd"),
    "4": ("2h 2d 2s 3h 3d", "Ac Kc Qc Jc 9c"),
    "5": ("2d 3d 4d 5d 7d", "Ah Kd Qs Jc Td"),
    "6": ("Ad 2s 3c 4c 5h", "Ah As Ac Kh Qd"),
    "7": ("2h 2d 2c 3h 4d", "Ah Ad Ks Kh Qd"),
    "8": ("3h 3d 2s 2h 4d", "Ah Ad Ks Qh Jd"),
    "9": ("2h 2d 3s 4h 5d", "Ah Kd Qs Jh 9d"),
}
"""A low hand of each kind, and the best of the kind below it."""


@pytest.mark.parametrize("kind", LOWEST_OVER_HIGHEST)
def test_b_1_to_9__a_kind_of_hand_beats_the_best_of_the_next(kind: str) -> None:
    low, best_below = LOWEST_OVER_HIGHEST[kind]
    assert winners("draw-high", low, best_below) == [1]
    assert winners("draw-high", best_below, low) == [2]


def test_a__the_ace_is_high_and_completes_only_the_lowest_straight() -> None:
    assert winners("draw-high", "As 2d 3c 4h 5s", "Ah Kd Qc Js 9h") == [1]
    assert winners("draw-high", "As 2d 3c 4h 5s", "2h 3h 4d 5c 6s") == [2]
    # Queen, king, ace, 2, 3 is no straight: a pair of twos beats it.
    assert winners("draw-high", "Qs Kd Ac 2h 3s", "2s 2d 4c 5h 7s") == [2]


def test_a__suits_are_equal() -> None:
    assert winners("draw-high", "Ac Kc Qc Jc 9c", "As Ks Qs Js 9s") == [1, 2]


def test_b_1__a_royal_flush_is_above_the_king_high_straight_flush() -> None:
    assert winners("draw-high", "Kc Qc Jc Tc 9c", "Ad Kd Qd Jd Td") == [2]


def test_b_4__a_full_house_goes_by_its_three() -> None:
    assert winners("draw-high", "3h 3d 3s 2h 2d", "2s 2c Kc Ah Ad") == [1]
    assert winners("draw-high", "3h 3d 3s 2h 2d", "4s 4c 4d 5h 5d") == [2]


def test_b_8__two_pairs_go_by_the_higher_pair_then_the_lower_then_the_fifth_card() -> None:
    assert winners("draw-high", "Ah Ad 2s 2h 3d", "Ks Kd Qs Qh Jd") == [1]
    assert winners("draw-high", "Ah Ad 2s 2h Kd", "As Ac 3s 3h 4d") == [2]
    assert winners("draw-high", "Ah Ad 3c 3d Kd", "As Ac 3s 3h Qd") == [1]


def test_c__in_low_poker_the_ace_is_the_best_card_and_the_king_the_worst() -> None:
    assert winners("draw-low", "Ac 2d 3h 4s 6c", "2c 3d 4h 5s 6d") == [1]
    assert winners("draw-low", "Kc 2d 3h 4s 5c", "Qc Jd Th 9s 8d") == [2]


def test_c__in_2_7_the_deuce_is_the_best_card_and_the_ace_the_worst() -> None:
    assert winners("triple-draw-2-7", "Ac 2d 3h 4s 6c", "Kc Qd Jh 9s 8d") == [2]


def test_d__a_low_hand_is_the_inverse_of_a_high_hand() -> None:
    rising = (
        "Ac Ad Ah As 2c",
        "2d 2h 2s Kc Kd",
        "3c 3d 3h 4c 5c",
        "5d 5h 6c 6d 7c",
        "7d 7h 8c 9c Tc",
        "Kh Qh Jh 9h 8d",
    )
    for worse, better in pairwise(rising):
        assert winners("draw-low", worse, better) == [2]


def test_d__straights_and_flushes_count_in_2_7_alone() -> None:
    assert winners("draw-low", "2c 3c 4c 5c 6c", "2d 3h 4s 5d 7c") == [1]
    assert winners("triple-draw-a-5", "2c 3c 4c 5c 6c", "2d 3h 4s 5d 7c") == [1]
    assert winners("triple-draw-2-7", "2c 3c 4c 5c 6c", "Kd Kh Ks 5d 7c") == [2]
    assert winners("triple-draw-2-7", "2c 3d 4c 5c 6c", "Kd Kh 4s 5d 7c") == [2]


def test_e__hands_of_a_kind_go_by_the_highest_card_the_other_has_not() -> None:
    assert winners("draw-high", "Ah Ad Kh 4d 3d", "As Ac Qh Jd Td") == [1]
    assert winners("draw-low", "8c 7d 3h 2s Ac", "8d 6d 4h 3s Ad") == [2]


def test_e__tied_hands_divide_the_pot() -> None:
    given = played(
        "draw-high",
        draw(["Ah Kd Qh Jd 9d", "As Kc Qs Jc 9c"]),
        "1 call, 2 check, 1 stand, 2 stand, 1 check, 2 check",
        stacks=2,
    )
    assert given["pots"][0]["shares"] == {"1": 100, "2": 100}


def test_f__the_cards_count_and_not_what_is_said_of_them() -> None:
    deal = draw(["2h 2d 3h 4d 5d", "As Kc Qs Jc 9c"])
    actions = "1 call, 2 check, 1 stand, 2 stand, 1 check, 2 check"
    assert refusal("draw-high", deal, f"{actions}, 1 show a full house", stacks=2)[0] == "ROUND_IS_WELL_FORMED"
    assert played("draw-high", deal, f"{actions}, 1 show, 2 show", stacks=2)["pots"][0]["winners"] == [1]
