"""The API: every command and every view of a house of live tables.

Everything a viewer gets is made from that viewer's observation. Who gives a command is the person of the token, in a role the
account holds; the seat is looked at by the table itself.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import msgspec
from fastapi import Depends, FastAPI, HTTPException, Request, Response, WebSocket

from houseway.chapters.registry import games
from houseway.engine.kernel import Command, Envelope, Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ChangeAccount, PostRoles, RemoveSecondFactor
from houseway.house.attendance import SitIn, SitOut
from houseway.house.cage import COMPUTER
from houseway.house.shuffles import AddChance, CommitChance, RevealChance, SeedRevealed
from houseway.store.record import Record
from houseway.store.table_system import shuffles_stream
from houseway.web import cage, reports, rooms, schema, submitted, totp
from houseway.web.accounts import LAPSED, LINK, People
from houseway.web.asked import (
    Caller,
    address_of,
    answered,
    body_of,
    check_origin,
    confirm_password,
    envelope_of,
    key_of,
    raise_refused,
    refused,
)
from houseway.web.errors import not_done
from houseway.web.limits import LOOPBACK, Guard
from houseway.web.server import Server, TableBody
from houseway.web.watching import COOKIE, watch


class LoginBody(msgspec.Struct, forbid_unknown_fields=True):
    person: str
    password: str
    code: str = ""


class PasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    password: str


class ChangePasswordBody(msgspec.Struct, forbid_unknown_fields=True):
    password: str
    old: str = ""


class FactorBody(msgspec.Struct, forbid_unknown_fields=True):
    """The own password, and to set a second factor its secret and the code the authenticator shows."""

    password: str
    secret: str = ""
    code: str = ""


class AccountBody(msgspec.Struct, forbid_unknown_fields=True):
    person: str
    roles: tuple[Role, ...]
    password: str = ""


class ChangeBody(msgspec.Struct, forbid_unknown_fields=True):
    roles: tuple[Role, ...]
    disabled: bool = False


class ChanceBody(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    key: str = ""


class CommitmentBody(msgspec.Struct, forbid_unknown_fields=True):
    commitment: str
    key: str = ""


def _in_header(request: Request) -> str | None:
    """The token in the header; None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def create_app(
    record: Record,
    *,
    people: People | None = None,
    secure: bool = False,
    demo: bool = False,
    hosts: Iterable[str] = (),
    publish: Sequence[str] = (),
    chance: Callable[[str], random.Random] = lambda table: random.SystemRandom(),
) -> FastAPI:
    """The application over a record, by whose clock it goes. ``secure``: it is reached by https alone, so cookies say so;
    ``demo``: a house to try; ``hosts``: the names it is reached by beside those of the own machine; ``publish``: where signed heads go; ``chance``: the source of
    chance of a table."""
    server = Server(record, people or People(record), publish=publish, chance=chance)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        server.start()
        yield
        await server.stop()

    app = FastAPI(title="Houseway", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.server = server
    app.openapi = lambda: schema.openapi(app)  # type: ignore[method-assign]

    async def caller(request: Request) -> Caller:
        """Whoever has a token: in the header, or in the cookie with the page's own proof beside it."""
        token = _in_header(request)
        if token is None:
            token = request.cookies.get(COOKIE, "")
            unsafe = request.method not in ("GET", "HEAD")
            if token and unsafe and request.headers.get("x-csrf-token") != server.people.csrf(token):
                raise HTTPException(403, "the request does not come from one of our pages")
        found = await server.holder(token)
        if found is None:
            raise HTTPException(401, "a token is needed: POST /api/login", {"WWW-Authenticate": "Bearer"})
        return Caller(found[0], found[1].roles, token)

    signed_in = Depends(caller)

    @app.get("/healthz", openapi_extra=schema.answer("Status"))
    async def health() -> Response:
        """Whether the server answers, and its database can be read and written."""
        fault = await server.health.fault()
        return not_done(503, fault, headers={"Retry-After": "2"}) if fault else answered({"status": "ok"})

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
        sign_in = await server.sign_ins.enter(given.person, given.password, given.code, address_of(request))
        raise_refused(sign_in)
        token = sign_in.token
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
        if not server.links.allows(address_of(request)):
            raise HTTPException(429, "too many attempts: wait a little", {"Retry-After": "5"})
        found = await server.holder(token, "link")
        if found is None:
            raise HTTPException(404, LAPSED)
        fault = await asyncio.to_thread(server.people.set_by_link, token, given.password)
        if isinstance(fault, Refusal) or fault == LAPSED:
            raise HTTPException(404, LAPSED)
        return refused(fault) if fault is not None else answered({"person": found[0]})

    @app.post("/api/password", openapi_extra=schema.answer("Person", asks="ChangePasswordBody"))
    async def change_password(request: Request, who: Caller = signed_in) -> Response:
        """Set one's own password, with the old one; every older token ends."""
        given = await body_of(request, ChangePasswordBody)
        await confirm(request, who, given.old)
        fault = await asyncio.to_thread(
            server.people.set_password, who.person, given.password, by=who.person, role=who.roles[0]
        )
        return refused(fault) if fault is not None else answered({"person": who.person})

    async def confirm(request: Request, who: Caller, password: str) -> None:
        await confirm_password(server.sign_ins, who.person, password, address_of(request))

    @app.post("/api/second-factor", openapi_extra=schema.answer("NewFactor", asks="FactorBody"))
    async def begin_second_factor(request: Request, who: Caller = signed_in) -> Response:
        """Draw the secret of a second factor; nothing changes until it is confirmed with a code."""
        given = await body_of(request, FactorBody)
        await confirm(request, who, given.password)
        secret = totp.new_secret()
        return answered({"secret": secret, "uri": totp.authenticator_uri(who.person, secret)})

    @app.post("/api/second-factor/confirm", openapi_extra=schema.answer("RecoveryCodes", asks="FactorBody"))
    async def confirm_second_factor(request: Request, who: Caller = signed_in) -> Response:
        """Sign in with a code from now on; the answer has the recovery codes, which are told once."""
        given = await body_of(request, FactorBody)
        await confirm(request, who, given.password)
        people = server.people
        codes = await asyncio.to_thread(people.set_second_factor, who.person, given.secret, given.code)
        return answered({"recovery": codes}) if isinstance(codes, tuple) else refused(codes)

    @app.post("/api/second-factor/remove", openapi_extra=schema.answer("Person", asks="FactorBody"))
    async def remove_second_factor(request: Request, who: Caller = signed_in) -> Response:
        """Sign in without a code again."""
        given = await body_of(request, FactorBody)
        await confirm(request, who, given.password)
        command = RemoveSecondFactor(person=who.person)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=who.roles[0])
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"person": who.person})

    @app.post("/api/accounts/{person:path}/second-factor/remove", openapi_extra=schema.answer("Person"))
    async def remove_factor_of(person: str, who: Caller = signed_in) -> Response:
        """Let a person sign in without a code again, who has lost the authenticator and the recovery codes."""
        role = who.as_role(Role.ADMINISTRATOR)
        command = RemoveSecondFactor(person=person)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"person": person})

    @app.put("/api/roles", openapi_extra=schema.answer("RolesTogether", asks="RolesTogether"))
    async def post_roles(request: Request, who: Caller = signed_in) -> Response:
        """Post which incompatible roles one person may hold together, on the record; the list replaces the one before."""
        given = await body_of(request, schema.RolesTogether)
        role = who.as_role(Role.ADMINISTRATOR)
        command = PostRoles(together=given.together)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered(given)

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
        fault = server.people.fault_of(given.password, given.person) if given.password else None
        if given.person.casefold().startswith(COMPUTER):
            fault = f"names that begin with {COMPUTER.strip()!r} are those of computer players"
        if fault is not None:
            return refused(fault)
        verifier = await asyncio.to_thread(server.people.verifier, given.password) if given.password else ""
        command = AddAccount(person=given.person, held=given.roles, verifier=verifier)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        if isinstance(outcome, Refusal):
            return refused(outcome)
        link = "" if verifier else f"/api/link/{server.people.token(given.person, 'link', LINK)}"
        return answered({"person": given.person, "link": link}, 201)

    @app.put("/api/accounts/{person:path}", openapi_extra=schema.answer("Person", asks="ChangeBody"))
    async def change_account(person: str, request: Request, who: Caller = signed_in) -> Response:
        """Change the roles of an account, or disable it."""
        given = await body_of(request, ChangeBody)
        role = who.as_role(Role.ADMINISTRATOR)
        command = ChangeAccount(person=person, held=given.roles, disabled=given.disabled)
        outcome = await asyncio.to_thread(server.people.send, command, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"person": person})

    @app.post("/api/accounts/{person:path}/link", openapi_extra=schema.answer("NewAccount"))
    async def link_again(person: str, who: Caller = signed_in) -> Response:
        """End a person's password and tokens, on record, and answer with a one-time link to set another."""
        role = who.as_role(Role.ADMINISTRATOR)
        # A password that nobody knows, the administrator included.
        fault = await asyncio.to_thread(
            server.people.set_password, person, secrets.token_urlsafe(), by=who.person, role=role
        )
        if fault is not None:
            return refused(fault)
        return answered({"person": person, "link": f"/api/link/{server.people.token(person, 'link', LINK)}"})

    # Tables.

    @app.get("/api/games", openapi_extra=schema.answer("Games"))
    async def list_games() -> Response:
        """Every game there is."""
        return answered(dict(games()))

    @app.get("/api/tables", openapi_extra=schema.answer("Tables"))
    async def list_tables(who: Caller = signed_in) -> Response:
        """The tables of the house, with what is posted and who sits there."""
        entries = {name: entry for name, entry in server.people.state.tables.items() if not entry.closed}
        seats, faults = server.faults.show_each(entries, lambda name: (name, server.hub(name).live.state.seats))
        seen = {
            name: {**msgspec.to_builtins(entries[name]), "seats": {str(seat): person for seat, person in taken.items()}}
            for name, taken in seats
        }
        unseen = {
            fault.table: {**msgspec.to_builtins(entries[fault.table]), "seats": {}, "fault": fault.message}
            for fault in faults
        }
        return answered({name: (seen | unseen)[name] for name in entries})

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

    @app.post("/api/tables/{name}/reopen", openapi_extra=schema.answer("TableNamed"))
    async def reopen_table(name: str, who: Caller = signed_in) -> Response:
        """Reopen a closed table under the rules and policies it was opened with."""
        role = who.as_role(Role.SHIFT_SUPERVISOR)
        server.entry(name)
        outcome = await server.reopen_table(name, by=who.person, role=role)
        return refused(outcome) if isinstance(outcome, Refusal) else answered({"table": name})

    @app.get("/api/tables/{name}", openapi_extra=schema.answer("View"))
    async def look(name: str, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """What this viewer may see now."""
        server.entry(name)
        viewer = server.check_watching(name, Viewer(who.as_role(role), who.person))
        return Response(server.hub(name).view(viewer), media_type="application/json")

    @app.get("/api/tables/{name}/events", openapi_extra=schema.answer("Events"))
    async def events(name: str, after: int = 0, role: Role = Role.PLAYER, who: Caller = signed_in) -> Response:
        """The events since a revision, as this viewer may see them."""
        server.entry(name)
        viewer = server.check_watching(name, Viewer(who.as_role(role), who.person))
        found = server.hub(name).after(viewer, after)
        if found is None:
            raise HTTPException(410, "events so long ago are not at hand: look at the table as it is")
        return answered(found)

    @app.post("/api/tables/{name}/commands", openapi_extra=schema.answer("Answered", asks="CommandBody"))
    async def command(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Give a command: 200 with the events it led to, 409 with the refusal. The same key gives the first answer again."""
        given = await envelope_of(request, who)
        hub = server.hub(name)
        before = server.record.reached(hub.stream)
        answer = await server.at_table(name, given)
        if isinstance(answer, Refusal):
            return refused(answer)
        seen = await hub.answered(Viewer(given.role, who.person), answer, before)
        return answered({"seq": answer.seq, "events": seen})

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
        """The seeds committed for the next shuffles, and the last events: a seed is told when its round is over, to whom the table's policy says."""
        told = server.tells_seeds(name, who.person, who.roles)
        shoes, events = await asyncio.to_thread(server.seeds, name)
        return answered(
            {"shoes": shoes, "events": [one for one in events[-20:] if told or not isinstance(one, SeedRevealed)]}
        )

    @app.post("/api/tables/{name}/chance", openapi_extra=schema.answer("Added", asks="ChanceBody"))
    async def add_chance(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Add a text of one's own to the next shuffle of a table one sits at."""
        given = await body_of(request, ChanceBody)
        return await contribute(name, who, given.key, lambda shoe: AddChance(shoe=shoe, text=given.text))

    @app.post("/api/tables/{name}/chance/commitments", openapi_extra=schema.answer("Added", asks="CommitmentBody"))
    async def commit_chance(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Commit to randomness of one's own for the next shuffle of a table one sits at: the SHA-256 of a text."""
        given = await body_of(request, CommitmentBody)
        return await contribute(name, who, given.key, lambda shoe: CommitChance(shoe=shoe, commitment=given.commitment))

    @app.post("/api/tables/{name}/chance/reveals", openapi_extra=schema.answer("Added", asks="ChanceBody"))
    async def reveal_chance(name: str, request: Request, who: Caller = signed_in) -> Response:
        """Reveal the text one committed to, once the shoe is sealed."""
        given = await body_of(request, ChanceBody)
        return await contribute(name, who, given.key, lambda shoe: RevealChance(shoe=shoe, text=given.text))

    async def contribute(name: str, who: Caller, key: str, command_for: Callable[[int], Command]) -> Response:
        """Give a player's command for the shoe of the next shuffle."""
        key = key_of(key)
        server.check_rate(who.person)
        role = who.as_role(Role.PLAYER)
        if who.person not in server.hub(name).live.state.seats.values():
            raise HTTPException(403, f"{who.person} does not sit at table {name}")
        shoes, _ = await asyncio.to_thread(server.seeds, name)
        number = next((number for number, shoe in sorted(shoes.items()) if not shoe.closed), 0)
        if not number:
            raise HTTPException(409, "no seed lies ready yet: ask again in a moment")
        sent = Envelope(command=command_for(number), by=who.person, role=role, key=key)
        answer = await asyncio.to_thread(server.record.send, shuffles_stream(name), sent)
        server.dealing[name].wake()
        server.count_refusal(who.person, answer)
        return refused(answer) if isinstance(answer, Refusal) else answered({"shoe": number})

    @app.websocket("/api/tables/{name}/live")
    async def live_view(socket: WebSocket, name: str) -> None:
        """Every new version of what this viewer may see. The first message says who looks: {"token", "role", "revision"}."""
        await watch(server, socket, lambda: server.hub(name))

    submitted.mount(app, server, signed_in)
    rooms.mount(app, server, signed_in)
    reports.mount(app, server, signed_in)
    cage.mount(app, server, signed_in)
    from houseway.web.pages import mount

    furnished = None
    if demo:
        from houseway.web.pages.demo import Demo

        furnished = Demo(server)
        furnished.furnish()
    app.state.house = mount(app, server, secure=secure, demo=furnished)
    known = frozenset(LOOPBACK if demo else (*LOOPBACK, *(name.casefold() for name in hosts)))
    app.add_middleware(Guard, clock=server.clock, fault_page=app.state.house.fault_page, hosts=known)
    return app
