"""What the verbs print on: a plain console, a table without boxes, sentences."""

from __future__ import annotations

from typing import IO

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

RULED = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""A thin rule under the head and nothing else; a console that cannot print it uses plain dashes."""


def console(file: IO[str] | None = None, *, width: int | None = None) -> Console:
    """A console that prints text as it stands: no markup, no guessing at what to colour."""
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


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


def sentence(text: str, *, keep: str = "") -> str:
    """The text with a capital and a full stop; a field's or a file's name (``keep``) at its head stays as it is.

    >>> sentence("it is so"), sentence("notes is no text", keep="notes")
    ('It is so.', 'notes is no text.')
    """
    first = text.partition(" ")[0]
    is_name = not first.isalpha() or (keep and text.startswith(keep))
    capital = text if is_name else text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else capital + "."


def cut(text: str, longest: int) -> str:
    """The text, or as much of its beginning as goes into so many columns with an ellipsis."""
    short = text[: longest + 1]
    if cell_len(short) <= longest:
        return short
    while cell_len(short) >= longest:
        short = short[:-1]
    return short.rstrip() + "…"
