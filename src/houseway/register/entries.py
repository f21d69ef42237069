"""The clauses of each chapter, read from its ``clauses.toml`` when first asked for."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from houseway.clause import Clause, ClauseError

PACKAGE = Path(__file__).parent.parent


class Met(StrEnum):
    """How a clause is met; the first three name something the software does."""

    ENFORCED = "enforced"
    RECORDED = "recorded"
    CONFIGURED = "configured"
    POSTED = "posted"
    PHYSICAL = "physical"

    @property
    def by_software(self) -> bool:
        return self in (Met.ENFORCED, Met.RECORDED, Met.CONFIGURED)


@dataclass(frozen=True, slots=True)
class Entry:
    """One clause in our own words, and how it is met."""

    id: str
    text: str
    met: Met
    how: str
    terms: Mapping[str, str] = field(default_factory=dict)

    @property
    def clause(self) -> Clause:
        return Clause.parse(self.id)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The register of one chapter: its clauses in the order of the Code, and its sections by name."""

    id: str
    title: str
    sections: Mapping[str, str]
    entries: Mapping[str, Entry]


def _files() -> dict[str, Path]:
    found = sorted((PACKAGE / "chapters").glob("c*/clauses.toml"))
    return {path.parent.name[1:].partition("_")[0]: path for path in found}


def chapters() -> tuple[str, ...]:
    """The chapters in the register."""
    return tuple(_files())


@cache
def chapter(id: str) -> Chapter:
    """One chapter of the register; KeyError if it has none."""
    data = tomllib.loads(_files()[id].read_text(encoding="utf-8"))
    entries = [
        Entry(one["id"], one["text"], Met(one["met"]), one["how"], one.get("terms", {})) for one in data["clause"]
    ]
    sections = dict(data.get("sections", {}))
    for one in entries:
        clause = one.clause
        sections.setdefault(f"{clause.chapter}.{clause.section}", "")
    return Chapter(data["chapter"], data["title"], sections, {one.id: one for one in entries})


def spelled(text: str) -> Clause:
    """Read a clause as people type it: ``677a.11(h)(2)``, or ``677a.11.h.2``, which a shell leaves alone.

    >>> str(spelled("677a.11.h.2"))
    '677a.11(h)(2)'
    """
    plain = text.strip().removeprefix("§").replace(" ", "")
    dotted = re.fullmatch(r"(\d{3}a\.\d{1,2})((?:\.[A-Za-z0-9]{1,6})+)", plain)
    if dotted is not None:
        plain = dotted[1] + "".join(f"({step})" for step in dotted[2][1:].split("."))
    return Clause.parse(plain)


def entry(id: str) -> Entry | None:
    """The entry of a clause; None for a section without words of its own, or an unknown clause."""
    try:
        of = Clause.parse(id).chapter
    except ClauseError:
        return None
    return chapter(of).entries.get(id) if of in chapters() else None


def is_known(id: str) -> bool:
    """Whether the register has this clause, or it is a chapter or a section of the register."""
    if entry(id) is not None or id in chapters():
        return True
    of = id.partition(".")[0]
    return of in chapters() and id in chapter(of).sections


def parents(id: str) -> tuple[Entry, ...]:
    """The entries a clause stands under, the outermost first."""
    found = []
    above = Clause.parse(id).parent
    while above is not None:
        one = entry(str(above))
        if one is not None:
            found.append(one)
        above = above.parent
    return tuple(reversed(found))


def children(id: str) -> tuple[Entry, ...]:
    """The entries directly under a clause or a section, in order."""
    clause = Clause.parse(id)
    if clause.chapter not in chapters():
        return ()
    return tuple(one for one in chapter(clause.chapter).entries.values() if one.clause.parent == clause)


def nearest(text: str, count: int = 3) -> tuple[str, ...]:
    """The known clauses nearest to a text that is none."""
    try:
        clause: Clause | None = spelled(text)
    except ClauseError:
        clause = None
    while clause is not None and clause.chapter in chapters():
        # What stands beside it under the nearest known clause above.
        if is_known(str(clause)):
            beside = _beside(clause)
            return tuple(difflib.get_close_matches(text, beside, count, 0.0)) if len(beside) > count else tuple(beside)
        clause = clause.parent
    known = dict.fromkeys(chapters())
    for of in chapters():
        known |= dict.fromkeys([*chapter(of).sections, *chapter(of).entries])
    return tuple(difflib.get_close_matches(text, list(known), count, 0.4)) or chapters()


def alike(text: str) -> tuple[str, ...]:
    """The known clauses that a text names if capital and small letters are not told apart, as ``677A.12(B)``."""
    plain = "".join(text.lower().split()).removeprefix("§")
    dotted = re.fullmatch(r"(\d{3}a\.\d{1,2})((?:\.[a-z0-9]{1,6})+)", plain)
    if dotted is not None:
        plain = dotted[1] + "".join(f"({step})" for step in dotted[2][1:].split("."))
    of = plain.partition(".")[0]
    if of not in chapters():
        return ()
    known = dict.fromkeys([of, *chapter(of).sections, *chapter(of).entries])
    return tuple(id for id in known if id.lower() == plain)


def _beside(clause: Clause) -> list[str]:
    if clause.section is None:
        return list(chapter(clause.chapter).sections)
    return [one.id for one in children(str(clause))] or [str(clause)]
