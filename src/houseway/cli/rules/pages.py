"""The pages of ``houseway rules``, readable at 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from houseway.cli.page import Page
from houseway.cli.rules.answers import (
    Answer,
    ChapterAnswer,
    ClauseAnswer,
    ClauseText,
    CoverageAnswer,
    Found,
    OutsideAnswer,
    RangeAnswer,
    ReadingAnswer,
    SearchAnswer,
)
from houseway.register import Enacted, Met

if TYPE_CHECKING:
    from datetime import date

_STYLES = {
    Met.ENFORCED: "green",
    Met.RECORDED: "cyan",
    Met.CONFIGURED: "blue",
    Met.POSTED: "yellow",
    Met.PHYSICAL: "dim",
}
_SHOWN = 12
"""Places, tests and matches printed before the rest is only counted; --json has them all."""


def show(answer: Answer | tuple[Answer, ...], *, asked: str) -> None:
    """Print the page of an answer to what was asked."""
    page = Page()
    match answer:
        case ():
            page.text(f"No reading touches {asked}: its words leave nothing open that has been found.")
        case ChapterAnswer():
            _show_chapter(page, answer)
        case ClauseAnswer():
            _show_clause(page, answer)
        case RangeAnswer():
            _show_range(page, answer)
        case ReadingAnswer():
            _show_reading(page, answer, whole=True)
            _show_tests(page, answer.tests)
        case CoverageAnswer():
            _show_coverage(page, answer)
        case SearchAnswer():
            _show_search(page, answer)
        case OutsideAnswer():
            page.text(answer.text)
        case _:
            _show_all(page, answer)
    page.print()


def _show_all(page: Page, answers: tuple[Answer, ...]) -> None:
    """Chapters in brief, or readings."""
    for number, one in enumerate(answers):
        if number:
            page.blank()
        if isinstance(one, ReadingAnswer):
            _show_reading(page, one, whole=True)
        elif isinstance(one, ChapterAnswer):
            page.text(Text.assemble((one.chapter, "bold cyan"), "  ", (one.title, "bold")))
            page.text(_counts(one), by=2, style="dim")
            _show_history(page, one.history, by=2)


def _show_chapter(page: Page, one: ChapterAnswer) -> None:
    """A chapter with its dates and its sections; where its clauses are asked for, all of them in order."""
    page.text(one.citation, style="bold cyan")
    page.text(one.title, style="bold")
    page.text(_counts(one), style="dim")
    _show_history(page, one.history)
    for note, sections in _amendments(one).items():
        page.text(Text(f"{_enacted(note)}: {', '.join(sections)}", style="dim"))
    if not any(section.entries for section in one.sections):
        page.blank()
        page.listed([(section.section, section.title) for section in one.sections])
        return
    for section in one.sections:
        page.blank()
        page.text(Text.assemble((section.section, "bold cyan"), "  ", (section.title, "bold")))
        _show_texts(page, section.entries, under=section.section)
    _show_readings(page, one.readings)


def _show_clause(page: Page, one: ClauseAnswer) -> None:
    page.text(one.citation, style="bold cyan")
    page.text(f"{one.chapter['title']} · {one.section['title']}", style="bold")
    _show_history(page, one.history)
    page.blank()
    if one.parents:
        page.listed([(above.clause, Text(above.text, style="dim")) for above in one.parents])
        page.blank()
    if one.text is not None and one.met is not None:
        page.text(one.clause, style="bold cyan")
        page.text(one.text, by=2)
        page.text(Text.assemble((one.met, f"bold {_STYLES[one.met]}"), f": {one.how}"), by=2)
    if one.terms:
        page.blank()
        page.listed(one.terms.items(), style="bold")
    if one.clauses:
        if one.text is not None:
            page.head("Under it")
        _show_texts(page, one.clauses, under=one.clause)
    where = "Where" if one.cited_as in (None, one.clause) else f"Where, as {one.cited_as}"
    _show_places(page, where, [place.place for place in one.citations])
    _show_readings(page, one.readings)
    _show_tests(page, one.tests)


def _show_range(page: Page, one: RangeAnswer) -> None:
    page.text(one.citation, style="bold cyan")
    page.text(one.title, style="bold")
    for section, clauses in groupby(one.clauses, key=lambda text: text.clause.partition("(")[0]):
        page.blank()
        page.text(section, style="bold cyan")
        _show_texts(page, list(clauses), under=section)
    _show_readings(page, one.readings)


def _show_coverage(page: Page, one: CoverageAnswer) -> None:
    """Statuses by chapter, or by section if there is only one chapter; then what each means."""
    rows: list[tuple[str, int, Mapping[Met, int]]] = [(of.chapter, of.clauses, of.met) for of in one.chapters]
    if len(one.chapters) == 1:
        rows = [(of.section, of.clauses, of.met) for of in one.chapters[0].sections]
    rows.append(("all", one.clauses, one.met))
    heads = ["", *Met, "clauses"]
    page.tabled(
        heads,
        [
            (Text(name, style="cyan"), *(str(met[kind] or "-") for kind in Met), str(clauses))
            for name, clauses, met in rows
        ],
        right=heads[1:],
    )
    page.blank()
    for met, means in one.means.items():
        share = f"{one.met[met]} of {one.clauses}, {one.tested[met]} with tests by their clause"
        page.text(Text.assemble((met, f"bold {_STYLES[met]}"), (f"  {share}", "dim")))
        page.text(means, by=2)


def _show_search(page: Page, one: SearchAnswer) -> None:
    for found in one.found[:_SHOWN]:
        _show_found(page, found)
    _show_rest(page, len(one.found), "matches")


def _show_found(page: Page, found: Found) -> None:
    if found.kind == "reading":
        page.text(Text.assemble((found.id, "bold magenta"), ("  a reading of ", "dim"), ", ".join(found.clauses)))
        page.text(Text.assemble(("open: ", "dim"), found.open or ""), by=2)
        page.text(Text.assemble(("read: ", "dim"), found.text), by=2)
    else:
        page.text(found.id, style="bold cyan")
        page.text(Text.assemble(found.text, *_beside(found.readings)), by=2)


def _counts(one: ChapterAnswer) -> str:
    return f"{one.clauses} clauses: " + ", ".join(f"{count} {met}" for met, count in one.met.items() if count)


def _show_history(page: Page, notes: Iterable[Enacted], *, by: int = 0) -> None:
    for note in notes:
        page.text(_enacted(note), by=by, style="dim")


def _enacted(note: Enacted) -> str:
    effective = f", effective {_day(note.effective)}" if note.effective else ""
    return f"{note.act.capitalize()} {_day(note.on)}{effective} ({note.bulletin})"


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _amendments(one: ChapterAnswer) -> dict[Enacted, list[str]]:
    """What changed after the chapter was adopted -> the sections concerned, by date."""
    found: dict[Enacted, list[str]] = {}
    for section in one.sections:
        for note in section.history:
            if note not in one.history:
                found.setdefault(note, []).append(section.section.removeprefix(one.chapter))
    return dict(sorted(found.items(), key=lambda pair: pair[0].on))


def _show_texts(page: Page, clauses: Sequence[ClauseText], *, under: str) -> None:
    """Clauses by what follows the one they stand under, each with how it is met and with its readings.

    A reading stands beside the uppermost clause it is of.
    """
    rows: list[tuple[str, Text]] = []
    beside: dict[str, tuple[str, ...]] = {one.clause: one.readings for one in clauses}
    for one in clauses:
        above = beside.get(one.clause.rpartition("(")[0], ())
        own = [reading for reading in one.readings if reading not in above]
        rows.append(
            (
                one.clause.removeprefix(under) or one.clause,
                Text.assemble(one.text, "  ", (one.met, _STYLES[one.met]), *_beside(own)),
            )
        )
        rows += [(f"  {term}", Text(meaning)) for term, meaning in one.terms.items()]
    page.listed(rows)


def _beside(readings: Iterable[str]) -> list[tuple[str, str]]:
    return [(f"  {id}", "magenta") for id in readings]


def _show_readings(page: Page, readings: Sequence[ReadingAnswer]) -> None:
    if readings:
        page.head("Readings")
    for number, one in enumerate(readings):
        if number:
            page.blank()
        _show_reading(page, one)


def _show_reading(page: Page, one: ReadingAnswer, *, whole: bool = False) -> None:
    """A reading; ``whole``: with the clauses it is of."""
    page.text(one.id, by=2, style="bold magenta")
    page.text(Text.assemble(("open: ", "dim"), one.open), by=4)
    page.text(Text.assemble(("read: ", "dim"), one.reading), by=4)
    if one.option:
        default = f", by default {one.default}" if one.default else ""
        page.text(Text.assemble(("option: ", "dim"), f"{one.option}{default}"), by=4)
    if whole:
        page.text(Text.assemble(("of: ", "dim"), (", ".join(one.clauses), "cyan")), by=4)


def _show_places(page: Page, title: str, places: Sequence[str]) -> None:
    if not places:
        return
    page.head(title)
    # A place is one word to the reader: it is never broken, so that it can be copied.
    for place in places[:_SHOWN]:
        page.word(place)
    _show_rest(page, len(places))


def _show_tests(page: Page, tests: Sequence[str]) -> None:
    """Tests under the file they stand in, so that neither is cut."""
    if not tests:
        return
    page.head("Tests")
    by_file = sorted(tests[:_SHOWN], key=lambda test: test.partition("::")[0])
    for file, names in groupby(by_file, key=lambda test: test.partition("::")[0]):
        page.text(file, by=2)
        for name in names:
            page.text(name.partition("::")[2], by=4)
    _show_rest(page, len(tests))


def _show_rest(page: Page, count: int, what: str = "") -> None:
    if count > _SHOWN:
        page.text(f"and {count - _SHOWN} more{what and ' ' + what} (--json lists all)", by=2, style="dim")
