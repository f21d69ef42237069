"""A value of every kind of command, event and state, made from the types of its fields, as it can be and as it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import Card


def sample(kind: type[msgspec.Struct]) -> Any:
    """One of a kind, with every field given."""
    hints = get_type_hints(kind)
    return kind(**{field: _value(hints[field]) for field in kind.__struct_fields__})


def forged(kind: type[msgspec.Struct]) -> Iterator[Any]:
    """One of a kind for every number in it, with that number beyond what it can be."""
    made, hints = sample(kind), get_type_hints(kind, include_extras=True)
    for field in kind.__struct_fields__:
        for odd in _odd(hints[field]):
            yield msgspec.structs.replace(made, **{field: odd})


def _odd(hint: Any) -> Iterator[Any]:
    """Values of a type, each with one number that cannot be."""
    base = getattr(hint, "__supertype__", hint)
    origin, inside = get_origin(base), get_args(base)
    if hint is Card:
        yield from (-1, 53)
    elif origin is Annotated:
        span = next(one for one in inside if isinstance(one, range))
        yield from (span.start - 1, span.stop)
    elif base is int:
        yield from (-2, 2**53)
    elif origin in (Union, UnionType):
        yield from (odd for one in inside if one is not NoneType for odd in _odd(one))
    elif origin in (tuple, frozenset):
        for place, one in enumerate(inside[:1] if origin is frozenset or inside[-1] is ... else inside):
            for odd in _odd(one):
                several = [_value(other) for other in inside if other is not ...]
                several[place] = odd
                yield origin(several)
    elif origin is dict:
        yield from ({odd: _value(inside[1])} for odd in _odd(inside[0]))
        yield from ({_value(inside[0]): odd} for odd in _odd(inside[1]))
    elif isinstance(base, type) and issubclass(base, tuple):
        made = _value(base)
        for field, one in get_type_hints(base).items():
            yield from (made._replace(**{field: odd}) for odd in _odd(one))
    elif isinstance(base, type) and issubclass(base, msgspec.Struct):
        yield from forged(base)


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
    if origin is Annotated:
        return _value(inside[0])
    if origin is frozenset:
        return frozenset({_value(inside[0])})
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
    if isinstance(base, type) and issubclass(base, tuple):
        return base(*map(_value, get_type_hints(base).values()))
    return sample(base)
