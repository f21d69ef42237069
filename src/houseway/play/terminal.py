"""Where a session reads and prints: prompts with the keys that work everywhere, and a clean way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

KEYS = "? clause · t table · h history · q leave · help"
HELP = (
    ("?", "the clause in force; ? 677a.12 another one, ? 677a-bad-beat a reading"),
    ("t", "what the table pays, or its limits"),
    ("h", "the rounds played and the one under way; h 2 shows the second again"),
    ("q", "leave; so do Ctrl-C and Ctrl-D"),
)
"""The keys that work at every question of a table, and what each does."""


class LeaveTable(Exception):  # noqa: N818  (a wish, not an error)
    """Raised when the user leaves: by ``q``, by Ctrl-C, or because the input ends."""


class Terminal:
    """A console to print on and a way to read a line."""

    def __init__(self, out: Console, read: Callable[[], str], *, prompts: bool = False) -> None:
        """``prompts``: the reader prints the prompt itself, as one that lets the line be edited must."""
        self.out = out
        self.read = read
        self.prompts = prompts
        self.question: RenderableType | None = None

    def say(self, *lines: RenderableType) -> None:
        """Print lines."""
        for line in lines:
            self.out.print(line)

    def note(self, text: str) -> None:
        """Print something said in passing."""
        self.out.print(Text(text, style="dim"))

    def ask(self, question: RenderableType | None, keys: Mapping[str, Callable[[str], None]] | None = None) -> str:
        """Ask until there is an answer that is none of the keys; each key is given what was typed after it."""
        if question is not None:
            self.question = question
            self.out.print(question)
        while True:
            if not self.prompts:
                self.out.print(Text("> ", style="bold green"), end="")
            try:
                typed = self.read().strip()
            except (EOFError, KeyboardInterrupt):
                self.out.print()
                raise LeaveTable from None
            word, _, rest = typed.partition(" ")
            if typed.lower() in ("q", "quit", "exit"):
                raise LeaveTable
            if typed.lower() == "help":
                self._help(with_keys=bool(keys))
                continue
            act = (keys or {}).get(word.lower())
            if act is None:
                return typed
            act(rest.strip())

    def _help(self, *, with_keys: bool) -> None:
        """Say what the keys do, and ask again."""
        if with_keys:
            grid = Table.grid(padding=(0, 3, 0, 0))
            for key, says in HELP:
                grid.add_row(Text(key, style="green"), Text(says))
            self.out.print(grid)
        if self.question is not None:
            self.out.print(self.question)
