"""What people of the Poker room ask of its jackpot funds."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND
from houseway.engine.kernel import Command
from houseway.engine.opening import OpenTable
from houseway.engine.roles import (
    CASHIERS,
    DEALERS,
    FINANCE_STAFF,
    FLOOR_OR_ABOVE,
    SECURITY_STAFF,
    SHIFT_SUPERVISORS,
    SURVEILLANCE_STAFF,
    Role,
)
from houseway.money import Cents
from houseway.seats import Seat


class Department(StrEnum):
    """For whom somebody acts in a count or a payout."""

    POKER_ROOM = "the Poker room"
    SURVEILLANCE = "the surveillance department"
    SECURITY = "the security department"
    CAGE = "the cage"
    FINANCE = "the finance department"

    @classmethod
    def of(cls, role: Role) -> Department:
        """The department of a role that takes steps in a case."""
        return _DEPARTMENTS.get(role, cls.POKER_ROOM)


_DEPARTMENTS = {
    Role.SURVEILLANCE: Department.SURVEILLANCE,
    Role.SECURITY: Department.SECURITY,
    Role.CASHIER: Department.CAGE,
    Role.FINANCE: Department.FINANCE,
}


class Case(StrEnum):
    """What people of several departments carry out together: nobody acts for two of them, nor where he is to be paid."""

    COUNT = "this count"
    RECORD = "the count to be recorded"
    PAYOUT = "this payout"


class JackpotCommand(Command, frozen=True, kw_only=True):
    """A step for one fund.

    ``path``: where the section of the fund says whose step this is, or asks for the step. ``only``: the kind of fund, if
    only one kind knows the step. ``case``: what it is a part of. ``people``: the fields that name people.
    """

    path: ClassVar[str]
    only: ClassVar[str] = ""
    case: ClassVar[Case | None] = None
    people: ClassVar[tuple[str, ...]] = ()
    fund: str


# Funds and tables.


class OfferFund(JackpotCommand, frozen=True, kw_only=True, tag="offer_fund"):
    """Create a fund of a kind the submission offers and post its rules."""

    roles = SHIFT_SUPERVISORS
    path = "(a)"
    kind: str


class ApproveDiscontinuing(JackpotCommand, frozen=True, kw_only=True, tag="approve_discontinuing"):
    """The Executive Director approves the procedures for discontinuing a Bad Beat payout."""

    roles = frozenset({Role.EXECUTIVE_DIRECTOR})
    path = "(i)"
    only = BAD_BEAT


class DesignateTable(JackpotCommand, frozen=True, kw_only=True, tag="designate_table"):
    """A table takes part: its transparent locked box is attached and the notice is posted."""

    roles = FLOOR_OR_ABOVE
    path = "(b)"
    table: str
    box_attached: bool = True
    notice_posted: bool = True


class Contribute(JackpotCommand, frozen=True, kw_only=True, tag="contribute"):
    """The dealer puts a pot's contribution into the box, after the rake.

    ``pot``: before the rake. ``left``: what was left of it to take the contribution from, if not all of it. ``taken_at``:
    when it was taken at the table, if that was before this command is given.
    """

    roles = DEALERS
    path = "(c)"
    table: str
    pot: Cents
    cents: Cents
    rake_taken: bool = True
    left: Cents | None = None
    taken_at: int | None = None


# Counts.


class NotifyOfCount(JackpotCommand, frozen=True, kw_only=True, tag="notify_of_count"):
    """A casino compliance representative is told that the boxes will be counted."""

    roles = FLOOR_OR_ABOVE
    path = "(d)"
    only = BAD_BEAT


class CloseTableForCount(JackpotCommand, frozen=True, kw_only=True, tag="close_table_for_count"):
    """A table is closed so that its box can be counted there."""

    roles = FLOOR_OR_ABOVE
    path = "(d)(1)"
    table: str


class RecordCount(JackpotCommand, frozen=True, kw_only=True, tag="record_count"):
    """The surveillance department records the count at a table."""

    roles = SURVEILLANCE_STAFF
    path = "(d)(1)"
    case = Case.COUNT
    table: str


class AttendCount(JackpotCommand, frozen=True, kw_only=True, tag="attend_count"):
    """A floorperson or above comes to the count of a box at its table."""

    roles = FLOOR_OR_ABOVE
    path = "(d)(1)"
    case = Case.COUNT
    table: str


class CountBox(JackpotCommand, frozen=True, kw_only=True, tag="count_box"):
    """A Poker dealer counts a box at a closed table in the presence of a floorperson or above, who has come to it."""

    roles = DEALERS
    path = "(d)(1)"
    case = Case.COUNT
    people = ("witness",)
    table: str
    cents: Cents
    witness: str


class SignCount(JackpotCommand, frozen=True, kw_only=True, tag="sign_count"):
    """The dealer or the witness signs the documentation of the count."""

    roles = DEALERS | FLOOR_OR_ABOVE
    path = "(d)(1)"
    table: str


class LockContents(JackpotCommand, frozen=True, kw_only=True, tag="lock_contents"):
    """Contents and documentation go into a locked container."""

    roles = DEALERS | FLOOR_OR_ABOVE
    path = "(d)(1)"
    case = Case.COUNT
    table: str


class AccountForBoxes(JackpotCommand, frozen=True, kw_only=True, tag="account_for_boxes"):
    """A floorperson or above accounts for all locked boxes that go to the cage uncounted."""

    roles = FLOOR_OR_ABOVE
    path = "(d)(2)"
    case = Case.COUNT
    tables: tuple[str, ...]


class TransportToCage(JackpotCommand, frozen=True, kw_only=True, tag="transport_to_cage"):
    """A security department employee takes the container or the boxes to the main or a satellite cage."""

    roles = SECURITY_STAFF
    path = "(d)(2)"
    case = Case.COUNT
    cage: str = "main cage"


class CountAtCage(JackpotCommand, frozen=True, kw_only=True, tag="count_at_cage"):
    """A cashier counts each box, or verifies the aggregate of a container.

    ``boxes``: the count of each box that came uncounted, by its table, needed where several came or one beside a container;
    ``cents``: all of it, that of the container included.
    """

    roles = CASHIERS
    path = "(e)"
    case = Case.COUNT
    cents: Cents
    boxes: dict[str, Cents] = {}


class RecordContributions(JackpotCommand, frozen=True, kw_only=True, tag="record_contributions"):
    """The finance department enters the count in its official record."""

    roles = FINANCE_STAFF
    path = "(e)"
    case = Case.RECORD
    cents: Cents


class AttendAdjustment(JackpotCommand, frozen=True, kw_only=True, tag="attend_adjustment"):
    """A floorperson or above comes to the adjustment of the display."""

    roles = FLOOR_OR_ABOVE
    path = "(h)(1)"
    only = BAD_BEAT
    case = Case.PAYOUT


class AdjustDisplay(JackpotCommand, frozen=True, kw_only=True, tag="adjust_display"):
    """Finance sets the displayed amount before a floorperson or above, who has come to it, and compares it with its record."""

    roles = FINANCE_STAFF
    path = "(h)"
    only = BAD_BEAT
    case = Case.PAYOUT
    people = ("witness",)
    cents: Cents
    witness: str


class EndGamingDay(JackpotCommand, frozen=True, kw_only=True, tag="end_gaming_day"):
    """The gaming day ends for a fund."""

    roles = SHIFT_SUPERVISORS
    path = "(d)"
    only = BAD_BEAT


# Bad Beat.


class VerifyBadBeat(JackpotCommand, frozen=True, kw_only=True, tag="verify_bad_beat"):
    """The Poker shift supervisor verifies the hands; ``others`` were dealt in as well.

    ``also_lost`` and ``also_won`` hold hands equal to the losing and to the winning one and share with them.
    ``community``: the cards on the table that every hand could use; no other card is in both hands. ``reason``: why players
    or hands differ from the table's record, where they do.
    """

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT
    case = Case.PAYOUT
    people = ("loser", "winner", "others", "also_lost", "also_won")
    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    loser: str
    winner: str
    others: tuple[str, ...] = ()
    also_lost: tuple[str, ...] = ()
    also_won: tuple[str, ...] = ()
    community: tuple[Card, ...] = ()
    reason: str = ""


class PostPendingNotice(JackpotCommand, frozen=True, kw_only=True, tag="post_pending_notice"):
    """A visible notice says that the displayed amount is pending adjustment."""

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT
    case = Case.PAYOUT


class OrderPayout(JackpotCommand, frozen=True, kw_only=True, tag="order_payout"):
    """Security or finance is told to deliver the payout to the table, or it is paid at a cage."""

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT
    case = Case.PAYOUT
    to: str


class PrepareDistribution(JackpotCommand, frozen=True, kw_only=True, tag="prepare_distribution"):
    """Finance prepares the payout in cash or a recognized cash equivalent."""

    roles = FINANCE_STAFF
    path = "(g)"
    only = BAD_BEAT
    case = Case.PAYOUT
    form: str = "cash"


class PayBadBeat(JackpotCommand, frozen=True, kw_only=True, tag="pay_bad_beat"):
    """The payout reaches the players."""

    roles = SECURITY_STAFF | FINANCE_STAFF | CASHIERS
    path = "(f)(2)"
    only = BAD_BEAT
    case = Case.PAYOUT


class TerminateContributions(JackpotCommand, frozen=True, kw_only=True, tag="terminate_contributions"):
    """Collection for a Bad Beat payout ends under its amended rules."""

    roles = SHIFT_SUPERVISORS
    path = "(c)"
    only = BAD_BEAT
    rules_amended: bool = True


class TransferFund(JackpotCommand, frozen=True, kw_only=True, tag="transfer_fund"):
    """What a discontinued fund holds goes to another Bad Beat payout."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = BAD_BEAT
    to: str


