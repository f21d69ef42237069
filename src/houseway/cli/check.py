"""``houseway check``: whether a Rules Submission is lawful, every fault at once, and the rules it resolves to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from houseway.rules.submission import Fault
    from houseway.view.fixes import Fix
    from houseway.view.submission import Checked


@click.command(epilog="Example: houseway check --example pai-gow > table.toml; houseway check table.toml")
@click.argument("submission", required=False, metavar="[SUBMISSION.toml]")
@click.option("--example", metavar="GAME", help="Print an example submission of a game, every field explained.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, submission: str | None, example: str | None, as_json: bool) -> None:
    """Check a Rules Submission: lawful, incomplete or unlawful, with every fault at once and the rules in dollars.

    Exit 0 only if it is lawful. '-' reads standard input.
    """
    if example is not None and as_json:
        raise click.UsageError("An example is printed as TOML: leave --json out.")
    if (submission is None) == (example is None):
        raise click.UsageError("Name a SUBMISSION.toml to check ('-': standard input), or a game with --example.", ctx)
    if example is not None:
        _print_example(example)
        return
    assert submission is not None
    from houseway.rules.submission import Verdict

    data, found = _read_and_check(submission)
    fixes = _fixes(data, found)
    if as_json:
        from houseway.cli import print_json

        plain = found.plain()
        for number, fix in fixes.items():
            plain["faults"][number]["fix"] = {"says": fix.says, "changes": dict(fix.changes)}
        print_json(plain)
    else:
        _show(submission, found, fixes)
    ctx.exit(0 if found.verdict is Verdict.LAWFUL else 1)


def check_file(path: str, *, figures: bool = True) -> Checked:
    """Everything that is to be said about a submission file; ``figures``: what favours the player too, if known at once."""
    return _read_and_check(path, figures=figures)[1]


def _read_and_check(path: str, *, figures: bool = True) -> tuple[dict[str, Any], Checked]:
    from houseway.clause import NO_CLAUSE
    from houseway.rules.submission import Fault
    from houseway.view.submission import Checked, checked

    try:
        data = read_toml(path)
    except click.ClickException as error:
        # A file that cannot be read breaks no clause.
        return {}, Checked(None, [Fault("", NO_CLAUSE, error.message)])
    return data, checked(data, figures=figures)


def _fixes(data: dict[str, Any], found: Checked) -> dict[int, Fix]:
    """Return, by the number of a fault, the change that mends it, where one is known."""
    if found.game is None or not any(map(is_fault, found.faults)):
        return {}
    from houseway.view.fixes import fix_of

    tried = {number: fix_of(data, fault, found) for number, fault in enumerate(found.faults) if is_fault(fault)}
    return {number: fix for number, fix in tried.items() if fix is not None}


def read_toml(path: str) -> dict[str, Any]:
    """Read a TOML file, or say in one sentence why it cannot be read; ``-``: standard input."""
    from houseway.cli.files import name_of, read
    from houseway.written import UnreadableError, toml_of

    try:
        return toml_of(read(path))
    except UnreadableError as error:
        raise click.ClickException(f"{name_of(path)} is {error}") from None


def is_fault(fault: Fault) -> bool:
    """Whether the fault keeps the rules from being used at all."""
    from houseway.rules.submission import Severity

    return fault.severity is Severity.FAULT


def _print_example(game: str) -> None:
    from houseway.chapters.registry import example_of, games, no_game

    if game not in games():
        raise click.ClickException(no_game(game))
    click.echo(example_of(game), nl=False)


def _show(path: str, found: Checked, fixes: dict[int, Fix]) -> None:
    from rich.text import Text

    from houseway.chapters.registry import chapter_of
    from houseway.cli.files import name_of
    from houseway.cli.page import Page, sentence
    from houseway.rules.submission import Severity, Verdict

    styles = {
        Severity.FAULT: "bold red",
        Severity.NOT_LAWFUL: "yellow",
        Severity.INCOMPLETE: "yellow",
        Severity.NOTE: "cyan",
    }
    page = Page()
    if found.game is None:
        [fault] = found.faults
        legal = f" Legal: {', '.join(fault.legal)}." if fault.legal else ""
        page.out.print(Text(f"{sentence(fault.message, keep='' if path == '-' else path)}{legal}", style="bold red"))
        return
    # A name as long as it is, so that it can be copied.
    game = chapter_of(found.game).games[found.game]
    page.lines.append(Text.assemble((name_of(path), "bold"), (f"  {game}", "dim")))
    for number, fault in enumerate(found.faults):
        page.blank()
        page.text(
            Text.assemble(
                (fault.severity.value, styles[fault.severity]),
                ("  ", ""),
                (fault.field or "file", "bold"),
                (f"  {fault.clause}", "cyan"),
            )
        )
        page.text(sentence(fault.message), by=2)
        if fault.legal:
            page.text(Text.assemble(("legal: ", "green"), ", ".join(fault.legal)), by=2)
        if (fix := fixes.get(number)) is not None:
            page.text(Text.assemble(("fix: ", "green"), fix.says), by=2)
    if found.rules is not None:
        page.head("The rules in force (*: not stated, so taken)")
        rows = [
            (field if term.stated else f"{field}*", Text(term.clause, style="cyan"), term.says)
            for field, term in found.rules.items()
        ]
        page.tabled(("field", "clause", "in force"), rows)
    page.blank()
    faulty = sum(is_fault(fault) for fault in found.faults)
    if faulty:
        page.text("Unlawful: 1 fault." if faulty == 1 else f"Unlawful: {faulty} faults.", style="bold red")
    elif found.verdict is Verdict.UNLAWFUL:
        page.text(Text.assemble(("Unlawful.", "bold yellow"), "  These rules may be studied."))
    elif found.verdict is Verdict.INCOMPLETE:
        page.text(Text.assemble(("Incomplete.", "bold yellow"), "  These rules may be played with the defaults named."))
    else:
        page.text(Text("Lawful.", style="bold green"))
    if found.digest is not None:
        page.word(f"rules {found.digest}", by=0)
    page.print()
