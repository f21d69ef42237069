"""The irregularities of 663a.13."""

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

# A dealer's card exposed before the players' decisions has no remedy here; reading 663a-dealer-exposed.
IRREGULARITIES = by_cause(
    face_up_card(ClauseId("663a.13(a)")),
    card_drawn_in_error(ClauseId("663a.13(b)")),
    wrong_number_of_cards(ClauseId("663a.13(c)"), "a player or the dealer"),
    shuffler_fault(ClauseId("663a.13(d)")),
    shoe_fault(ClauseId("663a.13(e)"), "hole"),
)
