"""Where the package cites a clause: in its source, and in the games built from every choice of a submission.

Ids that the source puts together from parts (the steps all chapters share) are found in the games as they are built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from houseway.clause import Clause
from houseway.register.entries import PACKAGE, chapter, chapters

_ID = re.compile(r"\b\d{3}a\.\d{1,2}(?:\([A-Za-z0-9]{1,6}\))*")
# These speak of clauses as such, with ids as examples.
_ABOUT_CLAUSES = ("clause.py", "register/", "cli/", "readings.toml")


class Kind(StrEnum):
    """Where a citation stands: in the source, in a game's value, or in a commented example."""

    SOURCE = "source"
    VALUE = "value"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """One place that cites a clause: ``engine/dealing.py:15``, or ``heads-up-holdem procedures.inspect``."""

    place: str
    kind: Kind = Kind.SOURCE


def citations(id: str) -> tuple[Citation, ...]:
    """Every place in the package that cites exactly this clause."""
    of = Clause.parse(id).chapter
    return (*in_source().get(id, ()), *(in_values(of).get(id, ()) if of in chapters() else ()))


def covered_by(id: str) -> str | None:
    """The clause whose citation stands for this one: itself, else its direct parent, else one below it.

    A section is too wide to stand for its paragraphs, and an example shows a clause without meeting it.
    """
    clause = Clause.parse(id)
    above = clause.parent
    candidates = [id]
    if above is not None and above.path:
        candidates.append(str(above))
    candidates += [
        one.id for one in chapter(clause.chapter).entries.values() if one.id != id and clause.contains(one.clause)
    ]
    return next((one for one in candidates if any(place.kind is not Kind.EXAMPLE for place in citations(one))), None)


@cache
def in_source() -> Mapping[str, tuple[Citation, ...]]:
    """Clause id -> the lines of the package's files that cite it."""
    found: dict[str, list[Citation]] = {}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]):
        name = path.relative_to(PACKAGE).as_posix()
        if path.name == "clauses.toml" or name.startswith(_ABOUT_CLAUSES):
            continue
        kind = Kind.EXAMPLE if path.name.startswith("example") and path.suffix == ".toml" else Kind.SOURCE
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for id in dict.fromkeys(_ID.findall(line)):
                found.setdefault(id, []).append(Citation(f"{name}:{number}", kind))
    return {id: tuple(places) for id, places in found.items()}


@cache
def in_values(of: str) -> Mapping[str, tuple[Citation, ...]]:
    """Clause id -> the parts of a chapter's games that cite it, whatever the submission chooses."""
    from houseway.chapters.registry import GAMES

    found: dict[str, set[str]] = {}
    for game, folder in GAMES.items():
        if folder[1:].partition("_")[0] != of or not (PACKAGE / "chapters" / folder / "game.py").exists():
            continue
        for built in _variants(game):
            for path, id in _walk(built, ()):
                found.setdefault(id, set()).add(f"{game} {'.'.join(path)}")
    if of == "637a":
        for name, value in _poker_values():
            for path, id in _walk(value, ()):
                found.setdefault(id, set()).add(" ".join([name, ".".join(path)]).strip())
    known = chapter(of).entries
    order = {id: number for number, id in enumerate(known)}
    return {
        id: tuple(Citation(place, Kind.VALUE) for place in sorted(found[id]))
        for id in sorted(found, key=lambda id: (order.get(id, len(order)), id))
    }


def _poker_values() -> Iterator[tuple[str, Any]]:
    """The poker games, which are values whatever the submission chooses, and the irregularities they share."""
    from houseway.chapters.c637a_poker.games import POKER_GAMES
    from houseway.chapters.c637a_poker.irregularities import IRREGULARITIES

    yield from POKER_GAMES.items()
    yield from ((f"irregularity {one.cause}", one) for one in IRREGULARITIES)


def _variants(game: str) -> Iterator[Any]:
    """The game under the default submission and under each choice of each field, for every way of dealing."""
    from houseway.chapters.registry import chapter_of
    from houseway.rules.game import Dealing
    from houseway.rules.submission import Severity, read

    folder = chapter_of(game)
    for dealing in Dealing:
        for choice in ({}, *_choices(folder.submission)):
            submission, faults = read(folder.submission, {"game": game, "dealing": dealing, **choice})
            if not any(fault.severity is Severity.FAULT for fault in faults):
                yield folder.game(submission)


def _choices(model: Any) -> Iterator[dict[str, Any]]:
    for name, info in model.model_fields.items():
        if name == "payout_limit":
            # Far above any lawful floor.
            yield {name: 10**12}
        for value in _values(info.annotation):
            if value != info.default and name not in ("game", "dealing"):
                yield {name: value}


def _values(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return tuple(value for part in get_args(annotation) for value in _values(part))
    if origin is Literal:
        return get_args(annotation)
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    return ()


def _walk(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, str):
        if _ID.fullmatch(value):
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
        for one in fields(value):
            inner = getattr(value, one.name)
            yield from _walk(inner, path if one.name in ("clause", "under", "rows") else (*path, one.name))
