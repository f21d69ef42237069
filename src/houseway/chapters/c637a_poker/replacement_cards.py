"""Replacement cards of a draw that go wrong: found face up, off the table, exposed, or dealt to another (637a.18(h), (j), (o), (s))."""

from __future__ import annotations

from functools import partial

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.drawing import draw, exchange
from houseway.chapters.c637a_poker.misdealt_cards import NOT_USED, UNUSED, check_ineligible, ruled
from houseway.chapters.c637a_poker.rules import Irregularity, Remedy
from houseway.chapters.c637a_poker.rulings import misdeal_if_several_face_up, rule
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.seats import Seat

Mishaps = list[tuple[cmd.Mishap, Irregularity]]


def discard(draft: PokerDraft, command: cmd.Discard) -> None:
    """A player discards and, in a draw, receives as many cards, of which some may go wrong."""
    if not command.mishaps:
        exchange(draft, draft.seat, command.cards)
        return
    clause = draft.street.clause
    if draft.given.role is Role.PLAYER and not draft.state.stated:
        message = f"Seat {draft.seat} cannot say what went wrong in the deal; the dealer states it with the draw."
        raise refuse(Code.ROLE_IS_AUTHORISED, clause, message, ("dealer",))
    if not command.cards or draft.state.round.discard:
        message = f"Seat {draft.seat} receives no replacement card that could go wrong."
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, clause, message)
    exchange(draft, draft.seat, command.cards, deal=partial(_draw, mishaps=ruled(draft, command.mishaps)))


def _draw(draft: PokerDraft, seat: Seat, owed: int, *, mishaps: Mishaps) -> None:
    """Set aside the cards that cannot be used, then deal those that follow."""
    round = draft.state.round
    coming = round.deck[round.next_card :]
    spoilt = {mishap.after: False for mishap, ruling in mishaps if ruling.remedy in NOT_USED}
    taken = min(owed + len(spoilt), len(coming))
    for mishap, ruling in mishaps:
        if mishap.after >= taken:
            message = f"{mishap.cause} is stated after {mishap.after} cards, but the draw takes {taken}"
            raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, message)
        if ruling.remedy is Remedy.DISCARDED:
            check_ineligible(draft, ruling, mishap.seat)
        elif mishap.seat not in (0, seat):
            message = f"{mishap.cause} concerns a card of seat {seat}, not of seat {mishap.seat}"
            raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, message, (f"seat {seat}",))
        if ruling.remedy is Remedy.SET_ASIDE:
            spoilt[mishap.after] = True
    for mishap, ruling in mishaps:
        used = mishap.after not in spoilt
        concerned = mishap.seat if ruling.remedy is Remedy.DISCARDED else seat if ruling.needs_seat else Seat(0)
        rule(draft, ruling, concerned, "" if used or ruling.remedy in NOT_USED else UNUSED)
        if ruling.remedy in NOT_USED and coming[mishap.after] not in round.set_aside:
            card, face_up = coming[mishap.after], spoilt[mishap.after]
            draft.emit(ev.CardSetAside(clause=ruling.clause, card=card, face_up=face_up))
    if misdeal_if_several_face_up(draft):
        return
    draw(draft, seat, owed)
    for mishap, ruling in mishaps:
        if mishap.after not in spoilt:
            remedy = ruling.remedy.value
            draft.emit(ev.CardExposed(clause=ruling.clause, seat=seat, card=coming[mishap.after], remedy=remedy))
