"""Stacked deals of the two hold 'em games: two cards for a player, two for the dealer, five for the community."""

from collections.abc import Callable
from random import Random

from tests.oracle.cards import RANKS, SUITS
from tests.oracle.stacking import run, several, suits

Deal = tuple[list[str], list[str], list[str], list[str]]  # a player, a second player, the dealer, the community
HoldemMaker = Callable[[Random], Deal]


def royal_on_flop(rng: Random) -> Deal:
    """A royal flush with the Flop, for a player or for the dealer; a lower straight flush beside it."""
    first = suits(rng)[0]
    cards = run(8, 5, first)
    if rng.random() < 0.5:
        hole, flop, lower = ["A" + first, "K" + first], cards[:3], ["9" + first, "8" + first]
    else:
        rng.shuffle(cards)
        hole, flop, lower = cards[:2], cards[2:], []
    return rng.choice([(hole, lower, [], flop), (lower, [], hole, flop), (hole, [], lower, flop)])


def straight_flushes(rng: Random) -> Deal:
    """Two straight flushes on one Flop, the higher on either side."""
    first = suits(rng)[0]
    start = rng.randrange(1, 9)
    flop = run(start, 3, first)
    below = [RANKS[start - 2] + first, RANKS[start - 1] + first]
    above = [RANKS[start + 3] + first, RANKS[start + 4] + first] if start + 4 < 13 else []
    return rng.choice([(below, above, [], flop), (below, [], above, flop), (above, [], below, flop)])


def quads(rng: Random) -> Deal:
    """Four-of-a-kind against a higher or lower one."""
    one, two = rng.sample(RANKS, 2)
    first, second = several(rng, one, 4), several(rng, two, 4)
    board = [*first[2:], *second[2:]]
    rng.shuffle(board)
    return rng.choice([(first[:2], [], second[:2], board), (first[:2], second[:2], [], board)])


def full_houses(rng: Random) -> Deal:
    one, two, pair = rng.sample(RANKS, 3)
    first, second = several(rng, one, 3), several(rng, two, 3)
    board = [first[2], second[2], *several(rng, pair, 2)]
    rng.shuffle(board)
    return first[:2], [], second[:2], board


def flushes(rng: Random) -> Deal:
    of = suits(rng)[0]
    cards = [rank + of for rank in rng.sample(RANKS, 9)]
    return cards[:2], cards[2:4] if rng.random() < 0.3 else [], cards[4:6], cards[6:9]


def straights(rng: Random) -> Deal:
    """Three in sequence on the board; both hands may complete it."""
    start = rng.randrange(1, 9)
    board = [RANKS[index] + rng.choice(SUITS) for index in range(start, start + 3)]
    below = [RANKS[start - 2] + rng.choice(SUITS), RANKS[start - 1] + rng.choice(SUITS)]
    above = [RANKS[(start + 3) % 13] + rng.choice(SUITS), RANKS[(start + 4) % 13] + rng.choice(SUITS)]
    return (below, [], above, board) if rng.random() < 0.6 else (above, [], below, board)


def aces_both(rng: Random) -> Deal:
    aces = several(rng, "A", 4)
    return aces[:2], [], aces[2:], []


def pocket(rng: Random) -> Deal:
    """Aces, an ace with a face card, or a pair."""
    first, second = suits(rng)[:2]
    hole = rng.choice(
        [
            ["A" + first, "A" + second],
            ["A" + first, rng.choice("KQJT") + rng.choice([first, second])],
            several(rng, rng.choice(RANKS), 2),
        ]
    )
    return hole, [], [], []


def board_plays(rng: Random) -> Deal:
    """A board that few hole cards improve: many ties."""
    board = rng.choice([run(8, 5, suits(rng)[0]), run(8, 4, "c") + ["Ad"], [*several(rng, "A", 4), "Kc"]])
    return [], [], [], board


def dealer_without_pair(rng: Random) -> Deal:
    ranks = rng.sample([0, 1, 3, 5, 6, 8, 10, 11, 12], 7)
    cards = [RANKS[index] + SUITS[place % 4] for place, index in enumerate(ranks)]
    return [], [], cards[:2], cards[2:]


HOLDEM: tuple[HoldemMaker, ...] = (
    royal_on_flop,
    straight_flushes,
    quads,
    full_houses,
    flushes,
    straights,
    aces_both,
    aces_both,
    pocket,
    board_plays,
    dealer_without_pair,
)
