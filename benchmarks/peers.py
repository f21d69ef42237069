"""How fast other engines play: the yardsticks for our own.

The game is six-handed no-limit hold'em in which every seat checks or calls to the end, so each hand runs all four betting
rounds and a six-way showdown. Everything an engine can do by itself it does.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
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


class NotInstalledError(RuntimeError):
    """Raised when an engine that is no dependency of ours is not there to be measured."""


def rlcard_hands_per_second(hands: int) -> float:
    """The same on RLCard, which deals two to ten seats; every seat checks or calls."""
    try:
        import rlcard
        from rlcard.games.nolimitholdem.round import Action
    except ImportError:
        raise NotInstalledError("RLCard is not installed (pip install rlcard)") from None
    environment = rlcard.make("no-limit-holdem", config={"game_num_players": SEATS, "chips_for_each": STACK})
    game = environment.game

    def hand() -> None:
        game.init_game()
        while not game.is_over():
            game.step(Action.CHECK_CALL)
        game.get_payoffs()

    return _rate(hand, hands)


def openspiel_hands_per_second(hands: int) -> float:
    """The same on OpenSpiel's universal poker; the cards are drawn at random among its chance outcomes."""
    try:
        import pyspiel
    except ImportError:
        raise NotInstalledError("OpenSpiel is not installed (pip install open_spiel)") from None
    blinds = " ".join(str(blind) for blind in (SMALL_BLIND, BIG_BLIND, *(0,) * (SEATS - 2)))
    stacks = " ".join([str(STACK)] * SEATS)
    game = pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={SEATS},numRounds=4,blind={blinds},firstPlayer=3 1 1 1,"
        f"numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction=fcpa)"
    )
    chance = random.Random(637)

    def hand() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            # Action 1 is check or call.
            state.apply_action(chance.choice(state.legal_actions()) if state.is_chance_node() else 1)
        state.returns()

    return _rate(hand, hands)


def _rate(hand: Callable[[], None], hands: int) -> float:
    for _ in range(min(hands, 20)):
        hand()
    start = process_time()
    for _ in range(hands):
        hand()
    return hands / (process_time() - start)


PEERS: dict[str, Callable[[int], float]] = {"RLCard": rlcard_hands_per_second, "OpenSpiel": openspiel_hands_per_second}
"""Engines that are measured where they are installed."""


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    print(f"pokerkit: {pokerkit_hands_per_second(count):,.1f} hands a second over {count} hands")
