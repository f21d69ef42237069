"""The irregularities of 663a.13."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.rules.game import Dealing, Irregularity, Remedy

# A dealer's card exposed before the players' decisions has no remedy here; reading 663a-dealer-exposed.
IRREGULARITIES = {
    one.cause: one
    for one in (
        Irregularity(
            cause="face_up_card",
            clause=ClauseId("663a.13(a)"),
            remedy=Remedy.SET_ASIDE,
            says="a card is found face up in the shoe or the deck while the cards are dealt",
            during=("deal",),
        ),
        Irregularity(
            cause="card_drawn_in_error",
            clause=ClauseId("663a.13(b)"),
            remedy=Remedy.USE_AS_NEXT,
            says="a card is drawn in error without its face being exposed",
        ),
        Irregularity(
            cause="wrong_number_of_cards",
            clause=ClauseId("663a.13(c)"),
            remedy=Remedy.VOID,
            says="a player or the dealer is dealt an incorrect number of cards",
        ),
        Irregularity(
            cause="shuffler_fault",
            clause=ClauseId("663a.13(d)"),
            remedy=Remedy.RESHUFFLE,
            says="the shuffling device jams, stops or fails to complete a shuffle",
            during=("shuffle",),
            of_shuffler=True,
        ),
        Irregularity(
            cause="shoe_fault",
            clause=ClauseId("663a.13(e)"),
            remedy=Remedy.VOID,
            says="the automated dealing shoe jams, stops or fails to deal during a round",
            dealing=(Dealing.AUTOMATED_SHOE,),
            # Once the stacks are delivered the rest of the cards has left the shoe.
            during=("locked", "hole"),
        ),
    )
}
