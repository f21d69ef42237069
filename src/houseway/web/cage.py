"""The cage over the API: a player's own balance, the cashier's counter, what is posted, and the reconciliation by gaming day."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response

from houseway.engine.accounts import player_account
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.cage import READERS, Deposit, PostCage, Withdraw
from houseway.money import Cents
from houseway.web import schema
from houseway.web.asked import Caller, answered, body_of, key_of, refused

if TYPE_CHECKING:
    from houseway.web.server import Server


class CounterBody(msgspec.Struct, forbid_unknown_fields=True):
    """A player at the counter of the cage, and an amount."""

    person: str
    cents: Cents
    key: str = ""


class CagePolicyBody(msgspec.Struct, forbid_unknown_fields=True):
    """The play money that every player may draw per gaming day, and the hour (UTC) at which the day begins."""

    allowance: Cents
    day_begins: int = 0


class AtCage(msgspec.Struct):
    """What a person has at the cage and can buy in for, what is posted, and every balance for those who keep or check it."""

    person: str
    balance: Cents
    available: Cents
    allowance: Cents
    day: str
    balances: dict[str, Cents]


def view_cage(server: Server, person: str, roles: tuple[Role, ...]) -> AtCage:
    """What a person sees of the cage."""
    cage = server.cage
    state = cage.state
    return AtCage(
        person=person,
        balance=state.balance(player_account(person)),
        available=cage.available(person),
        allowance=state.allowance,
        day=cage.today,
        balances=state.players() if READERS & set(roles) else {},
    )


async def serve_player(server: Server, command: Deposit | Withdraw, *, by: str, key: str = "") -> Any:
    """Take money from a player or pay it out, at the cashier's counter."""
    await asyncio.to_thread(server.people.catch_up)
    account = server.people.state.accounts.get(command.person)
    if account is None or Role.PLAYER not in account.roles:
        raise HTTPException(404, f"The house has no player {command.person[:40]!r}.")
    outcome = await asyncio.to_thread(server.cage.give, command, by=by, role=Role.CASHIER, key=key)
    for hub in server.hubs.values():
        # What a player can buy chips for stands on the page of the table.
        if command.person in hub.live.state.seats.values():
            hub.tell()
    return outcome


def mount(app: FastAPI, server: Server, signed_in: Any) -> None:
    """The routes of the cage."""

    @app.get("/api/cage", openapi_extra=schema.answer("AtCage"))
    async def look(who: Caller = signed_in) -> Response:
        """The caller's balance; every balance for cashiers, finance and auditors."""
        await asyncio.to_thread(server.cage.catch_up)
        return answered(view_cage(server, who.person, who.roles))

    @app.post("/api/cage/deposits", openapi_extra=schema.answer("AtCage", asks="CounterBody"))
    async def deposit(request: Request, who: Caller = signed_in) -> Response:
        """Take money for a player's balance, as a cashier."""
        return await at_counter(Deposit, request, who)

    @app.post("/api/cage/withdrawals", openapi_extra=schema.answer("AtCage", asks="CounterBody"))
    async def withdraw(request: Request, who: Caller = signed_in) -> Response:
        """Pay a player out of the balance, as a cashier."""
        return await at_counter(Withdraw, request, who)

    async def at_counter(kind: type[Deposit] | type[Withdraw], request: Request, who: Caller) -> Response:
        given: CounterBody = await body_of(request, CounterBody)
        who.as_role(Role.CASHIER)
        server.check_rate(who.person)
        command = kind(person=given.person, cents=given.cents)
        outcome = await serve_player(server, command, by=who.person, key=key_of(given.key))
        if isinstance(outcome, Refusal):
            return refused(outcome)
        return answered(view_cage(server, given.person, ()))

    @app.put("/api/cage", openapi_extra=schema.answer("AtCage", asks="CagePolicyBody"))
    async def post(request: Request, who: Caller = signed_in) -> Response:
        """Post the play money per gaming day, as an administrator; 0 for a house that takes deposits alone."""
        given: CagePolicyBody = await body_of(request, CagePolicyBody)
        role = who.as_role(Role.ADMINISTRATOR)
        command = PostCage(allowance=given.allowance, day_begins=given.day_begins)
        outcome = await asyncio.to_thread(server.cage.give, command, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered(view_cage(server, who.person, who.roles))

    @app.get("/api/cage/days", openapi_extra=schema.answer("Reconciliation"))
    async def days(who: Caller = signed_in) -> Response:
        """The cage by gaming day and by table, for cashiers, finance and auditors."""
        who.as_one_of(*sorted(READERS))
        server.check_extracts(who.person)
        return answered(await asyncio.to_thread(server.cage.reconcile))
