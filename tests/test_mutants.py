"""The search for what the tests do not notice, itself tested: on a project of one rule and two tests."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from rich.progress import Progress

from tools.mutants import trial
from tools.mutants.changes import Change, changes_in, sample
from tools.mutants.run import argued, learn_touching, noticing_files, report, rule_files, try_all, without_line
from tools.mutants.touched import digest_of
from tools.mutants.trial import Copy, Outcome

ROOT = Path(__file__).resolve().parents[1]

CHANGED: tuple[tuple[str, str, list[str]], ...] = (
    ("comparison", "x = a < b <= c", ["(a <= b <= c)", "(a < b < c)"]),
    ("comparison", "x = a not in b", ["(a in b)"]),
    ("connective", "x = a and not b", ["(a or not b)", "(b)"]),
    ("arithmetic", "x = a + b * 1", ["(a - b * 1)", "(b + 1)"]),
    ("arithmetic", "x = (*a, b) + (c,)", []),
    ("number", "x = 1_000", ["1001", "999"]),
    ("truth", "x = f(a=True)", ["False"]),
    ("clause", "x = ('677a.7(d)(1)', '677a.7(d)', '677a.7', 'no clause')", ["'677a.7(d)(2)'", "'677a.7(e)'", "'677a.8'"]),
    ("member", "x = Role.DEALER, Role.FLOOR", ["Role.FLOOR", "Role.DEALER"]),
    ("order", "x = sorted(a, key=b), max(c)", ["list(a)", "(min(c))"]),
    ("guard", "def f(a):\n    if a:\n        raise refuse()\n    if a:\n        b()\n", ["False"]),
    ("statement", "def f(a):\n    '''Says.'''\n    a.emit(b)\n    a.c = b\n    a += 1\n", ["pass", "pass", "pass"]),
    ("answer", "def f() -> bool:\n    return a\ndef g() -> Cents:\n    return a\n", ["(not a)", "(a) + 1"]),
    ("answer", "def f() -> tuple[int, ...]:\n    return a\ndef g() -> X | None:\n    return a\n", ["()", "None"]),
    ("number", "@d(1)\nclass A(B, tag=2):\n    x: Literal[3]\n    y = f'{4}'\n    z: int = 5\n", ["6", "4"]),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "source", "texts"), CHANGED)
def test_what_is_changed(kind: str, source: str, texts: list[str]) -> None:
    found = changes_in("a.py", source.encode(), {"Role": ("DEALER", "FLOOR")})
    assert [change.text for change in found if change.kind == kind] == texts


def test_a_change_is_made_where_it_was_found_also_behind_letters_of_two_bytes() -> None:
    source = "s = '♠', 3\n".encode()
    (up, _) = changes_in("a.py", source, {})
    assert up.applied(source).decode() == "s = '♠', 4\n"
    assert str(up) == "a.py:1 number: 3 -> 4"


def test_a_sample_is_known_by_its_seed_and_takes_every_kind_alike() -> None:
    source, paths = ROOT / trial.SOURCE, rule_files(ROOT)[::5]
    drawn = sample(source, paths, seed=1, count=22)
    assert drawn == sample(source, paths, seed=1, count=22) != sample(source, paths, seed=2, count=22)
    assert sorted(change.kind for change in drawn) == sorted(2 * list(dict.fromkeys(change.kind for change in drawn)))
    for change in drawn:
        text = (source / change.path).read_bytes()
        compile(change.applied(text), change.path, "exec")
        assert change.applied(text) != text


def test_what_is_tried_and_what_may_notice_are_there() -> None:
    paths = rule_files(ROOT)
    assert {"engine/kernel.py", "chapters/c637a_poker/pots.py", "money.py"} <= set(paths)
    assert not [path for path in paths if "kernels" in path or "strategy" in path]
    assert "tests/engine/test_kernel.py" in noticing_files(ROOT)
    assert "tests/regulations/test_register.py" not in noticing_files(ROOT)


RULE = """
def least(cents):
    if cents < 500:
        return 500
    return cents

