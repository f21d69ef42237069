"""AsKs against QhQd over all 1,712,304 boards, beside a loop of eval7's calls over some of them, in processor time.

python -m benchmarks.equity

Less than 5 ms is asked for, the kernels being compiled. eval7 is measured where benchmarks/peers.lock is installed (make bench does it).
"""

from __future__ import annotations

from itertools import combinations, islice
from time import perf_counter, process_time

from houseway.cards import cards
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.lab.equity import equity, spot

BOARDS, SOME, TIMES = 1_712_304, 100_000, 20
AT_MOST_MS = 5


def eval7_seconds() -> float:
    """Processor seconds that a loop of eval7's calls would take over all boards."""
    import eval7

    hands = [[eval7.Card(one) for one in hand] for hand in (("As", "Ks"), ("Qh", "Qd"))]
    deck = [one for one in eval7.Deck() if str(one) not in ("As", "Ks", "Qh", "Qd")]
    used = process_time()
    for board in islice(combinations(deck, 5), SOME):
        for hand in hands:
            eval7.evaluate([*hand, *board])
    return (process_time() - used) * BOARDS / SOME


def main() -> None:
    of = spot(POKER_GAMES["holdem"], [cards("AsKs"), cards("QhQd")])
    found = equity(of)
    walls, processor = [], []
    for _ in range(TIMES):
        wall, used = perf_counter(), process_time()
        found = equity(of)
        walls.append(perf_counter() - wall)
        processor.append(process_time() - used)
    assert found.deals == BOARDS
    least = min(processor)
    print(
        f"AsKs against QhQd: wall {min(walls) * 1000:.1f} ms, processor {least * 1000:.1f} ms, less than {AT_MOST_MS} ms"
    )
    try:
        other = eval7_seconds()
    except ModuleNotFoundError:
        print("left out: eval7 is not installed")
        return
    print(f"{other / least:,.0f} times eval7's calls")


if __name__ == "__main__":
    main()
