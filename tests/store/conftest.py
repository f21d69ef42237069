"""Each test of the record runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.store.database import open_database
from houseway.store.record import Record
from tests.kit.databases import copy_filled, database, filled_databases, postgresql  # noqa: F401 (fixtures)


@pytest.fixture
def record(database: str) -> Iterator[Record]:  # noqa: F811
    """A record in an empty database."""
    opened = Record(open_database(database))
    yield opened
    opened.close()
