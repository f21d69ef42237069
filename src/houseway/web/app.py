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
from fastapi import Depends, FastAPI, HTTPException, Request, Response, WebSocket
from sqlalchemy.exc import DBAPIError

from houseway.chapters.c637a_poker.commands import StartRound
from houseway.chapters.c637a_poker.jackpots.commands import CloseTableForCount
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT
from houseway.chapters.registry import games
from houseway.encoding import decode_command
from houseway.engine.banked.commands import DetermineStart
from houseway.engine.kernel import Command, Envelope, Event, Viewer, envelope
from houseway.engine.opening import OpenTable, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ChangeAccount, CloseTable, ListTable, Policy, TableEntry
from houseway.house.attendance import SitIn, SitOut
from houseway.house.shuffles import AddChance, Shoe
from houseway.store.jackpots import count_clause, jackpots_stream
from houseway.store.record import ATTENDANCE, JACKPOTS, TABLE, Opening, Record, RecordError
from houseway.store.table_system import shuffles_stream, table_stream
from houseway.store.wake import EVERYTHING, Wake
from houseway.view.submission import Checked, checked
from houseway.web import reports, rooms, schema, submitted
from houseway.web.accounts import STREAM, People
from houseway.web.asked import Caller, answered, body_of, check_origin, envelope_of, key_of, refused
from houseway.web.dealing import COMPUTER, Dealing, shaken
from houseway.web.errors import not_done
from houseway.web.hub import Hub
from houseway.web.limits import Guard, Rate
from houseway.web.metrics import Metrics
from houseway.web.pages.past import Past
from houseway.web.rooms import room_of
from houseway.web.submitted import lawful, submission_of
from houseway.web.watching import COOKIE, watch

log = logging.getLogger("houseway.web")
NOTED_EVERY = 600.0
"""So many seconds after each other it is noted how far every stream has come."""
LOOKED_EVERY = 5.0
"""So many seconds after each other it is looked what was written elsewhere without a call."""


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
    """A table to be opened under a submission, or under the one on file by the name of ``rules``."""

    name: str
    submission: dict[str, Any] = {}
    rules: str = ""
    policy: Policy = Policy()
    jackpots: str = ""


class ChanceBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    key: str = ""


