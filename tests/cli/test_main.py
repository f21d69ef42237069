"""The group of verbs: quick, complete, and never a traceback."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from houseway.cli import VERBS
from tests.cli.process import closed, houseway

_HEAVY = ("numpy", "numba", "fastapi", "sqlalchemy", "pydantic", "rich", "msgspec")


def test_help_names_every_verb() -> None:
    ran = houseway("--help")
    assert ran.code == 0
    assert all(f"  {verb}" in ran.out for verb in VERBS)


def test_help_is_quick() -> None:
    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert houseway("--help").code == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

    # Time of the processor and the best of several, so that a busy machine does not decide.
    assert min(seconds() for _ in range(5)) < 0.2


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom houseway.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {_HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


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
    stated = '{"game": "\u00dcmit", "deck": "", "seats": {"1": {"player": "\\ud800"}}}'
    ran = houseway("settle", "-", stdin=stated, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.code == 1
    assert ran.out.startswith("There is no game '?mit'.")
    assert ran.err == ""
