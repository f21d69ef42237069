"""A database that is locked or full, as PostgreSQL and the file system have it: told within seconds, and over when it is over."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from houseway.engine.roles import Role
from tests.web.serving import Person, Serving, serving


def open_table(house: Serving) -> Person:
    ann = house.account("Ann", Role.PLAYER, Role.SHIFT_SUPERVISOR)
    assert ann.opens("t1", "heads-up-holdem", staffed=True).status_code == 201
    return ann


@pytest.fixture
def address(postgresql: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an empty PostgreSQL database."""
    monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(tmp_path / "house.keys"))
    name = f"locked_{uuid4().hex}"
    postgresql.psql(f"CREATE DATABASE {name};")
    uri: str = postgresql.get_uri(name)
    return uri


@pytest.mark.parametrize("lock", ["SHARE ROW EXCLUSIVE", "ACCESS EXCLUSIVE"])
def test_a_lock_in_postgresql_is_told_within_seconds(address: str, lock: str) -> None:
    """One lock keeps others from writing, the other from reading too."""
    with serving(address) as house:
        ann = open_table(house)
        with psycopg.connect(address) as locking:
            tables = ("command", "event", "refusal", "stream", "command_key")
            known = locking.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            assert {"command", "event", "stream"} <= {name for (name,) in known}
            names = ", ".join(name for (name,) in known if name in tables)
            locking.execute(f"LOCK TABLE {names} IN {lock} MODE")
            began = time.monotonic()
            refused = ann.says("t1", "take_seat", 1, cents=1_000, key="k1")
            assert refused.status_code == 503, refused.text
            assert refused.headers["retry-after"]
            health = house.client().get("/healthz")
            assert health.status_code == 503
            assert time.monotonic() - began < 15
            locking.rollback()
        answer = house.until(
            lambda: (sent := ann.says("t1", "take_seat", 1, cents=1_000, key="k1")).status_code != 503 and sent
        )
        assert answer.status_code == 200, answer.text
        assert house.client().get("/healthz").status_code == 200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 48 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk; test_a_full_disk_is_told uses SQLite's page limit")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill_disk(file: Path) -> None:
    """Write to a file until there is no room for more."""
    with file.open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


def test_a_disk_without_room_is_told_and_over_when_there_is_room(small_disk: Path) -> None:
    with serving(str(small_disk / "house.db")) as house:
        ann = open_table(house)
        assert house.client().get("/healthz").status_code == 200
        ballast = small_disk / "ballast"
        with pytest.raises(OSError, match="No space left"):
            fill_disk(ballast)
        statuses = (
            ann.says("t1", "take_seat", 1, cents=1_000, key=f"k{number}").status_code for number in range(2_000)
        )
        assert next((status for status in statuses if status == 503), None) == 503
        health = house.client().get("/healthz")
        assert health.status_code == 503
        assert "full" in health.json()["error"]["message"]
        ballast.unlink()
        assert ann.says("t1", "take_seat", 2, cents=1_000, key="again").status_code in (200, 409)
        assert house.client().get("/healthz").status_code == 200
