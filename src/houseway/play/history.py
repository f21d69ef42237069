"""The rounds played in a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from houseway.felt import Layout, columns
from houseway.felt.show import net_text
from houseway.money import dollars


@dataclass(frozen=True, slots=True)
class Played:
    """One round: its number, the felt at its end, the answer to it, and the user's seats."""

    number: int
    layout: Layout
    answered: Mapping[str, Any]
    own: tuple[int, ...]

    @property
    def net(self) -> int:
        """What the user won or lost in it."""
        return sum(self.answered["net"].get(str(seat), 0) for seat in self.own)

    @property
    def wagered(self) -> int:
        """What the user put on the felt in it."""
        return sum(
            record["amount"]
            for record in self.answered["settlements"]
            if record["seat"] in self.own and record["wager"] in self.layout.game.wagers
        )


class History:
    """The rounds of a session, the last one last."""

    def __init__(self) -> None:
        self.rounds: list[Played] = []

    def add(self, played: Played) -> None:
        self.rounds.append(played)

    def find(self, text: str) -> Played | None:
        """The round of this number."""
        return next((one for one in self.rounds if str(one.number) == text), None)

    def table(self) -> RenderableType:
        """One line a round."""
        if not self.rounds:
            return Text("No round has been played yet.", style="dim")
        table = columns("round", "hand", "wagered", "net", "so far", right=("round", "wagered", "net", "so far"))
        total = 0
        for one in self.rounds:
            total += one.net
            hands = ", ".join(one.layout.places[seat].hand or one.layout.places[seat].note for seat in one.own)
            table.add_row(str(one.number), hands, dollars(one.wagered), net_text(one.net), net_text(total))
        return table
