"""What people ask of a poker table."""

from __future__ import annotations

import msgspec

from houseway.cards import Card
from houseway.engine.cards.commands import *
from houseway.engine.kernel import Command, kinds_in
from houseway.engine.opening import AddStakes, LeaveSeat, OpenTable, TakeSeat
from houseway.engine.roles import DEALER_OR_FLOOR, DEALERS, FLOOR_OR_ABOVE, PLAYERS
from houseway.money import Cents
from houseway.seats import Seat


class StartRound(Command, frozen=True, kw_only=True, tag="start_round"):
    """Start a round of play; ``absent``: seats that are not dealt in.

    ``order`` is the deck of a stated round; a table whose own decks were received deals from them. ``button_cards``: at
    commencement of play, one card dealt to each player in the order of seats, the highest of which names the button.
    """

    roles = DEALERS
    order: tuple[Card, ...] = ()
    button: Seat = Seat(0)
    button_cards: tuple[Card, ...] = ()
    kill: bool = False
    absent: tuple[Seat, ...] = ()


class PostBlind(Command, frozen=True, kw_only=True, tag="post_blind"):
    """A player who must post does so with the next round, and is dealt in."""

    roles = PLAYERS
    own_seat = True


class Straddle(Command, frozen=True, kw_only=True, tag="straddle"):
    """The player left of the last blind places a Straddle Bet before the cards are dealt."""

    roles = PLAYERS
    own_seat = True


class Mishap(msgspec.Struct, frozen=True):
    """What went wrong with a card of a deal: the one after ``after`` cards have left the deck, burns included."""

    cause: str
    after: int = 0
    seat: Seat = Seat(0)


class DealStreet(Command, frozen=True, kw_only=True, tag="deal_street"):
    """Deal what is due: the first cards, the next street, the burn before a draw, or a common card."""

    roles = DEALERS
    mishaps: tuple[Mishap, ...] = ()


class Reshuffle(Command, frozen=True, kw_only=True, tag="reshuffle"):
    """Burn cards or discards are shuffled back: their new order, top card first."""

    roles = DEALERS
    order: tuple[Card, ...]


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """fold, check, call, bet or raise; ``to`` is the seat's total in this betting round."""

    roles = PLAYERS
    own_seat = True
    word: str
    to: Cents = Cents(0)


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """Discard these cards to draw as many; none: stand pat.

    ``mishaps``: what went wrong with the replacement cards, which the dealer says; ``after`` counts those of this draw.
    """

    roles = PLAYERS
    own_seat = True
    cards: tuple[Card, ...] = ()
    mishaps: tuple[Mishap, ...] = ()


class ShowHand(Command, frozen=True, kw_only=True, tag="show_hand"):
    """At the showdown: turn the hand up, or concede and discard it unseen."""

    roles = PLAYERS
    own_seat = True
    muck: bool = False


class AwardPots(Command, frozen=True, kw_only=True, tag="award_pots"):
    """Rake, contributions, and each pot to its winners.

    ``without``: the kinds of jackpot for which nothing is collected now, which the house's table system fills in.
    """

    roles = DEALERS
    without: tuple[str, ...] = ()


class Announce(Command, frozen=True, kw_only=True, tag="announce"):
    """A player says fold, check, call, bet or raise; ``to`` 0 with raise: no amount. ``placed``: chips put in with it."""

    roles = PLAYERS
    own_seat = True
    word: str
    to: Cents = Cents(0)
    placed: Cents | None = None


class PlaceChips(Command, frozen=True, kw_only=True, tag="place_chips"):
    """Chips or currency go forward without a word: ``single`` chip; ``then`` "more" or "raise" says it is not complete.

    ``manner``: "pushed", "toward the pot" or "currency".
    """

    roles = PLAYERS
    own_seat = True
    cents: Cents
    single: bool = False
    manner: str = "pushed"
    then: str = ""


class TakeChipsBack(Command, frozen=True, kw_only=True, tag="take_chips_back"):
    """A player reaches for chips in the pot."""

    roles = PLAYERS
    own_seat = True
    cents: Cents


