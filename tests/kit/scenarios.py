"""Tables of scenarios: at a point of the procedure somebody says something, and it is refused or recorded under a clause.

`check` plays one. `refusals_in` finds every place of some modules that refuses, `refusals_reached` those that scenarios come
to, so that a test can fail for a refusal of which no scenario tells.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from houseway.engine.kernel import Command, Envelope, Event, Table
from houseway.engine.refusal import Refusal, RefusedError
from tests.kit.table_views import sum_of_accounts


class Scenario(NamedTuple):
    """``at`` makes the table; ``code`` is that of the refusal; without one, ``events`` are the kinds recorded, in order."""

    name: str
    at: Callable[[], Table[Any, Any]]
    said: Command | Envelope
    clause: str
    code: str = ""
    events: tuple[str, ...] = ()


def tag(kind: type[Event] | type[Command]) -> str:
    """What a kind is called in records."""
    return str(kind.__struct_config__.tag)


def cases(scenarios: Iterable[Scenario]) -> list[Any]:
    """The scenarios as cases of one test, each under its name."""
    return [pytest.param(one, id=one.name.replace(" ", "_")) for one in scenarios]


def check(one: Scenario) -> None:
    """The scenario ends as it says: with its code and clause, or with its events, the first under its clause."""
    table = one.at()
    before, known = table.state, len(table.events)
    outcome = table.send(one.said)
    if one.code:
        assert isinstance(outcome, Refusal), outcome
        assert (str(outcome.code), outcome.clause) == (one.code, one.clause), outcome
        assert outcome.message
        assert (table.state is before, len(table.events)) == (True, known)
    else:
        assert not isinstance(outcome, Refusal), outcome
        assert (tuple(tag(type(event)) for event in outcome), outcome[0].clause) == (one.events, one.clause)
        assert sum_of_accounts(table) == 0
        assert table.machine.replay(table.events) == table.state


Place = tuple[str, int]
"""A file and a line in it."""


def refusals_in(*modules: ModuleType, makers: Iterable[str] = ("refuse",)) -> set[Place]:
    """Where these modules make a refusal: the calls of ``makers`` but those within a maker itself."""
    made = set(makers)
    found: set[Place] = set()
    for module in modules:
        path = _file(module)
        for node in _outside(ast.parse(Path(path).read_text(encoding="utf-8")), made):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in made:
                found.add((path, node.lineno))
    return found


def _outside(node: ast.AST, names: set[str]) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef) and child.name in names):
            yield child
            yield from _outside(child, names)


def _file(module: ModuleType) -> str:
    assert module.__file__ is not None
    return module.__file__


def refusals_reached(scenarios: Iterable[Scenario], monkeypatch: pytest.MonkeyPatch, places: set[Place]) -> set[Place]:
    """Which of these places the scenarios come to."""
    return places_reached([partial(_played, one) for one in scenarios], monkeypatch, places)


def _played(one: Scenario) -> None:
    one.at().send(one.said)


def places_reached(
    deeds: Iterable[Callable[[], object]], monkeypatch: pytest.MonkeyPatch, places: set[Place]
) -> set[Place]:
    """At which of these places something is refused when all this is done. Of a call on several lines the first counts."""
    reached: set[Place] = set()
    begins = {path: sorted(line for one, line in places if one == path) for path, _ in places}
    plain = RefusedError.__init__

    def noticed(self: RefusedError, refusal: Refusal) -> None:
        plain(self, refusal)
        frame = sys._getframe(1)
        while frame is not None:
            lines = [line for line in begins.get(frame.f_code.co_filename, ()) if line <= frame.f_lineno]
            # The line a frame is at lies within the call that begins last before it, in the same function.
            if lines and lines[-1] >= frame.f_code.co_firstlineno:
                reached.add((frame.f_code.co_filename, lines[-1]))
                return
            frame = frame.f_back  # type: ignore[assignment]

    monkeypatch.setattr(RefusedError, "__init__", noticed)
    for deed in deeds:
        deed()
    return reached
