"""No request stops the server: pages, a locked database, a full disk, a thread that never ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import event

from houseway.engine.opening import BUY_IN_LIMIT
from houseway.engine.roles import Role
from houseway.store.database import BUSY_SECONDS
from houseway.web.page_pool import THREADS, in_page_pool
from tests.kit.waiting import PATIENCE
from tests.web.serving import Serving, printed_address


def test_a_page_counts_the_chips_of_the_largest_buy_in_at_once(house: Serving) -> None:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "heads-up-holdem", staffed=True)
    assert ann.says("t1", "take_seat", 1, cents=9 * 10**14).status_code == 409
    assert ann.says("t1", "take_seat", 1, cents=BUY_IN_LIMIT).status_code == 200
    placed = ann.says("t1", "place_wagers", 1, wagers={"ante": 10**8, "odds": 10**8})
    assert placed.status_code == 200, placed.text
    ann.http.cookies.set("houseway", ann.token)
    began = time.process_time()
    page = ann.http.get("/tables/t1")
    assert page.status_code == 200
    assert "$1,000,000" in page.text
    assert time.process_time() - began < 2


def test_the_state_of_health_and_commands_need_no_thread_for_pages(house: Serving) -> None:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "heads-up-holdem", staffed=True)
    over = Event()
    loop = house.server.loop
    held = [asyncio.run_coroutine_threadsafe(in_page_pool(over.wait), loop) for _ in range(2 * THREADS)]
    try:
        assert house.client().get("/healthz").json() == {"status": "ok"}
        assert ann.says("t1", "take_seat", 1, cents=1_000).status_code == 200
        assert not any(one.done() for one in held)
    finally:
        over.set()
    assert all(one.result(PATIENCE) for one in held)


def test_a_locked_database_is_told_within_seconds(house: Serving) -> None:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "heads-up-holdem", staffed=True)
    locking = sqlite3.connect(str(house.record.log.engine.url.database), isolation_level=None)
    locking.execute("BEGIN IMMEDIATE")
    waits: list[str] = []
    event.listen(house.record.log.engine, "handle_error", lambda context: waits.append(str(context.original_exception)))
    refused = ann.says("t1", "take_seat", 1, cents=1_000, key="k1")
    assert refused.status_code == 503, refused.text
    assert refused.headers["retry-after"]
    health = house.client().get("/healthz")
    assert health.status_code == 503
    assert "locked" in health.json()["error"]["message"]
    # SQLite waits so long each time before it says so.
    assert waits and set(waits) == {"database is locked"}
    assert len(waits) * BUSY_SECONDS <= 15
    locking.execute("ROLLBACK")
    locking.close()
    assert ann.says("t1", "take_seat", 1, cents=1_000, key="k1").status_code == 200
    assert house.client().get("/healthz").status_code == 200


def test_a_full_disk_is_told(house: Serving) -> None:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    ann.opens("t1", "heads-up-holdem", staffed=True)
    engine = house.record.log.engine

    def leave_no_page(connection: Any, _: object) -> None:
        # SQLite sets it to the size the file has.
        connection.execute("PRAGMA max_page_count = 1")

    event.listen(engine, "connect", leave_no_page)
    engine.dispose()
    answers = (ann.says("t1", "take_seat", 1 + number % 2, cents=1).status_code for number in range(2_000))
    assert next((one for one in answers if one == 503), None) == 503
    health = house.client().get("/healthz")
    assert health.status_code == 503
    assert "full" in health.json()["error"]["message"]
    event.remove(engine, "connect", leave_no_page)
    engine.dispose()
    assert ann.says("t1", "take_seat", 5, cents=1).status_code in (200, 409)
    assert house.client().get("/healthz").status_code == 200


SERVE = """
import os
import sys
import houseway.cli.serve as serve
import houseway.web.app as app
from houseway.web.page_pool import in_page_pool

serve.STEP_ENDS_WITHIN, serve.STOPS_WITHIN = 1, 3
create = app.create_app

def with_endless_page(*given, **named):
    made = create(*given, **named)

    def spin():
        os.write(1, b"a page spins\\n")
        while True:
            pass

    @made.get("/spin")
    async def endless():
        return await in_page_pool(spin)

    return made

app.create_app = with_endless_page
serve.serve(["--database", sys.argv[1], "--port", "0"])
"""


def start_server(database: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_page_without_end_keeps_the_server_neither_from_answering_nor_from_stopping(tmp_path: Path) -> None:
    with start_server(tmp_path / "house.db") as process, ExitStack() as requests:
        address = printed_address(process)
        where = urlsplit(address)
        for _ in range(THREADS + 1):
            request = requests.enter_context(socket.create_connection((where.hostname, where.port)))
            request.sendall(f"GET /spin HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        assert process.stdout is not None
        spinning = (line for line in process.stdout if line == "a page spins\n")
        assert len(list(islice(spinning, THREADS))) == THREADS
        assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
        process.send_signal(signal.SIGTERM)
        # Its threads never end: the server ends all the same.
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (1, -signal.SIGTERM)


def test_a_second_process_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with start_server(database) as process:
        printed_address(process)
        command = [sys.executable, "-m", "houseway", "serve", "--database", str(database), "--port", "0"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert second.returncode == 1
        assert "another process serves" in second.stderr
        assert "SQLite is for one" in second.stderr
        # An audit reads beside it.
        audit = [sys.executable, "-m", "houseway", "audit", "verify", "--database", str(database)]
        assert subprocess.run(audit, capture_output=True, timeout=PATIENCE, check=False).returncode == 0
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, -signal.SIGTERM)
