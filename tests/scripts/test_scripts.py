"""The scripts of the pages: their logic tested by Node's own test runner, without a browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src" / "houseway" / "web" / "pages" / "static"
OLDEST = 18
"""The oldest Node that has the test runner."""


def node(*words: str | Path) -> subprocess.CompletedProcess[str]:
    program = shutil.which("node")
    if program is None:
        pytest.skip(f"no Node.js on this machine: install version {OLDEST} or newer to test the scripts")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < OLDEST:
        pytest.skip(f"Node.js {version} has no test runner: install version {OLDEST} or newer")
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.mjs")), ids=lambda file: file.name.partition(".")[0])
def test_logic(file: Path):
    ran = node("--test", file)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_module_has_tests_of_its_own():
    modules = {file.stem for file in STATIC.glob("*.mjs")}
    assert modules == {file.name.removesuffix(".test.mjs") for file in HERE.glob("*.test.mjs")}
