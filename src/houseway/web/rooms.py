"""Jackpots over the API: the funds of a room, which several tables feed, with every step of 637a.15 and 637a.16."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response, WebSocket

from houseway.chapters.c637a_poker.jackpots import citations
from houseway.chapters.registry import chapter_of
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.offered import OpenJackpots
from houseway.store.jackpots import jackpots_stream
from houseway.store.record import JACKPOTS, Opening
from houseway.web import schema
from houseway.web.asked import Caller, answered, body_of, envelope_of, refused
from houseway.web.check_process import check_opening
from houseway.web.submitted import lawful, submission_of
from houseway.web.watching import watch

if TYPE_CHECKING:
    from houseway.web.server import Server


class RoomBody(msgspec.Struct, forbid_unknown_fields=True):
    """A room whose jackpots are opened under a Poker submission, or under the one on file by the name of ``rules``."""

    name: str
    submission: dict[str, Any] = {}
    rules: str = ""


def room_of(server: Server, name: str, game: str) -> str:
    """The stream of the jackpots that a table of a game contributes to; empty if none is named."""
    if not name:
        return ""
    room = name.removeprefix(f"{JACKPOTS}/")
    if chapter_of(game).banked:
        clauses = f"{citations.BAD_BEAT_OFFER}, {citations.HIGH_HAND_OFFER}"
        raise HTTPException(422, f"jackpots are of Poker tables ({clauses}), and {game} is not Poker")
    if not server.has_room(room):
        known = ", ".join(server.people.state.rooms) or "none"
        raise HTTPException(422, f"there are no jackpots of a room {room[:40]!r}; the rooms: {known}")
    return jackpots_stream(room)


def offers_jackpots(submission: Mapping[str, Any]) -> bool:
    """Return whether a submission offers a jackpot payout, so that the jackpots of a room can be opened under it."""
    return bool(submission.get("bad_beat") or submission.get("high_hand"))


async def opened(server: Server, name: str, submission: dict[str, Any], *, by: str, role: Role) -> Any:
    """Open the jackpots of a room under a lawful Poker submission."""
    found = lawful(await server.checks.run(by, check_opening, submission), practice=False)
    assert found.digest is not None and found.game is not None
    if not offers_jackpots(submission):
        neither = f"bad_beat ({citations.BAD_BEAT_OFFER}) nor high_hand ({citations.HIGH_HAND_OFFER})"
        raise HTTPException(422, f"the submission offers neither {neither}")
    command = OpenJackpots(room=name, digest=found.digest)
    stream = Opening(jackpots_stream(name), JACKPOTS, submission)
    return await asyncio.to_thread(server.open, command, stream, by=by, role=role)


def mount(app: FastAPI, server: Server, signed_in: Any) -> None:
    """Add the routes."""

    def tables_of(room: str) -> list[str]:
        entries = server.people.state.tables
        return [name for name, one in entries.items() if one.jackpots == jackpots_stream(room) and not one.closed]

    @app.get("/api/jackpots", openapi_extra=schema.answer("Rooms"))
    async def rooms(who: Caller = signed_in) -> Response:
        """The rooms with jackpots, and the tables that feed them."""
        found = server.people.state.rooms
        return answered({name: {"digest": digest, "tables": tables_of(name)} for name, digest in found.items()})

    @app.post("/api/jackpots", status_code=201, openapi_extra=schema.answer("RoomNamed", 201, asks="RoomBody"))
    async def open_room(request: Request, who: Caller = signed_in) -> Response:
        """Open the jackpots of a room under a Poker submission that offers a Bad Beat or a High Hand Jackpot payout."""
        given = await body_of(request, RoomBody)
        role = who.as_one_of(Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
        submission = submission_of(server, given.submission, given.rules)
        outcome = await opened(server, given.name, submission, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"room": given.name}, 201)

    @app.get("/api/jackpots/{name}", openapi_extra=schema.answer("View"))
    async def look(name: str, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """What this viewer may see of a room's funds, and which steps it may take."""
        viewer = Viewer(who.as_role(role), who.person)
        hub = server.room(name)
        await asyncio.to_thread(lambda: hub.live)
        return Response(hub.view(viewer), media_type="application/json")

    @app.get("/api/jackpots/{name}/events", openapi_extra=schema.answer("Events"))
    async def events(name: str, after: int = 0, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """The events since a revision, as this viewer may see them."""
        found = server.room(name).after(Viewer(who.as_role(role), who.person), after)
        if found is None:
            raise HTTPException(410, "events so long ago are not at hand: look at the room as it is")
        return answered(found)

    @app.post("/api/jackpots/{name}/commands", openapi_extra=schema.answer("Answered", asks="CommandBody"))
    async def command(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Take a step: 200 with the events it led to, 409 with the refusal. The same key gives the first answer again."""
        given = await envelope_of(request, who)
        hub = server.room(name)
        before = server.record.reached(hub.stream)
        answer = await server.send(hub, given)
        if isinstance(answer, Refusal):
            return refused(answer)
        seen = await hub.answered(Viewer(given.role, who.person), answer, before)
        return answered({"seq": answer.seq, "events": seen})

    @app.get("/api/jackpots/{name}/noticed", openapi_extra=schema.answer("NoticedAll"))
    async def what_was_noticed(name: str, role: Role = Role.SHIFT_SUPERVISOR, who: Caller = signed_in) -> Response:
        """What the last rounds of its tables showed and nobody has dealt with: commands to be given, for staff."""
        if who.as_role(role) is Role.PLAYER:
            raise HTTPException(403, "what was noticed is for staff: name another role")
        server.room(name)
        server.check_extracts(who.person)
        found: list[Envelope] = []
        for table in tables_of(name):
            found += await asyncio.to_thread(server.noticed.at_table, table, jackpots_stream(name))
        return answered([{"role": one.role, "command": one.command} for one in found])

    @app.websocket("/api/jackpots/{name}/live")
    async def live_view(socket: WebSocket, name: str) -> None:
        """Every new version of what this viewer may see of a room's funds."""
        await watch(server, socket, lambda: server.room(name))
