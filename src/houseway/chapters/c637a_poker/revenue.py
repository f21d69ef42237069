"""The way of the rake: through the designated rake area or straight into the drop box; time charges (637a.17(b))."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import DROP_BOX, POT, RAKE_AREA, TIME_CHARGES, TIME_VARIANCE, PokerDraft
from houseway.chapters.c637a_poker.rules import Rake, RakeKind
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.accounts import Posting
from houseway.engine.refusal import Code, refuse
from houseway.engine.two_people import check_another
from houseway.money import NOTHING, Cents, dollars
from houseway.seats import Seat

SECONDS = 60
HOUR_MINUTES = 60

# From the pot.


def collect_rake(draft: PokerDraft, rake: Rake, cents: Cents) -> None:
    """Take rake from the pot: into the rake area as play progresses, at the end of the round into the drop box."""
    if rake.kind is RakeKind.INCREMENTAL:
        clause, place = ClauseId("637a.17(b)(2)(i)"), RAKE_AREA
    elif rake.by_betting_round:
        clause, place = ClauseId("637a.17(b)(1)(i)"), RAKE_AREA
    else:
        clause, place = ClauseId("637a.17(b)(1)(ii)"), DROP_BOX
    draft.emit(ev.RakeTaken(clause=clause, kind=rake.kind, cents=cents, postings=((POT, place, cents),)))


def return_rake(draft: PokerDraft, clause: ClauseId) -> None:
    """What was raked as play progressed still lies in the rake area, and goes back into the pot."""
    raked = sum(draft.state.round.raked.values())
    if raked:
        draft.emit(ev.RakeReturned(clause=clause, cents=raked, postings=((RAKE_AREA, POT, raked),)))


def drop_rake(draft: PokerDraft) -> None:
    """When the round of play is complete, what lies in the rake area goes into the drop box."""
    for rake in draft.rules.pot_rakes:
        cents = draft.state.round.raked.get(rake.kind, NOTHING)
        if cents and rake.kind is RakeKind.INCREMENTAL:
            draft.emit(
                ev.RakeDropped(
                    clause=ClauseId("637a.17(b)(2)(ii)"), cents=cents, postings=((RAKE_AREA, DROP_BOX, cents),)
                )
            )
        elif cents and rake.by_betting_round:
            draft.emit(
                ev.RakeDropped(clause=ClauseId("637a.2(b)(2)"), cents=cents, postings=((RAKE_AREA, DROP_BOX, cents),))
            )


def set_collection(draft: PokerDraft, command: cmd.SetCollection) -> None:
    """Start or stop collecting for a jackpot: between collection periods, or when contributions are terminated."""
    ours = {one.fund: one.clause for one in draft.rules.contributions}
    if command.fund not in ours:
        raise refuse(
            Code.WAGER_IS_OFFERED,
            ClauseId("637a.16(b)(1)"),
            f"the submission of this table names no jackpot {command.fund!r}",
            tuple(ours),
        )
    if draft.state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE, ours[command.fund], "a round of play in progress contributes", ("complete the round",)
        )
    if command.collecting is (command.fund not in draft.state.not_collecting):
        says = f"the pots of this table {'contribute' if command.collecting else 'contribute nothing'} to it already"
        raise refuse(Code.STEP_IS_DUE, ours[command.fund], says, ("stop" if command.collecting else "start",))
    draft.emit(ev.CollectionSet(clause=ours[command.fund], fund=command.fund, collecting=command.collecting))


# From the players.


def assess_time_charge(draft: PokerDraft, command: cmd.AssessTimeCharge) -> None:
    """Charge every seated player, playing or not, a part of the hourly fee; the chips lie in the rake area."""
    rake, state = _time_rake(draft, ClauseId("637a.17(b)(3)")), draft.state
    if state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.8(b)(2)"),
            "stakes leave the table only between rounds of play, for a time charge too",
            ("complete the round",),
        )
    due_at = _charged_next(draft, rake)
    if draft.at < due_at:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.17(b)(3)(iii)"),
            f"a time charge is assessed every {rake.every_minutes} minutes; the next is due at {due_at} seconds",
            (f"{due_at} seconds or later",),
        )
    # A player required to leave is no longer one of the table's.
    seats = sorted(set(state.seats) - state.removed)
    if not seats:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.17(b)(3)(i)"), "nobody is seated at this table")
    charged = _charges(draft, rake, seats)
    for seat, cents in charged.items():
        if draft.stack(seat) < cents and seat not in state.away:
            raise refuse(
                Code.WAGER_IS_COVERED,
                ClauseId("637a.17(b)(3)(i)"),
                f"seat {seat} has {dollars(draft.stack(seat))} and owes a time charge of {dollars(cents)}",
                (f"seat {seat} adds to the table stakes", f"seat {seat} leaves"),
            )
    # Who is away can neither add to the stakes nor leave: what they do not cover is owed.
    paid = {seat: min(cents, draft.stack(seat)) for seat, cents in charged.items()}
    postings: tuple[Posting, ...] = tuple(
        [(draft.account(seat), TIME_CHARGES, cents) for seat, cents in paid.items() if cents]
    )
    draft.emit(
        ev.TimeChargeAssessed(
            clause=ClauseId("637a.17(b)(3)(iv)"),
            at=draft.at,
            charges=tuple([(seat, Cents(cents)) for seat, cents in paid.items()]),
            owed=tuple([(seat, Cents(charged[seat] - cents)) for seat, cents in paid.items() if cents < charged[seat]]),
            person=draft.given.by,
            postings=postings,
        )
    )


def pay_charge_owed(draft: PokerDraft, seat: Seat) -> None:
    """Who leaves pays what is owed of a charge in the own absence, as far as the stakes go; the rest stays owed."""
    owed = draft.state.charges_owed.get(seat)
    if owed:
        cents = charge_kept(draft, seat)
        postings = ((draft.account(seat), TIME_CHARGES, cents),) if cents else ()
        draft.emit(
            ev.TimeChargePaid(
                clause=ClauseId("637a.17(b)(3)(iv)"),
                seat=seat,
                cents=cents,
                owed=Cents(owed - cents),
                postings=postings,
            )
        )


def charge_kept(draft: PokerDraft, seat: Seat) -> Cents:
    """What of a player's stakes is owed for a time charge and does not leave the table."""
    return Cents(min(draft.state.charges_owed.get(seat, 0), draft.stack(seat)))


