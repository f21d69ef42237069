"""Which tests check a clause or a reading, from the packaged index that tools/index_tests.py writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from houseway.register.entries import below

INDEX = Path(__file__).parent / "tests.json"


@cache
def _index() -> Mapping[str, Mapping[str, list[str]]]:
    data: Mapping[str, Mapping[str, list[str]]] = json.loads(INDEX.read_text(encoding="utf-8"))
    return data


def tests(id: str) -> tuple[str, ...]:
    """The tests of a clause as pytest addresses them; of an introduction without one, those of what it introduces."""
    found = _index()["clauses"]
    if id in found:
        return tuple(found[id])
    return tuple(dict.fromkeys(test for one in below(id) for test in found.get(one.id, ())))


def tests_of_reading(id: str) -> tuple[str, ...]:
    """The tests named after a reading."""
    return tuple(_index()["readings"].get(id, ()))
