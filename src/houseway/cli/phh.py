"""``houseway phh``: hands in the Poker Hand History format through the engine, and rounds of ours written in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from houseway.interop.phh.replaying import Replayed


@click.group(epilog="Example: houseway phh replay hands/ --workers 2")
def phh() -> None:
    """Poker Hand History files: replay real hands, write our rounds."""


@phh.command(short_help="Replay hands, and compare their ends with the stated ones.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--workers", type=Whole(1, 256), default=1, show_default=True, help="Processes to replay with.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a hand, one a line.")
@click.pass_context
def replay(ctx: click.Context, files: tuple[Path, ...], workers: int, as_json: bool) -> None:
    """Replay hands and compare the stacks at the end with the stated ones.

    A directory stands for every .phh and .phhs file below it. Exit 1 if a hand of a game of chapter 637a does not end as
    stated, or a file cannot be read; 130 if Ctrl-C ends it early, with what was done until then.
    """
    from concurrent.futures import BrokenExecutor

    from houseway.cli.progress import progress
    from houseway.interop.phh.many import replay_many, size_of

    count: Counter[str] = Counter()
    paths = _all_files(files)
    if not paths:
        raise click.ClickException(f"there is no .phh or .phhs file in {', '.join(map(str, files))}")
    stopped = False
    try:
        with progress("replaying", total=sum(map(size_of, paths))) as bar:
            for hand in replay_many(paths, workers=workers, advance=bar.advance):
                if as_json or hand.reason:
                    bar.say(_line(hand.answer()) if as_json else _in_words(hand))
                _count(hand, count)
    except KeyboardInterrupt:
        stopped = True
    except BrokenExecutor:
        raise click.ClickException("A worker process was ended from outside; what it had is not replayed.") from None
    if not as_json:
        click.echo(_summary(count))
    if stopped:
        click.echo("Stopped before the end.", err=True)
        ctx.exit(130)
    ctx.exit(1 if count["wrong"] or count["unread"] else 0)


def _in_words(hand: Replayed) -> str:
    said = f"{hand.name}: {hand.reason}"
    if hand.stacks is None or hand.ok:
        return said
    return f"{said}\n  stacks {hand.stacks}\n  stated {hand.expected}"


def _count(hand: Replayed, count: Counter[str]) -> None:
    if hand.ok:
        # Of many sites' hands nothing is known of the end: they are played out, and there is nothing to compare.
        count["unstated" if hand.expected is None else "right"] += 1
        count["raked"] += bool(hand.rake)
    elif not hand.readable:
        count["unread"] += 1
    elif not hand.in_chapter:
        count["other"] += 1
    else:
        count["wrong" if hand.decided else "undecided"] += 1


def _summary(count: Counter[str]) -> str:
    right, wrong, other, unread = count["right"], count["wrong"], count["other"], count["unread"]
    raked = f" ({count['raked']} less the site's rake)" if count["raked"] else ""
    parts = [
        f"{right} {'hand ends' if right == 1 else 'hands end'} as stated{raked}",
        f"{wrong} {'does' if wrong == 1 else 'do'} not",
    ]
    if count["unstated"]:
        parts.append(f"{count['unstated']} {'states' if count['unstated'] == 1 else 'state'} no result")
    if count["undecided"]:
        parts.append(f"{count['undecided']} {'does' if count['undecided'] == 1 else 'do'} not say who won")
    if other:
        parts.append(f"{other} {'is of a game' if other == 1 else 'are of games'} the chapter does not have")
    if unread:
        parts.append(f"{unread} {'file cannot' if unread == 1 else 'files cannot'} be read")
    return ", ".join(parts) + "."


@phh.command(short_help="Write a stated round of poker in another notation.")
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
    from houseway.cli.files import check_writable, write

    check_writable(None if output is None else str(output))
    text = _exported(round_file, form)
    if output is None:
        click.echo(text, nl=False)
    else:
        write(str(output), text.encode())


@phh.command("import", short_help="Show a round of a history of ours as settled.")
@click.argument("history_file", metavar="HISTORY.json")
@click.option("--round", "number", type=Whole(1), help="The number of the round; without it the last one.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def import_history(history_file: str, number: int | None, as_json: bool) -> None:
    """Read a poker table's history of ours back, and show a round of it as settled. '-' reads standard input."""
    from houseway.chapters.registry import games
    from houseway.cli import print_json
    from houseway.cli.files import read
    from houseway.felt import console
    from houseway.felt.rounds import show_last_round, show_rules
    from houseway.interop.history import HistoryError, from_history
    from houseway.interop.rounds_played import UnfinishedRoundError, round_of
    from houseway.rounds import answer_of
    from houseway.rounds.answer import plain
    from houseway.rounds.applied import applied

    if Path(history_file).suffix in (".phh", ".phhs"):
        raise click.ClickException(
            f"{history_file} is a hand in PHH, not a history of ours: houseway phh replay {history_file} plays it."
        )
    try:
        table = from_history(read(history_file))
        if table.rules.game.id not in games(banked=False):
            raise click.ClickException(f"{history_file} is the history of a banked game; this shows poker rounds.")
        played = round_of(table, number).alone()
    except (HistoryError, UnfinishedRoundError) as error:
        raise click.ClickException(f"{history_file}: {error}") from None
    if as_json:
        print_json(plain(answer_of(played)))
    else:
        out = console()
        show_last_round(out, played)
        show_rules(out, applied(played.rules))


def _all_files(paths: tuple[Path, ...]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        files += sorted([*path.rglob("*.phh"), *path.rglob("*.phhs")]) if path.is_dir() else [path]
    return files


def _exported(round_file: str, form: str) -> str:
    from houseway.chapters.registry import UnknownGameError, games
    from houseway.cli.files import read
    from houseway.engine.refusal import RefusedError
    from houseway.interop.history import to_history
    from houseway.interop.ohh.export import NoOhhGameError, to_ohh
    from houseway.interop.phh.export import NoPhhCodeError, to_phh
    from houseway.interop.rounds_played import UnfinishedRoundError
    from houseway.rounds import played
    from houseway.rounds.reading import decoded

    try:
        stated = decoded(read(round_file))
        if str(stated.get("game")) in games(banked=True):
            raise click.ClickException(f"{stated['game']} is played against a bank; this writes rounds of poker.")
        table, unknown = played(stated)
        if form == "phh":
            return to_phh(table, unknown=unknown)
        if form == "ohh":
            return _line(to_ohh(table, unknown=unknown)) + "\n"
        if unknown:
            says = (
                "a history holds every card of the deck, and this round states only its hands; write it as phh or ohh"
            )
            raise click.ClickException(says)
        return to_history(table).decode() + "\n"
    except RefusedError as refused:
        raise click.ClickException(refused.refusal.said) from None
    except (NoPhhCodeError, NoOhhGameError, UnfinishedRoundError, UnknownGameError) as error:
        raise click.ClickException(str(error)) from None


def _line(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()
