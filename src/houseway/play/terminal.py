"""Where a session reads and prints: prompts with the keys that work everywhere, and a clean way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import Console, Group, RenderableType
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

KEYS = "? clause · t table · h history · q leave · help"
HINT = "v values"
HELP = (
    ("?", "the clause in force; ? 677a.12 another one, ? 677a-bad-beat a reading"),
    ("t", "what the table pays, or its limits"),
    ("h", "the rounds played and the one under way; h 2 shows the second again"),
    ("v", "against a bank: what each answer is worth, exactly"),
    ("q", "leave, in a round when it is typed again; Ctrl-C and Ctrl-D leave at once"),
)
"""The keys that work at every question of a table, and what each does."""


Keys = Mapping[str, Callable[[str], None]]
Felt = Callable[[int | None], RenderableType]
"""A table in no more than so many lines, as far as that can be."""
_SPARE = 5
"""Lines for two prompts, and for a word said between them."""


class LeaveTable(Exception):  # noqa: N818  (a wish, not an error)
    """Raised when the user leaves: by ``q``, by Ctrl-C, or because the input ends."""


class Terminal:
    """A console to print on and a way to read a line.

    ``leaving`` says what it would cost to leave now, so that it is asked for once more; None where it costs nothing.
    """

    def __init__(self, out: Console, read: Callable[[], str], *, prompts: bool = False) -> None:
        """``prompts``: the reader prints the prompt itself, as one that lets the line be edited must."""
        self.out = out
        self.read = read
        self.prompts = prompts
        self.question: RenderableType | None = None
        self.felt: Felt | None = None
        self.leaving: Callable[[], RenderableType | None] = lambda: None
        self._since = 0

    @property
    def height(self) -> int | None:
        """How many lines can be seen at once; None where nobody looks at a screen."""
        return self.out.height if self.out.is_terminal else None

    def say(self, *lines: RenderableType) -> None:
        """Print lines."""
        for line in lines:
            self.out.print(line)
            self._since += self._lines(line)

    def note(self, text: str) -> None:
        """Print something said in passing."""
        self.say(Text(text, style="dim"))

    def page(self, *lines: RenderableType) -> None:
        """Print lines, a screen at a time where there are more of them than that."""
        height = self.height
        rows = self.out.render_lines(Group(*lines), pad=False) if height is not None else []
        if height is None or len(rows) < height:
            self.say(*lines)
            return
        step = height - 2
        for start in range(0, len(rows), step):
            self.out.print(SegmentLines(rows[start : start + step], new_lines=True), end="")
            self._since += step
            left = len(rows) - start - step
            if left > 0 and self._go_on(f"Enter shows more, {left} lines; q is enough"):
                return

    def _go_on(self, text: str) -> bool:
        """Wait for Enter; whether something else was typed, which ends it."""
        self.note(text)
        return bool(self._typed())

    def ask(self, question: RenderableType | None, keys: Keys | None = None, *, felt: Felt | None = None) -> str:
        """Ask until there is an answer that is none of the keys; each key is given what was typed after it.

        ``felt``: the table above the question, in so many lines; with it in sight the answer is asked for.
        """
        if question is not None:
            self.question, self.felt = question, felt
            self._pose()
        elif not self._in_sight:
            self._pose()
        warned = False
        while True:
            typed = self._typed()
            word, _, rest = typed.partition(" ")
            if typed.lower() in ("q", "quit", "exit"):
                cost = None if warned else self.leaving()
                if cost is None:
                    raise LeaveTable
                self.say(cost)
                warned = True
                continue
            act = self._help if typed.lower() == "help" else (keys or {}).get(word.lower())
            if act is None:
                return typed
            warned = False
            if act == self._help:
                self._help("keys" if keys else "")
            else:
                act(rest.strip())
            if not self._in_sight:
                self._go_on("Enter goes back to the table")
                self._pose()

    def _typed(self) -> str:
        if not self.prompts:
            self.out.print(Text("> ", style="bold green"), end="")
        self._since += 1
        try:
            return self.read().strip()
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            raise LeaveTable from None

    @property
    def _in_sight(self) -> bool:
        """Whether the table that was last shown can still be seen above the prompt."""
        return self.height is None or self.felt is None or self._since < self.height

    def _pose(self) -> None:
        """The question, with the table above it in the lines that it leaves."""
        assert self.question is not None
        if self.felt is not None:
            room = None if self.height is None else self.height - self._lines(self.question) - _SPARE
            self.say("")
            self._since = 0
            self.say(self.felt(room))
        self.say(self.question)

    def _lines(self, shown: RenderableType) -> int:
        return 0 if self.height is None else len(self.out.render_lines(shown, pad=False))

    def _help(self, with_keys: str) -> None:
        """Say what the keys do, and ask again."""
        if with_keys:
            grid = Table.grid(padding=(0, 3, 0, 0))
            for key, says in HELP:
                grid.add_row(Text(key, style="green"), Text(says))
            self.say(grid)
        if self.question is not None:
            self.say(self.question)
