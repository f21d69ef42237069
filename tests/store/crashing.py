"""A process that plays recorded tables and says what it asks and what was acknowledged, until it is killed."""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy.exc import DBAPIError

from houseway.chapters.registry import open_table
from houseway.encoding import decode_event, encode
from houseway.engine.kernel import Command, Envelope, envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat
from houseway.store.cage import Cage
from houseway.store.database import open_database, url_of
from houseway.store.keys import KeyStore, key_store_of
from houseway.store.record import MovedOnError, Record
from tests.kit.recorded_tables import Playing, submission

GAMES = ("five-card-hi-lo", "holdem")
SEATS = (6, 5)
"""Where somebody comes and goes, by the process: far from the players, so that play goes on beside it."""


class Acknowledged(NamedTuple):
    """A command that was answered: its stream, its key, and where it was recorded or that it was refused."""

    stream: str
    key: str
    place: str


class Asked(NamedTuple):
    """A command of somebody who comes and goes, sent before it is carried out."""

    stream: str
    key: str
    leaves: bool


class Repeated(NamedTuple):
    """A command that was in flight when its process was killed, asked again under its key.

    ``was_accepted``: it stood in the record, though nobody had been told so.
    """

    key: str
    was_accepted: bool


class SharedPlaying(Playing):
    """A table that other processes play at the same time: whoever is first takes the step, and the others look again."""

    def step(self) -> tuple[Any, ...]:
        """Take the next step at the place that was read, or leave it to the process that was first."""
        live = self.record.live(self.stream)
        self.record.catch_up(live)
        self.system.table.look_again()
        place = live.seq
        try:
            coming = self.system.next()
            assert coming is not None
            if isinstance(coming, Envelope):
                outcome = self.system.do(coming, only_at=place)
            else:
                # Whoever comes and goes, and was dealt in meanwhile, is played on.
                self.computers.seats = dict(self.system.table.state.seats)
                command = self.computers.answer(coming)
                if command is None:
                    self.system.house.pass_over(coming)
                    return ()
                person = self.system.table.state.seats[coming.seat]
                given = envelope(command, role=Role.PLAYER, seat=coming.seat, by=person)
                outcome = self.system.do(given, only_at=place)
                if isinstance(outcome, Refusal) and outcome.code is Code.WAGER_IS_COVERED:
                    self._buy_in_again(coming.seat, person)
        except (MovedOnError, DBAPIError):
            # A database that does not answer in time is asked again, as a server does.
            return ()
        return () if isinstance(outcome, Refusal) else outcome

    def _buy_in_again(self, seat: Seat, person: str) -> None:
        """Leave the seat and take it again, unless the other process does; either may be refused then."""
        for command in (LeaveSeat(), TakeSeat(cents=self.computers.buy_in)):
            self.system.do(envelope(command, role=Role.PLAYER, seat=seat, by=person))


def play(database: str, key_file: Path | None, told: Connection, process: int, left: list[Asked]) -> None:
    """Play until killed, telling of each command before it is carried out and after it was answered.

    ``left``: the commands that were in flight when the process before was killed, asked again first.
    """
    keys = KeyStore(key_file)
    record = Record(open_database(database, keys), keys=keys)
    # Every player draws on the cage, and returns to it.
    Cage(record).post_allowance(Cents(10**9), key="play money")
    tables = [SharedPlaying(record, "five-card-hi-lo", seats=2), SharedPlaying(record, "holdem", seats=3)]

    def ask(asked: Asked) -> None:
        command: Command = LeaveSeat() if asked.leaves else TakeSeat(cents=Cents(1_000))
        by = f"Coming and going {process}"
        given = envelope(command, by=by, role=Role.PLAYER, seat=SEATS[process], key=asked.key)
        told.send(asked)
        answer = None
        while answer is None:
            # What the database did not answer in time is asked again under its key, as a client does.
            with suppress(DBAPIError):
                answer = record.send(asked.stream, given)
        told.send(Acknowledged(asked.stream, asked.key, "refused" if isinstance(answer, Refusal) else str(answer.seq)))

    for asked in left:
        told.send(Repeated(asked.key, record.log.key(asked.stream, asked.key) is not None))
        ask(asked)
    while True:
        for playing in tables:
            playing.step()
            for leaves in (False, True):
                ask(Asked(playing.stream, uuid4().hex, leaves))


# Whoever is forked from here has it all: the rules, the readers of records, and what migrations and databases need.
_LOADED = [open_table(submission(game)).events for game in GAMES]
_READ = [decode_event(encode(event)) for events in _LOADED for event in events]
for _name in ("alembic.command", "psycopg", "sqlalchemy.dialects.postgresql.psycopg"):
    import_module(_name)


class Playmate:
    """Such a process, forked from one in which everything is loaded, so that it is quickly there.

    Others may play at the same tables. ``left``: what was in flight when the one before it was killed.
    """

    def __init__(self, database: str, *, process: int = 0, left: list[Asked] | None = None) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.store.crashing"])
        self._told, telling = context.Pipe(duplex=False)
        # What it is forked from keeps the environment of the first test: the file of the keys is named to each.
        key_file = key_store_of(url_of(database)).path
        given = (database, key_file, telling, process, left or [])
        self.process = context.Process(target=play, args=given, daemon=True)
        self.process.start()
        telling.close()
        self.acknowledged: list[Acknowledged] = []
        self.in_flight: list[Asked] = []
        self.repeated: list[Repeated] = []
        self.play_on(1)

    def _hear(self) -> None:
        message = self._told.recv()
        if isinstance(message, Asked):
            self.in_flight = [message]
        elif isinstance(message, Repeated):
            self.repeated.append(message)
        else:
            self.acknowledged.append(message)
            self.in_flight = []

    def play_on(self, answers: int) -> None:
        """Wait for so many more answers."""
        enough = len(self.acknowledged) + answers
        while len(self.acknowledged) < enough:
            self._hear()

    def ask_once_more(self, seconds: float) -> None:
        """Wait until a command is in flight, and at most so long for its answer."""
        while not self.in_flight:
            self._hear()
        if self._told.poll(seconds):
            self._hear()

    def rest(self) -> list[Acknowledged]:
        """All that it acknowledged, once it is gone."""
        try:
            while True:
                self._hear()
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