class Server:
    """A house that is open: its record, its people and its tables."""

    def __init__(self, record: Record, people: People) -> None:
        self.record, self.people = record, people
        self.metrics = Metrics()
        self.past = Past(record)
        self.hubs: dict[str, Hub] = {}
        self.rooms: dict[str, Hub] = {}
        self.dealing: dict[str, Dealing] = {}
        self.logins = Rate(0.2, 10)
        self.commands = Rate(50, 200)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.wake: Wake | None = None
        self.stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Take up the tables that are open."""
        self.loop = asyncio.get_running_loop()
        self.wake = Wake(self.record.log.engine, self._heard)
        self.record.listeners.append(self._written)
        self.take_up()
        self._tasks = [asyncio.create_task(one()) for one in (self._note_now_and_then, self._look_now_and_then)]
        # What reads commands is made now: the first player would wait for it.
        decode_command(msgspec.json.encode(OpenTable()))

    def take_up(self) -> None:
        """Every table that is open is dealt here too."""
        for name, entry in self.people.state.tables.items():
            if not entry.closed:
                self.hub(name)

    async def stop(self) -> None:
        """Let every step under way come to its end."""
        self.stopping = True
        for hub in (*self.hubs.values(), *self.rooms.values()):
            hub.tell()
        await asyncio.gather(*[dealing.stop() for dealing in self.dealing.values()])
        await asyncio.gather(*[hub.come_to_rest() for hub in (*self.hubs.values(), *self.rooms.values())])
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._note_heads()
        if self.wake is not None:
            await asyncio.to_thread(self.wake.close)

    async def _note_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(NOTED_EVERY)
            await self._note_heads()

    async def _note_heads(self) -> None:
        """How far every stream has come, put on record."""
        try:
            await asyncio.to_thread(self.record.note_heads)
        except (DBAPIError, RecordError) as error:
            log.warning("heads were not noted", exc_info=error)

    def entry(self, name: str) -> TableEntry:
        """A table of the house."""
        entry = self.people.state.tables.get(name)
        if entry is None:
            # Another process may have opened it a moment ago.
            self.people.catch_up()
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
            assert self.wake is not None
            closed = lambda: self.entry(name).closed  # noqa: E731
            self.dealing[name] = Dealing(hub, entry.policy, self.wake, jackpots=entry.jackpots, closed=closed)
            self.dealing[name].wake()
        return hub

    def room(self, name: str) -> Hub:
        """The jackpots of a room among those who look at them."""
        room = self.rooms.get(name)
        if room is None:
            if name not in self.people.state.rooms:
                raise HTTPException(404, f"there is no room {name[:40]!r}")
            room = self.rooms[name] = Hub(self.record, jackpots_stream(name), name, personal=True)
        return room

    def open(self, command: Command, opening: Opening, *, by: str, role: Role) -> Any:
        """Begin a stream and enter it in the house: in this order, so that what is entered is there."""
        house = self.record.live(STREAM)
        fault = house.machine.handle(house.rules, house.state, envelope(command, by=by, role=role))
        if not isinstance(fault, Refusal):
            try:
                self.record.open(opening.stream, opening.kind, opening.submission)
                self.record.start(opening.stream, staffed=opening.staffed)
            except RecordError as error:
                raise HTTPException(409, str(error)) from None
            if self.record.live(opening.stream).state.staffed != opening.staffed:
                # Begun by somebody else at the same time, or by who did not come to enter it.
                way = "without" if opening.staffed else "with"
                raise HTTPException(409, f"{opening.stream} was begun {way} a dealer: take another name")
        return self.people.send(command, by=by, role=role)

    async def open_table(self, given: TableBody, *, by: str, role: Role) -> Checked | Refusal:
        """Open a table under a Rules Submission; what was found in it."""
        submission = submission_of(self, given.submission, given.rules)
        found = lawful(await asyncio.to_thread(checked, submission, figures=False), practice=given.policy.practice)
        assert found.digest is not None and found.game is not None
        jackpots = room_of(self, given.jackpots, found.game)
        command = ListTable(
            table=given.name, game=found.game, digest=found.digest, policy=given.policy, jackpots=jackpots
        )
        stream = Opening(table_stream(given.name), TABLE, submission, staffed=given.policy.staffed)
        outcome = await asyncio.to_thread(self.open, command, stream, by=by, role=role)
        if isinstance(outcome, Refusal):
            return outcome
        self.hub(given.name)
        return found

    async def close_table(self, name: str, *, by: str, role: Role) -> Any:
        """Close a table at which no person sits; computer players leave it when the round is over."""
        self.hub(name)
        people = self.dealing[name].people()
        if people:
            raise HTTPException(409, f"a table is closed when nobody sits there, and {', '.join(people)} still does")
        outcome = await asyncio.to_thread(self.people.send, CloseTable(table=name), by=by, role=role)
        self.dealing[name].wake()
        return outcome

    # What was written, here or elsewhere.

    def _written(self, stream: str, seq: int) -> None:
        if self.wake is not None:
            self.wake.tell(stream, seq)
        kind, _, name = stream.partition("/")
        if self.loop is None or self.stopping:
            return
        if kind == JACKPOTS and name in self.rooms:
            # What tables contribute is carried by other threads.
            self.loop.call_soon_threadsafe(self.rooms[name].tell)
        elif stream == STREAM:
            self.loop.call_soon_threadsafe(self.house_changed)

    def _heard(self, stream: str, seq: int) -> None:
        if self.loop is not None and not self.stopping:
            asyncio.run_coroutine_threadsafe(self._catch_up(stream, seq), self.loop)

    async def _look_now_and_then(self) -> None:
        """Calls may be lost, and the house's own tools do not call: whatever has gone on elsewhere is found by looking."""
        while True:
            await asyncio.sleep(LOOKED_EVERY)
            await self._catch_up(EVERYTHING, 0)

    async def _catch_up(self, stream: str, seq: int) -> None:
        """Read on a stream that has come so far elsewhere, and let those look again whom it concerns.

        It may have been read by others here already, who told nobody.
        """
        try:
            if stream == EVERYTHING:
                for one, far in (await asyncio.to_thread(self.record.behind)).items():
                    await self._catch_up(one, far)
                return
            kind, _, name = stream.partition("/")
            hub = self.hubs.get(name) if kind == TABLE else self.rooms.get(name) if kind == JACKPOTS else None
            await (asyncio.to_thread(self.record.read_on, stream, seq) if hub is None else hub.catch_up(seq))
        except (DBAPIError, RecordError) as error:
            # It is looked again soon.
            log.warning("what was written elsewhere was not read", exc_info=error)
            return
        if stream == STREAM:
            self.house_changed()
        elif kind in (TABLE, ATTENDANCE) and name in self.hubs:
            self.hubs[name].tell()
            self.dealing[name].wake()

    def house_changed(self) -> None:
        """Accounts or tables have changed: whose token holds no more is shown nothing more."""
        self.take_up()
        for hub in (*self.hubs.values(), *self.rooms.values()):
            hub.tell()

    def tell_floor(self) -> None:
        """Surveillance has told the floor of a round, or was answered: whoever looks at a console sees it."""
        for hub in self.hubs.values():
            hub.tell()

    def seeds(self, name: str) -> tuple[dict[int, Shoe], list[Event]]:
        """The seeds of a table that are not told yet, and what was recorded of them last; none before the system came there."""
        try:
            live = self.record.live(shuffles_stream(name))
        except RecordError:
            return {}, []
        return getattr(live.state, "shoes", {}), live.recent

    # Commands.

    async def send(self, hub: Hub, given: Envelope) -> Any:
        """Carry out a command at a table or in a room. Where the system deals, no dealer chooses cards or says what they are."""
        at_table = hub.stream == table_stream(hub.name)
        if at_table and given.role is Role.DEALER and not self.entry(hub.name).policy.staffed:
            raise HTTPException(409, f"the system deals at table {hub.name}: nobody is its dealer")
        self.check_rate(given.by)
        refusal = await self._closed_for_count(hub, given.command)
        if refusal is not None:
            return refusal
        began = time.perf_counter()
        answer = await hub.send(given)
        self.metrics.took(time.perf_counter() - began)
        self.metrics.count("commands", f'outcome="{"refused" if isinstance(answer, Refusal) else "accepted"}"')
        return answer

    async def _closed_for_count(self, hub: Hub, command: Command) -> Refusal | None:
        """A table is closed for the count of its box between two rounds, with all they have contributed, and no round begins there."""
        if isinstance(command, StartRound) and hub.name in self.dealing:
            clause = self.dealing[hub.name].counted()
            if clause is not None:
                says = f"table {hub.name} is closed while its box is counted"
                return Refusal(Code.STEP_IS_DUE, clause, says, ("finish the count",))
        if isinstance(command, CloseTableForCount) and command.table in self.dealing:
            dealing = self.dealing[command.table]
            if dealing.in_round():
                fund = getattr(hub.live.state, "funds", {}).get(command.fund)
                says = f"a round of play is under way at table {command.table}"
                clause = count_clause(BAD_BEAT if fund is None else fund.kind)
                return Refusal(Code.STEP_IS_DUE, clause, says, ("close the table when the round is over",))
            await dealing.carry()
        return None

    def check_rate(self, person: str) -> None:
        """Whatever somebody has recorded counts, done or refused."""
        if not self.commands.allows(person):
            raise HTTPException(429, "too many commands: wait a little", {"Retry-After": "1"})

    async def attend(self, name: str, command: SitIn | SitOut) -> Refusal | None:
        """A player sits out or in by the own word, decided by what is on record; why not, if not."""
        hub, person = self.hub(name), command.person
        if person not in hub.live.state.seats.values():
            raise HTTPException(403, f"{person} does not sit at table {name}")
        self.check_rate(person)
        answer = await asyncio.to_thread(hub.attendance.say, command, person)
        hub.tell()
        self.dealing[name].wake()
        # Who sits out or in already has what was asked for.
        done = (person in hub.attendance.state.out) == isinstance(command, SitOut)
        return answer if isinstance(answer, Refusal) and not done else None

    async def at_table(self, name: str, given: Envelope) -> Any:
        """Carry out a command at a table, and let the table go on: who sits down is dealt in."""
        hub = self.hub(name)
        if isinstance(given.command, TakeSeat) and self.entry(name).closed:
            raise HTTPException(409, f"table {name} is closed and takes no new players")
        if isinstance(given.command, DetermineStart) and not self.entry(name).policy.staffed:
            if given.command != DetermineStart():
                raise HTTPException(409, f"the system throws the dice at table {name}: say nothing of what they show")
            given = msgspec.structs.replace(given, command=shaken())
        answer = await self.send(hub, given)
        if not isinstance(answer, Refusal):
            if isinstance(given.command, TakeSeat):
                await asyncio.to_thread(hub.attendance.catch_up)
                if given.by in hub.attendance.state.out:
                    await asyncio.to_thread(hub.attendance.say, SitIn(person=given.by), given.by)
            self.dealing[name].wake()
        return answer


