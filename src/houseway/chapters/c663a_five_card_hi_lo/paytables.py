"""The payout tables of 663a.12."""

from __future__ import annotations

from enum import IntEnum

from houseway.rules.paytable import paytables


class Aces(IntEnum):
    """A player's five cards, as the Ante Bonus sees them."""

    FEWER_THAN_THREE_ACES = 0
    THREE_ACES = 1
    FOUR_ACES = 2
    FOUR_ACES_AND_ONE_2 = 3


class Ties(IntEnum):
    """Which of the player's two hands have the point value of the dealer's."""

    NEITHER = 0
    LOW_HANDS_TIE = 1
    HIGH_HANDS_TIE = 2
    BOTH_HIGH_AND_LOW_HANDS_TIE = 3


class PokerHand(IntEnum):
    """The hands of 663a.6(b), lowest first; as a fact, the first of the two pairs is a pair of 6s exactly."""

    LESS = 0
    PAIR_OF_6S_OR_BETTER = 1
    PAIR_OF_7S_OR_BETTER = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10


ANTE_BONUS = paytables(
    "663a.12(b)",
    Aces,
    """
    hand                | A           | B         | C         | D
    four aces and one 2 | 1,000 for 1 | 500 for 1 | 200 for 1 | 100 for 1
    four aces           | 100 for 1   | 50 for 1  | 50 for 1  | 50 for 1
    three aces          | 10 for 1    | 5 for 1   | 5 for 1   | 5 for 1
    """,
)

TIE = paytables(
    "663a.12(c)",
    Ties,
    """
    hand                        | payout
    low hands tie               | 4 to 1
    high hands tie              | 4 to 1
    both high and low hands tie | 20 to 1
    """,
)["payout"]

POKER_BONUS = paytables(
    "663a.12(d)",
    PokerHand,
    """
    hand                 | A        | B
    royal flush          | 250 to 1 | 500 to 1
    straight flush       | 50 to 1  | 100 to 1
    four of a kind       | 25 to 1  | 40 to 1
    full house           | 15 to 1  | 15 to 1
    flush                | 10 to 1  | 8 to 1
    straight             | 8 to 1   | 6 to 1
    three of a kind      | 5 to 1   | 4 to 1
    two pair             | 3 to 1   | 3 to 1
    pair of 7s or better | 1 to 1   | N/A
    pair of 6s or better | N/A      | 1 to 1
    """,
)
