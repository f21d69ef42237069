"""Wagers and deals by the names people call them."""

from __future__ import annotations

from houseway.rules.game import BankedGame

_LONGEST_WAGER = 18
"""A wager's name on the felt."""


def wager_name(game: BankedGame, id: str) -> str:
    """A wager as the felt has it printed: ``Trips Plus``."""
    wager = game.wagers.get(id)
    if wager is None:
        return id.replace("_", " ").capitalize()
    name = wager.name.removesuffix(" Wager").removeprefix("Texas ")
    # A name too long for a line gives way to the id.
    return name if len(name) <= _LONGEST_WAGER else id.replace("_", " ").title()


def phase_name(id: str) -> str:
    """The cards of a deal as people call them: ``Turn and River``.

    >>> phase_name("turn_and_river"), phase_name("hole"), phase_name("community")
    ('Turn and River', 'hole cards', 'community cards')
    """
    if id in ("hole", "community"):
        return f"{id} cards"
    return " and ".join(word.replace("_", " ").capitalize() for word in id.split("_and_"))
