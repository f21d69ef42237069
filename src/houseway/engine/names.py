"""Names of people, tables and funds: each has one spelling, so that nobody is two people by a blank or a capital."""

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


def folded(text: str) -> str:
    """What people wrote, without what they do not mean to tell apart: blanks, capital and small letters."""
    return " ".join(normalize("NFC", text).split()).casefold()


@lru_cache(maxsize=256)
def fault_of_spelling(name: str, known: tuple[str, ...]) -> str | None:
    """That a person known by now is written otherwise in capital and small letters, in one sentence; None if not."""
    meant = name.casefold()
    other = next((one for one in known if one != name and one.casefold() == meant), None)
    return None if other is None else f"the name {name!r} is written {other!r} here"
