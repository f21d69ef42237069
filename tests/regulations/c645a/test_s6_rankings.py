"""645a.6: the rank of cards and hands."""

import random

import pytest

from houseway.cards import DECK_53, cards
from houseway.chapters.c645a_pai_gow.hands import Form, formed, high_card
from houseway.chapters.c645a_pai_gow.paytables import HighCard
from houseway.ranking import PAI_GOW_ORDER, Category, category_of
from houseway.ranking.reference import strength
from tests.kit.stated_rounds import settled
from tests.regulations.c645a.pai_gow import EZ, bonus, played

# The dealer's low hand is lower than the player's in each of these, so that the high hand decides: a win, or a tie.
WIN, TIE = "1 to 1", "push"


def against(high: str, dealer: str, low: str = "Ac Ad") -> str:
    return settled(played(f"{high} / {low}", dealer), "pai_gow").pays


def test_a__the_joker_is_an_ace():
    given = played("9h 9d 8c 6d 4s / Jk Kc")
    assert settled(given, "pai_gow").pays == WIN
    # Joker and ace in the low hand are a pair of aces, here above the high hand.
    assert settled(played("Kh Ks 8c 6d 4s / Jk Ac"), "pai_gow").clause == "645a.11(f)(1)(iii)"


def test_a__the_joker_completes_a_straight_and_is_not_any_other_card():
    assert settled(bonus("Jk 8s 7d 6c 5h Kd 2s", "fortune"), "fortune").pays == "2 to 1"
    # With a pair of 9s it is an ace, not a third 9.
    assert settled(bonus("Jk 9s 9d 6c 5h Kd 2s", "fortune"), "fortune").pays == "lose"


def test_a__the_joker_completes_a_flush_as_its_highest_absent_rank():
    ace_king = "As Jk Ts 8s 4s"
    assert settled(played(f"{ace_king} / Kd 6c", "Ah Qh Jh 9h 8h 3c 2d"), "pai_gow").pays == WIN


def test_a__the_ace_is_high_or_below_the_2_and_never_between():
    assert settled(bonus("As 2h 3d 4c 5s 9d Jc", "fortune"), "fortune").pays == "2 to 1"
    assert settled(bonus("Qs Kh Ad 2c 3s 9d 7c", "fortune"), "fortune").pays == "lose"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        # Five aces need all four, so that the low hand is another one.
        ("As Ks Qs Js Ts", "9h 8h 7h 6h 5h 3c 2d"),
        ("9h 8h 7h 6h 5h", "4s 4h 4d 4c Jc 3c 2d"),
        ("4s 4h 4d 4c Jc", "9h 9d 9s 7h 7d 3c 2d"),
        ("9h 9d 9s 7h 7d", "Kh Jh 8h 5h 3h Tc 6d"),
        ("Kh Jh 8h 5h 3h", "9s 8d 7h 6c 5s Kd 2d"),
        ("9s 8d 7h 6c 5s", "Kh Kd Ks 8c 6d 4s 2d"),
        ("Kh Kd Ks 8c 6d", "Qs Qd 5s 5c 9d 7s 2d"),
        ("Qs Qd 5s 5c 9d", "Kc Kd 8s 7c 5d 4s 2d"),
    ],
)
def test_b_2_to_10__each_kind_beats_the_next(higher, lower):
    assert against(higher, lower) == WIN


def test_b_1__five_aces_beat_a_royal_flush():
    given = played("As Ah Ad Ac Jk / 8c 7d", "Kh Qh Jh Th 9h 3c 2d")
    assert settled(given, "pai_gow").pays == WIN
    beaten = played("Ks Qs Js Ts 9s / 8c 7d", "As Ah Ad Ac Jk Kd Kc")
    assert settled(beaten, "pai_gow").pays == "lose"


def test_b_3__ace_to_five_is_the_highest_straight_flush_below_the_royal():
    assert against("As 2s 3s 4s 5s", "Kh Qh Jh Th 9h 4c 2d", "Kd 8c") == WIN
    assert against("2s 3s 4s 5s 6s", "Kh Qh Jh Th 9h 4c 2d", "Kd 8c") == TIE
    assert against("Kh Qh Jh Th 9h", "2s 3s 4s 5s 6s 9c 8d", "Kd Qc") == WIN


def test_b_7__ace_to_five_is_the_second_highest_straight():
    assert against("As 2h 3d 4c 5s", "Kh Qd Jh Ts 9h 6c 2d", "Kc 8d") == WIN
    assert against("As 2h 3d 4c 5s", "Ah Kd Qh Js Td 6c 2d", "Kc 8d") == TIE


