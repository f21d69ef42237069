"""What happened to a table's cards and devices."""

from __future__ import annotations

from typing import Annotated, Literal

from houseway.cards import Card
from houseway.engine.kernel import Event
from houseway.money import MOST
from houseway.seats import Seat

Target = Annotated[Seat, range(-3, MOST)]
"""Where a card goes: a seat, or below zero, as a machine numbers them, to the community, the burnt cards or aside."""


class DecksReceived(Event, frozen=True, kw_only=True, tag="decks_received"):
    decks: int
    at: int
    preshuffled: bool
    two_jokers: bool = False


class CardsInspected(Event, frozen=True, kw_only=True, tag="cards_inspected"):
    person: str = ""
    v: Literal[2] = 2  # type: ignore[assignment]


class InspectionVerified(Event, frozen=True, kw_only=True, tag="inspection_verified"):
    joker_torn: bool = False
    person: str = ""
    v: Literal[2] = 2  # type: ignore[assignment]


class CardsSpread(Event, frozen=True, kw_only=True, tag="cards_spread"):
    """``stored``: the decks that stay in the shuffling device as they are."""

    face_up: bool
    no_activity: bool = False
    stored: tuple[int, ...] = ()


class CardsViewed(Event, frozen=True, kw_only=True, tag="cards_viewed"):
    """``complete``: nobody else has to be given the opportunity."""

    player: str
    complete: bool = True


class CardsWashed(Event, frozen=True, kw_only=True, tag="cards_washed"):
    deck: int = 0


class ShuffleDirected(Event, frozen=True, kw_only=True, tag="shuffle_directed"):
    """``decks``: those that were shuffled and are to be shuffled again."""

    decks: tuple[int, ...] = ()


class CardsShuffled(Event, frozen=True, kw_only=True, tag="cards_shuffled"):
    order: tuple[Card, ...]
    deck: int
    at: int
    by_device: bool


class DeviceCounted(Event, frozen=True, kw_only=True, tag="device_counted"):
    count: int
    right: bool
    deck: int = 0


class CutOffered(Event, frozen=True, kw_only=True, tag="cut_offered"):
    seat: Seat
    deck: int = 0


class CutDeclined(Event, frozen=True, kw_only=True, tag="cut_declined"):
    seat: Seat
    deck: int = 0


class CardsCut(Event, frozen=True, kw_only=True, tag="cards_cut"):
    """``offered``: the seats that were offered the cut, in order, where players are offered it; ``cover_card``: where the
    dealer puts the cover card that does not stay at the bottom, where the chapter has a choice."""

    depth: int
    seat: Seat = Seat(0)
    offered: tuple[Seat, ...] = ()
    deck: int = 0
    cover_card: str = ""
    v: Literal[2] = 2  # type: ignore[assignment]


class RecutRequired(Event, frozen=True, kw_only=True, tag="recut_required"):
    deck: int = 0


class DecksChanged(Event, frozen=True, kw_only=True, tag="decks_changed"):
    at: int


class DeckPutIntoPlay(Event, frozen=True, kw_only=True, tag="deck_put_into_play"):
    deck: int
    at: int


class DeckRemoved(Event, frozen=True, kw_only=True, tag="deck_removed"):
    """A deck leaves the table and must be replaced."""

    why: str
    deck: int = 0


class DeckCounted(Event, frozen=True, kw_only=True, tag="deck_counted"):
    """A whole deck was counted between rounds of play."""

    deck: int
    count: int
    right: bool


class StubCounted(Event, frozen=True, kw_only=True, tag="stub_counted"):
    """What a round has left of its deck was counted."""

    count: int
    right: bool


class DeviceFailed(Event, frozen=True, kw_only=True, tag="device_failed"):
    device: str
    usable: bool


class DeviceCovered(Event, frozen=True, kw_only=True, tag="device_covered"):
    device: str


class MethodChanged(Event, frozen=True, kw_only=True, tag="method_changed"):
    shuffler: str
    dealing: str


class CardSetAside(Event, frozen=True, kw_only=True, tag="card_set_aside"):
    """The next card of the deck is not used in this round."""

    card: Card
    face_up: bool = True


class CardExposed(Event, frozen=True, kw_only=True, tag="card_exposed"):
    """A card of a player's hand was exposed; ``asks``: the player decides what becomes of it."""

    seat: Seat
    card: Card | None = None
    remedy: str = ""
    asks: bool = False


class IrregularityRuled(Event, frozen=True, kw_only=True, tag="irregularity_ruled"):
    cause: str
    remedy: str
    seat: Seat = Seat(0)
