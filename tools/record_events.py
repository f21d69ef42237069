"""Add to the kept file of events a line for every kind and version it does not have yet; none is ever taken away.

python tools/record_events.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
KEPT = ROOT / "tests" / "golden" / "events.jsonl"


def main() -> None:
    """Write what is missing."""
    from houseway.encoding import encode, event_kinds
    from tests.kit.sample_values import sample

    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    kept = {(plain["event"], plain["v"]) for plain in map(json.loads, lines)}
    for kind in event_kinds():
        line = encode(sample(kind)).decode()
        plain = json.loads(line)
        if (plain["event"], plain["v"]) not in kept:
            lines.append(line)
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