class CloseFund(JackpotCommand, frozen=True, kw_only=True, tag="close_fund"):
    """A discontinued fund that holds nothing more is closed."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = BAD_BEAT


# High Hand.


class TrackingSlip(msgspec.Struct, frozen=True, kw_only=True):
    """The High Hand Tracking Slip with everything it must contain."""

    player: str = ""
    phone: str = ""
    seat: Seat = Seat(0)
    table: str = ""
    hand: tuple[Card, ...] = ()
    dealer: str = ""
    dealer_credential: str = ""
    signature: str = ""
    credential: str = ""

    @property
    def people(self) -> tuple[str, str, str]:
        """Whom it names."""
        return self.player, self.dealer, self.signature


class StartQualifyingPeriod(JackpotCommand, frozen=True, kw_only=True, tag="start_qualifying_period"):
    """A qualifying period begins and dealers track hands."""

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND


class CallHighHand(JackpotCommand, frozen=True, kw_only=True, tag="call_high_hand"):
    """The dealer calls the floor to a full house or better.

    The house's table system fills in the last three by the table's record. ``player``: who has the seat, empty if that is not
    known; ``unshown``: the hand was not shown there; ``shown_at``: when it was, if that was before this call.
    """

    roles = DEALERS
    path = "(f)"
    only = HIGH_HAND
    table: str
    seat: Seat
    hand: tuple[Card, ...]
    players: int
    player: str = ""
    unshown: bool = False
    shown_at: int | None = None


class RecordHighHand(JackpotCommand, frozen=True, kw_only=True, tag="record_high_hand"):
    """The floor verifies the hand called and records it on the slip.

    ``identified``: its player has presented identification. ``reason``: why the slip differs from the table's record, where it
    does.
    """

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND
    case = Case.PAYOUT
    slip: TrackingSlip
    identified: bool = False
    reason: str = ""


class RejectHighHand(JackpotCommand, frozen=True, kw_only=True, tag="reject_high_hand"):
    """The floor does not find the hand that was called. Where several were called, it says which."""

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND
    case = Case.PAYOUT
    table: str = ""
    seat: Seat = Seat(0)
    hand: tuple[Card, ...] = ()


class EndQualifyingPeriod(JackpotCommand, frozen=True, kw_only=True, tag="end_qualifying_period"):
    """The qualifying period is over."""

    roles = FLOOR_OR_ABOVE
    path = "(g)"
    only = HIGH_HAND


class AnnounceHighHandPayout(JackpotCommand, frozen=True, kw_only=True, tag="announce_high_hand_payout"):
    """The pooled contributions are announced and displayed; without a full house they wait for the next period."""

    roles = FLOOR_OR_ABOVE
    path = "(g)"
    only = HIGH_HAND
    case = Case.PAYOUT


class PayHighHand(JackpotCommand, frozen=True, kw_only=True, tag="pay_high_hand"):
    """A cashier pays a player at the cage on valid identification."""

    roles = CASHIERS
    path = "(h)"
    only = HIGH_HAND
    case = Case.PAYOUT
    people = ("player",)
    player: str
    identified: bool


class DistributeUnclaimed(JackpotCommand, frozen=True, kw_only=True, tag="distribute_unclaimed"):
    """A payout not collected in time goes where the submission says."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = HIGH_HAND
    case = Case.PAYOUT
    people = ("player",)
    player: str


COMMANDS: tuple[type[Command], ...] = (OpenTable, *JackpotCommand.__subclasses__())
