"""The rounds of poker played in a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from houseway.felt import columns
from houseway.felt.poker import PokerLayout
from houseway.felt.pots import Beside
from houseway.felt.show import net_text
from houseway.money import dollars
from houseway.rounds.reading import shortened


@dataclass(frozen=True, slots=True)
class PokerPlayed:
    """One round: its number, the felt at its end, the answer to it and what is said beside it, what each seat put in.

    ``own``: the user's seats.
    """

    number: int
    layout: PokerLayout
    answered: Mapping[str, Any]
    beside: Beside
    put_in: Mapping[int, int]
    own: tuple[int, ...]

    @property
    def net(self) -> int:
        """What the user won or lost in it."""
        return sum(self.answered["net"].get(str(seat), 0) for seat in self.own)


class PokerHistory:
    """The rounds of a session, the last one last."""

    def __init__(self) -> None:
        self.rounds: list[PokerPlayed] = []

    def find(self, text: str) -> PokerPlayed | None:
        """The round of this number."""
        return next((one for one in self.rounds if str(one.number) == text), None)

    def none_such(self, text: str, under_way: int | None) -> str:
        """That there is no round of this number, and which there are; ``under_way``: the round being played."""
        numbers = [one.number for one in self.rounds] + ([under_way] if under_way is not None else [])
        said = f"there is no round {shortened(text)!r} to show"
        if not numbers:
            return f"{said}; no round has been played yet"
        which = f"are rounds {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"is round {numbers[0]}"
        return f"{said}; there {which}"

    def table(self) -> RenderableType:
        """One line a round."""
        if not self.rounds:
            return Text("No round has been played yet.", style="dim")
        table = columns("round", "hand", "put in", "net", "so far", right=("round", "put in", "net", "so far"))
        total = 0
        for one in self.rounds:
            total += one.net
            places = [one.layout.places[seat] for seat in one.own]
            hands = ", ".join(place.hand or place.note or "not shown" for place in places)
            put_in = sum(one.put_in.get(seat, 0) for seat in one.own)
            table.add_row(str(one.number), hands, dollars(put_in), net_text(one.net), net_text(total))
        return table
