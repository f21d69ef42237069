"""Jackpots and rake of a room: against published counts, plain sums and the posted charges."""

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.cards import DECK_52, cards
from houseway.chapters import registry
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.lab import rooms
from houseway.lab.inputs import InputError
from houseway.lab.kernels import showdowns
from houseway.lab.kernels.boards import boards
from houseway.lab.sheet import quiet
from houseway.ranking import STANDARD_ORDER, strength
from houseway.ranking.kernels import columns, rank
from tests.cli.process import houseway as run

HOLDEM = POKER_GAMES["holdem"]
LOWEST_QUADS = cards("2c 2d 2h 2s 3c")


@pytest.mark.long
@pytest.mark.parametrize("text", ["Ac Ad Kh Ks 2d", "9c 9d 9h 2s 3s", "7c 8c 9c Tc 2d"])
def test_beaten_hands_of_a_board_are_those_of_the_reference(text):
    board, least = cards(text), cards("2c 2d 2h 3c 3d")
    left = [card for card in DECK_52 if card not in board]
    worth = {two: strength((*two, *board), STANDARD_ORDER) for two in combinations(left, 2)}
    good = {two: value for two, value in worth.items() if value >= strength(least, STANDARD_ORDER)}
    lost = sum(
        one != other and not set(first) & set(second) for (first, one), (second, other) in combinations(good.items(), 2)
    )
    key, counted = int(rank(columns([least]))[0]), np.zeros(2, np.int64)
    pairs = boards()
    showdowns.beaten(
        np.array([board], np.uint8), np.array([3], np.uint8), pairs.suits, pairs.first, pairs.second,
        (key >> 16 << 13) | (key & 0xFFFF), counted,
    )  # fmt: skip
    assert counted.tolist() == [3 * len(good), 3 * lost]


@pytest.mark.long
def test_637a_16__high_hands_of_holdem_are_as_many_as_sevens_have():
    found = rooms.high_hand(HOLDEM, LOWEST_QUADS, players=9, samples=100_000, seed=1)
    # Of 133,784,560 sevens 224,848 are four-of-a-kind and 41,584 straight flushes, royal ones among them.
    assert found.expected == 9 * Fraction(224_848 + 41_584, 133_784_560)
    assert found.chance <= found.expected + Fraction(4 * found.error)


@pytest.mark.long
def test_637a_15__a_bad_beat_of_two_players_is_exact_and_a_sample_agrees():
    least = cards("2c 2d 2h 3c 3d")
    exact = rooms.bad_beat(HOLDEM, least, players=2, samples=1, seed=1)
    assert exact.samples == 0
    seen = rooms._sampled(
        HOLDEM, 2, 400_000, 5, lambda keys: ((keys >= _key(least)) & (keys < keys.max(axis=0))).any(axis=0), quiet
    )
    assert abs(float(seen.chance - exact.chance)) < 4 * seen.error


def _key(hand):
    return int(rank(columns([hand]))[0])


def test_637a_17__a_time_charge_is_exact_and_a_pot_rake_comes_from_rounds():
    data = {"game": "holdem", "structure": "no-limit", "blinds": [100, 200]}
    by_time = registry.resolve({**data, "rake": {"kind": "time", "hourly": 1000, "every_minutes": 30}}, kind=PokerRules)
    found = rooms.rake(by_time, players=6, per_hour=30, rounds=2, seed=1)
    assert (found.by_time, found.from_pots, found.rounds) == (6000, 0.0, 0)
    by_pot = registry.resolve(
        {**data, "smallest_chip": 25, "rake": {"kind": "percentage", "percent": 10, "cap": 400}}, kind=PokerRules
    )
    one, two = (rooms.rake(by_pot, players=3, per_hour=30, rounds=4, seed=2) for _ in range(2))
    assert one == two and 0 < one.from_pots <= 30 * 400 and not one.by_time


@pytest.mark.parametrize(
    ("game", "hand", "says"),
    [
        ("badugi", "2c 2d 2h 2s 3c", "has no high hand"),
        ("draw-high", "2c 2d 2h 2s 3c", "rest on what players draw"),
        ("holdem", "2c 2d 2h 2s", "five different cards"),
    ],
)
def test_what_is_not_counted_is_said_in_a_sentence(game, hand, says):
    with pytest.raises(InputError, match=says):
        rooms.bad_beat(POKER_GAMES[game], cards(hand), players=4, samples=10, seed=1)


def test_the_command_line_answers_for_a_submission(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        'game = "holdem"\nstructure = "no-limit"\nblinds = [100, 200]\n'
        '[bad_beat]\ncontribution = 100\nhands = ["2c 2d 2h 3c 3d"]\n'
        '[rake]\nkind = "time"\nhourly = 1000\nevery_minutes = 30\n'
    )
    found = json.loads(run("room", str(file), "--players", "4", "--samples", "20000", "--json").out)
    assert found["bad_beat"]["samples"] == 20_000 and found["rake_per_hour"]["by_time"] == "4000/1"
    wrong = run("room", "pai-gow")
    assert wrong.code == 1 and "houseway analyze" in wrong.err
