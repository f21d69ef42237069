"""What happened at a poker table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.cards.events import *
from houseway.engine.kernel import Event, SpokenFor, kinds_in
from houseway.engine.opening import SeatLeft, SeatTaken, StakesBrought, TableOpened
from houseway.money import MOST, Cents
from houseway.seats import Seat

COMMUNITY = Seat(0)
BURN = Seat(-1)
SET_ASIDE = Seat(-2)
INELIGIBLE = Seat(-3)
"""Where a card can go besides a seat."""


class RoundStarted(Event, frozen=True, kw_only=True, tag="round_started"):
    """``order``: the seats dealt in, in the order of dealing."""

    number: int
    order: tuple[Seat, ...]
    button: Seat
    deck: tuple[Card, ...]
    kill: bool


class Posted(Event, frozen=True, kw_only=True, tag="posted"):
    """An Ante, a Blind Bet, a Straddle Bet or a Forced Bet; antes do not count toward the betting round."""

    seat: Seat
    kind: str
    cents: Cents
    all_in: bool


class StreetDealt(Event, frozen=True, kw_only=True, tag="street_dealt"):
    """Cards in the order they left the deck: (where it went, card, face up)."""

    street: int
    cards: tuple[tuple[Target, Card, bool], ...]
    common: bool = False


class BettingBegan(Event, frozen=True, kw_only=True, tag="betting_began"):
    street: int
    actor: Seat
    current: Cents
    raise_size: Cents


class Acted(Event, frozen=True, kw_only=True, tag="acted"):
    """An action and where it leaves the betting round; ``actor`` 0: the round is complete."""

    seat: Seat
    word: str
    cents: Cents
    to: Cents
    all_in: bool
    actor: Seat
    current: Cents
    raise_size: Cents
    raises: int
    completed: bool


class BettingEnded(Event, frozen=True, kw_only=True, tag="betting_ended"):
    street: int


class DrawBegan(Event, frozen=True, kw_only=True, tag="draw_began"):
    """``discard``: how many must be discarded for nothing (super stud); otherwise a draw."""

    street: int
    asked: tuple[Seat, ...]
    discard: int = 0
    burn_owed: bool = False


class Discarded(Event, frozen=True, kw_only=True, tag="discarded"):
    seat: Seat
    cards: tuple[Card, ...]
    owed: int


class Drew(Event, frozen=True, kw_only=True, tag="drew"):
    seat: Seat
    cards: tuple[Card, ...]
    owed: int


class ReshuffleAwaited(Event, frozen=True, kw_only=True, tag="reshuffle_awaited"):
    """Too few cards for a common card: the burn cards must be shuffled back."""


class Reshuffled(Event, frozen=True, kw_only=True, tag="reshuffled"):
    order: tuple[Card, ...]
    burns: bool


class UncalledBetReturned(Event, frozen=True, kw_only=True, tag="uncalled_bet_returned"):
    """``ante``: of an Ante posted for the table, where every other player is short of the own one."""

    seat: Seat
    cents: Cents
    ante: bool = False


class ShowdownBegan(Event, frozen=True, kw_only=True, tag="showdown_began"):
    """``order``: who shows first, then clockwise."""

    order: tuple[Seat, ...]


class LastPlayerLeft(Event, frozen=True, kw_only=True, tag="last_player_left"):
    """All others are out of the round: the pot is this player's once the losing hands have been counted."""

    seat: Seat


class HandShown(Event, frozen=True, kw_only=True, tag="hand_shown"):
    seat: Seat
    cards: tuple[Card, ...]


class HandMucked(Event, frozen=True, kw_only=True, tag="hand_mucked"):
    seat: Seat


class RakeTaken(Event, frozen=True, kw_only=True, tag="rake_taken"):
    kind: str
    cents: Cents


class RakeDropped(Event, frozen=True, kw_only=True, tag="rake_dropped"):
    """What lay in the rake area goes into the drop box."""

    cents: Cents


class ContributionTaken(Event, frozen=True, kw_only=True, tag="contribution_taken"):
    fund: str
    cents: Cents


UNCONTESTED = "uncontested"
"""What a share is won for that nobody else contended for; any other share is won in a `Contest`."""


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What one winner receives of a pot, for what and by which clause."""

    clause: ClauseId
    seat: Seat
    contest: str
    cents: Cents
    excess: Cents = Cents(0)


class PotAwarded(Event, frozen=True, kw_only=True, tag="pot_awarded"):
    """One pot among its contenders. ``amount`` is before rake and contributions, ``paid`` what is shared."""

    pot: int
    amount: Cents
    paid: Cents
    contenders: tuple[Seat, ...]
    shares: tuple[Share, ...]


class Announced(Event, frozen=True, kw_only=True, tag="announced"):
    """What a player said; ``binding`` if it was the player's turn."""

    seat: Seat
    word: str
    to: Cents
    binding: bool


