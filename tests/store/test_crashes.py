"""A process killed in the middle of play: nothing acknowledged is lost, nothing is doubled, the table goes on."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import prove
from tests.kit.recorded import Playing

ROOT = Path(__file__).parents[2]


def killed(database: str, seconds: float) -> list[list[str]]:
    """What a process acknowledged before it was killed."""
    command = [sys.executable, "-m", "tests.store.crashing", database]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # Starting takes its time; the clock begins with the first answer.
        lines = [process.stdout.readline()]
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    return [line.split() for line in lines if line.endswith("\n")]


def check(database: str, acknowledged: list[list[str]]) -> None:
    record = Record(open_database(database))
    try:
        for one in audit.verify(record):
            assert one.fault is None, one.fault
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
    acknowledged: list[list[str]] = []
    for _ in range(times):
        acknowledged += killed(database, chance.uniform(0, 0.5))
    assert len(acknowledged) >= times
    check(database, acknowledged)


def test_nothing_acknowledged_is_lost_when_a_process_is_killed(database):
    crash(database, 4, 1)


@pytest.mark.proof
def test_two_hundred_kills_lose_nothing(database):
    crash(database, 200, 2)


@pytest.mark.proof
def test_nothing_is_lost_when_the_database_server_is_killed(postgresql):
    """The server is killed, not stopped, in the middle of play, and recovers from its own log."""
    postgresql.psql("CREATE DATABASE killed;")
    database = postgresql.get_uri("killed")
    chance = random.Random(3)
    acknowledged: list[list[str]] = []
    for _ in range(20):
        command = [sys.executable, "-m", "tests.store.crashing", database]
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline()]
            time.sleep(chance.uniform(0, 0.5))
            pid = int((postgresql.pgdata / "postmaster.pid").read_text().splitlines()[0])
            subprocess.run(["kill", "-9", str(pid)], check=True)
            lines += process.stdout.readlines()
            process.wait()
        acknowledged += [line.split() for line in lines if line.endswith("\n")]
        time.sleep(1)
        postgresql.ensure_postgres_running()
    check(database, acknowledged)
