"""The best setting of a Pai Gow hand: by inclusion and exclusion, by plain enumeration, and by the reference hand by hand."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.cards import DECK_53, JOKER, Card, cards, text_of
from houseway.chapters.c645a_pai_gow.hands import high_card, high_strength, low_strength, settings_of
from houseway.chapters.c645a_pai_gow.house_way import named
from houseway.chapters.c645a_pai_gow.lab import best_setting
from houseway.chapters.c645a_pai_gow.lab.best_play import values_of, wager_of
from houseway.chapters.c645a_pai_gow.lab.best_play_chart import strategy_of
from houseway.chapters.c645a_pai_gow.lab.best_setting import DEALERS, Solved, hand_of, solve
from houseway.chapters.c645a_pai_gow.lab.kernels import best_setting as kernels
from houseway.chapters.c645a_pai_gow.lab.kernels import sevens
from houseway.chapters.c645a_pai_gow.lab.kernels import suits as kernels_of_suits
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.chapters.c645a_pai_gow.lab.solver import nets_of, sets, suit_tables
from houseway.chapters.c645a_pai_gow.paytables import HighCard
from houseway.chapters.registry import resolve
from houseway.lab.advice import advise
from houseway.lab.inputs import InputError
from houseway.lab.sheet import Grid, Listing
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from tests.cli.process import houseway as run
from tools.record_counts import FOLDER, OPTIMAL_CHOICES, optimal_counts_of

STANDARD = resolve({"game": "pai-gow", "house_way": "foxwoods"}, kind=TableRules)
EZ = resolve({"game": "pai-gow", "variant": "ez", "brand": "emperor", "house_way": "ez"}, kind=TableRules)
HANDS = ("Jk Ac Kd Qd Jh 6c 5c", "Jc Js 2d 2h Ac Kd 7s", "Ac 9d 8d 6h 5h 4s 2s")


def sets_within(hand: tuple[Card, ...]) -> list[best_setting.Sets]:
    """The sets of two to six cards that can be had of this hand by a change of suits, each once."""
    ones, before = suit_tables()
    found = []
    for size in range(2, 7):
        for joker in (False, True):
            every, times = sets(size, joker)
            numbers = set()
            for part in combinations(hand, size):
                if (JOKER in part) == joker:
                    masks = [
                        sum(1 << (card >> 2) for card in part if card != JOKER and card & 3 == suit)
                        for suit in range(4)
                    ]
                    numbers.add(number_by_tables(masks, size - joker, ones, before))
            some = np.array(sorted(numbers), np.int64)
            if len(some):
                found.append((size, every[some], times[some]))
    return found


def number_by_tables(masks: list[int], size: int, ones, before) -> int:
    number = 0
    for left, mask in zip((3, 2, 1, 0), sorted(masks, reverse=True), strict=True):
        number += int(before[left, size, mask])
        size -= int(ones[mask])
    return number


def number_of(hand: tuple[Card, ...]) -> int:
    found = np.zeros(1, np.int64)
    kernels_of_suits.numbers_of(np.array([hand]), *suit_tables(), found)
    return int(found[0])


def solved_for(rules: TableRules, hand: tuple[Card, ...], parts: int = 50) -> tuple[int, int]:
    """How many of the dealer's hands the best setting of one hand wins from and loses to, by inclusion and exclusion alone."""
    ranks = sum(card >> 2 for card in hand)
    way = rules.game.arrangement.house_way  # type: ignore[union-attr]
    found = solve(way, wager_of(rules), parts=parts, only=[ranks % parts], chunks=sets_within(hand))
    _, won, lost = found.best[number_of(hand)].tolist()
    return won, lost


@pytest.mark.long
@pytest.mark.parametrize(("rules", "written"), [(STANDARD, HANDS[0]), (EZ, HANDS[1])], ids=["with vigorish", "as EZ"])
def test_inclusion_and_exclusion_gives_what_every_hand_of_the_dealer_does(rules, written):
    hand = cards(written)
    best = values_of(rules, hand)[0]
    assert solved_for(rules, hand) == (best.won, best.lost)


