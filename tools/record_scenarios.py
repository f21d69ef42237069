"""Record what comes of every scenario of the tests, and what is due, legal and seen there.

python tools/record_scenarios.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    """Write them."""
    from tests.golden.told import FOLDER, scenarios, written

    FOLDER.mkdir(exist_ok=True)
    for file in scenarios():
        (FOLDER / f"{file}.txt").write_text(written(file), encoding="utf-8")
        sys.stdout.write(f"{file}.txt\n")


if __name__ == "__main__":
    main()
