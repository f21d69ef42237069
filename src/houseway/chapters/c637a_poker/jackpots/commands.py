"""What people of the Poker room ask of its jackpot funds. Who signs or witnesses is named: ``person``, ``witness``."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND
from houseway.engine.banked.commands import Command
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


class JackpotCommand(Command, frozen=True, kw_only=True):
    """Who gives the command, by name, and the fund it concerns.

    ``path``: where the section of the fund says whose step this is, or asks for the step. ``only``: the kind of fund, if
    only one kind knows the step. ``people``: the fields that name people.
    """

    path: ClassVar[str]
    only: ClassVar[str] = ""
    people: ClassVar[tuple[str, ...]] = ("person",)
    person: str
    fund: str


# Funds and tables.


class OfferFund(JackpotCommand, frozen=True):
    """Create a fund of a kind the submission offers and post its rules."""

    roles = SHIFT_SUPERVISORS
    path = "(a)"
    kind: str


class ApproveDiscontinuing(JackpotCommand, frozen=True):
    """The Executive Director approves the procedures for discontinuing a Bad Beat payout."""

    roles = frozenset({Role.EXECUTIVE_DIRECTOR})
    path = "(i)"
    only = BAD_BEAT


class DesignateTable(JackpotCommand, frozen=True):
    """A table takes part: its transparent locked box is attached and the notice is posted."""

    roles = FLOOR_OR_ABOVE
    path = "(b)"
    table: str
    box_attached: bool = True
    notice_posted: bool = True


class Contribute(JackpotCommand, frozen=True):
    """The dealer puts a pot's contribution into the box, after the rake."""

    roles = DEALERS
    path = "(c)"
    table: str
    pot: int
    cents: int
    rake_taken: bool = True


# Counts.


class NotifyOfCount(JackpotCommand, frozen=True):
    """A casino compliance representative is told that the boxes will be counted."""

    roles = FLOOR_OR_ABOVE
    path = "(d)"
    only = BAD_BEAT


class CloseTableForCount(JackpotCommand, frozen=True):
    """A table is closed so that its box can be counted there."""

    roles = FLOOR_OR_ABOVE
    path = "(d)(1)"
    table: str


class RecordCount(JackpotCommand, frozen=True):
    """The surveillance department records the count at a table."""

    roles = SURVEILLANCE_STAFF
    path = "(d)(1)"
    table: str


class CountBox(JackpotCommand, frozen=True):
    """A Poker dealer counts a box at a closed table in the presence of a floorperson or above."""

    roles = DEALERS
    path = "(d)(1)"
    people = ("person", "witness")
    table: str
    cents: int
    witness: str


class SignCount(JackpotCommand, frozen=True):
    """The dealer or the witness signs the documentation of the count."""

    roles = DEALERS | FLOOR_OR_ABOVE
    path = "(d)(1)"
    table: str


class LockContents(JackpotCommand, frozen=True):
    """Contents and documentation go into a locked container."""

    roles = DEALERS | FLOOR_OR_ABOVE
    path = "(d)(1)"
    table: str


class AccountForBoxes(JackpotCommand, frozen=True):
    """A floorperson or above accounts for all locked boxes that go to the cage uncounted."""

    roles = FLOOR_OR_ABOVE
    path = "(d)(2)"
    tables: tuple[str, ...]


class TransportToCage(JackpotCommand, frozen=True):
    """A security department employee takes the container or the boxes to the main or a satellite cage."""

    roles = SECURITY_STAFF
    path = "(d)(2)"
    cage: str = "main cage"


class CountAtCage(JackpotCommand, frozen=True):
    """A cashier counts the boxes, or verifies the aggregate of a container."""

    roles = CASHIERS
    path = "(e)"
    cents: int


class RecordContributions(JackpotCommand, frozen=True):
    """The finance department enters the count in its official record."""

    roles = FINANCE_STAFF
    path = "(e)"
    cents: int


class AdjustDisplay(JackpotCommand, frozen=True):
    """Finance sets the displayed amount, a floorperson or above being present, and compares it with its record."""

    roles = FINANCE_STAFF
    path = "(h)"
    only = BAD_BEAT
    people = ("person", "witness")
    cents: int
    witness: str


class EndGamingDay(JackpotCommand, frozen=True):
    """The gaming day ends for a fund."""

    roles = SHIFT_SUPERVISORS
    path = "(d)"
    only = BAD_BEAT


