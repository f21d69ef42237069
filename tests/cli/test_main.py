"""The group of verbs: quick, complete, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import houseway as houseway_package
from houseway.cli import VERBS
from tests.cli.process import closed, houseway, process

_HEAVY = ("numpy", "numba", "fastapi", "sqlalchemy")


def test_help_names_every_verb() -> None:
    ran = houseway("--help")
    assert ran.code == 0
    assert all(f"  {verb}" in ran.out for verb in VERBS)


def test_the_package_runs_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "houseway", "games"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == houseway("games").out
    wrong = subprocess.run([sys.executable, "-m", "houseway", "bluff"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and wrong.stderr.startswith("Error: There is no verb ")


EXAMPLE = str(Path(houseway_package.__file__).parent / "chapters" / "c645a_pai_gow" / "example.toml")


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], (*_HEAVY, "pydantic", "rich", "msgspec")),
        (["games"], (*_HEAVY, "pydantic", "houseway.engine", "houseway.view", "houseway.rounds")),
        (["rules", "677a.12(c)"], (*_HEAVY, "pydantic", "houseway.engine", "houseway.view", "houseway.rounds")),
        (["rules", "--search", "ante"], (*_HEAVY, "pydantic", "houseway.engine", "houseway.view", "houseway.rounds")),
        # It says what the rules resolve to, so it builds the game.
        (["check", EXAMPLE], (*_HEAVY, "houseway.engine", "houseway.view.table", "houseway.rounds")),
        (["games", "pai-gow"], (*_HEAVY, "houseway.engine", "houseway.view", "houseway.rounds")),
    ],
)
def test_a_verb_imports_nothing_it_does_not_need(words: list[str], heavy: tuple[str, ...]) -> None:
    script = (
        "import sys\nfrom houseway.cli import main\n"
        f"try:\n    main({words!r})\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_help_has_an_example_and_speaks_to_people() -> None:
    for verb in ("", *VERBS):
        shown = houseway(*verb.split(), "--help").out
        assert f"Example: {' '.join(['houseway', *verb.split()])} " in shown
        assert (
            "INTEGER" not in shown
            and "x>=" not in shown
            and "None" not in shown
            and "..." not in shown.partition("\n")[2]
        )
        assert max(map(len, shown.splitlines())) <= 80


def test_every_verb_has_help() -> None:
    for verb in VERBS:
        ran = houseway(verb, "--help")
        assert ran.code == 0, ran.err
        assert ran.out.startswith(f"Usage: houseway {verb}")


def test_an_unknown_verb_gets_a_hint() -> None:
    ran = houseway("setle")
    assert ran.code == 2
    assert "Did you mean 'settle'?" in ran.err
    assert "Traceback" not in ran.err


def test_version() -> None:
    assert houseway("--version").out.startswith("houseway ")


@pytest.mark.parametrize(
    "words", [["games"], ["rules", "677a"], ["--help"], ["play", "pai-gow"], ["check", "--example", "pai-gow"]]
)
def test_output_that_cannot_be_written_is_one_sentence(words: list[str]) -> None:
    ran = closed(*words, stdout="/dev/full")
    assert ran.code == 1
    assert ran.err == "Error: The output cannot be written: no space left on device.\n"


def test_a_letter_that_the_output_lacks_stops_nothing() -> None:
    stated = '{"game": "\u00dcmit", "deck": "", "seats": {"1": {}}}'
    ran = process("settle", "-", stdin=stated, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 1
    assert ran.out.startswith("There is no game '?mit'.")
    assert ran.err == ""
