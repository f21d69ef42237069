"""The state of a Poker room's jackpot funds, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.commands import TrackingSlip
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT
from houseway.engine.banked.events import Event


class Department(StrEnum):
    """For whom somebody acts in a count."""

    POKER_ROOM = "the Poker room"
    SURVEILLANCE = "the surveillance department"
    SECURITY = "the security department"
    CAGE = "the cage"
    FINANCE = "the finance department"


class BoxStage(StrEnum):
    """How far the count of one box is."""

    ON_TABLE = "on the table"
    COUNTED = "counted"
    LOCKED = "in the locked container"


class Box(msgspec.Struct, frozen=True):
    """The box of one table: who counted, witnessed and signed."""

    stage: BoxStage = BoxStage.ON_TABLE
    closed: bool = False
    recorded_by: str = ""
    dealer: str = ""
    witness: str = ""
    signed: tuple[str, ...] = ()


class BadBeat(msgspec.Struct, frozen=True):
    """A verified Bad Beat on its way to payment."""

    table: str
    loser: str
    winner: str
    others: tuple[str, ...]
    also_lost: tuple[str, ...] = ()
    also_won: tuple[str, ...] = ()
    notice: bool = False
    to: str = ""
    form: str = ""
    shares: tuple[tuple[str, int], ...] = ()


class HighHandCall(msgspec.Struct, frozen=True):
    """A hand to which the dealer has called the floor."""

    table: str
    seat: int
    hand: tuple[Card, ...]
    dealer: str


class Fund(msgspec.Struct, frozen=True):
    """One jackpot fund."""

    kind: str
    approved: bool = False
    collecting: bool = True
    closed: bool = False
    boxes: dict[str, Box] = {}
    # The count under way.
    told_compliance: bool = False
    accounted: tuple[str, ...] = ()
    handled: dict[str, Department] = {}
    delivered: bool = False
    # Counts of the cage that wait for the finance record, and who had a part in them.
    to_record: int | None = None
    counted_by: dict[str, Department] = {}
    counted_today: bool = False
    adjusted_today: bool = False
    # The finance record and the display.
    official: int = 0
    displayed: int = 0
    pending: bool = False
    bad_beat: BadBeat | None = None
    # The qualifying period.
    started_at: int = 0
    ends_at: int = 0
    open: bool = False
    to_announce: bool = False
    called: HighHandCall | None = None
    slips: tuple[TrackingSlip, ...] = ()
    # What waits for each player, period by period: (cents, until when it is collected).
    payable: dict[str, tuple[tuple[int, int], ...]] = {}

    def with_stage(self, stage: BoxStage) -> list[str]:
        """The tables whose box is so far."""
        return [table for table, box in self.boxes.items() if box.stage is stage]


class JackpotState(msgspec.Struct, frozen=True):
    """All funds of a Poker room, and where their money is."""

    funds: dict[str, Fund] = {}
    ledger: dict[str, int] = {}


E = TypeVar("E", bound=ev.FundEvent)
_appliers: dict[type[Event], Callable[[Fund, Any], Fund]] = {}


def evolve(state: JackpotState, event: Event) -> JackpotState:
    """The state after an event."""
    assert isinstance(event, ev.FundEvent)
    ledger = state.ledger
    postings = getattr(event, "postings", ())
    if postings:
        ledger = ledger.copy()
        for source, target, cents in postings:
            ledger[source] = ledger.get(source, 0) - cents
            ledger[target] = ledger.get(target, 0) + cents
    fund = state.funds.get(event.fund)
    if fund is None:
        assert isinstance(event, ev.FundOffered)
        fund = Fund(kind=event.kind)
    applier = _appliers.get(type(event))
    funds = {**state.funds, event.fund: applier(fund, event) if applier is not None else fund}
    if isinstance(event, ev.FundTransferred):
        other = funds[event.to]
        funds[event.to] = replace(other, official=other.official + event.cents, adjusted_today=False)
    return JackpotState(funds, ledger)


def _applies(kind: type[E]) -> Callable[[Callable[[Fund, E], Fund]], Callable[[Fund, E], Fund]]:
    def register(function: Callable[[Fund, E], Fund]) -> Callable[[Fund, E], Fund]:
        _appliers[kind] = function
        return function

    return register


def _box(fund: Fund, table: str, **changes: Any) -> Fund:
    return replace(fund, boxes={**fund.boxes, table: replace(fund.boxes.get(table, Box()), **changes)})


def _handled(fund: Fund, department: Department, *people: str) -> Fund:
    return replace(fund, handled={**fund.handled, **dict.fromkeys(people, department)})


@_applies(ev.DiscontinuingApproved)
def _(fund: Fund, event: ev.DiscontinuingApproved) -> Fund:
    return replace(fund, approved=True)


@_applies(ev.TableDesignated)
def _(fund: Fund, event: ev.TableDesignated) -> Fund:
    # Each Bad Beat box is counted in a gaming day, that of a table that joins late as well (637a.15(d)).
    counted = fund.counted_today and fund.kind != BAD_BEAT
    return replace(_box(fund, event.table), counted_today=counted)


@_applies(ev.ComplianceToldOfCount)
def _(fund: Fund, event: ev.ComplianceToldOfCount) -> Fund:
    return replace(fund, told_compliance=True)


@_applies(ev.TableClosedForCount)
def _(fund: Fund, event: ev.TableClosedForCount) -> Fund:
    return _box(fund, event.table, closed=True)


@_applies(ev.CountRecorded)
def _(fund: Fund, event: ev.CountRecorded) -> Fund:
    fund = _handled(fund, Department.SURVEILLANCE, event.person)
    return _box(fund, event.table, recorded_by=event.person)


@_applies(ev.BoxCounted)
def _(fund: Fund, event: ev.BoxCounted) -> Fund:
    fund = _handled(fund, Department.POKER_ROOM, event.person, event.witness)
    return _box(fund, event.table, stage=BoxStage.COUNTED, dealer=event.person, witness=event.witness)


@_applies(ev.CountSigned)
def _(fund: Fund, event: ev.CountSigned) -> Fund:
    return _box(fund, event.table, signed=(*fund.boxes[event.table].signed, event.person))


@_applies(ev.ContentsLocked)
def _(fund: Fund, event: ev.ContentsLocked) -> Fund:
    fund = _handled(fund, Department.POKER_ROOM, event.person)
    return _box(fund, event.table, stage=BoxStage.LOCKED)


@_applies(ev.BoxesAccountedFor)
def _(fund: Fund, event: ev.BoxesAccountedFor) -> Fund:
    return replace(_handled(fund, Department.POKER_ROOM, event.person), accounted=event.tables)


@_applies(ev.TransportedToCage)
def _(fund: Fund, event: ev.TransportedToCage) -> Fund:
    # The boxes go back empty to open tables.
    boxes = dict.fromkeys(fund.boxes, Box())
    fund = _handled(fund, Department.SECURITY, event.person)
    return replace(fund, boxes=boxes, accounted=(), delivered=True)


@_applies(ev.CountedAtCage)
def _(fund: Fund, event: ev.CountedAtCage) -> Fund:
    fund = _handled(fund, Department.CAGE, event.person)
    return replace(
        fund,
        told_compliance=False,
        handled={},
        delivered=False,
        counted_today=True,
        to_record=(fund.to_record or 0) + event.cents,
        counted_by={**fund.counted_by, **fund.handled},
    )


@_applies(ev.ContributionsRecorded)
def _(fund: Fund, event: ev.ContributionsRecorded) -> Fund:
    return replace(fund, official=fund.official + event.cents, to_record=None, counted_by={})


@_applies(ev.DisplayAdjusted)
def _(fund: Fund, event: ev.DisplayAdjusted) -> Fund:
    return replace(fund, displayed=event.cents, adjusted_today=True, pending=False)


@_applies(ev.GamingDayEnded)
def _(fund: Fund, event: ev.GamingDayEnded) -> Fund:
    return replace(fund, counted_today=False, adjusted_today=False)


@_applies(ev.BadBeatVerified)
def _(fund: Fund, event: ev.BadBeatVerified) -> Fund:
    beat = BadBeat(event.table, event.loser, event.winner, event.others, event.also_lost, event.also_won)
    # The display is adjusted upon the verification, whenever it was before (637a.15(h)).
    return replace(fund, bad_beat=beat, adjusted_today=False)


def _beat(fund: Fund, **changes: Any) -> Fund:
    assert fund.bad_beat is not None
    return replace(fund, bad_beat=replace(fund.bad_beat, **changes))


@_applies(ev.PendingNoticePosted)
def _(fund: Fund, event: ev.PendingNoticePosted) -> Fund:
    return replace(_beat(fund, notice=True), pending=True)


@_applies(ev.PayoutOrdered)
def _(fund: Fund, event: ev.PayoutOrdered) -> Fund:
    return _beat(fund, to=event.to)


@_applies(ev.DistributionPrepared)
def _(fund: Fund, event: ev.DistributionPrepared) -> Fund:
    paid = sum(cents for _, cents in event.shares)
    return replace(_beat(fund, form=event.form, shares=event.shares), official=fund.official - paid)


@_applies(ev.BadBeatPaid)
def _(fund: Fund, event: ev.BadBeatPaid) -> Fund:
    return replace(fund, bad_beat=None)


@_applies(ev.ContributionsTerminated)
def _(fund: Fund, event: ev.ContributionsTerminated) -> Fund:
    return replace(fund, collecting=False)


@_applies(ev.FundTransferred)
def _(fund: Fund, event: ev.FundTransferred) -> Fund:
    return replace(fund, official=fund.official - event.cents, adjusted_today=False)


@_applies(ev.FundClosed)
def _(fund: Fund, event: ev.FundClosed) -> Fund:
    return replace(fund, closed=True)


@_applies(ev.QualifyingPeriodStarted)
def _(fund: Fund, event: ev.QualifyingPeriodStarted) -> Fund:
    return replace(fund, started_at=event.at, ends_at=event.ends_at, open=True, slips=(), called=None)


@_applies(ev.HighHandCalled)
def _(fund: Fund, event: ev.HighHandCalled) -> Fund:
    return replace(fund, called=HighHandCall(event.table, event.seat, event.hand, event.person))


@_applies(ev.HighHandRejected)
def _(fund: Fund, event: ev.HighHandRejected) -> Fund:
    return replace(fund, called=None)


@_applies(ev.HighHandRecorded)
def _(fund: Fund, event: ev.HighHandRecorded) -> Fund:
    # A higher hand takes the place of those before it; an equal one stands beside them.
    slips = (*fund.slips, event.slip) if event.ties else (event.slip,)
    return replace(fund, slips=slips, called=None)


@_applies(ev.QualifyingPeriodEnded)
def _(fund: Fund, event: ev.QualifyingPeriodEnded) -> Fund:
    return replace(fund, open=False, called=None, to_announce=True, counted_today=False)


@_applies(ev.HighHandPayoutAnnounced)
def _(fund: Fund, event: ev.HighHandPayoutAnnounced) -> Fund:
    payable = fund.payable.copy()
    for player, cents in event.shares:
        # A payout of an earlier period not yet collected keeps its own date (637a.16(b)(6)).
        payable[player] = (*payable.get(player, ()), (cents, event.claim_until))
    paid = sum(cents for _, cents in event.shares)
    return replace(
        fund,
        payable=payable,
        to_announce=False,
        slips=(),
        official=fund.official - paid,
        displayed=event.cents,
    )


@_applies(ev.RolledOver)
def _(fund: Fund, event: ev.RolledOver) -> Fund:
    return replace(fund, to_announce=False, displayed=event.cents)


@_applies(ev.HighHandPaid)
def _(fund: Fund, event: ev.HighHandPaid) -> Fund:
    return replace(fund, payable=_settled(fund, event))


def _settled(fund: Fund, event: ev.HighHandPaid | ev.UnclaimedDistributed) -> dict[str, tuple[tuple[int, int], ...]]:
    """What is payable without the payout of one period."""
    left = tuple([due for due in fund.payable[event.player] if due != (event.cents, event.claim_until)])
    payable = {player: due for player, due in fund.payable.items() if player != event.player}
    return {**payable, event.player: left} if left else payable


@_applies(ev.UnclaimedDistributed)
def _(fund: Fund, event: ev.UnclaimedDistributed) -> Fund:
    kept = sum(cents for _, target, cents in event.postings if target == f"fund {event.fund}")
    return replace(fund, payable=_settled(fund, event), official=fund.official + kept)
