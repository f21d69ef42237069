"""A process that plays recorded tables and says what was acknowledged, until it is killed."""

from __future__ import annotations

import multiprocessing
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from uuid import uuid4

from houseway.chapters.registry import open_table
from houseway.encoding import decode_event, encode
from houseway.engine.kernel import envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.store.cage import Cage
from houseway.store.database import open_database, url_of
from houseway.store.keys import KeyStore, key_store_of
from houseway.store.record import Record
from tests.kit.recorded_tables import Playing, submission

Acknowledged = tuple[str, str, str]
"""A stream, the key of a command, and where it was recorded or that it was refused."""


def play(database: str, key_file: Path | None, told: Connection) -> None:
    """Each message is a key whose command was answered: sent only after the answer came."""
    keys = KeyStore(key_file)
    record = Record(open_database(database, keys), keys=keys)
    # Every player draws on the cage, and returns to it.
    Cage(record).post_allowance(Cents(10**9), key="play money")
    tables = [Playing(record, "five-card-hi-lo", seats=2), Playing(record, "holdem", seats=3)]
    while True:
        for playing in tables:
            playing.step()
            for command in (TakeSeat(cents=Cents(1_000)), LeaveSeat()):
                # A seat far from the players, so that play goes on beside it.
                key = uuid4().hex
                given = envelope(command, by="Coming and going", role=Role.PLAYER, seat=6, key=key)
                answer = record.send(playing.stream, given)
                word = "refused" if isinstance(answer, Refusal) else str(answer.seq)
                told.send((playing.stream, key, word))


# Whoever is forked from here has it all: the rules, the readers of records, and what migrations and databases need.
GAMES = ("five-card-hi-lo", "holdem")
_LOADED = [open_table(submission(game)).events for game in GAMES]
_READ = [decode_event(encode(event)) for events in _LOADED for event in events]
for _name in ("alembic.command", "psycopg", "sqlalchemy.dialects.postgresql.psycopg"):
    import_module(_name)


class Playmate:
    """Such a process, forked from one in which everything is loaded, so that it is quickly there."""

    def __init__(self, database: str) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.store.crashing"])
        self._told, telling = context.Pipe(duplex=False)
        # What it is forked from keeps the environment of the first test: the file of the keys is named to each.
        key_file = key_store_of(url_of(database)).path
        self.process = context.Process(target=play, args=(database, key_file, telling), daemon=True)
        self.process.start()
        telling.close()
        self.acknowledged: list[Acknowledged] = [self._told.recv()]

    def play_on(self, answers: int) -> None:
        """Wait for so many more answers."""
        self.acknowledged += [self._told.recv() for _ in range(answers)]

    def rest(self) -> list[Acknowledged]:
        """All that it acknowledged, once it is gone."""
        try:
            while True:
                self.acknowledged.append(self._told.recv())
        except (EOFError, OSError):
            # What it had not said to its end is not acknowledged.
            pass
        self.process.join()
        self._told.close()
        return self.acknowledged

    def kill(self) -> list[Acknowledged]:
        """Kill it, as it is."""
        self.process.kill()
        return self.rest()
