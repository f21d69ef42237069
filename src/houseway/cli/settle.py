"""``houseway settle``: a stated round, played through the engine; what each wager is paid, and why."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@click.command(
    epilog="Example: houseway settle --template pai-gow > round.json; fill it in; houseway settle round.json --explain"
)
@click.argument("round_file", metavar="ROUND.json", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--lines", is_flag=True, help="JSON lines in, one JSON answer a line out; a refusal does not stop the rest."
)
@click.option(
    "--explain", is_flag=True, help="Add the words of every clause, and why each wager or pot came to what it did."
)
@click.option("--template", metavar="GAME", help="Print a round of a game to fill in.")
@click.pass_context
def settle(
    ctx: click.Context, round_file: str | None, as_json: bool, lines: bool, explain: bool, template: str | None
) -> None:
    """Settle a stated round: what each wager is paid, and why. '-' reads standard input.

    The notation is described in docs/rounds.md. Exit 1 if the round is refused; with --lines a refusal is an answer
    like the others.
    """
    if template is not None:
        if round_file is not None or as_json or lines or explain:
            raise click.UsageError("A --template is printed by itself: name no round and no other option with it.")
        _print_template(template)
        return
    if round_file is None:
        raise click.UsageError("Missing argument 'ROUND.json'.")
    if lines:
        _settle_lines(round_file, explain=explain)
        return
    settle_one = _settle_as_json if as_json else _settle_on_felt
    ctx.exit(1 if settle_one(round_file, explain=explain) else 0)


def _print_template(game: str) -> None:
    import json

    from houseway.chapters.registry import games, no_game
    from houseway.rounds.template import template

    if game not in games():
        raise click.ClickException(no_game(game))
    fields = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in template(game).items()]
    click.echo("{" + ",\n ".join(fields) + "}")


def _settle_as_json(path: str, *, explain: bool) -> bool:
    from houseway.cli import print_json

    try:
        answered = _answer(_round(path), explain=explain)
    except click.ClickException as error:
        answered = _unread(error.message)
    print_json(answered)
    return "refusal" in answered


def _settle_on_felt(path: str, *, explain: bool) -> bool:
    from houseway.engine.refusal import RefusedError
    from houseway.felt import console, refusal_text, show_stated

    out = console()
    try:
        show_stated(out, _round(path), explain=explain)
    except RefusedError as refused:
        out.print(refusal_text(refused.refusal))
        return True
    return False


def _settle_lines(path: str, *, explain: bool) -> None:
    """Answer line by line as they come, so that a program may ask and wait for each answer."""
    import msgspec

    from houseway.cli.files import opened

    encode = msgspec.json.Encoder().encode
    if sys.stdout is None:
        raise click.ClickException("Standard output is closed: there is nowhere to answer.")
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    with opened(path) as file:
        for number, line in enumerate(_lines(path, file)):
            stated = line.removeprefix(_BYTE_ORDER_MARK).strip() if number == 0 else line.strip()
            if stated:
                write(encode(_answer(stated, explain=explain)) + b"\n")
                flush()


def _lines(path: str, file: BinaryIO) -> Iterator[bytes]:
    from houseway.cli.files import unreadable

    try:
        yield from file
    except OSError as error:
        raise unreadable(path, error) from None


def _round(path: str) -> bytes:
    from houseway.cli.files import read

    return read(path).removeprefix(_BYTE_ORDER_MARK)


def _answer(stated: bytes, *, explain: bool) -> dict[str, Any]:
    from houseway.rounds import answer
    from houseway.rounds.answer import plain

    try:
        given = answer(stated)
        if explain:
            from houseway.rounds.explaining import explained

            return explained(given)
        return plain(given)
    except Exception as error:
        # One round that brings out a fault of the program must not take the thousands after it along.
        if os.environ.get("HOUSEWAY_TRACEBACK"):
            raise
        return _unread(f"this round cannot be settled, by a fault of the program: {type(error).__name__}: {error}")


def _unread(message: str) -> dict[str, Any]:
    from houseway.clause import NO_CLAUSE
    from houseway.engine.refusal import Code, Refusal
    from houseway.rounds.answer import Refused, plain

    return plain(Refused(refusal=Refusal(Code.ROUND_IS_WELL_FORMED, NO_CLAUSE, message)))
