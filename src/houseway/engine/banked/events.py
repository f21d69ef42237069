"""What happened at a table. An event carries its clause and, where money moved, its balanced postings."""

from __future__ import annotations

import msgspec

from houseway.cards import Card
from houseway.engine.accounts import Posting
from houseway.engine.banked.commands import _snake


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=_snake, omit_defaults=True, gc=False):
    """The base of all events. Events hold only plain values, so the garbage collector need not look at them."""

    clause: str


class TableFunded(Event, frozen=True):
    """Chips in the inventory and amounts on the meters, from outside."""

    postings: tuple[Posting, ...]


class TableOpened(Event, frozen=True):
    """``stated``: for one stated round, the rounds before which are not known."""

    digest: str
    at: int
    stated: bool = False


class DecksReceived(Event, frozen=True):
    decks: int
    at: int
    preshuffled: bool
    two_jokers: bool = False


class CardsInspected(Event, frozen=True):
    pass


class InspectionVerified(Event, frozen=True):
    joker_torn: bool = False


class CardsSpread(Event, frozen=True):
    face_up: bool
    no_activity: bool = False


class CardsViewed(Event, frozen=True):
    player: str


class CardsWashed(Event, frozen=True):
    pass


class ShuffleDirected(Event, frozen=True):
    pass


class CardsShuffled(Event, frozen=True):
    order: tuple[Card, ...]
    deck: int
    at: int
    by_device: bool


class DeviceCounted(Event, frozen=True):
    count: int
    right: bool


class CardsCut(Event, frozen=True):
    """``offered``: the seats that were offered the cut, in order, where players are offered it."""

    depth: int
    seat: int = 0
    offered: tuple[int, ...] = ()


class RecutRequired(Event, frozen=True):
    pass


class DecksChanged(Event, frozen=True):
    at: int


class DeckRemoved(Event, frozen=True):
    why: str


class StubCounted(Event, frozen=True):
    count: int
    right: bool


class DeviceFailed(Event, frozen=True):
    device: str
    usable: bool


class DeviceCovered(Event, frozen=True):
    device: str


class MethodChanged(Event, frozen=True):
    shuffler: str
    dealing: str


class SeatTaken(Event, frozen=True):
    seat: int
    player: str
    postings: tuple[Posting, ...]


class SeatLeft(Event, frozen=True):
    seat: int
    postings: tuple[Posting, ...] = ()


class WagersPlaced(Event, frozen=True):
    seat: int
    wagers: tuple[tuple[str, int], ...]
    postings: tuple[Posting, ...]


class WagersWithdrawn(Event, frozen=True):
    seat: int
    wagers: tuple[str, ...]
    postings: tuple[Posting, ...]


class BankPassed(Event, frozen=True):
    seat: int


class BankAccepted(Event, frozen=True):
    seat: int
    co_bank: bool
    dealer_wager: int
    postings: tuple[Posting, ...] = ()


class BetsClosed(Event, frozen=True):
    """ "No more bets": wagers are locked, progressive chips collected, meters raised."""

    magic_card: Card | None = None
    lucky: int | None = None
    lammers: tuple[tuple[int, str], ...] = ()
    chips_due: int = 0
    postings: tuple[Posting, ...] = ()


class ChipsCounted(Event, frozen=True):
    chips: int
    accepted: int


class StartDetermined(Event, frozen=True):
    number: int
    position: int
    dice: tuple[int, int, int] | None = None


class CardsDealt(Event, frozen=True):
    """The cards in the order in which they left the deck, each with where it went."""

    phase: str
    cards: tuple[tuple[int, Card], ...]
    complete: bool
    face_down: bool = False


class CommunityTurned(Event, frozen=True):
    """Community cards that were dispensed before are turned face up."""

    phase: str
    cards: tuple[Card, ...]


class PhaseBegan(Event, frozen=True):
    """``asked``: the seats in the order of asking; ``deals``: where each of the next cards goes."""

    phase: str
    asked: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()


class Decided(Event, frozen=True):
    seat: int
    phase: str
    word: str
    wager: str | None = None
    cents: int = 0
    folds: bool = False
    surrenders: bool = False
    leaves: bool = False
    postings: tuple[Posting, ...] = ()


