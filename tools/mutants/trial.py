"""A change is tried in a copy of the project: the tests that could notice it run, the fastest first, until one does."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tools.mutants.changes import Change
from tools.mutants.forked import UNSURE, WAITING, Request
from tools.mutants.touched import QUICKLY, FileOfTests, TimedTest

PARTS = (
    "src",
    "tests",
    "tools",
    "docs",
    "benchmarks",
    "conftest.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "Makefile",
)
SOURCE = "src/houseway"
PATIENCE = 60.0
"""The seconds a run may work beyond twice what its tests did unchanged, while they were watched."""
FEW = 5
BATCHES = (4.0, 40.0)
"""The seconds of tests in the first runs; what is left is the last one."""
LONG = 1.0
LOOKING = 12
"""A test that touches no more functions than this looks at what was made when modules were read."""
OWN, BROADER = 30.0, 15.0
"""The seconds of tests that touch the function of a change, and of those that touch no more than its module or folder."""
_NO_SUCH_TEST = 4
"""As pytest ends if a test it was given is not there, such as one named by a value that was changed."""
_NOTICED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Outcome(msgspec.Struct, frozen=True):
    """What became of a change: by which test it was noticed, if any, and after how many seconds."""

    change: str
    noticed_by: str
    seconds: float


class Touching:
    """The tests by the functions they touch; those that touch none may do so in a process of their own."""

    def __init__(self, files: Iterable[FileOfTests]) -> None:
        self._by_function: dict[str, dict[str, TimedTest]] = defaultdict(dict)
        self._elsewhere: list[TimedTest] = []
        self.files: list[str] = []
        self._all = list(files)
        for file in self._all:
            self.files.append(file.path)
            self._elsewhere += [test for test in file.tests if len(test.touches) <= LOOKING]
            for test in file.tests:
                for place in test.touches:
                    self._by_function[file.functions[place]][test.id] = test

    def without(self, ids: Collection[str]) -> Touching:
        """Without these tests."""
        kept = [replace(one, tests=tuple([test for test in one.tests if test.id not in ids])) for one in self._all]
        return Touching(kept)

    @property
    def tests(self) -> list[TimedTest]:
        """Every test."""
        return [test for one in self._all for test in one.tests]

    def tests_for(self, change: Change) -> list[TimedTest]:
        """Those that touch its function, then some that touch its module: what was kept from before shows there alone."""
        own = self._touching(f"{change.path}:{change.function}") if change.function else []
        # What a module says once, or works out when it is read, all that use its neighbours may go by.
        near = change.path if own else f"{change.path.rpartition('/')[0]}/"
        known = {test.id for test in own}
        broader = [test for test in self._touching(near, beginning=True) if test.id not in known]
        # A test that only looks at what modules say touches next to nothing.
        known |= {test.id for test in broader}
        broader += [test for test in self._elsewhere if test.id not in known]
        broader = sorted(broader, key=lambda test: test.seconds)
        return [*_within(own, OWN), *_within(broader, BROADER if own else OWN)]

    def _touching(self, name: str, *, beginning: bool = False) -> list[TimedTest]:
        names = [one for one in self._by_function if one.startswith(name)] if beginning else [name]
        found = {test.id: test for one in names for test in self._by_function.get(one, {}).values()}
        return sorted(found.values(), key=lambda test: (test.seconds, test.id))


def _within(tests: Iterable[TimedTest], seconds: float) -> Iterator[TimedTest]:
    for test in tests:
        seconds -= test.seconds
        if seconds < 0:
            return
        yield test


def batches(tests: Sequence[TimedTest]) -> Iterator[list[TimedTest]]:
    """The tests in the order given, in runs that grow; the first keeps to few files, since reading one takes a while too."""
    files = [file for file, _ in Counter(map(_file, tests)).most_common(FEW)]
    left = [test for test in tests if _file(test) in files]
    left += [test for test in tests if _file(test) not in files]
    for seconds in BATCHES:
        now = list(_within(left, seconds))
        left = left[len(now) :]
        if now:
            yield now
    if left:
        yield left


def _file(test: TimedTest) -> str:
    return test.id.partition("::")[0]


@dataclass(slots=True)
class Copy:
    """A copy of the project in a folder of its own; nothing is ever changed but there."""

    root: Path
    _running: subprocess.Popen[str] | None = field(default=None, init=False)
    _server: Server | None = field(default=None, init=False)
    _stopped: bool = field(default=False, init=False)

    @classmethod
    def of(cls, project: Path, root: Path) -> Copy:
        """Copy what the tests need."""
        root.mkdir(parents=True, exist_ok=True)
        for part in PARTS:
            if (project / part).is_dir():
                shutil.copytree(project / part, root / part)
            elif (project / part).exists():
                shutil.copy2(project / part, root / part)
        return cls(root)

    def tried(self, change: Change, touching: Touching) -> Outcome:
        """Make the change, run the tests, and undo it; where that can be, first in a process that has read the tests."""
        begun = time.monotonic()
        path = self.root / SOURCE / change.path
        source, kept = path.read_bytes(), path.stat()
        noticed = self._in_a_child(change, source, touching) if change.function else UNSURE
        if noticed != UNSURE:
            return Outcome(str(change), noticed, round(time.monotonic() - begun, 1))
        path.write_bytes(change.applied(source))
        # What was compiled before is known by its second and size, which a small change may leave as they are.
        os.utime(path, (kept.st_atime, kept.st_mtime + 10_000))
        try:
            found = (self._noticed(batch) for batch in batches(touching.tests_for(change)))
            noticed = next((one for one in found if one), "")
        finally:
            path.write_bytes(source)
            os.utime(path, (kept.st_atime, kept.st_mtime))
        return Outcome(str(change), noticed, round(time.monotonic() - begun, 1))

    def failing(self, touching: Touching) -> list[str]:
        """The tests that fail though nothing is changed: what they are about has changed since they were watched."""
        self._server = self._server or Server(self.root, self._surroundings(), touching.files)
        # One that takes long is seldom among those that are tried.
        return self._server.failing([test for test in touching.tests if test.seconds < LONG])

    def _in_a_child(self, change: Change, source: bytes, touching: Touching) -> str:
        if self._server is None:
            self._server = Server(self.root, self._surroundings(), touching.files)
        tests = touching.tests_for(change)
        return self._server.noticed(f"{SOURCE}/{change.path}", change.applied(source).decode(), tests)

    def _noticed(self, tests: Sequence[TimedTest]) -> str:
        """The first of these tests that fails, or ``""``."""
        limit = limit_of(tests)
        ended, said = self.run(["-x", "-rfE", *[test.id for test in tests]], limit)
        if ended == _NO_SUCH_TEST:
            files = dict.fromkeys(map(_file, tests))
            ended, said = self.run(["-x", "-rfE", *files], limit)
        if ended == 0:
            return ""
        if ended is None:
            return f"no end within {limit:.0f} s"
        named = _NOTICED.search(said)
        return named[1] if named else f"pytest ended with {ended}"

    def run(self, arguments: Sequence[str], limit: float | None = None) -> tuple[int | None, str]:
        """Run pytest in the copy; without an exit status if it had to be stopped."""
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--tb=no", *QUICKLY]
        return self.start([*command, *arguments], limit, PYTHONDONTWRITEBYTECODE="1")

    def start(self, command: Sequence[str], limit: float | None = None, **more: str) -> tuple[int | None, str]:
        """Run a command in the copy, and all it starts in turn no longer than it; none any more once it was stopped."""
        if self._stopped:
            return 1, ""
        if limit is not None:
            command = ["/bin/sh", "-c", 'ulimit -S -t "$0" && exec "$@"', f"{limit:.0f}", *command]
        self._running = subprocess.Popen(
            command, cwd=self.root, env={**self._surroundings(), **more}, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = self._running.communicate(timeout=None if limit is None else WAITING * limit)
        except subprocess.TimeoutExpired:
            os.killpg(self._running.pid, signal.SIGKILL)
            self._running.communicate()
            return None, ""
        return None if self._running.returncode == -signal.SIGXCPU else self._running.returncode, said

    def _surroundings(self) -> dict[str, str]:
        path = os.pathsep.join([str(self.root / "src"), str(self.root)])
        return {**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def stop(self) -> None:
        """End what runs, for good."""
        self._stopped = True
        if self._running is not None and self._running.poll() is None:
            os.killpg(self._running.pid, signal.SIGKILL)
        if self._server is not None:
            self._server.stop()
            self._server = None


def limit_of(tests: Iterable[TimedTest]) -> float:
    """The seconds that a run of these tests may work before it counts as one without an end."""
    return PATIENCE + 2 * sum(test.seconds for test in tests)


class Server:
    """A process that has read the tests of a copy and tries changes to functions in children of its own."""

    def __init__(self, root: Path, surroundings: Mapping[str, str], files: Iterable[str]) -> None:
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        command = [sys.executable, "-m", "tools.mutants.forked", str(requests), str(answers), *files]
        self._process = subprocess.Popen(
            command, cwd=root, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
            start_new_session=True, pass_fds=(requests, answers),
        )  # fmt: skip
        os.close(requests)
        os.close(answers)
        self._heard = os.fdopen(self._answers, "rb")

    def noticed(self, path: str, text: str, tests: Sequence[TimedTest]) -> str:
        """The test that noticed the changed text of a file, ``""`` if none did, or `UNSURE`."""
        answer = self._asked(Request(path, text, tuple([test.id for test in tests]), limit_of(tests)))
        return msgspec.json.decode(answer, type=str) if answer else UNSURE

    def _asked(self, request: Request) -> bytes:
        said = msgspec.json.encode(request) + b"\n"
        while said:
            said = said[os.write(self._requests, said) :]
        return self._heard.readline()

    def failing(self, tests: Sequence[TimedTest]) -> list[str]:
        """Those of the tests that fail unchanged."""
        answer = self._asked(Request("", "", tuple([test.id for test in tests]), 20 * limit_of(tests)))
        return msgspec.json.decode(msgspec.json.decode(answer, type=str), type=list[str]) if answer else []

    def stop(self) -> None:
        """End it."""
        os.close(self._requests)
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._heard.close()
