"""The cards of the last round of play as its events tell them, those included that nobody may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as poker
from houseway.engine.banked import events as banked
from houseway.engine.kernel import Event, Table
from houseway.seats import DEALER, Seat


def round_events(table: Table[Any, Any]) -> list[Event]:
    """Return the events of the round under way; at a poker table those of the last round until another begins."""
    begins = 0
    for place, event in enumerate(table.events):
        if isinstance(event, poker.RoundStarted):
            begins = place
        elif isinstance(event, banked.RoundEnded):
            begins = place + 1
    return table.events[begins:]


def cards_sent_to(table: Table[Any, Any], place: int) -> tuple[Card, ...]:
    """Return the cards that were dealt to a seat or to another place of the chapter in this round, in their order."""
    return tuple([card for target, card in _cards_sent(table) if target == place])


def _cards_sent(table: Table[Any, Any]) -> Iterator[tuple[Seat, Card]]:
    for event in round_events(table):
        match event:
            case poker.StreetDealt():
                yield from [(target, card) for target, card, _ in event.cards]
            case poker.Drew():
                yield from [(event.seat, card) for card in event.cards]
            case banked.CardsDealt():
                yield from event.cards


def cards_gone(table: Table[Any, Any]) -> int:
    """Return how many cards were dealt in this round, burn cards included."""
    return len(list(_cards_sent(table)))


def hands_dealt(table: Table[Any, Any]) -> dict[Seat, tuple[Card, ...]]:
    """Return the cards that each position of a banked table was dealt, the dealer's and those without a wager included."""
    places = sorted({target for target, _ in _cards_sent(table) if target >= DEALER})
    return {place: cards_sent_to(table, place) for place in places}


def burned_cards(table: Table[Any, Any]) -> tuple[Card, ...]:
    """Return the burn cards of a poker round, without those that were shuffled back."""
    burned: list[Card] = []
    for event in round_events(table):
        if isinstance(event, poker.StreetDealt):
            burned += [card for target, card, _ in event.cards if target == poker.BURN]
        elif isinstance(event, poker.Reshuffled):
            burned = [card for card in burned if card not in event.order]
    return tuple(burned)


def set_aside_cards(table: Table[Any, Any]) -> tuple[Card, ...]:
    """Return the cards of a poker round that are out of play."""
    aside: list[Card] = []
    for event in round_events(table):
        if isinstance(event, poker.CardSetAside):
            aside.append(event.card)
        elif isinstance(event, poker.StreetDealt):
            aside += [card for target, card, _ in event.cards if target == poker.SET_ASIDE]
    return tuple(aside)


def discards(table: Table[Any, Any]) -> list[tuple[Seat, Card]]:
    """Return what was thrown away in the draws of a poker round: the seat, 0 if nobody's, and the card."""
    thrown: list[tuple[Seat, Card]] = []
    for event in round_events(table):
        if isinstance(event, poker.Discarded):
            thrown += [(event.seat, card) for card in event.cards]
        elif isinstance(event, poker.StreetDealt):
            thrown += [(Seat(0), card) for target, card, _ in event.cards if target == poker.INELIGIBLE]
    return thrown


def cards_owed(table: Table[Any, Any]) -> int:
    """Return how many cards the last player to draw is still to be dealt."""
    return [event.owed for event in round_events(table) if isinstance(event, poker.Drew)][-1]


def deck_of(table: Table[Any, Any]) -> tuple[Card, ...]:
    """Return the deck of a poker round in the order that it began with."""
    return next(event.deck for event in round_events(table) if isinstance(event, poker.RoundStarted))


def stub_of(table: Table[Any, Any]) -> tuple[Card, ...]:
    """Return the cards of a poker round that are still to be dealt, the next first."""
    stub: tuple[Card, ...] = ()
    for event in round_events(table):
        match event:
            case poker.RoundStarted():
                stub = event.deck
            case poker.StreetDealt():
                stub = stub[len(event.cards) :]
            case poker.Drew():
                stub = stub[len(event.cards) :]
            case poker.CardSetAside():
                stub = tuple([card for card in stub if card != event.card])
            case poker.CardsCut():
                stub = stub[event.depth :] + stub[: event.depth]
            case poker.Reshuffled():
                stub = event.order if event.burns else stub + event.order
    return stub
