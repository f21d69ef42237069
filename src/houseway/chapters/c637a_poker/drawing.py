"""Draws, and the discards of super stud (637a.10(m), .13(g), .20(h), .21(h))."""

from __future__ import annotations

from collections.abc import Callable

from houseway.cards import Card, repeated, text_of
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import when_all_answered
from houseway.chapters.c637a_poker.deck_in_play import check_deck_in_hand
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.events import BURN
from houseway.chapters.c637a_poker.rules import Street
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.seats import Seat


def begin_draw(draft: PokerDraft, number: int, street: Street) -> None:
    """Burn a card, if there is one, and ask everybody from the button's left."""
    state, round = draft.state, draft.state.round
    burn_owed = round.next_card >= len(round.deck)
    if not burn_owed:
        burned = round.deck[round.next_card]
        draft.emit(ev.StreetDealt(clause=street.clause, street=number, cards=((BURN, burned, False),)))
    asked = tuple(seat for seat in draft.clockwise_from(state.button) if seat not in round.folded)
    draft.emit(ev.DrawBegan(clause=street.clause, street=number, asked=asked, burn_owed=burn_owed))


def exchange(
    draft: PokerDraft, seat: Seat, gone: tuple[Card, ...], deal: Callable[[PokerDraft, Seat, int], None] | None = None
) -> None:
    """The seat whose turn it is gives cards away and, in a draw, receives as many; ``deal``: in which cards go wrong."""
    street, round = draft.street, draft.state.round
    if round.status is not Status.DRAWING or not round.asked:
        raise refuse(Code.SEAT_IS_ASKED, street.clause, "no draw is under way")
    if seat != round.asked[0]:
        raise refuse(
            Code.SEAT_IS_ASKED,
            street.clause,
            f"seat {round.asked[0]} draws now, not seat {seat}",
            (f"seat {round.asked[0]}",),
        )
    held = round.hands[seat]
    allowed = [card for card in held if card not in round.up.get(seat, ())] if round.discard else list(held)
    strange = [card for card in gone if card not in allowed]
    if strange or repeated(gone) is not None:
        # Only the player is told what the hand is.
        own = draft.given.role is Role.PLAYER
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            street.clause,
            f"seat {seat} cannot discard {text_of(strange or gone)}"
            + (f"; it holds {text_of(allowed)}" if own else ""),
            (f"discard of {text_of(allowed)}",) if own else (),
        )
    if round.discard and len(gone) != round.discard:
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            street.clause,
            f"seat {seat} discards {round.discard} cards, not {len(gone)}",
        )
    owed = 0 if round.discard else len(gone)
    draft.emit(ev.Discarded(clause=street.clause, seat=seat, cards=gone, owed=owed))
    if owed:
        (deal or draw)(draft, seat, owed)
    when_all_answered(draft)


def draw(draft: PokerDraft, seat: Seat, owed: int) -> None:
    """Deal the cards owed to a seat: the stub first; if it does not suffice, a reshuffle is awaited."""
    round = draft.state.round
    check_deck_in_hand(draft)
    cards = round.deck[round.next_card : round.next_card + owed]
    draft.emit(ev.Drew(clause=draft.street.clause, seat=seat, cards=cards, owed=owed - len(cards)))
