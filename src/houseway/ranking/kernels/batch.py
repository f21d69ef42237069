"""`rank` and what goes with it: checks what it is given, and hands out chunks to compiled loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import JOKER, Card
from houseway.ranking.kernels import keys as meanings
from houseway.ranking.kernels import loops
from houseway.ranking.kernels.hands import spares

Cards = NDArray[np.uint8]
Suits = NDArray[np.uint16]
Keys = NDArray[np.uint32]

_CHUNK = 1 << 13
"""Hands at a time: their suits stay in the nearest cache."""


class Ranked(StrEnum):
    """The ways in which hands are ranked."""

    HIGH = "high"
    """Best five of five to seven cards; with a board as Omaha plays it."""
    PAI_GOW = "pai gow"
    """Best five of five to seven cards of the deck of 645a, by 645a.6."""
    PAI_GOW_LOW = "pai gow low hand"
    """Two cards, by 645a.6; comparable with `PAI_GOW`."""
    ACE_TO_FIVE = "ace to five"
    EIGHT_OR_BETTER = "eight or better"
    """Ace to five, or 0 where no low of five different ranks up to 8 is there; with a board as Omaha plays it."""
    DEUCE_TO_SEVEN = "2-7"
    BADUGI = "badugi"
    """Four cards, or five as in Badacey."""
    BADUGI_ACE_HIGH = "badugi, ace high"
    """As in Badeucey."""


_CARDS = {
    Ranked.HIGH: (5, 6, 7),
    Ranked.PAI_GOW: (5, 6, 7),
    Ranked.PAI_GOW_LOW: (2,),
    Ranked.ACE_TO_FIVE: (5, 6, 7),
    Ranked.EIGHT_OR_BETTER: (5, 6, 7),
    Ranked.DEUCE_TO_SEVEN: (5,),
    Ranked.BADUGI: (4, 5),
    Ranked.BADUGI_ACE_HIGH: (4, 5),
}
_OMAHA = (Ranked.HIGH, Ranked.EIGHT_OR_BETTER)
_WITH_JOKER = (Ranked.PAI_GOW, Ranked.PAI_GOW_LOW)
# A Badugi has at most four cards.
_SUBSETS = {
    size: np.array(
        [[j in held for j in range(size)] for many in (1, 2, 3, 4) for held in combinations(range(size), many)]
    )
    for size in (4, 5)
}


def columns(hands: Iterable[Sequence[Card]]) -> Cards:
    """Hands of equally many cards as a batch."""
    return np.ascontiguousarray(np.array([*hands], dtype=np.uint8).T)


def rank(
    hands: Cards, ranked: Ranked = Ranked.HIGH, *, board: Cards | None = None, executor: Executor | None = None
) -> Keys:
    """A key for each hand: the greater wins, equal ones tie. With a ``board``, two of the hand and three of the board.

    The chunks go to the ``executor``, if there is one: threads do, since no chunk holds Python's lock.
    """
    hands = _checked(hands, ranked, (4, 5) if board is not None else _CARDS[ranked])
    found = np.empty(hands.shape[1], np.uint32)
    if board is not None:
        if ranked not in _OMAHA:
            raise ValueError(f"a board goes with {' and '.join(_OMAHA)}, not with {ranked}")
        board = _checked(board, ranked, (5,))
        if board.shape[1] != hands.shape[1]:
            raise ValueError(f"{hands.shape[1]} hands need as many boards, not {board.shape[1]}")
        with_board = board
        _each(found, 1 << 8, executor, lambda part: _omaha(hands[:, part], with_board[:, part], ranked, found[part]))
    elif ranked is Ranked.HIGH:
        # A column given twice counts once, so five and six cards fill seven columns.
        rows = [hands[min(k, len(hands) - 1)] for k in range(7)]
        spare = spares(len(hands))

        def high(part: slice) -> None:
            _check_card(loops.high_from_cards(*(row[part] for row in rows), *spare, found[part]), ranked)

        _each(found, len(found) if executor is None else 1 << 16, executor, high)
    elif ranked in (Ranked.BADUGI, Ranked.BADUGI_ACE_HIGH):
        subsets, ace_low = _SUBSETS[len(hands)], int(ranked is Ranked.BADUGI)
        _each(
            found,
            _CHUNK,
            executor,
            lambda part: loops.badugi_from_cards(np.ascontiguousarray(hands[:, part]), ace_low, subsets, found[part]),
        )
    else:
        _each(found, _CHUNK, executor, lambda part: _from_suits(hands[:, part], ranked, found[part]))
    return found


def rank_suits(suits: Suits, *, cards: int = 7, executor: Executor | None = None) -> Keys:
    """A key for each high hand of so many cards, given as its four suits: a row each, a bit for each rank from 2 up."""
    if suits.dtype != np.uint16 or suits.ndim != 2 or len(suits) != 4:
        raise ValueError("suits are four rows of uint16: clubs, diamonds, hearts and spades of every hand")
    if cards not in _CARDS[Ranked.HIGH]:
        raise ValueError(f"a high hand is ranked from five, six or seven cards, not {cards}")
    rows = [np.ascontiguousarray(row) for row in suits]
    found = np.empty(suits.shape[1], np.uint32)
    _each(
        found,
        len(found) if executor is None else 1 << 16,
        executor,
        lambda part: loops.high_from_suits(*(row[part] for row in rows), *spares(cards), found[part]),
    )
    return found


def suits_of(hands: Cards) -> Suits:
    """The four suits of each hand, a bit for each rank from 2 up; the joker is the bit above the ace of clubs."""
    found = np.empty((4, hands.shape[1]), np.uint16)
    loops.suits_of(np.ascontiguousarray(hands), found)
    return found


def categories(keys: Keys) -> NDArray[np.uint8]:
    """The `Category` of each key of a high hand."""
    return (keys >> np.uint32(28)).astype(np.uint8)


def strengths(keys: Keys, ranked: Ranked = Ranked.HIGH) -> NDArray[np.int64]:
    """The reference's strength of each key; 0 for a hand that does not qualify."""
    numbers = np.empty(len(keys), np.int64)
    match ranked:
        case Ranked.BADUGI | Ranked.BADUGI_ACE_HIGH:
            meanings.badugi_strengths(keys, 1 if ranked is Ranked.BADUGI else 2, numbers)
        case Ranked.ACE_TO_FIVE | Ranked.EIGHT_OR_BETTER:
            meanings.high_strengths(keys, 2, 1, numbers)
            numbers[keys == 0] = 0
        case Ranked.DEUCE_TO_SEVEN:
            meanings.high_strengths(keys, 2, 2, numbers)
        case _:
            meanings.high_strengths(keys, 2 if ranked is Ranked.HIGH else 3, 0, numbers)
    return numbers


