"""645a.13(b) to (i): what seven cards are paid on each optional wager."""

from itertools import combinations

from tests.oracle.cards import ACE, JOKER, KING, QUEEN, is_black, is_red, pip, suit
from tests.oracle.hands import (
    Category,
    best_pai_gow,
    pai_gow_categories,
    rank_high,
    seven_in_sequence,
    seven_in_sequence_with_joker,
)
from tests.oracle.money import LOSE, PUSH

C = Category
Row = tuple[str, str, int]  # hand, payout, Envy Bonus in dollars
COMMON_TAIL: list[Row] = [
    ("full house", "5 to 1", 0),
    ("flush", "4 to 1", 0),
    ("three-of-a-kind", "3 to 1", 0),
    ("straight", "2 to 1", 0),
]
BONUS: dict[str, list[Row]] = {  # .13(b) and (c), which differ in the match and in three pair
    "A": [
        ("seven natural", "8,000 to 1", 5000),
        ("royal and match", "2,000 to 1", 1000),
        ("seven with joker", "1,000 to 1", 500),
        ("five aces", "400 to 1", 250),
        ("royal flush", "150 to 1", 50),
        ("straight flush", "50 to 1", 20),
        ("four-of-a-kind", "25 to 1", 5),
        *COMMON_TAIL,
    ],
    "B": [
        ("seven natural", "5,000 to 1", 3000),
        ("royal and match", "2,000 to 1", 1000),
        ("seven with joker", "1,000 to 1", 500),
        ("five aces", "400 to 1", 250),
        ("royal flush", "150 to 1", 50),
        ("straight flush", "50 to 1", 20),
        ("four-of-a-kind", "25 to 1", 5),
        *COMMON_TAIL,
    ],
    "C": [
        ("seven natural", "5,000 to 1", 1000),
        ("royal and match", "1,000 to 1", 250),
        ("seven with joker", "750 to 1", 100),
        ("five aces", "250 to 1", 50),
        ("royal flush", "100 to 1", 25),
        ("straight flush", "50 to 1", 10),
        ("four-of-a-kind", "20 to 1", 5),
        *COMMON_TAIL,
    ],
    "D": [
        ("seven natural", "2,500 to 1", 1000),
        ("royal and match", "1,000 to 1", 750),
        ("seven with joker", "750 to 1", 250),
        ("five aces", "250 to 1", 100),
        ("royal flush", "125 to 1", 50),
        ("straight flush", "50 to 1", 20),
        ("four-of-a-kind", "25 to 1", 5),
        *COMMON_TAIL,
    ],
}
DYNASTY: list[Row] = [  # .13(g)
    ("ace to five and ace-queen", "2,000 to 1", 500),
    ("seven natural", "2,000 to 1", 400),
    ("natural royal and ace-queen", "1,000 to 1", 300),
    ("seven with joker", "1,000 to 1", 200),
    ("five aces", "500 to 1", 100),
    ("ace to five natural", "120 to 1", 75),
    ("royal flush", "120 to 1", 50),
    ("straight flush", "50 to 1", 20),
    ("four-of-a-kind", "25 to 1", 5),
    *COMMON_TAIL,
]
HIGH_CARDS = (9, 10, 11, 12, 13, 14)
INSURANCE = {  # .13(d): nine-high to ace-high
    "A": ("100 to 1", "25 to 1", "15 to 1", "6 to 1", "5 to 1", "3 to 1"),
    "B": ("100 to 1", "25 to 1", "15 to 1", "7 to 1", "5 to 1", "3 to 1"),
    "C": ("100 to 1", "40 to 1", "10 to 1", "7 to 1", "6 to 1", "3 to 1"),
    "D": ("100 to 1", "50 to 1", "10 to 1", "7 to 1", "5 to 1", "3 to 1"),
    "E": ("100 to 1", "40 to 1", "10 to 1", "7 to 1", "5 to 1", "3 to 1"),
}
PROTECTION = ("100 to 1", "25 to 1", "15 to 1", "7 to 1", "5 to 1", "3 to 1")  # .13(h)
PROGRESSIVE: list[tuple[str, int | str]] = [  # .13(e)(1); a whole number is a percentage of the meter
    ("seven natural", 100),
    ("seven with joker", 100),
    ("five aces", 10),
    ("royal flush", "500 for 1"),
    ("straight flush", "100 for 1"),
    ("four-of-a-kind", "75 for 1"),
    ("full house", "4 for 1"),
]
CATEGORIES = {
    "five aces": C.FIVE_ACES,
    "royal flush": C.ROYAL_FLUSH,
    "straight flush": C.STRAIGHT_FLUSH,
    "four-of-a-kind": C.FOUR_OF_A_KIND,
    "full house": C.FULL_HOUSE,
    "flush": C.FLUSH,
    "three-of-a-kind": C.THREE_OF_A_KIND,
    "straight": C.STRAIGHT,
}
ACE_KING, KING_QUEEN, ACE_QUEEN = {ACE, KING}, {KING, QUEEN}, {ACE, QUEEN}


