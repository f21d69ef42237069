"""What happened in a room of jackpots, in sentences."""

from __future__ import annotations

import time
from collections.abc import Iterator

from houseway.cards import Card
from houseway.chapters.c637a_poker.hand_names import name_of
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.rules import NAME
from houseway.chapters.c637a_poker.rules import Contest
from houseway.engine.kernel import Event
from houseway.web.pages.rendering import money


def clock(at: int) -> str:
    """A second as the clock of the house shows it."""
    return time.strftime("%H:%M", time.localtime(at)) if at else ""


def hand_text(hand: tuple[Card, ...]) -> str:
    """A high hand by name."""
    return name_of(Contest.HIGH, hand).capitalize()


def told(event: Event) -> Iterator[tuple[str, str, str]]:
    """An event of a room in one line: what, when, under which clause; contributions are too many to tell."""
    if not isinstance(event, ev.FundEvent) or isinstance(event, ev.Contributed):
        return
    match event:
        case ev.FundOffered():
            says = f"The {NAME[event.kind]} is offered as {event.fund}"
        case ev.DiscontinuingApproved():
            says = f"The procedures for discontinuing {event.fund} were approved"
        case ev.TableDesignated():
            says = f"{event.table} takes part in {event.fund}"
        case ev.ComplianceToldOfCount():
            says = "Compliance was told of the count"
        case ev.TableClosedForCount():
            says = f"{event.table} was closed for its count"
        case ev.CountRecorded():
            says = f"Surveillance records the count at {event.table}"
        case ev.CountAttended():
            says = f"{event.person} attends the count at {event.table}"
        case ev.BoxCounted():
            says = f"{event.person} counted {money(event.cents)} at {event.table}; {event.witness} witnessed it"
            says += _variance(event.variance)
        case ev.CountSigned():
            says = f"{event.person} signed the count of {event.table}"
        case ev.ContentsLocked():
            says = f"The contents of {event.table} were locked"
        case ev.BoxesAccountedFor():
            says = f"{event.person} accounted for the boxes of {', '.join(event.tables)}"
        case ev.TransportedToCage():
            says = f"{event.person} took the boxes and the container to the {event.cage}"
        case ev.CountedAtCage():
            says = f"{event.person} counted {money(event.cents)} at the cage{_variance(event.variance)}"
            for table, cents, variance in event.boxes:
                says += f"; the box of {table}: {money(cents)}{_variance(variance)}"
        case ev.ContributionsRecorded():
            says = f"Finance recorded {money(event.cents)}"
        case ev.AdjustmentAttended():
            says = f"{event.person} attends the adjustment of the display"
        case ev.DisplayAdjusted():
            says = f"The display was set to {money(event.cents)}; {event.witness} witnessed it"
        case ev.GamingDayEnded():
            says = f"The gaming day of {event.fund} ended"
        case ev.BadBeatVerified():
            says = f"A Bad Beat at {event.table}: {hand_text(event.losing)} lost to {hand_text(event.winning)}"
            says += _reason(event.reason)
        case ev.PendingNoticePosted():
            says = "Notice: the amount shown is pending adjustment"
        case ev.PayoutOrdered():
            says = "The payout is paid at the cage" if event.to == "cage" else f"The payout is delivered by {event.to}"
        case ev.DistributionPrepared():
            says = f"Finance prepared the payout in {event.form}"
        case ev.BadBeatPaid():
            says = f"The Bad Beat was paid: {money(sum(cents for _, cents in event.shares))}"
        case ev.ContributionsTerminated():
            says = f"Contributions to {event.fund} were terminated"
        case ev.FundTransferred():
            says = f"{money(event.cents)} of {event.fund} was transferred to {event.to}"
        case ev.FundClosed():
            says = f"{event.fund} was closed"
        case ev.QualifyingPeriodStarted():
            says = f"A qualifying period began; it ends at {clock(event.ends_at)}"
        case ev.HighHandCalled():
            says = f"The floor was called to {event.table}, seat {event.seat}: {hand_text(event.hand)}"
        case ev.HighHandRecorded():
            slip = event.slip
            says = f"{hand_text(slip.hand)}, {slip.player}, {slip.table}, seat {slip.seat}: on the slip"
            says += _reason(event.reason)
        case ev.HighHandRejected():
            says = f"{event.person} rejected the hand that was called"
        case ev.QualifyingPeriodEnded():
            says = "The qualifying period ended"
        case ev.HighHandAnnounced():
            return
        case ev.HighHandPayoutAnnounced():
            says = f"The High Hand payout of {money(event.cents)} was announced"
        case ev.RolledOver():
            says = f"{money(event.cents)} waits for the next qualifying period"
        case ev.HighHandPaid():
            says = f"{event.player} was paid {money(event.cents)}"
        case ev.UnclaimedDistributed():
            says = f"{money(event.cents)} that {event.player} did not collect was {event.procedure}"
        case _:
            says = str(event.__struct_config__.tag).replace("_", " ").capitalize()
    yield says, clock(event.at), event.clause


def _variance(cents: int) -> str:
    """By how much a count differs from what the tables contributed."""
    return f" ({money(abs(cents))} {'more' if cents > 0 else 'less'} than contributed)" if cents else ""


def _reason(reason: str) -> str:
    """Why something differs from a table's record, where a reason is stated."""
    return f". Reason: {reason}" if reason else ""
