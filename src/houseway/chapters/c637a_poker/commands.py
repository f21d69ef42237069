"""What people ask of a poker table."""

from __future__ import annotations

import msgspec

from houseway.cards import Card
from houseway.engine.banked.commands import Command
from houseway.engine.roles import DEALERS, PLAYERS


class TakePokerSeat(Command, frozen=True):
    """A player sits down with table stakes."""

    roles = PLAYERS
    seat: int
    player: str
    cents: int


class AddStakes(Command, frozen=True):
    """A player adds to the table stakes between rounds of play."""

    roles = PLAYERS
    seat: int
    cents: int


class LeavePokerSeat(Command, frozen=True):
    """A player takes the table stakes and leaves, between rounds of play."""

    roles = PLAYERS
    seat: int


class StartRound(Command, frozen=True):
    """Start a round of play; ``absent``: seats that are not dealt in.

    ``order`` is the deck of a stated round; a table whose own decks were received deals from them.
    """

    roles = DEALERS
    order: tuple[Card, ...] = ()
    button: int = 0
    kill: bool = False
    absent: tuple[int, ...] = ()
    at: int = 0


class PostBlind(Command, frozen=True):
    """A player who must post does so with the next round, and is dealt in."""

    roles = PLAYERS
    seat: int


class Straddle(Command, frozen=True):
    """The player left of the last blind places a Straddle Bet before the cards are dealt."""

    roles = PLAYERS
    seat: int


class Mishap(msgspec.Struct, frozen=True):
    """What went wrong with a card of a deal: the one after ``after`` cards have left the deck, burns included."""

    cause: str
    after: int = 0
    seat: int = 0


class DealStreet(Command, frozen=True):
    """Deal what is due: the first cards, the next street, the burn before a draw, or a common card."""

    roles = DEALERS
    mishaps: tuple[Mishap, ...] = ()


class Reshuffle(Command, frozen=True):
    """Burn cards or discards are shuffled back: their new order, top card first."""

    roles = DEALERS
    order: tuple[Card, ...]


class Act(Command, frozen=True):
    """fold, check, call, bet or raise; ``to`` is the seat's total in this betting round."""

    roles = PLAYERS
    seat: int
    word: str
    to: int = 0


class Discard(Command, frozen=True):
    """Discard these cards to draw as many; none: stand pat."""

    roles = PLAYERS
    seat: int
    cards: tuple[Card, ...] = ()


class ShowHand(Command, frozen=True):
    """At the showdown: turn the hand up, or concede and discard it unseen."""

    roles = PLAYERS
    seat: int
    muck: bool = False


class AwardPots(Command, frozen=True):
    """Rake, contributions, and each pot to its winners."""

    roles = DEALERS
