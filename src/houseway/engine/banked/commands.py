"""What people ask of a banked table beside its cards: wagers, answers, the bank, settlement, irregularities."""

from __future__ import annotations

from typing import Literal

from houseway.cards import Card
from houseway.engine.cards.commands import *
from houseway.engine.kernel import Command, kinds_in
from houseway.engine.opening import FundTable, LeaveSeat, OpenTable, TakeSeat
from houseway.engine.roles import DEALER_OR_FLOOR, DEALERS, FLOOR_OR_ABOVE, PLAYERS, SYSTEM
from houseway.money import Cents
from houseway.seats import Seat


class BringReadyDeck(Command, frozen=True, kw_only=True, tag="bring_ready_deck"):
    """A deck is brought that is shuffled, cut and ready in this order: what comes before the first card is taken as done."""

    roles = SYSTEM
    order: tuple[Card, ...]


class AbandonWagers(Command, frozen=True, kw_only=True, tag="abandon_wagers"):
    """The floor treats the wagers of a player who left, on every area, as abandoned: losing, or before "no more bets" taken back.

    ``returned``: they are not treated as losing and go back.
    """

    roles = FLOOR_OR_ABOVE
    seat: Seat
    returned: bool = False


class PlaceWagers(Command, frozen=True, kw_only=True, tag="place_wagers"):
    """Place chips on betting areas; amounts in cents, added to what lies there."""

    roles = PLAYERS
    own_seat = True
    wagers: dict[str, Cents]


class WithdrawWagers(Command, frozen=True, kw_only=True, tag="withdraw_wagers"):
    """Take back wagers before "no more bets"."""

    roles = PLAYERS
    own_seat = True
    wagers: tuple[str, ...]


class OfferBank(Command, frozen=True, kw_only=True, tag="offer_bank"):
    """The dealer offers the bank to the player whose turn it is."""

    roles = DEALERS
    seat: Seat


class AcceptBank(Command, frozen=True, kw_only=True, tag="accept_bank"):
    """A player accepts the bank, perhaps with the dealer as co-bank and a lesser wager of the dealer's.

    Who has accepted it may give it again with a still lesser wager, until the dealer has placed the chips.
    """

    roles = PLAYERS
    own_seat = True
    co_bank: bool = False
    dealer_wager: Cents | None = None


class PassBank(Command, frozen=True, kw_only=True, tag="pass_bank"):
    """A player offered the bank passes it on."""

    roles = PLAYERS
    own_seat = True


class PlaceDealerWager(Command, frozen=True, kw_only=True, tag="place_dealer_wager"):
    """The dealer takes chips from the table inventory and wagers them against the player who banks."""

    roles = DEALERS
    cents: Cents


class AnnounceNoMoreBets(Command, frozen=True, kw_only=True, tag="announce_no_more_bets"):
    """Wagers are locked; with the dealer's count of the progressive wagers' chips if it is made at once."""

    roles = DEALERS
    chips: int | None = None
    v: Literal[2] = 2  # type: ignore[assignment]


class DrawAtRandom(Command, frozen=True, kw_only=True, tag="draw_at_random"):
    """The table game system draws its random card and position once wagers are locked."""

    roles = SYSTEM
    magic_card: Card | None = None
    lucky: Seat | None = None


class CountProgressiveChips(Command, frozen=True, kw_only=True, tag="count_progressive_chips"):
    """The dealer counts the chips of the progressive wagers against what the system accepted."""

    roles = DEALERS
    chips: int


class DetermineStart(Command, frozen=True, kw_only=True, tag="determine_start"):
    """Three dice, shaken, or a number of the generator: where dealing starts."""

    roles = DEALERS | PLAYERS
    own_seat = True
    dice: tuple[int, int, int] | None = None
    number: int | None = None
    shakes: int = 3


class DealCards(Command, frozen=True, kw_only=True, tag="deal_cards"):
    """Deal the cards that are due, or only the next few of them."""

    roles = DEALERS
    cards: int | None = None


class Decide(Command, frozen=True, kw_only=True, tag="decide"):
    """A player's answer: a word of the phase, an amount if it is a wager, hands if they are set."""

    roles = PLAYERS
    own_seat = True
    word: str
    cents: Cents = Cents(0)
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()


class RevealBank(Command, frozen=True, kw_only=True, tag="reveal_bank"):
    """Turn the bank's cards; the dealer may state how the hand was set, and a wrong setting is put right."""

    roles = DEALERS
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()


class SettleRound(Command, frozen=True, kw_only=True, tag="settle_round"):
    """Settle wager after wager until all is paid or a payout must first be validated; or only the next few hands, which
    are revealed in turn."""

    roles = DEALERS
    hands: int | None = None


class ValidatePayout(Command, frozen=True, kw_only=True, tag="validate_payout"):
    """A floorperson or above validates a progressive payout."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    wager: str


class DocumentPayout(Command, frozen=True, kw_only=True, tag="document_payout"):
    """A floorperson or above completes the documentation of a meter's share, so that the winning cards may be collected."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    wager: str


class ReportIrregularity(Command, frozen=True, kw_only=True, tag="report_irregularity"):
    """Something went wrong that the chapter has a remedy for. ``place``: which of a seat's cards it was, counted from the
    first that was dealt to it, where that is said; ``looked``: the player had looked at the cards by then."""

    roles = DEALER_OR_FLOOR
    cause: str
    seat: Seat = Seat(0)
    place: int | None = None
    looked: bool = False


class VoidHand(Command, frozen=True, kw_only=True, tag="void_hand"):
    """A player whose card was exposed voids the hand, or plays it out."""

    roles = PLAYERS
    own_seat = True
    void: bool = True


COMMANDS: tuple[type[Command], ...] = kinds_in(globals(), Command)
