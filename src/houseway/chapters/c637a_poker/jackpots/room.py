"""The jackpot funds of a Poker room: decide and evolve, and a room to hold on to (637a.15, 637a.16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import counts, payouts
from houseway.chapters.c637a_poker.jackpots.draft import JackpotDraft
from houseway.chapters.c637a_poker.jackpots.rules import JackpotRules
from houseway.chapters.c637a_poker.jackpots.state import JackpotState, evolve
from houseway.engine.banked.events import Event
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse

_handlers: dict[type[cmd.JackpotCommand], Callable[[JackpotDraft, Any], None]] = {
    cmd.OfferFund: counts.offer_fund,
    cmd.ApproveDiscontinuing: counts.approve_discontinuing,
    cmd.DesignateTable: counts.designate_table,
    cmd.Contribute: counts.contribute,
    cmd.NotifyOfCount: counts.notify_of_count,
    cmd.CloseTableForCount: counts.close_table,
    cmd.RecordCount: counts.record_count,
    cmd.CountBox: counts.count_box,
    cmd.SignCount: counts.sign_count,
    cmd.LockContents: counts.lock_contents,
    cmd.AccountForBoxes: counts.account_for_boxes,
    cmd.TransportToCage: counts.transport,
    cmd.CountAtCage: counts.count_at_cage,
    cmd.RecordContributions: counts.record_contributions,
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


class JackpotAccepted(NamedTuple):
    """The events a command led to and the state after them."""

    events: tuple[Event, ...]
    state: JackpotState


def handle(rules: JackpotRules, state: JackpotState, command: cmd.JackpotCommand) -> JackpotAccepted | Refusal:
    """Carry out a command, or refuse it and change nothing."""
    draft = JackpotDraft(rules, state)
    try:
        if command.by not in command.roles:
            may = sorted(role.value for role in command.roles)
            message = f"a {command.by.value} may not give this command"
            raise refuse(Code.ROLE_IS_AUTHORISED, draft.step(command), message, may)
        _check_named(draft, command)
        _handlers[type(command)](draft, command)
    except RefusedError as refused:
        return refused.refusal
    return JackpotAccepted(tuple(draft.events), draft.state)


_NOBODY = {"person": "who gives the command"}


def _check_named(draft: JackpotDraft, command: cmd.JackpotCommand) -> None:
    """Whoever acts, witnesses, wins or loses has a name."""
    for field in command.people:
        given = getattr(command, field)
        for name in (given,) if isinstance(given, str) else given:
            if not name.strip():
                who = _NOBODY.get(field, f"the {field.replace('_', ' ')}")
                raise refuse(Code.PERSON_IS_NAMED, draft.step(command), f"{who} must be named", ("a name",))


def replay(events: Iterable[Event]) -> JackpotState:
    """The state that a list of events leads to."""
    state = JackpotState()
    for event in events:
        state = evolve(state, event)
    return state


class JackpotRoom:
    """The funds of one Poker room: send commands, read events, fork."""

    def __init__(self, rules: JackpotRules, *, state: JackpotState | None = None, events: Sequence[Event] = ()) -> None:
        self.rules = rules
        self.state = JackpotState() if state is None else state
        self.events: list[Event] = list(events)

    def send(self, command: cmd.JackpotCommand) -> tuple[Event, ...] | Refusal:
        """Carry out a command, or answer with the refusal and change nothing."""
        outcome = handle(self.rules, self.state, command)
        if not isinstance(outcome, JackpotAccepted):
            return outcome
        self.state = outcome.state
        self.events += outcome.events
        return outcome.events

    def fork(self) -> JackpotRoom:
        """A room in the same state that goes its own way from here."""
        return JackpotRoom(self.rules, state=self.state, events=self.events)
