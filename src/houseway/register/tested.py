"""Which tests check a clause or a reading, from the packaged index that tools/index_tests.py writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

INDEX = Path(__file__).parent / "tests.json"


@cache
def _index() -> Mapping[str, Mapping[str, list[str]]]:
    if not INDEX.exists():
        return {"clauses": {}, "readings": {}}
    data: Mapping[str, Mapping[str, list[str]]] = json.loads(INDEX.read_text(encoding="utf-8"))
    return data


def tests(id: str) -> tuple[str, ...]:
    """The tests named after a clause, as pytest addresses them."""
    return tuple(_index()["clauses"].get(id, ()))


def tests_of_reading(id: str) -> tuple[str, ...]:
    """The tests named after a reading."""
    return tuple(_index()["readings"].get(id, ()))
