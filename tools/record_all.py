"""Record every golden, index and picture anew, one after the other; read the diff before you commit it.

python -m tools.record_all            without the counts and figures of the lab, which take minutes
python -m tools.record_all --lab      these too
"""

from __future__ import annotations

import subprocess
import sys

RECORDERS = (
    "tools.record_playthroughs",
    "tools.record_events",
    "tools.record_scenarios",
    "tools.index_citations",
    "tools.index_tests",
    "tools.draw_architecture",
    "tools.write_reference",
)
LAB = ("tools.record_counts", "tools.record_known", "tools.record_sheets", "tools.record_starting_hands")


def main() -> None:
    for recorder in (*RECORDERS, *LAB) if "--lab" in sys.argv[1:] else RECORDERS:
        if subprocess.run([sys.executable, "-m", recorder], check=False).returncode:
            raise SystemExit(f"{recorder} failed; nothing after it was recorded.")


if __name__ == "__main__":
    main()
