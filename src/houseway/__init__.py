"""Pennsylvania's table-game rulebook made executable.

>>> import houseway
>>> houseway.settle({"game": "five-card-hi-lo", "deck": "Ah 9c Js 8d Td 7h 9s 6d 2c 5s",
...                  "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["play Js Td 9s / Ah 2c"]}}})["net"]
{'1': 2000}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway import cards, encoding
    from houseway.chapters.registry import check, games, load, open_table, resolve
    from houseway.driver.house import House
    from houseway.driver.sources import Seeded
    from houseway.engine.kernel import RefusedCommandError, Table, Viewer
    from houseway.engine.refusal import Refusal
    from houseway.engine.roles import Role
    from houseway.rounds import settle

__all__ = [
    "House",
    "Refusal",
    "RefusedCommandError",
    "Role",
    "Seeded",
    "Table",
    "Viewer",
    "cards",
    "check",
    "encoding",
    "games",
    "load",
    "open_table",
    "resolve",
    "settle",
]

# Imported when first used, so that starting the command line costs little; a module's name stands for the module.
_WHERE = {
    "House": "houseway.driver.house",
    "Refusal": "houseway.engine.refusal",
    "RefusedCommandError": "houseway.engine.kernel",
    "Role": "houseway.engine.roles",
    "Seeded": "houseway.driver.sources",
    "Table": "houseway.engine.kernel",
    "Viewer": "houseway.engine.kernel",
    "cards": "houseway.cards",
    "check": "houseway.chapters.registry",
    "encoding": "houseway.encoding",
    "games": "houseway.chapters.registry",
    "load": "houseway.chapters.registry",
    "open_table": "houseway.chapters.registry",
    "resolve": "houseway.chapters.registry",
    "settle": "houseway.rounds",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from importlib import import_module

    found = import_module(_WHERE[name])
    return found if _WHERE[name] == f"houseway.{name}" else getattr(found, name)


def __dir__() -> list[str]:
    return __all__
