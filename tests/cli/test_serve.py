"""``houseway serve`` and ``houseway audit``: how a database is printed."""

from __future__ import annotations

import pytest

from houseway.cli.audit import named


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