# Bad Beat.


class VerifyBadBeat(JackpotCommand, frozen=True):
    """The Poker shift supervisor verifies the hands; ``others`` were dealt in as well.

    ``also_lost`` and ``also_won`` hold hands equal to the losing and to the winning one and share with them.
    ``community``: the cards on the table that every hand could use; no other card is in both hands.
    """

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT
    people = ("person", "loser", "winner", "others", "also_lost", "also_won")
    table: str
    losing: tuple[Card, ...]
    winning: tuple[Card, ...]
    loser: str
    winner: str
    others: tuple[str, ...] = ()
    also_lost: tuple[str, ...] = ()
    also_won: tuple[str, ...] = ()
    community: tuple[Card, ...] = ()


class PostPendingNotice(JackpotCommand, frozen=True):
    """A visible notice says that the displayed amount is pending adjustment."""

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT


class OrderPayout(JackpotCommand, frozen=True):
    """Security or finance is told to deliver the payout to the table, or it is paid at a cage."""

    roles = SHIFT_SUPERVISORS
    path = "(f)"
    only = BAD_BEAT
    to: str


class PrepareDistribution(JackpotCommand, frozen=True):
    """Finance prepares the payout in cash or a recognized cash equivalent."""

    roles = FINANCE_STAFF
    path = "(g)"
    only = BAD_BEAT
    form: str = "cash"


class PayBadBeat(JackpotCommand, frozen=True):
    """The payout reaches the players."""

    roles = SECURITY_STAFF | FINANCE_STAFF | CASHIERS
    path = "(f)(2)"
    only = BAD_BEAT


class TerminateContributions(JackpotCommand, frozen=True):
    """Collection for a Bad Beat payout ends under its amended rules."""

    roles = SHIFT_SUPERVISORS
    path = "(c)"
    only = BAD_BEAT
    rules_amended: bool = True


class TransferFund(JackpotCommand, frozen=True):
    """What a discontinued fund holds goes to another Bad Beat payout."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = BAD_BEAT
    to: str


class CloseFund(JackpotCommand, frozen=True):
    """A discontinued fund that holds nothing more is closed."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = BAD_BEAT


# High Hand.


class TrackingSlip(msgspec.Struct, frozen=True, kw_only=True):
    """The High Hand Tracking Slip with everything it must contain."""

    player: str = ""
    phone: str = ""
    seat: int = 0
    table: str = ""
    hand: tuple[Card, ...] = ()
    dealer: str = ""
    dealer_credential: str = ""
    signature: str = ""
    credential: str = ""


class StartQualifyingPeriod(JackpotCommand, frozen=True):
    """A qualifying period begins and dealers track hands."""

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND
    at: int


class CallHighHand(JackpotCommand, frozen=True):
    """The dealer calls the floor to a full house or better."""

    roles = DEALERS
    path = "(f)"
    only = HIGH_HAND
    table: str
    seat: int
    hand: tuple[Card, ...]
    players: int
    at: int


class RecordHighHand(JackpotCommand, frozen=True):
    """The floor verifies the hand called and records it on the slip."""

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND
    slip: TrackingSlip


class RejectHighHand(JackpotCommand, frozen=True):
    """The floor does not find the hand that was called."""

    roles = FLOOR_OR_ABOVE
    path = "(f)"
    only = HIGH_HAND


class EndQualifyingPeriod(JackpotCommand, frozen=True):
    """The qualifying period is over."""

    roles = FLOOR_OR_ABOVE
    path = "(g)"
    only = HIGH_HAND
    at: int


class AnnounceHighHandPayout(JackpotCommand, frozen=True):
    """The pooled contributions are announced and displayed; without a full house they wait for the next period."""

    roles = FLOOR_OR_ABOVE
    path = "(g)"
    only = HIGH_HAND


class PayHighHand(JackpotCommand, frozen=True):
    """A cashier pays a player at the cage on valid identification."""

    roles = CASHIERS
    path = "(h)"
    only = HIGH_HAND
    people = ("person", "player")
    player: str
    identified: bool
    at: int


class DistributeUnclaimed(JackpotCommand, frozen=True):
    """A payout not collected in time goes where the submission says."""

    roles = FINANCE_STAFF
    path = "(i)"
    only = HIGH_HAND
    people = ("person", "player")
    player: str
    at: int
