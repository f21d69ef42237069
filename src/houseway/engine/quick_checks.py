"""Quick checks of plain values, compiled once for each kind of command, event and state.

A quick check only ever confirms: it returns True where `houseway.engine.checking` finds no fault, and False where it must look
closer. So it may be narrower than the rules of a value, and never wider.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from houseway.cards import DECK_53, Card
from houseway.money import MOST

QuickCheck = Callable[[Any], bool]
QuickChange = Callable[[Any, Any], bool]

ELSEWHERE = ("v", "command")
"""The version is the kind's; the command of an envelope is looked at by itself."""


@cache
def quick_check(kind: type[msgspec.Struct]) -> QuickCheck:
    """Compile a function that returns whether every field of a value of this kind is plainly sound."""
    source = _Source()
    lines = []
    for field, hint in _hints(kind).items():
        test = _or_default(source.test_field(hint), _defaults(kind)[field])
        lines.append(f"    value = struct.{field}\n    if not ({test}): return False")
    return source.function("struct", "\n".join([*lines, "    return True"]))


@cache
def quick_change(kind: type[msgspec.Struct]) -> QuickChange:
    """Compile a function that returns whether every field in which a value differs from the one before is plainly sound.

    A value that was handed on as it is was checked when it came in, so only what was replaced is looked at.
    """
    source = _Source()
    lines = []
    for field, hint in _hints(kind).items():
        test = _or_default(source.changed(hint), _defaults(kind)[field])
        lines.append(
            f"    if after.{field} is not before.{field}:\n"
            f"        value = after.{field}; old = before.{field}\n"
            f"        if not ({test}): return False"
        )
    return source.function("before, after", "\n".join([*lines, "    return True"]))


def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field: hints[field] for field in kind.__struct_fields__ if field not in ELSEWHERE}


def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def _or_default(test: str, default: Any) -> str:
    """Let a number below zero that stands for none, as the default of its field, pass too."""
    if type(default) is not int or default >= 0:
        return test
    return f"(type(value) is int and value == {default}) or {test}"


class _Source:
    """Python source of a check, and the values it names."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"CARDS": frozenset(DECK_53), "WHOLE": frozenset({int}), "MISSING": object()}

    def name(self, value: Any) -> str:
        """Return a name for a value in the source."""
        name = f"_{len(self.names)}"
        self.names[name] = value
        return name

    def function(self, parameters: str, body: str) -> Callable[..., bool]:
        """Compile a function of the given body."""
        exec(compile(f"def check({parameters}):\n{body}\n", "<quick check>", "exec"), self.names)  # noqa: S102
        check: Callable[..., bool] = self.names.pop("check")
        return check

    def test_field(self, hint: Any) -> str:
        """Return an expression that is true if the `value` of a field is plainly of a type."""
        if getattr(hint, "__supertype__", hint) is str:
            # A text of its own may have lines.
            return "(type(value) is str and (value.isascii() or value.isprintable()))"
        return self.test(hint, "value")

    def test(self, hint: Any, name: str) -> str:
        """Return an expression that is true if the value of a name is plainly of a type."""
        base = getattr(hint, "__supertype__", hint)
        origin, inside = get_origin(hint), get_args(hint)
        if hint is Card:
            return f"(type({name}) is int and {name} in CARDS)"
        if base is bool:
            return f"({name} is True or {name} is False)"
        if base is int:
            return f"(type({name}) is int and 0 <= {name} < {MOST})"
        if base is str:
            return f"(type({name}) is str and {name}.isprintable())"
        if origin is Annotated:
            span = next(note for note in inside if isinstance(note, range))
            return f"(type({name}) is int and {span.start} <= {name} < {span.stop})"
        if origin in (Union, UnionType):
            tests = [f"{name} is None" if kind is NoneType else self.test(kind, name) for kind in inside]
            return f"({' or '.join(tests)})"
        if origin is Literal:
            return f"{name} in {self.name(inside)}"
        if origin is tuple and not (len(inside) == 2 and inside[1] is ...):
            return self._so_many(tuple, inside, name)
        if origin in (tuple, frozenset):
            return self._several(origin, inside[0], name)
        if origin is dict:
            return f"(type({name}) is dict and (not {name} or {self._mapping(*inside)}({name})))"
        return self._test_of_type(hint, name)

    def _test_of_type(self, hint: Any, name: str) -> str:
        if isinstance(hint, type) and issubclass(hint, Enum):
            return f"type({name}) is {self.name(hint)}"
        if isinstance(hint, type) and issubclass(hint, tuple):
            return self._so_many(hint, tuple(get_type_hints(hint).values()), name)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            # Compiled when it is first met: kinds may hold values of their own kind.
            return f"(type({name}) is {self.name(hint)} and {self.name(quick_check)}({self.name(hint)})({name}))"
        raise TypeError(f"no check for {hint}")

    def _several(self, kind: type[Any], hint: Any, name: str) -> str:
        if hint is Card:
            each = f"WHOLE.issuperset(map(type, {name})) and CARDS.issuperset({name})"
        else:
            each = f"{self._loop(hint)}({name})"
        return f"(type({name}) is {kind.__name__} and (not {name} or ({each})))"

    def _loop(self, hint: Any) -> str:
        inner = _Source()
        body = f"    for value in values:\n        if not ({inner.test(hint, 'value')}): return False\n    return True"
        return self.name(inner.function("values", body))

    def _so_many(self, kind: type[Any], inside: tuple[Any, ...], name: str) -> str:
        inner = _Source()
        parts = ", ".join(f"part{number}" for number in range(len(inside)))
        tests = " and ".join(inner.test(hint, f"part{number}") for number, hint in enumerate(inside)) or "True"
        unpacked = f"    {parts}{',' if len(inside) == 1 else ''} = value\n" if inside else ""
        check = self.name(inner.function("value", f"{unpacked}    return {tests}"))
        return f"(type({name}) is {self.name(kind)} and len({name}) == {len(inside)} and {check}({name}))"

    def _mapping(self, key: Any, hint: Any) -> str:
        inner = _Source()
        test = f"{inner.test(key, 'key')} and {inner.test(hint, 'value')}"
        body = f"    for key, value in values.items():\n        if not ({test}): return False\n    return True"
        return self.name(inner.function("values", body))

    def changed(self, hint: Any) -> str:
        """Return an expression that is true if a `value` that replaced an `old` one is plainly of a type."""
        whole = self.test_field(hint)
        inside = [kind for kind in get_args(hint) if kind is not NoneType]
        struct = inside[0] if get_origin(hint) in (Union, UnionType) and len(inside) == 1 else hint
        if isinstance(struct, type) and issubclass(struct, msgspec.Struct):
            name = self.name(struct)
            change = f"{self.name(quick_change)}({name})(old, value)"
            return f"({change} if type(value) is {name} and type(old) is {name} else {whole})"
        if get_origin(hint) is dict:
            inner = _Source()
            key, kind = get_args(hint)
            test = f"{inner.test(key, 'key')} and {inner.test(kind, 'value')}"
            body = (
                "    for key, value in values.items():\n"
                f"        if old.get(key, MISSING) is not value and not ({test}): return False\n    return True"
            )
            entries = self.name(inner.function("old, values", body))
            return f"({entries}(old, value) if type(value) is dict and type(old) is dict else {whole})"
        return whole
