"""663a.6: point values and the Poker hands of the Poker Bonus Wager."""

import pytest

from houseway.cards import RANKS, card
from houseway.chapters.c663a_five_card_hi_lo.setting import value_in_high, value_in_low
from tests.kit.stated_rounds import settled
from tests.regulations.c663a.hi_lo import ALL, played


@pytest.mark.parametrize("rank", "23456789")
def test_a__a_nonface_card_counts_its_denomination(rank):
    assert value_in_high(card(rank + "s")) == value_in_low(card(rank + "h")) == int(rank)


@pytest.mark.parametrize("rank", "TJQK")
def test_a__ten_and_face_cards_count_10(rank):
    assert value_in_high(card(rank + "d")) == value_in_low(card(rank + "c")) == 10


def test_a__an_ace_counts_11_high_and_1_low():
    assert (value_in_high(card("As")), value_in_low(card("As"))) == (11, 1)


def test_a__every_card_has_a_value():
    assert [value_in_high(card(rank + "c")) for rank in RANKS] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]


def test_a__an_ace_in_the_high_hand_beats_a_king_there():
    # 31 and 30 high, 5 and 6 low.
    assert settled(played("play As Kd Qc / 3s 2h", "Kh Qd Js 4d 2c"), "ante").pays == "1 to 1"


def test_a__an_ace_in_the_low_hand_counts_1():
    # 27 and 27 high, 3 and 4 low: returned, for the low hand alone is better.
    given = played("play Ks 9d 8c / 2h As", "Kh 9s 8s 2d 2c", hand="Ks 9d 8c 2h As")
    assert settled(given, "ante") == ("push", 0, "663a.11(g)(3)(ii)")


HANDS = [
    ("b_1", "play As Ks Qs / Js Ts", "250 to 1"),
    ("b_2", "play 9s 8s 7s / 6s 5s", "50 to 1"),
    ("b_2", "play As 5s 4s / 3s 2s", "50 to 1"),
    ("b_3", "play 9s 9h 9d / 9c 5s", "25 to 1"),
    ("b_4", "play 9s 9h 9d / 5c 5s", "15 to 1"),
    ("b_5", "play Ks Qs 8s / 3s 2s", "10 to 1"),
    ("b_6", "play As Kh Qs / Js Ts", "8 to 1"),
    ("b_6", "play 9s 8h 7s / 6s 5s", "8 to 1"),
    ("b_6", "play As 5h 4s / 3s 2s", "8 to 1"),
    ("b_7", "play 9s 9h 9d / 6c 5s", "5 to 1"),
    ("b_8", "play 9s 9h 5d / 5c 3s", "3 to 1"),
    ("b_9", "play 9s 9h 8d / 5c 3s", "1 to 1"),
    ("none", "play Ks Qs 8d / 3c 2d", "lose"),
]


@pytest.mark.parametrize(("clause", "decision", "pays"), HANDS)
def test_b_1_to_9__the_winning_hands(clause, decision, pays):
    assert settled(played(decision, "Kc Qd 7c 4c 4d", wagers=ALL), "poker_bonus").pays == pays


@pytest.mark.parametrize("suits", ["sssss", "shsss"])
def test_b_2_b_6__no_sequence_runs_around_the_ace(suits):
    ace, king, queen, three, two = (rank + suit for rank, suit in zip("AKQ32", suits, strict=True))
    given = played(f"play {ace} {king} {queen} / {three} {two}", "Kc Qd 7c 4c 4d", wagers=ALL)
    assert settled(given, "poker_bonus").pays == ("10 to 1" if suits == "sssss" else "lose")


@pytest.mark.parametrize("rank", "AKQJT98765432")
@pytest.mark.parametrize(("letter", "least"), [("A", 7), ("B", 6)])
def test_b_9__a_pair_of_7s_or_of_6s_or_better_as_the_paytable_says(rank, letter, least):
    others = [other for other in "KJ853" if other != rank][:3]
    held = sorted(
        [rank + "s", rank + "h", *(other + "d" for other in others)], key=lambda text: -value_in_high(card(text))
    )
    decision = f"play {' '.join(held[:3])} / {' '.join(held[3:])}"
    wins = "23456789TJQKA".index(rank) + 2 >= least
    given = played(decision, "Kc Qd 7c 4c 4d", wagers=ALL, paytables={"poker_bonus": letter})
    assert settled(given, "poker_bonus").pays == ("1 to 1" if wins else "lose")
