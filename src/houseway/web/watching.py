"""One WebSocket a viewer: every new version of what it may see. The first message says who looks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from fastapi import HTTPException, WebSocket, WebSocketDisconnect

from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.web.hub import Hub, Watching

if TYPE_CHECKING:
    from houseway.web.server import Server

There = asyncio.Task[None]
COOKIE = "houseway"
SLOWEST = 10.0
"""So many seconds a viewer has to say who looks."""
LONGEST = 4096


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    """The first message of a viewer; ``revision``: what it has seen already, so that it gets the events since."""

    role: Role = Role.PLAYER
    token: str = ""
    revision: int = -1


async def watch(server: Server, socket: WebSocket, find: Callable[[], Hub]) -> None:
    """Tell a viewer of a table or room what is new, once it has said who it is."""
    await socket.accept()
    try:
        said = await server.clock.wait_for(_first_message(socket), SLOWEST)
        first = msgspec.json.decode(said if len(said) <= LONGEST else b"", type=Hello)
    except (TimeoutError, msgspec.MsgspecError, WebSocketDisconnect):
        await _close(socket, 4400, "the first message says who looks")
        return
    token = first.token or socket.cookies.get(COOKIE, "")
    found = await server.holder(token)
    hub: Hub | None = None
    if found is not None and first.role in found[1].roles:
        # Whether there is such a table is told to nobody else.
        with suppress(HTTPException):
            hub = find()
    if found is None or hub is None or not server.may_watch(hub, Viewer(first.role, found[0])):
        await _close(socket, 4403, "this token does not open this view")
        return
    if not first.token and socket.headers.get("origin", "").partition("://")[2] != socket.headers.get("host"):
        await _close(socket, 4403, "the page is not one of ours")
        return
    await _watch(server, socket, hub, Viewer(first.role, found[0]), token, first.revision)


async def _first_message(socket: WebSocket) -> bytes | str:
    """As text or as bytes; nothing if the other side has gone."""
    message = await socket.receive()
    said: bytes | str = message.get("bytes") or message.get("text") or b""
    return said


async def _watch(server: Server, socket: WebSocket, hub: Hub, viewer: Viewer, token: str, seen: int) -> None:
    async with looking(server, socket, hub, viewer) as (one, there):
        one.seen = seen
        if hub.live.state.revision < seen:
            # It comes from another process, which is further: nobody is shown what was before.
            await hub.catch_up()
        while await something_new(server, one, there):
            if not may_look(server, token, viewer.role) or not server.may_watch(hub, viewer):
                break
            version = hub.version
            if one.shown == version or (one.shown[0] < 0 and hub.live.state.revision == one.seen):
                continue
            one.shown, one.seen, message = hub.message(viewer, one.seen)
            await socket.send_bytes(message)
            one.sent += 1


def may_look(server: Server, token: str, *roles: Role) -> bool:
    """Whether a token still opens a view in one of these roles: the account may have been disabled, have another password or other
    roles, somebody may have signed out, or the token's time may be over."""
    found = server.people.holder(token)
    return found is not None and not set(roles).isdisjoint(found[1].roles)


@asynccontextmanager
async def looking(server: Server, socket: WebSocket, hub: Hub, viewer: Viewer) -> AsyncIterator[tuple[Watching, There]]:
    """Somebody looks on at a table or a room as long as they are there."""
    one = hub.enter(viewer)
    try:
        async with listening(server, socket) as there:
            there.add_done_callback(lambda _: one.news.set())
            yield one, there
    finally:
        hub.leave(one)


async def something_new(server: Server, one: Watching, there: There) -> bool:
    """Wait for something new; whether there is still somebody to be shown it."""
    if not there.done() and not server.stopping:
        one.waits = True
        await one.news.wait()
        one.waits = False
        one.news.clear()
    return not there.done() and not server.stopping


@asynccontextmanager
async def listening(server: Server, socket: WebSocket) -> AsyncIterator[There]:
    """A task that is done when the other side has gone; in the end the socket is closed."""
    there = asyncio.create_task(_until_gone(socket))
    try:
        yield there
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        there.cancel()
        await asyncio.gather(there, return_exceptions=True)
        if server.stopping:
            await _close(socket, 1012, "the server is restarted")
        else:
            await _close(socket, 4403, "this token holds no more")


async def _until_gone(socket: WebSocket) -> None:
    # Whatever a viewer sends is not read: commands go by POST. Its end is noticed here.
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()


async def _close(socket: WebSocket, code: int, says: str) -> None:
    # It may have gone by itself.
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, says)
