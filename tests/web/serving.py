"""A server of the tests' own, in a thread of its own, with people who have accounts."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import httpx
import uvicorn
import websockets
from argon2 import PasswordHasher

from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.web.accounts import People
from houseway.web.app import create_app
from tests.kit.recorded import submission
from tests.kit.waiting import PATIENCE, until

PASSWORD = "correct horse"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Clock:
    """The time of a house, which goes on and which a test may put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Serving:
    """A running server and clients of it."""

    def __init__(self, record: Record, people: People, address: str, app: Any) -> None:
        self.record, self.people, self.address, self.app = record, people, address, app
        self.clients: list[httpx.Client] = []

    def wakes(self, table: str) -> None:
        """The system looks at a table again."""
        server = self.app.state.server
        server.loop.call_soon_threadsafe(server.dealing[table].wake)

    def attends(self, table: str) -> None:
        """The system notes who is there and who is not, now."""
        server = self.app.state.server
        asyncio.run_coroutine_threadsafe(server.dealing[table]._attend(), server.loop).result(PATIENCE)
        self.wakes(table)

    def client(self) -> httpx.Client:
        """A browser of nobody yet."""
        client = httpx.Client(base_url=self.address, timeout=PATIENCE)
        self.clients.append(client)
        return client

    def socket(self, path: str, **options: Any) -> websockets.connect:
        """A WebSocket of nobody yet, which waits as long as everything here does."""
        address = self.address.replace("http", "ws", 1) + path
        return websockets.connect(address, open_timeout=PATIENCE, ping_interval=None, **options)

    def account(self, person: str, *roles: Role) -> Person:
        verifier = self.people.verifier(PASSWORD)
        command = AddAccount(person=person, held=roles or (Role.PLAYER,), verifier=verifier)
        self.people.send(command, by="table system", role=Role.TABLE_SYSTEM)
        return self.person(person)

    def person(self, person: str) -> Person:
        return Person(self, person, self.people.token(person))


class Person:
    """Somebody with a token."""

    def __init__(self, serving: Serving, name: str, token: str) -> None:
        self.name, self.token = name, token
        bearer = {"authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=serving.address, headers=bearer, timeout=PATIENCE)
        serving.clients.append(self.http)

    def opens(self, table: str, game: str, **policy: Any) -> httpx.Response:
        given = {"name": table, "submission": submission(game), "policy": {"pace": 1, "offer": 0, **policy}}
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


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def serving(
    database: str, *, demo: bool = False, port: int = 0, clock: Callable[[], float] = time.time
) -> Iterator[Serving]:
    """A server over a database, as long as it is needed."""
    record = Record(open_database(database), clock)
    people = People(record, hasher=QUICK)
    app = create_app(record, people=people, demo=demo)
    # Tests ask often.
    app.state.server.commands.per_second = app.state.server.commands.at_once = 100_000
    port = port or free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, log_level="error", timeout_graceful_shutdown=2, ws_ping_timeout=PATIENCE)
    )
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started)
    opened = Serving(record, people, f"http://127.0.0.1:{port}", app)
    try:
        yield opened
    finally:
        for client in opened.clients:
            client.close()
        server.should_exit = True
        # The record is closed when nobody writes any more.
        thread.join(PATIENCE)
        record.close()
