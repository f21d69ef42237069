"""``houseway rules``: clauses in our own words, how they are met, where they are cited, their readings and tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NoReturn

import click

from houseway import register
from houseway.clause import ClauseError
from houseway.cli.rules import answers
from houseway.written import near, shown

if TYPE_CHECKING:
    from houseway.cli.rules.answers import Answer

_LONGEST_CLAUSE = 60
"""Letters of a text that are looked at: no clause, no range and no reading has more."""
_LIKE_A_READING = 0.85
"""How alike the name of a reading must be, of 1: clauses are short and look like it too."""


@click.command(epilog="Example: houseway rules 677a.12.c; houseway rules --search surrender")
@click.argument("clause", nargs=-1)
@click.option("--search", "wanted", metavar="WORD", help="Clauses and readings with a word, or with all of several.")
@click.option("--chapter", metavar="CHAPTER", help="A whole chapter; or only search, list readings or count there.")
@click.option("--readings", "only_readings", is_flag=True, help="List the readings: of one clause or chapter, or all.")
@click.option("--coverage", is_flag=True, help="How many clauses are met in which way, and what each way means.")
@click.option(
    "--annotated", metavar="CHAPTER", help="A chapter with code, tables, tests and rounds beside each clause."
)
@click.option("--html", metavar="F", help="With --annotated: write it as a printable page.")
@click.option("--pdf", metavar="F", help="With --annotated: write it as a PDF, which needs Chromium.")
@click.option("--rounds", metavar="DIR", help="With --annotated: write its rounds for 'houseway settle'.")
@click.option(
    "--date", "generated", metavar="DATE", help="With --annotated: its date, else SOURCE_DATE_EPOCH or today."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def rules(
    ctx: click.Context,
    clause: tuple[str, ...],
    wanted: str | None,
    chapter: str | None,
    only_readings: bool,
    coverage: bool,
    annotated: str | None,
    html: str | None,
    pdf: str | None,
    rounds: str | None,
    generated: str | None,
    as_json: bool,
) -> None:
    """Clauses in our own words, how they are met, where, their readings and their tests.

    CLAUSE is a chapter (677a), a section (677a.11), a paragraph ('677a.11(h)(2)', or 677a.11.h.2 without quotes), a
    range ('677a.11(a)-(d)', 677a.11.a-d, 677a.8-10), any of them as an official citation ('58 Pa. Code § 677a.12(c)'),
    or the name of a reading (677a-bad-beat).
    """
    text = " ".join(clause) if clause else None
    files = {"--html": html, "--pdf": pdf, "--rounds": rounds}
    if annotated is not None:
        if text is not None or wanted is not None or chapter is not None or only_readings or coverage or as_json:
            raise click.UsageError("--annotated writes one chapter: leave out everything but files and --date.", ctx)
        _write_annotated(ctx, annotated, generated, files)
        return
    if generated is not None or any(path is not None for path in files.values()):
        raise click.UsageError("--html, --pdf, --rounds and --date go with --annotated CHAPTER.", ctx)
    if (wanted is not None) + only_readings + coverage > 1 or (wanted is not None and text is not None):
        raise click.UsageError("Ask for one thing: a clause, --search, --readings or --coverage.", ctx)
    if chapter is not None and text is not None:
        raise click.UsageError("Name a clause or a --chapter, not both.", ctx)
    answer: Answer | tuple[Answer, ...]
    try:
        asked = None if chapter is None else _known_chapter(chapter)
        if wanted is not None:
            answer = _search(wanted, asked)
        elif coverage:
            asked = asked if text is None else _known_chapter(text)
            answer = answers.coverage_answer(register.chapters() if asked is None else [asked])
        elif only_readings:
            asked = asked if text is None else _known(text)
            answer = _readings(asked)
        elif text is not None:
            answer = _asked(text)
        elif asked is not None:
            answer = answers.chapter_answer(asked, whole=True)
        else:
            answer = tuple(answers.chapter_answer(id) for id in register.chapters())
    except _NotFoundError as error:
        _refuse(ctx, error, as_json=as_json)
    if as_json:
        from houseway.cli import print_json

        print_json(answer)
    else:
        from houseway.cli.rules.pages import show

        show(answer, asked=asked or "")


def _write_annotated(ctx: click.Context, chapter: str, generated: str | None, files: Mapping[str, str | None]) -> None:
    from houseway.cli.rules.annotated import write_annotated

    try:
        id = _known_chapter(chapter)
    except _NotFoundError as error:
        _refuse(ctx, error, as_json=False)
    write_annotated(ctx, id, generated, html=files["--html"], pdf=files["--pdf"], rounds=files["--rounds"])


class _NotFoundError(Exception):
    """Nothing in the register answers; ``near`` is what comes nearest."""

    def __init__(self, says: str, near: tuple[str, ...]) -> None:
        super().__init__(says)
        self.near = near


def _refuse(ctx: click.Context, error: _NotFoundError, *, as_json: bool) -> NoReturn:
    near = f"; the nearest {'is' if len(error.near) == 1 else 'are'} {', '.join(error.near)}" if error.near else ""
    message = f"{error}{near}."
    if as_json:
        from houseway.cli import print_json

        print_json({"error": message, "nearest": error.near})
    else:
        click.echo(f"Error: {message}", err=True)
    ctx.exit(1)


def _asked(text: str) -> Answer:
    """A reading by its name, a range, a chapter, a section or a paragraph."""
    named = next((one for one in register.readings() if one.id == text.strip().lower()), None)
    if named is not None:
        return answers.reading_answer(named)
    try:
        range = register.spelled_range(text[:_LONGEST_CLAUSE])
    except ClauseError as error:
        raise _NotFoundError(str(error), ()) from None
    if range is not None:
        for end in (range.first, range.last):
            _known(str(end))
        return answers.range_answer(range)
    id = _known(text)
    about = register.outside(id)
    if about is not None:
        return answers.outside_answer(id, about)
    return answers.chapter_answer(id) if id in register.chapters() else answers.clause_answer(id)


def _known(text: str) -> str:
    """The clause as the register spells it; one outside it that the chapters refer to counts as known."""
    plain = text[:_LONGEST_CLAUSE]
    try:
        id = str(register.spelled(plain))
        says = f"There is no clause {id} in the register"
    except ClauseError:
        id, says = "", f"{shown(text)} is no clause"
    if id and (register.is_known(id) or register.outside(id) is not None):
        return id
    # Letters in the wrong case are read where only one clause can be meant.
    alike = register.alike(plain)
    if len(alike) == 1:
        return alike[0]
    reading = near(plain, [one.id for one in register.readings()], _LIKE_A_READING)
    raise _NotFoundError(says, alike or ((reading,) if reading else register.nearest(plain)))


def _known_chapter(text: str) -> str:
    id = _known(text)
    if id not in register.chapters():
        raise _NotFoundError(f"{id} is no chapter", (id.partition(".")[0],))
    return id


def _readings(id: str | None) -> Answer | tuple[Answer, ...]:
    found = register.readings() if id is None else register.readings_of(id)
    return tuple(answers.reading_answer(one) for one in found)


def _search(text: str, within: str | None) -> Answer:
    if not text.strip():
        raise _NotFoundError("There is no word to search for", ())
    answer = answers.search_answer(text, within=within)
    if not answer.found:
        where = "" if within is None else f" of {within}"
        raise _NotFoundError(f"No clause and no reading{where} has {shown(text)}", register.nearest_words(text))
    return answer
