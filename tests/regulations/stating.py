"""Stated rounds for tests: decks stacked so that named hands come up, and the answer by seat and wager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from houseway.cards import DECK_52, DECK_53, Card, cards, text_of
from houseway.chapters.registry import resolve
from houseway.engine.banked.events import Event
from houseway.engine.table import Table
from houseway.rounds.banked import play, read, settle

Hands = Mapping[int, str]
E = TypeVar("E", bound=Event)


def in_turn(piles: list[tuple[Card, ...]]) -> list[Card]:
    """One card of each pile after the other, as they are dealt around the table."""
    return [pile[number] for number in range(len(piles[0])) for pile in piles]


def holdem_deck(hands: Hands, dealer: str, board: str, streets: tuple[int, ...]) -> str:
    """A deck for two cards each and the community cards in streets, with a card burned before each street."""
    piles = [cards(hands[seat]) for seat in sorted(hands)] + [cards(dealer)]
    community = list(cards(board))
    rest = unused([*in_turn(piles), *community], DECK_52)
    deck = in_turn(piles)
    for count in streets:
        deck += [next(rest), *community[:count]]
        del community[:count]
    return text_of([*deck, *rest])


def five_card_deck(hands: Hands, dealer: str) -> str:
    """A deck for five cards each, the dealer last."""
    deck = in_turn([cards(hands[seat]) for seat in sorted(hands)] + [cards(dealer)])
    return text_of([*deck, *unused(deck, DECK_52)])


def pai_gow_deck(hands: Hands, dealer: str, *, start: int = 0) -> str:
    """A deck of 53 for seven cards to every position clockwise from ``start`` (0 is the dealer); no text, any cards."""
    held = {seat: cards(text) for seat, text in {**hands, 0: dealer}.items() if text}
    rest = unused([card for pile in held.values() for card in pile], DECK_53)
    piles = []
    for step in range(7):
        position = (start + step) % 7
        piles.append(held[position] if position in held else tuple(next(rest) for _ in range(7)))
    return text_of([*in_turn(piles), *rest])


def unused(used: list[Card], deck: tuple[Card, ...]) -> Iterator[Card]:
    """The cards of the deck that are not used, in its order."""
    return iter([card for card in deck if card not in set(used)])


def paid(stated: Mapping[str, Any]) -> dict[tuple[int, str], tuple[str, int]]:
    """The settlements of a round: seat and wager -> what it pays and its net. The round must not be refused."""
    answer = settle(stated)
    assert "refusal" not in answer, answer
    return {(one["seat"], one["wager"]): (one["pays"], one["net"]) for one in answer["settlements"]}


def refused(stated: Mapping[str, Any]) -> dict[str, Any]:
    """The refusal of a round that cannot be played so."""
    answer = settle(stated)
    assert "refusal" in answer, answer
    refusal: dict[str, Any] = answer["refusal"]
    return refusal


def played(stated: Mapping[str, Any]) -> Table:
    """The table after the round, with all its events."""
    return play(read(stated))


def events(table: Table, kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in table.events if isinstance(event, kind)]


def opened(game: str, **submission: Any) -> Table:
    """A table that has not been opened yet."""
    return Table(resolve(submission, game=game))
