"""Names of people, tables and funds: each has one spelling, so that nobody is two people by a blank."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize


@lru_cache(maxsize=4096)
def fault_of_name(name: str) -> str | None:
    """What is wrong with a name, in one sentence; None if it is written in its one way."""
    written = " ".join(normalize("NFC", name).split())
    if not written:
        return "a name has letters"
    if not written.isprintable():
        return f"the name {name!r} has characters that cannot be written"
    return None if name == written else f"the name {name!r} is written {written!r}, without other blanks"
