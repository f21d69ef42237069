"""What ``houseway rules`` answers, as values: printed as a page or, as they stand, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from houseway import register
from houseway.clause import Clause, ClauseId
from houseway.register import Citation, Enacted, Entry, Match, Met, Range, Reading


class ReadingAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A reading with the tests named after it."""

    id: str
    clauses: tuple[ClauseId, ...]
    open: str
    reading: str
    option: str | None
    default: str | None
    tests: tuple[str, ...]


class ClauseText(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in our own words and how it is met, with the names of the readings that stand beside it."""

    clause: ClauseId
    citation: str
    text: str
    met: Met
    how: str
    terms: Mapping[str, str]
    readings: tuple[str, ...]


class ClauseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the register knows of a clause or a section; ``clauses`` is all that stands under it."""

    clause: ClauseId
    citation: str
    chapter: Mapping[str, str]
    section: Mapping[str, str]
    history: tuple[Enacted, ...]
    text: str | None
    met: Met | None
    how: str | None
    terms: Mapping[str, str]
    parents: tuple[ClauseText, ...]
    children: tuple[ClauseText, ...]
    clauses: tuple[ClauseText, ...]
    cited_as: str | None
    citations: tuple[Citation, ...]
    readings: tuple[ReadingAnswer, ...]
    tests: tuple[str, ...]


class RangeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The clauses from one to another, with the readings that touch them."""

    range: tuple[str, str]
    citation: str
    title: str
    clauses: tuple[ClauseText, ...]
    readings: tuple[ReadingAnswer, ...]


class SectionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a chapter: how many clauses it has, how each way of meeting them counts, and its words if asked for."""

    section: str
    citation: str
    title: str
    history: tuple[Enacted, ...]
    clauses: int
    met: Mapping[Met, int]
    entries: tuple[ClauseText, ...] = ()


class ChapterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter: its dates, its counts and its sections."""

    chapter: str
    citation: str
    title: str
    history: tuple[Enacted, ...]
    clauses: int
    met: Mapping[Met, int]
    sections: tuple[SectionAnswer, ...]
    readings: tuple[ReadingAnswer, ...] = ()


class CoverageAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How many clauses are met in which way: what each status means, in all, and by chapter."""

    means: Mapping[Met, str]
    clauses: int
    met: Mapping[Met, int]
    tested: Mapping[Met, int]
    chapters: tuple[ChapterAnswer, ...]


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A clause or a reading that a search found; ``clauses``: itself, or those the reading is of."""

    score: float
    kind: Literal["clause", "reading"]
    id: str
    clauses: tuple[ClauseId, ...]
    citations: tuple[str, ...]
    text: str
    open: str | None = None
    readings: tuple[str, ...] = ()


class SearchAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a search found, the best match first."""

    search: str
    found: tuple[Found, ...]


class OutsideAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A clause outside the register, and what it is about."""

    clause: ClauseId
    citation: str
    text: str
    outside: bool = True


Answer = ChapterAnswer | ClauseAnswer | RangeAnswer | ReadingAnswer | CoverageAnswer | SearchAnswer | OutsideAnswer


def outside_answer(id: str, about: str) -> OutsideAnswer:
    text = f"{id} lies outside the chapters of the register; it is about {about}."
    return OutsideAnswer(clause=ClauseId(id), citation=Clause.parse(id).citation, text=text)


def reading_answer(reading: Reading) -> ReadingAnswer:
    return ReadingAnswer(
        id=reading.id,
        clauses=reading.clauses,
        open=reading.open,
        reading=reading.reading,
        option=reading.option or None,
        default=reading.default or None,
        tests=register.tests_of_reading(reading.id),
    )


def clause_texts(entries: Iterable[Entry]) -> tuple[ClauseText, ...]:
    return tuple(
        ClauseText(
            clause=one.id,
            citation=one.clause.citation,
            text=one.text,
            met=one.met,
            how=one.how,
            terms=one.terms,
            readings=_beside(one.id),
        )
        for one in entries
    )


def _beside(id: str) -> tuple[str, ...]:
    return tuple(one.id for one in register.readings_beside([id]))


def clause_answer(id: str) -> ClauseAnswer:
    entry = register.entry(id)
    clause = Clause.parse(id)
    chapter = register.chapter(clause.chapter)
    section = f"{clause.chapter}.{clause.section}"
    # A clause met through its parent or its children is cited by their ids.
    cited_as = register.covered_by(id)
    return ClauseAnswer(
        clause=ClauseId(id),
        citation=clause.citation,
        chapter={"chapter": chapter.id, "title": chapter.title},
        section={"section": section, "title": chapter.sections.get(section, "")},
        history=chapter.history(section),
        text=entry.text if entry else None,
        met=entry.met if entry else None,
        how=entry.how if entry else None,
        terms=entry.terms if entry else {},
        parents=clause_texts(register.parents(id)),
        children=clause_texts(register.children(id)),
        clauses=clause_texts(register.below(id)),
        cited_as=cited_as,
        citations=register.citations(cited_as or id),
        readings=tuple(reading_answer(one) for one in register.readings_of(id)),
        tests=register.tests(id),
    )


def range_answer(range: Range) -> RangeAnswer:
    entries = range.entries
    readings = register.readings_beside(one.id for one in entries)
    return RangeAnswer(
        range=(str(range.first), str(range.last)),
        citation=range.citation,
        title=register.chapter(range.first.chapter).title,
        clauses=clause_texts(entries),
        readings=tuple(reading_answer(one) for one in readings),
    )


def chapter_answer(id: str, *, whole: bool = False) -> ChapterAnswer:
    """A chapter; ``whole``: with every clause and with its readings."""
    one = register.chapter(id)
    by_section: dict[str, list[Entry]] = {section: [] for section in one.sections}
    for entry in one.entries.values():
        by_section[entry.id.partition("(")[0]].append(entry)
    sections = tuple(
        SectionAnswer(
            section=section,
            citation=Clause.parse(section).citation,
            title=title,
            history=one.history(section),
            clauses=len(by_section[section]),
            met=_counted(by_section[section]),
            entries=clause_texts(by_section[section]) if whole else (),
        )
        for section, title in one.sections.items()
    )
    return ChapterAnswer(
        chapter=id,
        citation=Clause.parse(id).citation,
        title=one.title,
        history=one.sources.get(id, ()),
        clauses=len(one.entries),
        met=_counted(one.entries.values()),
        sections=sections,
        readings=tuple(reading_answer(reading) for reading in register.readings_of(id)) if whole else (),
    )


def _counted(entries: Iterable[Entry]) -> dict[Met, int]:
    ways = [entry.met for entry in entries]
    return {met: ways.count(met) for met in Met}


def coverage_answer(chapters: Iterable[str]) -> CoverageAnswer:
    ids = tuple(chapters)
    entries = [entry for id in ids for entry in register.chapter(id).entries.values()]
    return CoverageAnswer(
        means={met: met.means for met in Met},
        clauses=len(entries),
        met=_counted(entries),
        tested=_counted(entry for entry in entries if register.tests(entry.id)),
        chapters=tuple(chapter_answer(id) for id in ids),
    )


def search_answer(text: str, *, within: str | None) -> SearchAnswer:
    return SearchAnswer(
        search=text,
        found=tuple(_found(match) for match in register.search(text, within=within)),
    )


def _found(match: Match) -> Found:
    one = match.found
    reads = isinstance(one, Reading)
    clauses = one.clauses if isinstance(one, Reading) else (one.id,)
    return Found(
        score=round(match.score, 3),
        kind="reading" if reads else "clause",
        id=one.id,
        clauses=clauses,
        citations=tuple(Clause.parse(id).citation for id in clauses),
        text=match.says,
        open=one.open if isinstance(one, Reading) else None,
        readings=() if reads else _beside(one.id),
    )
