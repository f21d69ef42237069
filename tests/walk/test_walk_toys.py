"""A chapter without a layout is played through the same pages: table, dealer, floor, surveillance, plain and replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.web.check_process import WorkBench
from tests.kit.toy_chapters import HIGH_CARD, added_chapter
from tests.walk.conftest import OpenWalk


@pytest.fixture(autouse=True)
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def run_here(self: WorkBench, person: str, work: Callable[..., Any], *given: Any) -> Any:
        # A process of its own would not know the chapter that exists only in this test.
        return work(*given)

    monkeypatch.setattr(WorkBench, "run", run_here)
    with added_chapter(tmp_path, monkeypatch, "c999a_high_card", HIGH_CARD):
        yield


@pytest.mark.parametrize("staffed", [False, True], ids=["dealt by the system", "staffed"])
def test_three_rounds_of_a_toy_chapter_through_the_pages(opened: OpenWalk, staffed: bool):
    walk = opened("high-card", staffed=staffed)
    for _ in walk.play(3):
        walk.check_pages()
    assert walk.rounds_over >= 3
