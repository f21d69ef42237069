"""Write the index of tests by clause and by reading that the package carries (src/houseway/register/tests.json).

A test is found by its place and name: ``tests/regulations/c677a/test_s11_completion.py::test_h_2_iii_B__...`` checks
677a.11(h)(2)(iii)(B); where a file covers several sections, ``test_s8_d_s9_c__...`` checks 677a.8(d) and 677a.9(c).
One elsewhere is found by clauses in its docstring. A reading's test has the reading's id in its
name, with underscores: ``test_reading__677a_odds_column``.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from houseway.clause import Clause, ClauseError
from houseway.register.entries import is_known
from houseway.register.readings import readings
from houseway.register.tested import INDEX

ROOT = Path(__file__).resolve().parent.parent
_PLACE = re.compile(r"regulations/c(\d{3}a)/test_s(\d+)")
_SECTION = re.compile(r"s\d+_")
_ID = re.compile(r"\b\d{3}a\.\d{1,2}(?:\([A-Za-z0-9]{1,6}\))*")


def index(root: Path = ROOT) -> str:
    """The index as it should be written now."""
    clauses: dict[str, list[str]] = {}
    by_reading: dict[str, list[str]] = {}
    named = {one.id.replace("-", "_"): one.id for one in readings()}
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root).as_posix()
        for name, docstring in _tests(path):
            address = f"{place}::{name}"
            for clause in _clauses(place, name, docstring):
                clauses.setdefault(clause, []).append(address)
            for reading in _readings(name, named):
                by_reading.setdefault(reading, []).append(address)
    in_order = dict(sorted(clauses.items(), key=lambda one: Clause.parse(one[0]).order))
    found = {"clauses": in_order, "readings": dict(sorted(by_reading.items()))}
    return json.dumps(found, indent=1) + "\n"


def _tests(path: Path) -> Iterator[tuple[str, str]]:
    """The tests of a file: name (with its class) and docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        for one in inner:
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"):
                yield prefix + one.name, ast.get_docstring(one) or ""


def _clauses(place: str, name: str, docstring: str) -> list[str]:
    found = [id for id in _ID.findall(docstring) if is_known(id)]
    section = _PLACE.search(place)
    if section is not None:
        found = [*_named(section[1], section[2], name.rpartition("::")[2]), *found]
    return list(dict.fromkeys(id for id in found if is_known(id)))


def _named(chapter: str, section: str, name: str) -> list[str]:
    """The clauses a test is named after: as many of its first words as lead to a known clause, for each section."""
    path, _, said = name.removeprefix("test_").partition("__")
    # The section of the file, unless the name begins with one of its own.
    paths = re.findall(r"s(\d+)_?((?:(?!s\d)[^_]+_?)*)", path) if said and _SECTION.match(path) else [(section, path)]
    return [_deepest(f"{chapter}.{number}", steps.split("_") if said else []) for number, steps in paths]


def _deepest(section: str, steps: list[str]) -> str:
    clause = Clause.parse(section)
    for step in steps:
        try:
            deeper = Clause.parse(f"{clause}({step})")
        except ClauseError:
            break
        if not is_known(str(deeper)):
            break
        clause = deeper
    return str(clause)


def _readings(name: str, named: dict[str, str]) -> list[str]:
    # The longest id counts: 645a_bank_start is not also 645a_bank.
    found = [key for key in named if re.search(rf"(?<![a-z0-9]){key}(?![a-z0-9])", name)]
    return [named[key] for key in found if not any(key != other and key in other for other in found)]


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
    sys.stdout.write(f"{INDEX.relative_to(ROOT)} written\n")
