"""What each wager was paid, one line a wager; who won the pots, and what each player is left with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.felt.cards import cards_text
from houseway.felt.lines import columns, line_text, net_text
from houseway.money import dollars
from houseway.seats import Seat
from houseway.view.settled import PotWon, RoundView, Settled, Won
from houseway.view.table import TableView

_GAP = 2
"""Blank columns between two columns of a table."""
_INDENT = 2
_ROOM_FOR_A_HAND = 16
"""A hand's name beside its cards may be broken into lines, but not into narrower ones than this."""


# Wagers.


@dataclass(frozen=True, slots=True)
class Settlements:
    """The table as wide as the console allows; what does not fit beside the amounts is written below the wager."""

    view: RoundView

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        settled = self.view.settled
        amounts = _widest("amount", [dollars(one.amount) for one in settled])
        nets = [net_text(one.net).plain for one in settled] + [net_text(net).plain for net in self.view.net.values()]
        amounts += _widest("net", nets) + len("seat") + 3 * _GAP
        names = _widest("wager", [one.wager for one in settled]) + _widest("clause", [one.clause for one in settled])
        beside = options.max_width - amounts - names - 2 * _GAP
        needed = _widest("result", [one.result + ("," if one.hand else "") for one in settled])
        yield self._wide(beside) if beside >= needed else self._narrow(options.max_width - amounts - _INDENT)

    def _wide(self, room: int) -> Table:
        heads = ("seat", "wager", "amount", "result", "net", "clause")
        table = columns(*heads, right=("amount", "net"))
        for head, column in zip(heads, table.columns, strict=True):
            column.no_wrap = head != "result"
        for seat, one in self._each(table):
            if one is None:
                table.add_row("", Text("in all", style="dim"), "", "", net_text(self.view.net[seat], bold=True))
            else:
                clause = Text(one.clause, style="cyan")
                amount, net = dollars(one.amount), net_text(one.net)
                table.add_row(str(seat or ""), Text(one.wager), amount, _outcome(one, room), net, clause)
        return table

    def _narrow(self, room: int) -> Table:
        table = columns("seat", "wager", "amount", "net", right=("amount", "net"))
        for seat, one in self._each(table):
            if one is None:
                table.add_row("", Text("in all", style="dim"), "", net_text(self.view.net[seat], bold=True))
                continue
            below = _outcome(one, room)
            fits = "\n" not in below.plain and len(below) + len(one.clause) + _GAP <= room
            below.append(" " * _GAP if fits else "\n").append(one.clause, style="cyan")
            says = Group(Text(one.wager), Padding(below, (0, 0, 0, _INDENT), expand=False))
            table.add_row(str(seat or ""), says, dollars(one.amount), net_text(one.net))
        return table

    def _each(self, table: Table) -> Iterator[tuple[Seat, Settled | None]]:
        """Every wager with its seat, where it is the first of it; then the seat's sum; an empty row between two seats."""
        in_order = sorted(self.view.settled, key=lambda one: one.seat)
        for number, (seat, own) in enumerate(groupby(in_order, key=lambda one: one.seat)):
            if number:
                table.add_row()
            several = list(own)
            yield from ((seat if not place else Seat(0), one) for place, one in enumerate(several))
            if len(several) > 1:
                yield seat, None


def _outcome(one: Settled, room: int) -> Text:
    """The result with the hand behind it, or below it where there is no room."""
    style = "green" if one.net > 0 and one.result.startswith("pays") else "dim" if one.result == "loses" else ""
    text = Text(one.result, style=style)
    if one.hand:
        fits = len(text) + len(one.hand) + 2 <= room
        text.append(", " if fits else ",\n", style="dim").append(one.hand, style="dim")
    return text


def _widest(head: str, texts: Iterable[str]) -> int:
    return max(map(len, [head, *texts]))


# Pots.


def others_of(view: RoundView, own: Sequence[Seat]) -> Text:
    """What everybody won or lost, in one line; the viewer's own seats first."""
    seats = sorted(
        [seat for seat in view.net if seat in own or view.net[seat]], key=lambda seat: (seat not in own, seat)
    )
    each = [Text.assemble(f"{_who(view.table, seat)} ", net_text(view.net[seat])) for seat in seats]
    return Text(" · ", style="dim").join(each)


def pots_text(view: RoundView, *, symbols: bool, stacks: bool = True) -> RenderableType:
    """The pots one by one, then, with ``stacks``, one line a player."""
    parts: list[RenderableType] = []
    for pot in view.pots:
        parts.append(_head(pot))
        parts.append(_Shares(pot.shares, view.table, symbols))
    parts += [line_text(line) for line in view.taken]
    if not stacks:
        return Group(*parts)
    players = columns("seat", "stack", "net", right=("stack", "net"))
    for seat, stack in view.stacks.items():
        players.add_row(_who(view.table, seat), dollars(stack), net_text(view.net[seat]))
    return Group(*parts, "", players)


def _head(pot: PotWon) -> Text:
    return Text.assemble((f"{pot.name} {dollars(pot.amount)}", "bold"), (f" · {pot.could_win}", "dim"))


def _who(table: TableView, seat: Seat) -> str:
    return f"{seat} {table.place(seat).name}".rstrip()


@dataclass(frozen=True, slots=True)
class _Shares:
    """The shares of a pot in one line each; where the console is too narrow, the cards stand below."""

    shares: Sequence[Won]
    table: TableView
    symbols: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        rows = [self._row(one) for one in self.shares]
        widths = [max((row[place].cell_len for row in rows), default=0) for place in range(6)]
        room = options.max_width - _INDENT - sum(width + _GAP for place, width in enumerate(widths) if place != 3)
        wide = room >= min(widths[3], _ROOM_FOR_A_HAND)
        table = Table.grid(padding=(0, _GAP, 0, 0))
        for place in (0, 1, 2, 3, 4, 5) if wide else (0, 1, 4, 5):
            table.add_column(no_wrap=place != 3, justify="right" if place == 4 else "left")
        if wide:
            for row in rows:
                table.add_row(*row)
            yield Padding(table, (0, 0, 0, _INDENT), expand=False)
            return
        for who, won_for, used, made, cents, clause in rows:
            line = Text("  ").join([Text(who.plain.ljust(widths[0])), won_for, cents, clause])
            yield Padding(line, (0, 0, 0, _INDENT), expand=False)
            if used or made:
                says = Text("  ").join([part for part in (used, made) if part])
                yield Padding(says, (0, 0, 0, 2 * _INDENT), expand=False)

    def _row(self, one: Won) -> tuple[Text, Text, Text, Text, Text, Text]:
        return (
            Text(_who(self.table, one.seat)),
            Text(one.won_for, style="dim"),
            cards_text(one.cards, symbols=self.symbols),
            Text(one.made),
            Text(dollars(one.cents), style="green"),
            Text(", ".join(one.clauses), style="cyan"),
        )
