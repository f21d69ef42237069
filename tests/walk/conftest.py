"""Walks through the pages of houses that are made for one test each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.walk.house_copy import House
from tests.walk.walk import Walk, open_walk

OpenWalk = Callable[..., Walk]


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with its people and no table, which the others are copied from."""
    file = tmp_path_factory.mktemp("walk") / "house.db"
    house = House(file)
    house.add_people()
    house.close()
    return file


@pytest.fixture
def opened(template: Path, tmp_path: Path) -> Iterator[OpenWalk]:
    """Opens a table at which the players sit."""
    walks: list[Walk] = []

    def open_one(game: str, *, staffed: bool, seed: int = 1, all_live: bool = False) -> Walk:
        file = tmp_path / f"{len(walks)}.db"
        walks.append(open_walk(template, file, game, staffed=staffed, seed=seed, all_live=all_live))
        return walks[-1]

    yield open_one
    for walk in walks:
        walk.house.close()
