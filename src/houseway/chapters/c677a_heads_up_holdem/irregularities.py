"""The irregularities of 677a.13."""

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
    face_up_card(ClauseId("677a.13(a)"), settles=(("pocket_bonus", "hole"),)),
    card_drawn_in_error(ClauseId("677a.13(b)")),
    wrong_number_of_cards(ClauseId("677a.13(c)"), "a player, the dealer or the community area"),
    dealer_card_exposed(
        ClauseId("677a.13(d)"), "placed a Raise Wager", settles=(("pocket_bonus", None), ("trips_plus", None))
    ),
    shuffler_fault(ClauseId("677a.13(e)")),
    shoe_fault(ClauseId("677a.13(f)"), "community", "hole"),
)
