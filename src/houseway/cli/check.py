"""``houseway check``: every fault of a Rules Submission at once, each with its clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from houseway.rules.submission import Fault


@click.command()
@click.argument("submission", required=False, metavar="[SUBMISSION.toml]")
@click.option("--example", metavar="GAME", help="Print an example submission of a game, every field explained.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, submission: str | None, example: str | None, as_json: bool) -> None:
    """Check a Rules Submission: every fault at once, each with its clause; exit 1 if any. '-' reads standard input."""
    if (submission is None) == (example is None):
        raise click.UsageError("Name a SUBMISSION.toml to check ('-': standard input), or a game with --example.", ctx)
    if example is not None:
        _print_example(example)
        return
    assert submission is not None
    game, faults, digest = check_file(submission)
    ok = not any(is_serious(fault) for fault in faults)
    if as_json:
        from houseway.cli import print_json

        print_json({"ok": ok, "game": game, "faults": [fault_object(fault) for fault in faults], "digest": digest})
    else:
        _show(submission, game, faults, digest)
    ctx.exit(0 if ok else 1)


def check_file(path: str) -> tuple[str | None, list[Fault], str | None]:
    """The game a submission is for, what is wrong with it, and the name of its rules if they can be used."""
    from houseway.chapters import registry
    from houseway.rules.submission import Fault, Severity, digest_of

    try:
        data = read_toml(path)
    except click.ClickException as error:
        return None, [Fault("", "601a.2", error.message)], None
    game = data.get("game")
    if not isinstance(game, str) or game not in registry.games():
        says = "the submission names no game" if game is None else f"there is no game {_shown(game)}"
        return None, [Fault("game", "601a.2", says, tuple(registry.games()))], None
    submission, faults = registry.check(data)
    usable = not any(fault.severity is Severity.FAULT for fault in faults)
    return game, faults, digest_of(submission) if usable else None


def read_toml(path: str) -> dict[str, Any]:
    """Read a TOML file, or say in one sentence why it cannot be read; ``-``: standard input."""
    import tomllib

    name = name_of(path)
    try:
        return tomllib.loads(_bytes_of(path).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{name} is not UTF-8 text: byte {error.start} cannot be read") from None
    except tomllib.TOMLDecodeError as error:
        raise click.ClickException(f"{name} is not TOML: {_reason(str(error))}") from None
    except RecursionError:
        raise click.ClickException(f"{name} cannot be read as TOML: it is nested too deeply") from None
    except ValueError as error:
        # The parser hands a number on to Python, which takes so many digits and no more.
        why = "a number has too many digits" if "digits" in str(error) else _reason(str(error))
        raise click.ClickException(f"{name} cannot be read as TOML: {why}") from None


def name_of(path: str) -> str:
    """A file as a message calls it."""
    return "standard input" if path == "-" else path


def _bytes_of(path: str) -> bytes:
    from pathlib import Path

    from houseway.cli import reason_of, standard_input

    try:
        return standard_input().read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{name_of(path)} cannot be read: {reason_of(error)}") from None
    except ValueError:
        raise click.ClickException(f"{path!r} is no name of a file") from None


def _reason(text: str) -> str:
    """What the parser says, with small letters at its head and a place in plain words."""
    plain = re.sub(r" \(at (.*?)\)$", r" at \1", text)
    return plain[:1].lower() + plain[1:]


def _shown(value: Any) -> str:
    from houseway.cli import shown

    return shown(value) if isinstance(value, str) else shown(repr(value))[1:-1]


def is_serious(fault: Fault) -> bool:
    """Whether the fault keeps the submission from being lawful."""
    from houseway.rules.submission import Severity

    return fault.severity is not Severity.NOTE


def is_fault(fault: Fault) -> bool:
    """Whether the fault keeps the rules from being used at all."""
    from houseway.rules.submission import Severity

    return fault.severity is Severity.FAULT


def fault_object(fault: Fault) -> dict[str, Any]:
    """A fault as the JSON answer lists it."""
    return {
        "field": fault.field,
        "clause": fault.clause,
        "message": fault.message,
        "legal": list(fault.legal),
        "severity": fault.severity.value,
    }


def _print_example(game: str) -> None:
    from houseway.chapters.registry import example_of, games

    if game not in games():
        raise click.ClickException(f"There is no game {_shown(game)}; the games are {', '.join(games())}.")
    click.echo(example_of(game), nl=False)


def _show(path: str, game: str | None, faults: list[Fault], digest: str | None) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from houseway.chapters.registry import games
    from houseway.cli.page import console, sentence
    from houseway.rules.submission import Severity

    styles = {Severity.FAULT: "bold red", Severity.NOT_LAWFUL: "yellow", Severity.NOTE: "cyan"}
    out = console()
    if game is None:
        legal = f" Legal: {', '.join(faults[0].legal)}." if faults[0].legal else ""
        says = sentence(faults[0].message, keep="" if path == "-" else path)
        out.print(Text(f"{says}{legal}", style="bold red"))
        return
    out.print(Text.assemble((name_of(path), "bold"), (f"  {games()[game]}", "dim")))
    for fault in faults:
        out.print()
        field = fault.field or "file"
        out.print(Text.assemble((fault.severity.value, styles[fault.severity]), "  ", (field, "bold")), end="")
        out.print(Text(f"  {fault.clause}", style="cyan"))
        out.print(Padding(Text(sentence(fault.message)), (0, 0, 0, 2), expand=False))
        if fault.legal:
            out.print(Padding(Text.assemble(("legal: ", "green"), ", ".join(fault.legal)), (0, 0, 0, 2), expand=False))
    if faults:
        out.print()
    faulty = sum(is_fault(fault) for fault in faults)
    unlawful = sum(is_serious(fault) for fault in faults) - faulty
    if not faulty and not unlawful:
        out.print(Text.assemble(("Lawful.", "bold green"), (f"  rules {digest}", "dim")))
    elif faulty:
        out.print(Text("1 fault." if faulty == 1 else f"{faulty} faults.", style="bold red"))
    else:
        out.print(Text.assemble(("Not lawful.", "bold yellow"), ("  These rules may be studied.", "")))
