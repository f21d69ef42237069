"""How the kernels are compiled, and where the result is kept.

Numba keeps a compiled function for as long as its own file is unchanged, and so would keep an old helper of another
file. The folder is therefore named by a digest of every source a kernel can be made of. Where nothing can be written,
kernels are compiled anew in each process.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import config, njit

_PACKAGE = Path(__file__).parents[2]
SOURCES = (
    _PACKAGE / "ranking" / "kernels",
    _PACKAGE / "lab" / "kernels",
    *sorted((_PACKAGE / "chapters").glob("*/lab/kernels")),
)
"""Where kernels and their parts may stand."""


def sources_digest() -> str:
    """A digest of the source of every kernel."""
    digest = sha256()
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def user_cache() -> Path:
    """The folder in which the user's programs keep what they can make again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "houseway"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "houseway"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


@cache
def cache_folder() -> Path | None:
    """The folder of the compiled kernels, or None where nothing can be written.

    ``NUMBA_CACHE_DIR`` says where, if it is set.
    """
    try:
        chosen = Path(config.CACHE_DIR) if config.CACHE_DIR else user_cache()
        folder = chosen / f"kernels-{sources_digest()}"
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # no home
        return None
    return folder


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called; it runs without holding Python's lock."""
    folder = cache_folder()
    if folder is None:
        return njit(nogil=True)(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Any:
    """A part of kernels, written into each of them."""
    return njit(inline="always")(function)
