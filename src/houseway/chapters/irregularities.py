"""The irregularities that the banked chapters word alike; each chapter gives its own clause and what is its own."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.rules.cards import Dealing, Device
from houseway.rules.game import Irregularity, Remedy


def by_cause(*several: Irregularity) -> dict[str, Irregularity]:
    """A chapter's irregularities under their names."""
    return {one.cause: one for one in several}


def face_up_card(clause: ClauseId, *, settles: tuple[tuple[str, str | None], ...] = ()) -> Irregularity:
    """A card is found face up while dealing; a second one voids the round."""
    return Irregularity(
        cause="face_up_card",
        clause=clause,
        remedy=Remedy.SET_ASIDE,
        says="a card is found face up in the shoe or the deck while the cards are dealt",
        during=("deal",),
        settles=settles,
    )


def card_drawn_in_error(clause: ClauseId, *, during: tuple[str, ...] = ()) -> Irregularity:
    """A card leaves the shoe too early, unseen."""
    return Irregularity(
        cause="card_drawn_in_error",
        clause=clause,
        remedy=Remedy.USE_AS_NEXT,
        says="a card is drawn in error without its face being exposed",
        during=during,
    )


def wrong_number_of_cards(clause: ClauseId, whose: str) -> Irregularity:
    """Somebody has too many or too few cards."""
    return Irregularity(
        cause="wrong_number_of_cards",
        clause=clause,
        remedy=Remedy.VOID,
        says=f"{whose} is dealt an incorrect number of cards",
    )


def dealer_card_exposed(clause: ClauseId, before: str, *, settles: tuple[tuple[str, str | None], ...]) -> Irregularity:
    """A card of the dealer's is seen before the players' last decision; what rests on cards that lie there is settled."""
    return Irregularity(
        cause="dealer_card_exposed",
        clause=clause,
        remedy=Remedy.VOID,
        says=f"a card of the dealer's is exposed before each player has folded or {before}",
        settles=settles,
        before_last_decision=True,
        of_bank_card=True,
    )


def shuffler_fault(clause: ClauseId) -> Irregularity:
    """The shuffling device fails."""
    return Irregularity(
        cause="shuffler_fault",
        clause=clause,
        remedy=Remedy.RESHUFFLE,
        says="the shuffling device jams, stops or fails to complete a shuffle",
        during=("shuffle",),
        device=Device.SHUFFLER,
    )


def shoe_fault(clause: ClauseId, *deals: str) -> Irregularity:
    """The automated shoe fails in one of these deals; once they are over, the rest of the cards has left the shoe."""
    return Irregularity(
        cause="shoe_fault",
        clause=clause,
        remedy=Remedy.VOID,
        says="the automated dealing shoe jams, stops or fails to deal during a round",
        dealing=(Dealing.AUTOMATED_SHOE,),
        during=("locked", *deals),
        device=Device.SHOE,
    )
