"""Every run of the tests: its order, which a seed decides, and the one cache that its workers share."""

import gc
import random
from collections.abc import Generator, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from tests.kit.leftovers import Leftovers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--order", type=int, help="run in the order of an earlier run: the seed that it printed")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed of the run, by which Hypothesis draws its examples too unless it has a seed of its own."""
    if hasattr(config, "workerinput"):
        config.option.order = config.workerinput["order"]
    elif config.option.order is None:
        config.option.order = random.SystemRandom().randrange(1_000_000)
    if getattr(config.option, "hypothesis_seed", "") is None:
        config.option.hypothesis_seed = config.option.order
    config.pluginmanager.register(Leftovers())


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give a worker of pytest-xdist the seed of the run."""
    node.workerinput["order"] = node.config.option.order


def pytest_report_header(config: pytest.Config) -> str:
    return f"order of the tests: --order {config.option.order}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    # A quiet run has no header.
    if terminalreporter.verbosity < 0:
        terminalreporter.write_line(pytest_report_header(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from the tests themselves: there are thousands, and none of them goes before the run ends."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Import a module to look for examples in its docstrings only if its text has one."""
    collectors = yield
    if file_path.suffix != ".py" or ">>> " in file_path.read_text(encoding="utf-8"):
        return collectors
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the modules, and the tests in each: tests of one module stay together, so that its fixtures are made once."""
    chance = random.Random(config.option.order)
    modules = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    chance.shuffle(modules)
    for tests in modules:
        chance.shuffle(tests)
    items[:] = [test for tests in modules for test in tests]


@pytest.fixture(scope="session", autouse=True)
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is counted once is kept for all the tests of a run, and nothing is taken from the user's own cache."""
    with pytest.MonkeyPatch.context() as patch:
        base = tmp_path_factory.getbasetemp()
        # Workers of one run have folders side by side and share what lies above them.
        # Sheets that came with the program would stand for what a test wants computed.
        patch.setenv("HOUSEWAY_SHIPPED", "0")
        patch.setenv("HOUSEWAY_CACHE", str((base.parent if base.name.startswith("popen") else base) / "lab-cache"))
        yield


@pytest.fixture(autouse=True)
def keys_of_this_test(request: pytest.FixtureRequest) -> None:
    """The keys of a house on PostgreSQL are kept in the working folder unless said."""
    # Thousands of tests need no folder: none is made for them.
    if "postgresql" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
        request.getfixturevalue("monkeypatch").setenv("HOUSEWAY_KEY_FILE", str(folder / "house.keys"))
