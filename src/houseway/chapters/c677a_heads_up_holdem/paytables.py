"""The payout tables of 677a.12."""

from __future__ import annotations

from enum import IntEnum

from houseway.chapters.holdem import Hand
from houseway.rules.paytable import paytables


class Pocket(IntEnum):
    """A player's first two cards, as the Pocket Bonus Wager sees them."""

    NOTHING = 0
    PAIR_OF_2S_TO_KINGS = 1
    ACE_AND_FACE_OF_DIFFERENT_SUITS = 2
    ACE_AND_FACE_OF_THE_SAME_SUIT = 3
    PAIR_OF_ACES = 4


# The hand column was lost from the text; reading 677a-odds-column.
ODDS = paytables(
    "677a.12(b)",
    Hand,
    """
    hand            | payout
    royal flush     | 500 to 1
    straight flush  | 50 to 1
    four of a kind  | 10 to 1
    full house      | 3 to 1
    flush           | 3 to 2
    straight        | 1 to 1
    three of a kind | push
    two pair        | push
    pair            | push
    high card       | push
    """,
)["payout"]

# A royal flush cannot lose: N/A.
BAD_BEAT = paytables(
    "677a.12(c)",
    Hand,
    """
    hand            | payout
    royal flush     | N/A
    straight flush  | 500 to 1
    four of a kind  | 25 to 1
    full house      | 6 to 1
    flush           | 5 to 1
    straight        | 4 to 1
    """,
)["payout"]

POCKET_BONUS = paytables(
    "677a.12(d)",
    Pocket,
    """
    hand                            | A       | B       | C
    pair of aces                    | 30 to 1 | 25 to 1 | 30 to 1
    ace and face of the same suit   | 20 to 1 | 20 to 1 | 20 to 1
    ace and face of different suits | 10 to 1 | 10 to 1 | 10 to 1
    pair of 2s to kings             | 5 to 1  | 5 to 1  | 4 to 1
    """,
)

TRIPS_PLUS = paytables(
    "677a.12(e)",
    Hand,
    """
    hand            | A        | B        | C        | D
    royal flush     | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1
    straight flush  | 40 to 1  | 40 to 1  | 40 to 1  | 40 to 1
    four of a kind  | 30 to 1  | 30 to 1  | 30 to 1  | 30 to 1
    full house      | 9 to 1   | 8 to 1   | 7 to 1   | 8 to 1
    flush           | 7 to 1   | 6 to 1   | 6 to 1   | 7 to 1
    straight        | 4 to 1   | 5 to 1   | 5 to 1   | 4 to 1
    three of a kind | 3 to 1   | 3 to 1   | 3 to 1   | 3 to 1
    """,
)
