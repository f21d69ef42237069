"""645a.11(c): how the dealer's seven cards are set, by the house way that the Rules Submission names or states.

A house way is data: an ordered list of named rules, the first of which that applies sets the hand. See docs/house-ways.md.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from houseway.chapters.c645a_pai_gow.house_way.reading import HouseWayError, from_data
from houseway.chapters.c645a_pai_gow.house_way.way import HouseWay
from houseway.written import nearest

__all__ = ["HouseWay", "HouseWayError", "from_data", "named", "names"]

_FOLDER = files("houseway.chapters.c645a_pai_gow.house_way").joinpath("ways")


@cache
def names() -> tuple[str, ...]:
    """The house ways that come with the chapter."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in _FOLDER.iterdir() if one.name.endswith(".toml")))


@cache
def named(name: str) -> HouseWay:
    """A house way that comes with the chapter."""
    if name not in names():
        raise ValueError(f"There is no house way {name!r}{nearest(name, names())}; there are {', '.join(names())}.")
    return from_data(tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")))
