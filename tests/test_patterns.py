"""No regular expression takes longer than its input is long: every pattern in the source against hostile texts."""

from __future__ import annotations

import ast
import importlib
import itertools
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import houseway
from houseway.web.limits import LARGEST

SOURCE = Path(houseway.__file__).parent
CALLS = ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def named_patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern that a module of the package names, by module and name."""
    patterns = {}
    for found in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if ".migrations" in found.name or found.name.endswith("__main__"):
            continue
        module: ModuleType = importlib.import_module(found.name)
        for name, value in vars(module).items():
            for number, held in enumerate(patterns_of(value)):
                patterns[f"{found.name}.{name}{f'[{number}]' if held is not value else ''}"] = held
    return patterns


def patterns_of(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns that a value is or holds."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from patterns_of([*value, *value.values()])
    elif isinstance(value, tuple | list):
        for held in value:
            yield from patterns_of(held)


def calls() -> Iterator[tuple[str, str, str, ast.expr]]:
    """Every call of a function of `re`, or of a pattern by its name: the place, the name, the method and the first argument."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                called = node.func.value
                if isinstance(called, ast.Name) and node.func.attr in CALLS:
                    yield f"{file.relative_to(SOURCE)}:{node.lineno}", called.id, node.func.attr, node.args[0]


def literals() -> dict[str, tuple[re.Pattern[str], set[str]]]:
    """The patterns that stand as plain texts in calls of `re`, each with the method it is used by."""
    return {
        place: (re.compile(node.value), {method})
        for place, name, method, node in calls()
        if name == "re" and method != "compile" and isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def named() -> dict[str, tuple[re.Pattern[str], set[str]]]:
    """The patterns that modules name, each with the methods that a name like it is used by."""
    methods: dict[str, set[str]] = {}
    for place, name, method, _ in calls():
        module = place.partition(".py:")[0].replace("/", ".").removesuffix(".__init__")
        methods.setdefault(f"houseway.{module}.{name}", set()).add(method)
    found = named_patterns()
    # One that is reached through another value, or from another module, may be used in any way.
    return {place: (held, methods.get(place, set(CALLS))) for place, held in found.items()}


PATTERNS = literals() | named()
UNITS = (
    *("a", "A", "0", " ", "\t", "\n", ".", ",", "(", "[", "{", "-", "_", "$", '"', "'", "\\", "<", "#", "é", "a ", "a.", "a,", "0,", "0."),
    *("1,000", "(a)", "As", "As ", "[As]", "a=", "A b", "\n ", "a\n", "  a", '""', "a-", "Aa ", "to "),
)  # fmt: skip


def test_every_pattern_in_the_source_is_looked_at() -> None:
    """A pattern that is compiled is named in its module, where it is found as it was compiled."""
    known = {pattern.pattern for pattern, _ in PATTERNS.values()}
    assert len(known) > 40
    for place, name, _, node in calls():
        if name == "re" and isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value in known, place


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_a_pattern_takes_no_longer_than_its_text_is_long(name: str) -> None:
    pattern, methods = PATTERNS[name]
    looks = [pattern.fullmatch] if methods == {"fullmatch"} else [pattern.fullmatch, pattern.match]
    if not methods <= {"fullmatch", "match"}:
        looks.append(pattern.search)
    # The short texts first: a pattern that squares their length is found before it takes minutes.
    for size, seconds in ((LARGEST // 32, 0.1), (LARGEST, 0.25)):
        for unit, end in itertools.product(UNITS, ("", "!", "\x00")):
            text = unit * (size // len(unit)) + end
            for look in looks:
                began = time.process_time()
                look(text)
                assert time.process_time() - began < seconds, (pattern.pattern, look.__name__, text[:20])