def test_b_10__a_low_hand_is_a_pair_or_two_cards():
    assert settled(played("As Kh 8d 6h 4c / 2h 2s"), "pai_gow").clause == "645a.11(f)(1)(iii)"
    assert settled(played("3s 3c 8d 6h 4c / 2h 2s"), "pai_gow").pays == WIN


@pytest.mark.long
def test_b__a_high_card_is_what_ranks_below_every_pair():
    """What seven cards are without a pair, a straight or a flush, beside their rank by the reference."""
    chance = random.Random(645)
    for _ in range(2_000):
        seven = tuple(chance.sample(DECK_53, 7))
        best = strength(seven, PAI_GOW_ORDER)
        below = category_of(best) is Category.HIGH_CARD
        assert high_card(seven) == ((best >> 16) - 9 + HighCard.NINE_HIGH if below else HighCard.PAIR_OR_BETTER)


def test_c__the_highest_card_not_in_the_other_hand_decides():
    # K-7-5-3-2 against K-7-5-4-2, and Q-9 against Q-T.
    assert settled(played("Kc 7h 5s 4d 2d / Qc Td"), "pai_gow").pays == WIN
    assert settled(played("Kc 7h 5s 3d 2d / Qc 9d"), "pai_gow").pays == "lose"


def test_d_1__seven_of_a_suit_in_sequence_with_no_joker():
    for hand in ("9s 8s 7s 6s 5s 4s 3s", "As 2s 3s 4s 5s 6s 7s", "As Ks Qs Js Ts 9s 8s"):
        assert settled(bonus(hand, "fortune"), "fortune").pays == "8,000 to 1"
    # Around the corner there is no sequence, but a straight flush of five.
    assert settled(bonus("3s 2s As Ks Qs Js Ts", "fortune"), "fortune").pays == "150 to 1"


@pytest.mark.parametrize("royal", ["As Ks Qs Js Ts", "As Jk Qs Js Ts", "Jk Ks Qs Js Ts"])
def test_d_2_i_ii__the_royal_match_follows_the_brand(royal):
    for brand, match, other in (("fortune", "Kh Qh", "Ah Kh"), ("emperor", "Ah Kh", "Kh Qh")):
        assert settled(bonus(f"{royal} {match}", "fortune", brand=brand), "fortune").pays == "2,000 to 1"
        assert settled(bonus(f"{royal} {other}", "fortune", brand=brand), "fortune").pays == "150 to 1"


def test_d_2__the_match_is_suited_and_holds_no_joker():
    assert settled(bonus("As Ks Qs Js Ts Kh Qd", "fortune"), "fortune").pays == "150 to 1"
    assert settled(bonus("As Ks Qs Js Ts Kh Jk", "fortune"), "fortune").pays == "150 to 1"


def test_d_3__seven_in_sequence_with_the_joker():
    for hand in ("9s 8s Jk 6s 5s 4s 3s", "Jk 2s 3s 4s 5s 6s 7s", "As 2s 3s 4s 5s 6s Jk"):
        assert settled(bonus(hand, "fortune"), "fortune").pays == "1,000 to 1"


@pytest.mark.parametrize("brand", ["fortune", "emperor"])
def test_e_2__ace_and_king_whatever_the_brand(brand):
    assert settled(bonus("As Ks Qs Js Ts Ah Kh", "emperor", brand=brand), "emperor").pays == "2,000 to 1"
    assert settled(bonus("As Ks Qs Js Ts Kh Qh", "emperor", brand=brand), "emperor").pays == "150 to 1"


def test_e_1_e_3__seven_in_sequence_natural_and_with_the_joker():
    assert settled(bonus("9s 8s 7s 6s 5s 4s 3s", "emperor"), "emperor").pays == "8,000 to 1"
    assert settled(bonus("9s 8s Jk 6s 5s 4s 3s", "emperor"), "emperor").pays == "1,000 to 1"


def test_f_1__seven_in_sequence_with_or_without_a_joker():
    for hand in ("9s 8s 7s 6s 5s 4s 3s", "9s 8s Jk 6s 5s 4s 3s"):
        assert settled(bonus(hand, "progressive"), "progressive").pays == "100% of meter"


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("As Ah Ad Ac Jk 9c 7d", "10% of meter"),
        ("Jk Ks Qs Js Ts 9c 7d", "500 for 1"),
        ("9s 8s 7s 6s 5s Kd 2c", "100 for 1"),
        ("9s 9h 9d 9c Kd 5c 2h", "75 for 1"),
        ("9s 9h 9d Kc Kh 5c 2h", "4 for 1"),
        ("Ks Js 8s 5s 3s Td 6c", "lose"),
    ],
)
def test_f_2_to_6__the_hands_of_the_progressive_payout(hand, pays):
    assert settled(bonus(hand, "progressive"), "progressive").pays == pays


