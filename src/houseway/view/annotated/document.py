"""Everything the annotated chapter says, as values: gathered from the register, the sources, the games and played rounds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from houseway import register
from houseway.chapters.registry import numbered
from houseway.clause import Clause
from houseway.register import Chapter, Entry, Met, Reading
from houseway.register.citations import Kind
from houseway.register.entries import PACKAGE
from houseway.view.annotated.choices import Choice, choices_by_clause
from houseway.view.annotated.excerpts import Excerpt, excerpts, uses_of
from houseway.view.annotated.parts import ChapterParts, GamePart, PrintedPaytables, SettlementRow, chapter_parts
from houseway.view.annotated.rounds import ShownRound, shown_rounds

_MOST_EXCERPTS = 5
_MOST_USES = 3
_MOST_ROUNDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What enforces a clause; ``cited_as``: the clause whose citations stand for it, where it has none of its own."""

    cited_as: str
    excerpts: tuple[Excerpt, ...]
    further: tuple[str, ...]
    rows: tuple[SettlementRow, ...]
    paytables: tuple[PrintedPaytables, ...]
    parts: Mapping[GamePart, tuple[str, ...]]

    def __bool__(self) -> bool:
        return bool(self.excerpts or self.rows or self.paytables or self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """A round in which a clause applies, and the numbers of its lines that rest on it or on ``through``, one below it."""

    round: ShownRound
    through: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedClause:
    """One clause with all that is known of it. ``readings``: those that name it; ``beside``: those of clauses above it."""

    entry: Entry
    evidence: Evidence
    tests: tuple[str, ...]
    readings: tuple[Reading, ...]
    beside: tuple[Reading, ...]
    choices: tuple[Choice, ...]
    showings: tuple[Showing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatedChapter:
    """The whole document. ``readings`` are those of the chapter or of a whole section; ``elsewhere``: choices that clauses
    outside the chapter leave open. ``sources`` gives for each file it rests on the digest of its bytes; ``digest`` is that of all."""

    chapter: Chapter
    version: str
    generated: date
    games: Mapping[str, str]
    clauses: tuple[AnnotatedClause, ...]
    rounds: tuple[ShownRound, ...]
    readings: Mapping[str, tuple[Reading, ...]]
    elsewhere: Mapping[str, tuple[Choice, ...]]
    sources: Mapping[str, str]

    @property
    def digest(self) -> str:
        """The digest of all the sources, by name and content."""
        lines = "".join(f"{digest}  {file}\n" for file, digest in sorted(self.sources.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    def counts(self) -> Mapping[Met, int]:
        """Return how many clauses are met in which way."""
        ways = [clause.entry.met for clause in self.clauses]
        return {met: ways.count(met) for met in Met}


@lru_cache(maxsize=8)
def annotate(chapter: str, generated: date) -> AnnotatedChapter:
    """Gather the annotated chapter; the package's files do not change while it runs, so it is kept.

    Raises:
        KeyError: The register has no such chapter.
    """
    from houseway import __version__

    known = register.chapter(chapter)
    parts, choices, rounds = chapter_parts(chapter), choices_by_clause(chapter), shown_rounds(chapter)
    clauses = tuple(
        AnnotatedClause(
            entry=entry,
            evidence=_evidence(id, parts),
            tests=register.tests(id),
            readings=_naming(id),
            beside=tuple(reading for reading in register.readings_beside([id]) if id not in reading.clauses),
            choices=choices.get(id, ()),
            showings=tuple(_showings(id, rounds)),
        )
        for id, entry in known.entries.items()
    )
    return AnnotatedChapter(
        chapter=known,
        version=__version__,
        generated=generated,
        games=numbered(chapter).games,
        clauses=clauses,
        rounds=rounds,
        readings={id: _naming(id) for id in (chapter, *known.sections) if id not in known.entries},
        elsewhere={id: some for id, some in choices.items() if id not in known.entries},
        sources=_sources(chapter, clauses),
    )


def _naming(id: str) -> tuple[Reading, ...]:
    """Return the readings that name a clause itself."""
    return tuple(reading for reading in register.readings() if id in reading.clauses)


def _evidence(id: str, parts: ChapterParts) -> Evidence:
    cited_as = register.covered_by(id) or id
    places = [citation.place for citation in register.citations(cited_as) if citation.kind in (Kind.CODE, Kind.DATA)]
    pieces = excerpts(places)
    own = parts.parts.get(cited_as, {})
    if len(pieces) < _MOST_USES:
        # The clause stands in the game as a value: what reads that value enforces it.
        uses = dict.fromkeys(use for part in own for use in uses_of(part.owner, part.field))
        pieces += excerpts(uses)[: _MOST_USES - len(pieces)]
    return Evidence(
        cited_as="" if cited_as == id else cited_as,
        excerpts=pieces[:_MOST_EXCERPTS],
        further=tuple(piece.place for piece in pieces[_MOST_EXCERPTS:]),
        rows=parts.rows.get(cited_as, ()),
        paytables=parts.paytables.get(cited_as, ()),
        parts=own,
    )


def _showings(id: str, rounds: tuple[ShownRound, ...]) -> Iterator[Showing]:
    """Yield the rounds with a line that rests on the clause itself, else on the first clause below it that has one."""
    for through in (id, *(entry.id for entry in register.below(id))):
        showings = [
            Showing(round=shown, through=through, lines=shown.cites[through])
            for shown in rounds
            if through in shown.cites
        ]
        if showings:
            yield from showings[:_MOST_ROUNDS]
            return


def _sources(chapter: str, clauses: tuple[AnnotatedClause, ...]) -> Mapping[str, str]:
    """Return the files the document rests on: the chapter's folder, the register, and every file it quotes."""
    folder = PACKAGE.parent.joinpath(*numbered(chapter).folder.split("."))
    files = {path for path in folder.rglob("*") if path.suffix in (".py", ".toml")}
    files |= {PACKAGE / "readings.toml", PACKAGE / "register" / "tests.json", PACKAGE / "register" / "values.json"}
    quoted = {piece.file for clause in clauses for piece in clause.evidence.excerpts}
    quoted |= {place.rpartition(":")[0] for clause in clauses for place in clause.evidence.further}
    files |= {PACKAGE / name for name in quoted}
    return {
        path.relative_to(PACKAGE).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files)
    }


def section_of(id: str) -> str:
    """Return the section a clause stands in."""
    clause = Clause.parse(id)
    return f"{clause.chapter}.{clause.section}"