def with_suited(cards: list[str], match: set[int], five_are: str) -> bool:
    """Five of the seven are a royal flush (or the ace to five), the other two are the match, natural and suited."""
    for two in combinations(cards, 2):
        if JOKER in two or suit(two[0]) != suit(two[1]) or {pip(card) for card in two} != match:
            continue
        five = sorted(card for card in cards if card not in two)
        if five_are == "royal" and rank_high(tuple(five))[0] == C.ROYAL_FLUSH:
            return True
        if five_are == "ace to five" and is_ace_to_five(five):
            return True
    return False


def is_ace_to_five(five: list[str]) -> bool:
    """A-2-3-4-5 of one suit, without the joker."""
    natural = JOKER not in five and len({suit(card) for card in five}) == 1
    return natural and {pip(card) for card in five} == {ACE, 2, 3, 4, 5}


def hands_formed(cards: list[str], match: set[int]) -> set[str]:
    """Every named hand the seven cards form."""
    categories = pai_gow_categories(cards)
    formed = {name for name, category in CATEGORIES.items() if category in categories}
    if seven_in_sequence(cards):
        formed.add("seven natural")
    if seven_in_sequence_with_joker(cards):
        formed.add("seven with joker")
    if with_suited(cards, match, "royal"):
        formed.add("royal and match")
    if JOKER not in cards and with_suited(cards, ACE_QUEEN, "royal"):
        formed.add("natural royal and ace-queen")
    if JOKER not in cards and with_suited(cards, ACE_QUEEN, "ace to five"):
        formed.add("ace to five and ace-queen")
    if any(is_ace_to_five(list(five)) for five in combinations(cards, 5)):
        formed.add("ace to five natural")
    pips = [pip(card) for card in cards]
    if sum(pips.count(value) == 2 for value in set(pips)) == 3:
        formed.add("three pair")
    return formed


def match_of(wager: str, brand: str) -> set[int]:
    """The Royal Match: by brand on the Fortune Bonus Wager, ace and king on the Emperor's Treasure Wager."""
    return KING_QUEEN if wager == "fortune" and brand == "fortune" else ACE_KING


def rows_of(wager: str, paytable: str) -> list[Row]:
    if wager == "dynasty":
        return DYNASTY
    if wager == "fortune" and paytable == "C":
        return [*BONUS["C"], ("three pair", PUSH, 0)]
    return BONUS[paytable]


def bonus_row(cards: list[str], wager: str, paytable: str, brand: str) -> Row:
    """The best-paying row that the seven cards form."""
    formed = hands_formed(cards, match_of(wager, brand))
    for row in rows_of(wager, paytable):
        if row[0] in formed:
            return row
    return ("nothing", LOSE, 0)


def high_card_pays(cards: list[str], payouts: tuple[str, ...]) -> str:
    """Insurance and Protection: no pair or better, and nine-high or better."""
    category, order = best_pai_gow(cards)
    if category != C.HIGH_CARD or order[0] < HIGH_CARDS[0]:
        return LOSE
    return payouts[HIGH_CARDS.index(int(order[0]))]


def progressive_pays(cards: list[str]) -> int | str:
    formed = hands_formed(cards, KING_QUEEN)
    return next((pays for hand, pays in PROGRESSIVE if hand in formed), LOSE)


def colour_pays(cards: list[str], colour: str) -> str:
    chosen = is_red if colour == "red" else is_black
    count = sum(chosen(card) for card in cards)
    if count == 7:
        return "5 to 1"
    return "1 to 1" if count >= 4 else LOSE


def is_queens_dragon(cards: list[str]) -> bool:
    """645a.1: queen-high with no pair or better; the joker would be an ace."""
    category, order = best_pai_gow(cards)
    return category == C.HIGH_CARD and order[0] == QUEEN
