"""Advice in a spot: against the settlement tables hand by hand, and against the solved games."""

import json
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from houseway.cards import DECK_52, cards, rank_of
from houseway.chapters import registry
from houseway.chapters.c663a_five_card_hi_lo.lab import solver as hi_lo
from houseway.lab.advice import advise
from houseway.lab.analysis import analyze
from houseway.lab.html import strategy
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Grid
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from tests.cli.process import houseway as run

RULES = {
    game: registry.resolve({"game": game}, kind=TableRules)
    for game in ("heads-up-holdem", "holdem-bonus", "five-card-hi-lo")
}


def plain(game, hand, board, stakes):
    """What these wagers net on a whole board on average over every dealer, by the tables of the engine."""
    tables = RULES[game].game.tables
    left = [card for card in DECK_52 if card not in hand and card not in board]
    won = Fraction(0)
    for bank in combinations(left, 2):
        showdown = Showdown(hand, bank, board)
        for wager, stake in stakes.items():
            won += stake * tables[wager].settle(showdown).worth.net(tables[wager].role).wager
    return won / 990


def test_at_the_end_of_677a_each_answer_is_worth_what_the_tables_pay():
    hand, board = cards("Jc 8c"), cards("2c 3d Kh 4s 9d")
    found = {one.word: one for one in advise(RULES["heads-up-holdem"], hand, board)}
    value = plain("heads-up-holdem", hand, board, {"ante": 1, "odds": 1, "raise": 1})
    assert {word: one.value for word, one in found.items()} == {"raise 1": value, "fold": -2}
    assert found["fold"].costs == 0 and found["raise 1"].costs == -2 - value


def test_on_the_flop_of_677a_checking_is_worth_the_best_of_every_end():
    hand, flop, rules = cards("Jc 8c"), cards("2c 8d Kh"), RULES["heads-up-holdem"]
    found = {one.word: one.value for one in advise(rules, hand, flop)}
    assert set(found) == {"raise 1", "raise 2", "check"}
    left = [card for card in DECK_52 if card not in hand and card not in flop]
    some = Random(1).sample([*combinations(left, 2)], 60)
    best = [float(advise(rules, hand, (*flop, *two))[0].value) for two in some]
    assert abs(mean(best) - found["check"]) < 4 * stdev(best) / sqrt(len(best))


@pytest.mark.long
def test_before_the_river_of_647a_each_answer_is_worth_what_the_tables_pay():
    hand, board = cards("Jc 8c"), cards("2c 8d Kh 7s")
    rivers = Random(2).sample([card for card in DECK_52 if card not in hand and card not in board], 46)
    found = {one.word: one.value for one in advise(RULES["holdem-bonus"], hand, board)}
    for word, stakes in (("check", {"ante": 1, "flop": 2}), ("bet 1", {"ante": 1, "flop": 2, "river": 1})):
        assert found[word] == sum(plain("holdem-bonus", hand, (*board, card), stakes) for card in rivers) / 46


def test_on_the_flop_of_647a_the_river_wager_comes_after_the_turn_is_seen():
    hand, flop, rules = cards("Jc 8c"), cards("2c 3d Kh"), RULES["holdem-bonus"]
    found = {one.word: one.value for one in advise(rules, hand, flop)}
    turns = [card for card in DECK_52 if card not in hand and card not in flop]
    assert found["check"] == sum(advise(rules, hand, (*flop, card))[0].value for card in turns) / len(turns)


@pytest.mark.parametrize("text", ["Ac 8c 2c 8d Kh", "Ac Ad 3h 5s 9c", "2c 3d 9h Ts Kc"])
def test_663a_advice_is_the_solved_game(text):
    hand, rules = cards(text), RULES["five-card-hi-lo"]
    found = advise(rules, hand)
    points = sorted(0 if card >> 2 == 12 else min((card >> 2) + 1, 9) for card in hand)
    (solved,) = [one for one in hi_lo.solve(rules) if list(one.composition.values) == points]
    assert found[0].value == solved.value and found[0].costs == 0
    assert (found[0].word == "fold") == (solved.points is None)


@pytest.mark.parametrize(
    ("game", "hand", "board", "says"),
    [
        ("heads-up-holdem", "Jc 8c", "2c 3d", "0 or 3 or 5 on the board, not with 2 and 2"),
        ("heads-up-holdem", "Jc Jc", "", "Jc is stated twice"),
        ("heads-up-holdem", "Jc Jk", "", "the joker is no card of this game"),
    ],
)
def test_a_spot_that_cannot_be_is_said_in_a_sentence(game, hand, board, says):
    with pytest.raises(InputError, match=says):
        advise(RULES[game], cards(hand), cards(board))


def test_the_command_line_prints_json():
    found = json.loads(run("advise", "five-card-hi-lo", "Ac 8c 2c 8d Kh", "--json").out)
    assert found["unit"] == "ante" and found["answers"][0]["costs"] == "0/1"
    wrong = run("advise", "heads-up-holdem", "Jx")
    assert wrong.code == 1 and "'Jx' is not a card" in wrong.err


@pytest.mark.proof
@pytest.mark.parametrize(("game", "stays"), [("heads-up-holdem", "check"), ("holdem-bonus", "flop 2")])
def test_before_the_flop_going_on_is_worth_the_best_of_every_flop(game, stays):
    hand, rules = cards("Qc 7d"), RULES[game]
    (value,) = [one.value for one in advise(rules, hand) if one.word == stays]
    chance, left = Random(3), [card for card in DECK_52 if card not in hand]
    best = [float(advise(rules, hand, tuple(chance.sample(left, 3)))[0].value) for _ in range(300)]
    assert abs(mean(best) - value) < 4 * stdev(best) / sqrt(len(best))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "answers"), [("heads-up-holdem", ("raise 3", "check")), ("holdem-bonus", ("flop 2", "fold"))]
)
def test_what_the_other_answer_costs_before_the_flop_is_what_advice_says(game, answers):
    main = analyze(RULES[game]).main
    assert main is not None
    grid = main.strategy[0]
    assert isinstance(grid, Grid)
    for hand in ("Ks 7s", "Qd 5d", "7s 2d", "4h 3c", "9c 9d"):
        first, second = cards(hand)
        row, column = (14 - rank_of(card) for card in (first, second))
        at = (row, column) if hand[1] == hand[4] else (column, row)
        worth = {one.word: one.value for one in advise(RULES[game], (first, second))}
        assert grid.costs[at[0]][at[1]] == abs(worth[answers[0]] - worth[answers[1]])
        assert grid.cells[at[0]][at[1]] == max(answers, key=worth.__getitem__).removesuffix(" 2")


def test_a_grid_shows_what_is_better_by_little():
    costs = ((Fraction(1, 2), Fraction(1, 20)), (Fraction(1, 11), Fraction(3)))
    cells = (("raise 3", "check"), ("raise 3", "check"))
    drawn = strategy((Grid(title="First", rows=("A", "K"), columns=("A", "K"), cells=cells, says="two", costs=costs),))
    assert [drawn.count(says) for says in ("raise 3, by little", "check, by little", "by less than 0.1")] == [1, 1, 1]
    assert "raise 3, better by 0.0909" in drawn
    plain = strategy((Grid(title="First", rows=("A", "K"), columns=("A", "K"), cells=cells, says="two"),))
    assert "little" not in plain and "better" not in plain
