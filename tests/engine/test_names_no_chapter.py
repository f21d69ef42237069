"""The engine knows no chapter: what a clause says comes to it as a value."""

from __future__ import annotations

import re
from pathlib import Path

import houseway.engine
from houseway.chapters import registry
from houseway.rules.table_rules import TableRules

CHAPTER = re.compile(r"\d{3}a(?![a-z0-9])|chapters\.", re.IGNORECASE)
PATH = re.compile(r"""["'(]\(([a-z]|\d{1,2}|[ivx]+|[A-Z])\)""")
"""The end of a clause's id in quotes, as ``"(h)(2)"``."""


def lines() -> list[tuple[str, str]]:
    folder = Path(houseway.engine.__file__).parent
    sources = sorted(folder.rglob("*.py"))
    assert sources
    return [
        (f"{path.relative_to(folder)}:{number}", line)
        for path in sources
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


def test_nothing_under_engine_names_a_clause_or_a_chapter() -> None:
    assert [one for one in lines() if CHAPTER.search(one[1]) or PATH.search(one[1])] == []


def test_nothing_under_engine_names_a_game_of_the_chapters_or_its_wagers() -> None:
    """A game by its id or its name, or in quotes the id of a wager or a meter."""
    games = [registry.resolve({}, game=id, kind=TableRules).game for id in registry.games(banked=True)]
    ids = {f'"{id}"' for game in games for id in (*game.wagers, *game.meters)}
    # Whoever does not void an exposed hand says "play", which is a wager's name too.
    words = {*ids, *registry.games(), *registry.games().values()} - {'"play"'}
    assert [one for one in lines() if any(word.lower() in one[1].lower() for word in words)] == []
