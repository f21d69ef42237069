"""TOML as PHH files are written, read quickly where it is plain and by the standard library where it is not.

Plain is what sites write by the thousand: one field a line, numbers and texts in single quotes, alone or in a list. Such a
value is JSON but for its quotes.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import Any

import msgspec

Fields = dict[str, Any]

_VALUES = msgspec.json.Decoder(float_hook=Decimal)
_HEADER = re.compile(r"\[([A-Za-z0-9_-]+)\]")
_CLOCK = re.compile(r"\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d")
# What would mean something else, or something only, in JSON.
_NOT_PLAIN = re.compile(r'["\\{]|null|\x7f')


def loads(text: str) -> Fields:
    """The fields of a file, fractions as exact decimals; raises what `tomllib.loads` raises."""
    plain = None if _NOT_PLAIN.search(text) else _plain(text)
    return tomllib.loads(text, parse_float=Decimal) if plain is None else plain


def _plain(text: str) -> Fields | None:
    """The fields of a plain file; None if it is not plain."""
    found: Fields = {}
    table = found
    for line in text.split("\n"):
        if not line:
            continue
        key, equals, value = line.partition(" = ")
        if not equals:
            header = _HEADER.fullmatch(line)
            if header is None or header[1] in found:
                return None
            table = found[header[1]] = {}
        elif key in table or not (key.isidentifier() and key.isascii()):
            return None
        else:
            try:
                table[key] = _VALUES.decode(value.replace("'", '"'))
            except (msgspec.DecodeError, ArithmeticError, RecursionError):
                if "inf" in value and "'" not in value:
                    infinite = _infinite(value)
                    if infinite is None:
                        return None
                    table[key] = infinite
                elif _CLOCK.fullmatch(value):
                    table[key] = value
                else:
                    return None
    return found


def _infinite(value: str) -> list[Any] | None:
    """A list in which nothing but ``inf`` stands."""
    inside = value[1:-1].split(", ")
    return [Decimal(one) for one in inside] if value == f"[{', '.join(inside)}]" and set(inside) == {"inf"} else None
