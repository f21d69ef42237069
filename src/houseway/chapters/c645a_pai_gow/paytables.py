"""The payout tables of 645a.13."""

from __future__ import annotations

from enum import IntEnum

from houseway.rules.paytable import paytables

PROGRESSIVE_METER = "progressive"


class FortuneHand(IntEnum):
    """Seven cards as the Fortune Bonus Wager sees them."""

    NOTHING = 0
    THREE_PAIR = 1
    STRAIGHT = 2
    THREE_OF_A_KIND = 3
    FLUSH = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8
    FIVE_ACES = 9
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 10
    ROYAL_FLUSH_AND_ROYAL_MATCH = 11
    SEVEN_CARD_STRAIGHT_FLUSH = 12


class EmperorHand(IntEnum):
    """Seven cards as the Emperor's Treasure Wager sees them."""

    NOTHING = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    FIVE_ACES = 8
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 9
    ROYAL_FLUSH_AND_ACE_KING_SUITED = 10
    SEVEN_CARD_STRAIGHT_FLUSH = 11


class ProgressiveHand(IntEnum):
    """Seven cards as the Progressive Payout Wager sees them; the joker may stand in each."""

    NOTHING = 0
    FULL_HOUSE = 1
    FOUR_OF_A_KIND = 2
    STRAIGHT_FLUSH = 3
    ROYAL_FLUSH = 4
    FIVE_ACES = 5
    SEVEN_CARD_STRAIGHT_FLUSH = 6


class DynastyHand(IntEnum):
    """Seven cards as the Dynasty Bonus Wager sees them; natural: without the joker."""

    NOTHING = 0
    STRAIGHT = 1
    THREE_OF_A_KIND = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7
    ACE_FIVE_NATURAL_STRAIGHT_FLUSH = 8
    FIVE_ACES = 9
    SEVEN_CARD_STRAIGHT_FLUSH = 10
    NATURAL_ROYAL_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED = 11
    SEVEN_CARD_NATURAL_STRAIGHT_FLUSH = 12
    ACE_FIVE_NATURAL_STRAIGHT_FLUSH_AND_NATURAL_ACE_QUEEN_SUITED = 13


class HighCard(IntEnum):
    """Seven cards with no pair or better, by the highest card."""

    PAIR_OR_BETTER = 0
    NINE_HIGH = 1
    TEN_HIGH = 2
    JACK_HIGH = 3
    QUEEN_HIGH = 4
    KING_HIGH = 5
    ACE_HIGH = 6
    # Named by 645a.13(h) alone, and never read off the cards: it is better than a pair, so it loses.
    ACE_FIVE_NATURAL_STRAIGHT_FLUSH = 7


class Colour(IntEnum):
    """How many of the seven cards are of the chosen color."""

    FEWER = 0
    FOUR_CARDS_OF_THE_CHOSEN_COLOR = 1
    FIVE_CARDS_OF_THE_CHOSEN_COLOR = 2
    SIX_CARDS_OF_THE_CHOSEN_COLOR = 3
    SEVEN_CARDS_OF_THE_CHOSEN_COLOR = 4


class Dragon(IntEnum):
    """Whether the seven cards played against are a Queen's Dragon."""

    NO = 0
    QUEENS_DRAGON = 1


FORTUNE = paytables(
    "645a.13(b)",
    FortuneHand,
    """
    hand                                 | A          | B          | C          | D
    seven card straight flush            | 8,000 to 1 | 5,000 to 1 | 5,000 to 1 | 2,500 to 1
    royal flush and royal match          | 2,000 to 1 | 2,000 to 1 | 1,000 to 1 | 1,000 to 1
    seven card straight flush with joker | 1,000 to 1 | 1,000 to 1 | 750 to 1   | 750 to 1
    five aces                            | 400 to 1   | 400 to 1   | 250 to 1   | 250 to 1
    royal flush                          | 150 to 1   | 150 to 1   | 100 to 1   | 125 to 1
    straight flush                       | 50 to 1    | 50 to 1    | 50 to 1    | 50 to 1
    four of a kind                       | 25 to 1    | 25 to 1    | 20 to 1    | 25 to 1
    full house                           | 5 to 1     | 5 to 1     | 5 to 1     | 5 to 1
    flush                                | 4 to 1     | 4 to 1     | 4 to 1     | 4 to 1
    three of a kind                      | 3 to 1     | 3 to 1     | 3 to 1     | 3 to 1
    straight                             | 2 to 1     | 2 to 1     | 2 to 1     | 2 to 1
    three pair                           | N/A        | N/A        | push       | N/A
    """,
)

FORTUNE_ENVY = paytables(
    "645a.13(b)",
    FortuneHand,
    """
    hand                                 | A      | B      | C      | D
    seven card straight flush            | $5,000 | $3,000 | $1,000 | $1,000
    royal flush and royal match          | $1,000 | $1,000 | $250   | $750
    seven card straight flush with joker | $500   | $500   | $100   | $250
    five aces                            | $250   | $250   | $50    | $100
    royal flush                          | $50    | $50    | $25    | $50
    straight flush                       | $20    | $20    | $10    | $20
    four of a kind                       | $5     | $5     | $5     | $5
    """,
)

