"""Where the package cites a clause: in its code, in the games built from every choice of a submission, in examples.

Ids that the source puts together from parts (the steps all chapters share) stand only in the games as they are built:
tools/index_citations.py builds them all and writes what they cite to the packaged ``values.json``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from houseway.clause import Clause
from houseway.register.entries import PACKAGE, below

VALUES = Path(__file__).parent / "values.json"
CLAUSE_ID = re.compile(r"\b\d{3}a\.\d{1,2}(?:\([A-Za-z0-9]{1,6}\))*")
# These speak of clauses as such, with ids as examples.
_ABOUT_CLAUSES = ("clause.py", "register/", "view/", "felt/", "play/", "cli/", "readings.toml")


class Kind(StrEnum):
    """Where a citation stands: in code, in a data file, in a game's value, or in a commented example; code first."""

    CODE = "code"
    DATA = "data"
    VALUE = "value"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Citation:
    """One place that cites a clause: ``engine/dealing.py:15``, or ``heads-up-holdem cards.inspect``."""

    place: str
    kind: Kind


def citations(id: str) -> tuple[Citation, ...]:
    """Every place in the package that cites exactly this clause, code first."""
    found = (
        *in_source(id.partition(".")[0]).get(id, ()),
        *(Citation(place, Kind.VALUE) for place in in_values().get(id, ())),
    )
    order = list(Kind)
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))


def covered_by(id: str) -> str | None:
    """The clause whose citation stands for this one: itself, else its direct parent, else one below it.

    A section is too wide to stand for its paragraphs, and an example shows a clause without meeting it.
    """
    above = Clause.parse(id).parent
    candidates = [id]
    if above is not None and above.path:
        candidates.append(str(above))
    candidates += [one.id for one in below(id)]
    return next((one for one in candidates if any(place.kind is not Kind.EXAMPLE for place in citations(one))), None)


@cache
def in_source(chapter: str = "") -> Mapping[str, tuple[Citation, ...]]:
    """Clause id -> the lines of the package's files that cite it; a file that does not name the chapter is not searched."""
    found: dict[str, dict[Citation, None]] = {}
    for path, text in sorted(_naming(chapter)):
        name = path.relative_to(PACKAGE).as_posix()
        if path.name == "clauses.toml" or name.startswith(_ABOUT_CLAUSES):
            continue
        kind = Kind.CODE if path.suffix == ".py" else Kind.EXAMPLE if path.name.startswith("example") else Kind.DATA
        line, upto = 1, 0
        for match in CLAUSE_ID.finditer(text):
            line, upto = line + text.count("\n", upto, match.start()), match.start()
            found.setdefault(match[0], {})[Citation(f"{name}:{line}", kind)] = None
    return {id: tuple(places) for id, places in found.items()}


def _naming(chapter: str) -> Iterator[tuple[Path, str]]:
    """The files of the package in which a chapter is named, and what they say."""
    named = chapter.encode()
    for folder, _, files in os.walk(PACKAGE):
        for file in files:
            if file.endswith((".py", ".toml")):
                path = Path(folder, file)
                text = path.read_bytes()
                if named in text:
                    yield path, text.decode()


@cache
def in_values() -> Mapping[str, tuple[str, ...]]:
    """Clause id -> the parts of the games that cite it, whatever the submission chooses."""
    data: Mapping[str, list[str]] = json.loads(VALUES.read_text(encoding="utf-8"))
    return {id: tuple(places) for id, places in data.items()}
