"""``houseway rules``: a clause in our own words, how it is met, where it is cited, its readings and its tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from houseway import register
from houseway.clause import ClauseError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from houseway.register import Reading

_STYLES = {"enforced": "green", "recorded": "cyan", "configured": "blue", "posted": "yellow", "physical": "dim"}
_LONGEST_CLAUSE = 60
"""Letters of a text that are looked at: no clause and no reading has more."""
_SHOWN = 12
"""Citations and tests printed before the rest is only counted; --json has them all."""


@click.command()
@click.argument("clause", required=False)
@click.option("--readings", "only_readings", is_flag=True, help="List the readings: of one clause or chapter, or all.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def rules(ctx: click.Context, clause: str | None, only_readings: bool, as_json: bool) -> None:
    """A clause in our own words, how it is met, where, its readings and its tests.

    CLAUSE is a chapter (677a), a section (677a.11) or a paragraph: '677a.11(h)(2)', or 677a.11.h.2 without quotes; or
    the name of a reading (677a-bad-beat).
    """
    named = None if clause is None else _reading_named(clause)
    if named is not None:
        _tell_reading(named, as_json)
        return
    id = None if clause is None else _known(ctx, clause, as_json)
    if id is not None and (about := register.outside(id)) is not None:
        _tell_outside(id, about, as_json)
        return
    found = register.readings() if id is None else register.readings_of(id)
    if only_readings:
        described: Any = [reading_object(one) for one in found]
    elif id is None:
        described = [chapter_object(one) for one in register.chapters()]
    elif id in register.chapters():
        described = chapter_object(id, sections=True)
    else:
        described = clause_object(id)
    if as_json:
        from houseway.cli import print_json

        print_json(described)
    elif only_readings:
        _show_readings(id, found)
    elif id is None:
        _show_chapters(described)
    elif id in register.chapters():
        _show_chapter(described)
    else:
        _show_clause(id, described)


def _known(ctx: click.Context, text: str, as_json: bool) -> str:
    """The clause as the register spells it; if there is none, say so with the nearest ones and exit 1."""
    from houseway.rounds.reading import shortened

    plain = text[:_LONGEST_CLAUSE]
    try:
        id = str(register.spelled(plain))
        says = f"There is no clause {id} in the register"
    except ClauseError:
        id, says = "", f"{shortened(text)!r} is no clause"
    if id and register.is_known(id):
        return id
    if register.outside(plain.lower()) is not None:
        return str(register.spelled(plain.lower()))
    # Letters in the wrong case are read where only one clause can be meant.
    alike = register.alike(plain)
    if len(alike) != 1:
        _refuse(ctx, says, alike or register.nearest(plain), as_json)
    return alike[0]


def _reading_named(text: str) -> Reading | None:
    return next((one for one in register.readings() if one.id == text.strip().lower()), None)


def _tell_reading(reading: Reading, as_json: bool) -> None:
    if as_json:
        from houseway.cli import print_json

        print_json(reading_object(reading))
        return
    _show_readings(None, [reading], tests=True)


def _tell_outside(id: str, about: str, as_json: bool) -> None:
    says = f"{id} lies outside the chapters of the register; it is about {about}."
    if as_json:
        from houseway.cli import print_json

        print_json({"clause": id, "outside": True, "text": says})
        return
    from rich.text import Text

    with _page() as out:
        out.print(Text(says))


def _refuse(ctx: click.Context, says: str, near: tuple[str, ...], as_json: bool) -> NoReturn:
    message = f"{says}; the nearest {'is' if len(near) == 1 else 'are'} {', '.join(near)}."
    if as_json:
        from houseway.cli import print_json

        print_json({"error": message, "nearest": list(near)})
    else:
        click.echo(f"Error: {message}", err=True)
    ctx.exit(1)


def chapter_object(id: str, *, sections: bool = False) -> dict[str, Any]:
    """A chapter as the JSON answer describes it."""
    one = register.chapter(id)
    met = {str(kind): sum(entry.met is kind for entry in one.entries.values()) for kind in register.Met}
    described: dict[str, Any] = {"chapter": id, "title": one.title, "clauses": len(one.entries), "met": met}
    if sections:
        described["sections"] = [
            {"section": section, "title": title, "clauses": sum(_in_section(entry, section) for entry in one.entries)}
            for section, title in one.sections.items()
        ]
    return described


def _in_section(id: str, section: str) -> bool:
    return id == section or id.startswith(f"{section}(")


def clause_object(id: str) -> dict[str, Any]:
    """A clause as the JSON answer describes it: everything the register knows of it."""
    entry = register.entry(id)
    chapter = register.chapter(id.partition(".")[0])
    section = id.partition("(")[0]
    # A clause met through its parent or its children is cited by their ids.
    cited_as = register.covered_by(id)
    return {
        "clause": id,
        "chapter": {"chapter": chapter.id, "title": chapter.title},
        "section": {"section": section, "title": chapter.sections.get(section, "")},
        "text": entry.text if entry else None,
        "met": str(entry.met) if entry else None,
        "how": entry.how if entry else None,
        "terms": dict(entry.terms) if entry else {},
        "parents": [{"clause": one.id, "text": one.text} for one in register.parents(id)],
        "children": [{"clause": one.id, "text": one.text, "met": str(one.met)} for one in register.children(id)],
        "cited_as": cited_as,
        "citations": [{"place": one.place, "kind": str(one.kind)} for one in register.citations(cited_as or id)],
        "readings": [reading_object(one) for one in register.readings_of(id)],
        "tests": list(register.tests(id)),
    }


def reading_object(reading: Reading) -> dict[str, Any]:
    """A reading as the JSON answer describes it."""
    return {
        "id": reading.id,
        "clauses": list(reading.clauses),
        "open": reading.open,
        "reading": reading.reading,
        "option": reading.option or None,
        "default": reading.default or None,
        "tests": list(register.tests_of_reading(reading.id)),
    }


@contextmanager
def _page() -> Iterator[Console]:
    """A console whose lines are printed without the blanks that fill them up."""
    from houseway.felt import console

    out = console()
    with out.capture() as captured:
        yield out
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _show_chapters(described: list[dict[str, Any]]) -> None:
    from rich.text import Text

    with _page() as out:
        for one in described:
            out.print(Text.assemble((one["chapter"], "bold cyan"), "  ", (one["title"], "bold")))
            out.print(_indented(_counts(one), style="dim"))


def _counts(one: dict[str, Any]) -> str:
    return f"{one['clauses']} clauses: " + ", ".join(f"{count} {met}" for met, count in one["met"].items() if count)


def _show_chapter(described: dict[str, Any]) -> None:
    from rich.text import Text

    with _page() as out:
        out.print(Text.assemble((described["chapter"], "bold cyan"), "  ", (described["title"], "bold")))
        out.print(Text(_counts(described), style="dim"))
        out.print()
        rows = [(one["section"], one["title"] or f"{one['clauses']} clauses") for one in described["sections"]]
        out.print(_list(rows))


def _show_clause(id: str, described: dict[str, Any]) -> None:
    from rich.text import Text

    with _page() as out:
        chapter, section = described["chapter"], described["section"]
        out.print(Text(f"{chapter['title']} · {section['title'] or section['section']}", style="dim"))
        out.print()
        above = [(one["clause"], Text(one["text"], style="dim")) for one in described["parents"]]
        if above:
            out.print(_list(above))
            out.print()
        if described["text"] is None:
            out.print(Text.assemble((id, "bold cyan"), "  ", (section["title"], "bold")))
        else:
            out.print(Text(id, style="bold cyan"))
            out.print(_indented(described["text"]))
            style = _STYLES[described["met"]]
            out.print(_indented(Text.assemble((described["met"], f"bold {style}"), ": ", described["how"])))
        if described["terms"]:
            out.print()
            out.print(_list(described["terms"].items(), style="bold"))
        if described["children"]:
            _head(out, "Under it")
            out.print(_list((one["clause"], one["text"]) for one in described["children"]))
        cited_as = described["cited_as"]
        where = "Where" if cited_as in (None, id) else f"Where, as {cited_as}"
        _lines(out, where, [one["place"] for one in described["citations"]])
        found = register.readings_of(id)
        if found:
            _head(out, "Readings")
            for number, reading in enumerate(found):
                if number:
                    out.print()
                _show_reading(out, reading)
        _show_tests(out, described["tests"])


def _show_readings(id: str | None, found: Iterable[Reading], *, tests: bool = False) -> None:
    with _page() as out:
        shown = list(found)
        for number, reading in enumerate(shown):
            if number:
                out.print()
            _show_reading(out, reading)
            out.print(_indented(", ".join(reading.clauses), style="cyan"))
            if tests:
                _show_tests(out, list(register.tests_of_reading(reading.id)))
        if not shown:
            out.print(f"No reading touches {id}: its words leave nothing open that has been found.")


def _show_reading(out: Console, reading: Reading) -> None:
    from rich.text import Text

    out.print(_indented(Text(reading.id, style="bold magenta")))
    out.print(_indented(Text.assemble(("open: ", "dim"), reading.open), by=4))
    out.print(_indented(Text.assemble(("read: ", "dim"), reading.reading), by=4))
    if reading.option:
        default = f", by default {reading.default}" if reading.default else ""
        out.print(_indented(Text.assemble(("option: ", "dim"), f"{reading.option}{default}"), by=4))


def _head(out: Console, text: str) -> None:
    out.print()
    out.print(text, style="bold")


def _lines(out: Console, head: str, lines: list[str]) -> None:
    if not lines:
        return
    _head(out, head)
    # A place is one word to the reader: it is never broken, so that it can be copied.
    for line in lines[:_SHOWN]:
        out.print(f"  {line}", overflow="ignore", no_wrap=True, crop=False)
    if len(lines) > _SHOWN:
        out.print(f"  and {len(lines) - _SHOWN} more (--json lists all)", style="dim")


def _show_tests(out: Console, tests: list[str]) -> None:
    """Tests under the file they stand in, so that neither is cut."""
    from rich.text import Text

    if not tests:
        return
    _head(out, "Tests")
    by_file: dict[str, list[str]] = {}
    for test in tests[:_SHOWN]:
        file, _, name = test.partition("::")
        by_file.setdefault(file, []).append(name)
    for file, names in by_file.items():
        out.print(f"  {file}", overflow="fold")
        for name in names:
            out.print(_indented(Text(name, overflow="fold"), by=4))
    if len(tests) > _SHOWN:
        out.print(f"  and {len(tests) - _SHOWN} more (--json lists all)", style="dim")


def _indented(text: str | Text, *, by: int = 2, style: str = "") -> Any:
    from rich.padding import Padding
    from rich.text import Text

    return Padding(Text(text, style=style) if isinstance(text, str) else text, (0, 0, 0, by))


def _list(rows: Iterable[tuple[str, str | Text]], *, style: str = "cyan") -> Any:
    """Names at the left, their words beside them."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style=style)
    grid.add_column()
    for name, words in rows:
        grid.add_row(f"  {name}", Text(words) if isinstance(words, str) else words)
    return grid
