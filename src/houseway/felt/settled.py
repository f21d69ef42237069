"""What each wager was paid, one line a wager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.felt.paper import columns
from houseway.felt.show import net_text, short_name
from houseway.money import dollars
from houseway.rules.game import BankedGame

_HEADS = ("seat", "wager", "amount", "result", "net", "clause")
_GAP = 2
"""Blank columns between two columns of a table."""
_INDENT = 2


def settlements(game: BankedGame, records: Sequence[Mapping[str, Any]], net: Mapping[str, int]) -> RenderableType:
    """One line a wager: amount, result, what it nets, and the clause; a line for each seat's sum."""
    seats = sorted({int(record["seat"]) for record in records})
    lines: list[list[_Line]] = []
    for seat in seats:
        own = [
            _Line(
                short_name(game, record["wager"]),
                dollars(record["amount"]),
                *result_of(record),
                net_text(record["net"]),
                record["clause"],
            )
            for record in records
            if record["seat"] == seat
        ]
        if len(own) > 1:
            own.append(_Line("in all", "", Text(""), "", net_text(net[str(seat)], bold=True), ""))
        lines.append(own)
    return _Settlements(seats, lines)


@dataclass(frozen=True, slots=True)
class _Line:
    wager: str
    amount: str
    result: Text
    hand: str
    net: Text
    clause: str

    def outcome(self, room: int) -> Text:
        """The result with the hand behind it, or below it where there is no room."""
        text = self.result.copy()
        if self.hand:
            fits = len(text) + len(self.hand) + 2 <= room
            text.append(", " if fits else ",\n", style="dim").append(self.hand, style="dim")
        return text


@dataclass(frozen=True, slots=True)
class _Settlements:
    """The table as wide as the console allows; what does not fit beside the amounts is written below the wager."""

    seats: list[int]
    lines: list[list[_Line]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        everything = [line for own in self.lines for line in own]
        amounts = _widest("amount", [line.amount for line in everything])
        amounts += _widest("net", [line.net.plain for line in everything]) + len("seat") + 3 * _GAP
        names = _widest("wager", [line.wager for line in everything])
        names += _widest("clause", [line.clause for line in everything]) + 2 * _GAP
        beside = options.max_width - amounts - names
        needed = _widest("result", [line.result.plain + ("," if line.hand else "") for line in everything])
        yield self._wide(beside) if beside >= needed else self._narrow(options.max_width - amounts - _INDENT)

    def _wide(self, room: int) -> Table:
        table = columns(*_HEADS, right=("amount", "net"))
        for head, column in zip(_HEADS, table.columns, strict=True):
            column.no_wrap = head != "result"
        for seat, line in self._each(table):
            wager = Text(line.wager, style="" if line.clause else "dim")
            table.add_row(seat, wager, line.amount, line.outcome(room), line.net, Text(line.clause, style="cyan"))
        return table

    def _narrow(self, room: int) -> Table:
        table = columns("seat", "wager", "amount", "net", right=("amount", "net"))
        for seat, line in self._each(table):
            wager = Text(line.wager, style="" if line.clause else "dim")
            if not line.clause:
                table.add_row(seat, wager, line.amount, line.net)
                continue
            below = line.outcome(room)
            fits = "\n" not in below.plain and len(below) + len(line.clause) + _GAP <= room
            below.append(" " * _GAP if fits else "\n").append(line.clause, style="cyan")
            said = Group(wager, Padding(below, (0, 0, 0, _INDENT), expand=False))
            table.add_row(seat, said, line.amount, line.net)
        return table

    def _each(self, table: Table) -> Iterator[tuple[str, _Line]]:
        """Every line with its seat, where it is the first of it; an empty row between two seats."""
        for number, (seat, own) in enumerate(zip(self.seats, self.lines, strict=True)):
            if number:
                table.add_row()
            for place, line in enumerate(own):
                yield "" if place else str(seat), line


def _widest(head: str, texts: Sequence[str]) -> int:
    return max(map(len, [head, *texts]))


def result_of(record: Mapping[str, Any]) -> tuple[Text, str]:
    """How a wager came out, and the hand it was paid for."""
    pays, hand = str(record["pays"]), str(record.get("hand", ""))
    match pays:
        case "lose":
            text = Text("loses", style="dim")
        case "push" | "returned" | "limit":
            text = Text(pays)
        case "bank":
            text = Text("surplus" if record["net"] > 0 else "shortfall" if record["net"] < 0 else "even")
        case "vigorish":
            text = Text("charged", style="dim")
        case _:
            text = Text(f"pays {pays}" if record["net"] >= 0 else pays, style="green" if record["net"] > 0 else "")
    return text, hand
