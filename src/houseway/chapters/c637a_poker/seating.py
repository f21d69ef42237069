"""The table is opened; players sit down with their table stakes and leave with them (637a.2(a), .4, .8(a), .8(b))."""

from __future__ import annotations

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.posting import owe_when_seated
from houseway.chapters.c637a_poker.revenue import pay_charge_owed
from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.accounts import OUTSIDE, player_account
from houseway.engine.kernel import Envelope
from houseway.engine.opening import check_buy_in
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import PLAYER
from houseway.engine.two_people import takes_no_part
from houseway.money import Cents
from houseway.seats import Seat


def open_table(draft: PokerDraft, command: cmd.OpenTable) -> None:
    """Open the table for gaming, once."""
    if draft.state.digest:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.4(a)"), "the table is open already")
    draft.emit(
        ev.TableOpened(
            clause=ClauseId("637a.4(a)"),
            digest=draft.rules.digest,
            at=draft.at,
            stated=command.stated,
            staffed=command.staffed,
        )
    )


def check_seated(rules: PokerRules, state: PokerState, seat: Seat) -> None:
    """Refuse a seat that the table does not have or that nobody has taken."""
    if seat not in state.seats:
        _check_exists(seat)
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.8(a)"), f"nobody is seated at seat {seat}")


def _check_exists(seat: Seat) -> None:
    if not 1 <= seat <= SEATS:
        raise refuse(
            Code.SEAT_EXISTS, ClauseId("637a.2(a)"), f"there is no seat {seat}; a poker table has places 1 to {SEATS}"
        )


def check_present(rules: PokerRules, state: PokerState, given: Envelope) -> None:
    """A player who is away does nothing; nobody deals, watches over or rules on a game of their own."""
    if given.role is not PLAYER and given.by in state.seats.values():
        raise takes_no_part(given.by, ClauseId("637a.7(b)"))
    if given.seat in state.away and type(given.command).own_seat:
        said = f"seat {given.seat} is away from the table"
        raise refuse(Code.PLAYER_IS_PRESENT, ClauseId("637a.8(b)(6)"), said, ("return to the table",))


def take_seat(draft: PokerDraft, command: cmd.TakeSeat) -> None:
    """A person sits down at a free seat, at any time; who was required to leave this game does not."""
    state, seat, player = draft.state, draft.seat, draft.given.by
    _check_exists(seat)
    if seat in state.seats:
        raise refuse(Code.SEAT_IS_FREE, ClauseId("637a.8(a)"), f"seat {seat} is taken")
    if player in state.seats.values():
        raise refuse(Code.SEAT_IS_FREE, ClauseId("637a.8(a)"), f"{player} is seated already")
    if player in state.barred:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.18(c)"), f"{player} was required to leave this game")
    check_buy_in(state, player, command.cents, ClauseId("637a.8(a)"))
    postings = ((OUTSIDE, player_account(player), command.cents),) if command.cents else ()
    draft.emit(ev.SeatTaken(clause=ClauseId("637a.8(a)"), seat=seat, player=player, postings=postings))
    owe_when_seated(draft, seat)
    if state.agreed_minimum:
        # A higher minimum holds while everyone at the table has agreed to it; the round in progress is played out with it.
        under_way = state.status is not Status.BETWEEN_ROUNDS
        draft.emit(ev.MinimumAgreed(clause=ClauseId("637a.8(k)"), cents=Cents(0), from_next_round=under_way))


def leave_seat(draft: PokerDraft, command: cmd.LeaveSeat) -> None:
    """A player takes the table stakes and leaves, between rounds of play."""
    state, seat = draft.state, draft.seat
    if state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.8(b)(2)"), "table stakes are not removed during a round of play")
    pay_charge_owed(draft, seat)
    account, stack = draft.account(seat), draft.stack(seat)
    postings = ((account, OUTSIDE, stack),) if stack else ()
    draft.emit(ev.SeatLeft(clause=ClauseId("637a.8(b)(2)"), seat=seat, postings=postings))
