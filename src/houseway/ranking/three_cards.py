"""The order of three-card hands, in which a straight beats a flush; A-2-3 is the lowest straight."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from houseway.cards import Card, rank_of, suit_of
from houseway.ranking.order import CATEGORY_SHIFT, rank_name


class ThreeCards(IntEnum):
    """The kinds of three-card hand, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    @property
    def label(self) -> str:
        """The name as the chapters write it."""
        return "three-of-a-kind" if self is ThreeCards.THREE_OF_A_KIND else self.name.lower().replace("_", " ")


_LOWEST_STRAIGHT = (14, 3, 2)
_FIRST_RANK = CATEGORY_SHIFT - 4


def three_card_strength(hand: Sequence[Card]) -> int:
    """Return the strength of three cards: the kind above `CATEGORY_SHIFT`, then up to three ranks of four bits, the most telling first.

    >>> from houseway.cards import cards
    >>> three_card_strength(cards("4c 3d 2h")) > three_card_strength(cards("Ac 3d 2h")) > three_card_strength(cards("As Js 9s"))
    True
    """
    first, second, third = hand
    suited = suit_of(first) == suit_of(second) == suit_of(third)
    return _strength(tuple(sorted((rank_of(first), rank_of(second), rank_of(third)), reverse=True)), suited)


@lru_cache(maxsize=1024)
def _strength(ranks: tuple[int, ...], suited: bool) -> int:
    high, middle, low = ranks
    if high == low:
        return _packed(ThreeCards.THREE_OF_A_KIND, high)
    if middle in (high, low):
        return _packed(ThreeCards.PAIR, middle, low if high == middle else high)
    top = 3 if ranks == _LOWEST_STRAIGHT else high if high - low == 2 else 0
    if top:
        return _packed(ThreeCards.STRAIGHT_FLUSH if suited else ThreeCards.STRAIGHT, top)
    return _packed(ThreeCards.FLUSH if suited else ThreeCards.HIGH_CARD, *ranks)


def _packed(kind: ThreeCards, *ranks: int) -> int:
    number = kind << CATEGORY_SHIFT
    for place, rank in enumerate(ranks):
        number |= rank << (_FIRST_RANK - 4 * place)
    return number


def describe_three_cards(strength: int) -> str:
    """Name a three-card hand: ``pair of kings``, ``straight, ace to 3``."""
    kind, rank = ThreeCards(strength >> CATEGORY_SHIFT), (strength >> _FIRST_RANK) & 15
    match kind:
        case ThreeCards.PAIR:
            return f"pair of {rank_name(rank)}s"
        case ThreeCards.THREE_OF_A_KIND:
            return f"{kind.label}, {rank_name(rank)}s"
        case ThreeCards.HIGH_CARD:
            return f"{rank_name(rank)} high"
        case ThreeCards.FLUSH:
            return f"{kind.label}, {rank_name(rank)} high"
        case _:
            return f"{kind.label}, " + ("ace to 3" if rank == 3 else f"{rank_name(rank)} high")
