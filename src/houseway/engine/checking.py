"""Values of commands, events and states as they must be, however they came: whole amounts, cards of a deck, texts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import DECK_53, Card
from houseway.engine.quick_checks import ELSEWHERE, quick_change, quick_check
from houseway.money import MOST
from houseway.written import shown

Check = Callable[[Any], str | None]


def fault_of(value: msgspec.Struct) -> str | None:
    """What is wrong with the values of a command, event or state, in one sentence; None if nothing is."""
    return None if quick_check(type(value))(value) else _first_fault(value)


def fault_of_change(before: msgspec.Struct, after: msgspec.Struct) -> str | None:
    """Return what is wrong with the values in which a state differs from the one before it; None if nothing is.

    A value that was handed on as it is was checked when it came in, so only what was replaced is looked at.
    """
    return None if quick_change(type(after))(before, after) else _first_fault_of_change(before, after)


def _first_fault_of_change(before: msgspec.Struct, after: msgspec.Struct) -> str | None:
    for field, check in _checks(type(after)).items():
        old, new = getattr(before, field), getattr(after, field)
        if new is old:
            continue
        if isinstance(new, msgspec.Struct) and type(new) is type(old):
            fault = _first_fault_of_change(old, new)
        elif type(new) is dict and type(old) is dict:
            fault = check({name: one for name, one in new.items() if old.get(name, _NO_VALUE) is not one})
        else:
            fault = check(new)
        if fault is not None:
            return f"{field.replace('_', ' ')}: {fault}"
    return None


_NO_VALUE = object()


def _first_fault(value: msgspec.Struct) -> str | None:
    """What is wrong with the first field that something is wrong with."""
    for field, check in _checks(type(value)).items():
        fault = check(getattr(value, field))
        if fault is not None:
            return f"{field.replace('_', ' ')}: {fault}"
    return None


@cache
def _checks(kind: type[msgspec.Struct]) -> dict[str, Check]:
    hints = get_type_hints(kind, include_extras=True)
    defaults = {one.name: one.default for one in msgspec.structs.fields(kind)}
    return {
        field: _or_default(_check_of_field(hints[field]), defaults[field])
        for field in kind.__struct_fields__
        if field not in ELSEWHERE
    }


def _or_default(check: Check, default: Any) -> Check:
    """A number below zero that stands for none, as the default of its field, belongs there too."""
    if type(default) is not int or default >= 0:
        return check
    return lambda value: None if value == default else check(value)


def _check_of_field(hint: Any) -> Check:
    check = _check_of(hint)
    return _lines if check is _text else check


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
    if origin is Annotated:
        return _within(next(one for one in inside if isinstance(one, range)))
    if origin is tuple:
        return _tuple_of(inside)
    if origin is frozenset:
        return _several(frozenset, inside[0])
    if origin is dict:
        return _mapping_of(*inside)
    if origin is Literal:
        return lambda value: None if value in inside else f"{shown(value)} is not {' or '.join(map(str, inside))}"
    if isinstance(hint, type) and issubclass(hint, tuple):
        return _so_many(hint, tuple(get_type_hints(hint).values()))
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
    if isinstance(base, type) and issubclass(base, Enum):
        return lambda value: (
            None if isinstance(value, base) else f"{shown(value)} is not one of the values that belong here"
        )
    return None


def _whole(value: Any) -> str | None:
    if type(value) is int and 0 <= value < MOST:
        return None
    return f"{shown(value)} is not a whole number from 0 to {MOST - 1:,}"


def _within(span: range) -> Check:
    says = f"is not a whole number from {span.start} to {span.stop - 1}"
    return lambda value: None if type(value) is int and value in span else f"{shown(value)} {says}"


def _card(value: Any) -> str | None:
    return None if type(value) is int and value in _CARDS else f"{shown(value)} is no card"


_CARDS = frozenset(DECK_53)


def _text(value: Any) -> str | None:
    if not isinstance(value, str):
        return f"{shown(value)} is no text"
    return None if value.isprintable() else f"{shown(value)} has characters that cannot be written"


def _lines(value: Any) -> str | None:
    """A text of its own may have lines; one in a list or table is printable."""
    return None if isinstance(value, str) and value.isascii() else _text(value)


def _tuple_of(inside: tuple[Any, ...]) -> Check:
    return _several(tuple, inside[0]) if len(inside) == 2 and inside[1] is ... else _so_many(tuple, inside)


def _several(kind: type[Collection[Any]], hint: Any) -> Check:
    each = _check_of(hint)

    def several(value: Any) -> str | None:
        if type(value) is not kind:
            return f"{shown(value)} is no list"
        if not value:
            return None
        if each is _card and set(map(type, value)) <= {int} and _CARDS.issuperset(value):
            return None
        return next((fault for fault in map(each, value) if fault is not None), None)

    return several


def _so_many(kind: type[tuple[Any, ...]], inside: tuple[Any, ...]) -> Check:
    checks = [_check_of(one) for one in inside]

    def so_many(value: Any) -> str | None:
        if type(value) is not kind or len(value) != len(checks):
            return f"{shown(value)} is no list of {len(checks)}"
        for check, one in zip(checks, value, strict=True):
            fault = check(one)
            if fault is not None:
                return fault
        return None

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
