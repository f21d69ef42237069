"""The irregularities of 647a.13."""

from __future__ import annotations

from houseway.chapters.irregularities import (
    by_cause,
    card_drawn_in_error,
    dealer_card_exposed,
    face_up_card,
    shoe_fault,
    shuffler_fault,
    wrong_number_of_cards,
)
from houseway.clause import ClauseId

IRREGULARITIES = by_cause(
    face_up_card(ClauseId("647a.13(a)"), settles=(("holdem_bonus", "hole"),)),
    card_drawn_in_error(ClauseId("647a.13(b)")),
    wrong_number_of_cards(ClauseId("647a.13(c)"), "a player, the dealer or the community area"),
    dealer_card_exposed(
        ClauseId("647a.13(d)"),
        "made the last decision to wager",
        # Reading 647a-exposed: what rests on the Flop is settled if the Flop is there, else returned.
        settles=(
            ("holdem_bonus", None),
            ("progressive", "flop"),
            ("five_card_player", "flop"),
            ("five_card_dealer", "flop"),
        ),
    ),
    shuffler_fault(ClauseId("647a.13(e)")),
    shoe_fault(ClauseId("647a.13(f)"), "community", "hole"),
)