def time_charge_due(draft: PokerDraft, at: int) -> bool:
    """Whether a time charge could be assessed of everybody now."""
    state, rake = draft.state, next((one for one in draft.rules.rakes if one.kind is RakeKind.TIME), None)
    seats = set(state.seats) - state.removed
    if rake is None or not seats or at < _charged_next(draft, rake):
        return False
    charged = _charges(draft, rake, list(seats))
    return all(draft.stack(seat) >= cents for seat, cents in charged.items() if seat not in state.away)


def _charged_next(draft: PokerDraft, rake: Rake) -> int:
    """When the next time charge is due."""
    charged = draft.state.charged_at
    return 0 if charged is None else charged + rake.every_minutes * SECONDS


def _charges(draft: PokerDraft, rake: Rake, seats: Sequence[Seat]) -> dict[Seat, Cents]:
    """What each seat is charged now, with what it still owes of a charge in its player's absence."""
    each = charge_of_each(draft, rake, len(seats))
    return {seat: Cents(each + draft.state.charges_owed.get(seat, 0)) for seat in seats}


def charge_of_each(draft: PokerDraft, rake: Rake, players: int) -> Cents:
    """What one player pays: the part of the hourly fee, or of the table's divided, in whole chips rounded down."""
    chip = draft.rules.smallest_chip
    shared_by = players if rake.per_table else 1
    return Cents(rake.hourly * rake.every_minutes // (HOUR_MINUTES * shared_by) // chip * chip)


def verify_time_charges(draft: PokerDraft, command: cmd.VerifyTimeCharges) -> None:
    """A floorperson or above verifies what was collected, and the dealer puts it into the drop box at once.

    A count that differs is recorded with its variance (reading 637a-count-variance).
    """
    clause = ClauseId("637a.17(b)(3)(v)")
    _time_rake(draft, clause)
    there = draft.state.balance(TIME_CHARGES)
    if not there:
        raise refuse(Code.STEP_IS_DUE, clause, "no time charge lies in the rake area", ("assess the time charge",))
    check_another(draft.given.by, draft.state.charged_by, clause, "collected the time charges")
    counted = command.cents
    draft.emit(ev.TimeChargesVerified(clause=clause, person=draft.given.by, cents=counted, variance=counted - there))
    # What was counted is dropped; what is missing or too much is kept apart.
    moves = (
        (TIME_CHARGES, DROP_BOX, min(counted, there)),
        (TIME_CHARGES, TIME_VARIANCE, there - counted),
        (TIME_VARIANCE, DROP_BOX, counted - there),
    )
    postings = tuple([(giver, taker, Cents(cents)) for giver, taker, cents in moves if cents > 0])
    draft.emit(ev.RakeDropped(clause=clause, cents=counted, postings=postings))


def _time_rake(draft: PokerDraft, clause: ClauseId) -> Rake:
    rake = next((rake for rake in draft.rules.rakes if rake.kind is RakeKind.TIME), None)
    if rake is None:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "the submission of this table states no time charge")
    return rake
