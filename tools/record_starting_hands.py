"""Record what each of the 169 starting hands of hold'em wins against one random hand.

Run as ``python -m tools.record_starting_hands``; it takes a few minutes. `tests.lab.test_ranges` compares the file with published figures,
and under ``make proof`` with what is computed.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import houseway.lab.ranges
from houseway.cards import RANKS
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.lab.range_equity import range_equity, range_spot
from houseway.lab.ranges import kind_text

FILE = Path(houseway.lab.ranges.__file__).with_name("starting_hands.json")


def share_against_random(hand: str) -> Fraction:
    """Return the exact share of a starting hand against a random one."""
    spot = range_spot(POKER_GAMES["holdem"], [hand, "random"])
    return range_equity(spot, exact=True).players[0].pot.share


def main() -> None:
    """Write the file."""
    kinds = [
        *((rank, rank, "") for rank in range(len(RANKS))),
        *((high, low, suits) for high in range(len(RANKS)) for low in range(high) for suits in "so"),
    ]
    shares = {kind_text(kind): share_against_random(kind_text(kind)) for kind in kinds}
    ordered = sorted(shares.items(), key=lambda one: one[1], reverse=True)
    text = json.dumps({name: f"{share.numerator}/{share.denominator}" for name, share in ordered}, indent=0)
    FILE.write_text(text + "\n")


if __name__ == "__main__":
    main()
