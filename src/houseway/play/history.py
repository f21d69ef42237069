"""The rounds played in a session."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from houseway.felt.lines import columns, net_text
from houseway.money import dollars
from houseway.view.settled import RoundView
from houseway.view.table import Place
from houseway.written import shortened


class History:
    """The rounds of a session, the last one last."""

    def __init__(self) -> None:
        self.rounds: list[RoundView] = []

    def find(self, text: str) -> RoundView | None:
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
            own = [place for place in one.table.places if place.own]
            put_in, net = (sum(amounts.get(place.seat, 0) for place in own) for amounts in (one.put_in, one.net))
            total += net
            hands = ", ".join(_hand(place) for place in own)
            table.add_row(str(one.number), hands, dollars(put_in), net_text(net), net_text(total))
        return table


def _hand(place: Place) -> str:
    return place.hand or ", ".join(mark.value for mark in place.marks if mark.value not in ("button", "lucky")) or "-"
