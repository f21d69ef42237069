"""Results that are kept from one run to the next, in the user's cache folder.

A result is kept under what it rests on: counts under their primitive, main games under the digest of their rules, all under
the version and a digest of the sources that made them, each with a digest of its own. Where nothing can be written nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

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
    held = _read(_path(name))
    return None if held is None else decode(held, kind)


def keep(name: str, value: object) -> None:
    """Keep a result for later runs; where that cannot be done nothing happens."""
    _write(_path(name), encode(value))


def kept_arrays(name: str) -> dict[str, Any] | None:
    """Arrays that an earlier run kept, by name, or None."""
    import numpy as np

    if (text := _read(_path(name, "npz"))) is None:
        return None
    with np.load(BytesIO(text), allow_pickle=False) as held:
        return {key: held[key] for key in held.files}


def keep_arrays(name: str, arrays: Mapping[str, Any]) -> None:
    """Keep arrays for later runs."""
    import numpy as np

    text = BytesIO()
    np.savez(text, **arrays)
    _write(_path(name, "npz"), text.getvalue())


def _read(path: Path) -> bytes | None:
    """What was kept there, if it is whole: a figure that was changed since is not shown."""
    with suppress(OSError, RuntimeError):
        digest, _, text = path.read_bytes().partition(b"\n")
        if digest == _digest(text):
            return text
    return None


def _write(path: Path, text: bytes) -> None:
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and moved, so that nobody reads half of it.
        part = NamedTemporaryFile(dir=path.parent, delete=False)  # noqa: SIM115
        try:
            with part:
                part.writelines((_digest(text), b"\n", text))
            Path(part.name).replace(path)
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()


def _path(name: str, kind: str = "json") -> Path:
    return folder() / "lab" / made_by() / f"{name.replace(', ', '+')}.{kind}"
