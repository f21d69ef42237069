"""A hand of each kind by its category and its telling ranks, in whichever order its cards lie; lows and Badugi hands too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from houseway.cards import DECK_52, DECK_53, Card, cards
from houseway.ranking import PAI_GOW_ORDER, STANDARD_ORDER, Category, evaluate, reference
from houseway.ranking.low import ace_to_five, badugi, deuce_to_seven, qualifies_eight_or_better
from houseway.ranking.order import HandOrder, category_of, describe, pack, rank_name

HANDS: tuple[tuple[str, HandOrder, Category, tuple[int, ...], str], ...] = (
    ("9d Ah Qs Kd Jc", STANDARD_ORDER, Category.HIGH_CARD, (14, 13, 12, 11, 9), "ace high"),
    ("7c 2h 3d 5s 4c", STANDARD_ORDER, Category.HIGH_CARD, (7, 5, 4, 3, 2), "7 high"),
    ("Qs Kd Ac 2h 3s", STANDARD_ORDER, Category.HIGH_CARD, (14, 13, 12, 3, 2), "ace high"),
    ("Ts 4h Td 2c 9s", STANDARD_ORDER, Category.PAIR, (10, 9, 4, 2), "pair of 10s"),
    ("Kc 7s Kd 7h 2c", STANDARD_ORDER, Category.TWO_PAIR, (13, 7, 2), "two pair, kings and 7s"),
    ("2c 2d As 2h 3c", STANDARD_ORDER, Category.THREE_OF_A_KIND, (2, 14, 3), "three-of-a-kind, 2s"),
    ("3h As 4c 2d 5s", STANDARD_ORDER, Category.STRAIGHT, (5,), "straight, ace to 5"),
    ("3h As 4c 2d 5s", PAI_GOW_ORDER, Category.STRAIGHT, (14,), "straight, ace to 5"),
    ("Kh As Tc Jd Qs", PAI_GOW_ORDER, Category.STRAIGHT, (15,), "straight, ace high"),
    ("Kh As Tc Jd Qs", STANDARD_ORDER, Category.STRAIGHT, (14,), "straight, ace high"),
    ("Kh 9s Tc Jd Qs", PAI_GOW_ORDER, Category.STRAIGHT, (13,), "straight, king high"),
    ("3d 8d Jd 4d 9d", STANDARD_ORDER, Category.FLUSH, (11, 9, 8, 4, 3), "flush, jack high"),
    ("Qd Js Qc Jh Qs", STANDARD_ORDER, Category.FULL_HOUSE, (12, 11), "full house, queens over jacks"),
    ("6c 6h 6s Ad 6d", STANDARD_ORDER, Category.FOUR_OF_A_KIND, (6, 14), "four-of-a-kind, 6s"),
    ("9h 8h Th Jh 7h", STANDARD_ORDER, Category.STRAIGHT_FLUSH, (11,), "straight flush, jack high"),
    ("3h Ah 4h 2h 5h", STANDARD_ORDER, Category.STRAIGHT_FLUSH, (5,), "straight flush, ace to 5"),
    ("Jc Ac Tc Qc Kc", STANDARD_ORDER, Category.ROYAL_FLUSH, (), "royal flush"),
    # Seven cards: the best five of them.
    ("2c 9s 4d Kh 4s 9c Kd", STANDARD_ORDER, Category.TWO_PAIR, (13, 9, 4), "two pair, kings and 9s"),
    ("9d 9s 4d Kh 4s 9c 4c", STANDARD_ORDER, Category.FULL_HOUSE, (9, 4), "full house, 9s over 4s"),
    ("2d 3s 4d 5h 6s 7c Kd", STANDARD_ORDER, Category.STRAIGHT, (7,), "straight, 7 high"),
    ("2d Ad 4d 9d 6s 7d Kd", STANDARD_ORDER, Category.FLUSH, (14, 13, 9, 7, 4), "flush, ace high"),
    ("8d 8s 8c 8h 6s 6d Kd", STANDARD_ORDER, Category.FOUR_OF_A_KIND, (8, 13), "four-of-a-kind, 8s"),
    # 645a.6: the joker is an ace, or completes a straight or a flush.
    ("9d Jk Qs Kd 2c", PAI_GOW_ORDER, Category.HIGH_CARD, (14, 13, 12, 9, 2), "ace high"),
    ("9d Jk Qs Ad 2c", PAI_GOW_ORDER, Category.PAIR, (14, 12, 9, 2), "pair of aces"),
    ("9d Jk Ts Qd 8c", PAI_GOW_ORDER, Category.STRAIGHT, (12,), "straight, queen high"),
    ("3d Jk 4s Ad 5c", PAI_GOW_ORDER, Category.STRAIGHT, (14,), "straight, ace to 5"),
    ("3d Jk 4s 6d 5c", PAI_GOW_ORDER, Category.STRAIGHT, (7,), "straight, 7 high"),
    ("9d Jk Kd 4d Ad", PAI_GOW_ORDER, Category.FLUSH, (14, 13, 12, 9, 4), "flush, ace high"),
    ("9d Jk Kd 4d 2d", PAI_GOW_ORDER, Category.FLUSH, (14, 13, 9, 4, 2), "flush, ace high"),
    ("9d Jk 9s 4d 4c", PAI_GOW_ORDER, Category.TWO_PAIR, (9, 4, 14), "two pair, 9s and 4s"),
    ("Ac Jk As 4d 4c", PAI_GOW_ORDER, Category.FULL_HOUSE, (14, 4), "full house, aces over 4s"),
    ("9h Jk Th Qh 8h", PAI_GOW_ORDER, Category.STRAIGHT_FLUSH, (12,), "straight flush, queen high"),
    ("Ah Jk Th Qh Kh", PAI_GOW_ORDER, Category.ROYAL_FLUSH, (), "royal flush"),
    ("Ah Jk Ac As Ad", PAI_GOW_ORDER, Category.FIVE_ACES, (14,), "five aces"),
)


def _orders(hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The hand as it lies, turned, sorted, and begun at every card."""
    yield from (hand, hand[::-1], tuple(sorted(hand)), tuple(sorted(hand, reverse=True)))
    yield from (hand[first:] + hand[:first] for first in range(1, len(hand)))


