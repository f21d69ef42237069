"""The jackpots of the house: the board everybody sees, the public sign, and the steps of 637a.15 and 637a.16 for whose they are."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.view.telling import refused
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.doing import Fields, FormError, command_of
from houseway.web.pages.jackpots.board import Board, roles_of
from houseway.web.pages.jackpots.steps import NAMES
from houseway.web.pages.rendering import partial, render
from houseway.web.pages.visitors import Visitor, first, form, visitor
from houseway.web.watching import COOKIE, listening, may_look


def command_given(given: Fields) -> cmd.JackpotCommand:
    """Return the step that a form of the board stands for."""
    named = {
        name.removeprefix(NAMES): [person.strip() for text in texts for person in text.split(",")]
        for name, texts in given.items()
        if name.startswith(NAMES)
    }
    command = command_of({**given, **named})
    if not isinstance(command, cmd.JackpotCommand):
        raise FormError("that is no step of a jackpot")
    return command


def add_to(house: House) -> None:
    """The board, the sign and the steps."""
    server = house.server
    board = Board(server)

    @house.get("/jackpots")
    async def jackpots(request: Request) -> Response:
        who = house.visitor(request)
        parts = await in_page_pool(board.parts, who, sign=False)
        given = await in_page_pool(board.given, who)
        staff = roles_of(who) != (Role.PLAYER,)
        return house.page("jackpots.html", request, who, parts=parts, sign=False, staff=staff, **given)

    @house.get("/jackpots/sign")
    async def sign(request: Request) -> Response:
        who = house.visitor(request)
        parts = await in_page_pool(board.parts, who, sign=True)
        given = await in_page_pool(board.given, None)
        return house.page("jackpots.html", request, who, parts=parts, sign=True, staff=False, **given)

    @house.post("/jackpots/{room}/do")
    async def do(request: Request, room: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        role = who.role_for(first(given, "as"))
        hub = server.room(room)
        try:
            command = command_given(given)
        except FormError as error:
            return said(request, str(error))
        outcome = await server.send(hub, envelope(command, by=who.person, role=role))
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return said(request, line.says, line.clause, legal)
        if not request.headers.get("hx-request"):
            return RedirectResponse("/jackpots", 303)
        return HTMLResponse(render("_said.html", says=""))

    def said(request: Request, says: str, clause: ClauseId = NO_CLAUSE, legal: tuple[str, ...] = ()) -> Response:
        if not request.headers.get("hx-request"):
            raise HTTPException(409, f"{says} {clause}")
        return HTMLResponse(render("table/_refused.html", says=says, clause=clause, legal=legal))

    @house.app.websocket("/jackpots/parts")
    async def live(socket: WebSocket, sign: bool = False) -> None:
        await socket.accept()
        who = visitor(server.people, socket)
        ours = socket.headers.get("origin", "").partition("://")[2] == socket.headers.get("host")
        if who is None or not ours:
            await socket.close(4403, "this page does not open the jackpots")
            return
        await _watch(board, socket, who, sign=sign)


async def _watch(board: Board, socket: WebSocket, who: Visitor, *, sign: bool) -> None:
    """Send the parts that changed, as long as somebody looks."""
    server, sent, at = board.server, dict[str, str](), tuple[Any, ...]()
    token = socket.cookies.get(COOKIE, "")
    async with listening(server, socket) as there:
        while not there.done() and not server.stopping and may_look(server, token, *who.roles):
            now = await in_page_pool(board.version)
            if now != at:
                at = now
                made = await in_page_pool(board.parts, who, sign=sign)
                changed = [(id, part) for id, part in made.items() if sent.get(id) != part]
                sent = made
                if changed:
                    await socket.send_text("".join([partial(id, part) for id, part in changed]))
            # A board is over many tables: it is looked at twice a second, and made only if one of them has moved.
            await asyncio.wait([there], timeout=0.5)
