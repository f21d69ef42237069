"""The evaluator against known counts and against the reference."""

import hashlib
import random
from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import DECK_52, DECK_53, JOKER, cards, text_of
from houseway.ranking import PAI_GOW_ORDER, STANDARD_ORDER, Category, category_of, describe, reference, strength
from houseway.ranking.evaluate import two_card_strength

# Published counts of the 2,598,960 five-card hands.
FIVE_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


@pytest.mark.long
def test_every_five_card_hand_has_the_published_category_and_7462_distinct_strengths():
    seen: Counter[int] = Counter()
    for hand in combinations(DECK_52, 5):
        seen[strength(hand, STANDARD_ORDER)] += 1
    by_category: Counter[Category] = Counter()
    for value, times in seen.items():
        by_category[category_of(value)] += times
    assert by_category == FIVE_CARD_COUNTS
    assert len(seen) == 7462


# Published counts of the 2,869,685 five-card hands of a deck with one joker that is an ace or completes straights,
# flushes, straight flushes and royal flushes.
JOKER_COUNTS = {
    Category.FIVE_ACES: 1,
    Category.ROYAL_FLUSH: 24,
    Category.STRAIGHT_FLUSH: 180,
    Category.FOUR_OF_A_KIND: 828,
    Category.FULL_HOUSE: 4_368,
    Category.FLUSH: 7_804,
    Category.STRAIGHT: 20_532,
    Category.THREE_OF_A_KIND: 63_360,
    Category.TWO_PAIR: 138_600,
    Category.PAIR: 1_215_024,
    Category.HIGH_CARD: 1_418_964,
}


def test_645a_6__five_card_hands_with_a_joker_have_the_published_counts():
    by_category: Counter[Category] = Counter()
    for hand in combinations(DECK_52, 4):
        by_category[category_of(strength((*hand, JOKER), PAI_GOW_ORDER))] += 1
    without = Counter(FIVE_CARD_COUNTS)
    assert by_category + without == JOKER_COUNTS
    assert sum(JOKER_COUNTS.values()) == 2_869_685


@pytest.mark.proof
def test_reference_and_evaluator_agree_on_every_five_card_hand():
    digest_reference, digest_evaluator = hashlib.sha256(), hashlib.sha256()
    for hand in combinations(DECK_53, 5):
        digest_reference.update(reference.five_card_strength(hand, PAI_GOW_ORDER).to_bytes(4, "big"))
        digest_evaluator.update(strength(hand, PAI_GOW_ORDER).to_bytes(4, "big"))
    assert digest_reference.hexdigest() == digest_evaluator.hexdigest()


@pytest.mark.long
@pytest.mark.parametrize("order", [STANDARD_ORDER, PAI_GOW_ORDER], ids=["standard", "pai gow"])
def test_reference_and_evaluator_agree_on_seven_cards(order):
    chance = random.Random(637)
    deck = DECK_53 if order is PAI_GOW_ORDER else DECK_52
    narrow = [card for card in deck if card == JOKER or card & 3 == 0 or card >> 2 > 9]
    for number in range(2_000):
        hand = chance.sample(deck if number % 2 else narrow, 7)
        if number % 3 == 0 and order is PAI_GOW_ORDER and JOKER not in hand:
            hand[0] = JOKER
        assert strength(hand, order) == reference.strength(hand, order), text_of(hand)


def test_two_card_hands_agree_with_the_reference():
    for hand in combinations(DECK_53, 2):
        assert two_card_strength(hand) == reference.two_card_strength(hand)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("As 2s 3s 4s 5s", "straight flush, ace to 5"),
        ("9c 9d 9h 9s 2c", "four-of-a-kind, 9s"),
        ("Kc Kd Kh 2s 2c", "full house, kings over 2s"),
        ("Kc Kd 7h 7s 2c", "two pair, kings and 7s"),
        ("Ac Kd Qh Js Tc", "straight, ace high"),
        ("Ac 9d 7h 5s 3c", "ace high"),
    ],
)
def test_hands_are_described_by_name(hand, name):
    assert describe(strength(cards(hand), STANDARD_ORDER)) == name
