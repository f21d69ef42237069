"""Values of commands as they must be, however they came: whole amounts, cards of a deck, texts that are texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import DECK_53, Card
from houseway.money import MOST
from houseway.written import shown

_ELSEWHERE = ("v", "command")
"""The version is the kind's; the command of an envelope is looked at by itself."""

Check = Callable[[Any], str | None]


def fault_of(value: msgspec.Struct) -> str | None:
    """What is wrong with the values of a command, in one sentence; None if nothing is."""
    try:
        texts, wholes, others = _FIELDS[type(value)]
    except KeyError:
        texts, wholes, others = _FIELDS[type(value)] = _fields(type(value))
    # Most values are plain, which is quickly seen.
    for field in texts:
        one = getattr(value, field)
        if type(one) is not str or not one.isascii():
            return _first_fault(value)
    for field in wholes:
        one = getattr(value, field)
        if type(one) is not int or not 0 <= one < MOST:
            return _first_fault(value)
    for field, check in others:
        if check(getattr(value, field)) is not None:
            return _first_fault(value)
    return None


def _first_fault(value: msgspec.Struct) -> str | None:
    """What is wrong with the first field that something is wrong with."""
    for field, check in _checks(type(value)).items():
        fault = check(getattr(value, field))
        if fault is not None:
            return f"{field.replace('_', ' ')}: {fault}"
    return None


@cache
def _checks(kind: type[msgspec.Struct]) -> dict[str, Check]:
    hints = get_type_hints(kind)
    return {field: _check_of(hints[field]) for field in kind.__struct_fields__ if field not in _ELSEWHERE}


Fields = tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, Check], ...]]
_FIELDS: dict[type[msgspec.Struct], Fields] = {}
"""The fields of a kind that are a text or a whole number, and the others."""


def _fields(kind: type[msgspec.Struct]) -> Fields:
    checks = _checks(kind)
    texts = tuple(field for field, check in checks.items() if check is _text)
    wholes = tuple(field for field, check in checks.items() if check is _whole)
    return texts, wholes, tuple(one for one in checks.items() if one[1] not in (_text, _whole))


def _check_of(hint: Any) -> Check:
    plain = _plain(hint)
    if plain is not None:
        return plain
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        others = [_check_of(one) for one in inside if one is not NoneType]
        allowed = NoneType in inside

        def one_of(value: Any) -> str | None:
            if value is None and allowed:
                return None
            faults = [check(value) for check in others]
            return None if None in faults else faults[0]

        return one_of
    if origin is tuple:
        return _tuple_of(inside)
    if origin is dict:
        return _mapping_of(*inside)
    if origin is Literal:
        return lambda value: None if value in inside else f"{shown(value)} is not {' or '.join(map(str, inside))}"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return lambda value: fault_of(value) if isinstance(value, hint) else f"{shown(value)} is not what belongs here"
    raise TypeError(f"no check for {hint}")


def _plain(hint: Any) -> Check | None:
    if hint is Card:
        return _card
    base = getattr(hint, "__supertype__", hint)
    if base is bool:
        return lambda value: None if value is True or value is False else f"{shown(value)} is not true or false"
    if base is int:
        return _whole
    if base is str:
        return _text
    if isinstance(base, type) and issubclass(base, str):
        return lambda value: (
            None if isinstance(value, base) else f"{shown(value)} is not one of the values that belong here"
        )
    return None


def _whole(value: Any) -> str | None:
    if type(value) is int and 0 <= value < MOST:
        return None
    return f"{shown(value)} is not a whole number from 0 to below 2^53"


def _card(value: Any) -> str | None:
    return None if type(value) is int and value in _CARDS else f"{shown(value)} is no card"


_CARDS = frozenset(DECK_53)


def _text(value: Any) -> str | None:
    if type(value) is not str:
        return f"{shown(value)} is no text"
    return None if value.isprintable() else f"{shown(value)} has characters that cannot be written"


def _tuple_of(inside: tuple[Any, ...]) -> Check:
    if len(inside) == 2 and inside[1] is ...:
        each = _check_of(inside[0])

        def several(value: Any) -> str | None:
            if type(value) is not tuple:
                return f"{shown(value)} is no list"
            if not value:
                return None
            if each is _card and set(map(type, value)) <= {int} and _CARDS.issuperset(value):
                return None
            return next((fault for fault in map(each, value) if fault is not None), None)

        return several
    checks = [_check_of(one) for one in inside]

    def so_many(value: Any) -> str | None:
        if type(value) is not tuple or len(value) != len(checks):
            return f"{shown(value)} is no list of {len(checks)}"
        pairs = zip(checks, value, strict=True)
        return next((fault for check, one in pairs if (fault := check(one)) is not None), None)

    return so_many


def _mapping_of(key: Any, inside: Any) -> Check:
    of_key, of_value = _check_of(key), _check_of(inside)

    def mapping(value: Any) -> str | None:
        if not isinstance(value, Mapping):
            return f"{shown(value)} is no table of values"
        for name, one in value.items():
            fault = of_key(name) or of_value(one)
            if fault is not None:
                return fault
        return None

    return mapping
