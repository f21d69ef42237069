"""What people ask of a table. Each command names the roles that may give it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from houseway.cards import Card
from houseway.engine.roles import DEALER_OR_FLOOR, DEALERS, FLOOR_OR_ABOVE, PLAYERS, Role


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=_snake, omit_defaults=True):
    """The base of all commands: who gives it."""

    by: Role
    roles: ClassVar[frozenset[Role]] = frozenset(Role)


# The table and its cards.


class OpenTable(Command, frozen=True):
    """Open the table for gaming; ``at`` is the time in seconds."""

    roles = DEALER_OR_FLOOR
    at: int


class ReceiveDecks(Command, frozen=True):
    """Cards arrive at the table, preshuffled and preinspected or not."""

    roles = DEALERS
    at: int
    decks: int = 1
    preshuffled: bool = False
    two_jokers: bool = False


class InspectCards(Command, frozen=True):
    """The dealer looks the cards over for defects."""

    roles = DEALERS


class VerifyInspection(Command, frozen=True):
    """The floorperson verifies the inspection; with two jokers, that one is torn in half."""

    roles = FLOOR_OR_ABOVE
    joker_torn: bool = False


class SpreadCards(Command, frozen=True):
    """Spread the cards for inspection by the first player; face down or face up when there is no gaming activity."""

    roles = DEALERS
    face_up: bool = True


class ViewCards(Command, frozen=True):
    """The first player to arrive has had the opportunity to inspect the cards."""

    roles = PLAYERS
    player: str


class WashCards(Command, frozen=True):
    """Turn the cards face down, mix and stack them."""

    roles = DEALERS


class ShuffleCards(Command, frozen=True):
    """Shuffle: the order that resulted is part of the command, top card first."""

    roles = DEALERS
    order: tuple[Card, ...]
    at: int
    deck: int = 0


class DirectShuffle(Command, frozen=True):
    """A floorperson or above directs that the cards be shuffled."""

    roles = FLOOR_OR_ABOVE


class ReportDeviceCount(Command, frozen=True):
    """What the counting shuffler says of the deck it has shuffled."""

    roles = DEALERS
    count: int


class CutCards(Command, frozen=True):
    """Cut the cards: the cover card goes in under ``depth`` cards. ``seat``: the player who cuts, else the dealer."""

    roles = DEALERS | PLAYERS
    depth: int
    seat: int = 0


class RequireRecut(Command, frozen=True):
    """A floorperson or above requires the cards to be cut again."""

    roles = FLOOR_OR_ABOVE


class SpreadForNoActivity(Command, frozen=True):
    """No one plays: the cards are spread on the table."""

    roles = DEALERS
    face_up: bool = False


class ChangeDecks(Command, frozen=True):
    """The decks are replaced."""

    roles = DEALER_OR_FLOOR
    at: int


class CountStub(Command, frozen=True):
    """Count the stub face down; ``misdealt`` is the dealer's finding if the number is wrong."""

    roles = DEALERS
    count: int
    misdealt: bool = False
    complete: bool = True


class ReportDeviceFault(Command, frozen=True):
    """A device jams, stops or fails: ``shuffler`` or ``shoe``."""

    roles = DEALER_OR_FLOOR
    device: str
    usable: bool = True


class CoverDevice(Command, frozen=True):
    """A device that cannot be used is covered or marked out of order."""

    roles = DEALER_OR_FLOOR
    device: str


class UseMethod(Command, frozen=True):
    """Go on with another way of shuffling or dealing after the device was covered."""

    roles = FLOOR_OR_ABOVE
    shuffler: str = ""
    dealing: str = ""


# Seats and wagers.


class TakeSeat(Command, frozen=True):
    """A player sits down at a betting position with chips."""

    roles = PLAYERS
    seat: int
    player: str
    cents: int


class LeaveSeat(Command, frozen=True):
    """A player leaves the table, taking what is theirs."""

    roles = PLAYERS
    seat: int


class AbandonWagers(Command, frozen=True):
    """The floor treats the wagers of a player who left during the round as abandoned and losing."""

    roles = FLOOR_OR_ABOVE
    seat: int


class PlaceWagers(Command, frozen=True):
    """Place chips on betting areas; amounts in cents, added to what lies there."""

    roles = PLAYERS
    seat: int
    wagers: dict[str, int]


class WithdrawWagers(Command, frozen=True):
    """Take back wagers before "no more bets"."""

    roles = PLAYERS
    seat: int
    wagers: tuple[str, ...]


class AcceptBank(Command, frozen=True):
    """A player accepts the bank, perhaps with the dealer as co-bank and a lesser wager of the dealer's."""

    roles = PLAYERS
    seat: int
    co_bank: bool = False
    dealer_wager: int | None = None


class PassBank(Command, frozen=True):
    """A player offered the bank passes it on."""

    roles = PLAYERS
    seat: int


class AnnounceNoMoreBets(Command, frozen=True):
    """Wagers are locked; the table system's random card and position enter with it, and the dealer's count of the
    progressive wagers' chips if it is made at once."""

    roles = DEALERS
    magic_card: Card | None = None
    lucky: int | None = None
    chips: int | None = None


class CountProgressiveChips(Command, frozen=True):
    """The dealer counts the chips of the progressive wagers against what the system accepted."""

    roles = DEALERS
    chips: int


class DetermineStart(Command, frozen=True):
    """Three dice, shaken, or a number of the generator: where dealing starts."""

    roles = DEALERS | PLAYERS
    dice: tuple[int, int, int] | None = None
    number: int | None = None
    shakes: int = 3


# The round of play.


class DealCards(Command, frozen=True):
    """Deal the cards that are due, or only the next few of them."""

    roles = DEALERS
    cards: int | None = None


class Decide(Command, frozen=True):
    """A player's answer: a word of the phase, an amount if it is a wager, hands if they are set."""

    roles = PLAYERS
    seat: int
    word: str
    cents: int = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()


class RevealBank(Command, frozen=True):
    """Turn the bank's cards; the dealer may state how the hand was set, and a wrong setting is put right."""

    roles = DEALERS
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()


class SettleRound(Command, frozen=True):
    """Settle wager after wager until all is paid or a payout must first be validated."""

    roles = DEALERS


class ValidatePayout(Command, frozen=True):
    """A floorperson or above validates a progressive payout."""

    roles = FLOOR_OR_ABOVE
    seat: int
    wager: str


class ReportIrregularity(Command, frozen=True):
    """Something went wrong that the chapter has a remedy for."""

    roles = DEALER_OR_FLOOR
    cause: str
    seat: int = 0


class VoidHand(Command, frozen=True):
    """A player whose card was exposed voids the hand, or plays it out."""

    roles = PLAYERS
    seat: int
    void: bool = True
