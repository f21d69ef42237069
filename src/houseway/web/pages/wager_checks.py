"""Whether the bets that a player sends stand together, so that what is missing is said before anything is placed."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.money import NOTHING, Cents
from houseway.rules.table_rules import TableRules
from houseway.view.words import Line


def missing_bet(
    rules: TableRules, placed: Mapping[str, Cents], wagers: Mapping[str, Cents], *, banks: bool = False
) -> Line | None:
    """Return what must be placed with the wagers of a player; None if they stand together.

    ``placed`` lies on the table already. A player who ``banks`` places no main wager.
    """
    game = rules.game
    if not wagers:
        return Line(says="Choose at least one bet first.", clause=game.procedures.chips)
    stakes = {id: placed.get(id, NOTHING) + wagers.get(id, NOTHING) for id in (*placed, *wagers)}
    for id, cents in stakes.items():
        wager = game.wagers.get(id)
        if wager is None:
            # Which wagers there are is said by the table.
            continue
        if wager.requires and wager.requires not in stakes and not banks:
            needed = game.wagers[wager.requires]
            says = f"Place {needed.with_article} first: {wager.with_article} is placed only with one."
            return Line(says=says, clause=wager.clause)
        twin = game.twins.get(id)
        if twin is not None and stakes.get(twin.id) != cents:
            says = f"The {wager.name} and the {twin.name} must be equal."
            return Line(says=says, clause=(wager if wager.equals else twin).clause)
    return None
