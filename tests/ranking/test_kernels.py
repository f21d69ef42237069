"""The compiled kernels against the evaluators of the engine and against published counts."""

import hashlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from pathlib import Path

import numpy as np
import pytest

from houseway.cards import DECK_52, DECK_53, JOKER, Card
from houseway.chapters.c663a_five_card_hi_lo.setting import (
    DEALERS_WAY,
    HIGH_CARDS,
    high_points,
    low_points,
    value_in_high,
    value_in_low,
)
from houseway.ranking import PAI_GOW_ORDER, STANDARD_ORDER, Category, low, strength, two_card_strength
from houseway.ranking.kernels import (
    Ranked,
    categories,
    columns,
    compiled,
    points,
    rank,
    rank_suits,
    strengths,
    suits_of,
)
from houseway.ranking.kernels.census import SEVEN_CARD_HANDS, seven_card_categories
from tests.ranking.test_counts import FIVE_CARD_COUNTS, JOKER_COUNTS

# Published counts of the 133,784,560 seven-card hands.
SEVEN_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
# Published counts of the 154,143,080 seven-card hands of 53 cards; the rest is compared with the evaluator.
JOKER_SEVEN_CARD_COUNTS = {
    Category.FIVE_ACES: 1_128,
    Category.ROYAL_FLUSH: 26_132,
    Category.FOUR_OF_A_KIND: 307_472,
    Category.FULL_HOUSE: 4_188_528,
}
# SHA-256 over every distinct strength from the lowest up, each with the number of its hands.
FIVE_CARD_ORDER = "c7129f3337fcda3eb8575b1a4c16cf214f932e0c5ddfa29e46e78ab261af5098"
SEVEN_CARD_ORDER = "d0237f46101d6138c16693cb9a0f02ab34173e2dd3014e52a63635b951e97fdd"
JOKER_SEVEN_CARD_ORDER = "55882b123fd0c5c5f2a3e9a47f877de5ee88674fb2722ca195e7994ec083d20d"


def every(size, deck=52):
    """All hands of so many cards."""
    total = comb(deck, size)
    return np.ascontiguousarray(
        np.fromiter(chain.from_iterable(combinations(range(deck), size)), np.uint8, total * size).reshape(total, size).T
    )


def by_category(found):
    return {Category(number): int(times) for number, times in enumerate(np.bincount(categories(found))) if times}


def order_of(times):
    """The order as a digest: every strength from the lowest up with its number of hands."""
    digest = hashlib.sha256()
    for value in sorted(times):
        digest.update(int(value).to_bytes(4, "big") + int(times[value]).to_bytes(8, "big"))
    return digest.hexdigest()


def ordered(found, ranked=Ranked.HIGH, weights=None):
    """The digest of the keys' own order, read in the reference's numbers."""
    distinct, at = np.unique(found, return_inverse=True)
    times = np.bincount(at, weights=weights).astype(np.int64)
    numbers = strengths(distinct, ranked)
    assert (np.diff(numbers) > 0).all()
    return len(distinct), order_of(dict(zip(numbers.tolist(), times.tolist(), strict=True)))


@pytest.mark.long
def test_every_five_card_hand_has_the_published_category_and_the_order_of_the_reference():
    found = rank(every(5))
    assert by_category(found) == FIVE_CARD_COUNTS
    assert ordered(found) == (7_462, FIVE_CARD_ORDER)


def test_645a_6__every_five_card_hand_of_53_cards_has_the_published_category():
    assert by_category(rank(every(5, 53), Ranked.PAI_GOW)) == JOKER_COUNTS


def test_every_seven_card_hand_has_the_published_category():
    with ThreadPoolExecutor(2) as executor:
        found = seven_card_categories(executor)
    assert {Category(number): times for number, times in enumerate(found.tolist())} == SEVEN_CARD_COUNTS
    assert found.sum() == SEVEN_CARD_HANDS


