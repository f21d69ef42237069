"""What a verb that only looks something up costs, beside a bare interpreter: processor seconds, the best of several runs.

python -m benchmarks.startup [--runs N] [--json]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

import houseway

EXAMPLE = str(Path(houseway.__file__).parent / "chapters" / "c645a_pai_gow" / "example.toml")
VERBS = {
    "--help": 0.2,
    "games": 0.4,
    "games pai-gow": 0.4,
    "rules 645a.11(h)": 0.4,
    "rules --search surrender": 0.4,
    f"check {EXAMPLE}": 0.4,
}
"""The limit of each, in seconds."""


def seconds(words: list[str], runs: int) -> float:
    """The processor time of a command, the least of so many runs."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    bare = seconds([sys.executable, "-c", ""], given.runs)
    program = [sys.executable, "-c", "from houseway.cli import main; main()"]
    found = {verb: seconds([*program, *verb.split()], given.runs) for verb in VERBS}
    if given.json:
        print(json.dumps({"interpreter": bare, "verbs": found}, indent=1))
        return
    print(f"{'a bare interpreter':44} {bare:.3f} s")
    for verb, took in found.items():
        name = verb.replace(EXAMPLE, Path(EXAMPLE).name)
        print(
            f"{'houseway ' + name:44} {took:.3f} s, limit {VERBS[verb]} s{'' if took <= VERBS[verb] else '  above it'}"
        )


if __name__ == "__main__":
    main()
