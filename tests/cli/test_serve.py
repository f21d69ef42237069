"""``houseway serve``: what it prints, and when; how ``houseway audit`` prints a database."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from houseway.cli.audit import named
from tests.cli.process import HOUSEWAY, houseway
from tests.kit.waiting import PATIENCE


@contextmanager
def serve(*words: str) -> Iterator[list[str]]:
    """A server in a process of its own: the lines it printed when it was ready."""
    with subprocess.Popen([HOUSEWAY, "serve", *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            lines: list[str] = []
            for line in server.stdout:
                lines.append(line.strip())
                if re.search(r"listens on|is open at", line):
                    break
            yield lines
        finally:
            server.terminate()


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_that_is_taken_is_said_in_one_sentence_and_nothing_is_made(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with taken_port() as port:
        ran = houseway("serve", "--database", str(database), "--port", str(port))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"Error: Port {port} is already in use: choose another one with --port.\n"
    assert not database.exists()


def test_an_address_that_is_not_of_this_machine_is_said_in_one_sentence(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    # RFC 5737 keeps this address for documentation.
    ran = houseway("serve", "--database", str(database), "--host", "192.0.2.1", "--port", "0")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Error: Houseway cannot listen on 192.0.2.1, port 0: ")
    assert not database.exists()


def test_the_link_of_the_administrator_works_once_it_is_printed(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with serve("--database", database, "--port", "0") as lines:
        link, listens = lines[-2:]
        assert re.match(r"Houseway listens on http://127\.0\.0\.1:\d+ and keeps its record in ", listens)
        address = link.partition("/link/")[0]
        assert f"listens on {address} " in listens
        # A second server at this port does not start, and the link stays as it was.
        ran = houseway("serve", "--database", database, "--port", address.rpartition(":")[2])
        assert ran.code == 1
        assert httpx.get(link, timeout=PATIENCE).status_code == 200
    # Until the password is set every start prints a link; afterwards none does.
    with serve("--database", database, "--port", "0") as lines:
        link = lines[-2]
        assert httpx.post(link, data={"password": "correct horse"}, timeout=PATIENCE).status_code == 303
    with serve("--database", database, "--port", "0") as lines:
        assert len(lines) == 1


def test_a_demo_house_takes_a_free_port_if_its_own_is_taken() -> None:
    with taken_port() as port, serve("--demo", "--port", str(port)) as lines:
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+", lines[-1])
        assert not address.endswith(f":{port}")
        assert httpx.get(f"{address}/demo", timeout=PATIENCE, follow_redirects=True).status_code == 200


@pytest.mark.parametrize(
    ("database", "printed"),
    [
        ("house.db", "house.db"),
        ("sqlite:///house.db", "sqlite:///house.db"),
        ("postgresql://sue@host/house", "postgresql://sue@host/house"),
        ("postgresql://sue:secret@host:5433/house", "postgresql://sue:***@host:5433/house"),
        ("postgresql://sue@host/house?password=secret", "postgresql://sue@host/house"),
    ],
)
def test_the_password_of_a_database_is_not_printed(database: str, printed: str) -> None:
    assert named(database) == printed
