"""Every seven cards of the 53-card deck once, up to a change of suits that no ranking can tell apart.

Suits matter only if five cards of one suit, the joker counting, can come together: then it matters which ranks are
of that suit and which are not.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from houseway.cards import JOKER, Card

ALL_HANDS = comb(53, 7)
Weighted = tuple[tuple[Card, ...], int]


def hands_up_to_suits() -> Iterator[Weighted]:
    """One hand of each kind, with how many hands are like it; the numbers add up to all hands."""
    for joker in ((), (JOKER,)):
        natural = 7 - len(joker)
        flushes: dict[tuple[int, ...], int] = {}
        for suited_count in range(5 - len(joker), natural + 1):
            for suited in combinations(range(13), suited_count):
                for others in combinations_with_replacement(range(13), natural - suited_count):
                    alike = 4 * _ways(others, 3)
                    if alike:
                        ranks = tuple(sorted(suited + others))
                        flushes[ranks] = flushes.get(ranks, 0) + alike
                        yield (*joker, *(Card(4 * rank) for rank in suited), *_in_turn(others, (1, 2, 3))), alike
        for ranks in combinations_with_replacement(range(13), natural):
            alike = _ways(ranks, 4) - flushes.get(ranks, 0)
            if alike:
                yield (*joker, *_in_turn(ranks, (0, 1, 2, 3))), alike


def _ways(ranks: tuple[int, ...], suits: int) -> int:
    return prod(comb(suits, ranks.count(rank)) for rank in set(ranks))


def _in_turn(ranks: tuple[int, ...], suits: tuple[int, ...]) -> Iterator[Card]:
    # Equal ranks stand together, so taking suits in turn gives each its own and none five.
    return (Card(4 * rank + suits[place % len(suits)]) for place, rank in enumerate(ranks))