def _in_header(request: Request) -> str | None:
    """The token in the header; None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


async def _database_is_away(request: Request, error: Exception) -> Response:
    """Nobody knows then whether a command was recorded: under the same key it takes effect once."""
    log.error("the database does not answer", exc_info=error)
    says = "the database does not answer: ask again, under the same key"
    return not_done(503, says, headers={"Retry-After": "2"})


def create_app(record: Record, *, people: People | None = None, secure: bool = False, demo: bool = False) -> FastAPI:
    """The application over a record. ``secure``: it is reached by https alone, so cookies say so; ``demo``: a house to try."""
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
    app.add_exception_handler(DBAPIError, _database_is_away)

    async def caller(request: Request) -> Caller:
        """Whoever has a token: in the header, or in the cookie with the page's own proof beside it."""
        token = _in_header(request)
        if token is None:
            token = request.cookies.get(COOKIE, "")
            unsafe = request.method not in ("GET", "HEAD")
            if token and unsafe and request.headers.get("x-csrf-token") != server.people.csrf(token):
                raise HTTPException(403, "the request does not come from one of our pages")
        found = server.people.holder(token) if token else None
        if found is None and server.people.is_ours(token):
            # Another process may have given it out a moment ago.
            await asyncio.to_thread(server.people.catch_up)
            found = server.people.holder(token)
        if found is None:
            raise HTTPException(401, "a token is needed: POST /api/login", {"WWW-Authenticate": "Bearer"})
        return Caller(found[0], found[1].roles, token)

    signed_in = Depends(caller)

    @app.get("/healthz", openapi_extra=schema.answer("Status"))
    async def health() -> Response:
        """Whether the server and its database answer."""
        try:
            await asyncio.wait_for(asyncio.to_thread(server.record.log.stream, STREAM), 5)
        except Exception:
            return not_done(503, "the database does not answer")
        return answered({"status": "ok"})

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

    @app.post("/api/login", openapi_extra=schema.answer("Session", asks="LoginBody"))
    async def login(request: Request) -> Response:
        """A token for a person's password."""
        check_origin(request)
        given = await body_of(request, LoginBody)
        origin = request.client.host if request.client else ""
        if not server.logins.allows(origin) or not server.logins.allows(f"person {given.person[:40]}"):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        token = await asyncio.to_thread(server.people.enter, given.person, given.password)
        if token is None:
            server.metrics.count("logins", 'outcome="refused"')
            raise HTTPException(401, "name or password is wrong")
        server.metrics.count("logins", 'outcome="accepted"')
        answer = answered({"token": token, "csrf": server.people.csrf(token)})
        # A new session has a new token, whatever the browser brought along.
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        return answer

    @app.post("/api/logout", openapi_extra=schema.answer("Nothing"))
    async def logout(request: Request) -> Response:
        """End the session: its token holds no more, here or elsewhere."""
        check_origin(request)
        await asyncio.to_thread(server.people.sign_out, _in_header(request) or request.cookies.get(COOKIE, ""))
        answer = answered({})
        answer.delete_cookie(COOKIE, path="/")
        return answer

    @app.get("/api/me", openapi_extra=schema.answer("Me"))
    async def me(who: Caller = signed_in) -> Response:
        """Who asks, and in which roles."""
        return answered({"person": who.person, "roles": who.roles, "csrf": server.people.csrf(who.token)})

    @app.post("/api/link/{token}", openapi_extra=schema.answer("Person", asks="PasswordBody"))
    async def use_link(token: str, request: Request) -> Response:
        """Set the password of a one-time link: it holds until a password is set."""
        check_origin(request)
        given = await body_of(request, PasswordBody)
        if not server.logins.allows(request.client.host if request.client else ""):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        found = server.people.holder(token, "link")
        if found is None:
            raise HTTPException(404, "this link holds no more")
        fault = await asyncio.to_thread(
            server.people.set_password, found[0], given.password, by=found[0], role=found[1].roles[0]
        )
        return refused(fault) if fault is not None else answered({"person": found[0]})

    @app.post("/api/password", openapi_extra=schema.answer("Person", asks="PasswordBody"))
    async def change_password(request: Request, who: Caller = signed_in) -> Response:
        """Set one's own password; every older token ends."""
        given = await body_of(request, PasswordBody)
        fault = await asyncio.to_thread(
            server.people.set_password, who.person, given.password, by=who.person, role=who.roles[0]
        )
        return refused(fault) if fault is not None else answered({"person": who.person})

    @app.get("/api/accounts", openapi_extra=schema.answer("Accounts"))
    async def accounts(who: Caller = signed_in) -> Response:
        """Every account and its roles, for administrators."""
        who.as_role(Role.ADMINISTRATOR)
        return answered({name: one.roles for name, one in server.people.state.accounts.items()})

    @app.post("/api/accounts", status_code=201, openapi_extra=schema.answer("NewAccount", 201, asks="AccountBody"))
    async def add_account(request: Request, who: Caller = signed_in) -> Response:
        """Make an account; without a password the answer has a one-time link to set one."""
        given = await body_of(request, AccountBody)
        role = who.as_role(Role.ADMINISTRATOR)
        fault = server.people.fault_of(given.password) if given.password else None
        if given.person.casefold().startswith(COMPUTER):
            fault = f"names that begin with {COMPUTER.strip()!r} are those of computer players"
        if fault is not None:
            return refused(fault)
        verifier = await asyncio.to_thread(server.people.verifier, given.password) if given.password else ""
        command = AddAccount(person=given.person, held=given.roles, verifier=verifier)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        if isinstance(outcome, Refusal):
            return refused(outcome)
        link = "" if verifier else f"/api/link/{server.people.token(given.person, 'link', 72 * 3600)}"
        return answered({"person": given.person, "link": link}, 201)

    @app.put("/api/accounts/{person:path}", openapi_extra=schema.answer("Person", asks="ChangeBody"))
    async def change_account(person: str, request: Request, who: Caller = signed_in) -> Response:
        """Change the roles of an account, or disable it."""
        given = await body_of(request, ChangeBody)
        role = who.as_role(Role.ADMINISTRATOR)
        command = ChangeAccount(person=person, held=given.roles, disabled=given.disabled)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"person": person})

    # Tables.

    @app.get("/api/games", openapi_extra=schema.answer("Games"))
    async def list_games() -> Response:
        """Every game there is."""
        return answered(dict(games()))

    @app.get("/api/tables", openapi_extra=schema.answer("Tables"))
    async def list_tables(who: Caller = signed_in) -> Response:
        """The tables of the house, with what is posted and who sits there."""
        found = {}
        for name, entry in server.people.state.tables.items():
            if not entry.closed:
                state = server.hub(name).live.state
                found[name] = {**msgspec.to_builtins(entry), "seats": {str(k): v for k, v in state.seats.items()}}
        return answered(found)

    @app.post("/api/tables", status_code=201, openapi_extra=schema.answer("TableNow", 201, asks="TableBody"))
    async def open_table(request: Request, who: Caller = signed_in) -> Response:
        """Open a table under a Rules Submission."""
        given = await body_of(request, TableBody)
        role = who.as_one_of(Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
        found = await server.open_table(given, by=who.person, role=role)
        if isinstance(found, Refusal):
            return refused(found)
        return answered({"table": given.name, "game": found.game, "digest": found.digest}, 201)

    @app.delete("/api/tables/{name}", openapi_extra=schema.answer("TableNamed"))
    async def close_table(name: str, who: Caller = signed_in) -> Response:
        """Close a table at which nobody sits but computer players."""
        role = who.as_role(Role.SHIFT_SUPERVISOR)
        outcome = await server.close_table(name, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"table": name})

    @app.get("/api/tables/{name}", openapi_extra=schema.answer("View"))
    async def look(name: str, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """What this viewer may see now."""
        server.entry(name)
        viewer = Viewer(who.as_role(role), who.person)
        return Response(server.hub(name).view(viewer), media_type="application/json")

    @app.get("/api/tables/{name}/events", openapi_extra=schema.answer("Events"))
    async def events(name: str, after: int = 0, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """The events since a revision, as this viewer may see them."""
        server.entry(name)
        found = server.hub(name).after(Viewer(who.as_role(role), who.person), after)
        if found is None:
            raise HTTPException(410, "events so long ago are not at hand: look at the table as it is")
        return answered(found)

    @app.post("/api/tables/{name}/commands", openapi_extra=schema.answer("Answered", asks="CommandBody"))
    async def command(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Give a command: 200 with the events it led to, 409 with the refusal. The same key gives the first answer again."""
        given = await envelope_of(request, who)
        hub = server.hub(name)
        answer = await server.at_table(name, given)
        if isinstance(answer, Refusal):
            return refused(answer)
        return answered({"seq": answer.seq, "events": hub.seen(Viewer(given.role, who.person), answer.events)})

    @app.post("/api/tables/{name}/sit-in", openapi_extra=schema.answer("Sitting"))
    async def sit_in(name: str, who: Caller = signed_in) -> Response:
        """A player who sat out is dealt in again from the next round on."""
        return await attend(name, SitIn(person=who.person), who)

    @app.post("/api/tables/{name}/sit-out", openapi_extra=schema.answer("Sitting"))
    async def sit_out(name: str, who: Caller = signed_in) -> Response:
        """A player keeps the seat and is not dealt in from the next round on."""
        return await attend(name, SitOut(person=who.person), who)

    async def attend(name: str, command: SitIn | SitOut, who: Caller) -> Response:
        who.as_role(Role.PLAYER)
        refusal = await server.attend(name, command)
        if refusal is not None:
            return refused(refusal)
        return answered({"table": name, "sitting_out": isinstance(command, SitOut)})

    @app.get("/api/tables/{name}/shuffles", openapi_extra=schema.answer("Seeds"))
    async def shuffles(name: str, who: Caller = signed_in) -> Response:
        """The seeds committed for the next shuffles, and the last events: a seed is told when its round is over."""
        server.entry(name)
        shoes, events = await asyncio.to_thread(server.seeds, name)
        return answered({"shoes": shoes, "events": events[-20:]})

    @app.post("/api/tables/{name}/chance", openapi_extra=schema.answer("Added", asks="ChanceBody"))
    async def add_chance(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Add a text of one's own to the next shuffle of a table one sits at."""
        given = await body_of(request, ChanceBody)
        key = key_of(given.key)
        server.check_rate(who.person)
        role = who.as_role(Role.PLAYER)
        if who.person not in server.hub(name).live.state.seats.values():
            raise HTTPException(403, f"{who.person} does not sit at table {name}")
        shoes, _ = await asyncio.to_thread(server.seeds, name)
        number = next((number for number, shoe in sorted(shoes.items()) if not shoe.closed), 0)
        if not number:
            raise HTTPException(409, "no seed lies ready yet: ask again in a moment")
        sent = Envelope(command=AddChance(shoe=number, text=given.text), by=who.person, role=role, key=key)
        answer = await asyncio.to_thread(server.record.send, shuffles_stream(name), sent)
        return refused(answer) if isinstance(answer, Refusal) else answered({"shoe": number})

    @app.websocket("/api/tables/{name}/live")
    async def live_view(socket: WebSocket, name: str) -> None:
        """Every new version of what this viewer may see. The first message says who looks: {"token", "role", "revision"}."""
        await watch(server, socket, server.hub(name) if name in server.people.state.tables else None)

    submitted.mount(app, server, signed_in)
    rooms.mount(app, server, signed_in)
    reports.mount(app, server, signed_in)
    from houseway.web.pages import mount

    furnished = None
    if demo:
        from houseway.web.pages.demo import Demo

        furnished = Demo(server)
        furnished.furnish()
    app.state.house = mount(app, server, secure=secure, demo=furnished)
    return app
