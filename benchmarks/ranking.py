"""Seven-card hands ranked in a second on one core, beside what other evaluators do in the same run.

python -m benchmarks.ranking [--hands N] [--json]

Ratios, not times, are what is asked for. Others are measured where benchmarks/peers.lock is installed (make bench does it).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from time import process_time

from houseway.cards import CARD_TEXT, DECK_52, Card
from houseway.ranking import STANDARD_ORDER, strength
from houseway.ranking.kernels import columns, rank, rank_suits, suits_of
from houseway.ranking.kernels.census import SEVEN_CARD_HANDS, seven_card_categories

RUNS = 5
CENSUS_SECONDS = 0.5
REQUIRED = {"eval7, a call": 200, "phevaluator, a call": 500, "treys, a call": 5_000, "eval7, its batch call": 10}
"""How many times each of these the kernel must rank from columns of cards; from suits twice that."""

Hands = list[tuple[Card, ...]]


def per_second(work: Callable[[], object], hands: int, runs: int = RUNS) -> float:
    """Hands in a second of processor time, the best of several runs after one that is not counted."""
    work()
    best = float("inf")
    for _ in range(runs):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return hands / best


def calls(evaluate: Callable[..., object], given: list[tuple[object, ...]]) -> float:
    """A call for each hand, all of them made beforehand."""

    def work() -> None:
        for hand in given:
            evaluate(*hand)

    return per_second(work, len(given), 3)


def eval7_calls(hands: Hands) -> float:
    import eval7

    return calls(eval7.evaluate, [([eval7.Card(CARD_TEXT[card]) for card in hand],) for hand in hands])


def eval7_batch(hands: Hands) -> float:
    """Its equity by sampling, the one call that ranks many hands: two for each board it deals."""
    import eval7

    hero, villain = [eval7.Card("As"), eval7.Card("Kd")], eval7.HandRange("22+, A2+, K9+")
    boards = 500_000
    return per_second(lambda: eval7.py_hand_vs_range_monte_carlo(hero, villain, [], boards), 2 * boards, 3)


def phevaluator_calls(hands: Hands) -> float:
    from phevaluator.evaluator import evaluate_cards

    # It numbers cards as we do.
    return calls(evaluate_cards, [tuple(int(card) for card in hand) for hand in hands])


def treys_calls(hands: Hands) -> float:
    import treys

    given = [[treys.Card.new(CARD_TEXT[card]) for card in hand] for hand in hands]
    return calls(treys.Evaluator().evaluate, [(hand[:5], hand[5:]) for hand in given])


PEERS: dict[str, Callable[[Hands], float]] = {
    "eval7, a call": eval7_calls,
    "phevaluator, a call": phevaluator_calls,
    "treys, a call": treys_calls,
    "eval7, its batch call": eval7_batch,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1 << 18, help="how many different hands, at least 20,000")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    chance = random.Random(7)
    few: Hands = [tuple(chance.sample(DECK_52, 7)) for _ in range(max(given.hands, 20_000))]
    hands = columns(few)
    suits = suits_of(hands)
    ours = {
        "from columns of cards": per_second(lambda: rank(hands), len(few), 60),
        "from suits": per_second(lambda: rank_suits(suits), len(few), 60),
        "the engine's evaluator, a call": calls(strength, [(hand, STANDARD_ORDER) for hand in few[:20_000]]),
    }
    census = SEVEN_CARD_HANDS / per_second(seven_card_categories, SEVEN_CARD_HANDS)
    theirs: dict[str, float] = {}
    missing = []
    for name, measure in PEERS.items():
        try:
            theirs[name] = measure(few[:20_000])
        except ImportError:
            missing.append(name)
    if given.json:
        print(json.dumps({"ours": ours, "census_seconds": census, "peers": theirs, "missing": missing}, indent=1))
        return
    for name, rate in ours.items():
        print(f"{name:34} {rate / 1e6:10.2f} million a second")
    print(f"all {SEVEN_CARD_HANDS:,} by category   {census:10.2f} s, at most {CENSUS_SECONDS} s")
    print(
        f"\n{'times as fast as':34} {'million/s':>10} {'columns':>10} {'at least':>10} {'suits':>10} {'at least':>10}"
    )
    for name, rate in theirs.items():
        times = [ours[way] / rate for way in ("from columns of cards", "from suits")]
        least = [REQUIRED[name], 2 * REQUIRED[name]]
        cells = [f"{number:10,.0f}" for pair in zip(times, least, strict=True) for number in pair]
        print(f"{name:34} {rate / 1e6:10.3f} {' '.join(cells)}")
    if missing:
        print(f"left out, because not installed (benchmarks/peers.lock): {', '.join(missing)}")


if __name__ == "__main__":
    main()
