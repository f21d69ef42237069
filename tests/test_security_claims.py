"""Every claim of docs/security.md names a test, and every test that is named exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/security.md").read_text()
FILE = re.compile(r"`(tests/[\w/]+\.py)`")
NAME = re.compile(r"`(test_\w+)`")


def functions() -> dict[str, set[str]]:
    """The files in which each test stands, by its name."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.setdefault(node.name, set()).add(str(file.relative_to(ROOT)))
    return found


def claims() -> list[list[str]]:
    """The cells of every row of a table whose last column names tests."""
    tables, rows = [], list[list[str]]()
    for line in TEXT.splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            tables.append(rows)
            rows = []
    return [row for table in tables if table[0][-1] == "test" for row in table[2:]]


def test_every_claim_names_a_test() -> None:
    assert len(claims()) > 30
    bare = [row for row in claims() if not FILE.search(row[-1]) and not NAME.search(row[-1])]
    assert not bare


def test_every_test_that_is_named_exists() -> None:
    known = functions()
    named = set(NAME.findall(TEXT))
    assert len(named) > 30
    assert not sorted(named - set(known))
    assert not [file for file in FILE.findall(TEXT) if not (ROOT / file).is_file()]


def test_a_test_stands_in_the_file_that_is_named_before_it() -> None:
    known = functions()
    pairs = re.findall(r"`(tests/[\w/]+\.py)`: `(test_\w+)`", TEXT)
    assert pairs
    assert not [(file, name) for file, name in pairs if file not in known[name]]
