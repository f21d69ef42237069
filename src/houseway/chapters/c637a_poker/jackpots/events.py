"""What happened to the jackpot funds of a Poker room."""

from __future__ import annotations

from typing import Annotated, Literal

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots.commands import TrackingSlip
from houseway.engine.kernel import Event
from houseway.engine.opening import TableOpened
from houseway.money import MOST, Cents
from houseway.seats import Seat

Variance = Annotated[int, range(1 - MOST, MOST)]
"""Cents by which a count differs from the ledger, below nothing where some are missing."""


class FundEvent(Event, frozen=True, kw_only=True):
    """Who did it, for which fund and when."""

    person: str
    fund: str
    at: int = 0
    v: Literal[2] = 2  # type: ignore[assignment]


class FundOffered(FundEvent, frozen=True, kw_only=True, tag="fund_offered"):
    kind: str
    posted: tuple[str, ...]


class DiscontinuingApproved(FundEvent, frozen=True, kw_only=True, tag="discontinuing_approved"):
    pass


class TableDesignated(FundEvent, frozen=True, kw_only=True, tag="table_designated"):
    table: str


class Contributed(FundEvent, frozen=True, kw_only=True, tag="contributed"):
    table: str
    cents: Cents


class ComplianceToldOfCount(FundEvent, frozen=True, kw_only=True, tag="compliance_told_of_count"):
    pass


class TableClosedForCount(FundEvent, frozen=True, kw_only=True, tag="table_closed_for_count"):
    table: str


class CountRecorded(FundEvent, frozen=True, kw_only=True, tag="count_recorded"):
    table: str


class CountAttended(FundEvent, frozen=True, kw_only=True, tag="count_attended"):
    table: str


class BoxCounted(FundEvent, frozen=True, kw_only=True, tag="box_counted"):
    """``variance``: what was counted less what the table's rounds contributed."""

    table: str
    cents: Cents
    witness: str
    variance: Variance = 0
    v: Literal[3] = 3  # type: ignore[assignment]


class CountSigned(FundEvent, frozen=True, kw_only=True, tag="count_signed"):
    table: str


class ContentsLocked(FundEvent, frozen=True, kw_only=True, tag="contents_locked"):
    table: str


class BoxesAccountedFor(FundEvent, frozen=True, kw_only=True, tag="boxes_accounted_for"):
    tables: tuple[str, ...]


class TransportedToCage(FundEvent, frozen=True, kw_only=True, tag="transported_to_cage"):
    cage: str
    cents: Cents


class CountedAtCage(FundEvent, frozen=True, kw_only=True, tag="counted_at_cage"):
    """``boxes``: of each box that came uncounted, its table, what was counted and the variance; ``variance``: of all."""

    cents: Cents
    boxes: tuple[tuple[str, Cents, Variance], ...] = ()
    variance: Variance = 0
    v: Literal[3] = 3  # type: ignore[assignment]


class ContributionsRecorded(FundEvent, frozen=True, kw_only=True, tag="contributions_recorded"):
    cents: Cents


class AdjustmentAttended(FundEvent, frozen=True, kw_only=True, tag="adjustment_attended"):
    pass


class DisplayAdjusted(FundEvent, frozen=True, kw_only=True, tag="display_adjusted"):
    cents: Cents
    witness: str


class GamingDayEnded(FundEvent, frozen=True, kw_only=True, tag="gaming_day_ended"):
    pass


class BadBeatVerified(FundEvent, frozen=True, kw_only=True, tag="bad_beat_verified"):
    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    loser: str
    winner: str
    others: tuple[str, ...]
    also_lost: tuple[str, ...] = ()
    also_won: tuple[str, ...] = ()
    community: tuple[Card, ...] = ()
    reason: str = ""
    v: Literal[3] = 3  # type: ignore[assignment]


class PendingNoticePosted(FundEvent, frozen=True, kw_only=True, tag="pending_notice_posted"):
    pass


class PayoutOrdered(FundEvent, frozen=True, kw_only=True, tag="payout_ordered"):
    to: str


class DistributionPrepared(FundEvent, frozen=True, kw_only=True, tag="distribution_prepared"):
    """What each player will be paid, set apart from the fund."""

    form: str
    shares: tuple[tuple[str, Cents], ...]


class BadBeatPaid(FundEvent, frozen=True, kw_only=True, tag="bad_beat_paid"):
    shares: tuple[tuple[str, Cents], ...]


class ContributionsTerminated(FundEvent, frozen=True, kw_only=True, tag="contributions_terminated"):
    pass


class FundTransferred(FundEvent, frozen=True, kw_only=True, tag="fund_transferred"):
    to: str
    cents: Cents


class FundClosed(FundEvent, frozen=True, kw_only=True, tag="fund_closed"):
    pass


class QualifyingPeriodStarted(FundEvent, frozen=True, kw_only=True, tag="qualifying_period_started"):
    ends_at: int


class HighHandCalled(FundEvent, frozen=True, kw_only=True, tag="high_hand_called"):
    """``player``: who has the seat by the table's record; ``unshown``: it does not show the hand there."""

    table: str
    seat: Seat
    hand: tuple[Card, ...]
    player: str = ""
    unshown: bool = False
    v: Literal[3] = 3  # type: ignore[assignment]


class HighHandRecorded(FundEvent, frozen=True, kw_only=True, tag="high_hand_recorded"):
    """``ties``: the hand equals the best so far and shares with it; ``identified``: its player has presented identification.

    ``reason``: why the slip differs from the table's record, where it does.
    """

    slip: TrackingSlip
    ties: bool
    identified: bool = False
    reason: str = ""
    v: Literal[3] = 3  # type: ignore[assignment]


class HighHandRejected(FundEvent, frozen=True, kw_only=True, tag="high_hand_rejected"):
    """Earlier versions knew one call at a time and did not say which."""

    table: str = ""
    seat: Seat = Seat(0)
    hand: tuple[Card, ...] = ()
    v: Literal[3] = 3  # type: ignore[assignment]


class HighHandAnnounced(FundEvent, frozen=True, kw_only=True, tag="high_hand_announced"):
    """The hand that now must be beaten."""

    hand: tuple[Card, ...]


class QualifyingPeriodEnded(FundEvent, frozen=True, kw_only=True, tag="qualifying_period_ended"):
    pass


class HighHandPayoutAnnounced(FundEvent, frozen=True, kw_only=True, tag="high_hand_payout_announced"):
    cents: Cents
    shares: tuple[tuple[str, Cents], ...]
    claim_until: int


class RolledOver(FundEvent, frozen=True, kw_only=True, tag="rolled_over"):
    cents: Cents


class HighHandPaid(FundEvent, frozen=True, kw_only=True, tag="high_hand_paid"):
    player: str
    cents: Cents
    claim_until: int


class UnclaimedDistributed(FundEvent, frozen=True, kw_only=True, tag="unclaimed_distributed"):
    player: str
    cents: Cents
    claim_until: int
    procedure: str


EVENTS: tuple[type[Event], ...] = (TableOpened, *FundEvent.__subclasses__())