@pytest.mark.parametrize("rules", [STANDARD, EZ], ids=["with vigorish", "as EZ"])
def test_every_hand_of_the_dealer_is_compared_as_the_reference_does(rules):
    """A few of the dealer's hands, taken from all that hold five given cards: set, compared and settled by the chapter."""
    way, table = rules.game.arrangement.house_way, rules.game.tables["pai_gow"]
    hand, start = cards("Jc Js 2d 2h Ac Kd 7s"), cards("Qc Qd 8h 5s 3c")
    left = [card for card in DECK_53 if card not in hand and card not in start]
    weights, found = np.zeros(sevens.CLASSES, np.int64), np.zeros(comb(len(left), 2), np.int32)
    numbers = np.arange(sevens.CLASSES, dtype=np.int32)
    kernels.dealers(np.array(start), np.array(left), classes().finding, numbers, found, weights)
    assert weights.sum() == len(found)
    others, dragon = nets_of(rules)
    for setting in settings_of(hand)[:6]:
        due, by_class = Fraction(0), Fraction(0)
        for two in combinations(left, 2):
            bank = (*start, *two)
            shown = Showdown(hand, bank, player_setting=setting, bank_setting=way.set_hands(bank))
            net = table.settle(shown).worth.net(table.role).wager
            due += net * Fraction(19, 20) if rules is STANDARD and net > 0 else net
        for kind in np.flatnonzero(weights):
            bank = tuple(map(Card, classes().hands[kind].tolist()))
            theirs = way.set_hands(bank)
            high, low = (
                1 + (of(setting) > of(theirs)) - (of(setting) < of(theirs)) for of in (high_strength, low_strength)
            )
            nets = dragon if high_card(bank) == HighCard.QUEEN_HIGH else others
            by_class += int(weights[kind]) * nets[3 * high + low]
        assert due == by_class


def test_the_value_of_every_lawful_setting_of_a_hand():
    found = values_of(STANDARD, cards(HANDS[1]))
    assert {(frozenset(one.setting.high), frozenset(one.setting.low)) for one in found} == {
        (frozenset(one.high), frozenset(one.low)) for one in settings_of(cards(HANDS[1]))
    }
    assert all(one.won + one.pushed + one.lost == DEALERS for one in found)
    assert all(one.value == (Fraction(19, 20) * one.won - one.lost) / DEALERS for one in found)
    (house,) = (one for one in found if one.house)
    assert house.setting == named("foxwoods").set_hands(cards(HANDS[1]))
    # The grid of best play: jacks and deuces stay together with an ace.
    assert text_of(found[0].setting.low) == "Ac Kd" and not found[0].house


@pytest.mark.long
def test_random_hands_of_the_dealer_agree_with_the_value():
    """Deals set and settled by the chapter alone, within four standard errors of the exact value."""
    hand, chance, rounds = cards(HANDS[0]), random.Random(46), 20_000
    left = [card for card in DECK_53 if card not in hand]
    best = values_of(STANDARD, hand)[0]
    way, table = named("foxwoods"), STANDARD.game.tables["pai_gow"]
    won = 0
    for _ in range(rounds):
        bank = tuple(chance.sample(left, 7))
        shown = Showdown(hand, bank, player_setting=best.setting, bank_setting=way.set_hands(bank))
        won += table.settle(shown).worth.net(table.role).wager > 0
    share = best.won / DEALERS
    assert abs(won / rounds - share) < 4 * (share * (1 - share) / rounds) ** 0.5


def test_what_is_won_and_lost_in_whole_parts():
    standard, ez = wager_of(STANDARD), wager_of(EZ)
    assert (standard.wins, standard.losses, standard.dragon) == (19, 20, False)
    assert (ez.wins, ez.losses, ez.dragon) == (1, 1, True)


def test_advice_for_seven_cards():
    answers = advise(STANDARD, cards(HANDS[2]))
    assert [one.value for one in answers] == sorted((one.value for one in answers), reverse=True)
    assert answers[0].costs == 0 and sum(one.house for one in answers) == 1
    with pytest.raises(InputError, match="asked with 7 cards in hand and none on the board, not with 6 and 0"):
        advise(STANDARD, cards("Ac 9d 8d 6h 5h 4s"))