@pytest.mark.parametrize(("held", "order", "category", "ranks", "name"), HANDS)
def test_645a_6_b_637a_6_b__a_hand_is_known_by_its_category_and_telling_ranks(
    held: str, order: HandOrder, category: Category, ranks: tuple[int, ...], name: str
) -> None:
    """637a.6(b), 645a.6(b), 647a.6(b), 677a.6(b)."""
    worth = int(category) << 20
    for place, rank in enumerate(ranks):
        worth += rank << (16 - 4 * place)
    assert pack(category, list(ranks)) == worth
    assert (category_of(worth), describe(worth, order)) == (category, name)
    for hand in _orders(cards(held)):
        assert evaluate.strength(hand, order) == reference.strength(hand, order) == worth


@pytest.mark.parametrize(
    ("held", "category", "ranks"),
    [
        ("Ah Kd", 0, (14, 13)),
        ("3h 2d", 0, (3, 2)),
        ("Jk Kd", 0, (14, 13)),
        ("Jk Ad", 1, (14,)),
        ("7c 7d", 1, (7,)),
    ],
)
def test_645a_6_b__two_cards(held: str, category: int, ranks: tuple[int, ...]) -> None:
    """645a.6(b)."""
    for hand in _orders(cards(held)):
        worth = pack(Category(category), list(ranks))
        assert evaluate.two_card_strength(hand) == reference.two_card_strength(hand) == worth


def test_ranks_have_names() -> None:
    assert [rank_name(rank) for rank in (2, 10, 11, 12, 13, 14)] == ["2", "10", "jack", "queen", "king", "ace"]


@pytest.mark.parametrize("order", [STANDARD_ORDER, PAI_GOW_ORDER], ids=lambda order: order.name)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_evaluator_and_reference_agree_on_some_hands(order: HandOrder, size: int) -> None:
    chance = Random(size)
    deck = DECK_53 if order is PAI_GOW_ORDER else DECK_52
    narrow = [card for card in deck if card & 3 < 2 or card >> 2 > 9]
    for number in range(120):
        hand = tuple(chance.sample(narrow if number % 2 else deck, size))
        assert evaluate.strength(hand, order) == reference.strength(hand, order)


