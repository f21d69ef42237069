"""A house that is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.databases import copy_filled, database, filled_databases, postgresql  # noqa: F401 (fixtures)
from tests.web.serving import Serving, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Serving]:
    with serving(str(tmp_path / "house.db")) as opened:
        yield opened
