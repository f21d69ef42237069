"""The irregularities of 647a.13."""

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
from houseway.rules.game import Irregularity, Remedy

IRREGULARITIES = by_cause(
    face_up_card(ClauseId("647a.13(a)"), settles=(("holdem_bonus", "hole"),)),
    card_drawn_in_error(ClauseId("647a.13(b)")),
    wrong_number_of_cards(ClauseId("647a.13(c)"), "a player, the dealer or the community area"),
    Irregularity(
        cause="dealer_card_exposed",
        clause=ClauseId("647a.13(d)"),
        remedy=Remedy.VOID,
        says="a card of the dealer's is exposed before each player has folded or made the last decision to wager",
        # Reading 647a-exposed: what rests on the Flop is settled if the Flop is there, else returned.
        settles=(
            ("holdem_bonus", None),
            ("progressive", "flop"),
            ("five_card_player", "flop"),
            ("five_card_dealer", "flop"),
        ),
        before_last_decision=True,
        of_bank_card=True,
    ),
    shuffler_fault(ClauseId("647a.13(e)")),
    shoe_fault(ClauseId("647a.13(f)"), "community", "hole"),
)
