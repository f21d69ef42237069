"""High hands by the names people call them."""

from __future__ import annotations

from houseway.ranking.order import Category, category_of

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def high_name(worth: int) -> str:
    """A high hand by name, from its strength."""
    # In the order of Pai Gow the straight to the ace stands one above the ace.
    first, second = (RANK_NAMES[min((worth >> shift) & 15, 14) - 2] for shift in (16, 12))
    firsts, seconds = (f"{rank}es" if rank == "six" else f"{rank}s" for rank in (first, second))
    match category_of(worth):
        case Category.HIGH_CARD:
            return f"{first} high"
        case Category.PAIR:
            return f"pair of {firsts}"
        case Category.TWO_PAIR:
            return f"two pair, {firsts} and {seconds}"
        case Category.THREE_OF_A_KIND:
            return f"three {firsts}"
        case Category.STRAIGHT:
            return f"straight to the {first}"
        case Category.FLUSH:
            return f"flush, {first} high"
        case Category.FULL_HOUSE:
            return f"full house, {firsts} full of {seconds}"
        case Category.FOUR_OF_A_KIND:
            return f"four {firsts}"
        case Category.STRAIGHT_FLUSH:
            return f"straight flush to the {first}"
        case other:
            return other.label
