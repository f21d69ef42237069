"""What games, rules and check print on: pages as wide as the terminal, of 80 columns where there is none.

They load neither engine nor felt, so that they answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.text import Text

_LEAST = 10
"""Columns that a text keeps however narrow the terminal is."""


def console() -> Console:
    """A console that prints text as it stands: no markup, no guessing at what to colour."""
    return Console(markup=False, emoji=False, highlight=False)


def sentence(text: str, *, keep: str = "") -> str:
    """The text with a capital and a full stop; a field's or a file's name (``keep``) at its head stays as it is."""
    first = text.partition(" ")[0].rstrip(":")
    is_name = not first.isalpha() or (keep and text.startswith(keep))
    capital = text if is_name else text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else capital + "."


class Page:
    """Lines one below the other, broken to the width of the terminal and printed at the end."""

    def __init__(self) -> None:
        self.out = console()
        self.lines: list[Text] = []

    def print(self) -> None:
        for line in self.lines:
            line.rstrip()
        self.out.print(Text("\n").join(self.lines), soft_wrap=True)

    def blank(self) -> None:
        self.lines.append(Text())

    def head(self, text: str) -> None:
        """The head of a part of the page."""
        self.blank()
        self.text(text, style="bold")

    def text(self, text: str | Text, *, by: int = 0, style: str = "") -> None:
        """A text set in from the left."""
        for line in self._broken(Text(text, style=style) if isinstance(text, str) else text, self.out.width - by):
            self.lines.append(Text.assemble(" " * by, line))

    def word(self, word: str, *, by: int = 2) -> None:
        """What is one word to the reader: it is never broken, so that it can be copied."""
        self.lines.append(Text(" " * by + word))

    def listed(self, rows: Iterable[tuple[str, str | Text]], *, style: str = "cyan") -> None:
        """Names at the left, their words beside them."""
        self._rows([(Text(name, style=style), _text(words)) for name, words in rows], broken=1)

    def tabled(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        right: Collection[str] = (),
        broken: str | None = None,
    ) -> None:
        """A table with small heads and a rule below them; one column is broken into lines, the last if none is named."""
        cells = [[Text(head, style="dim") for head in heads], *(list(map(_text, row)) for row in rows)]
        at = len(heads) - 1 if broken is None else heads.index(broken)
        self._rows(cells, broken=at, right=[number for number, head in enumerate(heads) if head in right], ruled=True)

    def _rows(
        self, rows: Sequence[Sequence[Text]], *, broken: int, right: Collection[int] = (), ruled: bool = False
    ) -> None:
        """Cells side by side, two columns apart; ``ruled``: the first row is the head of the others."""
        widths = [
            max(line.cell_len for cell in column for line in cell.split(allow_blank=True))
            for column in zip(*rows, strict=True)
        ]
        room = self.out.width - 2 * len(widths) - sum(widths) + widths[broken]
        widths[broken] = min(widths[broken], max(room, _LEAST))
        for number, row in enumerate(rows):
            parts = [
                self._broken(cell, widths[at]) if at == broken else cell.split(allow_blank=True)
                for at, cell in enumerate(row)
            ]
            for step in range(max(map(len, parts))):
                line = Text()
                for at, part in enumerate(parts):
                    cell = part[step] if step < len(part) else Text()
                    blanks = " " * (widths[at] - cell.cell_len)
                    line.append_text(
                        Text.assemble("  ", blanks, cell) if at in right else Text.assemble("  ", cell, blanks)
                    )
                self.lines.append(line)
            if ruled and not number:
                rule = "-" if self.out.options.ascii_only else "─"
                self.lines.append(Text("  " + rule * (sum(widths) + 2 * len(widths) - 2), style="dim"))

    def _broken(self, text: Text, width: int) -> Sequence[Text]:
        if text.cell_len <= width:
            return [text]
        lines = list(text.wrap(self.out, max(width, _LEAST), overflow="fold"))
        for line in lines:
            line.rstrip()
        return lines


def _text(cell: str | Text) -> Text:
    return Text(cell) if isinstance(cell, str) else cell
