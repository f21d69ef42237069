"""Write the clauses that the games cite as they are built (src/houseway/register/values.json).

Every banked game is built under the default submission and under each choice of each field, for every way of dealing;
the poker games and their irregularities are values whatever the submission chooses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from houseway.chapters import registry
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES
from houseway.clause import Clause
from houseway.register.citations import CLAUSE_ID, VALUES
from houseway.rules.cards import Dealing
from houseway.rules.reading import read
from houseway.rules.submission import is_usable

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
        for built in _variants(game):
            yield game, built
    yield from POKER_GAMES.items()
    yield from ((f"irregularity {one.cause}", one) for one in IRREGULARITIES)


def _variants(game: str) -> Iterator[Any]:
    parts = registry.chapter_of(game).parts()
    for dealing in Dealing:
        for choice in ({}, *_choices(parts.submission)):
            submission, faults = read(parts.submission, {"game": game, "dealing": dealing, **choice})
            if is_usable(faults):
                yield parts.rules(submission).game


def _choices(model: Any) -> Iterator[dict[str, Any]]:
    for name, info in model.model_fields.items():
        if name == "payout_limit":
            # Far above any lawful floor.
            yield {name: 10**12}
        for value in _values_of(info.annotation):
            if value != info.default and name not in ("game", "dealing"):
                yield {name: value}


def _values_of(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return tuple(value for part in get_args(annotation) for value in _values_of(part))
    if origin is Literal:
        return get_args(annotation)
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    return ()


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