def test_g_1__ace_to_five_of_a_suit_and_ace_queen_suited_both_natural():
    assert settled(bonus("As 2s 3s 4s 5s Ah Qh", "dynasty", **EZ), "dynasty").pays == "2,000 to 1"
    assert settled(bonus("As 2s 3s 4s 5s Ah Qd", "dynasty", **EZ), "dynasty").pays == "120 to 1"
    assert settled(bonus("As 2s 3s Jk 5s Ah Qh", "dynasty", **EZ), "dynasty").pays == "50 to 1"


def test_g_2__seven_in_sequence_natural():
    assert settled(bonus("9s 8s 7s 6s 5s 4s 3s", "dynasty", **EZ), "dynasty").pays == "2,000 to 1"


def test_g_3__natural_royal_and_ace_queen_suited():
    assert settled(bonus("As Ks Qs Js Ts Ah Qh", "dynasty", **EZ), "dynasty").pays == "1,000 to 1"
    for other in ("As Jk Qs Js Ts Ah Qh", "As Ks Qs Js Ts Ah Kh"):
        assert settled(bonus(other, "dynasty", **EZ), "dynasty").pays == "120 to 1"


def test_g_4__seven_in_sequence_with_the_joker():
    assert settled(bonus("9s 8s Jk 6s 5s 4s 3s", "dynasty", **EZ), "dynasty").pays == "1,000 to 1"


def test_g_5__ace_to_five_natural():
    assert settled(bonus("As 2s 3s 4s 5s Kd 9c", "dynasty", **EZ), "dynasty").pays == "120 to 1"
    assert settled(bonus("As 2s 3s 4s Jk Kd 9c", "dynasty", **EZ), "dynasty").pays == "50 to 1"
    assert settled(bonus("As 2s 3s 4s 5h Kd 9c", "dynasty", **EZ), "dynasty").pays == "2 to 1"


def test_b__of_a_paytable_of_ones_own_the_best_paid_row_counts_in_whatever_order_it_is_written():
    """645a.13(b), reading 645a-bonus-order."""
    rows = {"flush": "2 to 1", "three of a kind": "3 to 1", "straight": "10 to 1"}
    own = {"paytables": {"fortune": "custom"}, "custom_paytables": {"fortune": rows}}
    # A straight and a flush of other cards.
    assert settled(bonus("9h 8h 7h 6c 5h 2h Kd", "fortune", **own), "fortune").pays == "10 to 1"


RUN = Form.STRAIGHT | Form.FLUSH | Form.STRAIGHT_FLUSH


@pytest.mark.parametrize(
    ("seven", "forms"),
    [
        ("Ah Kd Qc 9h 7s 4c 2d", Form(0)),
        ("Ah Ad Kh Kd 2c 3d 9s", Form(0)),
        ("Ah Ad Kh Kd 2c 2d 9s", Form.THREE_PAIR),
        ("Kh Kd Kc 2s 5h 9d Jc", Form.THREE_OF_A_KIND),
        ("9h 8d 7c 6s 5h Kd Kc", Form.STRAIGHT),
        ("Ah Kh 9h 5h 2h 3c 3d", Form.FLUSH),
        ("9h 9d 9c 2c 2d 3s 4h", Form.THREE_OF_A_KIND | Form.FULL_HOUSE),
        ("9h 9d 9c 9s 2c 3d 4s", Form.THREE_OF_A_KIND | Form.FOUR_OF_A_KIND),
        ("Ah Ad Ac As Jk 2c 3d", Form.THREE_OF_A_KIND | Form.FOUR_OF_A_KIND | Form.FIVE_ACES),
        ("8h 7h 6h 5h 4h 3h 2h", RUN | Form.SEVEN_NATURAL),
        ("Jk 7h 6h 5h 4h 3h 2h", RUN | Form.SEVEN_WITH_JOKER),
        ("Ah Kh Qh Jh Th Kd Qd", RUN | Form.ROYAL_FLUSH | Form.ROYAL_AND_KING_QUEEN),
        ("Ah Kh Qh Jh Th Ad Kd", RUN | Form.ROYAL_FLUSH | Form.ROYAL_AND_ACE_KING),
        ("Ah Kh Qh Jh Th Ad Qd", RUN | Form.ROYAL_FLUSH | Form.NATURAL_ROYAL_AND_ACE_QUEEN),
        ("Ah 2h 3h 4h 5h 9s Qs", RUN | Form.ACE_FIVE_NATURAL),
        ("Ah 2h 3h 4h 5h As Qs", RUN | Form.ACE_FIVE_NATURAL | Form.ACE_FIVE_NATURAL_AND_ACE_QUEEN),
    ],
)
def test_b__what_seven_cards_form_and_nothing_else(seven: str, forms: Form):
    """645a.6(b), 645a.6(d) to (g)."""
    assert formed(cards(seven)) == forms
