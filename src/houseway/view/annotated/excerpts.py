"""Source around the places that cite a clause: the smallest whole piece of code a reader can judge, never a whole file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from houseway.register.entries import PACKAGE

_MOST_LINES = 16
_NO_RULE = ("whose.py", "example.py", "observe.py", "lab", "strategy", "layout.py")
"""Files and folders that describe games, show them or advise on them, and enforce nothing."""
_FORBIDS = re.compile(r"\b(refuse|require|Fault|unstated)\(|\bRefusal\b")
_RECORDS = re.compile(r"\b(emit|row)\(")
_AROUND = 4
"""Lines on either side where the file is no Python or the piece of code is too long."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file of the package, numbered from ``first``; ``marked`` are those that cite the clause."""

    file: str
    within: str
    first: int
    lines: tuple[str, ...]
    marked: tuple[int, ...]

    @property
    def place(self) -> str:
        """The file with its first and last line."""
        return f"{self.file}:{self.first}-{self.first + len(self.lines) - 1}"


def excerpts(places: Iterable[str]) -> tuple[Excerpt, ...]:
    """Return the source around places such as ``engine/banked/dealing.py:15``; places in the same piece share it."""
    marked: dict[tuple[str, int, int], set[int]] = {}
    for place in places:
        file, _, number = place.rpartition(":")
        line = int(number)
        marked.setdefault((file, *_span(file, line)), set()).add(line)
    pieces = [_excerpt(file, first, last, sorted(lines)) for (file, first, last), lines in marked.items()]
    return tuple(sorted(pieces, key=_telling))


def _telling(piece: Excerpt) -> int:
    """Order pieces: what refuses first, then what records or pays, then what only names the clause."""
    text = "\n".join(piece.lines)
    return 0 if _FORBIDS.search(text) else 1 if _RECORDS.search(text) else 2


@cache
def uses_of(owner: str, attribute: str) -> tuple[str, ...]:
    """Return the places where code reads an attribute of a game: by the name of its owner, or any if it names a clause."""
    named = re.compile(rf"\b{re.escape(owner)}\.{re.escape(attribute)}\b") if owner else None
    anywhere = re.compile(rf"\.{re.escape(attribute)}\b") if attribute.endswith("_clause") else None
    places: list[str] = []
    for file, text in _code():
        for pattern in (named, anywhere):
            if pattern is not None:
                places += [f"{file}:{text.count(chr(10), 0, match.start()) + 1}" for match in pattern.finditer(text)]
    return tuple(dict.fromkeys(places))


@cache
def _code() -> tuple[tuple[str, str], ...]:
    """The code that plays games, by name: the engine and the chapters, without what only describes them."""
    return tuple(
        (path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
        for folder in ("engine", "chapters", "rules")
        for path in sorted((PACKAGE / folder).rglob("*.py"))
        if not set(_NO_RULE) & set(path.relative_to(PACKAGE).parts)
    )


def _excerpt(file: str, first: int, last: int, marked: list[int]) -> Excerpt:
    lines = _lines(file)[first - 1 : last]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return Excerpt(file, _within(file, marked[0]), first, tuple(line[indent:] for line in lines), tuple(marked))


@cache
def _span(file: str, line: int) -> tuple[int, int]:
    """The first and the last line of the largest piece of code around a line that is short enough."""
    spans = [(first, last) for first, last, _ in _nodes(file) if first <= line <= last and last - first < _MOST_LINES]
    if spans:
        return max(spans, key=lambda span: span[1] - span[0])
    return max(1, line - _AROUND), min(len(_lines(file)), line + _AROUND)


@cache
def _within(file: str, line: int) -> str:
    """The class and function around a line."""
    return ".".join(name for first, last, name in _nodes(file) if name and first <= line <= last)


@cache
def _lines(file: str) -> tuple[str, ...]:
    return tuple((PACKAGE / file).read_text(encoding="utf-8").splitlines())


@cache
def _nodes(file: str) -> tuple[tuple[int, int, str], ...]:
    if not file.endswith(".py"):
        return ()
    return tuple(_walk(ast.parse("\n".join(_lines(file)))))


def _walk(tree: ast.AST) -> Iterator[tuple[int, int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.match_case | ast.ExceptHandler):
            # A decorated function begins with its decorators.
            first, last = _ends(node)
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield min([first, *(decorator.lineno for decorator in node.decorator_list)]), last, node.name
            else:
                yield first, last, ""


def _ends(node: ast.AST) -> tuple[int, int]:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, node.body[-1].end_lineno or node.pattern.lineno
    first: int = getattr(node, "lineno", 1)
    return first, getattr(node, "end_lineno", None) or first
