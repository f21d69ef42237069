"""What the verbs print on: a plain console, a table without boxes, sentences with their clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.engine.refusal import Refusal
from houseway.felt.cards import cards_text
from houseway.money import gain
from houseway.view.telling import refused
from houseway.view.words import Line, sentence

RULED = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""A thin rule under the head and nothing else; a console that cannot print it uses plain dashes."""


def console(file: IO[str] | None = None, *, width: int | None = None) -> Console:
    """A console that prints text as it stands: no markup, no guessing at what to colour."""
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


def has_symbols(out: Console) -> bool:
    """Whether the console can print suits and boxes."""
    return out.encoding.lower().startswith("utf")


def columns(*heads: str, right: tuple[str, ...] = ()) -> Table:
    """A table with small heads and a rule below them; what stands at the right, money above all, is never broken."""
    table = Table(
        box=RULED, header_style="dim", border_style="dim", show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for head in heads:
        if head in right:
            table.add_column(head, justify="right", overflow="ellipsis", no_wrap=True)
        else:
            table.add_column(head, overflow="fold")
    return table


def grid(rows: Iterable[tuple[RenderableType, ...]], *, gap: int = 2) -> Table:
    """Rows side by side without a head; the first column is not broken."""
    table = Table.grid(padding=(0, gap, 0, 0))
    for number, row in enumerate(rows):
        if not number:
            for place, _ in enumerate(row):
                table.add_column(no_wrap=place == 0)
        table.add_row(*row)
    return table


def cut(text: str, longest: int) -> str:
    """The text, or as much of its beginning as goes into so many columns with an ellipsis."""
    short = text[: longest + 1]
    if cell_len(short) <= longest:
        return short
    while cell_len(short) >= longest:
        short = short[:-1]
    return short.rstrip() + "…"


def joined(parts: Iterable[tuple[str, str]]) -> Text:
    """Texts with their styles, those that say something, with dots between them."""
    return Text(" · ", style="dim").join([Text(says, style=style) for says, style in parts if says])


def net_text(cents: int, *, bold: bool = False) -> Text:
    """A gain with its sign, or a loss."""
    style = "green" if cents > 0 else "red" if cents < 0 else "dim"
    return Text(gain(cents), style=f"bold {style}" if bold else style)


def line_text(line: Line, *, symbols: bool = True, style: str = "dim") -> Text:
    """A line with its cards, and its clause at the end."""
    text = Text(line.says, style=style)
    if line.cards:
        text = Text.assemble(text, "  ", cards_text(line.cards, symbols=symbols))
        text.append(f"  {line.then}" if line.then else "", style=style)
    return Text.assemble(text, "  ", (line.clause, "cyan")) if line.clause else text


def lines_text(lines: Iterable[Line]) -> RenderableType:
    """Lines below each other, the clauses in a column."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    for line in lines:
        table.add_row(Text(line.says), Text(line.clause, style="cyan"))
    return table


def refusal_text(refusal: Refusal) -> RenderableType:
    """A refusal: what is not met, its clause, and what would be legal."""
    line, legal = refused(refusal)
    clause = (f"  {line.clause}", "cyan") if line.clause else ""
    head = Text.assemble((sentence(line.says), "bold"), clause)
    return Group(head, Text.assemble(("Legal: ", "green"), "; ".join(legal))) if legal else head
