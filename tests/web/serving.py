"""A server of the tests' own, in a thread of its own, with people who have accounts. Its time passes when a test says so."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, Literal, TypeVar

import httpx
import uvicorn
import websockets
from argon2 import PasswordHasher
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.engine.roles import Role, clashes
from houseway.house.accounts import AddAccount, PostRoles
from houseway.house.cage import LARGEST
from houseway.money import Cents
from houseway.store.database import SQLITE, open_database
from houseway.store.record import Record
from houseway.web.accounts import People
from houseway.web.app import create_app
from houseway.web.dealing import Dealing
from houseway.web.listener import configure
from tests.kit.clock import ManualClock
from tests.kit.recorded_tables import submission
from tests.kit.table_views import look_at
from tests.kit.waiting import PATIENCE, until

T = TypeVar("T")
PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_TLS = ssl.create_default_context()
"""Never used, as the servers of tests speak plain HTTP. A client without it reads all certificates of the machine, for 40 ms."""


class Serving:
    """A running server and clients of it."""

    def __init__(self, record: Record, people: People, clock: ManualClock, address: str, app: Any) -> None:
        self.record, self.people, self.clock, self.address, self.app = record, people, clock, address, app
        self.clients: list[httpx.Client] = []

    @property
    def server(self) -> Any:
        """What the pages and the API ask: its hubs, its dealers, its quotas."""
        return self.app.state.server

    def look_at(self, table: str, person: str = "") -> Any:
        """Return what a seated person sees of a table, or what the floor sees if nobody is named."""
        return look_at(self.record.table(f"table/{table}"), person)

    @property
    def tables(self) -> list[Dealing]:
        """The tables that are dealt here."""
        return list(self.server.dealing.values())

    @property
    def versions(self) -> dict[str, tuple[int, int]]:
        """How far every table has come."""
        return {name: hub.version for name, hub in list(self.server.hubs.items())}

    def rest(self) -> None:
        """Wait until no table does anything before time passes or somebody acts."""
        until(lambda: all(table.is_at_rest for table in self.tables), lambda: "a table does not come to rest")

    def look_again(self) -> None:
        """Wait until every table is at rest or has been looked at again."""
        # A look that is under way may have begun earlier.
        enough = {table: table.looks + 2 for table in self.tables}
        until(lambda: all(table.is_at_rest or table.looks >= looks for table, looks in enough.items()))

    def advance(self, seconds: float) -> None:
        """Let time pass at tables that are at rest, and wait until they are again."""
        self.rest()
        self.clock.advance(seconds)
        self.rest()

    def until(self, told: Callable[[], T | Literal[False]], *, every: float = 1.0) -> T:
        """Wait for a fact while time passes in steps of so many seconds, whatever runs out meanwhile."""

        def told_or_later() -> T | Literal[False]:
            self.look_again()
            found = told()
            if not found:
                self.clock.advance(every)
            return found

        return until(told_or_later)

    def go_on(self) -> bool:
        """Let time pass until a table at rest goes on by itself; return whether any does. No person's time runs out."""
        self.rest()
        moments = [table.goes_on_at for table in self.tables]
        moment = min((one for one in moments if one is not None), default=None)
        if moment is None:
            return False
        self.clock.advance_to(moment)
        self.rest()
        return True

    def play_until(self, told: Callable[[], T | Literal[False]]) -> T:
        """Wait for a fact while tables go on by themselves; no person's time runs out."""

        def told_or_later() -> T | Literal[False]:
            self.rest()
            found = told()
            if not found:
                self.go_on()
            return found

        return until(told_or_later)

    def wakes(self, table: str) -> None:
        """The system looks at a table again."""
        server = self.server
        server.loop.call_soon_threadsafe(server.dealing[table].wake)

    def attends(self, table: str) -> None:
        """The system notes who is there and who is not, now."""
        server = self.server
        asyncio.run_coroutine_threadsafe(server.dealing[table]._attend(), server.loop).result(PATIENCE)
        self.wakes(table)

    def client(self, **options: Any) -> httpx.Client:
        """A browser, of nobody yet unless the options say so."""
        client = open_client(self.address, **options)
        self.clients.append(client)
        return client

    def socket(self, path: str, **options: Any) -> websockets.connect:
        """A WebSocket of nobody yet, which waits as long as everything here does."""
        address = self.address.replace("http", "ws", 1) + path
        return websockets.connect(address, open_timeout=PATIENCE, ping_interval=None, **options)

    def account(self, person: str, *roles: Role) -> Person:
        if clashes(roles):
            # A person with the roles of several is one that the house has posted.
            pairs = {frozenset(pair) for pair in (*self.people.state.together, *clashes(roles))}
            posted = PostRoles(together=tuple([(first, second) for first, second in map(sorted, pairs)]))
            self.people.send(posted, by="table system", role=Role.TABLE_SYSTEM)
        verifier = self.people.verifier(PASSWORD)
        command = AddAccount(person=person, held=roles or (Role.PLAYER,), verifier=verifier)
        self.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        return self.person(person)

    def person(self, person: str) -> Person:
        return Person(self, person, self.people.token(person))


