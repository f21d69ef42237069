"""Sheets of the default rules of every banked game, kept with the program: nothing is solved or compiled for them.

``python -m tools.record_sheets`` writes them, named as `houseway.lab.store` names what it keeps. `tests.lab.test_shipped` compares them with
what the lab computes. ``HOUSEWAY_SHIPPED=0`` does without them, and so does ``--no-cache``.
"""

from __future__ import annotations

import os
from importlib.resources import files
from typing import TypeVar

from houseway.lab import known
from houseway.lab.deal_spaces import Counts
from houseway.lab.encoded import decode

T = TypeVar("T")

FOLDER = "sheets"


def is_in_use() -> bool:
    """Return whether sheets that came with the program are read."""
    return os.environ.get("HOUSEWAY_SHIPPED", "1") != "0"


def shipped(name: str, kind: type[T]) -> T | None:
    """Return a result that came with the program; None if there is none of this name."""
    if not is_in_use():
        return None
    file = files(__package__).joinpath(FOLDER, f"{name}.json")
    return decode(file.read_bytes(), kind) if file.is_file() else None


def shipped_counts(primitive: str) -> Counts | None:
    """Return the counts of a primitive that came with the program."""
    return known.counts(primitive) if is_in_use() else None
