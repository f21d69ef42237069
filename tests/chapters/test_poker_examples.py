"""The example submissions of the poker games: lawful, complete, and what a table opens under."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from houseway.chapters.c637a_poker.example import example
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.chapters.c637a_poker.terms import JackpotTerms, RakeTerms, Supplement
from houseway.chapters.registry import check, games
from houseway.rules.submission import Severity
from tests.cli.process import houseway


@pytest.mark.parametrize("game", games(banked=False))
def test_an_example_is_lawful_and_explains_every_field(game: str) -> None:
    text = example(game)
    assert check(tomllib.loads(text))[1] == []
    stated = set(re.findall(r"^(?:# )?(\w+) =", text, re.MULTILINE))
    stated |= set(re.findall(r"^(?:# )?\[+(\w+)", text, re.MULTILINE))
    parts = (PokerSubmission, RakeTerms, JackpotTerms, Supplement)
    fields = {name for part in parts for name in part.model_fields}
    assert fields <= stated, fields - stated
    assert "$" not in text
    assert max(map(len, text.splitlines())) <= 120


KILLS = {
    "637a.12(n)": ("omaha-hi-lo-8",),
    "637a.19(l)(3)": ("omaha5-hi-lo-8",),
    "637a.20(b)": ("triple-draw-2-7", "triple-draw-a-5", "badeucey", "badacey"),
    "637a.21(b)": ("badugi",),
}


@pytest.mark.parametrize("game", games(banked=False))
def test_an_example_names_the_clauses_of_its_game(game: str) -> None:
    """637a.12(n), 637a.19(l)(3), 637a.20(b), 637a.21(b)."""
    text, of = example(game), POKER_GAMES[game]
    own = [of.blind_clause, of.ante_clause, of.forced_clause, of.straddle_clause, of.excess_clause]
    assert [clause for clause in own if clause and clause not in text] == []
    # The kill option is explained by its first clause where the game has none of its own.
    kill = next((clause for clause, some in KILLS.items() if game in some), "637a.12(n)")
    (line,) = [line for line in text.splitlines() if "The kill option" in line]
    kills = game in {one for some in KILLS.values() for one in some}
    assert ("not for" in line) is not kills
    assert f"({kill}" in line or "for this game" in line


@pytest.mark.parametrize("game", ["holdem", "omaha-hi-lo-8", "stud-low", "draw-high", "badugi"])
def test_what_stands_behind_a_mark_can_be_taken_in(game: str) -> None:
    """With every example line of the jackpots and supplements uncommented the submission is still lawful."""
    head, _, tail = example(game).partition("# [bad_beat]")
    lines = [line.removeprefix("# ") for line in f"# [bad_beat]{tail}".splitlines() if re.match(r"# (\[|\w+ = )", line)]
    _, faults = check(tomllib.loads(head + "\n".join(lines)))
    # A note says that a low game's hands can win no jackpot.
    assert [fault for fault in faults if fault.severity is Severity.FAULT] == []


def test_the_command_prints_what_the_command_accepts(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(houseway("check", "--example", "stud-hi-lo").out, encoding="utf-8")
    assert houseway("check", str(path)).code == 0
    ran = houseway("play", "--submission", str(path), "--seed", "1")
    assert ran.code == 0, ran.err
    assert "A sample round of Seven-card Stud High-low Split" in ran.out
