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
    from houseway.chapters.c637a_poker.typed_table import PokerTable
    from houseway.chapters.registry import check, games, load, open_table, resolve
    from houseway.driver.house import House
    from houseway.driver.sources import Seeded
    from houseway.engine.banked.typed_table import BankedTable
    from houseway.engine.kernel import RefusedCommandError, Table, Viewer
    from houseway.engine.refusal import Refusal
    from houseway.engine.roles import Role
    from houseway.interop import phh
    from houseway.lab.stated_equity import equity
    from houseway.ranking.hand_rank import hand_rank
    from houseway.rounds import settle

    __version__: str

__all__ = [
    "BankedTable",
    "House",
    "PokerTable",
    "Refusal",
    "RefusedCommandError",
    "Role",
    "Seeded",
    "Table",
    "Viewer",
    "__version__",
    "cards",
    "check",
    "encoding",
    "equity",
    "games",
    "hand_rank",
    "load",
    "open_table",
    "phh",
    "resolve",
    "settle",
]

# Imported when first used, so that starting the command line costs little.
_MODULES = ("cards", "encoding", "phh")
_WHERE = {
    "BankedTable": "houseway.engine.banked.typed_table",
    "House": "houseway.driver.house",
    "PokerTable": "houseway.chapters.c637a_poker.typed_table",
    "Refusal": "houseway.engine.refusal",
    "RefusedCommandError": "houseway.engine.kernel",
    "Role": "houseway.engine.roles",
    "Seeded": "houseway.driver.sources",
    "Table": "houseway.engine.kernel",
    "Viewer": "houseway.engine.kernel",
    "cards": "houseway.cards",
    "check": "houseway.chapters.registry",
    "encoding": "houseway.encoding",
    "equity": "houseway.lab.stated_equity",
    "games": "houseway.chapters.registry",
    "hand_rank": "houseway.ranking.hand_rank",
    "load": "houseway.chapters.registry",
    "open_table": "houseway.chapters.registry",
    "phh": "houseway.interop.phh",
    "resolve": "houseway.chapters.registry",
    "settle": "houseway.rounds",
}


if not TYPE_CHECKING:
    # A checker knows the names above, and reports any other.
    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib import metadata

            return metadata.version("houseway")
        if name not in _WHERE:
            raise AttributeError(f"module 'houseway' has no attribute {name!r}")
        from importlib import import_module

        module = import_module(_WHERE[name])
        return module if name in _MODULES else getattr(module, name)


def __dir__() -> list[str]:
    return __all__
