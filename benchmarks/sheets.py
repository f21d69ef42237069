"""How long a PAR sheet takes from the command line: kernels compiled anew, compiled already, and everything kept.

python -m benchmarks.sheets [--game G] [--optimal] [--json]

Each game three times in a process of its own with a cache folder of its own: with nothing compiled, with the kernels compiled and
nothing kept (--no-cache), and kept. Asked for: less than 20 s of compiling a game (processor time of the first run beyond the second),
less than 1 s once kept, at most 40 s for the main game of 645a, 15 s for that of 677a, 20 s for the side wagers of 645a on two free cores, and, with --optimal,
at most ten minutes for the best setting of every hand of 645a.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from time import perf_counter

from houseway.chapters.registry import resolve
from houseway.lab.analysis import analyze
from houseway.rules.table_rules import TableRules

GAMES = ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo", "pai-gow")
COMPILING, KEPT, BEST, SIDE = 20, 1, 600, 20
SOLVED = {"heads-up-holdem": 15, "pai-gow": 40}
"""The most seconds for a whole sheet on two free cores, where a limit is stated."""


def seconds(folder: str, *words: str) -> tuple[float, float]:
    """Wall and processor seconds of one command."""
    env = {**os.environ, "XDG_CACHE_HOME": folder, "HOUSEWAY_CACHE": f"{folder}/houseway"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    subprocess.run([sys.executable, "-m", "houseway", *words, "--json"], env=env, check=True, stdout=subprocess.DEVNULL)
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def side_seconds(game: str) -> float:
    """Seconds of counting for every wager beside the main game, under every paytable."""
    rules = resolve({"game": game}, kind=TableRules)
    start = perf_counter()
    analyze(rules, unoffered=True, all_paytables=True, main_game=False, cached=False)
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--optimal", action="store_true", help="the best setting of every hand of 645a too")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one; may be named several times")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    found: dict[str, dict[str, float]] = {}

    def says(name: str, what: str, value: float, most: float | None = None) -> None:
        found.setdefault(name, {})[what] = value
        if not given.json:
            limit = "" if most is None else f", at most {most} s"
            print(f"{name:16} {what:34} {value:8.2f} s{limit}", flush=True)

    for game in given.game or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            _, cold = seconds(folder, "analyze", game, "--no-cache")
            wall, warm = seconds(folder, "analyze", game, "--no-cache")
            says(game, "compiling, of processor time", cold - warm, COMPILING)
            says(game, "compiled, whole sheet, wall", wall, SOLVED.get(game))
            says(game, "compiled, of processor time", warm)
            seconds(folder, "analyze", game)
            wall, warm = seconds(folder, "analyze", game)
            says(game, "kept, wall", wall, KEPT)
            says(game, "kept, of processor time", warm)
            if game == "pai-gow":
                says(game, "side wagers, all", side_seconds(game), SIDE)
                if given.optimal:
                    says(game, "best setting, wall", seconds(folder, "analyze", game, "--optimal")[0], BEST)
    if given.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
