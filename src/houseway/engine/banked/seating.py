"""People sit down at a banked table and leave it, also in the midst of a round."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import OUTSIDE, area_account, payout_account, player_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance
from houseway.engine.banked.documenting import end_round
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.returning import return_wagers
from houseway.engine.banked.state import BankedState, Status
from houseway.engine.banked.wagering import pass_on_bank, take_back
from houseway.engine.banked.whose import whose
from houseway.engine.kernel import Envelope
from houseway.engine.opening import check_buy_in
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import PLAYER
from houseway.engine.two_people import takes_no_part
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat


def check_conducts(rules: TableRules, state: BankedState, given: Envelope) -> None:
    """Nobody deals, watches over or rules on a game of their own."""
    if given.role is not PLAYER and given.by in state.seats.values():
        raise takes_no_part(given.by, whose(rules, state, given.command))


def take_seat(draft: BankedDraft, command: cmd.TakeSeat) -> None:
    """A person takes a betting position, or an adjacent one beside their own where the table allows it."""
    state, procedures, place, person = draft.state, draft.procedures, draft.seat, draft.given.by
    _check_seat_exists(draft.rules, place)
    if place in state.seats:
        free = [f"seat {s}" for s in range(1, draft.game.seats + 1) if s not in state.seats]
        raise refuse(Code.SEAT_IS_FREE, procedures.positions, f"seat {place} is taken", free)
    own = [seat for seat, player in state.seats.items() if player == person]
    most = draft.rules.positions_per_player
    if len(own) >= most:
        raise refuse(
            Code.POSITIONS_ARE_ADJACENT,
            procedures.adjacent,
            f"{person} holds {len(own)} position(s) already; this table allows {most} to a player",
        )
    if own and not any(abs(place - seat) == 1 for seat in own):
        legal = [f"seat {s}" for seat in own for s in (seat - 1, seat + 1) if 1 <= s <= draft.game.seats]
        raise refuse(
            Code.POSITIONS_ARE_ADJACENT,
            procedures.adjacent,
            f"seat {place} is not adjacent to seat {own[0]}",
            legal,
        )
    check_buy_in(state, person, command.cents, procedures.seated)
    draft.emit(
        ev.SeatTaken(
            clause=procedures.seated,
            seat=place,
            player=person,
            postings=((OUTSIDE, player_account(person), command.cents),) if command.cents else (),
        )
    )


def add_stakes(draft: BankedDraft, command: cmd.AddStakes) -> None:
    """A player buys more chips and keeps the seat, unless the seat plays in the round."""
    state, procedures, seat = draft.state, draft.procedures, draft.seat
    if plays_in_round(state, seat):
        raise refuse(
            Code.STEP_IS_DUE,
            procedures.seated,
            f"seat {seat} has wagers in the round and cannot add chips until it is completed",
            ("wait for the end of the round",),
        )
    player = state.seats[seat]
    if not command.cents:
        raise refuse(Code.AMOUNT_IS_LAWFUL, procedures.chips, f"{player} must add more than $0", ("at least $0.01",))
    check_buy_in(state, player, command.cents, procedures.chips)
    posting = (OUTSIDE, player_account(player), command.cents)
    draft.emit(ev.StakesBrought(clause=procedures.chips, seat=seat, postings=(posting,)))


def plays_in_round(state: BankedState, seat: Seat) -> bool:
    """Return whether a seat takes part in a round for which bets are closed."""
    return state.status in (Status.LOCKED, Status.PLAYING) and seat in state.round.players


def leave_seat(draft: BankedDraft, command: cmd.LeaveSeat) -> None:
    """A player leaves between rounds, with the chips unless another position is theirs too."""
    state, procedures, seat = draft.state, draft.procedures, draft.seat
    if plays_in_round(state, seat) or state.round.live.get(seat):
        legal = ["wait for the end of the round"]
        message = f"seat {seat} has wagers in the round; a player stays seated until it is completed"
        if may_be_abandoned(draft, seat):
            legal.append("the floor may treat the wagers as abandoned")
        elif not state.round.live.get(seat):
            message = f"The seat of {state.seats[seat]} is free when the round is completed."
        raise refuse(Code.STEP_IS_DUE, procedures.seated, message, tuple(legal))
    if state.round.bank == seat:
        pass_on_bank(draft, seat)
    player = state.seats[seat]
    keeps_other_seat = sum(other == player for other in state.seats.values()) > 1
    accounts = () if keeps_other_seat else (player_account(player), payout_account(player))
    postings = tuple([(one, OUTSIDE, state.balance(one)) for one in accounts if state.balance(one)])
    draft.emit(ev.SeatLeft(clause=procedures.seated, seat=seat, postings=postings))


def abandon(draft: BankedDraft, command: cmd.AbandonWagers) -> None:
    """A player left: what is in play on each of the player's areas is lost, or goes back if the floor has it so.

    Before "no more bets" nothing is lost, and it goes back.
    """
    state, seat, clause = draft.state, command.seat, draft.procedures.seated
    if not may_be_abandoned(draft, seat):
        legal = [f"seat {one}" for one in draft.round.players if may_be_abandoned(draft, one)]
        raise refuse(Code.WAGERS_ARE_PLACED, clause, f"seat {seat} has nothing in this round to abandon", legal)
    person, was_asked = state.seats[seat], state.round.asked
    areas = [other for other in draft.round.players if state.seats[other] == person and may_be_abandoned(draft, other)]
    if state.status is Status.WAGERING:
        for area in areas:
            _leave_nothing(draft, area)
        return
    for area in areas:
        draft.emit(ev.WagersAbandoned(clause=clause, seat=area, is_bank=area == state.round.bank))
        if command.returned:
            return_wagers(draft, [(area, id) for id in state.round.live.get(area, {})], clause)
        else:
            _lose_all(draft, area, clause)
    if state.status is Status.LOCKED and not any(map(draft.in_play, state.round.players)):
        # Nobody is left to deal to: the round ends with what was lost or went back.
        end_round(draft, void=command.returned)
    elif was_asked and not state.round.asked:
        advance(draft)


def _lose_all(draft: BankedDraft, seat: Seat, clause: ClauseId) -> None:
    """Collect every wager of a seat that is not settled yet."""
    for id, cents in draft.state.round.live.get(seat, {}).items():
        taken = draft.is_taken(seat, id)
        postings = () if taken else ((area_account(seat, id), draft.collector(id), cents),)
        draft.emit(
            ev.WagerSettled(
                clause=clause,
                seat=seat,
                wager=id,
                amount=cents,
                pays="lose",
                net=Cents(-cents),
                under=None,
                hand="abandoned",
                postings=postings,
            )
        )


def may_be_abandoned(draft: BankedDraft, seat: Seat) -> bool:
    """Whether a seat has wagers, or the bank, that its player can have left behind."""
    of = draft.round
    return seat not in of.left and (bool(of.live.get(seat)) or seat == of.bank)


def _leave_nothing(draft: BankedDraft, seat: Seat) -> None:
    """The wagers of a player who left before "no more bets" are withdrawn, and the bank is passed on."""
    wagers = tuple(draft.round.wagers.get(seat, ()))
    if wagers:
        take_back(draft, seat, wagers)
    if seat == draft.round.bank:
        pass_on_bank(draft, seat)


def _check_seat_exists(rules: TableRules, seat: Seat) -> None:
    game = rules.game
    if not 1 <= seat <= game.seats:
        raise refuse(
            Code.SEAT_EXISTS,
            game.procedures.positions,
            f"there is no seat {seat}; the table has betting positions 1 to {game.seats}",
            tuple(f"seat {s}" for s in range(1, game.seats + 1)),
        )


def check_seated(rules: TableRules, state: BankedState, seat: Seat) -> None:
    """The seat exists and somebody has it."""
    _check_seat_exists(rules, seat)
    if seat not in state.seats:
        raise refuse(Code.PLAYER_IS_SEATED, rules.game.procedures.seated, f"nobody is seated at seat {seat}")
