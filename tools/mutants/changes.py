"""Small wrong changes to a source text: a comparison the other way, a number one off, a guard or an event left out."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from pathlib import Path

CLAUSE = re.compile(r"\d{3}a\.\d{1,2}(?:\([A-Za-z0-9]{1,6}\))*")


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """``text`` instead of the bytes from ``start`` to ``end``; ``function`` is the qualified name it lies in, if any."""

    path: str
    line: int
    start: int
    end: int
    text: str
    kind: str
    function: str
    before: str

    def applied(self, source: bytes) -> bytes:
        """The source with this change."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}: {self.before} -> {_on_one_line(self.text)}"


def sample(folder: Path, paths: Iterable[str], *, seed: int, count: int) -> list[Change]:
    """So many changes to the files of a folder, each kind as often as the others while there are any left of it."""
    by_kind: dict[str, list[Change]] = {}
    for change in every(folder, paths):
        by_kind.setdefault(change.kind, []).append(change)
    chance = random.Random(seed)
    drawn = [chance.sample(by_kind[kind], min(count, len(by_kind[kind]))) for kind in sorted(by_kind)]
    in_turn = (one for one in chain.from_iterable(zip_longest(*drawn)) if one is not None)
    lawful = (one for one in in_turn if _is_python(one.applied((folder / one.path).read_bytes())))
    return list(islice(lawful, count))


def every(folder: Path, paths: Iterable[str]) -> Iterator[Change]:
    """Every change to the files of a folder."""
    sources = {path: (folder / path).read_bytes() for path in sorted(paths)}
    members: dict[Path, Members] = {}
    for path, source in sources.items():
        # Two folders may each have an enumeration of the same name.
        of = Path(path).parent
        if of not in members:
            members[of] = members_in(one for name, one in sources.items() if Path(name).parent == of)
        yield from changes_in(path, source, members[of])


Members = Mapping[str, tuple[str, ...]]
"""The members of enumerations, as far as they are named: ``Role`` has ``DEALER``, ``FLOORPERSON``, ..."""


def members_in(sources: Iterable[bytes]) -> Members:
    """What stands in upper case behind a name that begins with an upper-case letter."""
    found: dict[str, set[str]] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if (of := _member(node)) is not None:
                found.setdefault(of[0], set()).add(of[1])
    return {name: tuple(sorted(members)) for name, members in found.items()}


def changes_in(path: str, source: bytes, members: Members) -> Iterator[Change]:
    """Every change to a source; where quotes lie within quotes it may be Python no more."""
    finder = _Finder(members)
    finder.visit(ast.parse(source))
    begins = [0, *(at.end() for at in re.finditer(rb"\n", source))]
    for node, kind, text, function in finder.found:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start, end = begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset
        before = _on_one_line(source[start:end].decode())
        yield Change(path, node.lineno, start, end, text, kind, function, before)


def _is_python(source: bytes) -> bool:
    try:
        compile(source, "changed", "exec")
    except SyntaxError:
        return False
    return True


_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
_EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
_COUNTED = {"int", "Cents"}

Located = ast.expr | ast.stmt


