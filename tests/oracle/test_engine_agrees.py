"""Random rounds of each game through ``houseway settle --lines``, against the independent settlement."""

import importlib
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from houseway.chapters.registry import games
from tests.oracle.random_rounds import rounds

ROUNDS = 500
PROOF_ROUNDS = 10_000
HOUSEWAY = Path(sys.executable).parent / "houseway"


def _settled(answer):
    return Counter((one["seat"], one["wager"], one["pays"], one["net"]) for one in answer["settlements"])


@pytest.mark.long
@pytest.mark.parametrize("game", games(banked=True))
def test_settle_agrees_with_a_settlement_written_straight_from_the_chapter(game):
    _compare(game, ROUNDS, 2026)


@pytest.mark.proof
@pytest.mark.parametrize("game", games(banked=True))
def test_settle_agrees_in_many_more_rounds(game):
    _compare(game, PROOF_ROUNDS, 2026)


def _compare(game, count, seed):
    stated = list(rounds(game, count, seed))
    lines = "\n".join(json.dumps(one) for one in stated)
    done = subprocess.run([HOUSEWAY, "settle", "-", "--lines"], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == count
    oracle = importlib.import_module("tests.oracle." + game.replace("-", "_"))
    for one, answer in zip(stated, answers, strict=True):
        assert "refusal" not in answer, (one, answer)
        expected = oracle.settle(one)
        assert _settled(answer) == _settled(expected), one
        assert answer["net"] == {seat: expected["net"].get(seat, 0) for seat in answer["net"]}, one
