"""`houseway serve` killed in the middle of play: what was answered over the API is there afterwards, once, and the house goes on."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import httpx
import pytest

from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.store.table_system import prove
from houseway.web.accounts import People
from tests.kit.databases import kill_server, revive_server
from tests.kit.recorded_tables import submission
from tests.kit.table_views import sum_of_accounts
from tests.kit.waiting import until
from tests.web.serving import QUICK, open_client, printed_address, serving

ROOT = Path(__file__).parents[2]


@contextmanager
def server(database: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [
        sys.executable,
        "-m",
        "houseway",
        "serve",
        "--database",
        database,
        "--port",
        "0",
        "--allowance",
        "1000000",
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield printed_address(process), process
        finally:
            process.kill()


class Client:
    """Comes and goes at a seat, and repeats under the same key what was not answered."""

    def __init__(self, token: str, table: str, seat: int) -> None:
        self.table, self.seat = table, seat
        self.headers = {"authorization": f"Bearer {token}"}
        self.pending: dict[str, object] | None = None
        self.answered: dict[str, int | None] = {}
        self.count = 0

    def run(self, address: str) -> None:
        with open_client(address, headers=self.headers) as http:
            while True:
                if self.pending is None:
                    self.count += 1
                    command = (
                        {"command": "leave_seat"} if self.count % 2 == 0 else {"command": "take_seat", "cents": 1_000}
                    )
                    self.pending = {"command": command, "seat": self.seat, "key": uuid4().hex}
                try:
                    answer = http.post(f"/api/tables/{self.table}/commands", json=self.pending)
                except httpx.TransportError:
                    return
                assert answer.status_code in (200, 409, 429), answer.text
                if answer.status_code == 429:
                    continue
                self.answered[str(self.pending["key"])] = answer.json().get("seq")
                self.pending = None


def killed(database: str, times: int, seed: int) -> None:
    chance = random.Random(seed)
    record = Record(open_database(database))
    people = People(record, hasher=QUICK)
    for person, roles in (("Sue", (Role.SHIFT_SUPERVISOR,)), ("Ann", (Role.PLAYER,)), ("Bob", (Role.PLAYER,))):
        people.send(AddAccount(person=person, held=roles), by="table system", role=Role.TABLE_SYSTEM)
    boss = {"authorization": f"Bearer {people.token('Sue')}"}
    games = {"t1": "holdem", "t2": "five-card-hi-lo"}
    clients = [Client(people.token(name), table, 1) for name, table in (("Ann", "t1"), ("Bob", "t2"))]
    record.close()
    for _ in range(times):
        with server(database) as (address, process):
            for table, game in games.items():
                policy = {"computers": 2, "pace": 1, "clock": 1}
                given = {"name": table, "submission": submission(game), "policy": policy}
                with open_client(address, headers=boss) as http:
                    assert http.post("/api/tables", json=given).status_code in (201, 409)
            threads = [Thread(target=one.run, args=(address,)) for one in clients]
            # Everybody has had at least one answer.
            enough = [len(one.answered) + chance.randint(1, 60) for one in clients]
            for one in threads:
                one.start()
            until(lambda: all(len(one.answered) >= many for one, many in zip(clients, enough, strict=True)))  # noqa: B023
            process.kill()
            for one in threads:
                one.join()
    record = Record(open_database(database))
    for found in audit.verify(record):
        assert found.fault is None, found.fault
    for client in clients:
        assert client.answered
        stream = f"table/{client.table}"
        for key, seq in client.answered.items():
            row = record.log.key(stream, key)
            assert row is not None
            assert row["seq"] == seq if seq is not None else row["refusal"] >= 0
        commands = [row["key"] for row in record.log.commands(stream) if row["key"]]
        assert len(commands) == len(set(commands))
        assert sum_of_accounts(record.table(stream)) == 0
        assert not [one for one in prove(record, client.table) if one.says not in ("", "its seed is not revealed yet")]
    numbers = {table: getattr(record.live(f"table/{table}").state, "number", 0) for table in games}
    record.close()
    # The tables go on by themselves.
    with server(database) as (address, _):
        ann = {"authorization": clients[0].headers["authorization"]}
        for table, number in numbers.items():
            until(
                lambda: _seen(address, table, ann)["number"] > number,  # noqa: B023
                lambda: _seen(address, table, ann)["due"],  # noqa: B023
            )


def _seen(address: str, table: str, headers: dict[str, str]) -> Any:
    with open_client(address, headers=headers) as http:
        return http.get(f"/api/tables/{table}").json()["observation"]


def test_a_server_that_is_killed_loses_nothing_it_answered(tmp_path):
    killed(str(tmp_path / "house.db"), 2, 1)


def test_a_server_outlives_its_database(postgresql):
    """The database server is killed, not stopped: meanwhile nothing is acknowledged, afterwards everything goes on."""
    postgresql.psql("CREATE DATABASE outlived;")
    with serving(postgresql.get_uri("outlived")) as house:
        boss, ann = house.account("Sue", Role.SHIFT_SUPERVISOR), house.account("Ann")
        boss.opens("t1", "five-card-hi-lo", computers=2)
        assert ann.says("t1", "take_seat", 1, cents=1_000).status_code == 200
        for number in range(2):
            kill_server(postgresql)
            # Connections that were open find out in their time.
            until(lambda: ann.http.get("/healthz").status_code != 200)
            key = f"k{number}"
            word = {"take_seat": {"cents": 1_000}} if number else {"leave_seat": {}}
            [(command, fields)] = word.items()
            away = ann.says("t1", command, 1, key=key, **fields)
            assert away.status_code == 503, away.text
            assert "same key" in away.json()["error"]["message"]
            revive_server(postgresql)
            again = house.until(
                lambda: (one := ann.says("t1", command, 1, key=key, **fields)).status_code != 503 and one  # noqa: B023
            )
            assert again.status_code == 200, again.text
            assert ann.says("t1", command, 1, key=key, **fields).json() == again.json()
        before = ann.sees("t1")["number"]
        house.until(lambda: ann.sees("t1")["number"] > before)
        assert not [one.fault for one in audit.verify(house.record, "table/t1") if one.fault]


@pytest.mark.proof
def test_a_server_killed_twenty_times_loses_nothing_it_answered(database):
    killed(database, 20, 2)
