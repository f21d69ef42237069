"""Which tests touch which functions of the source, and how long each takes: learned by running them once.

python -m tools.mutants.touched OUT TEST...     writes a line of JSON a test file to OUT
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from types import CodeType, FrameType

import msgspec
import pytest

QUICKLY = ("-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0")
"""Of the plugins only what the tests of the rules need, since each trial loads them anew; and the same examples each time."""


class TimedTest(msgspec.Struct, frozen=True):
    """A test that passes, with the seconds it worked and the functions it touches, by place in the list of its file."""

    id: str
    seconds: float
    touches: frozenset[int]


class FileOfTests(msgspec.Struct, frozen=True):
    """The tests of a file; ``functions`` are written ``path:qualified name``; ``failed`` pass not even unchanged."""

    path: str
    digest: str
    functions: tuple[str, ...]
    tests: tuple[TimedTest, ...]
    failed: tuple[str, ...] = ()


def read(lines: Iterable[bytes]) -> list[FileOfTests]:
    """What was written."""
    return [msgspec.json.decode(line, type=FileOfTests) for line in lines]


def digest_of(*files: Path) -> str:
    """What tells these files from others."""
    known = sha256()
    for file in files:
        known.update(sha256(file.read_bytes()).digest())
    return known.hexdigest()


def worked() -> float:
    """The seconds this process and what it started have worked: no more on a busy machine than on an idle one."""
    return time.process_time() + sum(os.times()[2:4])


def digest_with_tables(file: Path) -> str:
    """What tells a file of tests from another of its name, with the tables and records that lie beside it."""
    beside = (path for path in file.parent.rglob("*") if path.suffix in (".py", ".txt", ".toml", ".jsonl"))
    return digest_of(file, *sorted(path for path in beside if not path.name.startswith("test_")))


class _Watching:
    """A plugin of pytest: notes the functions of ``source`` that are entered while a test runs, or its file is read."""

    def __init__(self, source: Path, out: Path) -> None:
        self.source, self.out = f"{source}/", out
        self.entered: dict[int, CodeType] = {}
        self.elsewhere: dict[int, CodeType] = {}
        self.functions: dict[str, dict[str, int]] = {}
        self.tests: dict[str, list[TimedTest]] = {}
        self.failed: dict[str, list[str]] = {}
        self.at_reading: dict[str, frozenset[int]] = {}

    def _enter(self, frame: FrameType, *_: object) -> None:
        # By its place in memory: code is compared, and hashed, by all that it is made of, and this runs at every call.
        code = frame.f_code
        if (known := id(code)) in self.entered or known in self.elsewhere:
            return
        if not code.co_filename.startswith(self.source):
            self.elsewhere[known] = code
        elif not self._while_read(frame):
            self.entered[known] = code

    def _while_read(self, frame: FrameType | None) -> bool:
        """Whether a module of the source is being read: all that use it go by that, not the test that happens to come first."""
        while frame is not None:
            if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(self.source):
                return True
            frame = frame.f_back
        return False

    def _watch(self) -> None:
        self.entered = {}
        sys.settrace(self._enter)

    def _seen(self, file: str) -> frozenset[int]:
        sys.settrace(None)
        known = self.functions.setdefault(file, {})
        names = [f"{code.co_filename.removeprefix(self.source)}:{code.co_qualname}" for code in self.entered.values()]
        return frozenset([known.setdefault(name, len(known)) for name in names])

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        if not isinstance(collector, pytest.Module):
            return (yield)
        self._watch()
        try:
            return (yield)
        finally:
            self.at_reading[collector.nodeid] = self._seen(collector.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        file = item.nodeid.partition("::")[0]
        self._watch()
        begun = worked()
        try:
            return (yield)
        finally:
            seconds = worked() - begun
            touches = self._seen(file) | self.at_reading.get(file, frozenset())
            if item.nodeid not in self.failed.get(file, ()):
                self.tests.setdefault(file, []).append(TimedTest(item.nodeid, round(seconds, 4), touches))
            if nextitem is None or nextitem.nodeid.partition("::")[0] != file:
                self._write(file)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.setdefault(report.nodeid.partition("::")[0], []).append(report.nodeid)

    def _write(self, file: str) -> None:
        tests, failed = self.tests.pop(file, []), self.failed.pop(file, [])
        functions = tuple(self.functions.pop(file, {}))
        whole = FileOfTests(file, digest_with_tables(Path(file)), functions, tuple(tests), tuple(failed))
        with self.out.open("ab") as out:
            out.write(msgspec.json.encode(whole) + b"\n")


def main(out: str, *tests: str) -> int:
    """Run the tests and write what they touch."""
    source = Path("src/houseway").resolve()
    return pytest.main([*QUICKLY, *tests], plugins=[_Watching(source, Path(out))])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
