"""How fast other engines play: the yardsticks for our own.

The game is six-handed no-limit hold'em in which every seat checks or calls to the end, so each hand runs all four betting
rounds and a six-way showdown. Everything an engine can do by itself it does.
"""

from __future__ import annotations

import sys
from time import process_time

from pokerkit import Automation, NoLimitTexasHoldem, State

SEATS = 6
SMALL_BLIND = 1
BIG_BLIND = 2
STACK = 200


def _pokerkit_hand(game: NoLimitTexasHoldem) -> State:
    """Play one hand from a freshly shuffled deck."""
    state = game((STACK,) * SEATS, SEATS)
    while state.status:
        state.check_or_call()
    return state


def pokerkit_hands_per_second(hands: int) -> float:
    """Play `hands` hands on PokerKit, in this process, and return how many it finished in a second.

    A few hands go first, uncounted, so that imports and caches are not part of the figure. Each hand is checked, outside
    the clock, to have reached a full board with no chip gained or lost.
    """
    if hands < 1:
        raise ValueError("at least one hand is needed for a rate")
    game = NoLimitTexasHoldem(
        tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(SMALL_BLIND, BIG_BLIND),
        min_bet=BIG_BLIND,
    )
    for _ in range(min(hands, 20)):
        _pokerkit_hand(game)

    elapsed = 0.0
    for _ in range(hands):
        start = process_time()
        state = _pokerkit_hand(game)
        elapsed += process_time() - start
        if sum(state.stacks) != SEATS * STACK or len(state.board_cards) != 5:
            raise RuntimeError("PokerKit did not play the hand to the end")
    return hands / elapsed


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(f"pokerkit: {pokerkit_hands_per_second(count):,.1f} hands a second over {count} hands")
