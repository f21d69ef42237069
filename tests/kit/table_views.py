"""A table as people see it and as its events tell it: who has which chips and cards, what an account holds, what is due."""

from __future__ import annotations

from typing import Any

from houseway.cards import Card
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role


def look_at(table: Table[Any, Any], person: str = "") -> Any:
    """Return what a seated person sees, or what the floor sees if nobody is named."""
    return table.observe(Viewer(Role.PLAYER, person) if person else Viewer(Role.FLOORPERSON))


def hand_of(table: Table[Any, Any], seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat as the person there sees them."""
    seats = look_at(table).seats
    hand: tuple[Card, ...] = look_at(table, seats[seat]).hands[seat]
    return hand


def balances_of(table: Table[Any, Any]) -> dict[str, int]:
    """Return what every account holds after the postings of all events."""
    balances: dict[str, int] = {}
    for event in table.events:
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
