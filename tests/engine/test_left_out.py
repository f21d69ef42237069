"""What is meant where a command, an event or a state leaves something out; and who may give a command.

Records, stated rounds and clients leave out what is as usual, so that another default would change what they say.
``left_out.txt`` has a line for each kind: who may give it, what else it is, and every value that may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway import encoding
from houseway.chapters.c637a_poker import state as poker_state
from houseway.chapters.c637a_poker.jackpots import state as jackpot_state
from houseway.engine import kernel
from houseway.engine.banked import state as banked_state
from houseway.engine.cards import state as cards_state
from tests.kit.scenarios import tag

TOLD = Path(__file__).with_name("left_out.txt")
STATES = (kernel, cards_state, banked_state, poker_state, jackpot_state)


def _written(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value).replace(" ", "_")
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_written, value)))}}}"
    if isinstance(value, msgspec.Struct):
        return f"{type(value).__name__}()"
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
    for module in STATES:
        kinds: list[object] = list(vars(module).values())
        for one in kinds:
            if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__ == module.__name__:
                yield " ".join(["state", f"{module.__name__}.{one.__name__}", *_defaults(one)])


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
