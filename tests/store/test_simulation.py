"""Clients that lose answers, repeat themselves, race and vanish, in an order a seed decides; and the power that goes."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from houseway.engine.kernel import Envelope, envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.store import audit
from houseway.store.database import connect, open_database
from houseway.store.log import Pending, Result
from houseway.store.record import Answer, Record
from tests.kit.recorded_tables import Playing, submission

STREAM = "table/t"
COMPILED: dict[Any, Any] = {}
"""Statements are worked out once for all processes of a simulation, which would each do it alike."""


def process(database: str) -> Record:
    """A process of a database that has its tables."""
    return Record(connect(database).execution_options(compiled_cache=COMPILED))


class LostError(Exception):
    """The answer did not arrive, or the process died before it could be given."""


class Client:
    """Somebody who takes and leaves a seat, and repeats under the same key what was not answered."""

    def __init__(self, stream: str, name: str, seat: int, chance: random.Random) -> None:
        self.stream, self.name, self.seat, self.chance = stream, name, seat, chance
        self.pending: Envelope | None = None
        self.answers: dict[str, Any] = {}
        self.number = 0

    def ask(self, record: Record) -> None:
        if self.pending is None:
            self.number += 1
            command = self.chance.choice((TakeSeat(cents=Cents(1_000)), LeaveSeat()))
            key = f"{self.name} {self.number}"
            self.pending = envelope(command, by=self.name, role=Role.PLAYER, seat=self.seat, key=key)
        answer = record.send(self.stream, self.pending)
        known = self.answers.setdefault(self.pending.key, answer)
        # An answer that was lost may have been another one's; but what was answered once stays so.
        assert known == answer
        if self.chance.random() < 0.3:
            raise LostError
        self.pending = None


def simulate(database: str, records: list[Record], seed: int, steps: int) -> None:
    """A table of its own for each seed, between two processes."""
    chance, stream = random.Random(seed), f"table/s{seed}"
    records[0].open(stream, "table", submission("holdem"))
    records[0].start(stream)
    clients = [Client(stream, f"C{number}", 1 + number % 3, chance) for number in range(5)]
    for _ in range(steps):
        place = chance.randrange(2)
        record = records[place]
        what = chance.random()
        if what < 0.05:
            # The process dies; what it had written stays, and another takes its place.
            record.close()
            records[place] = process(database)
        elif what < 0.15:
            client = chance.choice(clients)
            vanishes(record, client)
        else:
            client = chance.choice(clients)
            with suppress(LostError):
                client.ask(record)
    for record in records:
        record.catch_up(record.live(stream))
    assert records[0].live(stream).state == records[1].live(stream).state
    state = records[0].live(stream).state
    assert sum(state.ledger.values()) == 0
    assert not [one.fault for one in audit.verify(records[0], stream) if one.fault]
    commands = records[0].log.commands(stream)
    keys = [row["key"] for row in commands if row["key"].startswith("C")]
    assert len(keys) == len(set(keys))
    for client in clients:
        for key, answer in client.answers.items():
            row = records[0].log.key(stream, key)
            assert row is not None
            if isinstance(answer, Refusal):
                assert row["refusal"] >= 0
            else:
                assert row["seq"] == answer.seq


def vanishes(record: Record, client: Client) -> None:
    """A process dies between the commit and the answer: the client asks again elsewhere, under the same key."""
    submit = record.writer.submit

    def dies(pending: Pending) -> Any:
        future = submit(pending)
        assert future.result() in Result
        raise LostError

    record.writer.submit = dies  # type: ignore[method-assign]
    try:
        client.ask(record)
    except LostError:
        pass
    finally:
        record.writer.submit = submit  # type: ignore[method-assign]


@contextmanager
def processes(database: str) -> Iterator[list[Record]]:
    """Two processes of one database; whoever is there at the end is closed."""
    open_database(database).dispose()
    records = [process(database), process(database)]
    yield records
    for record in records:
        record.close()


def test_clients_that_lose_answers_repeat_race_and_vanish(database):
    with processes(database) as records:
        for seed in range(5):
            simulate(database, records, seed, 60)


@pytest.mark.proof
@pytest.mark.parametrize("first", range(1_000, 3_000, 500))
def test_thousands_of_simulations(first, tmp_path):
    database = str(tmp_path / "house.db")
    with processes(database) as records:
        for seed in range(first, first + 500):
            simulate(database, records, seed, 40)


def test_the_power_goes_in_the_middle_of_a_write(tmp_path: Path):
    assert power_goes(tmp_path, 12, 58) >= 8


@pytest.mark.proof
def test_the_power_goes_two_hundred_times(tmp_path: Path):
    assert power_goes(tmp_path, 200, 59) >= 150


def power_goes(tmp_path: Path, times: int, seed: int) -> int:
    """What was acknowledged is on the disk: a copy of the files at that moment, the next write torn off anywhere, has it.

    How often the log was torn off; now and then it is moved into the database instead.
    """
    path = tmp_path / "house.db"
    record = Record(open_database(path))
    Playing(record, "holdem", name="t", seats=0)
    chance = random.Random(seed)
    torn_off = 0
    wal = path.with_name(path.name + "-wal")
    for number in range(times):
        name = f"P{number}"
        given = envelope(TakeSeat(cents=Cents(100)), by=name, role=Role.PLAYER, seat=1, key=f"in {number}")
        answer = record.send(STREAM, given)
        assert isinstance(answer, Answer)
        synced = wal.stat().st_size
        shutil.copyfile(path, tmp_path / "torn.db")
        out = envelope(LeaveSeat(), by=name, role=Role.PLAYER, seat=1, key=f"out {number}")
        assert isinstance(record.send(STREAM, out), Answer)
        data = wal.read_bytes()
        if len(data) < synced:
            continue
        torn_off += 1
        torn = tmp_path / "torn.db-wal"
        torn.write_bytes(data[: chance.randint(synced, len(data))])
        again = process(str(tmp_path / "torn.db"))
        row = again.log.key(STREAM, f"in {number}")
        assert row is not None
        assert row["seq"] == answer.seq
        assert not [one.fault for one in audit.verify(again) if one.fault]
        assert isinstance(again.send(STREAM, out), Answer)
        again.close()
        for one in tmp_path.glob("torn.db*"):
            one.unlink()
    record.close()
    return torn_off