def narrow(chance, size, deck):
    """Hands in which ranks repeat, suits repeat, or neither, the joker often among them."""
    for number in range(1_500):
        cards = [
            card for card in deck if card == JOKER or (card & 3 == 1, card >> 2 in (0, 3, 7, 12), True)[number % 3]
        ]
        hand = chance.sample(cards, size)
        if deck is DECK_53 and number % 2 and JOKER not in hand:
            hand[0] = JOKER
        yield tuple(hand)


def best_low(hand):
    return max(low.ace_to_five(five) for five in combinations(hand, 5))


def best_eight(hand):
    fives = [five for five in combinations(hand, 5) if low.qualifies_eight_or_better(five)]
    return max(map(low.ace_to_five, fives), default=0)


def standard(hand):
    return strength(hand, STANDARD_ORDER)


REFERENCE = {
    Ranked.HIGH: standard,
    Ranked.PAI_GOW: lambda hand: strength(hand, PAI_GOW_ORDER),
    Ranked.PAI_GOW_LOW: two_card_strength,
    Ranked.ACE_TO_FIVE: best_low,
    Ranked.EIGHT_OR_BETTER: best_eight,
    Ranked.DEUCE_TO_SEVEN: lambda hand: low.deuce_to_seven(standard(hand)),
    Ranked.BADUGI: lambda hand: low.badugi(hand)[0],
    Ranked.BADUGI_ACE_HIGH: lambda hand: low.badugi(hand, ace_high=True)[0],
}


@pytest.mark.parametrize(
    ("ranked", "size"),
    [
        *product((Ranked.HIGH, Ranked.PAI_GOW, Ranked.ACE_TO_FIVE, Ranked.EIGHT_OR_BETTER), (5, 6, 7)),
        (Ranked.PAI_GOW_LOW, 2),
        (Ranked.DEUCE_TO_SEVEN, 5),
        *product((Ranked.BADUGI, Ranked.BADUGI_ACE_HIGH), (4, 5)),
    ],
)
def test_kernels_and_evaluators_agree(ranked, size):
    deck = DECK_53 if ranked in (Ranked.PAI_GOW, Ranked.PAI_GOW_LOW) else DECK_52
    hands = list(narrow(random.Random(637), size, deck))
    found = rank(columns(hands), ranked)
    expected = [REFERENCE[ranked](hand) for hand in hands]
    assert strengths(found, ranked).tolist() == expected
    # Keys stand in the same order as the reference's numbers.
    assert (np.argsort(found, kind="stable") == np.argsort(expected, kind="stable")).all()


@pytest.mark.parametrize("ranked", [Ranked.HIGH, Ranked.EIGHT_OR_BETTER])
@pytest.mark.parametrize("size", [4, 5])
def test_637a_12__omaha_takes_two_from_the_hand_and_three_from_the_board(ranked, size):
    chance = random.Random(12)
    dealt = [tuple(chance.sample(DECK_52, size + 5)) for _ in range(300)]
    found = rank(columns(d[:size] for d in dealt), ranked, board=columns(d[size:] for d in dealt))
    of_five = standard if ranked is Ranked.HIGH else best_eight
    expected = [
        max(of_five(two + three) for two in combinations(d[:size], 2) for three in combinations(d[size:], 3))
        for d in dealt
    ]
    assert strengths(found, ranked).tolist() == expected


def test_645a_11_b__a_low_hand_compares_with_a_high_hand_in_the_same_keys():
    chance = random.Random(11)
    dealt = [tuple(chance.sample(DECK_53, 7)) for _ in range(3_000)]
    high = rank(columns(d[:5] for d in dealt), Ranked.PAI_GOW)
    two = rank(columns(d[5:] for d in dealt), Ranked.PAI_GOW_LOW)
    expected = [strength(d[:5], PAI_GOW_ORDER) > two_card_strength(d[5:]) for d in dealt]
    assert (high > two).tolist() == expected


