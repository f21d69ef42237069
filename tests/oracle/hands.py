"""Hand ranking by brute force; the joker by trying every card it could stand for."""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from itertools import combinations

from tests.oracle.cards import ACE, JOKER, STANDARD_DECK, pip, suit


class Category(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10


COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})
Rank = tuple[Category, tuple[float, ...]]
WHEEL = [2, 3, 4, 5, ACE]
PATTERNS = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2,): Category.PAIR,
}


def _grouped(pips: list[int]) -> list[tuple[int, int]]:
    """(how many, which pip), the largest groups first, higher pips first among equals."""
    return sorted(((pips.count(value), value) for value in set(pips)), reverse=True)


def _rank(cards: tuple[str, ...], wheel_top: float) -> Rank:
    """Five natural cards; `wheel_top` places A-2-3-4-5 among the straights."""
    pips = sorted(pip(card) for card in cards)
    groups = _grouped(pips)
    by_group = tuple(float(value) for _, value in groups)
    one_suit = len({suit(card) for card in cards}) == 1
    top: float | None = None
    if pips == list(range(pips[0], pips[0] + 5)):
        top = pips[-1]
    elif pips == WHEEL:
        top = wheel_top
    if one_suit and top == ACE:
        return Category.ROYAL_FLUSH, (ACE,)
    if one_suit and top is not None:
        return Category.STRAIGHT_FLUSH, (top,)
    if one_suit:
        return Category.FLUSH, by_group
    if top is not None:
        return Category.STRAIGHT, (top,)
    return PATTERNS.get(tuple(count for count, _ in groups), Category.HIGH_CARD), by_group


@lru_cache(maxsize=400_000)
def rank_five(cards: tuple[str, ...]) -> Rank:
    """677a.6, 647a.6, 663a.6(b): five cards, no joker, the wheel lowest."""
    assert len(cards) == 5
    return _rank(cards, wheel_top=5)


@lru_cache(maxsize=400_000)
def rank_high(cards: tuple[str, ...]) -> Rank:
    """645a.6(a)(b): a five-card high hand, perhaps with the joker; the wheel just below the best."""
    assert len(cards) == 5
    wheel_top = 13.5
    if JOKER not in cards:
        return _rank(cards, wheel_top)
    others = tuple(card for card in cards if card != JOKER)
    if all(pip(card) == ACE for card in others):
        return Category.FIVE_ACES, (ACE,)
    candidates = []
    for stand_in in STANDARD_DECK:
        if stand_in in others:
            continue
        rank = _rank((*others, stand_in), wheel_top)
        if pip(stand_in) == ACE or rank[0] in COMPLETE:
            candidates.append(rank)
    return max(candidates)


def rank_low(cards: tuple[str, ...]) -> Rank:
    """645a.6(b)(10): a two-card low hand; the joker is an ace."""
    assert len(cards) == 2
    groups = _grouped([pip(card) for card in cards])
    category = Category.PAIR if len(groups) == 1 else Category.HIGH_CARD
    return category, tuple(float(value) for _, value in groups)


def best_standard(cards: Iterable[str]) -> Rank:
    """The highest five-card hand among five to seven cards without a joker."""
    return max(rank_five(tuple(five)) for five in combinations(sorted(cards), 5))


def pai_gow_categories(cards: Iterable[str]) -> set[Category]:
    """Every category that some five of the seven cards form."""
    return {rank_high(five)[0] for five in combinations(sorted(cards), 5)}


def best_pai_gow(cards: Iterable[str]) -> Rank:
    return max(rank_high(five) for five in combinations(sorted(cards), 5))


def seven_in_sequence(cards: Iterable[str]) -> bool:
    """Seven natural cards of one suit in consecutive ranking, the ace high or low."""
    cards = list(cards)
    if JOKER in cards or len({suit(card) for card in cards}) != 1:
        return False
    high = sorted(pip(card) for card in cards)
    low = sorted(1 if value == ACE else value for value in high)
    return any(pips == list(range(pips[0], pips[0] + 7)) for pips in (high, low))


def seven_in_sequence_with_joker(cards: Iterable[str]) -> bool:
    """The same, with the joker standing for the seventh card."""
    others = [card for card in cards if card != JOKER]
    if len(others) != 6:
        return False
    return any(seven_in_sequence([*others, card]) for card in STANDARD_DECK if card not in others)
