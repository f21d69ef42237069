"""Three Card Poker, which no chapter has: the figures that are published for it, from its value alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.cards import cards, text_of
from houseway.lab.generic import answer_values, solve_main_game, wager_sheets
from houseway.lab.sheet import quiet
from tests.kit.three_card_poker import rules


@pytest.fixture(scope="module")
def sheet():
    return solve_main_game(rules(), quiet)


def test_the_main_game_costs_what_is_published(sheet):
    assert sheet.house_edge == Fraction(686_689, 20_358_520)
    assert f"{float(sheet.house_edge):.4%}" == "3.3730%"
    assert sheet.total == 22_100 * 18_424
    assert sheet.standard_error is None


def test_queen_six_four_is_the_least_hand_to_play(sheet):
    (page,) = sheet.strategy
    assert [(line.when, line.do) for line in page.lines] == [
        ("Qc 6d 4c or better", "play"),
        ("Qc 6d 3h or less", "fold"),
    ]
    assert {one.answer: Fraction(one.deals, sheet.total) for one in sheet.decisions} == {
        "play": Fraction(149, 221),
        "fold": Fraction(72, 221),
    }


def test_a_payment_on_top_pays_to_one_and_has_a_name(sheet):
    (bonus,) = (one for one in sheet.wagers if one.wager == "ante_bonus")
    assert bonus.name == "Ante Bonus"
    # 48 straight flushes, 52 threes and 720 straights of 22,100 hands, none of which is folded.
    assert bonus.returned == Fraction(5 * 48 + 4 * 52 + 720, 22_100)


@pytest.mark.parametrize(("flush", "edge"), [(4, "2.3167%"), (3, "7.2760%")])
def test_pair_plus_costs_what_is_published(flush, edge):
    table = rules(flush_pays=flush)
    (sheet,) = wager_sheets(table, [table.game.wagers["pair_plus"]])
    assert f"{float(sheet.house_edge):.4%}" == edge
    assert sheet.total == 22_100


@pytest.mark.parametrize(
    ("hand", "best", "value"),
    [("Qc 6d 4h", "play", None), ("Qc 6d 3h", "fold", Fraction(-1)), ("As Ks Qs", "play", None)],
)
def test_the_answers_with_a_hand(hand, best, value):
    first, second = answer_values(rules(), cards(hand))
    assert first.word == best
    assert first.costs == 0 < second.costs == first.value - second.value
    if value is not None:
        assert first.value == value


def test_the_value_of_a_hand_is_the_mean_over_every_dealer():
    """One hand settled by the tables of the engine against each of the 18,424 hands of the dealer."""
    from itertools import combinations

    from houseway.rules.showdown import Showdown
    from tests.kit.three_card_poker import ANTE, ANTE_BONUS, PLAY

    hand = cards("9s 8s 7d")
    left = [card for card in rules().game.deck if card not in hand]
    won = Fraction(0)
    for bank in combinations(left, 3):
        showdown = Showdown(hand, bank)
        for table in (ANTE, PLAY, ANTE_BONUS):
            won += table.settle(showdown).worth.net(table.role).wager
    answers = {one.word: one.value for one in answer_values(rules(), hand)}
    assert answers == {"play": won / 18_424, "fold": Fraction(-1)}, text_of(hand)