class ChipsPlaced(Event, frozen=True, kw_only=True, tag="chips_placed"):
    """Chips went forward: ``total`` so far; ``more``: the bet is not complete; ``raises``: a raise was announced."""

    seat: Seat
    total: Cents
    more: bool = False
    raises: bool = False


class CurrencyExchanged(Event, frozen=True, kw_only=True, tag="currency_exchanged"):
    seat: Seat
    cents: Cents


class BetCorrected(Event, frozen=True, kw_only=True, tag="bet_corrected"):
    """Chips placed, and what they were corrected to."""

    seat: Seat
    placed: Cents
    cents: Cents


class FoldedByGesture(Event, frozen=True, kw_only=True, tag="folded_by_gesture"):
    seat: Seat
    turned: bool


class MinimumAgreed(Event, frozen=True, kw_only=True, tag="minimum_agreed"):
    """The minimum bet all players agreed to; 0: the posted one is in force again, or will be ``from_next_round``."""

    cents: Cents
    from_next_round: bool = False


class ButtonDrawn(Event, frozen=True, kw_only=True, tag="button_drawn"):
    """At commencement of play one card was dealt to each player, and the highest names the button."""

    seat: Seat
    cards: tuple[Card, ...]


class PostOwed(Event, frozen=True, kw_only=True, tag="post_owed"):
    """The player must post the largest blind, and ``dead`` for blinds missed, or wait for the largest blind.

    ``newcomer``: the player has just joined the game, and misses no blind while waiting.
    """

    seat: Seat
    dead: Cents
    newcomer: bool = False
    v: Literal[2] = 2  # type: ignore[assignment]


class PostChosen(Event, frozen=True, kw_only=True, tag="post_chosen"):
    """The player posts with the next round."""

    seat: Seat


class CollectionSet(Event, frozen=True, kw_only=True, tag="collection_set"):
    """Whether the pots of this table contribute to a jackpot fund."""

    fund: str
    collecting: bool


class StakesRemoved(Event, frozen=True, kw_only=True, tag="stakes_removed"):
    seat: Seat


class StakesSecured(Event, frozen=True, kw_only=True, tag="stakes_secured"):
    seat: Seat
    cents: Cents
    covered: bool


class PlayerReturned(Event, frozen=True, kw_only=True, tag="player_returned"):
    seat: Seat
    cents: Cents


class ExposureChosen(Event, frozen=True, kw_only=True, tag="exposure_chosen"):
    seat: Seat
    bet_on: bool


class HandDropped(Event, frozen=True, kw_only=True, tag="hand_dropped"):
    """A hand is dead without a fold in turn; ``refund`` goes back to its player."""

    seat: Seat
    why: str
    actor: Seat
    refund: Cents = Cents(0)


class RakeReturned(Event, frozen=True, kw_only=True, tag="rake_returned"):
    cents: Cents


class BetsReturned(Event, frozen=True, kw_only=True, tag="bets_returned"):
    """Every bet of a void or misdealt round goes back: (seat, cents)."""

    bets: tuple[tuple[Seat, Cents], ...]


class DisputeRuled(Event, frozen=True, kw_only=True, tag="dispute_ruled"):
    person: str
    dispute: str
    ruling: str
    final: bool


class PlayerRemoved(Event, frozen=True, kw_only=True, tag="player_removed"):
    seat: Seat
    person: str
    reason: str


class ComplianceNotified(Event, frozen=True, kw_only=True, tag="compliance_notified"):
    seat: Seat
    person: str


class DeckHeld(Event, frozen=True, kw_only=True, tag="deck_held"):
    hand: str


class DeckSetDown(Event, frozen=True, kw_only=True, tag="deck_set_down"):
    pass


class LosingHandsCounted(Event, frozen=True, kw_only=True, tag="losing_hands_counted"):
    count: int


class TimeChargeAssessed(Event, frozen=True, kw_only=True, tag="time_charge_assessed"):
    """What each seat paid, when and to whom; ``owed``: what the stakes of those who are away did not cover."""

    at: int
    charges: tuple[tuple[Seat, Cents], ...]
    owed: tuple[tuple[Seat, Cents], ...] = ()
    person: str = ""
    v: Literal[3] = 3  # type: ignore[assignment]


class TimeChargePaid(Event, frozen=True, kw_only=True, tag="time_charge_paid"):
    """What a player who leaves pays of a time charge still owed; ``owed``: what the stakes did not cover."""

    seat: Seat
    cents: Cents
    owed: Cents = Cents(0)


class TimeChargesVerified(Event, frozen=True, kw_only=True, tag="time_charges_verified"):
    """Time charges were counted; ``variance``: by how much the count differs from what was collected."""

    person: str
    cents: Cents
    variance: Annotated[int, range(1 - MOST, MOST)] = 0


class RoundEnded(Event, frozen=True, kw_only=True, tag="poker_round_ended"):
    ends_round = True
    number: int
    kill_next: bool = False
    button_next: Seat = Seat(0)
    void: bool = False


EVENTS: tuple[type[Event], ...] = kinds_in(globals(), Event)
