"""To whom the cut of the cards is offered (645a.5(c), (d))."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.seats import DEALER, Seat

if TYPE_CHECKING:
    from houseway.engine.banked.draft import BankedDraft


def order_of_cut(draft: BankedDraft) -> tuple[Seat, ...]:
    """The players in the order of 645a.5(d); the dealer cuts if nobody accepts."""
    state, bank = draft.state, draft.round.bank
    # Counterclockwise from the dealer's right is from the highest seat down.
    ring = sorted(state.seats, reverse=True)
    if bank in ring:
        first = ring.index(bank)
        ring = ring[first:] + ring[:first]
    if ring and state.rounds_since_opening == 0:
        arrived = [seat for seat, player in state.seats.items() if player in state.equipment.viewers]
        one = (arrived or list(state.seats))[0]
        ring = [one, *(seat for seat in ring if seat != one)]
    return (*ring, DEALER)
