"""Table stakes stay on the table, and the minimum bet all players agree to (637a.8(b)(2), (b)(6), (k))."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.revenue import charge_kept
from houseway.chapters.c637a_poker.rules import PokerRules, Structure
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.accounts import OUTSIDE
from houseway.engine.asking import Amounts
from houseway.engine.opening import check_buy_in
from houseway.engine.refusal import Code, refuse
from houseway.money import NOTHING, Cents, dollars


def add_stakes(draft: PokerDraft, command: cmd.AddStakes) -> None:
    """Stakes are added only between rounds of play."""
    state, seat = draft.state, draft.seat
    if state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.8(b)(2)"), "table stakes are added only between rounds of play")
    if not command.cents:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.8(b)(2)"), f"seat {seat} cannot add {command.cents} cents")
    if seat in state.removed:
        said = f"the player at seat {seat} was required to leave the game"
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.18(c)"), said, ("leave the seat",))
    check_buy_in(state, state.seats[seat], command.cents, ClauseId("637a.8(b)(2)"))
    posting = (OUTSIDE, draft.account(seat), command.cents)
    draft.emit(ev.StakesBrought(clause=ClauseId("637a.8(b)(2)"), seat=seat, postings=(posting,)))


def agree_minimum(draft: PokerDraft, command: cmd.AgreeMinimum) -> None:
    """All players agree to a higher minimum bet, up to what the submission allows."""
    state = draft.state
    if state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.8(k)"), "a higher minimum is agreed between rounds of play")
    # Who was required to leave is no longer a player of this table (637a.18(c)).
    players = set(state.seats) - state.removed
    strange = sorted(set(command.seats) - players)
    if strange:
        says = f"nobody who plays here is seated at seat {strange[0]}"
        raise refuse(
            Code.PLAYER_IS_SEATED, ClauseId("637a.8(k)"), says, tuple([f"seat {seat}" for seat in sorted(players)])
        )
    absent = sorted(players & state.away)
    if absent:
        said = f"all players must agree, and seat {absent[0]} is away from the table"
        raise refuse(Code.PLAYER_IS_PRESENT, ClauseId("637a.8(b)(6)"), said, ("return to the table",))
    missing = sorted(players - set(command.seats))
    if missing or not players:
        seats = ", ".join(map(str, missing))
        lack = (
            f"seats {seats} have not"
            if len(missing) > 1
            else f"seat {seats} has not"
            if missing
            else "nobody plays here"
        )
        raise refuse(Code.AGREEMENT_IS_UNANIMOUS, ClauseId("637a.8(k)"), f"all players must agree; {lack}")
    posted, most = _minimums(draft.rules)
    if most <= posted:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            ClauseId("637a.8(k)"),
            "the submission of this table allows no higher minimum bet",
            ("none",),
        )
    if command.cents == posted and state.agreed_minimum:
        # All of them agree that what they agreed to no longer holds.
        draft.emit(ev.MinimumAgreed(clause=ClauseId("637a.8(k)"), cents=NOTHING))
        return
    if not posted < command.cents <= most:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            ClauseId("637a.8(k)"),
            f"the minimum bet can be agreed above {dollars(posted)} and up to {dollars(most)}, not {dollars(command.cents)}",
            (f"up to {dollars(most)}",),
        )
    if command.cents == state.agreed_minimum and not state.minimum_lapses:
        says = f"the minimum bet is {dollars(command.cents)} already"
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.8(k)"), says)
    chip = draft.rules.smallest_chip
    if command.cents % _step(draft.rules):
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            ClauseId("637a.8(k)"),
            f"a minimum bet of {dollars(command.cents)} leads to bets that chips of {dollars(chip)} cannot make",
            ("a minimum whose bets are whole chips",),
        )
    draft.emit(ev.MinimumAgreed(clause=ClauseId("637a.8(k)"), cents=command.cents))


def agreeable(draft: PokerDraft) -> list[Amounts]:
    """The higher minimums to which all players could agree now; none while one of them is away."""
    state, step = draft.state, _step(draft.rules)
    players = set(state.seats) - state.removed
    if state.status is not Status.BETWEEN_ROUNDS or not players or players & state.away:
        return []
    posted, most = _minimums(draft.rules)
    least, agreed = (posted // step + 1) * step, state.agreed_minimum
    # What is agreed already is not agreed to once more.
    spans = [(least, agreed - step), (agreed + step, most)] if least <= agreed <= most else [(least, most)]
    higher = [Amounts(Cents(low), Cents(high), Cents(step)) for low, high in spans if low <= high]
    # What was agreed can be given up for the minimum that is posted.
    return [Amounts(Cents(posted), Cents(posted)), *higher] if agreed else higher


def _minimums(rules: PokerRules) -> tuple[int, int]:
    """The minimum bet that is posted, and the greatest that may be agreed."""
    posted = rules.small_bet if rules.structure is Structure.FIXED_LIMIT else rules.minimum_bet
    most = posted + rules.minimum_increase
    return posted, min(most, rules.greatest_bet(0)) if rules.structure is Structure.SPREAD_LIMIT else most


def _step(rules: PokerRules) -> int:
    """Of what an agreed minimum is a multiple, so that it, and both fixed limits raised in proportion to it, can be bet in
    chips."""
    chip, bets = rules.smallest_chip, [Fraction(1)]
    if rules.structure is Structure.FIXED_LIMIT:
        bets.append(Fraction(rules.big_bet, rules.small_bet))
    if rules.kill is not None:
        bets += [bet * (2 if rules.kill == "kill" else Fraction(3, 2)) for bet in bets]
    wholes = [bet.denominator * chip for bet in bets]
    return lcm(*[whole // gcd(bet.numerator, whole) for bet, whole in zip(bets, wholes, strict=True)])


def remove_stakes(draft: PokerDraft, command: cmd.RemoveStakes) -> None:
    """Stakes leave the table only between rounds of play."""
    state, seat = draft.state, draft.seat
    if state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.8(b)(2)"), "table stakes are not removed during a round of play")
    if not 0 < command.cents <= draft.stack(seat):
        raise refuse(
            Code.WAGER_IS_COVERED, ClauseId("637a.8(b)(2)"), f"seat {seat} has no {dollars(command.cents)} to remove"
        )
    kept = charge_kept(draft, seat)
    if command.cents > draft.stack(seat) - kept:
        said = f"seat {seat} owes {dollars(kept)} of a time charge, which stays on the table"
        raise refuse(
            Code.WAGER_IS_COVERED,
            ClauseId("637a.17(b)(3)(i)"),
            said,
            (f"at most {dollars(Cents(draft.stack(seat) - kept))}",),
        )
    draft.emit(
        ev.StakesRemoved(
            clause=ClauseId("637a.8(b)(2)"), seat=seat, postings=((draft.account(seat), OUTSIDE, command.cents),)
        )
    )


def secure_stakes(draft: PokerDraft, command: cmd.SecureStakes) -> None:
    """The floor counts or covers the stakes of a player who leaves for a while."""
    state, seat = draft.state, command.seat
    if seat not in state.seats or seat in state.away:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.8(b)(6)"), f"no player at seat {seat} is there to leave")
    if state.round.pending_seat == seat:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.8(c)"),
            f"seat {seat} has begun a bet and completes it before leaving",
            ("place chips",),
        )
    clause = ClauseId("637a.8(b)(6)(ii)") if command.covered else ClauseId("637a.8(b)(6)(i)")
    draft.emit(ev.StakesSecured(clause=clause, seat=seat, cents=Cents(draft.stack(seat)), covered=command.covered))


def return_to_table(draft: PokerDraft, command: cmd.ReturnToTable) -> None:
    """The player is back; stakes that were counted must be what they were, but for what play added or took since.

    Nothing else can have changed them: who is away neither adds to the stakes nor removes any.
    """
    state, seat = draft.state, command.seat
    if seat not in state.away:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.8(b)(6)"), f"seat {seat} is not away")
    covered = state.counted[seat] < 0
    due = draft.stack(seat)
    if not covered and command.cents != due:
        left = dollars(state.counted[seat])
        played = f", by play now {dollars(due)}," if due != state.counted[seat] else ""
        raise refuse(
            Code.STAKES_ARE_UNCHANGED,
            ClauseId("637a.8(b)(6)(i)"),
            f"seat {seat} left {left} on the table{played} and shows {dollars(command.cents)}",
            (dollars(due),),
        )
    clause = ClauseId("637a.8(b)(6)(ii)") if covered else ClauseId("637a.8(b)(6)(i)")
    draft.emit(ev.PlayerReturned(clause=clause, seat=seat, cents=Cents(due)))
