"""Record the golden playthroughs: a few rounds of each game, every event on a line of its own.

python tools/record_playthroughs.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
FOLDER = ROOT / "tests" / "golden" / "playthroughs"
ROUNDS = 4


def playthrough(game: str, submission: dict[str, object], seed: int) -> str:
    """The events of some rounds of random play, as JSON lines under a line that states the rules."""
    import msgspec

    from houseway.chapters.registry import resolve
    from houseway.engine.refusal import Refusal
    from houseway.engine.table import Table
    from tests.engine.driver import plausible, seat_players, shuffled

    rules = resolve({"game": game, **submission})
    table = Table(rules)
    chance = random.Random(seed)
    table.ready(shuffled(table, chance))
    seat_players(table, chance)
    played = 0
    while played < ROUNDS:
        command = plausible(table, chance)
        if command is None:
            table.ready(shuffled(table, chance))
            continue
        number = table.state.number
        before = table.state.status
        outcome = table.send(command)
        assert not isinstance(outcome, Refusal) or outcome.code, outcome
        played += before != table.state.status and table.state.status == "wagering" and number > 0
    head = msgspec.json.encode({"game": game, "submission": submission, "seed": seed, "digest": rules.digest}).decode()
    return "\n".join([head, *(msgspec.json.encode(event).decode() for event in table.events)]) + "\n"


def recordings() -> dict[str, str]:
    """Every playthrough by file name."""
    from tests.engine.test_properties import VARIANTS

    return {
        f"{game}-{number}.jsonl": playthrough(game, submission, 600 + number)
        for game, submissions in VARIANTS.items()
        for number, submission in enumerate(submissions)
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