def test_663a_6_a__points_are_those_of_the_dealers_hands():
    chance = random.Random(663)
    hands = [tuple(chance.sample(DECK_52 if number % 2 else DECK_52[36:], 5)) for number in range(2_000)]
    high, two = points(
        columns(hands),
        [value_in_high(card) for card in DECK_52],
        [value_in_low(card) for card in DECK_52],
        high_cards=HIGH_CARDS,
    )
    settings = [DEALERS_WAY.set_hands(hand) for hand in hands]
    assert high.tolist() == [high_points(setting) for setting in settings]
    assert two.tolist() == [low_points(setting) for setting in settings]


def test_suits_and_columns_and_any_executor_give_the_same_keys():
    chance = random.Random(7)
    hands = columns(chance.sample(DECK_52, 7) for _ in range(150_000))
    found = rank(hands)
    with ThreadPoolExecutor(2) as executor:
        assert (rank(hands, executor=executor) == found).all()
        assert (rank_suits(suits_of(hands), executor=executor) == found).all()
        assert (rank(hands, Ranked.PAI_GOW, executor=executor) == rank(hands, Ranked.PAI_GOW)).all()
    assert (rank_suits(suits_of(hands)) == found).all()


@pytest.mark.parametrize(
    ("hands", "ranked", "says"),
    [
        (np.zeros((8, 2), np.uint8), Ranked.HIGH, "high takes 5 or 6 or 7 cards, a row of the array for each, not 8"),
        (np.zeros((7, 2), np.int64), Ranked.HIGH, "an array of uint8"),
        (np.full((5, 2), 52, np.uint8), Ranked.HIGH, "52 is no card: high takes 0 to 51"),
        (np.full((5, 2), 53, np.uint8), Ranked.PAI_GOW, "53 is no card: pai gow takes 0 to 52"),
    ],
)
def test_what_is_no_batch_of_hands_is_refused(hands, ranked, says):
    with pytest.raises(ValueError, match=says):
        rank(hands, ranked)


def test_a_board_is_refused_where_no_board_is_played_and_where_boards_are_missing():
    hands, board = columns([DECK_52[:4]]), columns([DECK_52[4:9]])
    with pytest.raises(ValueError, match="a board goes with high and eight or better, not with badugi"):
        rank(hands, Ranked.BADUGI, board=board)
    with pytest.raises(ValueError, match="1 hands need as many boards, not 2"):
        rank(hands, board=columns([DECK_52[4:9]] * 2))
    with pytest.raises(ValueError, match="four rows of uint16"):
        rank_suits(np.zeros((3, 2), np.uint16))
    with pytest.raises(ValueError, match="five, six or seven cards, not 4"):
        rank_suits(np.zeros((4, 2), np.uint16), cards=4)


def test_the_cache_folder_changes_with_any_source(monkeypatch, tmp_path):
    (tmp_path / "ranking").mkdir()
    (tmp_path / "ranking" / "hands.py").write_text("one = 1\n")
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path)
    monkeypatch.setattr(compiled, "SOURCES", (tmp_path / "ranking", tmp_path / "lab"))
    before = compiled.sources_digest()
    (tmp_path / "ranking" / "hands.py").write_text("one = 2\n")
    assert compiled.sources_digest() != before


def test_kernels_stand_only_where_the_name_of_the_cache_folder_knows_of_them():
    package = Path(compiled.__file__).parents[2]
    users = {path for path in package.rglob("*.py") if "kernels.compiled import" in path.read_text(encoding="utf-8")}
    assert users and all(any(folder in path.parents for folder in compiled.SOURCES) for path in users)


