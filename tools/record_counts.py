"""Record how many deals each row of each settlement table settles, by the digest of the rules: golden counts.

python tools/record_counts.py [NAME...]

Those of the main games that take a while are recorded only by name.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from houseway.chapters import registry
from houseway.lab.analysis import analyze
from houseway.lab.files import every_wager
from houseway.lab.main_games import has_best_play, solve_best_play, solve_main_game
from houseway.lab.sheet import Listing, MainSheet, ratio
from houseway.rules.table_rules import TableRules

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "lab"
CHOICES: dict[str, dict[str, Any]] = {
    **{game: {} for game in registry.games(banked=True)},
    "pai-gow-ez": {"game": "pai-gow", "variant": "ez", "brand": "emperor"},
}
"""File -> the submission whose counts it holds."""


WITH_MAIN = ("five-card-hi-lo",)
"""The games whose main wagers are counted quickly enough to stand here too."""


def counts_of(name: str, *, cached: bool = True) -> dict[str, Any]:
    """The counts of every wager under every lawful paytable, with the digest of the rules."""
    rules = registry.resolve({"game": name, **CHOICES[name]}, kind=TableRules)
    sheet = analyze(rules, unoffered=True, all_paytables=True, main_game=name in WITH_MAIN, cached=cached)
    wagers: dict[str, dict[str, dict[str, int]]] = {}
    for one in every_wager(sheet):
        wagers.setdefault(one.wager, {})[one.paytable] = one.combinations
    return {"game": sheet.game, "digest": sheet.digest, "wagers": wagers}


MAIN_CHOICES: dict[str, dict[str, Any]] = {
    "main-heads-up-holdem": {"game": "heads-up-holdem"},
    "main-heads-up-holdem-chip": {"game": "heads-up-holdem", "raise_minimum": "chip"},
    "main-holdem-bonus-straight": {"game": "holdem-bonus", "ante_pays_on": "straight"},
    "main-holdem-bonus-flush": {"game": "holdem-bonus", "ante_pays_on": "flush"},
    "main-pai-gow": {"game": "pai-gow", "house_way": "foxwoods"},
    "main-pai-gow-trump-plaza": {"game": "pai-gow", "house_way": "trump-plaza"},
    "main-pai-gow-ez": {"game": "pai-gow", "variant": "ez", "brand": "emperor", "house_way": "ez"},
}
"""File -> the submission whose main game's counts it holds."""


OPTIMAL_CHOICES = {
    name.replace("main", "optimal"): name for name, given in MAIN_CHOICES.items() if has_best_play(given["game"])
}
"""File -> that of the main game whose best play it holds, where the main game is played otherwise."""


def main_counts_of(name: str) -> dict[str, Any]:
    """The counts of a main game: rows, results and decisions, with the digest of the rules."""
    rules = registry.resolve(MAIN_CHOICES[name], kind=TableRules)
    return _counts(rules, solve_main_game(rules))


def optimal_counts_of(name: str) -> dict[str, Any]:
    """The counts of a main game best played, and of every kind of hand that its listings name."""
    rules = registry.resolve(MAIN_CHOICES[OPTIMAL_CHOICES[name]], kind=TableRules)
    main = solve_main_game(rules)
    assert main is not None
    sheet = solve_best_play(rules, main)
    counts = _counts(rules, sheet)
    assert sheet is not None
    lines = [line for part in sheet.strategy if isinstance(part, Listing) for line in part.lines]
    kinds = {f"{line.when}: {line.do}": [str(line.share), str(line.gain), line.example] for line in lines}
    return {**counts, "figures": {name: ratio(value) for name, value in sheet.figures}, "kinds": kinds}


def _counts(rules: TableRules, sheet: MainSheet | None) -> dict[str, Any]:
    assert sheet is not None
    return {
        "game": rules.game.id,
        "digest": rules.digest,
        "total": sheet.total,
        "results": {ratio(one.net): one.deals for one in sheet.results},
        "decisions": {f"{one.asked}: {one.answer}": one.deals for one in sheet.decisions},
        "wagers": {one.wager: one.combinations for one in sheet.wagers},
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    for name in named or CHOICES:
        if name in OPTIMAL_CHOICES:
            counts = optimal_counts_of(name)
        elif name in MAIN_CHOICES:
            counts = main_counts_of(name)
        else:
            counts = counts_of(name, cached="--no-cache" not in sys.argv)
        _write(name, counts)


def _write(name: str, counts: dict[str, Any]) -> None:
    (FOLDER / f"{name}.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
