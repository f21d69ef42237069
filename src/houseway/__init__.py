"""Pennsylvania's table-game rulebook made executable.

>>> import houseway
>>> houseway.settle({"game": "five-card-hi-lo", "deck": "Ah 9c Js 8d Td 7h 9s 6d 2c 5s",
...                  "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["play Js Td 9s / Ah 2c"]}}})["net"]
{'1': 2000}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.chapters.registry import check, games, load, open_table, resolve
    from houseway.driver.house import House
    from houseway.driver.sources import Seeded
    from houseway.engine.kernel import RefusedCommandError, Table, Viewer
    from houseway.engine.roles import Role
    from houseway.rounds import settle

# Imported when first used, so that starting the command line costs little.
_WHERE = {
    "House": "houseway.driver.house",
    "RefusedCommandError": "houseway.engine.kernel",
    "Role": "houseway.engine.roles",
    "Seeded": "houseway.driver.sources",
    "Table": "houseway.engine.kernel",
    "Viewer": "houseway.engine.kernel",
    "check": "houseway.chapters.registry",
    "games": "houseway.chapters.registry",
    "load": "houseway.chapters.registry",
    "open_table": "houseway.chapters.registry",
    "resolve": "houseway.chapters.registry",
    "settle": "houseway.rounds",
}

__all__ = [
    "House",
    "RefusedCommandError",
    "Role",
    "Seeded",
    "Table",
    "Viewer",
    "check",
    "games",
    "load",
    "open_table",
    "resolve",
    "settle",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)
