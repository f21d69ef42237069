"""Pennsylvania's table-game rulebook made executable.

>>> import houseway
>>> houseway.settle({"game": "five-card-hi-lo", "deck": "Ah 9c Js 8d Td 7h 9s 6d 2c 5s",
...                  "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["play Js Td 9s / Ah 2c"]}}})["net"]
{'1': 2000}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.chapters.c637a_poker.table import PokerTable
    from houseway.chapters.registry import GAMES, POKER, check, load, resolve, resolve_poker
    from houseway.engine.roles import Role
    from houseway.engine.table import RefusedCommandError, Table
    from houseway.rounds.banked import settle

# Imported when first used, so that starting the command line costs little.
_WHERE = {
    "GAMES": "houseway.chapters.registry",
    "POKER": "houseway.chapters.registry",
    "PokerTable": "houseway.chapters.c637a_poker.table",
    "RefusedCommandError": "houseway.engine.table",
    "Role": "houseway.engine.roles",
    "Table": "houseway.engine.table",
    "check": "houseway.chapters.registry",
    "load": "houseway.chapters.registry",
    "resolve": "houseway.chapters.registry",
    "resolve_poker": "houseway.chapters.registry",
    "settle": "houseway.rounds.banked",
}

__all__ = [
    "GAMES",
    "POKER",
    "PokerTable",
    "RefusedCommandError",
    "Role",
    "Table",
    "check",
    "load",
    "resolve",
    "resolve_poker",
    "settle",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)
