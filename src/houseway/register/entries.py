"""The clauses of each chapter, read from its ``clauses.toml`` when first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from houseway.chapters import registry
from houseway.clause import Clause, ClauseError, ClauseId

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

    @property
    def means(self) -> str:
        """What the status says of a clause."""
        return _MEANS[self]


_MEANS: Mapping[Met, str] = {
    Met.ENFORCED: "The software does what the clause says, or refuses what it forbids; a test by the clause shows it.",
    Met.RECORDED: "People or devices do it; each act is a command and an event with the clause, and where play "
    "depends on it, play waits for it.",
    Met.CONFIGURED: "The Rules Submission chooses it within what the clause allows; `houseway check` names a choice "
    "outside it.",
    Met.POSTED: "It is printed on the layout or on a sign, or approved beforehand; nothing in a round depends on it.",
    Met.PHYSICAL: "Furniture, cards in the hand, places and people: nothing a table system can see or decide.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One clause in our own words, and how it is met."""

    id: ClauseId
    text: str
    met: Met
    how: str
    terms: Mapping[str, str] = field(default_factory=dict)

    @property
    def clause(self) -> Clause:
        return Clause.parse(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Enacted:
    """A Source note: ``act`` (adopted, amended or corrected), its date, when it took effect, where it was published."""

    act: str
    on: date
    effective: date | None = None
    bulletin: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The register of one chapter: its clauses in the order of the Code, its sections by name, and its Source notes.

    ``sources`` has the notes of the chapter itself and of the sections that have their own.
    """

    id: str
    title: str
    sections: Mapping[str, str]
    sources: Mapping[str, tuple[Enacted, ...]]
    entries: Mapping[str, Entry]

    def history(self, section: str) -> tuple[Enacted, ...]:
        """How a section came to read as it does: adopted by itself or with the chapter, then amended."""
        own = self.sources.get(section, ())
        with_chapter = () if own and own[0].act == "adopted" else self.sources.get(self.id, ())
        return (*with_chapter, *own)


def _files() -> Mapping[str, Path]:
    return _files_in(registry.FOLDERS)


@cache
def _files_in(folders: tuple[str, ...]) -> Mapping[str, Path]:
    """Return the ``clauses.toml`` of each chapter that has one, by the chapter's number; no chapter is loaded for it."""
    paths: dict[str, Path] = {}
    for folder in folders:
        spec = find_spec(folder)
        for location in (spec and spec.submodule_search_locations) or ():
            path = Path(location, "clauses.toml")
            if path.is_file():
                paths[folder.rpartition(".")[2][1:].partition("_")[0]] = path
    return dict(sorted(paths.items()))


def chapters() -> tuple[str, ...]:
    """The chapters in the register."""
    return tuple(_files())


def chapter(id: str) -> Chapter:
    """One chapter of the register; KeyError if it has none."""
    return _chapter(id, _files()[id])


@cache
def _chapter(id: str, path: Path) -> Chapter:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = [
        Entry(id=one["id"], text=one["text"], met=Met(one["met"]), how=one["how"], terms=one.get("terms", {}))
        for one in data["clause"]
    ]
    sections = dict(data.get("sections", {}))
    for one in entries:
        sections.setdefault(one.id.partition("(")[0], "")
    sources = {of: tuple(Enacted(**note) for note in notes) for of, notes in data.get("sources", {}).items()}
    return Chapter(
        id=id,
        title=registry.numbered(id).title,
        sections=sections,
        sources=sources,
        entries={one.id: one for one in entries},
    )


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
    return tuple(one for one in below(id) if one.id.rpartition("(")[0] == id)


def below(id: str) -> tuple[Entry, ...]:
    """The entries anywhere under a chapter, a section or a clause, in order."""
    of = id.partition(".")[0]
    if of not in chapters():
        return ()
    under = f"{id}." if id == of else f"{id}("
    return tuple(one for one in chapter(of).entries.values() if one.id.startswith(under))