def points(
    hands: Cards, in_high: Sequence[int], in_low: Sequence[int], *, high_cards: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The points of the high and of the low hand, the cards of most points going high as a dealer of 663a sets them.

    ``in_high`` and ``in_low`` list what each card of the deck counts, as the chapter says.
    """
    high, low = np.empty(hands.shape[1], np.int64), np.empty(hands.shape[1], np.int64)
    values = np.array([in_high, in_low], dtype=np.uint8)
    loops.split_points(np.ascontiguousarray(hands), values[0], values[1], high_cards, high, low)
    return high, low


def _checked(hands: Cards, ranked: Ranked, sizes: tuple[int, ...]) -> Cards:
    if hands.dtype != np.uint8 or hands.ndim != 2:
        raise ValueError("a batch of hands is a column for each card: an array of uint8 with a row for each card")
    if len(hands) not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        raise ValueError(f"{ranked} takes {wanted} cards, a row of the array for each, not {len(hands)}")
    # The loop for high hands looks for itself.
    if hands.size and (ranked is not Ranked.HIGH or sizes != _CARDS[ranked]):
        _check_card(int(hands.max()), ranked)
    return np.ascontiguousarray(hands)


def _check_card(greatest: int, ranked: Ranked) -> None:
    highest = JOKER if ranked in _WITH_JOKER else JOKER - 1
    if greatest > highest:
        raise ValueError(f"{greatest} is no card: {ranked} takes 0 to {highest}")


def _each(keys: Keys, size: int, executor: Executor | None, work: Callable[[slice], None]) -> None:
    """Do the work chunk by chunk."""
    parts = [slice(start, start + size) for start in range(0, len(keys), max(size, 1))]
    for _ in map(work, parts) if executor is None else executor.map(work, parts):
        pass


def _from_suits(hands: Cards, ranked: Ranked, keys: Keys) -> None:
    suits = suits_of(hands)
    match ranked:
        case Ranked.PAI_GOW:
            loops.joker_from_suits(*suits, *spares(len(hands)), keys)
        case Ranked.PAI_GOW_LOW:
            loops.two_from_suits(*suits, keys)
        case Ranked.DEUCE_TO_SEVEN:
            loops.deuce_from_suits(*suits, *spares(len(hands)), keys)
        case _:
            loops.low_from_suits(*suits, keys)
            if ranked is Ranked.EIGHT_OR_BETTER:
                # Five different ranks, none above the 8.
                keys[keys < 0xFFFFFF00] = 0


def _omaha(hands: Cards, board: Cards, ranked: Ranked, keys: Keys) -> None:
    twos = np.stack([suits_of(hands[[*two]]) for two in combinations(range(len(hands)), 2)])
    threes = np.stack([suits_of(board[[*three]]) for three in combinations(range(5), 3)])
    if ranked is Ranked.HIGH:
        loops.omaha_from_suits(twos, threes, *spares(5), keys)
    else:
        loops.omaha_eight_from_suits(twos, threes, keys)
