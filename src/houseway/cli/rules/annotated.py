"""``houseway rules --annotated``: write a chapter with its evidence as a page, as a PDF, and its rounds as files."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import click

from houseway.cli.files import check_writable, write


def write_annotated(
    ctx: click.Context, chapter: str, generated: str | None, *, html: str | None, pdf: str | None, rounds: str | None
) -> None:
    """Write the annotated chapter to each file that is named; raise in one sentence where that cannot be."""
    if html is None and pdf is None and rounds is None:
        raise click.UsageError("Name a file to write: --html F, --pdf F, or a folder for the rounds: --rounds DIR.")
    day = _day(generated)
    for path in (html, pdf):
        check_writable(path)
    from houseway.cli.rules.printing import BROWSERS, find_chromium, print_to_pdf

    browser = None if pdf is None else find_chromium()
    if pdf is not None and browser is None:
        looked_for = f"{', '.join(BROWSERS[:-1])} or {BROWSERS[-1]}"
        click.echo(f"Error: A PDF needs Chromium: install {looked_for}, or write --html and print it.", err=True)
        ctx.exit(2)

    from houseway.view.annotated.document import annotate
    from houseway.view.annotated.page import page

    document = annotate(chapter, day)
    text = page(document)
    summary = f"{len(document.clauses)} clauses, {len(document.rounds)} rounds, sources {document.digest[:16]}."
    if html is not None:
        write(html, text.encode())
        click.echo(f"{html}: {summary}")
    if pdf is not None and browser is not None:
        write(pdf, print_to_pdf(browser, text, day))
        click.echo(f"{pdf}: {summary}")
    if rounds is not None:
        folder = Path(rounds)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.ClickException(f"{rounds} cannot be written: {error.strerror}.") from None
        for shown in document.rounds:
            write(str(folder / f"{shown.name}.json"), shown.document)
        click.echo(f"{rounds}: {len(document.rounds)} rounds.")


def _day(generated: str | None) -> date:
    """Return the date of the document: as stated, else that of SOURCE_DATE_EPOCH, else today."""
    if generated is not None:
        try:
            return date.fromisoformat(generated)
        except ValueError:
            raise click.ClickException(f"--date must be a day such as 2026-11-18, not {generated[:40]!r}.") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return datetime.now(UTC).date()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise click.ClickException(
            f"SOURCE_DATE_EPOCH must be a number of seconds since 1970, not {epoch[:40]!r}."
        ) from None
