"""Write the index of tests by clause and by reading that the package carries (src/houseway/register/tests.json).

A test is found by its place and name: ``tests/regulations/c677a/test_s11_completion.py::test_h_2_iii_B__...`` checks
677a.11(h)(2)(iii)(B), ``test_b_1_to_9__...`` nine paragraphs; where a file covers several sections,
``test_s8_d_s9_c__...`` checks 677a.8(d) and 677a.9(c). Tests of a chapter also check the clauses that they assert of an
answer; one elsewhere is found by clauses in its docstring. A reading's test has the reading's id in its name, with
underscores: ``test_reading__677a_odds_column``. ``test_procedural_clauses.py`` reads its clauses from the games, and says itself
which cases check which.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from houseway.clause import Clause, ClauseError
from houseway.register.entries import children, is_known
from houseway.register.readings import readings
from houseway.register.tested import INDEX

ROOT = Path(__file__).resolve().parent.parent
_PLACE = re.compile(r"regulations/c(\d{3}a)/test_(?:s(\d+))?")
_SECTION = re.compile(r"s\d+_")
_ID = re.compile(r"\b\d{3}a\.\d{1,2}(?:\([A-Za-z0-9]{1,6}\))*")


def index(root: Path = ROOT) -> str:
    """The index as it should be written now."""
    clauses: dict[str, list[str]] = {}
    by_reading: dict[str, list[str]] = {}
    named = {one.id.replace("-", "_"): one.id for one in readings()}
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root).as_posix()
        for name, test, lists in _tests(path):
            address = f"{place}::{name}"
            for clause in _clauses(place, name, test, lists):
                clauses.setdefault(clause, []).append(address)
            for reading in _readings(name, named):
                by_reading.setdefault(reading, []).append(address)
    for clause, addresses in _procedural().items():
        clauses.setdefault(clause, []).extend(addresses)
    in_order = dict(sorted(clauses.items(), key=lambda one: Clause.parse(one[0]).order))
    found = {"clauses": in_order, "readings": dict(sorted(by_reading.items()))}
    return json.dumps(found, indent=1) + "\n"


def _procedural() -> dict[str, list[str]]:
    """The cases of the procedures that read their clauses from the games."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    from tests.regulations.test_procedural_clauses import cited_tests

    return {clause: addresses for clause, addresses in cited_tests().items() if is_known(clause)}


Lists = dict[str, ast.expr]
"""What a file gives a name to, such as the list of cases of a test."""


def _tests(path: Path) -> Iterator[tuple[str, ast.FunctionDef, Lists]]:
    """The tests of a file by name, with its class, and the lists of the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lists = {
        name.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for name in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(name, ast.Name)
    }
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        for one in inner:
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"):
                yield prefix + one.name, one, lists


def _clauses(place: str, name: str, test: ast.FunctionDef, lists: Lists) -> list[str]:
    found = _ID.findall(ast.get_docstring(test) or "")
    if place.startswith(("tests/regulations/", "tests/engine/")) and not place.endswith("test_register.py"):
        found += _asserted(test, lists)
    of = _PLACE.search(place)
    if of is not None:
        found = [*_named(of[1], of[2], name.rpartition("::")[2]), *found]
    return list(dict.fromkeys(id for id in found if is_known(id)))


def _asserted(test: ast.FunctionDef, lists: Lists) -> Iterator[str]:
    """The clauses that the answers of a test must name: in what it asserts, and in the cases it is given."""
    places: list[ast.AST] = [one for one in ast.walk(test) if isinstance(one, ast.Assert)]
    for given in test.decorator_list:
        places += [given, *_lists_of(given, lists)]
    for node in (inner for one in places for inner in ast.walk(one)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ID.fullmatch(node.value):
            yield node.value


def _lists_of(given: ast.AST, lists: Lists) -> list[ast.expr]:
    """The lists that something names, and those that they are made of in turn."""
    found: dict[str, ast.expr] = {}
    ahead = [given]
    while ahead:
        names = {one.id for one in ast.walk(ahead.pop()) if isinstance(one, ast.Name)}
        new = {name: lists[name] for name in names & set(lists) - set(found)}
        found |= new
        ahead += new.values()
    return list(found.values())


def _named(chapter: str, section: str | None, name: str) -> list[str]:
    """The clauses a test is named after, for each section it names; the section itself if it names no paragraph."""
    path, _, said = name.removeprefix("test_").partition("__")
    # The section of the file, unless the name begins with one of its own.
    paths = [(section, path)] if section is not None else []
    if said and _SECTION.match(path):
        paths = re.findall(r"s(\d+)_?((?:(?!s\d)[^_]+_?)*)", path)
    found: list[str] = []
    for number, steps in paths:
        of = f"{chapter}.{number}"
        found += _paragraphs(of, steps.strip("_").split("_")) if said else []
        if not found or not found[-1].startswith(f"{of}("):
            found.append(of)
    return found


def _paragraphs(section: str, steps: list[str]) -> list[str]:
    """Each step leads deeper, or beside the paragraph before it: ``b_6_i_ii`` is (b)(6)(i) and (ii), ``a_to_c`` three."""
    found: list[str] = []
    here, runs = Clause.parse(section), False
    for step in steps:
        if step == "to" and here.path:
            runs = True
            continue
        there = _led_to(here, step, beside=runs)
        if there is None:
            break
        if runs:
            found += [one.id for one in children(str(there.parent)) if here.order < one.clause.order < there.order]
        elif here.path and there.parent == here:
            # Only the last of the steps that lead deeper is named.
            found.pop()
        found.append(str(there))
        here, runs = there, False
    return found


def _led_to(here: Clause, step: str, *, beside: bool) -> Clause | None:
    """The known clause that a step leads to: under the last one, else beside it, else beside one above it."""
    above: Clause | None = here.parent if beside and here.path else here
    while above is not None and above.section is not None:
        try:
            there = Clause.parse(f"{above}({step})")
        except ClauseError:
            pass
        else:
            if is_known(str(there)):
                return there
        above = above.parent
    return None


def _readings(name: str, named: dict[str, str]) -> list[str]:
    # The longest id counts: 645a_bank_start is not also 645a_bank.
    found = [key for key in named if re.search(rf"(?<![a-z0-9]){key}(?![a-z0-9])", name)]
    return [named[key] for key in found if not any(key != other and key in other for other in found)]


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
    sys.stdout.write(f"{INDEX.relative_to(ROOT)} written\n")
