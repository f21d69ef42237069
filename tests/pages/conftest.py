"""A demo house, and browsers at it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser

from tests.pages.browsing import Visit, launched
from tests.web.serving import Serving, serving

AT_ONCE = "test_leaks.py"
"""A card that was seen and may not be is wrong the first time."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Function, nextitem: pytest.Item | None) -> bool | None:
    """What fails is tried once more, and the summary says so: cards nobody chose are dealt at these tables, by a clock, on a machine
    that has other things to do. A fault of the page fails twice; what a viewer may not see fails at once.
    """
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = [one for one in reports if one.failed]
    if failed and item.path.name != AT_ONCE:
        with warnings.catch_warnings():
            # It is told, and nothing else: elsewhere a warning is a failure.
            warnings.simplefilter("always")
            item.warn(pytest.PytestWarning(f"failed, and tried once more: {failed[0].longreprtext[-600:]}"))
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright, opened = launched()
    yield opened
    opened.close()
    playwright.stop()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A demo house whose tables deal without delay."""
    from houseway.web.pages import demo

    policy_of = demo.policy_of

    def quick(game: str, *, staffed: bool = False) -> Any:
        import msgspec

        posted = policy_of(game, staffed=staffed)
        return msgspec.structs.replace(posted, pace=40, computers=min(posted.computers, 2))

    monkeypatch.setattr(demo, "policy_of", quick)
    with serving(str(tmp_path / "house.db"), demo=True) as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, house: Serving) -> Iterator[Callable[..., Visit]]:
    """Somebody comes to the house; whoever came leaves at the end, and no page may have failed."""
    visits: list[Visit] = []

    def come(person: str = "Guest", **options: Any) -> Visit:
        visits.append(Visit(browser, house, person, **options))
        return visits[-1]

    yield come
    for one in visits:
        one.closes()
    failed = [error for one in visits for error in one.errors if "404" not in error]
    assert not failed, failed
