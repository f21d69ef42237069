"""AsKs against QhQd over all 1,712,304 boards, beside a loop of eval7's calls over some of them, in processor time.

python -m benchmarks.equity
"""

from __future__ import annotations

from itertools import combinations, islice
from time import perf_counter, process_time

import eval7

from houseway.cards import cards
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.lab.equity import equity, spot

BOARDS, SOME, TIMES = 1_712_304, 100_000, 20


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
    hands = [[eval7.Card(one) for one in hand] for hand in (("As", "Ks"), ("Qh", "Qd"))]
    deck = [one for one in eval7.Deck() if str(one) not in ("As", "Ks", "Qh", "Qd")]
    used = process_time()
    for board in islice(combinations(deck, 5), SOME):
        for hand in hands:
            eval7.evaluate([*hand, *board])
    other = (process_time() - used) * BOARDS / SOME
    least = min(processor)
    print(f"wall {min(walls) * 1000:.1f} ms, processor {least * 1000:.1f} ms, {other / least:,.0f} times eval7's calls")


if __name__ == "__main__":
    main()
