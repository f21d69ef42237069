"""The state of a Poker room's jackpot funds, and how each event changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.commands import Department, TrackingSlip, VerifyBadBeat
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT
from houseway.engine.kernel import Applier, Event, State, changes_nothing
from houseway.engine.opening import TableOpened, opened
from houseway.money import Cents
from houseway.ranking import STANDARD_ORDER, strength
from houseway.seats import Seat

DELIVERED_BY = {"security": Department.SECURITY, "finance": Department.FINANCE, "cage": Department.CAGE}
"""From whom a Bad Beat payout may be ordered."""


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
    attending: tuple[str, ...] = ()
    dealer: str = ""
    witness: str = ""
    signed: tuple[str, ...] = ()
    counted: Cents = Cents(0)
    variance: ev.Variance = 0


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
    shares: tuple[tuple[str, Cents], ...] = ()

    @classmethod
    def of(cls, verified: VerifyBadBeat | ev.BadBeatVerified) -> BadBeat:
        return cls(
            table=verified.table,
            loser=verified.loser,
            winner=verified.winner,
            others=verified.others,
            also_lost=verified.also_lost,
            also_won=verified.also_won,
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone dealt in."""
        return (self.loser, self.winner, *self.others, *self.also_lost, *self.also_won)

    @property
    def is_prepared(self) -> bool:
        """Whether finance has set a payout apart."""
        # Earlier versions recorded distributions of nothing, with a form and without shares.
        return bool(self.shares)

    def divide(self, percents: Mapping[str, int], cents: int) -> tuple[tuple[str, Cents], ...]:
        """Return what each player is paid of an amount, without those who are paid nothing.

        Each posted percentage is divided equally among those it is for; what does not divide stays in the fund. The
        table's part falls to the losing hand if nobody else was dealt in.
        """
        parts = {holder: cents * percent // 100 for holder, percent in percents.items()}
        table = parts.get("table", 0)
        losing = parts.get("losing", 0) + (0 if self.others else table)
        divided = (
            ((self.loser, *self.also_lost), losing),
            ((self.winner, *self.also_won), parts.get("winning", 0)),
            (self.others, table),
        )
        shares = [(player, Cents(part // len(players))) for players, part in divided for player in players]
        return tuple([(player, share) for player, share in shares if share])


class VerifiedHands(msgspec.Struct, frozen=True):
    """By what a Bad Beat is known again: the table, both hands, and who held them."""

    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    lost: tuple[str, ...]
    won: tuple[str, ...]

    @classmethod
    def of(cls, beat: VerifyBadBeat | ev.BadBeatVerified) -> VerifiedHands:
        """Whatever the order in which cards and players are named."""
        return cls(
            table=beat.table,
            losing=tuple(sorted(beat.losing)),
            winning=tuple(sorted(beat.winning)),
            lost=tuple(sorted((beat.loser, *beat.also_lost))),
            won=tuple(sorted((beat.winner, *beat.also_won))),
        )


class HighHandCall(msgspec.Struct, frozen=True):
    """A hand to which the dealer has called the floor.

    ``player``: who has the seat by the table's record; ``unshown``: it does not show the hand there.
    """

    table: str
    seat: Seat
    hand: tuple[Card, ...]
    dealer: str
    player: str = ""
    unshown: bool = False

    def is_named(self, table: str, seat: Seat, hand: tuple[Card, ...]) -> bool:
        """Return whether a table, a seat and a hand are those of this call."""
        return (self.table, self.seat, self.hand) == (table, seat, hand)


class Fund(msgspec.Struct, frozen=True):
    """One jackpot fund."""

    kind: str
    offered_by: str = ""
    approved: bool = False
    collecting: bool = True
    closed: bool = False
    boxes: dict[str, Box] = {}
    # The count under way.
    told_compliance: bool = False
    accounted: tuple[str, ...] = ()
    handled: dict[str, Department] = {}
    delivered: bool = False
    # The boxes at the cage that were not counted before, by table, and what their rounds contributed.
    uncounted: dict[str, Cents] = {}
    with_container: bool = False
    # Counts of the cage that wait for the finance record, and who had a part in them.
    to_record: Cents | None = None
    counted_by: dict[str, Department] = {}
    counted_today: bool = False
    adjusted_today: bool = False
    # The finance record and the display.
    official: Cents = Cents(0)
    displayed: Cents = Cents(0)
    pending: bool = False
    bad_beat: BadBeat | None = None
    # Those verified before, none of which is paid twice.
    verified: tuple[VerifiedHands, ...] = ()
    # Who has come to the adjustment of the display; who has a part in the payout under way, and who is paid by it.
    attending: tuple[str, ...] = ()
    paying: dict[str, Department] = {}
    paid: tuple[str, ...] = ()
    # The qualifying period.
    started_at: int = 0
    ends_at: int = 0
    open: bool = False
    to_announce: bool = False
    calls: tuple[HighHandCall, ...] = ()
    slips: tuple[TrackingSlip, ...] = ()
    # What waits for each player, period by period: (cents, until when it is collected).
    payable: dict[str, tuple[tuple[Cents, int], ...]] = {}
    # Who called, verified and announced the hands for which a player waits to be paid.
    judged: dict[str, dict[str, Department]] = {}

    def people(self) -> Iterator[str]:
        """Everybody who has or had a part in it, as far as that still matters."""
        yield self.offered_by
        for box in self.boxes.values():
            yield from (box.recorded_by, *box.attending, box.dealer, box.witness, *box.signed)
        yield from (*self.handled, *self.counted_by, *self.attending, *self.paying, *self.paid, *self.payable)
        if self.bad_beat is not None:
            yield from self.bad_beat.players
        for call in self.calls:
            yield from (call.dealer, call.player)
        for slip in self.slips:
            yield from slip.people
        for judges in self.judged.values():
            yield from judges

    def collects(self, at: int) -> bool:
        """Return whether what is taken from a pot at a second is this fund's."""
        if self.closed or not self.collecting:
            return False
        return self.kind == BAD_BEAT or (self.open and self.is_in_period(at))

    def is_in_period(self, at: int) -> bool:
        """Return whether a second lies in the last qualifying period that was started."""
        return self.started_at <= at < self.ends_at

    @property
    def is_tracking(self) -> bool:
        """Return whether hands of the last qualifying period can still be called: its payout is not announced."""
        return self.open or self.to_announce

    def with_stage(self, stage: BoxStage) -> list[str]:
        """The tables whose box is so far."""
        return [table for table, box in self.boxes.items() if box.stage is stage]


class FundBalances(msgspec.Struct, frozen=True, kw_only=True):
    """Where the money of a fund is, on its way from the tables to the players.

    ``locked``: counted at a table and in the locked container; ``at_cage``: delivered there and not counted yet;
    ``unrecorded``: counted at the cage, not on the finance record yet; ``set_apart``: prepared or announced for players.
    ``uncounted``: there is more, which nobody has counted yet and no figure tells.
    """

    boxes: Cents = Cents(0)
    locked: Cents = Cents(0)
    at_cage: Cents = Cents(0)
    unrecorded: Cents = Cents(0)
    recorded: Cents = Cents(0)
    set_apart: Cents = Cents(0)
    uncounted: bool = False

    @property
    def total(self) -> Cents:
        return Cents(self.boxes + self.locked + self.at_cage + self.unrecorded + self.recorded + self.set_apart)


class JackpotState(State, kw_only=True, gc=False):
    """All funds of a Poker room, and where their money is."""

    funds: dict[str, Fund] = msgspec.field(default_factory=dict)

    def people(self) -> tuple[str, ...]:
        """Everybody whose name the state keeps."""
        return tuple([one for fund in self.funds.values() for one in fund.people()])

    def balances(self, name: str) -> FundBalances:
        """Where the money of a fund is."""
        unrecorded = self.funds[name].to_record or Cents(0)
        return FundBalances(
            boxes=Cents(sum(self.balance(box_account(name, table)) for table in self.funds[name].boxes)),
            locked=self.balance(container_account(name)),
            at_cage=self.balance(cage_account(name)),
            unrecorded=unrecorded,
            recorded=Cents(self.balance(fund_account(name)) - unrecorded),
            set_apart=self.balance(payout_account(name)),
        )

    def can_pay(self, name: str, beat: BadBeat, percents: Mapping[str, int]) -> bool:
        """Return whether a fund, with all that is still to be counted, pays anybody anything for a Bad Beat."""
        return bool(beat.divide(percents, self.balances(name).total))


def box_account(fund: str, table: str) -> str:
    return f"box {fund} {table}"


def container_account(fund: str) -> str:
    return f"container {fund}"


def cage_account(fund: str) -> str:
    return f"cage {fund}"


def fund_account(fund: str) -> str:
    return f"fund {fund}"


def payout_account(fund: str) -> str:
    return f"payout {fund}"


def variance_account(fund: str) -> str:
    """Return the account of a variance between count and ledger; a positive balance is what was missing."""
    return f"variance {fund}"


# How each event changes the state: the fund it names is replaced.


def _set(state: JackpotState, name: str, **changes: Any) -> None:
    state.funds = {**state.funds, name: replace(state.funds[name], **changes)}


def _sets(**changes: Any) -> Applier[JackpotState]:
    """The applier of an event that changes the same fields every time."""

    def applier(state: JackpotState, event: ev.FundEvent) -> None:
        _set(state, event.fund, **changes)

    return applier


def _set_box(state: JackpotState, name: str, table: str, **changes: Any) -> None:
    boxes = state.funds[name].boxes
    _set(state, name, boxes={**boxes, table: replace(boxes[table], **changes)})


def _acted(state: JackpotState, event: ev.FundEvent, department: Department, *others: str) -> None:
    people = dict.fromkeys((event.person, *others), department)
    _set(state, event.fund, handled={**state.funds[event.fund].handled, **people})


def _had_part(state: JackpotState, event: ev.FundEvent, department: Department, **changes: Any) -> None:
    """Somebody has a part in the payout of a Bad Beat, until it is paid and its display adjusted."""
    _set(state, event.fund, paying={**state.funds[event.fund].paying, event.person: department}, **changes)
    fund = state.funds[event.fund]
    if fund.bad_beat is None and not fund.pending:
        _set(state, event.fund, paying={}, paid=())


def _offered(state: JackpotState, event: ev.FundOffered) -> None:
    state.funds = {**state.funds, event.fund: Fund(kind=event.kind, offered_by=event.person)}


def _designated(state: JackpotState, event: ev.TableDesignated) -> None:
    fund = state.funds[event.fund]
    # Each Bad Beat box is counted in a gaming day, that of a table that joins late as well (637a.15(d)).
    counted = fund.counted_today and fund.kind != BAD_BEAT
    _set(state, event.fund, boxes={**fund.boxes, event.table: Box()}, counted_today=counted)


def _closed_for_count(state: JackpotState, event: ev.TableClosedForCount) -> None:
    _set_box(state, event.fund, event.table, closed=True)


def _count_recorded(state: JackpotState, event: ev.CountRecorded) -> None:
    _acted(state, event, Department.SURVEILLANCE)
    _set_box(state, event.fund, event.table, recorded_by=event.person)


def _count_attended(state: JackpotState, event: ev.CountAttended) -> None:
    _acted(state, event, Department.POKER_ROOM)
    attending = state.funds[event.fund].boxes[event.table].attending
    _set_box(state, event.fund, event.table, attending=(*attending, event.person))


def _box_counted(state: JackpotState, event: ev.BoxCounted) -> None:
    _acted(state, event, Department.POKER_ROOM, event.witness)
    _set_box(
        state,
        event.fund,
        event.table,
        stage=BoxStage.COUNTED,
        dealer=event.person,
        witness=event.witness,
        signed=(),
        counted=event.cents,
        variance=event.variance,
    )


def _count_signed(state: JackpotState, event: ev.CountSigned) -> None:
    signed = state.funds[event.fund].boxes[event.table].signed
    _set_box(state, event.fund, event.table, signed=(*signed, event.person))


def _contents_locked(state: JackpotState, event: ev.ContentsLocked) -> None:
    _acted(state, event, Department.POKER_ROOM)
    _set_box(state, event.fund, event.table, stage=BoxStage.LOCKED)


def _accounted_for(state: JackpotState, event: ev.BoxesAccountedFor) -> None:
    _acted(state, event, Department.POKER_ROOM)
    _set(state, event.fund, accounted=event.tables)


def _transported(state: JackpotState, event: ev.TransportedToCage) -> None:
    _acted(state, event, Department.SECURITY)
    fund, moved = state.funds[event.fund], {source: cents for source, _, cents in event.postings}
    # What was delivered before and is not counted yet lies there too.
    uncounted = fund.uncounted.copy()
    for table, box in fund.boxes.items():
        if box.stage is BoxStage.ON_TABLE:
            cents = moved.get(box_account(event.fund, table), Cents(0))
            uncounted[table] = Cents(uncounted.get(table, 0) + cents)
    locked = any(box.stage is BoxStage.LOCKED for box in fund.boxes.values())
    # The boxes go back empty to open tables.
    _set(
        state,
        event.fund,
        boxes=dict.fromkeys(fund.boxes, Box()),
        accounted=(),
        delivered=True,
        uncounted=uncounted,
        with_container=fund.with_container or locked,
    )


def _counted_at_cage(state: JackpotState, event: ev.CountedAtCage) -> None:
    _acted(state, event, Department.CAGE)
    fund = state.funds[event.fund]
    _set(
        state,
        event.fund,
        told_compliance=False,
        handled={},
        delivered=False,
        uncounted={},
        with_container=False,
        counted_today=True,
        to_record=(fund.to_record or 0) + event.cents,
        counted_by={**fund.counted_by, **fund.handled},
    )


def _contributions_recorded(state: JackpotState, event: ev.ContributionsRecorded) -> None:
    official = state.funds[event.fund].official + event.cents
    _set(state, event.fund, official=official, to_record=None, counted_by={})


def _adjustment_attended(state: JackpotState, event: ev.AdjustmentAttended) -> None:
    fund = state.funds[event.fund]
    # Without a payout under way nothing is kept of who had a part in one.
    _had_part(state, event, Department.POKER_ROOM, attending=(*fund.attending, event.person))


def _display_adjusted(state: JackpotState, event: ev.DisplayAdjusted) -> None:
    changed = {"displayed": event.cents, "adjusted_today": True, "pending": False, "attending": ()}
    _had_part(state, event, Department.FINANCE, **changed)


def _bad_beat_verified(state: JackpotState, event: ev.BadBeatVerified) -> None:
    beat = BadBeat.of(event)
    # The display is adjusted upon the verification, whenever it was before (637a.15(h)).
    verified = (*state.funds[event.fund].verified, VerifiedHands.of(event))
    changed = {"bad_beat": beat, "verified": verified, "adjusted_today": False, "paid": beat.players}
    _had_part(state, event, Department.POKER_ROOM, **changed)


def _set_bad_beat(state: JackpotState, name: str, **changes: Any) -> None:
    beat = state.funds[name].bad_beat
    assert beat is not None
    _set(state, name, bad_beat=replace(beat, **changes))


def _notice_posted(state: JackpotState, event: ev.PendingNoticePosted) -> None:
    _set_bad_beat(state, event.fund, notice=True)
    _had_part(state, event, Department.POKER_ROOM, pending=True)


def _payout_ordered(state: JackpotState, event: ev.PayoutOrdered) -> None:
    _set_bad_beat(state, event.fund, to=event.to)
    _had_part(state, event, Department.POKER_ROOM)


def _distribution_prepared(state: JackpotState, event: ev.DistributionPrepared) -> None:
    _set_bad_beat(state, event.fund, form=event.form, shares=event.shares)
    _had_part(state, event, Department.FINANCE, official=state.funds[event.fund].official - _sum(event.shares))


def _bad_beat_paid(state: JackpotState, event: ev.BadBeatPaid) -> None:
    beat = state.funds[event.fund].bad_beat
    assert beat is not None
    _had_part(state, event, DELIVERED_BY[beat.to], bad_beat=None)


def _sum(shares: tuple[tuple[str, Cents], ...]) -> int:
    return sum(cents for _, cents in shares)


def _transferred(state: JackpotState, event: ev.FundTransferred) -> None:
    for name, cents in ((event.fund, -event.cents), (event.to, event.cents)):
        _set(state, name, official=state.funds[name].official + cents, adjusted_today=False)


def _period_started(state: JackpotState, event: ev.QualifyingPeriodStarted) -> None:
    _set(state, event.fund, started_at=event.at, ends_at=event.ends_at, open=True, slips=(), calls=())


def _called(state: JackpotState, event: ev.HighHandCalled) -> None:
    called = HighHandCall(
        table=event.table,
        seat=event.seat,
        hand=event.hand,
        dealer=event.person,
        player=event.player,
        unshown=event.unshown,
    )
    _set(state, event.fund, calls=(*state.funds[event.fund].calls, called))


def _recorded(state: JackpotState, event: ev.HighHandRecorded) -> None:
    # A higher hand takes the place of those before it; an equal one stands beside them.
    fund, slip = state.funds[event.fund], event.slip
    slips = (*fund.slips, slip) if event.ties else (slip,)
    # What was called meanwhile and is lower now has nothing to win any more.
    least = strength(slip.hand, STANDARD_ORDER)
    calls = [call for call in fund.calls if not call.is_named(slip.table, slip.seat, slip.hand)]
    _set(
        state,
        event.fund,
        slips=slips,
        calls=tuple([call for call in calls if strength(call.hand, STANDARD_ORDER) >= least]),
    )


def _rejected(state: JackpotState, event: ev.HighHandRejected) -> None:
    calls = [call for call in state.funds[event.fund].calls if not call.is_named(event.table, event.seat, event.hand)]
    _set(state, event.fund, calls=tuple(calls) if event.table else ())


def _period_ended(state: JackpotState, event: ev.QualifyingPeriodEnded) -> None:
    _set(state, event.fund, open=False, to_announce=True, counted_today=False)


def _payout_announced(state: JackpotState, event: ev.HighHandPayoutAnnounced) -> None:
    fund = state.funds[event.fund]
    payable = fund.payable.copy()
    # Earlier versions announced shares of nothing, for which nobody waits.
    shares = [(player, cents) for player, cents in event.shares if cents]
    for player, cents in shares:
        # A payout of an earlier period not yet collected keeps its own date (637a.16(b)(6)).
        payable[player] = (*payable.get(player, ()), (cents, event.claim_until))
    official = fund.official - _sum(event.shares)
    judged = {player: {**fund.judged.get(player, {}), **_judges(fund, player, event)} for player, _ in shares}
    _set(
        state,
        event.fund,
        payable=payable,
        judged={**fund.judged, **judged},
        to_announce=False,
        slips=(),
        official=official,
        displayed=event.cents,
    )


def _judges(fund: Fund, player: str, event: ev.HighHandPayoutAnnounced) -> dict[str, Department]:
    """The dealers and the floor who brought a player to a payout."""
    slips = [slip for slip in fund.slips if slip.player == player]
    people = [name for slip in slips for name in (slip.dealer, slip.signature)]
    return dict.fromkeys((*people, event.person), Department.POKER_ROOM)


def _rolled_over(state: JackpotState, event: ev.RolledOver) -> None:
    _set(state, event.fund, to_announce=False, displayed=event.cents)


def _settled(state: JackpotState, event: ev.HighHandPaid | ev.UnclaimedDistributed) -> None:
    """The payout of one period waits no more; what comes back to the fund is in its record again."""
    fund = state.funds[event.fund]
    waiting = fund.payable[event.player] if event.cents else fund.payable.get(event.player, ())
    left = tuple([due for due in waiting if due != (event.cents, event.claim_until)])
    payable = {player: dues for player, dues in {**fund.payable, event.player: left}.items() if dues}
    kept = sum(cents for _, target, cents in event.postings if target == fund_account(event.fund))
    _set(
        state,
        event.fund,
        payable=payable,
        judged={player: people for player, people in fund.judged.items() if player in payable},
        official=fund.official + kept,
    )


def _in_time(applier: Applier[JackpotState]) -> Applier[JackpotState]:
    """The applier of an event by which the room has come to its time."""

    def apply(state: JackpotState, event: ev.FundEvent) -> None:
        state.now = max(state.now, event.at)
        applier(state, event)

    return apply


_CHANGES: dict[type[ev.FundEvent], Applier[JackpotState]] = {
    ev.FundOffered: _offered,
    ev.DiscontinuingApproved: _sets(approved=True),
    ev.TableDesignated: _designated,
    ev.Contributed: changes_nothing,
    ev.ComplianceToldOfCount: _sets(told_compliance=True),
    ev.TableClosedForCount: _closed_for_count,
    ev.CountRecorded: _count_recorded,
    ev.CountAttended: _count_attended,
    ev.BoxCounted: _box_counted,
    ev.CountSigned: _count_signed,
    ev.ContentsLocked: _contents_locked,
    ev.BoxesAccountedFor: _accounted_for,
    ev.TransportedToCage: _transported,
    ev.CountedAtCage: _counted_at_cage,
    ev.ContributionsRecorded: _contributions_recorded,
    ev.AdjustmentAttended: _adjustment_attended,
    ev.DisplayAdjusted: _display_adjusted,
    ev.GamingDayEnded: _sets(counted_today=False, adjusted_today=False),
    ev.BadBeatVerified: _bad_beat_verified,
    ev.PendingNoticePosted: _notice_posted,
    ev.PayoutOrdered: _payout_ordered,
    ev.DistributionPrepared: _distribution_prepared,
    ev.BadBeatPaid: _bad_beat_paid,
    ev.ContributionsTerminated: _sets(collecting=False),
    ev.FundTransferred: _transferred,
    ev.FundClosed: _sets(closed=True),
    ev.QualifyingPeriodStarted: _period_started,
    ev.HighHandCalled: _called,
    ev.HighHandRecorded: _recorded,
    ev.HighHandRejected: _rejected,
    ev.HighHandAnnounced: changes_nothing,
    ev.QualifyingPeriodEnded: _period_ended,
    ev.HighHandPayoutAnnounced: _payout_announced,
    ev.RolledOver: _rolled_over,
    ev.HighHandPaid: _settled,
    ev.UnclaimedDistributed: _settled,
}

APPLIERS: dict[type[Event], Applier[JackpotState]] = {
    TableOpened: opened,
    **{kind: _in_time(applier) for kind, applier in _CHANGES.items()},
}
