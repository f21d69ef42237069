"""What happened to the jackpot funds of a Poker room."""

from __future__ import annotations

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots.commands import TrackingSlip
from houseway.engine.accounts import Posting
from houseway.engine.banked.events import Event


class FundEvent(Event, frozen=True):
    """Who did it and for which fund."""

    person: str
    fund: str


class FundOffered(FundEvent, frozen=True):
    kind: str
    posted: tuple[str, ...]


class DiscontinuingApproved(FundEvent, frozen=True):
    pass


class TableDesignated(FundEvent, frozen=True):
    table: str


class Contributed(FundEvent, frozen=True):
    table: str
    cents: int
    postings: tuple[Posting, ...]


class ComplianceToldOfCount(FundEvent, frozen=True):
    pass


class TableClosedForCount(FundEvent, frozen=True):
    table: str


class CountRecorded(FundEvent, frozen=True):
    table: str


class BoxCounted(FundEvent, frozen=True):
    table: str
    cents: int
    witness: str


class CountSigned(FundEvent, frozen=True):
    table: str


class ContentsLocked(FundEvent, frozen=True):
    table: str
    postings: tuple[Posting, ...]


class BoxesAccountedFor(FundEvent, frozen=True):
    tables: tuple[str, ...]


class TransportedToCage(FundEvent, frozen=True):
    cage: str
    cents: int
    postings: tuple[Posting, ...]


class CountedAtCage(FundEvent, frozen=True):
    cents: int
    postings: tuple[Posting, ...]


class ContributionsRecorded(FundEvent, frozen=True):
    cents: int


class DisplayAdjusted(FundEvent, frozen=True):
    cents: int
    witness: str


class GamingDayEnded(FundEvent, frozen=True):
    pass


class BadBeatVerified(FundEvent, frozen=True):
    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    loser: str
    winner: str
    others: tuple[str, ...]
    also_lost: tuple[str, ...] = ()
    also_won: tuple[str, ...] = ()
    community: tuple[Card, ...] = ()


class PendingNoticePosted(FundEvent, frozen=True):
    pass


class PayoutOrdered(FundEvent, frozen=True):
    to: str


class DistributionPrepared(FundEvent, frozen=True):
    """What each player will be paid, set apart from the fund."""

    form: str
    shares: tuple[tuple[str, int], ...]
    postings: tuple[Posting, ...]


class BadBeatPaid(FundEvent, frozen=True):
    shares: tuple[tuple[str, int], ...]
    postings: tuple[Posting, ...]


class ContributionsTerminated(FundEvent, frozen=True):
    pass


class FundTransferred(FundEvent, frozen=True):
    to: str
    cents: int
    postings: tuple[Posting, ...]


class FundClosed(FundEvent, frozen=True):
    pass


class QualifyingPeriodStarted(FundEvent, frozen=True):
    at: int
    ends_at: int


class HighHandCalled(FundEvent, frozen=True):
    table: str
    seat: int
    hand: tuple[Card, ...]


class HighHandRecorded(FundEvent, frozen=True):
    """``ties``: the hand equals the best so far and shares with it."""

    slip: TrackingSlip
    ties: bool


class HighHandRejected(FundEvent, frozen=True):
    pass


class HighHandAnnounced(FundEvent, frozen=True):
    """The hand that now must be beaten."""

    hand: tuple[Card, ...]


class QualifyingPeriodEnded(FundEvent, frozen=True):
    at: int


class HighHandPayoutAnnounced(FundEvent, frozen=True):
    cents: int
    shares: tuple[tuple[str, int], ...]
    claim_until: int
    postings: tuple[Posting, ...]


class RolledOver(FundEvent, frozen=True):
    cents: int


class HighHandPaid(FundEvent, frozen=True):
    player: str
    cents: int
    claim_until: int
    postings: tuple[Posting, ...]


class UnclaimedDistributed(FundEvent, frozen=True):
    player: str
    cents: int
    claim_until: int
    procedure: str
    postings: tuple[Posting, ...]


AnyJackpotEvent = (
    FundOffered
    | DiscontinuingApproved
    | TableDesignated
    | Contributed
    | ComplianceToldOfCount
    | TableClosedForCount
    | CountRecorded
    | BoxCounted
    | CountSigned
    | ContentsLocked
    | BoxesAccountedFor
    | TransportedToCage
    | CountedAtCage
    | ContributionsRecorded
    | DisplayAdjusted
    | GamingDayEnded
    | BadBeatVerified
    | PendingNoticePosted
    | PayoutOrdered
    | DistributionPrepared
    | BadBeatPaid
    | ContributionsTerminated
    | FundTransferred
    | FundClosed
    | QualifyingPeriodStarted
    | HighHandCalled
    | HighHandRecorded
    | HighHandRejected
    | HighHandAnnounced
    | QualifyingPeriodEnded
    | HighHandPayoutAnnounced
    | RolledOver
    | HighHandPaid
    | UnclaimedDistributed
)