class ThrowAwayCards(Command, frozen=True, kw_only=True, tag="throw_away_cards"):
    """A player discards the hand face down, or turns the up cards of stud face down (``turned``)."""

    roles = PLAYERS
    own_seat = True
    turned: bool = False


class AgreeMinimum(Command, frozen=True, kw_only=True, tag="agree_minimum"):
    """The dealer has asked everyone, and these seats agree to a higher minimum bet."""

    roles = DEALERS
    cents: Cents
    seats: tuple[Seat, ...]


class RemoveStakes(Command, frozen=True, kw_only=True, tag="remove_stakes"):
    """A player takes some of the table stakes off the table."""

    roles = PLAYERS
    own_seat = True
    cents: Cents


class SecureStakes(Command, frozen=True, kw_only=True, tag="secure_stakes"):
    """A player leaves for a while and keeps the seat: the floor counts the stakes, or covers them."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    covered: bool = False


class ReturnToTable(Command, frozen=True, kw_only=True, tag="return_to_table"):
    """The player is back; the floor verifies the stakes it counted."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    cents: Cents = Cents(0)


class RequirePost(Command, frozen=True, kw_only=True, tag="require_post"):
    """The floor says that a player new to the game, or one who missed the blinds, must post."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    missed: bool = False


class AssessTimeCharge(Command, frozen=True, kw_only=True, tag="assess_time_charge"):
    """The dealer takes a part of the hourly fee from the seated players, ``at`` seconds after the table opened."""

    roles = DEALERS


class VerifyTimeCharges(Command, frozen=True, kw_only=True, tag="verify_time_charges"):
    """A floorperson or above verifies the time charges collected; the dealer drops them at once."""

    roles = FLOOR_OR_ABOVE
    cents: Cents


class SetCollection(Command, frozen=True, kw_only=True, tag="set_collection"):
    """The floor starts or stops the contributions of this table's pots to a jackpot fund."""

    roles = FLOOR_OR_ABOVE
    fund: str
    collecting: bool


class ChooseAfterExposure(Command, frozen=True, kw_only=True, tag="choose_after_exposure"):
    """A stud player whose last hole card was turned up contends for the whole pot, or bets no more."""

    roles = PLAYERS
    own_seat = True
    bet_on: bool


class RuleOnDispute(Command, frozen=True, kw_only=True, tag="rule_on_dispute"):
    """A floorperson decides a dispute; the Poker shift supervisor's decision is final."""

    roles = FLOOR_OR_ABOVE
    dispute: str
    ruling: str


class RemovePlayer(Command, frozen=True, kw_only=True, tag="remove_player"):
    """A player is required to leave the game for playing to help another."""

    roles = FLOOR_OR_ABOVE
    seat: Seat
    reason: str


class NotifyCompliance(Command, frozen=True, kw_only=True, tag="notify_compliance"):
    """A casino compliance representative is told of a player required to leave."""

    roles = FLOOR_OR_ABOVE
    seat: Seat


class HoldDeck(Command, frozen=True, kw_only=True, tag="hold_deck"):
    """The dealer takes the deck into the left or the right hand."""

    roles = DEALERS
    hand: str


class SetDeckDown(Command, frozen=True, kw_only=True, tag="set_deck_down"):
    """The dealer sets the deck down for a transaction, with the marker button on it."""

    roles = DEALERS
    marker: bool = True


class CountLosingHands(Command, frozen=True, kw_only=True, tag="count_losing_hands"):
    """The cards of all losing players are collected and counted before the pot is pushed."""

    roles = DEALERS
    count: int


class ReportIrregularity(Command, frozen=True, kw_only=True, tag="report_poker_irregularity"):
    """Something went wrong outside the dealing of a street; what happens in a deal comes with `DealStreet`."""

    roles = DEALER_OR_FLOOR
    cause: str
    seat: Seat = Seat(0)
    protected: bool = False
    reconstructed: bool = False
    contributor: bool = False


COMMANDS: tuple[type[Command], ...] = kinds_in(globals(), Command)