def open_client(address: str, **options: Any) -> httpx.Client:
    """A client of a server, which waits as long as everything here does."""
    return httpx.Client(**{"base_url": address, "timeout": PATIENCE, "verify": _TLS, **options})


class LiveView:
    """A view over a WebSocket in a thread of its own: every message as it came, the first of which is there at once."""

    def __init__(self, house: Serving, path: str, hello: dict[str, Any]) -> None:
        self.messages: list[bytes] = []
        self._address, self._hello = house.address.replace("http", "ws", 1) + path, json.dumps(hello).encode()
        self._thread = Thread(target=self._look)
        self._thread.start()
        until(lambda: self.messages or not self._thread.is_alive())
        assert self.messages, "the view was not opened"

    def _look(self) -> None:
        with connect(self._address, open_timeout=PATIENCE, ping_interval=None) as self._socket:
            self._socket.send(self._hello)
            with suppress(ConnectionClosed):
                while True:
                    self.messages.append(self._socket.recv(decode=False))

    def close(self) -> None:
        self._socket.close()
        self._thread.join()


class Person:
    """Somebody with a token."""

    def __init__(self, serving: Serving, name: str, token: str) -> None:
        self.name, self.token = name, token
        bearer = {"authorization": f"Bearer {token}"}
        self.http = serving.client(headers=bearer)

    def opens(self, table: str, game: str, **policy: Any) -> httpx.Response:
        """Open a table that deals without a pause and makes no offers, unless the policy says otherwise."""
        given = {"name": table, "submission": submission(game), "policy": {"pace": 0, "offer": 0, **policy}}
        return self.http.post("/api/tables", json=given)

    def says(
        self, table: str, command: str, seat: int = 0, *, role: str = "player", key: str = "", **fields: Any
    ) -> httpx.Response:
        given = {"command": {"command": command, **fields}, "seat": seat, "role": role, "key": key}
        return self.http.post(f"/api/tables/{table}/commands", json=given)

    def sees(self, table: str, role: str = "player") -> dict[str, Any]:
        found = self.http.get(f"/api/tables/{table}", params={"role": role})
        assert found.status_code == 200, found.text
        seen: dict[str, Any] = found.json()["observation"]
        return seen


def bind_port(port: int = 0) -> socket.socket:
    """Bind a port of this machine: any free one unless given. Nobody else gets it while the socket is open."""
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound


def printed_address(process: subprocess.Popen[str]) -> str:
    """Return the address that ``houseway serve`` prints once it answers."""
    assert process.stdout is not None
    address = next((line.split()[3] for line in process.stdout if line.startswith("Houseway listens on ")), None)
    assert address is not None, "the server ended before it answered"
    return address


@contextmanager
def reserve_port() -> Iterator[int]:
    """Keep a port for servers that run one after the other. Between them it refuses connections."""
    with bind_port() as bound:
        yield int(bound.getsockname()[1])


@contextmanager
def serving(
    database: str,
    *,
    demo: bool = False,
    port: int = 0,
    clock: ManualClock | None = None,
    seed: str = "a seed",
    hosts: tuple[str, ...] = (),
    trusted_proxies: tuple[str, ...] = (),
    allowance: Cents | None = LARGEST,
) -> Iterator[Serving]:
    """A server over a database, as long as it is needed. The same seed gives every table the same chance again.

    ``port``: one that ``reserve_port`` keeps; any free one unless given.
    ``allowance``: the play money that is posted, unless it is a demo house, which posts its own; None to post nothing.
    """
    clock = clock or ManualClock()
    engine = open_database(database)
    if engine.dialect.name == SQLITE:
        # What a power cut would leave is tested elsewhere.
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
        engine.dispose()
    record = Record(engine, clock)
    people = People(record, hasher=QUICK)
    chance = lambda table: random.Random(f"{seed} {table}")  # noqa: E731
    app = create_app(record, people=people, demo=demo, hosts=hosts, chance=chance)
    asked = app.state.server
    if allowance is not None and not demo:
        asked.cage.post_allowance(allowance)
    # Tests ask often.
    for rate in (asked.commands, asked.refusals):
        rate.per_second = rate.at_once = 100_000
    # A busy machine may take longer than a house allows.
    asked.checks.time_limit = PATIENCE
    server = uvicorn.Server(
        configure(
            app,
            trusted_proxies=trusted_proxies,
            log_level="error",
            timeout_graceful_shutdown=2,
            # A client that has waited for the processor finds its connection open.
            timeout_keep_alive=int(PATIENCE),
            ws_ping_timeout=PATIENCE,
        )
    )
    listener = bind_port(port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    # The server closes its listener when it stops.
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    opened = Serving(record, people, clock, address, app)
    try:
        yield opened
    finally:
        for client in opened.clients:
            client.close()
        server.should_exit = True
        # The record is closed when nobody writes any more.
        thread.join(PATIENCE)
        record.close()
