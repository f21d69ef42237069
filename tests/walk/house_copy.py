"""A house in one thread over a SQLite file, which can be copied at any step."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import event

from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount
from houseway.house.cage import LARGEST
from houseway.store.database import connect, open_database
from houseway.store.log import Log, Pending, Result
from houseway.store.record import Record
from houseway.store.writer import Writer
from houseway.web.accounts import People
from houseway.web.app import create_app
from tests.kit.clock import ManualClock
from tests.walk.manual_loop import ManualLoop
from tests.web.serving import QUICK

STAFF = {
    "Dee": Role.DEALER,
    "Flora": Role.FLOORPERSON,
    "Fritz": Role.FLOORPERSON,
    "Sue": Role.SHIFT_SUPERVISOR,
    "Sol": Role.SURVEILLANCE,
}
OPENED_AT = 1_800_000_000.0
"""The time of day at which every house opens, in seconds since 1970."""
PLAYERS = ("Ada", "Ben", "Cleo")
WATCHER = "Vera"


class ImmediateWriter(Writer):
    """Commits in the thread that submits, so that nothing in the house depends on another thread's pace."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def submit(self, pending: Pending) -> Future[Result]:
        future: Future[Result] = Future()
        self._commit([(pending, future)])
        return future

    def close(self) -> None:
        """Nothing waits to be written."""


class House:
    """An app over a record, with its own loop. Call `close` when done.

    ``seconds``: how long after the opening it begins; ``seed``: what its tables draw chance from; ``held``: the system deals
    only when the loop's ``dealers_may_go_on`` is set.
    """

    def __init__(self, file: Path, *, seed: str = "", seconds: float = 0.0, held: bool = False) -> None:
        self.file, self.seed = file, seed
        clock = ManualClock(OPENED_AT)
        clock.advance(seconds)
        self.loop = ManualLoop(clock)
        if held:
            self.loop.dealers_may_go_on.clear()
        engine = connect(file) if file.exists() else open_database(file)
        # What a power cut would leave is tested elsewhere.
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
        engine.dispose()
        self.record = Record(engine, clock)
        self.record.writer.close()
        self.record.writer = ImmediateWriter(self.record.log)
        self.people = People(self.record, hasher=QUICK)
        self.app = create_app(self.record, people=self.people, chance=lambda table: random.Random(f"{seed} {table}"))
        self.server: Any = self.app.state.server
        self.server.cage.post_allowance(LARGEST)
        # A walk asks more often than people do.
        for rate in (self.server.commands, self.server.links):
            rate.per_second = rate.at_once = 10**9
        self._lifespan = self.app.router.lifespan_context(self.app)
        self.loop.complete(self._lifespan.__aenter__())

    def add_people(self) -> None:
        """Give everybody of the walk an account."""
        accounts = {**STAFF, **dict.fromkeys((*PLAYERS, WATCHER), Role.PLAYER)}
        for person, role in accounts.items():
            command = AddAccount(person=person, held=(role,))
            self.people.send(command, by="table system", role=Role.TABLE_SYSTEM)

    def copy(self, file: Path, seed: str) -> House:
        """Open a copy of the house as it stands, with nobody's page open there and the system at rest."""
        copy_database(self.file, file)
        return House(file, seed=seed, seconds=self.loop.clock.monotonic(), held=True)

    def close(self) -> None:
        self.loop.dealers_may_go_on.set()
        self.loop.complete(self._lifespan.__aexit__(None, None, None))
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.settle()
        self.record.close()
        self.loop.close()


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that somebody may have open, with the keys of its house."""
    shutil.copy2(f"{source}.keys", f"{target}.keys")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous = OFF")
        old.backup(new)
