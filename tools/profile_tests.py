"""Pytest plugin: print which folders, modules, fixtures and tests take the time of a run.

    .venv/bin/pytest -p tools.profile_tests -n 2

Seconds are those of a clock on the wall, so other work on the machine adds to them. The processor column counts the worker with its browser, its
database and every command, in hundredths of a second, and is the one to compare. It needs Linux.
"""

import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path, PurePosixPath

import pytest

LONGEST = 40
LEAST = 0.1  # seconds: a parameter of a test is a fixture too, and takes no time
PROCESSOR = "processor"
FIXTURE = "fixture "


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--longest", type=int, default=LONGEST, help="how many modules, fixtures and tests the profile lists"
    )


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(request: pytest.FixtureRequest) -> Generator[None, object, object]:
    begun = time.perf_counter()
    try:
        return (yield)
    finally:
        item = request._pyfuncitem
        item.user_properties.append((FIXTURE + request.fixturename, time.perf_counter() - begun))  # type: ignore[arg-type]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[_BEGUN] = _processor_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "teardown":
        report.user_properties = [*item.user_properties, (PROCESSOR, _processor_seconds() - item.stash[_BEGUN])]
    return report


_BEGUN = pytest.StashKey[float]()


class Profile:
    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.tests: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.fixtures: dict[str, list[float]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = self.tests[report.nodeid]
        spent[report.when] += report.duration
        if report.when == "teardown":
            for name, seconds in report.user_properties:
                if name == PROCESSOR:
                    spent[PROCESSOR] += seconds
                elif name.startswith(FIXTURE):
                    self.fixtures[name.removeprefix(FIXTURE)].append(seconds)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for title, name_of, count in (
            ("folder", _folder, 100),
            ("module", _module, self.longest),
            ("test", str, self.longest),
        ):
            terminalreporter.section(f"time by {title}")
            terminalreporter.write_line(f"| {title} | tests | setup | call | teardown | total | processor |")
            terminalreporter.write_line("|---|---|---|---|---|---|---|")
            for row in self._rows(name_of)[:count]:
                terminalreporter.write_line(row)
        terminalreporter.section("time by fixture")
        terminalreporter.write_line("| fixture | set up | total | longest |")
        terminalreporter.write_line("|---|---|---|---|")
        for name, times in sorted(self.fixtures.items(), key=lambda pair: -sum(pair[1]))[: self.longest]:
            if sum(times) < LEAST:
                break
            terminalreporter.write_line(f"| {name} | {len(times)} | {sum(times):.1f} | {max(times):.1f} |")

    def _rows(self, name_of: "type[str] | object") -> list[str]:
        sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for nodeid, spent in self.tests.items():
            row = sums[name_of(nodeid)]  # type: ignore[operator]
            row["tests"] += 1
            for when, seconds in spent.items():
                row[when] += seconds

        def total(row: dict[str, float]) -> float:
            return row["setup"] + row["call"] + row["teardown"]

        return [
            f"| {name} | {row['tests']:.0f} | {row['setup']:.1f} | {row['call']:.1f} | {row['teardown']:.1f} | {total(row):.1f} | {row[PROCESSOR]:.1f} |"
            for name, row in sorted(sums.items(), key=lambda pair: -pair[1][PROCESSOR])
        ]


def _processor_seconds() -> float:
    """Return the seconds that this process and everything it started have spent on a processor."""
    children: dict[int, list[int]] = defaultdict(list)
    ticks: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name of a program stands in parentheses and may have spaces.
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        number = int(status.parent.name)
        children[int(fields[1])].append(number)
        ticks[number] = sum(int(field) for field in fields[11:15])
    spent, waiting = 0, [os.getpid()]
    while waiting:
        number = waiting.pop()
        spent += ticks.get(number, 0)
        waiting += children[number]
    return spent / os.sysconf("SC_CLK_TCK")


def _module(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _folder(nodeid: str) -> str:
    parts = PurePosixPath(_module(nodeid)).parts
    return "/".join(parts[:2]) if parts[0] == "tests" and len(parts) > 2 else parts[0]


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Profile(config.getoption("--longest")))