# Lows, best first; 637a.6(c) to (e).

ACE_TO_FIVE = (
    ("5c 4d 3h 2s Ac", 0x054321),
    ("6c 4c 3c 2c Ac", 0x064321),
    ("8c 6d 4h 3s Ac", 0x086431),
    ("Kc Qd Jh Ts 9c", 0x0DCBA9),
    ("Ac Ad 4h 3s 2c", 0x114320),
    ("2c 2d 5h 4s 3c", 0x125430),
    ("Kc Kd Qh Js Tc", 0x1DCBA0),
    ("2c 2d Ah As 3c", 0x221300),
    ("Ac Ad Ah 3s 2c", 0x313200),
    ("Ac Ad Ah 2s 2c", 0x412000),
    ("Ac Ad Ah As 2c", 0x512000),
)
DEUCE_TO_SEVEN = ("7c 5d 4h 3s 2c", "8c 6d 4h 3s 2d", "Ac 5d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 5h 4s 3c",
                  "6c 5d 4h 3s 2c", "7c 5c 4c 3c 2c", "Ac 5c 4c 3c 2c", "2c 2d 2h 3s 3c", "6c 5c 4c 3c 2c")  # fmt: skip
BADUGIS = (
    ("4c 3d 2h As", False, 0x44321, 1),
    ("Kc Qd Jh Ts", False, 0x4DCBA, 1),
    ("4c 3d 2h Ah", False, 0x34310, 1),
    ("4c 3d 2h 2s", False, 0x34320, 2),
    ("4c 3c 2h Ah", False, 0x23100, 1),
    ("4c 3c 2c Ac", False, 0x11000, 1),
    ("Ac 4d 3h 2s", True, 0x4E432, 1),
    ("5c 4d 3h 2s", True, 0x45432, 1),
    ("Ac Ad Ah As", True, 0x1E000, 4),
    ("Kc 4d 3h 2s Ac", False, 0x44321, 1),
)


@pytest.mark.parametrize(("held", "number"), ACE_TO_FIVE)
def test_637a_6_d__an_ace_to_five_low_goes_by_pairs_then_from_the_highest_card_down(held: str, number: int) -> None:
    """637a.6(c), 637a.6(d), 637a.20(k)(1)."""
    for hand in _orders(cards(held)):
        assert ace_to_five(hand) == (1 << 24) - number


def test_637a_6_d__the_lows_come_in_their_order() -> None:
    """637a.6(d)."""
    numbers = [number for _, number in ACE_TO_FIVE]
    assert numbers == sorted(numbers)
    worth = [deuce_to_seven(evaluate.strength(cards(held), STANDARD_ORDER)) for held in DEUCE_TO_SEVEN]
    assert worth == sorted(worth, reverse=True)
    assert len(set(worth)) == len(worth)
    assert worth[2] == (1 << 24) - 0xE5432
    assert worth[7] == (1 << 24) - 0x5E5432


@pytest.mark.parametrize(
    ("held", "qualifies"),
    [("8c 7d 6h 5s 4c", True), ("5c 4d 3h 2s Ac", True), ("9c 4d 3h 2s Ac", False), ("4c 4d 3h 2s Ac", False)],
)
def test_637a_10_j__eight_or_better(held: str, qualifies: bool) -> None:
    """637a.10(j), 637a.12(l), 637a.19(l)(1)."""
    assert [qualifies_eight_or_better(hand) for hand in _orders(cards(held))] == [qualifies] * 8


@pytest.mark.parametrize(("held", "ace_high", "number", "ways"), BADUGIS)
def test_637a_21_k__a_badugi_has_as_many_cards_as_differ_then_the_lowest(
    held: str, ace_high: bool, number: int, ways: int
) -> None:
    """637a.20(l), 637a.21(k)."""
    size, ranks = number >> 16, number & 0xFFFF
    for hand in _orders(cards(held)):
        worth, chosen = badugi(hand, ace_high=ace_high)
        assert (worth, len(chosen)) == ((size << 16) + 0xFFFF - ranks, ways)
        assert all(len(one) == size and set(one) <= set(hand) for one in chosen)
    if not ace_high:
        assert badugi(cards(held)) == badugi(cards(held), ace_high=False)
