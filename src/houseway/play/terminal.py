"""Where a session reads and prints: prompts with the keys that work everywhere, and a clean way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType
from rich.text import Text

KEYS = "? clause · t pays · h history · q leave"


class LeaveTable(Exception):  # noqa: N818  (a wish, not an error)
    """Raised when the user leaves: by ``q``, by Ctrl-C, or because the input ends."""


class Terminal:
    """A console to print on and a way to read a line."""

    def __init__(self, out: Console, read: Callable[[], str]) -> None:
        self.out = out
        self.read = read

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
            self.out.print(question)
        while True:
            self.out.print(Text("> ", style="bold green"), end="")
            try:
                typed = self.read().strip()
            except (EOFError, KeyboardInterrupt):
                self.out.print()
                raise LeaveTable from None
            word, _, rest = typed.partition(" ")
            if typed.lower() in ("q", "quit", "exit"):
                raise LeaveTable
            act = (keys or {}).get(word.lower())
            if act is None:
                return typed
            act(rest.strip())
