"""A demo house, and browsers at it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from houseway.store.database import open_database
from houseway.store.record import Record
from houseway.web.accounts import People
from houseway.web.app import create_app
from houseway.web.pages import demo
from tests.kit.clock import ManualClock
from tests.kit.waiting import PATIENCE
from tests.pages.browsing import Visit, launched
from tests.web.serving import QUICK, Serving, serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright, opened = launched()
    expect.set_options(timeout=PATIENCE * 1_000)
    yield opened
    opened.close()
    playwright.stop()


@pytest.fixture
def few_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most two computer players at a table of a demo house."""
    _set_few_computers(monkeypatch)


def _set_few_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    policy_of = demo.policy_of

    def with_few(game: str, *, staffed: bool = False) -> Any:
        posted = policy_of(game, staffed=staffed)
        return msgspec.structs.replace(posted, computers=min(posted.computers, 2))

    monkeypatch.setattr(demo, "policy_of", with_few)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo house before its first opening, which each test has a copy of."""
    folder = tmp_path_factory.mktemp("furnished")
    with pytest.MonkeyPatch.context() as patch:
        _set_few_computers(patch)
        record = Record(open_database(folder / "house.db"), ManualClock())
        create_app(record, people=People(record, hasher=QUICK), demo=True)
        record.close()
    return folder


@pytest.fixture
def house(request: pytest.FixtureRequest, furnished: Path, tmp_path: Path, few_computers: None) -> Iterator[Serving]:
    """A demo house; the cards are the same in every run of a test."""
    shutil.copytree(furnished, tmp_path / "house")
    with serving(str(tmp_path / "house" / "house.db"), demo=True, seed=request.node.name) as opened:
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
