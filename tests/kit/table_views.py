"""A table as people see it and as its events tell it: who has which chips and cards, what an account holds, what is due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.cards import Card
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Event, Table, Viewer
from houseway.engine.roles import Role


def look_at(table: Table[Any, Any], person: str = "") -> Any:
    """Return what a seated person sees, or what the floor sees if nobody is named."""
    return table.observe(Viewer(Role.PLAYER, person) if person else Viewer(Role.FLOORPERSON))


def hand_of(table: Table[Any, Any], seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat as the person there sees them."""
    seats = look_at(table).seats
    hand: tuple[Card, ...] = look_at(table, seats[seat]).hands[seat]
    return hand


def street_of(table: Table[Any, Any]) -> int:
    """Return the place of the street among those of a poker game, the first being 0; -1 before any is dealt."""
    phase = look_at(table).phase
    return [street.id for street in table.rules.game.streets].index(phase) if phase else -1


def fund_of(room: Table[Any, Any], name: str) -> Any:
    """Return a jackpot fund as the staff see it."""
    return look_at(room).funds[name]


def notes_of(table: Table[Any, Any], *names: str) -> dict[int, int]:
    """Return the amounts of the notes with these names, by the seat; 0 is the seat of the whole table."""
    return {note.seat: note.cents for note in look_at(table).notes if note.note in names}


def agreed_minimum(table: Table[Any, Any]) -> int:
    """Return the minimum bet that the players agreed to, 0 if none."""
    return notes_of(table, "minimum_is_agreed").get(0, 0)


def posts_owed(table: Table[Any, Any]) -> dict[int, int]:
    """Return the seats that must post before they are dealt in, and what they owe for missed blinds."""
    return notes_of(table, "post_is_owed", "post_is_chosen")


def faulty_devices(table: Table[Any, Any]) -> list[str]:
    """Return the devices that are out of order."""
    return [note.subject for note in look_at(table).notes if note.note == "device_is_out_of_order"]


def steps_due(table: Table[Any, Any]) -> list[str]:
    """Return the names of the commands that are due."""
    return [ask.command for ask in table.due()]


def decks_to_shuffle(table: Table[Any, Any]) -> list[int]:
    """Return the numbers of the decks whose shuffle is due."""
    return [int(ask.subject) for ask in table.due() if ask.command == "shuffle_cards"]


def balances_of(table: Table[Any, Any]) -> dict[str, int]:
    """Return what every account holds after the postings of all events."""
    return balances_after(table.events)


def balances_after(events: Iterable[Event]) -> dict[str, int]:
    """Return what every account holds after the postings of these events."""
    balances: dict[str, int] = {}
    for event in events:
        for source, target, cents in event.postings:
            balances[source] = balances.get(source, 0) - cents
            balances[target] = balances.get(target, 0) + cents
    return balances


def balance_of(table: Table[Any, Any], account: str) -> int:
    """Return what an account holds after the postings of all events, nothing if none has named it."""
    return balances_of(table).get(account, 0)


def chips_of(table: Table[Any, Any], person: str) -> int:
    """Return the chips that a person has in front of them."""
    return balance_of(table, player_account(person))


def sum_of_accounts(table: Table[Any, Any]) -> int:
    """Return what the accounts of the ledger come to, which no command may change."""
    return sum(table.state.ledger.values())