EMPEROR = paytables(
    "645a.13(c)",
    EmperorHand,
    """
    hand                                 | A          | B          | C          | D
    seven card straight flush            | 8,000 to 1 | 5,000 to 1 | 5,000 to 1 | 2,500 to 1
    royal flush and ace king suited      | 2,000 to 1 | 2,000 to 1 | 1,000 to 1 | 1,000 to 1
    seven card straight flush with joker | 1,000 to 1 | 1,000 to 1 | 750 to 1   | 750 to 1
    five aces                            | 400 to 1   | 400 to 1   | 250 to 1   | 250 to 1
    royal flush                          | 150 to 1   | 150 to 1   | 100 to 1   | 125 to 1
    straight flush                       | 50 to 1    | 50 to 1    | 50 to 1    | 50 to 1
    four of a kind                       | 25 to 1    | 25 to 1    | 20 to 1    | 25 to 1
    full house                           | 5 to 1     | 5 to 1     | 5 to 1     | 5 to 1
    flush                                | 4 to 1     | 4 to 1     | 4 to 1     | 4 to 1
    three of a kind                      | 3 to 1     | 3 to 1     | 3 to 1     | 3 to 1
    straight                             | 2 to 1     | 2 to 1     | 2 to 1     | 2 to 1
    """,
)

EMPEROR_ENVY = paytables(
    "645a.13(c)",
    EmperorHand,
    """
    hand                                 | A      | B      | C      | D
    seven card straight flush            | $5,000 | $3,000 | $1,000 | $1,000
    royal flush and ace king suited      | $1,000 | $1,000 | $250   | $750
    seven card straight flush with joker | $500   | $500   | $100   | $250
    five aces                            | $250   | $250   | $50    | $100
    royal flush                          | $50    | $50    | $25    | $50
    straight flush                       | $20    | $20    | $10    | $20
    four of a kind                       | $5     | $5     | $5     | $5
    """,
)

ENVIES = {"fortune": FORTUNE_ENVY, "emperor": EMPEROR_ENVY}
"""The Envy Bonuses that are printed by the letter of a wager's paytable."""

# A and B belong to Emperor's Challenge, C, D and E to Fortune Pai Gow Poker.
INSURANCE = paytables(
    "645a.13(d)",
    HighCard,
    """
    hand       | A        | B        | C        | D        | E
    nine high  | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1 | 100 to 1
    ten high   | 25 to 1  | 25 to 1  | 40 to 1  | 50 to 1  | 40 to 1
    jack high  | 15 to 1  | 15 to 1  | 10 to 1  | 10 to 1  | 10 to 1
    queen high | 6 to 1   | 7 to 1   | 7 to 1   | 7 to 1   | 7 to 1
    king high  | 5 to 1   | 5 to 1   | 6 to 1   | 5 to 1   | 5 to 1
    ace high   | 3 to 1   | 3 to 1   | 3 to 1   | 3 to 1   | 3 to 1
    """,
)
INSURANCE_BY_BRAND = {"emperor": ("A", "B"), "fortune": ("C", "D", "E"), "none": ("A", "B", "C", "D", "E")}

PROGRESSIVE = paytables(
    "645a.13(e)(1)",
    ProgressiveHand,
    """
    hand                      | payout
    seven card straight flush | 100% of meter
    five aces                 | 10% of meter
    royal flush               | 500 for 1
    straight flush            | 100 for 1
    four of a kind            | 75 for 1
    full house                | 4 for 1
    """,
    meter=PROGRESSIVE_METER,
)["payout"]

QUEENS_DRAGON = paytables(
    "645a.13(f)",
    Dragon,
    """
    hand          | payout
    queens dragon | 50 to 1
    """,
)["payout"]

DYNASTY = paytables(
    "645a.13(g)",
    DynastyHand,
    """
    hand                                                         | payout
    ace five natural straight flush and natural ace queen suited | 2,000 to 1
    seven card natural straight flush                            | 2,000 to 1
    natural royal flush and natural ace queen suited             | 1,000 to 1
    seven card straight flush                                    | 1,000 to 1
    five aces                                                    | 500 to 1
    ace five natural straight flush                              | 120 to 1
    royal flush                                                  | 120 to 1
    straight flush                                               | 50 to 1
    four of a kind                                               | 25 to 1
    full house                                                   | 5 to 1
    flush                                                        | 4 to 1
    three of a kind                                              | 3 to 1
    straight                                                     | 2 to 1
    """,
)["payout"]

DYNASTY_ENVY = paytables(
    "645a.13(g)",
    DynastyHand,
    """
    hand                                                         | envy
    ace five natural straight flush and natural ace queen suited | $500
    seven card natural straight flush                            | $400
    natural royal flush and natural ace queen suited             | $300
    seven card straight flush                                    | $200
    five aces                                                    | $100
    ace five natural straight flush                              | $75
    royal flush                                                  | $50
    straight flush                                               | $20
    four of a kind                                               | $5
    """,
)["envy"]

# The first row cannot be reached; reading 645a-protection-row.
PROTECTION = paytables(
    "645a.13(h)",
    HighCard,
    """
    hand                            | payout
    ace five natural straight flush | 120 to 1
    nine high                       | 100 to 1
    ten high                        | 25 to 1
    jack high                       | 15 to 1
    queen high                      | 7 to 1
    king high                       | 5 to 1
    ace high                        | 3 to 1
    """,
)["payout"]

RED_BLACK = paytables(
    "645a.13(i)",
    Colour,
    """
    hand                            | payout
    seven cards of the chosen color | 5 to 1
    six cards of the chosen color   | 1 to 1
    five cards of the chosen color  | 1 to 1
    four cards of the chosen color  | 1 to 1
    """,
)["payout"]
