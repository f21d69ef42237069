"""What people ask of a table's cards and devices."""

from __future__ import annotations

from houseway.cards import Card
from houseway.engine.kernel import Command, kinds_in
from houseway.engine.roles import DEALER_OR_FLOOR, DEALERS, FLOOR_OR_ABOVE, PLAYERS
from houseway.seats import Seat


class ReceiveDecks(Command, frozen=True, kw_only=True, tag="receive_decks"):
    """Cards arrive at the table, preshuffled and preinspected or not."""

    roles = DEALERS
    decks: int = 1
    preshuffled: bool = False
    two_jokers: bool = False


class InspectCards(Command, frozen=True, kw_only=True, tag="inspect_cards"):
    """The dealer looks the cards over for defects."""

    roles = DEALERS


class VerifyInspection(Command, frozen=True, kw_only=True, tag="verify_inspection"):
    """The floorperson verifies the inspection; with two jokers, that one is torn in half."""

    roles = FLOOR_OR_ABOVE
    joker_torn: bool = False


class SpreadCards(Command, frozen=True, kw_only=True, tag="spread_cards"):
    """Spread the cards for inspection by the first players."""

    roles = DEALERS
    face_up: bool = True


class ViewCards(Command, frozen=True, kw_only=True, tag="view_cards"):
    """One of the first players has had the opportunity to inspect the cards."""

    roles = PLAYERS


class WashCards(Command, frozen=True, kw_only=True, tag="wash_cards"):
    """Turn the cards of a deck face down, mix and stack them."""

    roles = DEALERS
    deck: int = 0


class ShuffleCards(Command, frozen=True, kw_only=True, tag="shuffle_cards"):
    """Shuffle: the order that resulted is part of the command, top card first."""

    roles = DEALERS
    order: tuple[Card, ...]
    deck: int = 0


class DirectShuffle(Command, frozen=True, kw_only=True, tag="direct_shuffle"):
    """A floorperson or above directs that the cards be shuffled."""

    roles = FLOOR_OR_ABOVE


class ReportDeviceCount(Command, frozen=True, kw_only=True, tag="report_device_count"):
    """What the counting device says of the deck it has shuffled."""

    roles = DEALERS
    count: int


class OfferCut(Command, frozen=True, kw_only=True, tag="offer_cut"):
    """The dealer offers the stack to the player at this seat to be cut."""

    roles = DEALERS
    seat: Seat


class DeclineCut(Command, frozen=True, kw_only=True, tag="decline_cut"):
    """A player who is offered the cut refuses it."""

    roles = PLAYERS
    own_seat = True


class CutCards(Command, frozen=True, kw_only=True, tag="cut_cards"):
    """Cut the cards: the cover card goes in under ``depth`` cards. ``seat``: the player who cuts, else the dealer."""

    roles = DEALERS | PLAYERS
    own_seat = True
    depth: int


class RequireRecut(Command, frozen=True, kw_only=True, tag="require_recut"):
    """A floorperson or above requires the cards to be cut again."""

    roles = FLOOR_OR_ABOVE


class SpreadForNoActivity(Command, frozen=True, kw_only=True, tag="spread_for_no_activity"):
    """No one plays: the cards are spread on the table. ``stored``: a player asks for the deck in the shuffler too."""

    roles = DEALERS
    face_up: bool = False
    stored: bool = False


class ChangeDecks(Command, frozen=True, kw_only=True, tag="change_decks"):
    """The decks are replaced."""

    roles = DEALER_OR_FLOOR


class CountDeck(Command, frozen=True, kw_only=True, tag="count_deck"):
    """Count a deck between rounds of play, or in one what is left of it, the stub.

    ``misdealt``: the dealer finds that a wrong number comes of the deal; ``complete``: all cards of the deck are there.
    """

    roles = DEALERS
    count: int
    misdealt: bool = False
    complete: bool = True


class ReportDeviceFault(Command, frozen=True, kw_only=True, tag="report_device_fault"):
    """A device jams, stops or fails: ``shuffler`` or ``shoe``."""

    roles = DEALER_OR_FLOOR
    device: str
    usable: bool = True


class CoverDevice(Command, frozen=True, kw_only=True, tag="cover_device"):
    """A device that cannot be used is covered or marked out of order."""

    roles = DEALER_OR_FLOOR
    device: str


class UseMethod(Command, frozen=True, kw_only=True, tag="use_method"):
    """Go on with another way of shuffling or dealing after the device was covered."""

    roles = FLOOR_OR_ABOVE
    shuffler: str = ""
    dealing: str = ""


CARD_COMMANDS: tuple[type[Command], ...] = kinds_in(globals(), Command)
"""What every table has."""
