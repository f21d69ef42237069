"""House ways as rows of numbers: the kernel sets every hand as the reference does, by the same rule."""

from __future__ import annotations

import random
import tomllib
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from houseway.cards import JOKER, Card
from houseway.chapters.c645a_pai_gow.hands import high_card, high_strength, low_strength, settings_of
from houseway.chapters.c645a_pai_gow.house_way import HouseWay, HouseWayError, from_data, named, names
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS, Holding
from houseway.chapters.c645a_pai_gow.house_way.rules import (
    HANDS_OF_ACTION,
    RANK_CONDITIONS,
    YES_NO_CONDITIONS,
    Do,
    Hand,
)
from houseway.chapters.c645a_pai_gow.lab import house_way as lab
from houseway.chapters.c645a_pai_gow.lab.kernels import house_way as kernels
from houseway.chapters.c645a_pai_gow.lab.kernels import sevens
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.chapters.c645a_pai_gow.lab.solver import queens_dragons
from houseway.chapters.c645a_pai_gow.paytables import HighCard

OWN = tomllib.loads(
    Path("docs/house-ways.md").read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
)["house_way_rules"]


def cards_of(hand) -> tuple[Card, ...]:
    return tuple(map(Card, hand.tolist()))


def compare(way: HouseWay, numbers) -> None:
    """The parting and the rule of these classes by the kernel and by the reference."""
    hands = classes().hands[numbers]
    found = lab.set_by(way, hands)
    for at, hand in enumerate(hands):
        holding = Holding(cards_of(hand))
        rule = way._rule_for(holding)
        assert way.rules[found.ruled[at]] is rule, hand
        assert found.parted[at] == holding.part(rule.do).number, (rule.name, hand)


def some(many: int, seed: int):
    return np.array(sorted(random.Random(seed).sample(range(sevens.CLASSES), many)))


@pytest.mark.long
def test_classes_stand_for_every_hand():
    found = classes()
    assert found.weights.sum() == comb(53, 7) and found.weights.min() > 0
    assert len(found.weights) == sevens.CLASSES == 292_253
    numbers = np.zeros(sevens.CLASSES, np.int32)
    sevens.classes_of(found.hands, *found.finding, numbers)
    assert (numbers == np.arange(sevens.CLASSES)).all()


@pytest.mark.long
def test_classes_weigh_what_random_hands_do():
    """Two hands are of one class just when their ranks and the ranks of a suit of five are the same."""
    chance = random.Random(53)
    hands = [tuple(chance.sample(range(53), 7)) for _ in range(20_000)]
    numbers = np.zeros(len(hands), np.int32)
    sevens.classes_of(np.array(hands), *classes().finding, numbers)

    def told(hand):
        joker = JOKER in hand
        suits = [sorted(card >> 2 for card in hand if card != JOKER and card & 3 == suit) for suit in range(4)]
        flush = next((ranks for ranks in suits if len(ranks) + joker >= 5), [])
        return joker, sorted(card >> 2 for card in hand), flush

    for hand, number in zip(hands, numbers, strict=True):
        assert told(hand) == told(tuple(classes().hands[number].tolist()))


def test_queen_high_hands_are_those_of_the_reference():
    numbers = some(3_000, seed=12)
    assert queens_dragons()[numbers].tolist() == [
        high_card(cards_of(hand)) == HighCard.QUEEN_HIGH for hand in classes().hands[numbers]
    ]
    assert 0 < classes().weights[queens_dragons() == 1].sum() < comb(53, 7)


def test_the_keys_of_a_parting_order_as_the_strengths_do():
    fronts, backs = np.zeros(kernels.PARTINGS, np.int64), np.zeros(kernels.PARTINGS, np.int64)
    lows: dict[int, int] = {}
    highs: dict[int, int] = {}
    for hand in classes().hands[some(2_000, seed=21)]:
        kernels.partings(hand, fronts, backs)
        cards = cards_of(hand)
        lawful = {frozenset(one.low): one for one in settings_of(cards)}
        for number, (places, _) in enumerate(PARTINGS):
            setting = lawful.get(frozenset(cards[place] for place in places))
            assert (fronts[number] >= 0) == (setting is not None)
            if setting is not None:
                assert lows.setdefault(int(fronts[number]), low_strength(setting)) == low_strength(setting)
                assert highs.setdefault(int(backs[number]), high_strength(setting)) == high_strength(setting)
    for found in (lows, highs):
        assert [found[key] for key in sorted(found)] == sorted(found.values())


