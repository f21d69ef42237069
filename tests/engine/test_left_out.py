"""What is meant where a command, an event, a state or an argument is left out; and who may give a command.

Records, stated rounds and clients leave out what is as usual, so that another default would change what they say.
``left_out.txt`` has a line for each kind: who may give it, what else it is, and every value that may be left out.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from houseway import encoding
from houseway.engine.kernel import Command, Event
from tests.kit.scenarios import tag

TOLD = Path(__file__).with_name("left_out.txt")
PACKAGES = ("engine", "chapters", "rules", "ranking", "rounds", "house", "driver")


def _written(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value).replace(" ", "_")
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_written, value)))}}}"
    if isinstance(value, msgspec.Struct) or dataclasses.is_dataclass(value) or callable(value):
        return getattr(value, "__qualname__", f"{type(value).__name__}()")
    return repr(value).replace(" ", "")


def _defaults(kind: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            yield f"{field.name}={_written(field.default)}"
        elif field.default_factory is not msgspec.NODEFAULT:
            yield f"{field.name}={_written(field.default_factory())}"


def _said_of_a_class(kind: type[msgspec.Struct]) -> Iterator[str]:
    """What a kind is beside its fields: who may give it, whether it is for one's own seat, whether it ends a round."""
    fields = {field.name for field in msgspec.structs.fields(kind)}
    for name in sorted(set(dir(kind)) - fields):
        value = getattr(kind, name)
        if not name.startswith("_") and isinstance(value, bool | frozenset) and value:
            yield f"{name}:{_written(value)}"


def _lines() -> Iterator[str]:
    for what, some in (("command", encoding.command_kinds()), ("event", encoding.event_kinds())):
        for kind in sorted(some, key=tag):
            yield " ".join([what, tag(kind), *_said_of_a_class(kind), *_defaults(kind)])
    for module in _modules():
        for one in vars(module).values():
            if getattr(one, "__module__", "") == module.__name__:
                name = f"{module.__name__.removeprefix('houseway.')}.{getattr(one, '__qualname__', '')}"
                yield from _of_one(one, name)


def _modules() -> Iterator[ModuleType]:
    """The modules that bear rules, but for how to play and what is proven equal."""
    for name in PACKAGES:
        package = import_module(f"houseway.{name}")
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            if not any(part in found.name for part in ("strategy", "kernels", "values")):
                yield import_module(found.name)


def _of_one(one: object, name: str) -> Iterator[str]:
    """What a class or a function lets be left out, and the methods of a class."""
    if isinstance(one, type) and issubclass(one, Command | Event):
        return
    if isinstance(one, type):
        defaults = list(_defaults(one) if issubclass(one, msgspec.Struct) else _of_fields(one))
        if defaults:
            yield " ".join(["class", name, *defaults])
        for method in (value for value in vars(one).values() if isinstance(value, FunctionType)):
            if not method.__name__.startswith("__"):
                yield from _of_one(method, f"{name}.{method.__name__}")
    elif isinstance(one, FunctionType):
        given = inspect.signature(one).parameters.values()
        defaults = [f"{par.name}={_written(par.default)}" for par in given if par.default is not par.empty]
        if defaults:
            yield " ".join(["function", name, *defaults])


def _of_fields(kind: type) -> Iterator[str]:
    for field in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
        if field.default is not dataclasses.MISSING:
            yield f"{field.name}={_written(field.default)}"


def written() -> str:
    """The text of the table as it should be written now."""
    return "".join(f"{line}\n" for line in _lines())


FOUND = {" ".join(line.split()[:2]): line for line in _lines()}
WRITTEN = {" ".join(line.split()[:2]): line for line in TOLD.read_text(encoding="utf-8").splitlines()}


@pytest.mark.parametrize("kind", sorted(WRITTEN))
def test_what_is_left_out_is_meant_as_usual(kind: str) -> None:
    assert FOUND[kind] == WRITTEN[kind]


def test_every_kind_is_told() -> None:
    assert list(FOUND) == list(WRITTEN)
