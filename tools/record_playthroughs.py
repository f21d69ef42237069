"""Record the golden playthroughs: a few rounds of each game, every event on a line of its own.

The opening of the table is in them: cards are received, inspected, shuffled and cut as the chapter says, then players
answer at random what they are asked.

python tools/record_playthroughs.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
FOLDER = ROOT / "tests" / "golden" / "playthroughs"
ROUNDS = 4
SEATS = (1, 2, 4, 5)
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "heads-up-holdem": [{}, {"dealing": "automated-shoe"}, {"dealing": "automated-shoe", "community_first": True}],
    "holdem-bonus": [{}, {"progressive": {"rate_percent": 20}, "five_card": {"rate_percent": 30}}, {"dealing": "hand"}],
    "pai-gow": [{}, {"variant": "ez"}, {"variant": "ez", "brand": "emperor", "dealing": "automated-shoe"}],
    "five-card-hi-lo": [{}, {"dealing": "hand"}],
}
"""Submissions that differ in what is dealt, asked and paid; any other banked game is played under its defaults, poker under its example."""


def playthrough(game: str, submission: dict[str, Any] | None, seed: int) -> str:
    """The events of some rounds, as JSON lines under a line that states the rules."""
    import msgspec

    from houseway.chapters.registry import open_table
    from houseway.engine.cards.commands import ReceiveDecks
    from tests.kit.random_answers import at_random, house_of

    table = open_table(game if submission is None else {"game": game, **submission})
    chance = random.Random(seed)
    for seat in SEATS:
        table.seat(seat, f"player {seat}", 1_000_000)
    if submission is None:
        # A poker table plays stated decks until it has its own.
        table.do(ReceiveDecks(decks=2))
    house = house_of(table, chance)
    for _ in range(ROUNDS):
        house.play_round(at_random(table, chance))
    stated = {"game": game, "submission": table.rules.submission, "seed": seed, "digest": table.rules.digest}
    lines = [msgspec.json.encode(stated), *map(msgspec.json.encode, table.events)]
    return "\n".join(line.decode() for line in lines) + "\n"


def recordings() -> dict[str, str]:
    """Every playthrough by file name."""
    from houseway.chapters.registry import games

    def submissions(game: str) -> list[dict[str, Any]] | list[None]:
        if game in games(banked=False):
            return [None]
        return VARIANTS.get(game, [{}])

    return {
        f"{game}-{number}.jsonl": playthrough(game, submission, 600 + number)
        for game in games()
        for number, submission in enumerate(submissions(game))
    }


def main() -> None:
    """Write the files anew and remove those no longer recorded."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = recordings()
    for old in FOLDER.glob("*.jsonl"):
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
