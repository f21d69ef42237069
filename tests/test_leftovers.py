"""A run fails if a test has left a thread or a process behind, and names the test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from tests.kit.leftovers import Leftovers

def pytest_configure(config):
    config.pluginmanager.register(Leftovers(ends_within=0))
"""
TIDY = """
import subprocess, sys, threading

def test_tidy():
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()
    subprocess.run([sys.executable, "-c", ""], check=True)
"""
THREAD = """
import threading

def test_thread():
    # The main thread ends the wait when the run is over.
    over = threading.main_thread().join
    threading.Thread(target=over, name="left").start()
"""
PROCESS = """
import subprocess, sys

def test_process():
    # It ends with its input, which closes when the run is over.
    subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
"""


@pytest.mark.parametrize(
    ("module", "left"),
    [(TIDY, ""), (THREAD, "thread left, since test_it.py::test_thread"), (PROCESS, "since test_it.py::test_process")],
    ids=["tidy", "thread", "process"],
)
def test_what_a_test_leaves_behind_fails_the_run(tmp_path: Path, module: str, left: str) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(module)
    root = Path(__file__).parents[1]
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            f"--rootdir={tmp_path}",
            tmp_path,
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode == 0) is (not left), ran.stdout
    assert ("has left something behind" in ran.stdout) is bool(left)
    assert left in ran.stdout
