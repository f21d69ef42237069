"""The API: every command and every view of a house of live tables.

Everything a viewer gets is made from that viewer's observation. Who gives a command is the person of the token, in a role the
account holds; the seat is looked at by the table itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from fastapi import Depends, FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect

from houseway.chapters.registry import UnknownGameError, UnlawfulSubmissionError, games, resolve
from houseway.encoding import EncodingError, decode_command
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ChangeAccount, CloseTable, ListTable, Policy, TableEntry
from houseway.house.shuffles import AddChance
from houseway.seats import Seat
from houseway.store.record import JACKPOTS, TABLE, Record
from houseway.store.table_system import shuffles_stream, table_stream
from houseway.store.wake import Wake
from houseway.web import schema
from houseway.web.accounts import STREAM, People
from houseway.web.dealing import Dealing
from houseway.web.hub import Hub
from houseway.web.limits import Guard, Rate
from houseway.web.metrics import Metrics

log = logging.getLogger("houseway.web")
COOKIE = "houseway"
STAFF_KEYS = "shoe "
"""Keys that begin so are the system's own."""


class CommandBody(msgspec.Struct, forbid_unknown_fields=True):
    """A command as it is sent: what, in which role, for which seat, under which key."""

    command: msgspec.Raw
    role: Role = Role.PLAYER
    seat: int = 0
    key: str = ""


class LoginBody(msgspec.Struct, forbid_unknown_fields=True):
    person: str
    password: str


class PasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    password: str


class AccountBody(msgspec.Struct, forbid_unknown_fields=True):
    person: str
    roles: tuple[Role, ...]
    password: str = ""


class ChangeBody(msgspec.Struct, forbid_unknown_fields=True):
    roles: tuple[Role, ...]
    disabled: bool = False


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    submission: dict[str, Any]
    policy: Policy = Policy()
    jackpots: str = ""


class ChanceBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    key: str = ""


class Caller(msgspec.Struct, frozen=True):
    """Who asks: a person, and the roles of the account."""

    person: str
    roles: tuple[Role, ...]
    token: str

    def as_role(self, role: Role) -> Role:
        """The role, which the account must hold."""
        if role not in self.roles:
            held = ", ".join(sorted(one.value for one in self.roles))
            raise HTTPException(403, f"{self.person} does not hold the role of {role.value}; held: {held}")
        return role


class Server:
    """A house that is open: its record, its people and its tables."""

    def __init__(self, record: Record, people: People) -> None:
        self.record, self.people = record, people
        self.metrics = Metrics()
        self.hubs: dict[str, Hub] = {}
        self.dealing: dict[str, Dealing] = {}
        self.logins = Rate(0.2, 10)
        self.commands = Rate(50, 200)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.wake: Wake | None = None
        self.stopping = False

    def start(self) -> None:
        """Take up the tables that are open."""
        self.loop = asyncio.get_running_loop()
        self.wake = Wake(self.record.log.engine, self._heard)
        self.record.listeners.append(self._written)
        for name, entry in self.people.state.tables.items():
            if not entry.closed:
                self.hub(name)

    async def stop(self) -> None:
        """Let every step under way come to its end."""
        self.stopping = True
        for hub in self.hubs.values():
            hub.tell()
        for dealing in self.dealing.values():
            await dealing.stop()
        if self.wake is not None:
            await asyncio.to_thread(self.wake.close)

    def entry(self, name: str) -> TableEntry:
        """A table of the house."""
        entry = self.people.state.tables.get(name)
        if entry is None:
            raise HTTPException(404, f"there is no table {name[:40]!r}")
        return entry

    def hub(self, name: str) -> Hub:
        """A table among its viewers."""
        hub = self.hubs.get(name)
        if hub is None:
            entry = self.entry(name)
            hub = self.hubs[name] = Hub(self.record, table_stream(name), name)
            self.dealing[name] = Dealing(hub, entry.policy, jackpots=entry.jackpots)
            self.dealing[name].wake()
        return hub

    # What was written, here or elsewhere.

    def _written(self, stream: str, seq: int) -> None:
        if self.wake is not None:
            self.wake.tell(stream, seq)

    def _heard(self, stream: str, seq: int) -> None:
        if self.loop is not None and not self.stopping:
            asyncio.run_coroutine_threadsafe(self._catch_up(stream, seq), self.loop)

    async def _catch_up(self, stream: str, seq: int) -> None:
        kind, _, name = stream.partition("/")
        if stream == STREAM:
            await asyncio.to_thread(self.record.catch_up, self.record.live(STREAM))
        elif kind == TABLE and name in self.hubs and self.hubs[name].live.seq < seq:
            await self.hubs[name].catch_up()
            self.dealing[name].wake()

    # Commands.

    async def send(self, name: str, given: Envelope) -> Any:
        """Carry out a command at a table."""
        began = time.perf_counter()
        hub = self.hub(name)
        answer = await hub.send(given)
        self.metrics.took(time.perf_counter() - began)
        self.metrics.count("commands", f'outcome="{"refused" if isinstance(answer, Refusal) else "accepted"}"')
        if not isinstance(answer, Refusal):
            self.dealing[name].wake()
        return answer


