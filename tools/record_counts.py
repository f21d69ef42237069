"""Record how many deals each row of each settlement table settles, by the digest of the rules: golden counts.

python tools/record_counts.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from houseway.chapters import registry
from houseway.lab.analysis import analyze
from houseway.lab.files import every_wager
from houseway.rules.table_rules import TableRules

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "lab"
CHOICES: dict[str, dict[str, Any]] = {
    "heads-up-holdem": {},
    "holdem-bonus": {},
    "pai-gow": {},
    "pai-gow-ez": {"game": "pai-gow", "variant": "ez", "brand": "emperor"},
    "five-card-hi-lo": {},
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


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in CHOICES:
        counts = counts_of(name, cached="--no-cache" not in sys.argv)
        (FOLDER / f"{name}.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
