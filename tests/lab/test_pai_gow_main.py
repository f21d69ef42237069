"""The Pai Gow Poker Wager by inclusion and exclusion: its parts against plain enumeration, the whole against published figures."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from houseway.cards import DECK_53, JOKER, Card, text_of
from houseway.chapters.c645a_pai_gow.hands import high_strength, low_strength
from houseway.chapters.c645a_pai_gow.house_way import holding
from houseway.chapters.c645a_pai_gow.lab import solver as pai_gow
from houseway.chapters.c645a_pai_gow.lab.house_way import Settings
from houseway.chapters.c645a_pai_gow.lab.kernels import sevens
from houseway.chapters.c645a_pai_gow.lab.kernels import suits as kernels_of_suits
from houseway.chapters.c645a_pai_gow.lab.kernels import sums as kernels
from houseway.chapters.c645a_pai_gow.lab.sevens import classes
from houseway.chapters.registry import resolve
from houseway.lab.main_games import solve_main_game
from houseway.lab.sheet import quiet
from houseway.ranking import STANDARD_ORDER
from houseway.rules.table_rules import TableRules


def way_of(**choices: Any) -> Any:
    rules = resolve({"game": "pai-gow", **choices}, kind=TableRules)
    assert rules.game.arrangement is not None
    return rules.game.arrangement.house_way


def test_sets_of_cards_up_to_a_change_of_suits_stand_for_all_sets():
    for size in range(1, 6):
        times = sum(int(pai_gow.sets(size, joker)[1].sum()) for joker in (False, True))
        assert times == comb(53, size)


STARTS = [
    (Card(0), Card(5), Card(10), Card(15), Card(51)),
    (Card(0), Card(4), Card(8), Card(12), JOKER),
    (Card(1), Card(5), Card(9), Card(13), Card(17)),
    (Card(48), Card(49), Card(50), Card(51), JOKER),
]


@pytest.mark.parametrize("start", STARTS)
def test_the_kernel_finds_every_hand_that_holds_some_cards(start):
    found, suited = np.zeros(comb(48, 2), np.int32), np.zeros(comb(48, 2), np.uint64)
    left = [card for card in DECK_53 if card not in start]
    numbers = np.arange(sevens.CLASSES, dtype=np.int32)
    count = sevens.every(np.array(start), np.array(left), *classes().finding, numbers, found, suited)
    hands = [(*start, *two) for two in combinations(left, 2)]
    due = np.zeros(comb(48, 2), np.int32)
    sevens.classes_of(np.array(hands), *classes().finding, due)
    assert count == comb(48, 2)
    assert found.tolist() == due.tolist()
    bits = [sum(1 << (13 if card == JOKER else (card & 3) * 16 + (card >> 2)) for card in hand) for hand in hands]
    assert suited.tolist() == bits


def test_a_hand_has_the_number_of_its_set_whatever_its_suits():
    ones, before = pai_gow.suit_tables()
    without, _ = pai_gow.sets(7, False)
    with_joker, _ = pai_gow.sets(7, True)
    assert (len(without) + len(with_joker), len(with_joker)) == (6_972_147, 962_988)
    chance = random.Random(7)
    for numbered, first in ((without, 0), (with_joker, len(without))):
        some = np.array([chance.randrange(len(numbered)) for _ in range(500)])
        suits = chance.sample(range(4), 4)
        moved = [
            [card if card == JOKER else card & ~3 | suits[card & 3] for card in hand]
            for hand in numbered[some].tolist()
        ]
        found = np.zeros(len(some), np.int64)
        kernels_of_suits.numbers_of(np.array(moved), ones, before, found)
        assert found.tolist() == (some + first).tolist()


HELD = [
    (),
    (Card(0), Card(4), Card(8)),
    (Card(0), Card(5), Card(9)),
    (Card(3), JOKER, Card(51)),
    (Card(0), Card(4), Card(9), Card(14)),
    *STARTS,
    (Card(0), Card(4), Card(8), Card(12), Card(1), Card(5)),
    (Card(0), Card(4), Card(8), Card(13), Card(17), JOKER),
]


@pytest.mark.long
@pytest.mark.parametrize("held", HELD, ids=lambda held: text_of(held) or "none")
def test_the_hands_that_hold_some_cards_are_counted_without_dealing_them(held):
    """Their ranks and their flushes add up to what dealing each of them finds."""
    lines = (np.zeros(kernels.LINES, np.int32), np.zeros(kernels.LINES, np.int32))
    number = kernels.holding(np.array(held, np.uint8), classes().finding, *pai_gow.rank_sets(), *lines)
    found = np.bincount(lines[0][:number], lines[1][:number], minlength=sevens.CLASSES)
    due = classes().weights
    if held:
        dealt = np.zeros(comb(53 - len(held), 7 - len(held)), np.int32)
        left = np.array([card for card in DECK_53 if card not in held])
        numbers, no_suits = np.arange(sevens.CLASSES, dtype=np.int32), np.empty(0, np.uint64)
        sevens.every(np.array(held), left, *classes().finding, numbers, dealt, no_suits)
        due = np.bincount(dealt, minlength=sevens.CLASSES)
    assert (found == due).all()


def plainly(hands: list[tuple[int, int]], others: list[tuple[int, int]]) -> list[int]:
    sums = [0] * kernels.SUMS
    for high, low in hands:
        for above, below in others:
            a, b, c, d = above < high, above <= high, below < low, below <= low
            for place, one in enumerate((True, a, b, c, d, a and c, a and d, b and c, b and d)):
                sums[place] += one
    return sums


@pytest.mark.long
@pytest.mark.parametrize("left_out", [0, 20, 60])
def test_pairs_of_hands_add_up_as_the_plain_way_has_it(left_out):
    """Some or all of the dealer's hands may be left out."""
    chance = random.Random(645)
    kinds = 60
    mine = [(chance.randrange(40), chance.randrange(100)) for _ in range(kinds)]
    theirs = [(chance.randrange(40), chance.randrange(100)) for _ in range(kinds)]
    dealt = [chance.randrange(kinds) for _ in range(90)]
    shown = [kind for kind in dealt if kind >= left_out]
    due = plainly([mine[kind] for kind in dealt], [theirs[kind] for kind in shown])
    lines, ones = np.array(dealt, np.int32), np.ones(len(dealt), np.int32)
    weights, marks = np.zeros(kinds, np.int32), np.zeros((2, 1), np.int64)
    stood = []
    for hands, without in ((mine, 0), (theirs, left_out)):
        cells, places = np.unique([128 * high + low for high, low in hands], return_inverse=True)
        places[:without] = -1
        found, many = np.zeros(kinds, np.int32), np.zeros(kinds, np.int32)
        number = kernels.standing(
            lines, ones, len(dealt), places.astype(np.int32), cells.astype(np.int32), weights, marks, found, many
        )
        stood += [found, many, number]
    sums = np.zeros(kernels.SUMS, np.int64)
    kernels.pairs(*stood, np.zeros(kernels.LOWS + 1, np.int32), sums)
    assert sums.tolist() == due
    assert not weights.any() and not marks.any()
    nine = pai_gow._nine(due)
    counted = [0] * 9
    for one in dealt:
        for other in shown:
            high = 1 + (mine[one][0] > theirs[other][0]) - (mine[one][0] < theirs[other][0])
            low = 1 + (mine[one][1] > theirs[other][1]) - (mine[one][1] < theirs[other][1])
            counted[3 * high + low] += 1
    assert nine == counted


