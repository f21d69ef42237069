"""A demo house, and browsers at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from tests.kit.waiting import PATIENCE
from tests.pages.browsing import Visit, launched
from tests.web.serving import Serving, serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright, opened = launched()
    expect.set_options(timeout=PATIENCE * 1_000)
    yield opened
    opened.close()
    playwright.stop()


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A demo house with at most two computer players at a table; the cards are the same in every run of a test."""
    from houseway.web.pages import demo

    policy_of = demo.policy_of

    def with_few(game: str, *, staffed: bool = False) -> Any:
        posted = policy_of(game, staffed=staffed)
        return msgspec.structs.replace(posted, computers=min(posted.computers, 2))

    monkeypatch.setattr(demo, "policy_of", with_few)
    with serving(str(tmp_path / "house.db"), demo=True, seed=request.node.name) as opened:
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
