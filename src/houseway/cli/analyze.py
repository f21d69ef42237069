"""``houseway analyze``: the PAR sheet of a game or of a Rules Submission, exact over every deal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli import Whole
from houseway.cli.files import check_writable, write

if TYPE_CHECKING:
    from rich.text import Text

    from houseway.clause import ClauseId
    from houseway.cli.page import Page
    from houseway.lab.sheet import MainSheet, Progress, Sheet, WagerSheet
    from houseway.rules.table_rules import TableRules

_BAR = 24


@click.command(epilog="Example: houseway analyze heads-up-holdem --wager trips_plus --all-paytables")
@click.argument("what", metavar="GAME|SUBMISSION.toml")
@click.option("--wager", metavar="W", help="One wager only.")
@click.option("--all-paytables", is_flag=True, help="Every lawful choice side by side.")
@click.option("--set", "choices", metavar="KEY=VALUE", multiple=True, help="Change one choice, as paytables.fortune=B.")
@click.option("--target-edge", metavar="PERCENT", help="List the odds of --vary whose house edge is nearest to this.")
@click.option("--vary", metavar="ROWS", help='Rows whose odds are varied, as "full house,flush" or bad_beat.flush.')
@click.option("--per-hour", type=Whole(1), metavar="N", help="Wagers an hour on a meter; 40 if not stated.")
@click.option(
    "--optimal", is_flag=True, help="Solve the best play too, where the sheet's is another: pai-gow, minutes."
)
@click.option("--review", is_flag=True, help="What each row adds to return and variance; bands of many rounds.")
@click.option("--no-cache", is_flag=True, help="Compute afresh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "csv_file", metavar="F", help="Write every row as CSV.")
@click.option("--xlsx", "xlsx_file", metavar="F", help="Write a workbook with live formulas.")
@click.option("--html", "html_file", metavar="F", help="Write a printable page.")
def analyze(
    what: str,
    wager: str | None,
    all_paytables: bool,
    choices: tuple[str, ...],
    target_edge: str | None,
    vary: str | None,
    per_hour: int | None,
    optimal: bool,
    review: bool,
    no_cache: bool,
    as_json: bool,
    csv_file: str | None,
    xlsx_file: str | None,
    html_file: str | None,
) -> None:
    """The PAR sheet of a game or a Rules Submission: what every wager costs, exactly, and how it is best played.

    '-' reads a submission from standard input.
    """
    if target_edge is not None or vary is not None:
        from houseway.cli.target_edge import print_target

        written = [file for file in (csv_file, xlsx_file, html_file) if file is not None]
        if written or all_paytables or optimal:
            raise click.UsageError("--target-edge lists tables as text or --json; leave the other outputs out.")
        print_target(what, wager, choices, target_edge, vary, as_json=as_json)
        return
    for file in (csv_file, xlsx_file, html_file):
        check_writable(file)
    with in_one_sentence():
        from houseway.lab.analysis import analyze as analyzed

        rules = rules_named(what, choices)
        with told() as progress:
            sheet = analyzed(
                rules,
                wager=wager,
                unoffered=is_game(what),
                all_paytables=all_paytables,
                # Best play that an earlier run has kept is shown without being asked for.
                optimal=True if optimal else False if no_cache else None,
                wagers_per_hour=per_hour,
                cached=not no_cache,
                progress=progress,
            )
        command = command_of(what, wager, choices, all_paytables=all_paytables, optimal=sheet.optimal is not None)
        # All are made before the first is written: one that cannot be made leaves none behind.
        files: dict[str, bytes] = {}
        if csv_file is not None:
            files[csv_file] = _csv(sheet)
        if xlsx_file is not None:
            files[xlsx_file] = _xlsx(sheet, rules, command)
        if html_file is not None:
            files[html_file] = _html(sheet, command, review=review)
        for file, content in files.items():
            write(file, content)
        if as_json:
            from houseway.cli import print_json
            from houseway.lab.encoded import as_json as plain

            print_json({**plain(sheet), **(_reviews(sheet) if review else {})})
        elif review:
            from houseway.cli.review import print_review

            print_review(sheet)
        else:
            _show(sheet, rows=not all_paytables or wager is not None)


def _csv(sheet: Sheet) -> bytes:
    from houseway.lab.files import as_csv

    return as_csv(sheet).encode()


def _xlsx(sheet: Sheet, rules: TableRules, command: str) -> bytes:
    from houseway.lab.files import as_xlsx

    return as_xlsx(sheet, submission=rules.submission, command=command)


def _html(sheet: Sheet, command: str, *, review: bool) -> bytes:
    from houseway.lab.html import page

    return page(sheet, command=command, review=review).encode()


def _reviews(sheet: Sheet) -> dict[str, object]:
    from houseway.lab.review import as_json, reviews_of

    return {"review": [as_json(one) for one in reviews_of(sheet)]}


def command_of(
    what: str, wager: str | None, choices: tuple[str, ...], *, all_paytables: bool, optimal: bool = False
) -> str:
    """The command that makes the same sheet again."""
    import shlex

    words = ["houseway", "analyze", what if is_game(what) or what == "-" else Path(what).name]
    words += ["--wager", wager] if wager is not None else []
    words += [word for choice in choices for word in ("--set", choice)]
    words += ["--all-paytables"] if all_paytables else []
    return shlex.join([*words, *(["--optimal"] if optimal else [])])


def is_game(what: str) -> bool:
    """Whether a game is named, and no file."""
    from houseway.chapters.registry import games

    return what in games()


def rules_named(what: str, choices: tuple[str, ...] = ()) -> TableRules:
    """The rules of a game or of a submission file, with these choices changed."""
    from houseway.chapters.registry import games
    from houseway.cli.check import read_toml
    from houseway.lab.inputs import rules_of

    if is_game(what):
        return rules_of({"game": what}, choices=choices)
    if what != "-" and not what.endswith(".toml") and not Path(what).exists():
        raise no_game_and_no_file(what, games(banked=True))
    return rules_of(read_toml(what), choices=choices)


def no_game_and_no_file(what: str, games: Iterable[str]) -> click.ClickException:
    """What is said of a name that is neither; ``games``: those that could be named."""
    from houseway.written import nearest, shown

    known = list(games)
    hint = nearest(what, known, 0.7) or f". The games are {', '.join(known)}."
    return click.ClickException(f"There is no game and no file {shown(what)}{hint}")


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """What cannot be analyzed is said in one sentence."""
    from houseway.lab.analysis import UnknownWagerError
    from houseway.lab.inputs import InputError

    try:
        yield
    except (InputError, UnknownWagerError) as error:
        from houseway.cli.page import sentence

        # A field at its head stays as it is written.
        first = str(error).partition(" ")[0]
        raise click.ClickException(sentence(str(error), keep=first if first.endswith(":") else "")) from None


@contextmanager
def told() -> Iterator[Progress]:
    """A bar on the terminal that says how far a long sum has come, gone when it is done."""
    from houseway.lab.sheet import quiet

    if not sys.stderr.isatty():
        yield quiet
        return
    last = 0.0

    def tell(done: int, of: int, what: str, /) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 0.1:
            last = now
            bar = "#" * (_BAR * done // of)
            click.echo(f"\r\x1b[K{what}: [{bar:{_BAR}}] {done / of:.0%}", nl=False, err=True)

    try:
        yield tell
    finally:
        if last:
            click.echo("\r\x1b[K", nl=False, err=True)


def _show(sheet: Sheet, *, rows: bool) -> None:
    from rich.text import Text

    from houseway.cli.page import Page
    from houseway.lab.files import every_wager

    page = Page()
    page.lines.append(Text.assemble((f"PAR sheet: {sheet.name}", "bold"), (f"  {sheet.game}", "dim")))
    page.word(f"rules {sheet.digest}", by=0)
    for note in sheet.notes:
        page.text(note, style="yellow")
    if sheet.main is None:
        page.text(sheet.pending, style="yellow")
    else:
        _show_main(page, sheet.main)
        if sheet.optimal is not None:
            _show_main(page, sheet.optimal)
        _show_choices(page, sheet)
    every = every_wager(sheet)
    if every:
        page.head("Wagers")
        page.tabled(
            ("wager", "paytable", "return", "house edge", "hits", "std dev"),
            [
                (
                    one.wager,
                    one.paytable,
                    f"{float(one.returned):.4%}",
                    Text(f"{float(one.house_edge):.4%}", style="red" if one in sheet.wagers and _favours(one) else ""),
                    f"{float(one.hit_frequency):.4%}",
                    f"{one.standard_deviation:.4f}",
                )
                for one in every
            ],
            right=("return", "house edge", "hits", "std dev"),
            broken="paytable",
        )
    for one in every if rows else ():
        _show_rows(page, one)
    page.print()


def _show_choices(page: Page, sheet: Sheet) -> None:
    """The main game under the lawful choices, side by side."""
    if not sheet.choices or sheet.main is None:
        return
    page.head("The main game by choice")
    page.tabled(
        ("choice", "house edge", "element of risk", "average wager", "std dev"),
        [
            (
                name,
                f"{float(main.house_edge):.4%}",
                f"{float(main.element_of_risk):.4%}",
                f"{float(main.average_wager):.4f}",
                f"{main.standard_deviation:.4f}",
            )
            for name, main in (("as it is", sheet.main), *((one.key, one.main) for one in sheet.choices))
        ],
        right=("house edge", "element of risk", "average wager", "std dev"),
        broken="choice",
    )


def _favours(one: WagerSheet) -> bool:
    from houseway.money import Role

    return one.role is Role.WAGER and one.house_edge < 0


def _show_rows(page: Page, one: WagerSheet) -> None:
    from rich.text import Text

    from houseway.lab.html import progressive_lines
    from houseway.lab.sheet import ratio

    page.head(one.name if one.paytable == "-" else f"{one.name}, paytable {one.paytable}")
    page.text(f"{one.clause}: return {ratio(one.returned)}", style="dim")
    for note in one.said:
        page.text(note, style="dim")
    page.tabled(
        ("row", "clause", "pays", "combinations", "probability"),
        [
            *(
                (
                    *_label(one.label_of(row), row.clause),
                    row.pays,
                    f"{row.combinations:,}",
                    f"{row.combinations / one.total:.6%}",
                )
                for row in one.rows
            ),
            (Text("in all", style="bold"), "", "", f"{one.total:,}", ""),
        ],
        right=("pays", "combinations", "probability"),
        broken="row",
    )
    if one.progressive is not None:
        page.listed(progressive_lines(one.progressive))


def _label(label: str, clause: ClauseId) -> tuple[str, Text]:
    """What a row is called, and its clauses: one that is part of its label stands below its own."""
    from rich.text import Text

    from houseway.clause import Clause, ClauseError

    says, _, last = label.rpartition(", ")
    try:
        under = str(Clause.parse(last))
    except ClauseError:
        return label, Text(clause, style="cyan")
    return says, Text(clause if under == clause else f"{clause}\n{under}", style="cyan")


def _show_main(page: Page, main: MainSheet) -> None:
    from houseway.lab.files import lines_of
    from houseway.lab.sheet import ratio

    page.head(f"The main game, {main.played} play")
    page.listed(
        [
            ("return", f"{float(main.returned):.6%}  {ratio(main.returned)}"),
            ("house edge", f"{float(main.house_edge):.6%} of the {main.unit_name}"),
            *(() if main.standard_error is None else (("standard error", f"{main.standard_error:.6%}, estimated"),)),
            ("element of risk", f"{float(main.element_of_risk):.6%} of all that is wagered"),
            ("average wager", f"{float(main.average_wager):.6f}"),
            ("hit frequency", f"{float(main.hit_frequency):.4%}"),
            ("standard deviation", f"{main.standard_deviation:.6f}"),
            ("deals", f"{main.total:,}"),
            *((name, f"{float(value):.6%}  {ratio(value)}") for name, value in main.figures),
        ]
    )
    for note in main.notes:
        page.text(note, style="dim")
    page.head("Decisions")
    page.tabled(
        ("asked", "answer", "deals", "share"),
        [(one.question, one.answer, f"{one.deals:,}", f"{one.deals / main.total:.4%}") for one in main.decisions],
        right=("deals", "share"),
        broken="answer",
    )
    page.head("Strategy")
    for line in lines_of(main, page.out.width - 2):
        page.word(line, by=2) if "  " in line else page.text(line, by=2)
    page.head("What a round nets")
    page.tabled(
        ("net", "deals", "share"),
        [(str(one.net), f"{one.deals:,}", f"{one.deals / main.total:.6%}") for one in main.results],
        right=("net", "deals", "share"),
        broken="net",
    )
