"""Random rounds of every poker game through ``houseway settle --lines``, against the independent settlement."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.poker.games import GAMES
from tests.oracle.poker.random_rounds import rounds
from tests.oracle.poker.settle import settle

ROUNDS = 100
PROOF_ROUNDS = 3_000
HOUSEWAY = Path(sys.executable).parent / "houseway"


def _compared(answer: dict[str, Any]) -> object:
    """What both must say alike; of a refusal only that it is one."""
    if "refusal" in answer:
        return "refused"
    pots = [
        {
            "amount": pot["amount"],
            "contenders": sorted(pot["contenders"]),
            "winners": sorted(pot["winners"]),
            "shares": pot["shares"],
        }
        for pot in answer["pots"]
        if pot["amount"]  # nothing was bet but what went back
    ]
    money = {name: answer[name] for name in ("stacks", "rake", "contributions", "net")}
    return money | {"pots": pots, "kill_next": answer.get("kill_next", False)}


def _differences(game: str, count: int, *, seed: int) -> list[str]:
    stated = list(rounds(game, count, seed=seed))
    lines = "\n".join(json.dumps(one) for one, _ in stated)
    done = subprocess.run([HOUSEWAY, "settle", "-", "--lines"], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == count
    found = []
    for (one, refused), answer in zip(stated, answers, strict=True):
        expected = settle(one)
        assert refused == ("refusal" in expected), one
        if _compared(expected) != _compared(answer):
            found.append(f"{json.dumps(one)}\n  expected {expected}\n  seen     {answer}")
    return sorted(found, key=len)


def _report(found: list[str]) -> str:
    return f"{len(found)} differences, the shortest:\n" + "\n".join(found[:3])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_settle_agrees_with_a_settlement_written_straight_from_the_chapter(game: str) -> None:
    found = _differences(game, ROUNDS, seed=2026)
    assert not found, _report(found)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_settle_agrees_over_thousands_of_rounds(game: str) -> None:
    found = _differences(game, PROOF_ROUNDS, seed=637)
    assert not found, _report(found)