class HandsSet(Event, frozen=True):
    """``seat`` 0 is the dealer. ``reset``: put right after a wrong setting."""

    seat: int
    high: tuple[Card, ...]
    low: tuple[Card, ...]
    house_way: bool = False
    reset: bool = False


class BankRevealed(Event, frozen=True):
    cards: tuple[Card, ...]


class WagerSettled(Event, frozen=True):
    """``amount`` is what the payment is measured by; ``net`` what the player gains or loses by it."""

    seat: int
    wager: str
    amount: int
    pays: str
    net: int
    under: str | None = None
    hand: str = ""
    postings: tuple[Posting, ...] = ()


class MeterReset(Event, frozen=True):
    meter: str
    postings: tuple[Posting, ...] = ()


class ValidationAwaited(Event, frozen=True):
    """``stage`` needs the validation; ``resume`` is where the settlement goes on after it."""

    seat: int
    wager: str
    stage: int
    resume: int


class PayoutValidated(Event, frozen=True):
    seat: int
    wager: str


class DealerWagerSettled(Event, frozen=True):
    """The dealer's own wager against a player bank."""

    amount: int
    pays: str
    net: int
    under: str
    postings: tuple[Posting, ...] = ()


class ShortfallCollected(Event, frozen=True):
    """The centre did not suffice for the winning wagers: what the bank, and a co-banking house, put there."""

    seat: int
    from_bank: int
    from_house: int
    postings: tuple[Posting, ...] = ()


class BankSettled(Event, frozen=True):
    """The centre of the table at the end of a round with a player bank."""

    seat: int
    collected: int
    paid: int
    from_bank: int
    to_bank: int
    vigorish: int
    dealer_net: int
    postings: tuple[Posting, ...] = ()


class PayoutLimited(Event, frozen=True):
    seat: int
    limit: int
    reduction: int
    postings: tuple[Posting, ...] = ()


class IrregularityRuled(Event, frozen=True):
    cause: str
    remedy: str
    seat: int = 0


class CardSetAside(Event, frozen=True):
    card: Card


class CardExposed(Event, frozen=True):
    """A player's card was exposed; the player may void the hand."""

    seat: int


class WagersReturned(Event, frozen=True):
    """Wagers go back: per seat and wager, with what is taken off the meters again."""

    wagers: tuple[tuple[int, str, int], ...]
    postings: tuple[Posting, ...]


class HandVoided(Event, frozen=True):
    seat: int


class HandKept(Event, frozen=True):
    seat: int


class NoRollCalled(Event, frozen=True):
    pass


class RoundEnded(Event, frozen=True):
    """The cards are collected; ``void`` if the round did not count."""

    number: int
    void: bool = False
    against_dealer: tuple[tuple[str, int], ...] = ()
    postings: tuple[Posting, ...] = ()


AnyEvent = (
    TableFunded
    | TableOpened
    | DecksReceived
    | CardsInspected
    | InspectionVerified
    | CardsSpread
    | CardsViewed
    | CardsWashed
    | ShuffleDirected
    | CardsShuffled
    | DeviceCounted
    | CardsCut
    | RecutRequired
    | DecksChanged
    | DeckRemoved
    | StubCounted
    | DeviceFailed
    | DeviceCovered
    | MethodChanged
    | SeatTaken
    | SeatLeft
    | WagersPlaced
    | WagersWithdrawn
    | BankPassed
    | BankAccepted
    | BetsClosed
    | ChipsCounted
    | StartDetermined
    | CardsDealt
    | CommunityTurned
    | PhaseBegan
    | Decided
    | HandsSet
    | BankRevealed
    | WagerSettled
    | MeterReset
    | ValidationAwaited
    | PayoutValidated
    | DealerWagerSettled
    | ShortfallCollected
    | BankSettled
    | PayoutLimited
    | IrregularityRuled
    | CardSetAside
    | CardExposed
    | WagersReturned
    | HandVoided
    | HandKept
    | NoRollCalled
    | RoundEnded
)
