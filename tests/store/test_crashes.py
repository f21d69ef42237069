"""A process killed in the middle of play: nothing acknowledged is lost, nothing is doubled, the table goes on."""

from __future__ import annotations

import random

import pytest

from houseway.store import audit
from houseway.store.cage import reconcile
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import prove
from tests.kit.databases import kill_server, revive_server
from tests.kit.recorded_tables import Playing
from tests.store.crashing import Acknowledged, Playmate


def check(database: str, acknowledged: list[Acknowledged]) -> None:
    record = Record(open_database(database))
    try:
        for one in audit.verify(record):
            assert one.fault is None, one.fault
        assert reconcile(record, thorough=True).faults == []
        for stream, key, word in acknowledged:
            row = record.log.key(stream, key)
            assert row is not None
            assert word == "refused" or row["seq"] == int(word)
        for game in ("five-card-hi-lo", "holdem"):
            assert sum(record.live(f"table/{game}").state.ledger.values()) == 0
            Playing(record, game, seats=2).rounds(1)
            assert not [one for one in prove(record, game) if one.says not in ("", "its seed is not revealed yet")]
    finally:
        record.close()


def crash(database: str, times: int, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged: list[Acknowledged] = []
    for _ in range(times):
        one = Playmate(database)
        one.play_on(chance.randint(0, 100))
        acknowledged += one.kill()
    assert len(acknowledged) >= times
    check(database, acknowledged)


def test_nothing_acknowledged_is_lost_when_a_process_is_killed(database):
    crash(database, 4, 1)


@pytest.mark.proof
def test_two_hundred_kills_lose_nothing(database):
    crash(database, 200, 2)


@pytest.mark.proof
def test_nothing_is_lost_when_the_database_server_is_killed(postgresql, tmp_path, monkeypatch):
    """The server is killed, not stopped, in the middle of play, and recovers from its own log."""
    monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(tmp_path / "killed.keys"))
    postgresql.psql("CREATE DATABASE killed;")
    database = postgresql.get_uri("killed")
    chance = random.Random(3)
    acknowledged: list[Acknowledged] = []
    for _ in range(20):
        one = Playmate(database)
        one.play_on(chance.randint(0, 100))
        kill_server(postgresql)
        # It ends by itself when its database is gone.
        acknowledged += one.rest()
        revive_server(postgresql)
    check(database, acknowledged)