def create_app(record: Record, *, people: People | None = None, secure: bool = False) -> FastAPI:
    """The application over a record. ``secure``: it is reached by https alone, so cookies say so."""
    server = Server(record, people or People(record))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        server.start()
        yield
        await server.stop()

    app = FastAPI(title="Houseway", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.server = server
    app.add_middleware(Guard)
    app.openapi = lambda: schema.openapi(app)  # type: ignore[method-assign]

    def caller(request: Request) -> Caller:
        """Whoever has a token: in the header, or in the cookie with the page's own proof beside it."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            token = request.cookies.get(COOKIE, "")
            unsafe = request.method not in ("GET", "HEAD")
            if token and unsafe and request.headers.get("x-csrf-token") != server.people.csrf(token):
                raise HTTPException(403, "the request does not come from one of our pages")
        found = server.people.holder(token) if token else None
        if found is None:
            raise HTTPException(401, "a token is needed: POST /api/login", {"WWW-Authenticate": "Bearer"})
        return Caller(found[0], found[1].roles, token)

    signed_in = Depends(caller)

    @app.get("/healthz")
    async def health() -> Response:
        """Whether the server and its database answer."""
        try:
            await asyncio.to_thread(server.record.log.stream, STREAM)
        except Exception:
            return _json({"status": "the database does not answer"}, 503)
        return _json({"status": "ok"})

    @app.get("/metrics")
    async def metrics() -> Response:
        """What to watch."""
        server.metrics.gauges = {
            "tables": len(server.hubs),
            "viewers": sum(len(one.watching) for one in server.hubs.values()),
            "views_rendered": sum(one.rendered for one in server.hubs.values()),
        }
        return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")

    # People.

    @app.post("/api/login", openapi_extra=schema.body("LoginBody"))
    async def login(request: Request) -> Response:
        """A token for a person's password."""
        given = await _body(request, LoginBody)
        origin = request.client.host if request.client else ""
        if not server.logins.allows(origin) or not server.logins.allows(f"person {given.person[:40]}"):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        token = await asyncio.to_thread(server.people.enter, given.person, given.password)
        if token is None:
            server.metrics.count("logins", 'outcome="refused"')
            raise HTTPException(401, "name or password is wrong")
        server.metrics.count("logins", 'outcome="accepted"')
        answer = _json({"token": token, "csrf": server.people.csrf(token)})
        # A new session has a new token, whatever the browser brought along.
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        return answer

    @app.post("/api/logout")
    async def logout() -> Response:
        """Forget the session in this browser."""
        answer = _json({})
        answer.delete_cookie(COOKIE, path="/")
        return answer

    @app.get("/api/me")
    async def me(who: Caller = signed_in) -> Response:
        """Who asks, and in which roles."""
        return _json({"person": who.person, "roles": who.roles, "csrf": server.people.csrf(who.token)})

    @app.post("/api/link/{token}", openapi_extra=schema.body("PasswordBody"))
    async def use_link(token: str, request: Request) -> Response:
        """Set the password of a one-time link: it holds until a password is set."""
        given = await _body(request, PasswordBody)
        if not server.logins.allows(request.client.host if request.client else ""):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        found = server.people.holder(token, "link")
        if found is None:
            raise HTTPException(404, "this link holds no more")
        fault = await asyncio.to_thread(
            server.people.set_password, found[0], given.password, by=found[0], role=found[1].roles[0]
        )
        return _refused(fault) if fault is not None else _json({"person": found[0]})

    @app.post("/api/password", openapi_extra=schema.body("PasswordBody"))
    async def change_password(request: Request, who: Caller = signed_in) -> Response:
        """Set one's own password; every older token ends."""
        given = await _body(request, PasswordBody)
        fault = await asyncio.to_thread(
            server.people.set_password, who.person, given.password, by=who.person, role=who.roles[0]
        )
        return _refused(fault) if fault is not None else _json({"person": who.person})

    @app.get("/api/accounts")
    async def accounts(who: Caller = signed_in) -> Response:
        """Every account and its roles, for administrators."""
        who.as_role(Role.ADMINISTRATOR)
        return _json({name: one.roles for name, one in server.people.state.accounts.items()})

    @app.post("/api/accounts", status_code=201, openapi_extra=schema.body("AccountBody"))
    async def add_account(request: Request, who: Caller = signed_in) -> Response:
        """Make an account; without a password the answer has a one-time link to set one."""
        given = await _body(request, AccountBody)
        role = who.as_role(Role.ADMINISTRATOR)
        fault = server.people.fault_of(given.password) if given.password else None
        if fault is not None:
            return _refused(fault)
        verifier = await asyncio.to_thread(server.people.verifier, given.password) if given.password else ""
        command = AddAccount(person=given.person, held=given.roles, verifier=verifier)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        if isinstance(outcome, Refusal):
            return _refused(outcome)
        link = "" if verifier else f"/api/link/{server.people.token(given.person, 'link', 72 * 3600)}"
        return _json({"person": given.person, "link": link}, 201)

    @app.put("/api/accounts/{person}", openapi_extra=schema.body("ChangeBody"))
    async def change_account(person: str, request: Request, who: Caller = signed_in) -> Response:
        """Change the roles of an account, or disable it."""
        given = await _body(request, ChangeBody)
        role = who.as_role(Role.ADMINISTRATOR)
        command = ChangeAccount(person=person, held=given.roles, disabled=given.disabled)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        return _refused(outcome) if isinstance(outcome, Refusal) else _json({"person": person})

    # Tables.

    @app.get("/api/games")
    async def list_games() -> Response:
        """Every game there is."""
        return _json(dict(games()))

    @app.get("/api/tables")
    async def list_tables(who: Caller = signed_in) -> Response:
        """The tables of the house, with what is posted and who sits there."""
        found = {}
        for name, entry in server.people.state.tables.items():
            if not entry.closed:
                state = server.hub(name).live.state
                found[name] = {**msgspec.to_builtins(entry), "seats": {str(k): v for k, v in state.seats.items()}}
        return _json(found)

    @app.post("/api/tables", status_code=201, openapi_extra=schema.body("TableBody"))
    async def open_table(request: Request, who: Caller = signed_in) -> Response:
        """Open a table under a Rules Submission."""
        given = await _body(request, TableBody)
        role = next((one for one in (Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR) if one in who.roles), None)
        if role is None:
            who.as_role(Role.SHIFT_SUPERVISOR)
        assert role is not None
        try:
            rules = resolve(given.submission)
        except (UnlawfulSubmissionError, UnknownGameError) as error:
            raise HTTPException(422, str(error)) from None
        if given.jackpots and not given.jackpots.startswith(f"{JACKPOTS}/"):
            raise HTTPException(422, f"jackpots are a stream {JACKPOTS}/NAME")
        command = ListTable(
            table=given.name, game=rules.game.id, digest=rules.digest, policy=given.policy, jackpots=given.jackpots
        )

        def opened() -> Any:
            outcome = server.people.send(command, by=who.person, role=role)
            if not isinstance(outcome, Refusal):
                server.record.open(table_stream(given.name), TABLE, given.submission)
                server.record.start(table_stream(given.name), staffed=given.policy.staffed)
            return outcome

        outcome = await asyncio.to_thread(opened)
        if isinstance(outcome, Refusal):
            return _refused(outcome)
        server.hub(given.name)
        return _json({"table": given.name, "game": rules.game.id, "digest": rules.digest}, 201)

    @app.delete("/api/tables/{name}")
    async def close_table(name: str, who: Caller = signed_in) -> Response:
        """Close a table at which nobody sits."""
        role = who.as_role(Role.SHIFT_SUPERVISOR)
        if server.hub(name).live.state.seats:
            raise HTTPException(409, f"somebody sits at table {name}")
        outcome = await asyncio.to_thread(server.people.send, CloseTable(table=name), by=who.person, role=role)
        return _refused(outcome) if isinstance(outcome, Refusal) else _json({"table": name})

    @app.get("/api/tables/{name}", openapi_extra=schema.answer("View"))
    async def look(name: str, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """What this viewer may see now."""
        server.entry(name)
        viewer = Viewer(who.as_role(role), who.person)
        return Response(server.hub(name).view(viewer), media_type="application/json")

    @app.get("/api/tables/{name}/events")
    async def events(name: str, after: int = 0, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """The events since a revision, as this viewer may see them."""
        server.entry(name)
        found = server.hub(name).after(Viewer(who.as_role(role), who.person), after)
        if found is None:
            raise HTTPException(410, "events so long ago are not at hand: look at the table as it is")
        return _json(found)

    @app.post("/api/tables/{name}/commands", openapi_extra=schema.body("CommandBody"))
    async def command(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Give a command: 200 with the events it led to, 409 with the refusal. The same key gives the first answer again."""
        given = await _envelope(request, who)
        server.entry(name)
        if not server.commands.allows(who.person):
            raise HTTPException(429, "too many commands: wait a little", {"Retry-After": "1"})
        answer = await server.send(name, given)
        if isinstance(answer, Refusal):
            return _refused(answer)
        seen = server.hub(name).seen(Viewer(given.role, who.person), answer.events)
        return _json({"seq": answer.seq, "events": seen})

    @app.post("/api/tables/{name}/sit-in")
    async def sit_in(name: str, who: Caller = signed_in) -> Response:
        """A player who was away is dealt in again."""
        server.hub(name)
        server.dealing[name].sit_in(who.person)
        return _json({"table": name})

    @app.get("/api/tables/{name}/shuffles")
    async def shuffles(name: str, who: Caller = signed_in) -> Response:
        """The seeds committed for the next shuffles, and the last events: a seed is told when its round is over."""
        server.entry(name)
        live = await asyncio.to_thread(server.record.live, shuffles_stream(name))
        return _json({"shoes": getattr(live.state, "shoes", {}), "events": live.recent[-20:]})

    @app.post("/api/tables/{name}/chance", openapi_extra=schema.body("ChanceBody"))
    async def add_chance(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Add a text of one's own to the next shuffle of a table one sits at."""
        given = await _body(request, ChanceBody)
        role = who.as_role(Role.PLAYER)
        if who.person not in server.hub(name).live.state.seats.values():
            raise HTTPException(403, f"{who.person} does not sit at table {name}")
        live = await asyncio.to_thread(server.record.live, shuffles_stream(name))
        number: int = getattr(live.state, "last", 0)
        sent = Envelope(command=AddChance(shoe=number, text=given.text), by=who.person, role=role, key=given.key)
        answer = await asyncio.to_thread(server.record.send, shuffles_stream(name), sent)
        return _refused(answer) if isinstance(answer, Refusal) else _json({"shoe": number})

    @app.websocket("/api/tables/{name}/live")
    async def live_view(socket: WebSocket, name: str) -> None:
        """Every new version of what this viewer may see. The first message says who looks: {"token", "role", "revision"}."""
        await socket.accept()
        try:
            first = msgspec.json.decode(await asyncio.wait_for(socket.receive_bytes(), 10), type=Hello)
        except (TimeoutError, msgspec.MsgspecError, WebSocketDisconnect, KeyError):
            await _close(socket, 4400, "the first message says who looks")
            return
        found = server.people.holder(first.token or socket.cookies.get(COOKIE, ""))
        entry = server.people.state.tables.get(name)
        if found is None or first.role not in found[1].roles or entry is None:
            await _close(socket, 4403, "this token does not open this view")
            return
        if not first.token and socket.headers.get("origin", "").partition("://")[2] != socket.headers.get("host"):
            await _close(socket, 4403, "the page is not one of ours")
            return
        await _watch(server, socket, name, Viewer(first.role, found[0]), first)

    return app


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    """The first message of a viewer; ``revision``: what it has seen already, so that it gets the events since."""

    role: Role = Role.PLAYER
    token: str = ""
    revision: int = -1


async def _watch(server: Server, socket: WebSocket, name: str, viewer: Viewer, first: Hello) -> None:
    hub = server.hub(name)
    one = hub.enter(viewer)
    one.seen = first.revision
    server.dealing[name].wake()

    async def until_gone() -> None:
        # Whatever a viewer sends is not read: commands go by POST. Its end is noticed here.
        try:
            while True:
                await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            one.news.set()

    listening = asyncio.create_task(until_gone())
    try:
        while not listening.done() and not server.stopping:
            await one.news.wait()
            one.news.clear()
            live = hub.live
            if listening.done() or live.state.revision == one.seen:
                continue
            since = hub.after(viewer, one.seen) if one.seen >= 0 else ()
            one.seen = live.state.revision
            events = msgspec.json.encode(since) if since is not None else b"null"
            # The view as it was made once for this kind of viewer, and what happened since this one looked.
            await socket.send_bytes(b'{"events":' + events + b',"view":' + hub.view(viewer) + b"}")
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.leave(one)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        server.dealing[name].wake()
        if server.stopping:
            await _close(socket, 1012, "the server is restarted")


async def _close(socket: WebSocket, code: int, says: str) -> None:
    try:
        await socket.close(code, says)
    except RuntimeError:
        return


async def _body(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        from houseway.encoding import where

        raise HTTPException(422, f"the request cannot be read: {where(str(error))}") from None


async def _envelope(request: Request, who: Caller) -> Envelope:
    given: CommandBody = await _body(request, CommandBody)
    try:
        command = decode_command(bytes(given.command))
    except EncodingError as error:
        raise HTTPException(422, f"the command cannot be read: {error}") from None
    if given.key.startswith(STAFF_KEYS) or len(given.key) > 100:
        raise HTTPException(422, "a key has at most 100 characters and is one's own")
    if not 0 <= given.seat < 100:
        raise HTTPException(422, "a seat is a number from 1")
    return Envelope(command=command, by=who.person, role=who.as_role(given.role), seat=Seat(given.seat), key=given.key)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _refused(refusal: Refusal | str) -> Response:
    if isinstance(refusal, str):
        return _json({"error": refusal}, 422)
    return _json({"refusal": refusal}, 409)
