"""A process killed in the middle of play: nothing acknowledged is lost, nothing is doubled, the table goes on."""

from __future__ import annotations

import random
from uuid import uuid4

import pytest

from houseway.store import audit
from houseway.store.cage import reconcile
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import prove
from tests.kit.databases import kill_server, revive_server
from tests.kit.recorded_tables import Playing
from tests.kit.table_views import sum_of_accounts
from tests.store.crashing import Acknowledged, Playmate, Repeated


@pytest.fixture
def postgres_address(postgresql, tmp_path, monkeypatch):
    """The address of an empty PostgreSQL database of a house of its own."""
    monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(tmp_path / "house.keys"))
    name = f"crashed_{uuid4().hex}"
    postgresql.psql(f"CREATE DATABASE {name};")
    return postgresql.get_uri(name)


def check(database: str, acknowledged: list[Acknowledged]) -> None:
    record = Record(open_database(database))
    try:
        for one in audit.verify(record):
            assert one.fault is None, one.fault
        assert reconcile(record, thorough=True).faults == []
        for stream, key, place in acknowledged:
            row = record.log.key(stream, key)
            assert row is not None
            assert place == "refused" or row["seq"] == int(place)
        for game in ("five-card-hi-lo", "holdem"):
            assert sum_of_accounts(record.table(f"table/{game}")) == 0
            Playing(record, game, seats=2).rounds(1)
            assert not [one for one in prove(record, game) if one.says not in ("", "its seed is not revealed yet")]
    finally:
        record.close()


def crash(database: str, times: int, seed: int, *, processes: int = 1) -> int:
    """Kill processes that play at the same tables, each with a command in flight, and let another take its place and ask again.

    Return how many of the commands in flight had been accepted, though nobody had been told so.
    """
    chance = random.Random(seed)
    acknowledged: list[Acknowledged] = []
    repeated: list[Repeated] = []
    mates = [Playmate(database, process=number) for number in range(processes)]
    for time in range(times):
        number = time % processes
        for mate in mates:
            mate.play_on(chance.randint(0, 100 // processes))
        mate = mates[number]
        mate.ask_once_more(chance.uniform(0, 0.01))
        acknowledged += mate.kill()
        repeated += mate.repeated
        mates[number] = Playmate(database, process=number, left=mate.in_flight)
    for mate in mates:
        acknowledged += mate.kill()
        repeated += mate.repeated
    assert len(acknowledged) >= times
    check(database, acknowledged)
    return sum(asked.was_accepted for asked in repeated)


def test_nothing_acknowledged_is_lost_when_a_process_is_killed(database):
    crash(database, 4, 1)


def test_nothing_acknowledged_is_lost_when_one_of_two_processes_is_killed(postgres_address):
    crash(postgres_address, 4, 1, processes=2)


@pytest.mark.proof
def test_a_thousand_kills_lose_nothing(tmp_path, capsys):
    accepted = crash(str(tmp_path / "house.db"), 1_000, 2)
    with capsys.disabled():
        print(f"\n1,000 kills on SQLite: {accepted} commands in flight had been accepted")
    assert accepted


@pytest.mark.proof
def test_three_hundred_kills_of_two_processes_lose_nothing(postgres_address, capsys):
    accepted = crash(postgres_address, 300, 2, processes=2)
    with capsys.disabled():
        print(f"\n300 kills of two processes on PostgreSQL: {accepted} commands in flight had been accepted")
    assert accepted


@pytest.mark.proof
def test_nothing_is_lost_when_the_database_server_is_killed(postgresql, postgres_address):
    """The server is killed, not stopped, in the middle of play, and recovers from its own log."""
    chance = random.Random(3)
    acknowledged: list[Acknowledged] = []
    for _ in range(20):
        one = Playmate(postgres_address)
        one.play_on(chance.randint(0, 100))
        kill_server(postgresql)
        # It ends by itself when its database is gone.
        acknowledged += one.rest()
        revive_server(postgresql)
    check(postgres_address, acknowledged)
