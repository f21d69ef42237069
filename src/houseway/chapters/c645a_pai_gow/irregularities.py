"""The irregularities of 645a.14."""

from __future__ import annotations

from houseway.chapters.irregularities import (
    by_cause,
    card_drawn_in_error,
    face_up_card,
    shoe_fault,
    shuffler_fault,
    wrong_number_of_cards,
)
from houseway.clause import ClauseId
from houseway.rules.cards import Dealing
from houseway.rules.game import Irregularity, Remedy

_FROM_THE_HAND = ((Dealing.HAND, "card_exposed_dealing_by_hand"),)
"""Reading 645a-exposed-by-hand: whosever card it is, dealt from the hand it is (j)."""

IRREGULARITIES = by_cause(
    Irregularity(
        cause="no_roll_flat",
        clause=ClauseId("645a.14(a)"),
        remedy=Remedy.NO_ROLL,
        says="the three dice do not all land flat on the bottom of the shaker",
        during=("start",),
        of_dice=True,
    ),
    Irregularity(
        cause="no_roll_fallen",
        clause=ClauseId("645a.14(b)"),
        remedy=Remedy.NO_ROLL,
        says="a die falls out of the shaker when it is uncovered",
        during=("start",),
        of_dice=True,
    ),
    Irregularity(
        cause="lid_removed_by_bank",
        clause=ClauseId("645a.5(i)(1)(ii)"),
        remedy=Remedy.NO_ROLL,
        says="the bank removes the lid of the shaker",
        during=("start",),
        of_dice=True,
        of_player_bank=True,
    ),
    Irregularity(
        cause="wrong_start",
        clause=ClauseId("645a.14(c)"),
        remedy=Remedy.VOID,
        # Reading 645a-wrong-start: also where a number generator found the position.
        says="the dice are totaled incorrectly and the first card goes to the wrong position",
    ),
    Irregularity(
        cause="player_card_exposed",
        clause=ClauseId("645a.14(d)"),
        remedy=Remedy.PLAYER_MAY_VOID,
        says="the dealer exposes a card dealt to a player",
        during=("deal", "set"),
        needs_seat=True,
        while_dealt=_FROM_THE_HAND,
        of_bank="dealer_card_exposed",
    ),
    Irregularity(
        cause="dealer_card_exposed",
        clause=ClauseId("645a.14(e)"),
        remedy=Remedy.VOID,
        says="a card of the dealer's or the bank's hand is exposed",
        during=("deal", "set", "bank"),
        of_bank_card=True,
        while_dealt=_FROM_THE_HAND,
        otherwise="player_card_exposed",
    ),
    face_up_card(ClauseId("645a.14(f)")),
    card_drawn_in_error(ClauseId("645a.14(g)"), during=("deal",)),
    # 645a.14(k) says the same once more.
    wrong_number_of_cards(ClauseId("645a.14(h)"), "a position or the dealer"),
    Irregularity(
        cause="wrong_setting",
        clause=ClauseId("645a.14(i)"),
        remedy=Remedy.RESET_HANDS,
        says="the dealer or the bank did not set the hands as they must be set",
        during=("reveal",),
    ),
    Irregularity(
        cause="card_exposed_dealing_by_hand",
        clause=ClauseId("645a.14(j)"),
        remedy=Remedy.VOID,
        says="a card is exposed while the dealer deals the seven stacks from the hand",
        during=("deal",),
        dealing=(Dealing.HAND,),
        otherwise="player_card_exposed",
    ),
    shuffler_fault(ClauseId("645a.14(l)")),
    shoe_fault(ClauseId("645a.14(m)"), "hole"),
)
