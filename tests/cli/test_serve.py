"""``houseway serve``: what it prints."""

from __future__ import annotations

import pytest

from houseway.cli.serve import _named


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
    assert _named(database) == printed
