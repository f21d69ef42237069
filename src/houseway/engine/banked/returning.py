"""Wagers go back to their players, with what they had added to the meters."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import HOUSE, Posting, area_account, meter_account
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.wagering import changed
from houseway.money import Cents
from houseway.seats import Seat


def return_wagers(draft: BankedDraft, keys: list[tuple[Seat, str]], clause: ClauseId) -> None:
    """Return these wagers of seats, also what was collected of them."""
    state, game = draft.state, draft.game
    if not keys:
        return
    settled = {(seat, wager): net for seat, wager, net, _ in state.round.settled}
    postings: list[Posting] = []
    returned: list[tuple[Seat, str, Cents]] = []
    carried = dict(state.carried)
    for seat, id in keys:
        cents, wager = state.round.stake(seat, id), game.wagers[id]
        collected = draft.is_taken(seat, id) or (seat, id) in settled
        postings.append((draft.collector(id) if collected else area_account(seat, id), draft.account(seat), cents))
        if wager.meter is not None:
            gain, carried[wager.meter] = game.meters[wager.meter].gains(Cents(-cents), carried.get(wager.meter, 0))
            if gain:
                postings.append((meter_account(wager.meter), HOUSE, Cents(-gain)))
        returned.append((seat, id, cents))
    draft.emit(
        ev.WagersReturned(
            clause=clause, wagers=tuple(returned), carried=changed(state.carried, carried), postings=tuple(postings)
        )
    )