@pytest.mark.long
def test_where_nothing_is_writable_kernels_work_uncached(monkeypatch, tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    code = (
        "from houseway.ranking.kernels import compiled\n"
        "assert compiled.cache_folder() is None\n"
        "assert compiled.kernel(lambda number: number + 1)(1) == 2\n"
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere))
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_ranking_needs_no_numpy():
    code = "import sys, houseway.ranking; sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def classes(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Four suits of 52 cards up to a change of suits, and how many hands each stands for."""
    by_size = {many: [mask for mask in range(1 << 13) if mask.bit_count() == many] for many in range(size + 1)}
    for sizes in combinations_with_replacement(range(size + 1), 4):
        if sum(sizes) != size:
            continue
        groups = [combinations_with_replacement(by_size[many], times) for many, times in Counter(sizes).items()]
        for chosen in product(*groups):
            suits = tuple(chain.from_iterable(chosen))
            yield suits, factorial(4) // prod(map(factorial, Counter(suits).values()))


CARDS_OF = [tuple(Card(4 * rank) for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)]


def cards_of(suits: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple([Card(card + suit) for suit, mask in enumerate(suits) for card in CARDS_OF[mask]])


@pytest.mark.proof
def test_kernels_and_evaluators_agree_on_every_five_card_hand():
    deck = every(5, 53)
    found = strengths(rank(deck, Ranked.PAI_GOW), Ranked.PAI_GOW)
    for hand, number in zip(combinations(DECK_53, 5), found.tolist(), strict=True):
        assert number == strength(hand, PAI_GOW_ORDER), hand
    hands = every(5)
    ways = (Ranked.HIGH, Ranked.ACE_TO_FIVE, Ranked.EIGHT_OR_BETTER, Ranked.DEUCE_TO_SEVEN)
    numbers = [strengths(rank(hands, ranked), ranked).tolist() for ranked in ways]
    times: Counter[int] = Counter()
    for hand, high, five, eight, seven in zip(combinations(DECK_52, 5), *numbers, strict=True):
        times[high] += 1
        assert high == standard(hand), hand
        assert five == low.ace_to_five(hand), hand
        assert eight == (five if low.qualifies_eight_or_better(hand) else 0), hand
        assert seven == low.deuce_to_seven(high), hand
    assert order_of(times) == FIVE_CARD_ORDER


@pytest.mark.proof
@pytest.mark.parametrize("ranked", [Ranked.BADUGI, Ranked.BADUGI_ACE_HIGH])
def test_637a_21_k__kernels_and_evaluators_agree_on_every_four_card_badugi(ranked):
    found = strengths(rank(every(4), ranked), ranked)
    for hand, number in zip(combinations(DECK_52, 4), found.tolist(), strict=True):
        assert number == REFERENCE[ranked](hand), hand


def compare_classes(size, ranked, joker=()):
    """Compare every class of hands; the number of hands of each strength."""
    times: Counter[int] = Counter()
    suits: list[tuple[int, ...]] = []
    weights: list[int] = []

    def compare():
        hands = [cards_of(one) + joker for one in suits]
        numbers = strengths(rank(columns(hands), ranked), ranked).tolist()
        for hand, number, weight in zip(hands, numbers, weights, strict=True):
            assert number == REFERENCE[ranked](hand), hand
            times[number] += weight
        suits.clear()
        weights.clear()

    for one, weight in classes(size):
        suits.append(one)
        weights.append(weight)
        if len(suits) == 200_000:
            compare()
    compare()
    return times


@pytest.mark.proof
def test_kernel_and_evaluator_agree_on_every_class_of_seven_cards():
    times = compare_classes(7, Ranked.HIGH)
    assert sum(times.values()) == SEVEN_CARD_HANDS
    assert (len(times), order_of(times)) == (4_824, SEVEN_CARD_ORDER)


@pytest.mark.proof
def test_645a_6__kernel_and_evaluator_agree_on_every_class_of_seven_of_53_cards():
    times = compare_classes(7, Ranked.PAI_GOW) + compare_classes(6, Ranked.PAI_GOW, (JOKER,))
    assert sum(times.values()) == comb(53, 7)
    found = Counter[int]()
    for number, many in times.items():
        found[number >> 20] += many
    assert {category: found[category] for category in JOKER_SEVEN_CARD_COUNTS} == JOKER_SEVEN_CARD_COUNTS
    assert order_of(times) == JOKER_SEVEN_CARD_ORDER
