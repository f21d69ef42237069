"""Sheets shipped with the program: what the lab computes, and read without compiling anything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.chapters.registry import games, resolve
from houseway.lab import known, store
from houseway.lab.analysis import analyze, decided_name, main_name
from houseway.lab.encoded import encode
from houseway.lab.main_games import decision_sheets, rests_on_decisions, solve_main_game
from houseway.lab.sheet import MainSheet, WagerSheet, ratio
from houseway.lab.shipped import shipped
from houseway.lab.side import side_wagers
from houseway.rules.table_rules import TableRules
from tools.record_sheets import SHEETS, sheets_of

GOLDEN = Path(__file__).parents[1] / "golden" / "lab"
QUICK = "five-card-hi-lo"


@pytest.fixture
def in_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEWAY_SHIPPED", "1")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


def rules_of(game: str) -> TableRules:
    return resolve({"game": game}, kind=TableRules)


def test_every_default_sheet_is_shipped_and_no_other():
    names = set()
    for game in games(banked=True):
        rules = rules_of(game)
        decided = [one.id for one in side_wagers(rules.game) if rests_on_decisions(game, one.id)]
        names |= {f"{main_name(rules)}.json", *(f"{decided_name(rules, one)}.json" for one in decided)}
    assert {file.name for file in SHEETS.iterdir()} == names


@pytest.mark.parametrize("game", games(banked=True))
def test_a_shipped_main_game_is_that_of_the_goldens(game, in_use):
    """The goldens and the figures known at once are compared with what is solved, in tests of their own."""
    rules = rules_of(game)
    main = shipped(main_name(rules), MainSheet)
    figure = known.main(rules)
    assert main is not None and figure is not None and main.check().house_edge == figure.house_edge
    for file in GOLDEN.glob("main-*.json"):
        kept = json.loads(file.read_text())
        if kept["digest"] == rules.digest:
            assert {ratio(one.net): one.deals for one in main.results} == kept["results"]


@pytest.mark.long
def test_the_shipped_sheets_of_663a_are_what_the_lab_computes(in_use):
    for name, sheet in sheets_of(QUICK):
        assert (SHEETS / f"{name}.json").read_bytes() == encode(sheet) + b"\n"


@pytest.mark.proof
@pytest.mark.parametrize("game", games(banked=True))
def test_shipped_sheets_are_what_the_lab_computes(game):
    for name, sheet in sheets_of(game):
        assert (SHEETS / f"{name}.json").read_bytes() == encode(sheet) + b"\n"


def test_a_stale_sheet_would_be_noticed(in_use):
    """A sheet of other rules has another name, and what is asked for without the cache is computed."""
    rules = rules_of(QUICK)
    other = resolve({"game": QUICK, "paytables": {"ante_bonus": "B"}}, kind=TableRules)
    assert shipped(main_name(other), MainSheet) is None
    main = solve_main_game(rules)
    assert main == shipped(main_name(rules), MainSheet) == analyze(rules, cached=False).main
    assert decision_sheets(rules, "tie", main) == shipped(decided_name(rules, "tie"), list[WagerSheet])


def test_a_cache_of_an_earlier_run_is_not_needed(in_use, monkeypatch):
    monkeypatch.setattr(store, "kept", lambda name, kind: pytest.fail(f"{name} was looked for in the cache"))
    assert analyze(rules_of(QUICK), wager="tie").wagers


FRESH = """
import runpy, sys
sys.argv = ["houseway", "analyze", sys.argv[1]]
try:
    runpy.run_module("houseway", run_name="__main__")
except SystemExit as ended:
    assert not ended.code, ended.code
assert "numba" not in sys.modules, "the kernels were loaded"
"""


@pytest.mark.parametrize("game", games(banked=True))
def test_a_default_sheet_compiles_nothing(game, tmp_path):
    env = {**os.environ, "HOUSEWAY_SHIPPED": "1", "HOUSEWAY_CACHE": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", FRESH, game], capture_output=True, text=True, check=False, env=env)
    assert ran.returncode == 0, ran.stderr
    assert "house edge" in ran.stdout
