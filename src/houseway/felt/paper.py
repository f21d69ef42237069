"""What the verbs print on: a plain console, a table without boxes, sentences."""

from __future__ import annotations

from typing import IO

from rich.box import Box
from rich.console import Console
from rich.table import Table

RULED = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""A thin rule under the head and nothing else; a console that cannot print it uses plain dashes."""


def console(file: IO[str] | None = None, *, width: int | None = None) -> Console:
    """A console that prints text as it stands: no markup, no guessing at what to colour."""
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


def columns(*heads: str, right: tuple[str, ...] = ()) -> Table:
    """A table with small heads and a rule below them."""
    table = Table(
        box=RULED, header_style="dim", border_style="dim", show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for head in heads:
        table.add_column(head, justify="right" if head in right else "left", overflow="fold")
    return table


def sentence(text: str) -> str:
    """The text with a capital and a full stop; a field's or a file's name at its head stays as it is."""
    first = text.partition(" ")[0]
    capital = text[:1].upper() + text[1:] if first.isalpha() else text
    return capital if capital.endswith((".", "!", "?")) else capital + "."
