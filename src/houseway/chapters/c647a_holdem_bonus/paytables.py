"""The payout tables of 647a.12."""

from __future__ import annotations

from enum import IntEnum

from houseway.chapters.holdem import Hand
from houseway.rules.paytable import paytables

PROGRESSIVE_METER = "progressive"
FIVE_CARD_METER = "five_card"


class Bonus(IntEnum):
    """A player's first two cards, as the Texas Hold 'Em Bonus Wager sees them."""

    NOTHING = 0
    PAIR_OF_2S_TO_10S = 1
    ACE_QUEEN_OR_ACE_JACK_OF_DIFFERENT_SUITS = 2
    PAIR_OF_JACKS_TO_KINGS = 3
    ACE_KING_OF_DIFFERENT_SUITS = 4
    ACE_QUEEN_OR_ACE_JACK_OF_THE_SAME_SUIT = 5
    ACE_KING_OF_THE_SAME_SUIT = 6
    ACE_ACE = 7
    ACE_ACE_WITH_DEALER_AND_PLAYER = 8


class Extra(IntEnum):
    """What the table game system may add to a Five Card Hand Bonus Wager, as 647a.1 defines the two."""

    MAGIC_CARD = 0
    LUCKY_BONUS = 1


HOLDEM_BONUS = paytables(
    "647a.12(b)",
    Bonus,
    """
    hand                                     | A          | B
    ace ace with dealer and player           | 1,000 to 1 | N/A
    ace ace                                  | 30 to 1    | 30 to 1
    ace king of the same suit                | 25 to 1    | 25 to 1
    ace queen or ace jack of the same suit   | 20 to 1    | 20 to 1
    ace king of different suits              | 15 to 1    | 15 to 1
    pair of jacks to kings                   | 10 to 1    | 10 to 1
    ace queen or ace jack of different suits | 5 to 1     | 5 to 1
    pair of 2s to 10s                        | 3 to 1     | 3 to 1
    """,
)

PROGRESSIVE = paytables(
    "647a.12(d)(1)",
    Hand,
    """
    hand            | payout
    royal flush     | 100% of meter
    straight flush  | 10% of meter
    four of a kind  | 300 for 1
    full house      | 50 for 1
    flush           | 40 for 1
    straight        | 30 for 1
    three of a kind | 9 for 1
    """,
    meter=PROGRESSIVE_METER,
)["payout"]

# One column for each size of the Progressive Payout Wager of the player who receives the Envy Bonus.
ENVY = paytables(
    "647a.12(d)(5)",
    Hand,
    """
    hand           | $1     | $5
    royal flush    | $1,000 | $5,000
    straight flush | $300   | $1,500
    """,
)

FIVE_CARD = paytables(
    "647a.12(e)(1)",
    Hand,
    """
    hand           | payout
    royal flush    | 100% of meter
    straight flush | 10% of meter
    four of a kind | 500 for 1
    full house     | 100 for 1
    flush          | 50 for 1
    """,
    meter=FIVE_CARD_METER,
)["payout"]

EXTRA = paytables(
    "647a.12(e)(3)",
    Extra,
    """
    hand        | payout
    magic card  | 20 for 1
    lucky bonus | 5 for 1
    """,
)["payout"]
