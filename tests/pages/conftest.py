"""A demo house, and browsers at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.browsing import Visit, launched
from tests.web.serving import Serving, serving


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
