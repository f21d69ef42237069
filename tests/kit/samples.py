"""A value of every kind of command and event, made from the types of its fields."""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import Card


def sample(kind: type[msgspec.Struct]) -> Any:
    """One of a kind, with every field given."""
    hints = get_type_hints(kind)
    return kind(**{field: _value(hints[field]) for field in kind.__struct_fields__})


def _value(hint: Any) -> Any:
    if hint is Card:
        return 51
    base = getattr(hint, "__supertype__", hint)
    origin, inside = get_origin(base), get_args(base)
    if origin in (Union, UnionType):
        return _value(next(one for one in inside if one is not NoneType))
    if origin is Literal:
        return inside[0]
    if origin is tuple:
        return (_value(inside[0]),) * 2 if inside[-1] is ... else tuple(_value(one) for one in inside)
    if origin is dict:
        return {_value(inside[0]): _value(inside[1])}
    if base is bool:
        return True
    if base is int:
        return 2**53 - 1
    if base is str:
        return "637a.1"
    if isinstance(base, type) and issubclass(base, Enum):
        return next(iter(base))
    return sample(base)
