"""Five Card Hi-Lo: the exact game against rounds dealt one by one, and against itself."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import pytest

from houseway.cards import DECK_52, Card
from houseway.chapters import registry
from houseway.chapters.c663a_five_card_hi_lo.lab import solver as hi_lo
from houseway.chapters.c663a_five_card_hi_lo.setting import high_points, low_points
from houseway.chapters.c663a_five_card_hi_lo.values import Points, bonus_of
from houseway.lab.analysis import analyze
from houseway.lab.sheet import MainSheet, quiet
from houseway.money import Role
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules


def rules(**choices: object) -> TableRules:
    return registry.resolve({"game": "five-card-hi-lo", **choices}, kind=TableRules)


@cache
def solved() -> list[hi_lo.Played]:
    return hi_lo.solve(rules())


@cache
def main() -> MainSheet:
    return hi_lo.main(rules(), quiet)


def test_every_hand_is_one_of_1993_compositions():
    assert len(solved()) == 1_993
    assert sum(one.composition.times for one in solved()) == comb(52, 5)


def test_every_dealt_pair_of_hands_is_counted():
    assert main().total == comb(52, 5) * comb(47, 5)
    assert sum(one.deals for one in main().results) == main().total
    for one in solved():
        assert one.points is None or sum(one.compared) == comb(47, 5)


@pytest.mark.long
def test_the_best_choice_hand_by_hand():
    """Some hands against every hand of the dealer by rank, each setting settled by the engine's tables: value for value."""
    game = rules().game
    assert game.arrangement is not None
    bonus = bonus_of(rules())
    chance = random.Random(5)
    with_choice = [one for one in solved() if len(one.composition.settings) > 1]
    for one in (*chance.sample(with_choice, 4), *chance.sample(solved(), 4)):
        hand = one.composition.hand
        values: dict[Points | None, Fraction] = {None: Fraction(-1)}
        for points, setting in one.composition.settings.items():
            total = Fraction(0)
            for bank, times in ranked(hand):
                showdown = Showdown(hand, bank, player_setting=setting, bank_setting=game.arrangement.bank(bank))
                for wager in ("ante", "play"):
                    total += times * game.tables[wager].settle(showdown).worth.net(Role.WAGER).wager
            beside = bonus.settle(Showdown(hand, ())).worth.net(Role.ON_TOP).wager
            values[points] = total / comb(47, 5) + beside
        assert one.value == values[one.points] == max(values.values())


def test_the_dealers_points_of_all_hands_one_by_one():
    """Over all 2,598,960 hands: how often the dealer has each pair of totals, by cards and by compositions."""
    game = rules().game
    assert game.arrangement is not None
    by_composition: Counter[tuple[int, int]] = Counter()
    for one in solved():
        by_composition[one.composition.dealers] += one.composition.times
    # By ranks alone: suits do not count, so one hand for each choice of ranks stands for its suits.
    by_ranks: Counter[tuple[int, int]] = Counter()
    for ranks in ranked():
        hand, times = ranks
        setting = game.arrangement.bank(hand)
        by_ranks[high_points(setting), low_points(setting)] += times
    assert by_composition == by_ranks


def ranked(held: tuple[Card, ...] = ()) -> list[tuple[tuple[Card, ...], int]]:
    """Five cards by their ranks, as many as the cards held leave."""
    left = {rank: [card for card in DECK_52 if card >> 2 == rank and card not in held] for rank in range(13)}
    found = []
    for ranks in combinations_with_replacement(range(13), 5):
        often = Counter(ranks)
        times = 1
        for rank, number in often.items():
            times *= comb(len(left[rank]), number)
        if times:
            found.append((tuple(card for rank, number in often.items() for card in left[rank][:number]), times))
    return found


def test_the_sheet():
    sheet = main()
    assert sheet.returned == Fraction(969_115_364_123, 996_661_525_860)
    assert sheet.average_wager == 2 - Fraction(123_997_493_004, sheet.total)
    assert {(one.asked, one.answer) for one in sheet.decisions} >= {("play", "play"), ("play", "fold")}


def test_663a_11_h__ante_bonus_pays_only_with_a_play_wager():
    (bonus,) = (one for one in main().wagers if one.wager == "ante_bonus")
    three = comb(4, 3) * comb(48, 2) * comb(47, 5)
    assert bonus.combinations["three aces"] == three
    assert bonus.returned == Fraction(223, 10_829)


def test_663a_11_b_1__a_fold_loses_the_tie_wager():
    sheet = analyze(rules(), wager="tie")
    by_key = {one.paytable: one for one in sheet.wagers}
    folded = next(one.deals for one in main().decisions if one.answer == "fold")
    assert by_key["-"].combinations["folded"] == folded
    # Playing for both together, less of the main game and more of the Tie Wager, is worth more in all.
    (joint,) = (one for one in by_key["joint play"].notes if "main game then costs" in one)
    cost = Fraction(joint.partition("(")[2].partition(")")[0])
    together = by_key["joint play"].house_edge + cost
    assert together < by_key["-"].house_edge + main().house_edge


@pytest.mark.long
def test_a_richer_ante_bonus_is_worth_more():
    edges = [hi_lo.main(rules(paytables={"ante_bonus": letter}), quiet).house_edge for letter in "ABCD"]
    assert edges == sorted(edges)


@pytest.mark.long
def test_the_main_game_under_every_paytable_of_the_ante_bonus():
    sheet = analyze(rules(paytables={"ante_bonus": "C"}), all_paytables=True)
    assert [choice.key for choice in sheet.choices] == [f"paytables.ante_bonus={letter}" for letter in "ABD"]
    assert all(choice.main.house_edge != main().house_edge for choice in sheet.choices[1:])
    bonuses = [one.paytable for one in (*(sheet.main or main()).wagers, *sheet.wagers) if one.wager == "ante_bonus"]
    assert bonuses == ["C", "A", "B", "D"]
