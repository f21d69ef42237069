"""Write the clauses that the games cite as they are built (src/houseway/register/values.json).

Every banked game is built under the default submission and under each choice of each field, for every way of dealing;
the poker games and their irregularities are values whatever the submission chooses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from houseway.chapters import registry
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.clause import Clause
from houseway.register.citations import CLAUSE_ID, VALUES
from houseway.register.variants import variants

ROOT = Path(__file__).resolve().parent.parent


def index() -> str:
    """The index as it should be written now."""
    found: dict[str, set[str]] = {}
    for name, value in _values():
        for path, id in _walk(value, ()):
            found.setdefault(id, set()).add(" ".join([name, ".".join(path)]).strip())
    in_order = sorted(found, key=lambda id: Clause.parse(id).order)
    return json.dumps({id: sorted(found[id]) for id in in_order}, indent=1) + "\n"


def _values() -> Iterator[tuple[str, Any]]:
    for game in registry.games(banked=True):
        for _, rules in variants(game):
            yield game, rules.game
    yield from POKER_GAMES.items()
    yield from ((f"irregularity {one.cause}", one) for one in IRREGULARITIES)


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, str):
        if CLAUSE_ID.fullmatch(value):
            yield path, str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk(inner, (*path, str(key)))
    elif isinstance(value, tuple | list | frozenset):
        for inner in value:
            # A phase, a row or a stage is known by its own id rather than by its number.
            own = getattr(inner, "id", None)
            yield from _walk(inner, (*path, own) if isinstance(own, str) else path)
    elif is_dataclass(value) and not isinstance(value, type):
        # What a value works out for itself says nothing that its own fields do not.
        for one in (one for one in fields(value) if one.init):
            inner = getattr(value, one.name)
            yield from _walk(inner, path if one.name in ("clause", "under", "rows") else (*path, one.name))


if __name__ == "__main__":
    VALUES.write_text(index(), encoding="utf-8")
    sys.stdout.write(f"{VALUES.relative_to(ROOT)} written\n")