@pytest.mark.parametrize("name", names())
def test_the_kernel_sets_a_sample_of_hands_as_the_reference_does(name):
    compare(named(name), some(3_000, seed=645))


def test_the_kernel_sets_by_a_house_way_of_ones_own():
    compare(from_data(OWN), some(3_000, seed=646))


def random_way(chance: random.Random) -> HouseWay:
    """A house way of random lawful rules, every condition and action among them now and then."""
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    rules: list[dict[str, object]] = []
    for hand in Hand:
        does = [do for do in Do if hand in HANDS_OF_ACTION[do]]
        for _ in range(3):
            when: dict[str, object] = {"hand": str(hand)}
            for key in chance.sample(RANK_CONDITIONS, 2):
                when[key] = " ".join(chance.sample(ranks, 2 if key == "front_can_be" else 5))
            for key in chance.sample(YES_NO_CONDITIONS, 2):
                when[key] = chance.random() < 0.5
            rule = {"name": f"{len(rules)}", "when": when, "do": str(chance.choice(does))}
            try:
                from_data({"rule": [rule]})
            except HouseWayError as error:
                if any(fault.startswith(f'Rule "{rule["name"]}"') for fault in error.faults):
                    continue
            rules.append(rule)
        plain = [str(do) for do in does if do is not Do.COMPLETE_HAND_BACK]
        rules.append({"name": f"last of {hand}", "when": {"hand": str(hand)}, "do": chance.choice(plain)})
    return from_data({"name": "random", "rule": rules})


def test_the_kernel_sets_by_random_house_ways():
    chance = random.Random(2024)
    done, asked = set(), set()
    for seed in range(40):
        way = random_way(chance)
        done |= {rule.do for rule in way.rules}
        asked |= {name for rule in way.rules for name in rule.when.stated}
        compare(way, some(150, seed=seed))
    assert done == set(Do)
    assert asked == {*RANK_CONDITIONS, *YES_NO_CONDITIONS}


@pytest.mark.long
def test_settings_that_may_be_best_leave_out_only_those_that_another_is_level_with():
    way = named("foxwoods")
    numbers = some(400, seed=77)
    hands, found = classes().hands[numbers], lab.set_by(way, classes().hands[numbers])
    every = lab.every_class(way)
    highs, lows = np.unique(every.high), np.unique(every.low)
    begin = np.zeros(len(hands) + 1, np.int64)
    arguments = (hands, found.high, found.low, highs, lows, begin)
    total = kernels.settings(*arguments, np.zeros(0, np.int32), np.zeros(0, np.int8), False)
    cells, places = np.zeros(total, np.int32), np.zeros(total, np.int8)
    kernels.settings(*arguments, cells, places, True)
    fronts, backs = np.zeros(kernels.PARTINGS, np.int64), np.zeros(kernels.PARTINGS, np.int64)
    for at, hand in enumerate(hands):
        kernels.partings(hand, fronts, backs)
        stands = {
            number: (int((highs < backs[number]).sum()), int((lows < fronts[number]).sum()))
            for number in range(kernels.PARTINGS)
            if fronts[number] >= 0
        }
        kept = [(cell >> 7, cell & 127) for cell in cells[begin[at] : begin[at + 1]].tolist()]
        assert kept == [stands[place] for place in places[begin[at] : begin[at + 1]].tolist()]
        assert kept[0] == stands[int(found.parted[at])] and len(set(kept)) == len(kept)
        for one in stands.values():
            assert any(other[0] >= one[0] and other[1] >= one[1] for other in kept)
        for one, other in combinations(kept[1:], 2):
            assert not (one[0] <= other[0] and one[1] <= other[1]) and not (one[0] >= other[0] and one[1] >= other[1])


@pytest.mark.proof
@pytest.mark.parametrize("name", [*names(), "own"])
def test_the_kernel_sets_every_class_as_the_reference_does(name):
    compare(from_data(OWN) if name == "own" else named(name), np.arange(sevens.CLASSES))


@pytest.mark.proof
def test_every_queen_high_hand_is_one_of_the_reference():
    due = [high_card(cards_of(hand)) == HighCard.QUEEN_HIGH for hand in classes().hands]
    assert queens_dragons().tolist() == due
