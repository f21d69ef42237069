"""A check at the end of a run that no test has left a thread or a process behind.

Threads that do not keep the interpreter from ending are left alone. Each leftover is named with the test that ran when it was first seen.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

KEY = "leftovers"
KEPT = ("houseway.web.check_process", "multiprocessing.resource_tracker", "multiprocessing.forkserver")
"""Processes that are started once for an interpreter and end with it."""


def find_leftovers() -> list[str]:
    """Return what runs beside the main thread: threads that would keep the interpreter from ending, and child processes."""
    threads = [
        f"thread {thread.name}"
        for thread in threading.enumerate()
        if thread is not threading.main_thread() and not thread.daemon
    ]
    return threads + [f"process {id} {name}" for id, name in _children().items()]


def _children() -> dict[str, str]:
    """Return the child processes that have not ended, where the system tells them."""
    names: dict[str, str] = {}
    for task in Path("/proc/self/task").glob("*/children"):
        for id in task.read_text().split():
            try:
                state = (Path("/proc") / id / "stat").read_text()
                words = (Path("/proc") / id / "cmdline").read_text().replace("\0", " ").strip()
            except OSError:
                continue
            if state.rpartition(")")[2].split()[0] != "Z" and not any(name in words for name in KEPT):
                names[id] = words[:120]
    return names


class Leftovers:
    """The plugin. Workers of pytest-xdist tell the run that started them what they have left.

    ``ends_within``: seconds in which a thread or process that was told to stop must have ended.
    """

    def __init__(self, ends_within: float = 60) -> None:
        self.ends_within = ends_within
        self.first_seen: dict[str, str] = {}
        self.found: list[str] = []

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        for name in find_leftovers():
            self.first_seen.setdefault(name, nodeid)

    def pytest_sessionstart(self) -> None:
        for name in find_leftovers():
            self.first_seen[name] = ""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # What was there before the first test is not of the tests, nor are the workers.
        of_workers = session.config.pluginmanager.hasplugin("dsession")
        left = [] if of_workers else self._still_there()
        self.found += [f"{name}, since {self.first_seen.get(name, 'the end of the run')}" for name in left]
        output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[KEY] = self.found
        elif self.found and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _still_there(self) -> list[str]:
        """Return what is there after the time that something stopped needs to end on a busy machine."""
        end = time.monotonic() + self.ends_within
        while True:
            left = [name for name in find_leftovers() if self.first_seen.get(name) != ""]
            if not left or time.monotonic() > end:
                return left
            time.sleep(0.1)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.found += getattr(node, "workeroutput", {}).get(KEY, [])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name in self.found:
            terminalreporter.write_line(f"A test has left something behind: {name}", red=True)
