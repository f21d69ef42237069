"""The exact sums of the lab beside the same sums in plain C (benchmarks/heads_up_holdem.c), in processor time.

python -m benchmarks.lab [--step N] [--json]

Both add up the same boards of 677a on one core, and their sums are compared. At most 0.7 times the time of the plain enumeration,
pair against pair, is asked for; the second line of C sorts the pairs and counts dealers as the kernel does. The last line sets
every kind of hand of 645a by a house way, as rows of numbers and as the engine does it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import process_time, time

import numpy as np

from houseway.cards import Card
from houseway.chapters.c645a_pai_gow.house_way import named
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS
from houseway.chapters.c645a_pai_gow.lab.house_way import set_by
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.chapters.c677a_heads_up_holdem.game import rules
from houseway.chapters.c677a_heads_up_holdem.lab import solver as heads_up_holdem
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as kernels
from houseway.chapters.c677a_heads_up_holdem.submission import HeadsUpHoldemSubmission
from houseway.lab.holdem import STARTING_HANDS
from houseway.lab.kernels.boards import BOARD_CLASSES, FLOP_CLASSES, PAIRS, boards, sets
from houseway.lab.kernels.showdowns import DEALERS

SOURCE = Path(__file__).with_name("heads_up_holdem.c")
AT_MOST = 0.7
MODES = {"each": 100, "sorted": 1}
"""How the C program adds up, and how many times fewer boards it is given than the kernel."""


def kernel_seconds(pays: np.ndarray, folded: int, step: int) -> tuple[float, int]:
    """Processor seconds of the kernel on every so manieth board, and the check sum over what it added up."""
    pairs, flops = boards(), sets(3)
    on_flop = np.zeros((3, FLOP_CLASSES, PAIRS), np.int64)
    by_hole = np.zeros((2, STARTING_HANDS), np.int64)

    def work(cards: np.ndarray, weights: np.ndarray) -> None:
        kernels.gather(
            cards, weights, pairs.suits, pairs.first, pairs.second, pairs.source, pairs.hole, flops.classes, flops.change,
            pays, folded, on_flop, by_hole,
        )  # fmt: skip

    work(pairs.boards[:0], pairs.weights[:0])
    cards, weights = (np.ascontiguousarray(one[::step]) for one in (pairs.boards, pairs.weights))
    start = process_time()
    work(cards, weights)
    took = process_time() - start
    check, mask = 0, (1 << 64) - 1
    for number in on_flop.ravel().tolist():
        check = (check * 1099511628211 + number) & mask
    return took, check


def c_seconds(program: Path, mode: str, step: int, given: str) -> tuple[int, int, float]:
    """The boards, the check sum and the processor seconds of the C program."""
    done = subprocess.run([program, mode, str(step)], input=given, capture_output=True, text=True, check=True)
    many, check, seconds = done.stdout.split()
    return int(many), int(check), float(seconds)


def house_way_seconds() -> tuple[float, float]:
    """Processor seconds that a hand takes by the rows of a house way, and by the house way of the engine."""
    way, hands = named("foxwoods"), classes().hands
    set_by(way, hands[:1])
    start = process_time()
    found = set_by(way, hands)
    kernel = (process_time() - start) / len(hands)
    some = hands[::100]
    start = process_time()
    settings = [way.set_hands(tuple(map(Card, hand))) for hand in some.tolist()]
    engine = (process_time() - start) / len(some)
    for hand, place, setting in zip(some.tolist(), found.parted[::100].tolist(), settings, strict=True):
        (first, second), _ = PARTINGS[place]
        if setting.low != (hand[first], hand[second]):
            raise SystemExit(f"{hand} is set otherwise by the rows of the house way")
    return kernel, engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--step", type=int, default=10, help="take every so manieth board (default 10)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    table = rules(HeadsUpHoldemSubmission())
    unit, pays = heads_up_holdem.pays_of(table)
    folded = -len(heads_up_holdem.PLACED) * unit * DEALERS
    found: dict[str, float] = {}
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        print("left out, because there is no C compiler: the same sums in plain C")
    else:
        text = f"{folded}\n" + " ".join(str(number) for number in pays.ravel().tolist())
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "sums"
            subprocess.run([compiler, "-O2", "-march=native", "-o", program, SOURCE], check=True)
            for mode, fewer in MODES.items():
                step = given.step * fewer
                many, check, seconds = c_seconds(program, mode, step, text)
                took, own = kernel_seconds(pays, folded, step)
                if own != check:
                    raise SystemExit(f"the sums of {many} boards differ: {own} and {check}")
                # A few boards are not enough to time the kernel by.
                took, of = kernel_seconds(pays, folded, given.step)[0], -(-BOARD_CLASSES // given.step)
                found[mode] = (took / of) / (seconds / many)
                if not given.json:
                    times = f"{1e6 * took / of:8.1f} us a board, C {1e6 * seconds / many:10.1f} us"
                    limit = f", at most {AT_MOST}" if mode == "each" else ""
                    print(f"677a, {mode:7} {times}: {found[mode]:.3f} times{limit}")
    start, used = time(), process_time()
    heads_up_holdem.main(table)
    whole = {"wall": time() - start, "processor": process_time() - used}
    kernel, engine = house_way_seconds()
    found["house way"] = kernel / engine
    if given.json:
        print(json.dumps({"ratios": found, "whole_game_seconds": whole}, indent=1))
        return
    print(
        f"677a, strategy, value and distribution: {whole['wall']:.1f} s, {whole['processor']:.1f} s of processor time"
    )
    print(
        f"645a, house way: {1e6 * kernel:.2f} us a hand, the engine {1e6 * engine:.1f} us: {found['house way']:.4f} times"
    )


if __name__ == "__main__":
    main()