def half(cents):
    return cents // 2 if cents > 0 else 0

def _doubled(cents):
    return cents if cents < 0 else 2 * cents

DOUBLED = [_doubled(cents) for cents in range(3)]
"""
NOTICES = """
def test_a_first_one_that_reads_the_rules():
    import houseway.engine.toy

def test_doubled():
    from houseway.engine.toy import DOUBLED

    assert DOUBLED == [0, 2, 4]

from importlib import import_module

def half(cents):
    return import_module("houseway.engine.toy").half(cents)

def least(cents):
    return import_module("houseway.engine.toy").least(cents)

def test_least():
    assert least(100) == least(500) == 500
    assert least(700) == 700

def test_half():
    assert half(10) == 5
    assert half(-3) == 0
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for name in ("src/houseway/engine", "tests/engine", "tools"):
        (root / name).mkdir(parents=True)
    for name in ("src/houseway", "src/houseway/engine"):
        (root / name / "__init__.py").touch()
    (root / "src/houseway/engine/toy.py").write_text(RULE)
    (root / "tests/engine/test_toy.py").write_text(NOTICES)
    shutil.copytree(ROOT / "tools" / "mutants", root / "tools" / "mutants")
    return root


def test_every_change_to_a_rule_is_tried_in_a_copy(project: Path, tmp_path: Path) -> None:
    before = digest_of(*sorted(project.rglob("*.py")))
    every = sample(project / trial.SOURCE, rule_files(project), seed=1, count=100)
    changes = [change for change in every if change.kind in ("comparison", "guard")]
    with Progress(disable=True) as bar:
        copies = [Copy.of(project, tmp_path / "copy")]
        touching = learn_touching(project, tmp_path / "touched", copies, bar)
        of_least = next(change for change in changes if change.function == "least")
        assert next(test.id for test in touching.tests_for(of_least)) == "tests/engine/test_toy.py::test_least"
        read_once = next(change for change in every if change.function == "_doubled" and change.text == "3")
        assert "test_doubled" in {test.id.rpartition("::")[2] for test in touching.tests_for(read_once)}
        outcomes = list(try_all(changes, touching, tmp_path / "kept", copies, bar))
        copies[0].stop()
        again = list(try_all(changes, touching, tmp_path / "kept", copies, bar))
    assert again == outcomes, "what is known is not tried again"
    assert digest_of(*sorted(project.rglob("*.py"))) == before
    assert {without_line(one.change): one.noticed_by.rpartition("::")[2] for one in outcomes} == {
        "engine/toy.py comparison: cents < 500 -> (cents <= 500)": "",
        "engine/toy.py comparison: cents > 0 -> (cents >= 0)": "",
        "engine/toy.py comparison: cents < 0 -> (cents <= 0)": "",
        "engine/toy.py guard: cents < 500 -> False": "test_least",
    }


def test_what_does_not_end_is_stopped(tmp_path: Path) -> None:
    assert Copy(tmp_path).start([sys.executable, "-c", "while True: pass"], 0.2) == (None, "")


def test_a_survivor_is_argued_under_its_change_wherever_its_line_has_moved() -> None:
    page = "| change | why |\n|---|---|\n| `a.py connective: x or y -> (x and y)` | both are always there |\n"
    said, left = report(
        [
            Outcome("a.py:7 connective: x or y -> (x and y)", "", 1.0),
            Outcome("a.py:8 number: 1 -> 2", "", 1.0),
            Outcome("a.py:9 number: 1 -> 2", "tests/test_a.py::test_one", 1.0),
        ],
        3,
        argued(page),
    )
    assert left == 1
    assert "3 of 3 changes tried, 1 noticed, 2 not" in said
    assert "argued: both are always there" in said


def test_a_pipe_is_written_as_in_a_table() -> None:
    page = r"| `a.py arithmetic: x \| y -> (x)` | why |"
    assert argued(page) == {"a.py arithmetic: x | y -> (x)": "why"}
    assert without_line(str(Change("a.py", 3, 0, 1, "2", "number", "", "1"))) == "a.py number: 1 -> 2"
