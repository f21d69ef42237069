"""The way of the rake: through the designated rake area or straight into the drop box; time charges (637a.17(b))."""

from __future__ import annotations

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as cmd
from houseway.chapters.c637a_poker import room_events as room
from houseway.chapters.c637a_poker.draft import DROP_BOX, POT, RAKE_AREA, TIME_CHARGES, PotDraft
from houseway.chapters.c637a_poker.rules import Rake, RakeKind
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.accounts import Posting
from houseway.engine.refusal import Code, refuse
from houseway.money import dollars

SECONDS = 60
HOUR_MINUTES = 60

# From the pot.


def collect_rake(draft: PotDraft, rake: Rake, cents: int) -> None:
    """Take rake from the pot: into the rake area as play progresses, at the end of the round into the drop box."""
    if rake.kind is RakeKind.INCREMENTAL:
        clause, place = "637a.17(b)(2)(i)", RAKE_AREA
    elif rake.by_betting_round:
        clause, place = "637a.17(b)(1)(i)", RAKE_AREA
    else:
        clause, place = "637a.17(b)(1)(ii)", DROP_BOX
    draft.emit(ev.RakeTaken(clause, rake.kind, cents, ((POT, place, cents),)))


def return_rake(draft: PotDraft, clause: str) -> None:
    """What was raked as play progressed still lies in the rake area, and goes back into the pot."""
    raked = sum(draft.state.raked.values())
    if raked:
        draft.emit(room.RakeReturned(clause, raked, ((RAKE_AREA, POT, raked),)))


def drop_rake(draft: PotDraft) -> None:
    """When the round of play is complete, what lies in the rake area goes into the drop box."""
    for rake in draft.rules.pot_rakes:
        cents = draft.state.raked.get(rake.kind, 0)
        if cents and rake.kind is RakeKind.INCREMENTAL:
            draft.emit(ev.RakeDropped("637a.17(b)(2)(ii)", cents, ((RAKE_AREA, DROP_BOX, cents),)))
        elif cents and rake.by_betting_round:
            draft.emit(ev.RakeDropped("637a.2(b)(2)", cents, ((RAKE_AREA, DROP_BOX, cents),)))


def set_collection(draft: PotDraft, command: cmd.SetCollection) -> None:
    """Start or stop collecting for a jackpot: between collection periods, or when contributions are terminated."""
    ours = {one.fund: one.clause for one in draft.rules.contributions}
    if command.fund not in ours:
        raise refuse(
            Code.WAGER_IS_OFFERED,
            "637a.16(b)(1)",
            f"the submission of this table names no jackpot {command.fund!r}",
            tuple(ours),
        )
    if draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE, ours[command.fund], "a round of play in progress contributes", ("complete the round",)
        )
    draft.emit(room.CollectionSet(ours[command.fund], command.fund, command.collecting))


# From the players.


def assess_time_charge(draft: PotDraft, command: cmd.AssessTimeCharge) -> None:
    """Charge every seated player, playing or not, a part of the hourly fee; the chips lie in the rake area."""
    rake, state = _time_rake(draft, "637a.17(b)(3)"), draft.state
    if state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.8(b)(2)",
            "stakes leave the table only between rounds of play, for a time charge too",
            ("complete the round",),
        )
    due_at = 0 if state.charged_at is None else state.charged_at + rake.every_minutes * SECONDS
    if command.at < due_at:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.17(b)(3)(iii)",
            f"a time charge is assessed every {rake.every_minutes} minutes; the next is due at {due_at} seconds",
            (f"{due_at} seconds or later",),
        )
    # A player required to leave is no longer one of the table's.
    seats = sorted(set(state.seats) - state.removed)
    if not seats:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.17(b)(3)(i)", "nobody is seated at this table")
    each = charge_of_each(draft, rake, len(seats))
    for seat in seats:
        if draft.stack(seat) < each:
            raise refuse(
                Code.WAGER_IS_COVERED,
                "637a.17(b)(3)(i)",
                f"seat {seat} has {dollars(draft.stack(seat))} and owes a time charge of {dollars(each)}",
                (f"seat {seat} adds to the table stakes", f"seat {seat} leaves"),
            )
    postings: tuple[Posting, ...] = tuple([(draft.account(seat), TIME_CHARGES, each) for seat in seats]) if each else ()
    draft.emit(
        room.TimeChargeAssessed("637a.17(b)(3)(iv)", command.at, tuple([(seat, each) for seat in seats]), postings)
    )


def charge_of_each(draft: PotDraft, rake: Rake, players: int) -> int:
    """What one player pays: the part of the hourly fee, or of the table's divided, in whole chips rounded down."""
    chip = draft.rules.smallest_chip
    shared_by = players if rake.per_table else 1
    return rake.hourly * rake.every_minutes // (HOUR_MINUTES * shared_by) // chip * chip


def verify_time_charges(draft: PotDraft, command: cmd.VerifyTimeCharges) -> None:
    """A floorperson or above verifies what was collected, and the dealer puts it into the drop box at once."""
    clause = "637a.17(b)(3)(v)"
    _time_rake(draft, clause)
    there = draft.state.ledger.get(TIME_CHARGES, 0)
    if not there:
        raise refuse(Code.STEP_IS_DUE, clause, "no time charge lies in the rake area", ("assess the time charge",))
    if command.cents != there:
        raise refuse(
            Code.CHIPS_ARE_COUNTED,
            clause,
            f"{dollars(command.cents)} were verified where {dollars(there)} were collected",
            (dollars(there),),
        )
    draft.emit(room.TimeChargesVerified(clause, command.person, there))
    draft.emit(ev.RakeDropped(clause, there, ((TIME_CHARGES, DROP_BOX, there),)))


def _time_rake(draft: PotDraft, clause: str) -> Rake:
    rake = next((rake for rake in draft.rules.rakes if rake.kind is RakeKind.TIME), None)
    if rake is None:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "the submission of this table states no time charge")
    return rake
