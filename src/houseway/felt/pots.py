"""The pots of a round of poker: who won what with which cards, and what each player is left with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.felt.paper import columns
from houseway.felt.show import net_text
from houseway.money import dollars


def pots(answered: Mapping[str, Any]) -> RenderableType:
    """One line an award, then one line a player."""
    awards = columns("pot", "amount", "seat", "for", "hand", "wins", "clause", right=("amount", "wins"))
    awards.columns[-1].no_wrap = True
    for number, pot in enumerate(answered["pots"]):
        name = "main" if number == 0 else f"side {number}"
        for line, award in enumerate(pot["awards"]):
            awards.add_row(
                name if line == 0 else "",
                dollars(pot["amount"]) if line == 0 else "",
                str(award["seat"]),
                award["for"],
                pot["hands"].get(str(award["seat"]), {}).get(award["for"], ""),
                Text(dollars(award["cents"]), style="green"),
                Text(award["clause"], style="cyan"),
            )
    players = columns("seat", "stack", "net", right=("stack", "net"))
    for seat, stack in answered["stacks"].items():
        players.add_row(seat, dollars(stack), net_text(answered["net"][seat]))
    taken = {"rake": answered["rake"], **answered["contributions"]}
    said = ", ".join(f"{name.replace('_', ' ')} {dollars(cents)}" for name, cents in taken.items() if cents)
    parts: list[RenderableType] = [awards, "", players]
    if said:
        parts += ["", Text(f"Taken from the pots: {said}.", style="dim")]
    return Group(*parts)
