"""Shares of a meter: paid neither from the table inventory nor as chips or to a game account, and the winning cards stay on
the table until the payout is documented."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.refusal import Code, refuse
from houseway.money import Cents
from houseway.rules.game import Settle
from houseway.seats import Seat


def documented_under(draft: BankedDraft, wager: str) -> ClauseId:
    """The clause by which a share of a meter that a wager won is documented."""
    validation = draft.game.validation_of(wager)
    named = validation.documented if validation is not None else None
    return named or draft.procedures.collect


def await_documentation(draft: BankedDraft, seat: Seat, wager: str, cents: Cents) -> None:
    """A share of a meter was won; its hand stays until that is documented."""
    clause = documented_under(draft, wager)
    draft.emit(ev.DocumentationAwaited(clause=clause, seat=seat, wager=wager, cents=cents))


def document(draft: BankedDraft, command: cmd.DocumentPayout) -> None:
    """A floorperson or above completes the documentation of a payout."""
    of, clause = draft.round, documented_under(draft, command.wager)
    if (command.seat, command.wager) not in of.undocumented:
        waiting = [f"seat {seat} {wager}" for seat, wager in sorted(of.undocumented)]
        says = f"no payout of {command.wager} at seat {command.seat} is to be documented"
        raise refuse(Code.STEP_IS_DUE, clause, says, waiting)
    draft.emit(ev.PayoutDocumented(clause=clause, seat=command.seat, wager=command.wager, person=draft.given.by))


def close_round(draft: BankedDraft, *, void: bool) -> None:
    """Everything is settled: the cards are collected, or stay until what was won of a meter is documented."""
    of = draft.round
    if not of.undocumented:
        end_round(draft, void=void)
        return
    settle = next(phase for phase in draft.game.phases if isinstance(phase, Settle))
    if of.phase != settle.id:
        draft.emit(ev.PhaseBegan(clause=settle.clause, phase=settle.id))
    _, wager = min(of.undocumented)
    draft.emit(ev.CardsKept(clause=documented_under(draft, wager), void=void))


def collect_kept(draft: BankedDraft) -> None:
    """The cards that stayed are collected once everything is documented."""
    of = draft.round
    if of.undocumented:
        seat, wager = min(of.undocumented)
        says = f"the cards stay until the payout of seat {seat}'s {draft.game.wagers[wager].name} is documented"
        raise refuse(
            Code.STEP_IS_DUE, documented_under(draft, wager), says, (f"document the payout of seat {seat} {wager}",)
        )
    end_round(draft, void=of.kept_void)


def end_round(draft: BankedDraft, *, void: bool) -> None:
    """Collect the cards; the round is over."""
    state = draft.state
    main = draft.game.main_wager.id
    # One by one in the order of the seats, whenever the chips were put down.
    placed = [(seat, stakes[main]) for seat, stakes in state.round.wagers.items() if main in stakes]
    placed = sorted([*placed, *state.round.wagered_void.items()])
    against = tuple([(state.seats[seat], cents) for seat, cents in placed])
    draft.emit(ev.RoundEnded(clause=draft.procedures.collect, number=state.number, void=void, against_dealer=against))
