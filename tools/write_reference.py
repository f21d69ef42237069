"""Write docs/api-reference.md: every public name of ``houseway`` with its signature and the first sentence about it.

python -m tools.write_reference
"""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import houseway

PAGE = Path(__file__).parents[1] / "docs" / "api-reference.md"
INTRODUCTION = """\
# Reference of the library

Every public name of `houseway`, written by `python -m tools.write_reference` from the code. [api.md](api.md) shows how they are used.
"""


def reference() -> str:
    """Return the text of the page."""
    sections = [_section(name) for name in houseway.__all__ if name != "__version__"]
    return "\n".join([INTRODUCTION, *sections])


def _section(name: str) -> str:
    value = getattr(houseway, name)
    lines = [f"## `{name}`", "", _summary(value), ""]
    if isinstance(value, ModuleType):
        lines += _rows("function", _public_functions(value))
    elif isinstance(value, type) and issubclass(value, enum.Enum):
        lines += ["Values: " + ", ".join(f"`{member.value}`" for member in value) + ".", ""]
    elif isinstance(value, type):
        lines += _rows("method or attribute", _public_members(value))
    else:
        lines += [f"`{name}{_signature(value)}`", ""]
    return "\n".join(lines)


def _rows(head: str, members: Iterator[tuple[str, str]]) -> list[str]:
    rows = [f"| `{name}` | {summary} |" for name, summary in members]
    return [f"| {head} | |", "|---|---|", *rows, ""] if rows else []


def _public_functions(module: ModuleType) -> Iterator[tuple[str, str]]:
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__.startswith(module.__name__)
    ]
    for name in sorted(names):
        value = getattr(module, name)
        if not name.startswith("_") and inspect.isroutine(value):
            yield f"{name}{_signature(value)}", _summary(value)


def _public_members(kind: type) -> Iterator[tuple[str, str]]:
    for name in sorted(name for name in dir(kind) if not name.startswith("_")):
        value = inspect.getattr_static(kind, name)
        if isinstance(value, property):
            yield name, _summary(value)
        elif isinstance(value, classmethod | staticmethod):
            yield f"{name}{_signature(value.__func__)}", _summary(value.__func__)
        elif inspect.isfunction(value):
            yield f"{name}{_signature(value)}", _summary(value)


class _Shown:
    """A default as the page shows it: an object of ours would print its address or all that is in it."""

    def __init__(self, default: object) -> None:
        self.default = default

    def __repr__(self) -> str:
        if isinstance(self.default, enum.Enum):
            return f"{type(self.default).__name__}.{self.default.name}"
        return repr(self.default) if isinstance(self.default, str | int | None) else "..."


def _signature(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    given = [parameter for parameter in signature.parameters.values() if parameter.name not in ("self", "cls")]
    shown = [
        parameter if parameter.default is parameter.empty else parameter.replace(default=_Shown(parameter.default))
        for parameter in given
    ]
    text = str(signature.replace(parameters=shown))
    # Annotations are kept as text, which is printed in quotation marks.
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text).replace("|", "\\|")


def _summary(value: object) -> str:
    text = inspect.getdoc(value) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def main() -> None:
    PAGE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
