"""A test that never asserts is none: each does so itself, or by a function of the tests that it calls or hands on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

Place = tuple[str, str]
"""A module, and a function or method in it."""


class Module:
    """What a file of tests defines, and what it has from others."""

    def __init__(self, path: Path, root: Path) -> None:
        self.name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        self.functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        self.imported = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests")
            for alias in node.names
        }

    def used(self, function: ast.AST) -> Iterator[Place]:
        """The functions of the tests that a function calls, or hands to others."""
        for node in ast.walk(function):
            if isinstance(node, ast.Name):
                yield self.imported.get(node.id, (self.name, node.id))
            elif isinstance(node, ast.Attribute):
                # A method, of a class that stands here or comes from another module.
                yield self.name, node.attr
                yield from ((module, node.attr) for module, _ in self.imported.values())


def _asserts(function: ast.AST) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        # What a page is waited for comes, or the waiting ends in an error.
        named = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if named in ("pytest.raises", "pytest.warns", "pytest.fail") or named.endswith(".wait_for"):
            return True
        if isinstance(node, ast.Raise) and node.exc is not None and "AssertionError" in ast.unparse(node.exc):
            return True
    return False


def unasserting(root: Path) -> list[str]:
    """The tests in a folder that never assert."""
    modules = [Module(path, root) for path in root.rglob("*.py")]
    uses = {(one.name, name): set(one.used(node)) for one in modules for name, node in one.functions.items()}
    found = {(one.name, name) for one in modules for name, node in one.functions.items() if _asserts(node)}
    while more := {place for place, used in uses.items() if place not in found and used & found}:
        found |= more
    return sorted(
        f"{module}::{name}" for module, name in uses if name.startswith("test_") and (module, name) not in found
    )


@pytest.mark.long
def test_every_test_asserts() -> None:
    assert unasserting(Path(__file__).parent) == []


def test_one_that_does_not_is_found(tmp_path: Path) -> None:
    root = tmp_path / "tests"
    root.mkdir()
    text = "def check(it):\n    assert it\n\ndef test_a():\n    check(1)\n\ndef test_b():\n    print(1)\n"
    (root / "test_it.py").write_text(text)
    assert unasserting(root) == ["tests.test_it::test_b"]
