"""``houseway phh``: hands in the Poker Hand History format through the engine, and rounds of ours written in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.group()
def phh() -> None:
    """Poker Hand History files: replay real hands, write our rounds."""


@phh.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a hand, one a line.")
@click.pass_context
def replay(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Replay hands and compare the stacks at the end with the stated ones.

    A directory stands for every .phh and .phhs file below it. Exit 1 if a hand of a game of chapter 637a does not end as
    stated, or a file cannot be read.
    """
    from houseway.interop.phh.replaying import replay_files

    wrong = other = right = unread = 0
    for hand in replay_files(_all_files(files)):
        if as_json:
            click.echo(_line(hand.answer()))
        elif not hand.ok:
            click.echo(f"{hand.file}: {hand.reason}")
            if hand.stacks is not None:
                click.echo(f"  stacks {hand.stacks}\n  stated {hand.expected}")
        right += hand.ok
        other += not hand.in_chapter
        unread += not hand.readable
        wrong += hand.in_chapter and hand.readable and not hand.ok
    if not as_json:
        click.echo(_summary(right, wrong, other, unread))
    ctx.exit(1 if wrong or unread else 0)


def _summary(right: int, wrong: int, other: int, unread: int) -> str:
    parts = [
        f"{right} {'hand ends' if right == 1 else 'hands end'} as stated",
        f"{wrong} {'does' if wrong == 1 else 'do'} not",
    ]
    if other:
        parts.append(f"{other} {'is of a game' if other == 1 else 'are of games'} the chapter does not have")
    if unread:
        parts.append(f"{unread} {'file cannot' if unread == 1 else 'files cannot'} be read")
    return ", ".join(parts) + "."


@phh.command()
@click.argument("round_file", metavar="ROUND.json")
@click.option(
    "--as",
    "form",
    type=click.Choice(["phh", "ohh", "history"]),
    default="phh",
    show_default=True,
    help="PHH, Open Hand History JSON, or our own history.",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
def export(round_file: str, form: str, output: Path | None) -> None:
    """Play a stated round of poker and write it in another notation. '-' reads standard input."""
    text = _exported(_read(round_file), form)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@phh.command("import")
@click.argument("history_file", metavar="HISTORY.json")
@click.option("--round", "number", type=int, help="The number of the round; without it the last one.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def import_history(history_file: str, number: int | None, as_json: bool) -> None:
    """Read a poker table's history of ours back, and show a round of it as settled. '-' reads standard input."""
    from houseway.chapters.c637a_poker.table import PokerTable
    from houseway.cli import print_json
    from houseway.felt import console
    from houseway.felt.rounds import show_poker_round
    from houseway.interop.history import HistoryError, from_history
    from houseway.interop.rounds_played import UnfinishedRoundError, round_of
    from houseway.rounds.poker import answer

    try:
        table = from_history(_bytes(history_file))
        if not isinstance(table, PokerTable):
            raise click.ClickException(f"{history_file} is the history of a banked game; this shows poker rounds.")
        played = round_of(table, number).alone()
    except (HistoryError, UnfinishedRoundError) as error:
        raise click.ClickException(f"{history_file}: {error}") from None
    if as_json:
        print_json(answer(played))
    else:
        show_poker_round(console(), played)


def _all_files(paths: tuple[Path, ...]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        files += sorted(path.rglob("*.phh*")) if path.is_dir() else [path]
    return files


def _bytes(path: str) -> bytes:
    from houseway.cli import reason_of, standard_input

    try:
        return standard_input().read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {reason_of(error)}") from None


def _read(path: str) -> Any:
    import msgspec

    try:
        return msgspec.json.decode(_bytes(path))
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{path} is no JSON: {error}") from None


def _exported(stated: Any, form: str) -> str:
    from houseway.engine.refusal import RefusedError
    from houseway.interop.history import to_history
    from houseway.interop.ohh.export import NoOhhGameError, to_ohh
    from houseway.interop.phh.export import NoPhhCodeError, to_phh
    from houseway.rounds.poker import play, read

    try:
        table = play(read(stated))
        if form == "phh":
            return to_phh(table)
        return _line(to_ohh(table)) + "\n" if form == "ohh" else to_history(table).decode() + "\n"
    except RefusedError as refused:
        raise click.ClickException(f"{refused.refusal.message} ({refused.refusal.clause})") from None
    except (NoPhhCodeError, NoOhhGameError) as error:
        raise click.ClickException(str(error)) from None


def _line(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()
