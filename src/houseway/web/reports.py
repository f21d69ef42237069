"""What surveillance tells the floor of a round, over the API and for the pages: sent, read and answered."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response

from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.reports import READERS, AnswerReport, Differing, Report, ReportRound
from houseway.money import Balance
from houseway.seats import Seat
from houseway.web import schema
from houseway.web.asked import Caller, answered, body_of, key_of, refused
from houseway.web.pages.owed import checked
from houseway.web.pages.past import readable
from houseway.web.pages.replaying import people_of

if TYPE_CHECKING:
    from houseway.web.server import Server

ANSWERERS = (Role.SHIFT_SUPERVISOR, Role.FLOORPERSON)
"""Who answers for the floor, the higher role first."""


class SeenPaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat was seen to gain, or to lose below zero, by a wager."""

    seat: Seat
    wager: str
    cents: Balance


class ReportBody(msgspec.Struct, forbid_unknown_fields=True):
    """A round of a table to be told to the floor, in words, with what was seen paid, or both."""

    table: str
    round: int
    says: str = ""
    seen: tuple[SeenPaid, ...] = ()
    key: str = ""


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    says: str
    key: str = ""


def differing(
    server: Server, table: str, number: int, seen: Mapping[str, Balance]
) -> tuple[Any, tuple[Differing, ...]]:
    """A round that is over, and its payments that differ from what is owed; ``seen``: by field, what was seen paid."""
    played = server.past.round(table, number)
    with readable(table, number):
        found = checked(played, seen)
    unknown = set(seen) - {one.field for one in found.payments}
    if unknown:
        raise HTTPException(422, f"nothing was paid as {min(unknown)[:60]!r} in round {number} of {table}")
    return played, tuple(
        [
            Differing(
                seat=one.seat,
                wager=one.name,
                paid=one.paid if one.seen is None else one.seen,
                owed=one.owed,
                clause=one.clause,
            )
            for one in found.differences
        ]
    )


async def send(
    server: Server, on: tuple[str, int], says: str, seen: Mapping[str, Balance], *, by: str, key: str
) -> Report | Refusal:
    """Tell the floor of a round; those who look at the floor's consoles see it at once."""
    table, number = on
    server.entry(table)
    played, found = await asyncio.to_thread(differing, server, table, number, seen)
    sat = tuple(sorted(set(people_of(played).values())))
    command = ReportRound(table=table, round=number, says=says, differing=found, sat=sat)
    answer = await asyncio.to_thread(server.people.send, command, by=by, role=Role.SURVEILLANCE, key=key)
    if isinstance(answer, Refusal):
        return answer
    server.tell_floor()
    told: Any = answer.events[0]
    return server.people.state.reports[int(told.report) - 1]


async def answer_to(server: Server, number: int, says: str, *, by: str, role: Role, key: str = "") -> Report | Refusal:
    """The floor answers a report."""
    command = AnswerReport(report=number, says=says)
    answer = await asyncio.to_thread(server.people.send, command, by=by, role=role, key=key)
    if isinstance(answer, Refusal):
        return answer
    server.tell_floor()
    return server.people.state.reports[number - 1]


def mount(app: FastAPI, server: Server, signed_in: Any) -> None:
    """Add the routes."""

    @app.get("/api/reports", openapi_extra=schema.answer("Reports"))
    async def reports(role: Role = Role.FLOORPERSON, who: Caller = signed_in) -> Response:
        """What surveillance told the floor, the first one first; one that nobody has answered stands."""
        if who.as_role(role) not in READERS:
            raise HTTPException(
                403, "what surveillance tells the floor is read by them, compliance and the shift supervisor"
            )
        return answered(server.people.state.reports)

    @app.post("/api/reports", status_code=201, openapi_extra=schema.answer("Report", 201, asks="ReportBody"))
    async def report(request: Request, who: Caller = signed_in) -> Response:
        """Tell the floor of a round that is over; payments that differ from what is owed are told with it."""
        given: ReportBody = await body_of(request, ReportBody)
        who.as_role(Role.SURVEILLANCE)
        seen = {f"paid:{one.seat}:{one.wager}": one.cents for one in given.seen}
        on = (given.table, given.round)
        made = await send(server, on, given.says, seen, by=who.person, key=key_of(given.key))
        return refused(made) if isinstance(made, Refusal) else answered(made, 201)

    @app.post("/api/reports/{number}/answer", openapi_extra=schema.answer("Report", asks="AnswerBody"))
    async def answer(number: int, request: Request, who: Caller = signed_in) -> Response:
        """Answer a report for the floor."""
        given: AnswerBody = await body_of(request, AnswerBody)
        role = who.as_one_of(*ANSWERERS)
        made = await answer_to(server, number, given.says, by=who.person, role=role, key=key_of(given.key))
        return refused(made) if isinstance(made, Refusal) else answered(made)