class _Finder(ast.NodeVisitor):
    """Goes through what is done, not through what is said about it: annotations, texts, decorators."""

    def __init__(self, members: Members) -> None:
        self.members = members
        self.found: list[tuple[Located, str, str, str]] = []
        self.names: list[str] = []
        self.function = ""
        self.returns: list[ast.expr | None] = []

    def _note(self, node: Located, kind: str, instead: ast.AST | str) -> None:
        text = instead if isinstance(instead, str) else f"({ast.unparse(instead)})"
        self.found.append((node, kind, text, self.function))

    def _all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    # What is left out.

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A sentence."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._all([node.value])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.append(node.name)
        self._all(node.body)
        self.names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._all([*node.args.defaults, *node.args.kw_defaults])
        outer = self.function
        self.function = ".".join([*self.names, node.name])
        self.names += [node.name, "<locals>"]
        self.returns.append(node.returns)
        self._all(node.body)
        self.returns.pop()
        del self.names[-2:]
        self.function = outer

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._all([*node.args.defaults, *node.args.kw_defaults])
        outer = self.function
        self.function = outer or ".".join([*self.names, "<lambda>"])
        self.visit(node.body)
        self.function = outer

    # What is changed.

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[place] = _FLIPPED[type(operator)]()
            self._note(node, "comparison", other)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = copy.deepcopy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._note(node, "connective", other)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._note(node, "connective", node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in _RECKONED and not _joins(node):
            other = copy.deepcopy(node)
            other.op = _RECKONED[type(node.op)]()
            self._note(node, "arithmetic", other)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._note(node, "truth", str(not value))
        elif isinstance(value, int):
            self._note(node, "number", str(value + 1))
            if value:
                self._note(node, "number", str(value - 1))
        elif isinstance(value, str) and CLAUSE.fullmatch(value):
            self._note(node, "clause", repr(_beside(value)))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        of = _member(node)
        if of is not None and len(known := self.members.get(of[0], ())) > 1:
            self._note(node, "member", f"{of[0]}.{known[(known.index(of[1]) + 1) % len(known)]}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("sorted", "reversed") and node.args:
            self._note(node, "order", f"list({ast.unparse(node.args[0])})")
        elif name in ("min", "max"):
            other = copy.deepcopy(node)
            other.func = ast.Name("max" if name == "min" else "min")
            self._note(node, "order", other)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if not node.orelse and isinstance(node.body[-1], ast.Raise | ast.Return | ast.Continue):
            self._note(node.test, "guard", "False")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._note(node, "statement", "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(one, ast.Name) and one.id.startswith("__") for one in node.targets):
            return
        if all(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets):
            self._note(node, "statement", "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._note(node, "statement", "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        says = self.returns[-1] if self.returns else None
        if node.value is not None and says is not None and not isinstance(node.value, ast.Constant):
            self._note_answer(node.value, says)
        self.generic_visit(node)

    def _note_answer(self, value: ast.expr, says: ast.expr) -> None:
        written = ast.unparse(says)
        whole = written.partition("[")[0]
        if written == "bool":
            self._note(value, "answer", ast.UnaryOp(ast.Not(), value))
        elif written in _COUNTED:
            self._note(value, "answer", f"({ast.unparse(value)}) + 1")
        elif written.endswith("| None"):
            self._note(value, "answer", "None")
        elif whole in _EMPTY and (whole != "tuple" or "..." in written) and ast.unparse(value) != _EMPTY[whole]:
            self._note(value, "answer", _EMPTY[whole])


def _member(node: ast.AST) -> tuple[str, str] | None:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        name, member = node.value.id, node.attr
        if name[:1].isupper() and not name.isupper() and member.isupper():
            return name, member
    return None


def _joins(node: ast.BinOp) -> bool:
    """Whether texts or rows are joined rather than numbers added."""
    return any(
        isinstance(one, ast.JoinedStr | ast.Tuple | ast.List | ast.ListComp | ast.Set | ast.Dict)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str | bytes))
        or (isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in ("tuple", "list", "cards"))
        for side in (node.left, node.right)
        for one in ([side, *((side.left, side.right) if isinstance(side, ast.BinOp) else ())])
    )


def _beside(clause: str) -> str:
    """Another clause of the same section or, where a section has no paragraph, the one after it."""
    head, mark, last = clause.rstrip(")").rpartition("(")
    if not mark:
        section, _, number = clause.rpartition(".")
        return f"{section}.{int(number) + 1}"
    if last.isdigit():
        return f"{head}({int(last) + 1})"
    return f"{head}({chr(ord(last) + 1)})" if len(last) == 1 and last not in "zZ" else head


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
