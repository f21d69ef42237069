"""Rounds that are simulated in a second of processor time, on one core; hands of poker beside other engines, in the same run.

python -m benchmarks.simulate [--rounds N] [--hands N] [--json]

At least 3 million rounds of 677a are asked for, and at least 100 times the hands of OpenSpiel: six players, hold'em, every seat
checks or calls to the end. What a game's play rests on is worked out first, and is not in the figures.
"""

from __future__ import annotations

import argparse
import json
from time import process_time

from benchmarks.peers import PEERS, SEATS, NotInstalledError, pokerkit_hands_per_second
from houseway.chapters import registry
from houseway.lab import simulation
from houseway.lab.simulated import poker
from houseway.rules.table_rules import TableRules

ROUNDS_A_SECOND, TIMES_OPENSPIEL = 3e6, 100
_CHUNK = 1 << 16


def rounds_per_second(game: str, rounds: int) -> float:
    """Of a banked game, dealt, played and settled."""
    rules = registry.resolve({"game": game}, kind=TableRules)
    submission = json.dumps(dict(rules.submission), sort_keys=True)
    simulation.loaded(submission)
    simulation.by_kernel(False, submission, 1, 0, 1)
    start = process_time()
    simulation.by_kernel(False, submission, 1, 0, rounds)
    return rounds / (process_time() - start)


def hands_per_second(game: str, hands: int) -> float:
    """Of a game of poker, dealt, checked down and divided."""
    poker.play(game, SEATS, 1, 0, 1)
    chunks = -(-hands // _CHUNK)
    start = process_time()
    for chunk in range(chunks):
        poker.play(game, SEATS, 1, chunk * _CHUNK, _CHUNK)
    return chunks * _CHUNK / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5_000_000, help="rounds of a banked game (default 5,000,000)")
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of poker (default 1,000,000)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    rounds = {game: rounds_per_second(game, given.rounds) for game in registry.games(banked=True)}
    own = hands_per_second("holdem", given.hands)
    others: dict[str, float] = {"PokerKit": pokerkit_hands_per_second(200)}
    missing = []
    for name, measure in PEERS.items():
        try:
            others[name] = measure(2_000)
        except NotInstalledError as error:
            missing.append(str(error))
    ratios = {name: own / rate for name, rate in others.items()}
    if given.json:
        print(
            json.dumps(
                {"rounds_a_second": rounds, "hands_a_second": {"houseway": own, **others}, "times": ratios}, indent=1
            )
        )
        return
    for game, rate in rounds.items():
        limit = f", at least {ROUNDS_A_SECOND / 1e6:.0f}" if game == "heads-up-holdem" else ""
        print(f"{game:16} {rate / 1e6:6.2f} million rounds a second{limit}")
    print(f"hold'em, six players checked down: {own / 1e6:.2f} million hands a second")
    for name, rate in others.items():
        limit = f", at least {TIMES_OPENSPIEL}" if name == "OpenSpiel" else ""
        print(f"  {name:14} {rate:10,.0f} hands a second: {ratios[name]:,.0f} times as many{limit}")
    for says in missing:
        print(f"  left out: {says}")


if __name__ == "__main__":
    main()
