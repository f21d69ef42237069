"""What a viewer may see of a table, and nothing else: the part that is the same at all tables."""

from __future__ import annotations

from collections.abc import Set
from typing import TypeVar

import msgspec

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.accounts import player_account
from houseway.engine.asking import Ask
from houseway.engine.kernel import Event, State, Viewer
from houseway.engine.roles import PLAYER
from houseway.engine.showing import shown
from houseway.money import Cents
from houseway.seats import Seat

T = TypeVar("T", Seat, tuple[Seat, str])
Seen = tuple[Card | None, ...]
"""Cards in their places; one that may not be seen is None."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something that stands out and may otherwise be overlooked, by its name: ``deck_change_is_due``, ``seat_is_away``."""

    note: str
    clause: ClauseId
    seat: Seat = Seat(0)
    subject: str = ""
    cents: Cents = Cents(0)


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """The visible table. ``revision`` counts the events so far; ``due`` is what is awaited and from whom, ``legal`` what
    this viewer may do, ``events`` the last events as this viewer may see them."""

    game: str
    revision: int
    number: int
    status: str
    phase: str
    seats: dict[Seat, str]
    chips: dict[Seat, Cents]
    hands: dict[Seat, Seen]
    community: Seen
    folded: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    due: tuple[Ask, ...]
    legal: tuple[Ask, ...]
    notes: tuple[Note, ...]
    events: tuple[Event, ...]

    __repr__ = shown


def chips_of(state: State) -> dict[Seat, Cents]:
    """The chips in front of each player."""
    ledger = state.ledger
    return {seat: ledger.get(player_account(player), _NOTHING) for seat, player in state.seats.items()}


_NOTHING = Cents(0)


def in_order(some: Set[T]) -> tuple[T, ...]:
    """Seats, or what there is of them, in their order."""
    return tuple(sorted(some)) if some else ()


def own_seats(state: State, viewer: Viewer) -> set[Seat]:
    """The seats whose cards are the viewer's."""
    if viewer.role is not PLAYER:
        return set()
    name = viewer.person
    return {seat for seat, person in state.seats.items() if person == name}
