"""Record the texts of ``tests/golden/scenarios`` and the tables of clauses in ``tests/rules``.

Review every line that has changed before you keep it.

python -m tools.record_scenarios
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    """Write them, and remove the files of scenarios that are gone."""
    from tests.golden.scenario_text import FOLDER, scenarios, written
    from tests.rules import test_clauses

    FOLDER.mkdir(exist_ok=True)
    texts = {FOLDER / f"{file}.txt": written(file) for file in scenarios()}
    for path in set(FOLDER.glob("*.txt")) - set(texts):
        path.unlink()
    texts[test_clauses.TOLD] = test_clauses.written()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main()
