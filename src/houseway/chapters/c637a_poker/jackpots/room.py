"""The machine of a Poker room's jackpot funds: who does what with them, in which order (637a.15, 637a.16)."""

from __future__ import annotations

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import counts, payouts, steps
from houseway.chapters.c637a_poker.jackpots.draft import JackpotDraft, step_of
from houseway.chapters.c637a_poker.jackpots.events import EVENTS
from houseway.chapters.c637a_poker.jackpots.observe import observe, redact
from houseway.chapters.c637a_poker.jackpots.people import check_people, no_seats
from houseway.chapters.c637a_poker.jackpots.rules import JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import APPLIERS, JackpotState
from houseway.clause import ClauseId
from houseway.engine.kernel import Command, Handler, Machine
from houseway.engine.opening import OpenTable, TableOpened, TakeSeat
from houseway.engine.people import Dealer, Player
from houseway.engine.refusal import Code, refuse


def _open(draft: JackpotDraft, command: OpenTable) -> None:
    rules = draft.rules
    if draft.state.digest:
        raise refuse(Code.TABLE_IS_OPEN, rules.offered_under, "the room is open already")
    draft.emit(
        TableOpened(
            clause=rules.offered_under,
            digest=rules.digest,
            at=draft.at,
            stated=command.stated,
            staffed=command.staffed,
        )
    )


_HANDLERS: dict[type[Command], Handler] = {
    OpenTable: _open,
    cmd.OfferFund: counts.offer_fund,
    cmd.ApproveDiscontinuing: counts.approve_discontinuing,
    cmd.DesignateTable: counts.designate_table,
    cmd.Contribute: counts.contribute,
    cmd.NotifyOfCount: counts.notify_of_count,
    cmd.CloseTableForCount: counts.close_table,
    cmd.RecordCount: counts.record_count,
    cmd.AttendCount: counts.attend_count,
    cmd.CountBox: counts.count_box,
    cmd.SignCount: counts.sign_count,
    cmd.LockContents: counts.lock_contents,
    cmd.AccountForBoxes: counts.account_for_boxes,
    cmd.TransportToCage: counts.transport,
    cmd.CountAtCage: counts.count_at_cage,
    cmd.RecordContributions: counts.record_contributions,
    cmd.AttendAdjustment: counts.attend_adjustment,
    cmd.AdjustDisplay: counts.adjust_display,
    cmd.EndGamingDay: counts.end_gaming_day,
    cmd.VerifyBadBeat: payouts.verify_bad_beat,
    cmd.PostPendingNotice: payouts.post_pending_notice,
    cmd.OrderPayout: payouts.order_payout,
    cmd.PrepareDistribution: payouts.prepare_distribution,
    cmd.PayBadBeat: payouts.pay_bad_beat,
    cmd.TerminateContributions: payouts.terminate,
    cmd.TransferFund: payouts.transfer,
    cmd.CloseFund: payouts.close_fund,
    cmd.StartQualifyingPeriod: payouts.start_period,
    cmd.CallHighHand: payouts.call_high_hand,
    cmd.RecordHighHand: payouts.record_high_hand,
    cmd.RejectHighHand: payouts.reject_high_hand,
    cmd.EndQualifyingPeriod: payouts.end_period,
    cmd.AnnounceHighHandPayout: payouts.announce_payout,
    cmd.PayHighHand: payouts.pay_high_hand,
    cmd.DistributeUnclaimed: payouts.distribute_unclaimed,
}


def _clause(rules: JackpotRules, state: JackpotState, code: Code) -> ClauseId:
    if code is Code.TIME_RUNS_FORWARD:
        # Time is of the qualifying periods, or else of the gaming day.
        return ClauseId("637a.15(d)" if rules.high_hand is None else "637a.16(b)(1)")
    return rules.offered_under


def _step(rules: JackpotRules, state: JackpotState, command: Command) -> ClauseId:
    return step_of(rules, state, command) if isinstance(command, cmd.JackpotCommand) else rules.offered_under


JACKPOTS: Machine[JackpotRules, JackpotState] = Machine(
    name="room's jackpots",
    state=JackpotState,
    draft=JackpotDraft,
    commands=cmd.COMMANDS,
    events=EVENTS,
    handlers=_HANDLERS,
    appliers=APPLIERS,
    clause=_clause,
    seated=no_seats,
    due=steps.due,
    legal=steps.legal,
    observe=observe,
    redact=redact,
    take_seat=lambda cents: TakeSeat(cents=cents),
    player=Player,
    dealer=Dealer,
    before=check_people,
    step=_step,
)
