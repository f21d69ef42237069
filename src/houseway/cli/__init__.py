"""The command line: one module a verb, imported only when the verb is used."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

VERBS: Mapping[str, tuple[str, str]] = {
    "games": ("houseway.cli.games:games", "Every game; one with its wagers, paytables and odds, seats, limits."),
    "rules": ("houseway.cli.rules:rules", "Clauses in our own words: how each is met, its readings and tests."),
    "check": ("houseway.cli.check:check", "Check a Rules Submission: lawful, incomplete or unlawful, and why."),
    "compare": ("houseway.cli.compare:compare", "Two Rules Submissions side by side: their rules and figures."),
    "settle": ("houseway.cli.settle:settle", "Settle a stated round: what each wager is paid, and why."),
    "analyze": ("houseway.cli.analyze:analyze", "The PAR sheet of a game or a submission, exact over every deal."),
    "band": ("houseway.cli.band:band", "What a table won beside what it should have won: expected win, band, flag."),
    "advise": ("houseway.cli.advise:advise", "What may be answered in a spot of a banked game, and what it is worth."),
    "equity": ("houseway.cli.equity:equity", "What share of a poker pot each hand wins, exactly where it can be."),
    "room": ("houseway.cli.room:room", "How often a poker room's jackpots come, and what its rake comes to."),
    "simulate": (
        "houseway.cli.simulate:simulate",
        "Play rounds by the million, and hold them against the exact figures.",
    ),
    "dossier": ("houseway.cli.dossier:dossier", "All that goes to the regulator with a submission, in one folder."),
    "play": ("houseway.cli.play:play", "Sit down at a table in the terminal."),
    "phh": ("houseway.cli.phh:phh", "Poker Hand History files: replay real hands, write our rounds."),
    "serve": ("houseway.cli.serve:serve", "A house of live tables behind an API."),
    "audit": ("houseway.cli.audit:audit", "The record: verify, replay and export it, prove its shuffles, copy it."),
}
"""Verb -> where its command is, and its line in the help. Adding a verb adds a line here."""


class LazyGroup(click.Group):
    """A group that knows its verbs by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        module, _, name = VERBS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from houseway.written import near, shown

            found = near(args[0], VERBS, 0.7)
            hint = f" Did you mean {found!r}?" if found else ""
            raise click.UsageError(f"There is no verb {shown(args[0])}.{hint} The verbs are {', '.join(VERBS)}.", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        # The help is printed from the list above, so that asking for it imports no verb.
        with formatter.section("Verbs"):
            formatter.write_dl([(verb, says) for verb, (_, says) in VERBS.items()])

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _one_sentence():
            return super().make_context(*args, **extra)

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().main(*args, **extra)
        except OSError as error:
            if os.environ.get("HOUSEWAY_TRACEBACK"):
                raise
            _stop_for(error)

    def invoke(self, ctx: click.Context) -> Any:
        _print_whatever_comes()
        try:
            try:
                with _one_sentence():
                    return super().invoke(ctx)
            finally:
                # What has not yet reached the reader is part of the answer.
                if sys.stdout is not None:
                    sys.stdout.flush()
        except (click.ClickException, click.exceptions.Exit, click.Abort, OSError, KeyboardInterrupt):
            raise
        except Exception as error:
            _check_extra(error)
            if os.environ.get("HOUSEWAY_TRACEBACK"):
                raise
            click.echo(
                f"Houseway stopped: {type(error).__name__}: {error}. "
                "This is a fault of the program; HOUSEWAY_TRACEBACK=1 shows where it lies.",
                err=True,
            )
            sys.exit(70)


class Whole(click.IntRange):
    """A whole number, in bounds if there are any; thousands may be set off: ``1,000,000``."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        grouped = isinstance(value, str) and re.fullmatch(r"\d{1,3}(,\d{3})+", value, re.ASCII)
        try:
            return super().convert(value.replace(",", "") if grouped else value, param, ctx)
        except click.BadParameter:
            from houseway.written import shown

            least = "" if self.min is None else f" from {self.min}" + ("" if self.max is None else f" to {self.max}")
            self.fail(f"{shown(value)} is not a whole number{least}.", param, ctx)

    def _describe_range(self) -> str:
        if self.min is None:
            return ""
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"


class _SaidError(click.ClickException):
    def __init__(self, message: str) -> None:
        super().__init__(_ended(message))


class _MisusedError(_SaidError):
    exit_code = 2


@contextmanager
def _one_sentence() -> Iterator[None]:
    """What is wrong is said in one line that ends as a sentence does; where a command is misused, it names its help."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        ctx = error.ctx or click.get_current_context(silent=True)
        see = f"See {ctx.command_path if ctx else 'houseway'} --help."
        raise _MisusedError(f"{_ended(error.format_message())} {see}") from None
    except click.ClickException as error:
        raise _SaidError(error.message) from None


def _check_extra(error: Exception) -> None:
    """Raise an error that names the extra to install, if a module of one is missing."""
    if not isinstance(error, ModuleNotFoundError):
        return
    from houseway.extras import extra_with, install_sentence

    extra = extra_with(error.name)
    if extra is not None:
        raise _SaidError(install_sentence(extra, f"do this ({error.name} is missing)")) from None


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _print_whatever_comes() -> None:
    """A character that the reader's encoding lacks, in a player's name say, is printed as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _stop_for(error: OSError) -> NoReturn:
    """A file or the output that the system does not let us use: one sentence, exit 1."""
    what = f"{error.filename} cannot be used" if error.filename else "The output cannot be written"
    if not error.filename:
        # Python tries to write what is left once more at its end; let it go nowhere.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    click.echo(f"Error: {what}: {reason_of(error)}.", err=True)
    sys.exit(1)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="VERB ...",
    epilog="Example: houseway games; then houseway VERB --help.",
)
@click.version_option(package_name="houseway", message="houseway %(version)s")
def main() -> None:
    """Pennsylvania's table-game rulebook made executable.

    Every ruling names the clause it rests on: 'houseway rules CLAUSE' shows it.
    """


def reason_of(error: OSError) -> str:
    """Why the system refused, in lower case words."""
    return (error.strerror or "the system gives no reason").lower()


def print_json(value: Any) -> None:
    """Print a value as JSON, indented for reading."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


__all__ = ["VERBS", "Whole", "main", "print_json", "reason_of"]
