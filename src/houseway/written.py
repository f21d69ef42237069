"""What people wrote: how a sentence repeats it, what it comes nearest to, and why it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_LONGEST = 60
DEEPEST = 16
"""Tables and lists within each other, and names joined by points, go no deeper in anything that people write for us."""
LARGEST = 256 * 1024
"""A text of TOML or JSON has at most so many bytes."""


class UnreadableError(ValueError):
    """Raised when a text is not written as it should be: what it is not, and why, in our words."""


def shortened(text: str) -> str:
    """A text cut to a length that can be shown."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def shown(value: Any) -> str:
    """A value as a sentence repeats it: a text in quotes, and whatever is long cut.

    >>> shown(None), shown(True), shown("ten"), shown([10])
    ('nothing', 'true', "'ten'", 'a list')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return repr(shortened(value))
        case list() | tuple() | set() | frozenset():
            return "a list"
        case Mapping():
            return "a table"
    return shortened(str(value))


ALIKE = 0.6
"""How alike two words must be, of 1, for one to be a hint at the other."""
BEGINNING = 4
"""So many letters of a word name it."""


def near(word: str, known: Iterable[str], least: float = ALIKE) -> str | None:
    """Return the known word nearest to this one, or the first that begins with it.

    Capital letters and hyphens make no difference; ``least``: how alike they must be, of 1.
    """
    import difflib

    by_letters = {_letters(one): one for one in known}
    letters = _letters(word)
    matches = difflib.get_close_matches(letters, list(by_letters), 1, least)
    if not matches and len(letters) >= BEGINNING:
        matches = [one for one in by_letters if one.startswith(letters)][:1]
    return by_letters[matches[0]] if matches else None


def _letters(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "")


def nearest(word: str, known: Iterable[str], least: float = ALIKE) -> str:
    """A hint at the nearest known word, or nothing."""
    found = near(shortened(word), known, least)
    return f"; did you mean {found!r}?" if found is not None else ""


def toml_of(text: bytes) -> dict[str, Any]:
    """The fields of a TOML text, or why it is none; a byte order mark is passed over."""
    import tomllib

    try:
        written = text.decode("utf-8-sig")
        fault = _toml_bounds_fault(written)
        if fault:
            raise UnreadableError(f"not TOML: {fault}")
        return tomllib.loads(written)
    except UnreadableError:
        raise
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 text: byte {error.start} cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"not TOML: {toml_fault(error)}") from None


_TOML_TOKENS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|$)'
    r"|'''(?:[^']|'(?!''))*(?:'''|$)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*|[\[\]{}.=,\n]",
    re.DOTALL,
)
_JSON_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def _toml_bounds_fault(text: str) -> str:
    """Why a text is too large or nested too deeply to be parsed; empty if it is not. Takes time in proportion to its size."""
    if len(text) > LARGEST:
        return f"it has more than {LARGEST:,} characters"
    depth = dots = 0
    for token in _TOML_TOKENS.finditer(text):
        match token[0]:
            case "[" | "{":
                depth, dots = depth + 1, 0
            case "]" | "}":
                depth = max(0, depth - 1)
            case ".":
                dots += 1
            case "=" | "," | "\n":
                dots = 0
        if depth + dots > DEEPEST:
            return "it is nested too deeply"
    return ""


def json_is_deep(text: bytes) -> bool:
    """Return whether lists and tables lie within each other deeper than anything of ours; takes time in proportion to its size."""
    depth = 0
    for token in _JSON_TOKENS.finditer(text):
        if token[0] in (b"[", b"{"):
            depth += 1
            if depth > DEEPEST:
                return True
        elif token[0] in (b"]", b"}"):
            depth -= 1
    return False


_TOML_FAULTS = (
    ("overwrite|declare|mutate|redefine|uplicate", "the same thing is stated twice"),
    ("array", "a list is not closed"),
    ("inline table", "a table in braces is not closed"),
    ("nterminated|quote", "a text is not closed"),
    ("scape|hex|character|newline before", "a sign stands where none can"),
    ("Invalid value|date", "there is no value; a text stands in quotes, a list in brackets"),
    ("", "a line is a field, an equals sign and its value"),
)
_JSON_FAULTS = (
    ("',' delimiter|trailing", "a comma or a closing bracket is missing"),
    ("':' delimiter", "a colon is missing after a name"),
    ("property name", "a name in double quotes is missing"),
    ("Unterminated", "a text is not closed"),
    ("control|escape", "a sign stands in a text where none can"),
    ("Extra", "something follows after its end"),
    ("", "a value is missing"),
)
_PLACE = re.compile(r"\(at (line \d+, column \d+)\)$")


def toml_fault(error: ValueError | RecursionError) -> str:
    """What a parser of TOML found, and where, in our words."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    says = str(error)
    if "digits" in says:
        return "a number has too many digits"
    place = _PLACE.search(says)
    where = place[1] if place else "the end"
    return f"{_first(_TOML_FAULTS, says)} at {where}"


def json_fault(error: ValueError | RecursionError) -> str:
    """What a parser of JSON found, and where, in our words."""
    import json

    match error:
        case RecursionError():
            return "it is nested too deeply"
        case json.JSONDecodeError():
            return f"{_first(_JSON_FAULTS, error.msg)} at line {error.lineno}, column {error.colno}"
        case UnicodeError():
            return "it is not UTF-8 text"
    return "a number has too many digits"


def _first(faults: Iterable[tuple[str, str]], says: str) -> str:
    return next(words for pattern, words in faults if re.search(pattern, says))
