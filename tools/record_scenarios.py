"""Record what comes of every scenario of the tests, and what is due, legal and seen there; and the tables beside the tests:
the clauses of games, what they are made of, and what commands, events and states may leave out.

What has changed is to be read, line by line, before it is kept.

python tools/record_scenarios.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    """Write them."""
    from tests.engine import test_left_out
    from tests.golden.told import FOLDER, scenarios, written
    from tests.rules import test_clauses, test_made_of

    FOLDER.mkdir(exist_ok=True)
    texts = {FOLDER / f"{file}.txt": written(file) for file in scenarios()}
    texts |= {one.TOLD: one.written() for one in (test_left_out, test_clauses, test_made_of)}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main()
