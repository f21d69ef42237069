"""Record the figures that a check has at once: the counts that take long, and what each main game costs under the chapter's choices.

python -m tools.record_known
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import houseway.lab
from houseway.chapters import registry
from houseway.chapters.c645a_pai_gow import house_way
from houseway.chapters.c647a_holdem_bonus.lab.progressive import progressive_counts
from houseway.lab.analysis import counts_of, main_sheet
from houseway.lab.choices import other_main_games, other_paytables
from houseway.lab.deal_spaces import Counts, spaces_of
from houseway.lab.known import FILE
from houseway.lab.main_games import main_choices, main_digest, rests_on_decisions
from houseway.lab.sheet import ratio
from houseway.lab.side import side_wagers
from houseway.rules.table_rules import TableRules

SOLVED = ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo", "pai-gow")
"""The games whose main game is solved; that of 645a for each house way that has a name."""


def known_counts(*, cached: bool = True) -> dict[str, dict[str, int]]:
    """The counts of every primitive that are not made at once."""
    counts: dict[str, Counts] = {}
    for game in registry.games(banked=True):
        slow = {id for id, space in spaces_of(game).items() if not space.quick}
        tables = _rules({"game": game}).game.tables.values()
        primitives = {step.id: step for table in tables for step, _ in table.steps if step.id in slow}
        counts |= counts_of(game, primitives.values(), cached=cached)
    return {id: {str(value): times for value, times in sorted(of_id.items())} for id, of_id in sorted(counts.items())}


def main_rules(game: str) -> list[TableRules]:
    """The rules of a game under each choice that its main game rests on."""
    if game == "pai-gow":
        ways = ({"variant": variant, "house_way": way} for variant in ("standard", "ez") for way in house_way.names())
        return [_rules({"game": game, **way}) for way in ways]
    first = _rules({"game": game})
    beside = {one.id for one in side_wagers(first.game)}
    found = [first, *(one.rules for one in other_main_games(first))]
    found += [change.rules for wager, change in other_paytables(first) if wager not in beside]
    return found


def known_main(rules: TableRules, *, cached: bool = True) -> dict[str, Any]:
    """What a main game costs."""
    main = main_sheet(rules, cached=cached)
    assert main is not None
    folds = rests_on_decisions(rules.game.id, "progressive")
    decided = {"progressive": progressive_counts(rules, main)} if folds else {}
    return {
        "choices": main_choices(rules),
        "unit": main.unit,
        "played": main.played,
        "house_edge": ratio(main.house_edge),
        "decided": decided,
        "against_bank": None if main.against_bank is None else ratio(main.against_bank),
    }


def _rules(data: dict[str, Any]) -> TableRules:
    return registry.resolve(data, kind=TableRules)


def main() -> None:
    solved = {main_digest(rules): known_main(rules) for game in SOLVED for rules in main_rules(game)}
    text = json.dumps({"counts": known_counts(), "main": solved}, indent=1)
    Path(houseway.lab.__path__[0], FILE).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
