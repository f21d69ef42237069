"""Results that are kept from one run to the next, in the user's cache folder.

A result is kept under what it rests on: counts under their primitive, main games under the digest of their rules, all under
the version and a digest of the sources that made them. Where nothing can be written nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, TypeVar
from zipfile import BadZipFile

import msgspec

from houseway.lab.encoded import decode, encode

T = TypeVar("T")

_SOURCES = ("cards.py", "money.py", "ranking", "rules", "chapters", "lab")
"""What a result can depend on."""


def version() -> str:
    """The version of the software."""
    return metadata.version("houseway")


def folder() -> Path:
    """The user's cache folder for Houseway."""
    if os.environ.get("HOUSEWAY_CACHE"):
        return Path(os.environ["HOUSEWAY_CACHE"])
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "houseway" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


@cache
def made_by() -> str:
    """The version, and a digest of all the sources that a result can depend on."""
    found = hashlib.sha256()
    package = files("houseway")
    for name in _SOURCES:
        for text in _texts(package.joinpath(name)):
            found.update(text)
    return f"{version()}-{found.hexdigest()[:16]}"


def _texts(of: Traversable) -> list[bytes]:
    if of.is_file():
        return [of.name.encode(), of.read_bytes()] if of.name.endswith((".py", ".toml")) else []
    inside = sorted((one for one in of.iterdir() if one.name != "__pycache__"), key=lambda one: one.name)
    return [text for one in inside for text in _texts(one)]


def kept(name: str, kind: type[T]) -> T | None:
    """A result that an earlier run kept, or None."""
    try:
        return decode(_path(name).read_bytes(), kind)
    except (OSError, RuntimeError, msgspec.MsgspecError, ValueError):
        return None


def keep(name: str, value: object) -> None:
    """Keep a result for later runs; where that cannot be done nothing happens."""
    text = encode(value)
    _write(_path(name), lambda part: part.write(text))


def kept_arrays(name: str) -> dict[str, Any] | None:
    """Arrays that an earlier run kept, by name, or None."""
    import numpy as np

    try:
        with np.load(_path(name, "npz"), allow_pickle=False) as held:
            return {key: held[key] for key in held.files}
    except (OSError, RuntimeError, ValueError, BadZipFile):
        return None


def keep_arrays(name: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays for later runs."""
    import numpy as np

    _write(_path(name, "npz"), lambda part: np.savez(part, **arrays))


def _write(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and moved, so that nobody reads half of it.
        part = NamedTemporaryFile(dir=path.parent, delete=False)  # noqa: SIM115
        try:
            with part:
                write(part)
            Path(part.name).replace(path)
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise


def _path(name: str, kind: str = "json") -> Path:
    return folder() / "lab" / made_by() / f"{name.replace(', ', '+')}.{kind}"
