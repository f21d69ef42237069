"""The irregularities of 677a.13."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.rules.game import Dealing, Irregularity, Remedy

IRREGULARITIES = {
    one.cause: one
    for one in (
        Irregularity(
            cause="face_up_card",
            clause=ClauseId("677a.13(a)"),
            remedy=Remedy.SET_ASIDE,
            says="a card is found face up in the shoe or the deck while the cards are dealt",
            during=("deal",),
            settles=(("pocket_bonus", "hole"),),
        ),
        Irregularity(
            cause="card_drawn_in_error",
            clause=ClauseId("677a.13(b)"),
            remedy=Remedy.USE_AS_NEXT,
            says="a card is drawn in error without its face being exposed",
        ),
        Irregularity(
            cause="wrong_number_of_cards",
            clause=ClauseId("677a.13(c)"),
            remedy=Remedy.VOID,
            says="a player, the dealer or the community area is dealt an incorrect number of cards",
        ),
        Irregularity(
            cause="dealer_card_exposed",
            clause=ClauseId("677a.13(d)"),
            remedy=Remedy.VOID,
            says="a card of the dealer's is exposed before each player has folded or placed a Raise Wager",
            settles=(("pocket_bonus", None), ("trips_plus", None)),
            before_last_decision=True,
            of_bank_card=True,
        ),
        Irregularity(
            cause="shuffler_fault",
            clause=ClauseId("677a.13(e)"),
            remedy=Remedy.RESHUFFLE,
            says="the shuffling device jams, stops or fails to complete a shuffle",
            during=("shuffle",),
            of_shuffler=True,
        ),
        Irregularity(
            cause="shoe_fault",
            clause=ClauseId("677a.13(f)"),
            remedy=Remedy.VOID,
            says="the automated dealing shoe jams, stops or fails to deal during a round",
            dealing=(Dealing.AUTOMATED_SHOE,),
            # Once the stacks are delivered the rest of the cards has left the shoe.
            during=("locked", "community", "hole"),
        ),
    )
}
