"""What people ask of a poker table around the betting: words, chips and stakes, rulings, the deck in the dealer's hand."""

from __future__ import annotations

from houseway.engine.banked.commands import Command
from houseway.engine.roles import DEALER_OR_FLOOR, DEALERS, FLOOR_OR_ABOVE, PLAYERS

# Words and chips.


class Announce(Command, frozen=True):
    """A player says fold, check, call, bet or raise; ``to`` 0 with raise: no amount. ``placed``: chips put in with it."""

    roles = PLAYERS
    seat: int
    word: str
    to: int = 0
    placed: int | None = None


class PlaceChips(Command, frozen=True):
    """Chips or currency go forward without a word: ``single`` chip; ``then`` "more" or "raise" says it is not complete.

    ``manner``: "pushed", "toward the pot" or "currency".
    """

    roles = PLAYERS
    seat: int
    cents: int
    single: bool = False
    manner: str = "pushed"
    then: str = ""


class TakeChipsBack(Command, frozen=True):
    """A player reaches for chips in the pot."""

    roles = PLAYERS
    seat: int
    cents: int


class ThrowAwayCards(Command, frozen=True):
    """A player discards the hand face down, or turns the up cards of stud face down (``turned``)."""

    roles = PLAYERS
    seat: int
    turned: bool = False


class AgreeMinimum(Command, frozen=True):
    """The dealer has asked everyone, and these seats agree to a higher minimum bet."""

    roles = DEALERS
    cents: int
    seats: tuple[int, ...]


# Table stakes.


class RemoveStakes(Command, frozen=True):
    """A player takes some of the table stakes off the table."""

    roles = PLAYERS
    seat: int
    cents: int


class SecureStakes(Command, frozen=True):
    """A player leaves for a while and keeps the seat: the floor counts the stakes, or covers them."""

    roles = FLOOR_OR_ABOVE
    seat: int
    covered: bool = False


class ReturnToTable(Command, frozen=True):
    """The player is back; the floor verifies the stakes it counted."""

    roles = FLOOR_OR_ABOVE
    seat: int
    cents: int = 0


class RequirePost(Command, frozen=True):
    """The floor says that a player new to the game, or one who missed the blinds, must post."""

    roles = FLOOR_OR_ABOVE
    seat: int
    missed: bool = False


# Time charges.


class AssessTimeCharge(Command, frozen=True):
    """The dealer takes a part of the hourly fee from the seated players, ``at`` seconds after the table opened."""

    roles = DEALERS
    at: int


class VerifyTimeCharges(Command, frozen=True):
    """A floorperson or above verifies the time charges collected; the dealer drops them at once."""

    roles = FLOOR_OR_ABOVE
    person: str
    cents: int


# Jackpots.


class SetCollection(Command, frozen=True):
    """The floor starts or stops the contributions of this table's pots to a jackpot fund."""

    roles = FLOOR_OR_ABOVE
    fund: str
    collecting: bool


# Irregularities and rulings.


class ReportPokerIrregularity(Command, frozen=True):
    """Something went wrong outside the dealing of a street; what happens in a deal comes with `DealStreet`."""

    roles = DEALER_OR_FLOOR
    cause: str
    seat: int = 0
    protected: bool = False
    reconstructed: bool = False
    contributor: bool = False


class ChooseAfterExposure(Command, frozen=True):
    """A stud player whose last hole card was turned up contends for the whole pot, or bets no more."""

    roles = PLAYERS
    seat: int
    bet_on: bool


class RuleOnDispute(Command, frozen=True):
    """A floorperson decides a dispute; the Poker shift supervisor's decision is final."""

    roles = FLOOR_OR_ABOVE
    person: str
    dispute: str
    ruling: str


class RemovePlayer(Command, frozen=True):
    """A player is required to leave the game for playing to help another."""

    roles = FLOOR_OR_ABOVE
    seat: int
    person: str
    reason: str


class NotifyCompliance(Command, frozen=True):
    """A casino compliance representative is told of a player required to leave."""

    roles = FLOOR_OR_ABOVE
    person: str
    seat: int


# The deck at the table.


class WashDeck(Command, frozen=True):
    """Turn one deck face down, mix and stack it."""

    roles = DEALERS
    deck: int


class CountDeck(Command, frozen=True):
    """Count the deck last used, or in hold'em and Omaha the stub when all cards are dealt."""

    roles = DEALERS
    count: int
    stub: bool = False


class HoldDeck(Command, frozen=True):
    """The dealer takes the deck into the left or the right hand."""

    roles = DEALERS
    hand: str


class SetDeckDown(Command, frozen=True):
    """The dealer sets the deck down for a transaction, with the marker button on it."""

    roles = DEALERS
    marker: bool = True


class CountLosingHands(Command, frozen=True):
    """The cards of all losing players are collected and counted before the pot is pushed."""

    roles = DEALERS
    count: int
