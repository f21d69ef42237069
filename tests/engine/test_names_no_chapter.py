"""The engine knows no chapter: what a clause says comes to it as a value."""

from __future__ import annotations

import re
from pathlib import Path

import houseway.engine

CHAPTER = re.compile(r"\b\d{3}a\b")


def test_nothing_under_engine_names_a_clause_or_a_chapter() -> None:
    folder = Path(houseway.engine.__file__).parent
    sources = sorted(folder.rglob("*.py"))
    assert sources
    named = [
        f"{path.relative_to(folder)}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if CHAPTER.search(line)
    ]
    assert named == []