@pytest.mark.long
def test_advise_prints_each_setting_with_what_it_wins_and_marks_the_house_way():
    told = run("advise", "pai-gow", HANDS[0]).out
    assert "* as the house way sets the hand" in told and max(map(len, told.splitlines())) <= 80
    assert [line.rstrip().endswith("*") for line in told.splitlines()].count(True) == 1
    found = json.loads(run("advise", "pai-gow", HANDS[0], "--json").out)
    assert {"answer", "value", "costs", "win", "push", "lose", "house_way"} == set(found["answers"][0])
    assert [one["house_way"] for one in found["answers"]].count(True) == 1
    assert found["answers"][0]["answer"].endswith("/ Kd Qd")


def test_hands_are_numbered_as_they_are_listed():
    for number in (0, 1_000_000, 6_009_158, 6_009_159, 6_972_146):
        assert number_of(hand_of(number)) == number


@pytest.mark.long
def test_the_grid_of_two_pairs_reads_a_house_way_off_its_settings():
    """Foxwoods as if it were best: jacks and up split, 10s to 7s stay together with an ace, 6s and lower with a king."""
    these = best_setting.against(named("foxwoods"), wager_of(STANDARD))
    times, none = np.zeros(len(these.cells), np.int64), np.zeros(len(these.cells), np.int64)
    times[these.begin[:-1]] = classes().weights
    found = Solved(
        against=these, totals=((0, 0), (0, 0)), times=times, gained=none, moved=none, most=none, example=none, best=none
    )
    listing, grid = strategy_of(found, 20)
    assert isinstance(grid, Grid) and isinstance(listing, Listing)
    assert listing.lines == () and "right for 100.00%" in grid.says
    for rank, cells in zip(grid.rows, grid.cells, strict=True):
        assert set(cells) - {""} == {"split" if rank in "AKQJ" else "A" if rank in "T987" else "K"}


@pytest.mark.proof
@pytest.mark.parametrize("name", OPTIMAL_CHOICES)
def test_golden_counts_of_best_play(name):
    found = optimal_counts_of(name)
    assert found == json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", OPTIMAL_CHOICES)
def test_best_play_on_record_is_beside_the_house_way_on_record(name):
    """What the house's own settings win and lose came out of both sums; what is best set otherwise adds up to the gain."""
    best, house = (
        json.loads((FOLDER / f"{one}.json").read_text(encoding="utf-8")) for one in (name, OPTIMAL_CHOICES[name])
    )
    assert (best["digest"], best["total"]) == (house["digest"], house["total"])
    means = [
        sum(Fraction(net) * deals for net, deals in one["results"].items()) / one["total"] for one in (best, house)
    ]
    gain = Fraction(best["figures"]["the gain over setting as the house does"])
    assert means[0] - means[1] == gain > 0
    assert sum(Fraction(one[1]) for one in best["kinds"].values()) == gain
    otherwise = sum(Fraction(one[0]) for one in best["kinds"].values())
    assert otherwise == Fraction(best["decisions"]["set: otherwise"], best["total"])


def test_the_published_gain_over_the_house_way_of_foxwoods():
    """0.21% of the wager, by the one published run over every deal."""
    found = json.loads((FOLDER / "optimal-pai-gow.json").read_text(encoding="utf-8"))
    assert round(float(Fraction(found["figures"]["the gain over setting as the house does"])), 4) == 0.0021


@pytest.mark.long
def test_examples_on_record_gain_what_they_say():
    """The hand that gains most of a kind, its settings dealt against all hands of the dealer."""
    found = json.loads((FOLDER / "optimal-pai-gow.json").read_text(encoding="utf-8"))
    for _, _, example in list(found["kinds"].values())[:3]:
        hand, _, told = example.partition(": ")
        best, _, rest = told.partition(" front, not ")
        own, _, gain = rest.partition(", gains ")
        values = {text_of(one.setting.low): one for one in values_of(STANDARD, cards(hand))}
        assert f"{float(values[best].value - values[own].value):.4f}" == gain
        assert values[best].value == max(one.value for one in values.values())


@pytest.mark.proof
def test_a_sample_of_all_hands_best_set_wins_and_loses_what_every_hand_of_the_dealer_does():
    """Every hand at once by inclusion and exclusion; forty of them again, dealt against each of the 53,524,680."""
    found = solve(named("foxwoods"), wager_of(STANDARD))
    chance = random.Random(40)
    for number in (chance.randrange(len(found.best)) for _ in range(40)):
        values = values_of(STANDARD, hand_of(number))
        assert tuple(found.best[number, 1:].tolist()) in {
            (one.won, one.lost) for one in values if one.value == values[0].value
        }
