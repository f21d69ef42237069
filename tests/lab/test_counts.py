"""The exact counts of the lab against published figures, against golden counts, and against deals played one by one."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.cards import DECK_53
from houseway.chapters import registry
from houseway.chapters.c645a_pai_gow.hands import PLAYER_FORMS, Form
from houseway.lab.analysis import analyze, counts_of
from houseway.lab.classes import hands, pockets
from houseway.lab.deal_spaces import DealSpace, space_of, spaces_of
from houseway.lab.main_games import rests_on_decisions
from houseway.lab.sheet import WagerSheet
from houseway.lab.side import is_side
from houseway.ranking import PAI_GOW_ORDER, strength
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from tools.record_counts import CHOICES, FOLDER
from tools.record_counts import counts_of as recorded_counts_of


def rules(game: str, **choices: object) -> TableRules:
    return registry.resolve({"game": game, **choices}, kind=TableRules)


def beside(game: str, wager: str, **choices: object) -> dict[str, WagerSheet]:
    """One wager under every lawful paytable."""
    sheet = analyze(rules(game, **choices), wager=wager, all_paytables=True)
    return {one.paytable: one for one in sheet.wagers if one.wager == wager}


@pytest.mark.long
def test_classes_of_hands_stand_for_every_hand():
    sevens = list(hands(7, joker=True))
    assert len(sevens) == 448_409
    assert sum(times for _, times in sevens) == 154_143_080 == comb(53, 7)
    assert len({cards for cards, _ in sevens}) == len(sevens)
    assert sum(times for _, times in hands(5)) == 2_598_960
    assert (len(list(pockets())), sum(times for _, times in pockets())) == (169, 1_326)


@pytest.mark.long
def test_classes_have_the_strengths_of_all_their_hands():
    by_class: Counter[int] = Counter()
    for cards, times in hands(5, joker=True):
        by_class[strength(cards, PAI_GOW_ORDER)] += times
    assert by_class == Counter(strength(hand, PAI_GOW_ORDER) for hand in combinations(DECK_53, 5))


@pytest.mark.long
def test_published_returns_of_677a():
    assert round(float(beside("heads-up-holdem", "trips_plus")["D"].returned), 4) == 0.9666
    assert round(float(beside("heads-up-holdem", "pocket_bonus")["A"].returned), 4) == 0.9548


@pytest.mark.long
def test_published_edge_of_645a_fortune_a():
    fortune = beside("pai-gow", "fortune")["A"]
    assert fortune.house_edge == Fraction(11_970_096, 154_143_080)
    assert (fortune.combinations["five aces"], fortune.total) == (1_128, 154_143_080)


@pytest.mark.long
def test_published_counts_of_the_sevens_of_53_cards():
    forms = counts_of("pai-gow", [PLAYER_FORMS])[PLAYER_FORMS.id]
    # By rank, a hand is the highest of what it forms.
    ranked = (Form.FIVE_ACES, Form.ROYAL_FLUSH, Form.STRAIGHT_FLUSH, Form.FOUR_OF_A_KIND, Form.FULL_HOUSE)
    found: Counter[Form] = Counter()
    for formed, times in forms.items():
        best = next((form for form in ranked if formed & form), None)
        if best is not None:
            found[best] += times
    assert found[Form.FIVE_ACES] == 1_128
    assert found[Form.ROYAL_FLUSH] == 26_132
    assert found[Form.FOUR_OF_A_KIND] == 307_472
    assert found[Form.FULL_HOUSE] == 4_188_528


@pytest.mark.long
@pytest.mark.parametrize("name", CHOICES)
def test_golden_counts(name: str):
    recorded = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert recorded == recorded_counts_of(name)


def every_space() -> list[DealSpace]:
    return list(dict.fromkeys(space for game in registry.games(banked=True) for space in spaces_of(game).values()))


@pytest.mark.parametrize("space", every_space(), ids=lambda space: space.text)
def test_a_deal_space_has_the_size_it_says(space: DealSpace):
    assert sum(times for _, times in space.classes()) == space.total


def test_every_wager_beside_a_main_game_is_counted():
    """Each rests on one primitive with a deal space of its own, or is named as resting on decisions."""
    for game in registry.games(banked=True):
        built = rules(game).game
        for wager in (one for one in built.wagers.values() if is_side(one)):
            assert space_of(built, built.tables[wager.id]) is not None or rests_on_decisions(game, wager.id)


@pytest.mark.long
def test_random_deals_settle_as_often_as_counted():
    """Deals settled one by one by the table the engine uses: each row within five deviations of its share."""
    chance = random.Random(9)
    for game in ("heads-up-holdem", "pai-gow"):
        built = rules(game, **({"variant": "ez"} if game == "pai-gow" else {})).game
        sheet = analyze(rules(game, **({"variant": "ez"} if game == "pai-gow" else {})), main_game=False)
        found: dict[str, Counter[str]] = {one.wager: Counter() for one in sheet.wagers}
        deals = 20_000
        for _ in range(deals):
            dealt = tuple(chance.sample(built.deck, 14))
            if game == "pai-gow":
                showdown = Showdown(dealt[:7], dealt[7:])
            else:
                showdown = Showdown(dealt[:2], dealt[2:4], dealt[4:9])
            for wager, rows in found.items():
                if wager in built.tables:
                    rows[str(built.tables[wager].settle(showdown).worth)] += 1
        for one in sheet.wagers:
            if one.wager not in built.tables:
                continue
            counted: Counter[str] = Counter()
            for row, tabled in zip(one.rows, built.tables[one.wager].rows, strict=True):
                counted[str(tabled.worth)] += row.combinations
            for worth, times in counted.items():
                share = times / one.total
                spread = (deals * share * (1 - share)) ** 0.5
                assert abs(found[one.wager][worth] - deals * share) <= 5 * spread + 1, (one.wager, worth)


@pytest.mark.long
@pytest.mark.parametrize(("brand", "own"), [("fortune", "CDE"), ("emperor", "AB")])
def test_every_insurance_paytable_is_counted_and_says_which_brand_may_choose_it(brand: str, own: str):
    found = beside("pai-gow", "insurance", brand=brand)
    assert sorted(found) == ["A", "B", "C", "D", "E"]
    assert {letter for letter, one in found.items() if not any("brand" in note for note in one.notes)} == set(own)