@pytest.mark.proof
def test_house_way_against_house_way_is_as_published():
    """HOUSEWAYS.md of the design: about 29.12, 40.50 and 30.38 percent; Trump Plaza 28.61, 41.48 and 29.91."""
    for way, shares in (("foxwoods", (0.2912, 0.4050, 0.3038)), ("trump-plaza", (0.2861, 0.4148, 0.2991))):
        sheet = solve_main_game(resolve({"game": "pai-gow", "house_way": way}, kind=TableRules))
        assert sheet is not None
        assert sheet.total == 8_250_459_031_214_400
        by_net = {float(one.net): one.deals / sheet.total for one in sheet.results}
        assert [round(by_net[net], 4) for net in (0.95, 0.0, -1.0)] == list(shares)


@pytest.mark.proof
def test_random_deals_compare_as_the_counts_say():
    """Half a million random deals set by the reference house way, against the exact shares: within four standard errors."""
    way = way_of(house_way="foxwoods")
    nine = pai_gow.compared(way, way, quiet).others
    chance, rounds, seen = random.Random(11), 500_000, [0] * 9
    for _ in range(rounds):
        dealt = chance.sample(DECK_53, 14)
        mine, theirs = way.set_hands(tuple(dealt[:7])), way.set_hands(tuple(dealt[7:]))
        high, low = (1 + (of(mine) > of(theirs)) - (of(mine) < of(theirs)) for of in (high_strength, low_strength))
        seen[3 * high + low] += 1
    for found, due in zip(seen, nine, strict=True):
        share = due / pai_gow.TOTAL
        assert abs(found / rounds - share) < 4 * (share * (1 - share) / rounds) ** 0.5 + 1e-9


@pytest.mark.proof
def test_with_the_wheel_lowest_the_pushes_are_those_of_the_published_run(monkeypatch):
    """HOUSEWAYS.md of the design: 40.4958%, where A-2-3-4-5 is the lowest straight and not, as in 645a.6(b)(7), the second highest."""
    way = way_of(house_way="foxwoods")
    monkeypatch.setattr(holding, "PAI_GOW_ORDER", STANDARD_ORDER)
    set_so = []
    for hand in classes().hands:
        held = holding.Holding(tuple(map(Card, hand.tolist())))
        set_so.append(held.part(next(rule.do for rule in way.rules if held.meets(rule.when))))
    backs, fronts = (np.array([getattr(one, side) for one in set_so], np.int64) for side in ("back", "front"))
    settings = Settings(parted=None, ruled=None, high=backs, low=fronts)
    monkeypatch.setattr(pai_gow, "every_class", lambda _: settings)
    nine = pai_gow.compared(way, way).others
    pushes = sum(nine[3 * high + low] for high, low in ((2, 0), (2, 1), (0, 2), (1, 2)))
    assert round(100 * pushes / pai_gow.TOTAL, 4) == 40.4958
