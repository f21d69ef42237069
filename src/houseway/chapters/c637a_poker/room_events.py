"""What happened at a poker table around the betting."""

from __future__ import annotations

from houseway.cards import Card
from houseway.engine.accounts import Posting
from houseway.engine.banked.events import Event


class Announced(Event, frozen=True):
    """What a player said; ``binding`` if it was the player's turn."""

    seat: int
    word: str
    to: int
    binding: bool


class ChipsPlaced(Event, frozen=True):
    """Chips went forward: ``total`` so far; ``more``: the bet is not complete; ``raises``: a raise was announced."""

    seat: int
    total: int
    more: bool = False
    raises: bool = False


class CurrencyExchanged(Event, frozen=True):
    seat: int
    cents: int


class BetCorrected(Event, frozen=True):
    """Chips placed, and what they were corrected to."""

    seat: int
    placed: int
    cents: int


class FoldedByGesture(Event, frozen=True):
    seat: int
    turned: bool


class MinimumAgreed(Event, frozen=True):
    """The minimum bet all players agreed to; 0: the posted one is in force again, or will be ``from_next_round``."""

    cents: int
    from_next_round: bool = False


class PostOwed(Event, frozen=True):
    """The player must post the largest blind, and ``dead`` for blinds missed, or wait for the largest blind."""

    seat: int
    dead: int


class PostChosen(Event, frozen=True):
    """The player posts with the next round."""

    seat: int


class CollectionSet(Event, frozen=True):
    """Whether the pots of this table contribute to a jackpot fund."""

    fund: str
    collecting: bool


class StakesRemoved(Event, frozen=True):
    seat: int
    postings: tuple[Posting, ...]


class StakesSecured(Event, frozen=True):
    seat: int
    cents: int
    covered: bool


class PlayerReturned(Event, frozen=True):
    seat: int
    cents: int


class PokerIrregularityRuled(Event, frozen=True):
    cause: str
    remedy: str
    seat: int = 0


class CardSetAside(Event, frozen=True):
    """The next card of the deck is not used in this round."""

    card: Card
    face_up: bool


class CardExposed(Event, frozen=True):
    """A card was turned up in the dealing; ``asks``: the player may choose whether to bet on."""

    seat: int
    card: Card
    remedy: str
    asks: bool = False


class ExposureChosen(Event, frozen=True):
    seat: int
    bet_on: bool


class HandDropped(Event, frozen=True):
    """A hand is dead without a fold in turn; ``refund`` goes back to its player."""

    seat: int
    why: str
    actor: int
    refund: int = 0
    postings: tuple[Posting, ...] = ()


class RakeReturned(Event, frozen=True):
    cents: int
    postings: tuple[Posting, ...]


class BetsReturned(Event, frozen=True):
    """Every bet of a void or misdealt round goes back: (seat, cents)."""

    bets: tuple[tuple[int, int], ...]
    postings: tuple[Posting, ...]


class DisputeRuled(Event, frozen=True):
    person: str
    dispute: str
    ruling: str
    final: bool


class PlayerRemoved(Event, frozen=True):
    seat: int
    person: str
    reason: str


class ComplianceNotified(Event, frozen=True):
    seat: int
    person: str


class DeckWashed(Event, frozen=True):
    deck: int


class DeckPutIntoPlay(Event, frozen=True):
    deck: int
    at: int


class DeckCounted(Event, frozen=True):
    deck: int
    count: int
    right: bool
    stub: bool = False


class PokerDeckRemoved(Event, frozen=True):
    """A deck leaves the table and must be replaced."""

    deck: int
    why: str


class DeckHeld(Event, frozen=True):
    hand: str


class DeckSetDown(Event, frozen=True):
    pass


class LosingHandsCounted(Event, frozen=True):
    count: int


class TimeChargeAssessed(Event, frozen=True):
    """What each seat was charged, and when."""

    at: int
    charges: tuple[tuple[int, int], ...]
    postings: tuple[Posting, ...]


class TimeChargesVerified(Event, frozen=True):
    person: str
    cents: int


AnyRoomEvent = (
    Announced
    | ChipsPlaced
    | CurrencyExchanged
    | BetCorrected
    | FoldedByGesture
    | MinimumAgreed
    | CollectionSet
    | PostOwed
    | PostChosen
    | StakesRemoved
    | StakesSecured
    | PlayerReturned
    | PokerIrregularityRuled
    | CardSetAside
    | CardExposed
    | ExposureChosen
    | HandDropped
    | RakeReturned
    | BetsReturned
    | DisputeRuled
    | PlayerRemoved
    | ComplianceNotified
    | DeckWashed
    | DeckPutIntoPlay
    | DeckCounted
    | PokerDeckRemoved
    | DeckHeld
    | DeckSetDown
    | LosingHandsCounted
    | TimeChargeAssessed
    | TimeChargesVerified
)
