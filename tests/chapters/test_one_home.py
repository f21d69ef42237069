"""A chapter is its folder: no module or template outside `houseway.chapters` names its games, wagers or clauses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.chapters import registry
from houseway.rules.table_rules import TableRules

SOURCE = Path(houseway.__path__[0])
TEXTS_FOR_PEOPLE = {
    **dict.fromkeys(
        (
            f"cli/{name}.py"
            for name in (
                *(
                    "advise",
                    "analyze",
                    "band",
                    "check",
                    "games/__init__",
                    "play",
                    "room",
                    "settle",
                    "simulate",
                ),
            )
        ),
        "examples in its help",
    ),
    "cli/rules/__init__.py": "examples of clauses in its help",
    "interop/ohh/export.py": "the map of OHH variants",
    "interop/phh/export.py": "the map of PHH variants",
    "interop/phh/variants.py": "the map of PHH variants",
    "lab/inputs.py": "an example in a message",
    "play/terminal.py": "examples of clauses in its help",
    "view/posted.py": "an example of a clause",
    "clause.py": "an example of a clause",
    "web/common_passwords.py": "words that people take as passwords",
    "web/pages/demo.py": "the demo house",
    "web/pages/how.py": "the games to begin with",
    "web/pages/templates/how.html": "an example of a clause",
}
"""Modules that may name a game or a clause, and why."""
COMMON_WORDS = {
    "ante",
    "badugi",
    "black",
    "bonus",
    "flop",
    "odds",
    "play",
    "progressive",
    "raise",
    "red",
    "river",
    "tie",
    "turn",
}
"""Wagers and games whose ids are words that mean other things too: Badugi is also an order of hands."""
COMMENT = re.compile(r"\{#.*?#\}|<!--.*?-->|/\*.*?\*/", re.DOTALL)
TEXTS = ("*.py", "*.html", "*.mjs", "*.js", "*.css")


def names() -> re.Pattern[str]:
    """Return a pattern of every game id, chapter number and wager id. ``holdem.player-category`` is a primitive, no game."""
    games, banked = registry.games(), registry.games(banked=True)
    wagers = {wager for game in banked for wager in registry.resolve({"game": game}, kind=TableRules).game.wagers}
    numbers = {registry.chapter_of(game).number for game in games}
    return re.compile(rf"\b({'|'.join(sorted({*games, *numbers, *wagers} - COMMON_WORDS))})\b(?!\.[a-z])")


def strings(text: str) -> Iterator[str]:
    """Yield the strings of a module that are not docstrings."""
    tree = ast.parse(text)
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.value


@pytest.mark.long
def test_no_module_outside_the_chapters_names_a_game():
    pattern = names()
    named: dict[str, list[str]] = {}
    for path in sorted([path for name in TEXTS for path in SOURCE.rglob(name)]):
        module = path.relative_to(SOURCE).as_posix()
        if module.startswith("chapters/") or module in TEXTS_FOR_PEOPLE:
            continue
        text = path.read_text(encoding="utf-8")
        texts = strings(text) if path.suffix == ".py" else COMMENT.sub("", text).splitlines()
        matches = [match.group() for line in texts for match in pattern.finditer(line)]
        if matches:
            named[module] = matches
    assert not named


def test_every_exception_names_one():
    pattern = names()
    for module in TEXTS_FOR_PEOPLE:
        assert pattern.search((SOURCE / module).read_text(encoding="utf-8")), module
