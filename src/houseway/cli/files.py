"""Files that a user names: ``-`` is standard input, and what cannot be read is said in one sentence."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli import reason_of

if TYPE_CHECKING:
    from typing import BinaryIO


def name_of(path: str) -> str:
    """A file as a message calls it."""
    return "standard input" if path == "-" else path


def opened(path: str) -> AbstractContextManager[BinaryIO]:
    """The file, open for reading; standard input is not closed behind its reader."""
    if path == "-":
        if sys.stdin is None:
            raise click.ClickException("Standard input is closed: there is nothing to read.")
        return nullcontext(sys.stdin.buffer)
    if not path or "\0" in path:
        raise click.ClickException(f"{path!r} is no name of a file")
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise unreadable(path, error) from None


def read(path: str) -> bytes:
    """All that is in the file."""
    with opened(path) as file:
        try:
            return file.read()
        except OSError as error:
            raise unreadable(path, error) from None


def check_writable(path: str | None) -> None:
    """A file that could not be written in the end is named before hours of work go into it."""
    if path is None:
        return
    place = Path(path)
    if not path or "\0" in path:
        raise click.ClickException(f"{path!r} is no name of a file")
    if place.is_dir():
        raise click.ClickException(f"{path} cannot be written: it is a folder")
    if not place.parent.is_dir():
        raise click.ClickException(f"{path} cannot be written: there is no folder {place.parent}")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise click.ClickException(f"{path} cannot be written: permission denied")


def write(path: str, held: bytes) -> None:
    """Write a file whole or not at all: what stood there stays until all of the new one is on disk."""
    place = Path(path)
    if place.exists() and not place.is_file():
        # A pipe or a terminal takes what comes.
        place.write_bytes(held)
        return
    beside = place.with_name(f".houseway-{os.getpid()}.part")
    try:
        beside.write_bytes(held)
        beside.replace(place)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise click.ClickException(f"{path} cannot be written: {reason_of(error)}") from None


def unreadable(path: str, error: OSError) -> click.ClickException:
    """What is said of a file that cannot be read."""
    return click.ClickException(f"{name_of(path)} cannot be read: {reason_of(error)}")
