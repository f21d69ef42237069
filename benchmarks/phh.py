"""Hands a second of `houseway phh replay`, from starting the program to its last line, beside PokerKit on the same hands.

Of real hands where files are named, else of one hand again and again, as sites write hands and with nine bets and folds, which
is what real ones have on average and a little more. Processor seconds of the whole
process and its workers, the best of several runs, so that a busy machine disturbs little.

    python -m benchmarks.phh [FILES...] [--hands N] [--runs N] [--workers N] [--json]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

AIM = 1000
"""Hands a second a core, end to end."""

HAND = """[{number}]
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [2, 4, 0, 0, 0, 0]
min_bet = 4
starting_stacks = [412, 388.5, 1004, 400, {number}.25, 237]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'd dh p5 ????', 'd dh p6 ????', 'p3 f', 'p4 cbr 12', 'p5 f', 'p6 f', 'p1 f', 'p2 cc', 'd db Jh7c2d', 'p2 cc', 'p4 cbr 18', 'p2 f']
winnings = [0, 0, 0, 26, 0, 0]
currency_symbol = '$'
"""


def ours(files: list[str], workers: int, runs: int) -> float:
    """Processor seconds of one process that replays the files, the least of so many runs."""
    program = [sys.executable, "-c", "from houseway.cli import main; main()", "phh", "replay", "--json"]
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*program, "--workers", str(workers), *files], capture_output=True, check=False)
        # It ends with 1 where a hand does not end as stated; a program that stopped replayed nothing.
        if done.returncode not in (0, 1) or not done.stdout:
            raise SystemExit(done.stderr.decode())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def pokerkit_hands_per_second(texts: list[str], most: int) -> float:
    """PokerKit's rate over the hands it takes: some it refuses."""
    from pokerkit import HandHistory

    replayed, began = 0, time.process_time()
    for text in texts:
        for hand in HandHistory.loads_all(text):
            try:
                for _ in hand:
                    pass
            except (ValueError, TypeError, KeyError):
                continue
            replayed += 1
            if replayed >= most:
                return replayed / (time.process_time() - began)
    return replayed / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = list(given.files)
        if not paths:
            paths = [Path(folder) / "hands.phhs"]
            paths[0].write_text("".join([HAND.format(number=1000 + number) for number in range(given.hands)]))
        texts = [path.read_text(encoding="utf-8") for path in paths]
        hands = sum(len(tomllib.loads(text)) if "[1" in text else 1 for text in texts)
        rate = hands / ours([str(path) for path in paths], given.workers, given.runs)
        peer = pokerkit_hands_per_second(texts, most=300)
    if given.json:
        print(json.dumps({"hands": hands, "hands_per_second": rate, "pokerkit": peer, "ratio": rate / peer}, indent=1))
        return
    met = "" if rate >= AIM else "  below it"
    print(f"houseway phh replay, {hands} hands   {rate:,.0f} hands a second a core, aim {AIM:,}{met}")
    print(
        f"PokerKit, the same hands        {peer:,.0f} hands a second a core; ours are {rate / peer:.1f} times as fast"
    )


if __name__ == "__main__":
    main()
