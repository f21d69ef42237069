"""The cage: the cashier's counter, every balance, and the reconciliation by gaming day and by table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.cage import READERS, Deposit, Withdraw
from houseway.money import Cents, cents_of
from houseway.store.cage import TableLine
from houseway.web.cage import serve_player, view_cage
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.visitors import Visitor, first, form

DAYS = 31
"""So many of the last gaming days stand on the page."""
MOST_LINES = 200
"""So many balances and tables stand on the page: the largest, and every table that does not agree."""


def largest_balances(balances: dict[str, Cents]) -> dict[str, Cents]:
    """Return the balances that stand on the page, by name."""
    chosen = sorted(balances.items(), key=lambda balance: -balance[1])[:MOST_LINES]
    return dict(sorted(chosen))


def lines_shown(tables: Sequence[TableLine]) -> list[TableLine]:
    """Return the tables that stand on the page: those that do not agree, then those with the most chips."""
    chosen = sorted(tables, key=lambda line: (not line.fault, -abs(line.cage)))[:MOST_LINES]
    return sorted(chosen, key=lambda line: line.table)


def add_to(house: House) -> None:
    """The page of the cage."""
    server = house.server

    def reader(request: Request) -> Visitor:
        who = house.visitor(request)
        if not who.has(*READERS):
            raise HTTPException(403, "Only cashiers, finance and auditors can look at the cage.")
        return who

    async def show(request: Request, who: Visitor, *, status: int = 200, fault: str = "", done: str = "") -> Response:
        found = await in_page_pool(server.cage.reconcile)
        players = sorted(name for name, account in server.people.state.accounts.items() if Role.PLAYER in account.roles)
        cage = view_cage(server, who.person, who.roles)
        return house.page(
            "cage.html",
            request,
            who,
            status=status,
            cage=cage,
            balances=largest_balances(cage.balances),
            found=found,
            faults=found.faults[:MOST_LINES],
            tables=lines_shown(found.tables),
            days=found.days[: -DAYS - 1 : -1],
            players=players[:MOST_LINES],
            counter=who.has(Role.CASHIER),
            key=secrets.token_hex(12),
            fault=fault,
            done=done,
        )

    @house.get("/cage")
    async def look(request: Request, done: str = "") -> Response:
        who = reader(request)
        await asyncio.to_thread(server.cage.catch_up)
        said = {"deposit": "Deposit recorded.", "withdraw": "Withdrawal recorded."}.get(done, "")
        return await show(request, who, done=said)

    @house.post("/cage/{what}")
    async def serve(request: Request, what: str) -> Response:
        """A player at the counter."""
        who = reader(request)
        given = await form(request, who)
        kinds: dict[str, type[Deposit] | type[Withdraw]] = {"deposit": Deposit, "withdraw": Withdraw}
        kind = kinds.get(what)
        if kind is None:
            raise HTTPException(404, f"the cage has no step {what[:40]!r}")
        if not who.has(Role.CASHIER):
            raise HTTPException(403, "Only a cashier can take deposits and pay withdrawals.")
        server.check_rate(who.person)
        text = first(given, "amount").strip()
        cents = cents_of(text)
        if cents is None:
            return await show(
                request, who, status=422, fault=f"{text[:20]!r} is not an amount of dollars, as in 12.50."
            )
        command = kind(person=first(given, "person").strip(), cents=cents)
        key = f"page cage {first(given, 'key')[:80]}"
        try:
            outcome = await serve_player(server, command, by=who.person, key=key)
        except HTTPException as error:
            return await show(request, who, status=error.status_code, fault=str(error.detail))
        if isinstance(outcome, Refusal):
            return await show(request, who, status=409, fault=f"{outcome.said}.")
        return RedirectResponse(f"/cage?done={what}", 303)
