"""645a.11(c): the dealer's hand is set as the Rules Submission says."""

import random
import tomllib
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import CARD_TEXT, DECK_53, JOKER, Card, cards, text_of
from houseway.chapters.c645a_pai_gow.house_way import HouseWayError, from_data, named, names
from houseway.chapters.c645a_pai_gow.house_way.rules import (
    HAND_OF_PATTERN,
    HANDS_OF_ACTION,
    HANDS_OF_CONDITION,
    Do,
    Hand,
)
from houseway.ranking import PAI_GOW_ORDER, strength, two_card_strength
from houseway.rules.showdown import Setting
from tests.oracle.hands import rank_high, rank_low
from tests.oracle.house_ways import set_by_house_way
from tests.regulations.c645a.hands_up_to_suits import ALL_HANDS, hands_up_to_suits

DOCS = Path(__file__).parents[3] / "docs" / "house-ways.md"
# House way against house way, one player: win, push, lose in percent.
PUBLISHED = {"foxwoods": (29.12, 40.50, 30.38), "trump-plaza": (28.61, 41.48, 29.91)}


def ranks_of(setting: Setting) -> tuple[int, int]:
    return strength(setting.high, PAI_GOW_ORDER), two_card_strength(setting.low)


def assert_lawful(hand: tuple[Card, ...], setting: Setting) -> None:
    assert sorted(setting.high + setting.low) == sorted(hand)
    assert (len(setting.high), len(setting.low)) == (5, 2)
    assert list(setting.high) == sorted(setting.high, reverse=True)
    assert list(setting.low) == sorted(setting.low, reverse=True)
    high, low = ranks_of(setting)
    assert high >= low, f"foul: {text_of(hand)}"


def assert_as_the_oracle(hand: tuple[Card, ...]) -> None:
    """Equal in rank: cards of equal rank may be chosen differently."""
    for name in PUBLISHED:
        setting = named(name).set_hands(hand)
        assert_lawful(hand, setting)
        high, low = set_by_house_way([CARD_TEXT[one] for one in hand], name)
        mine = [tuple(sorted(CARD_TEXT[one] for one in part)) for part in setting]
        told = f"{name}: {text_of(hand)}"
        assert (rank_high(mine[0]), rank_low(mine[1])) == (rank_high(tuple(sorted(high))), rank_low(low)), told


def random_hands(count: int, seed: int) -> Iterator[tuple[Card, ...]]:
    rng = random.Random(seed)
    for _ in range(count):
        yield tuple(rng.sample(DECK_53, 7))


def rare_hands(count: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Hands of every pattern alike, near together in rank and mostly of one suit, the joker often among them."""
    rng = random.Random(seed)
    patterns = list(HAND_OF_PATTERN)
    made = 0
    while made < count:
        pattern = rng.choice(patterns)
        lowest = rng.randrange(13)
        window = [(lowest + step) % 13 for step in range(7)]
        ranks = rng.sample([12, *[rank for rank in window if rank != 12]], len(pattern))
        hand: list[Card] = []
        with_joker = rng.random() < 0.6
        for rank, times in zip(ranks, pattern, strict=True):
            suits = rng.sample([0, 1, 2, 3], 4)
            if rng.random() < 0.8:
                suits.sort()
            held = [Card(4 * rank + suit) for suit in suits]
            # The joker is one of the aces, or the fifth.
            if rank == 12 and (with_joker or times == 5):
                held = [JOKER, *held]
            hand += held[:times]
        if len(hand) == 7:
            made += 1
            yield tuple(hand)


def outcomes(name: str, deals: int, seed: int) -> tuple[float, float, float]:
    """Percent won, pushed and lost where every two of seven hands meet as player and dealer; copies go to the dealer."""
    set_hands = named(name).set_hands
    rng = random.Random(seed)
    deck = list(DECK_53)
    counts = [0, 0, 0]
    for _ in range(deals):
        rng.shuffle(deck)
        ranks = [ranks_of(set_hands(tuple(deck[first : first + 7]))) for first in range(0, 49, 7)]
        for player, dealer in permutations(ranks, 2):
            counts[(player[0] <= dealer[0]) + (player[1] <= dealer[1])] += 1
    won, pushed, lost = (100 * count / (42 * deals) for count in counts)
    return won, pushed, lost


EXAMPLES = [
    # house way, seven cards, front, rule
    ("foxwoods", "As Kd Jc 9h 7s 5d 3c", "K J", "no pair"),
    ("foxwoods", "As Ad Jc 9h 7s 5d 3c", "J 9", "one pair"),
    ("foxwoods", "Jk Ad Jc 9h 7s 5d 3c", "J 9", "one pair"),
    ("foxwoods", "Js Jd 2c 2h As Kd 4c", "2 2", "two pair"),
    ("foxwoods", "Ts Td 2c 2h As Kd 4c", "A K", "two pair, 10s to 7s, ace front"),
    ("foxwoods", "Ts Td 2c 2h Ks Qd 4c", "2 2", "two pair"),
    ("foxwoods", "6s 6d 2c 2h Ks Qd 4c", "K Q", "two pair, 6s to 3s, king or better front"),
    ("foxwoods", "6s 6d 2c 2h Qs Jd 4c", "2 2", "two pair"),
    ("foxwoods", "Ks Kd 9c 9h 2s 2d Ac", "K K", "three pair"),
    ("foxwoods", "As Ad Ac Qh 8s 5d 2c", "A Q", "three aces"),
    ("foxwoods", "Jk Ad Ac Qh 8s 5d 2c", "A Q", "three aces"),
    ("foxwoods", "Ks Kd Kc Qh 8s 5d 2c", "Q 8", "three-of-a-kind"),
    ("foxwoods", "Ks Kd Kc 9h 9s 9d 2c", "K K", "two threes-of-a-kind"),
    ("foxwoods", "9s 8d 7c 6h 5s 4d Kc", "K 9", "complete hand"),
    ("foxwoods", "9s 9d 8c 7h 6s 5d 2c", "9 2", "complete hand"),
    ("foxwoods", "9s 8s 7s 5s 2s 5d 9d", "5 5", "two pair"),
    ("foxwoods", "As Kd Qc Jh Ts Td 2c", "A K", "complete hand, ace with a pair of kings to 10s"),
    ("foxwoods", "As Ts Td 9d 8c 7h 6s", "A T", "complete hand"),
    ("foxwoods", "As 9s 9d 8c 7h 6s 5d", "A 9", "complete hand"),
    ("foxwoods", "Qs Qd Qc Js Td 9c 8h", "Q Q", "complete hand"),
    ("foxwoods", "Jk Ad As Kd Qc Jh 4c", "A 4", "two aces and the joker in a complete hand"),
    ("foxwoods", "Jk Ad As Ks Kd Qc Jh", "K K", "full house"),
    ("foxwoods", "Jk As Ad Ks 9s 4s 4d", "4 4", "full house"),
    ("foxwoods", "Qs Qd Qc 4s 4d Ac Kh", "4 4", "full house"),
    ("foxwoods", "Ks Kd Kc Qs Qd Jc Jh", "Q Q", "full house with two pairs"),
    ("foxwoods", "As Ad Ac Ks Kd Qc Qh", "K K", "full house with two pairs"),
    ("foxwoods", "Jk Ad Ac Ks Kd Qc Qh", "K K", "full house with two pairs"),
    ("foxwoods", "9s 9d 9c Qs Qd Jc Jh", "Q Q", "full house with two pairs"),
    ("foxwoods", "Js Jd Jc Jh As Kd 2c", "J J", "four-of-a-kind"),
    ("foxwoods", "7s 7d 7c 7h Ks 3d 2c", "K 3", "four-of-a-kind, 10s to 7s, king or better front"),
    ("foxwoods", "7s 7d 7c 7h Qs 3d 2c", "7 7", "four-of-a-kind"),
    ("foxwoods", "6s 6d 6c 6h 4s 3d 2c", "4 3", "four-of-a-kind, 6s and lower"),
    ("foxwoods", "Ks Kd Kc Kh 4s 4d 2c", "4 4", "four-of-a-kind beside a pair"),
    ("foxwoods", "Ks Kd Kc Kh 4s 4d 4c", "4 4", "four-of-a-kind beside a three-of-a-kind"),
    ("foxwoods", "Jk As Ad Ac Ah Qs Qd", "A A", "five aces"),
    ("foxwoods", "Jk As Ad Ac Ah Ks Kd", "K K", "five aces with a pair of kings"),
    ("trump-plaza", "Ts Td 2c 2h Ks Qd 4c", "K Q", "two pair, low and low or medium and low, king or better front"),
    ("trump-plaza", "Ks Kd 2c 2h As Qd 4c", "A Q", "two pair, high and low, ace front"),
    ("trump-plaza", "Ks Kd 2c 2h Qs Jd 4c", "2 2", "two pair"),
    ("trump-plaza", "Ts Td 7c 7h As Qd 4c", "A Q", "two pair, medium and medium, ace front"),
    ("trump-plaza", "Ts Td 7c 7h Ks Qd 4c", "7 7", "two pair"),
    ("trump-plaza", "Js Jd 7c 7h As Qd 4c", "7 7", "two pair"),
    ("trump-plaza", "As Ad 2c 2h Ks Qd 4c", "2 2", "two pair"),
    ("trump-plaza", "Qs Qd Qc 2s 2d Ac Kh", "A K", "full house with a pair of 2s, ace and king front"),
    ("trump-plaza", "Qs Qd Qc 3s 3d Ac Kh", "3 3", "full house"),
    ("trump-plaza", "Ks Kd Kc Qs Qd Jc Jh", "Q Q", "full house with two pairs"),
    ("trump-plaza", "Jk Ad As Ks Kd Qc Jh", "K K", "full house"),
    ("trump-plaza", "Js Jd Jc Jh As Kd 2c", "A K", "four-of-a-kind, kings to jacks, ace front"),
    ("trump-plaza", "Js Jd Jc Jh Ks Qd 2c", "J J", "four-of-a-kind"),
    ("trump-plaza", "As Kd Qc Jh Ts Td 2c", "T 2", "complete hand"),
    ("trump-plaza", "9s 8d 7c 6h 5s Kd Kc", "K K", "complete hand"),
    ("ez", "Jk As Qs Qh Qd 7s 2s", "Q Q", "complete hand with a pair front"),
    ("ez", "9s 8s 7s 5s 2s 5d 9d", "5 5", "two pair"),
    ("ez", "Ks Qs Js 9s 2s 4d 4c", "4 4", "complete hand with a pair front"),
]


@pytest.mark.parametrize(("name", "hand", "front", "rule"), EXAMPLES)
def test_c__each_rule_sets_its_hands(name: str, hand: str, front: str, rule: str) -> None:
    held = cards(hand)
    setting = named(name).set_hands(held)
    assert_lawful(held, setting)
    assert named(name).rule_for(held).name == rule
    assert " ".join("A" if one == JOKER else CARD_TEXT[one][0] for one in setting.low) == front


def test_c__split_aces_leave_the_joker_where_it_completes_the_back() -> None:
    setting = named("foxwoods").set_hands(cards("As Ad Ac Jk Kd Qh Js"))
    assert JOKER in setting.high
    assert strength(setting.high, PAI_GOW_ORDER) > strength(cards("As Ad Kd Qh Js"), PAI_GOW_ORDER)


def test_c__the_order_of_the_cards_makes_no_difference() -> None:
    rng = random.Random(11)
    for hand in rare_hands(300, seed=11):
        for name in names():
            set_hands = named(name).set_hands
            assert set_hands(hand) == set_hands(tuple(rng.sample(hand, 7)))


def test_c__what_is_remembered_is_what_is_worked_out() -> None:
    for name in names():
        data = tomllib.loads(
            (Path(__file__).parents[3] / f"src/houseway/chapters/c645a_pai_gow/house_way/ways/{name}.toml").read_text()
        )
        for place, hand in enumerate([*rare_hands(40, seed=12), *random_hands(40, seed=12)]):
            fresh = from_data({**data, "name": f"fresh {place}"}).set_hands
            assert fresh(hand) == named(name).set_hands(hand)


def test_c__only_seven_cards_are_set() -> None:
    with pytest.raises(ValueError, match="seven cards, not 6"):
        named("foxwoods").set_hands(cards("As Ad Ac Kd Qh Js"))


@pytest.mark.parametrize("name", names())
def test_c__never_foul(name: str) -> None:
    set_hands = named(name).set_hands
    for hand in [*random_hands(2_000, seed=1), *rare_hands(2_000, seed=2)]:
        assert_lawful(hand, set_hands(hand))


@pytest.mark.long
def test_c__as_an_independent_reading() -> None:
    for hand in [*random_hands(600, seed=3), *rare_hands(600, seed=4)]:
        assert_as_the_oracle(hand)


@pytest.mark.long
@pytest.mark.parametrize("name", PUBLISHED)
def test_c__published_results_in_a_small_sample(name: str) -> None:
    # Four standard errors of 2,000 deals.
    assert outcomes(name, deals=2_000, seed=5) == pytest.approx(PUBLISHED[name], abs=1.5)


@pytest.mark.proof
def test_c__as_an_independent_reading_over_all_hands() -> None:
    seen = 0
    for hand, alike in hands_up_to_suits():
        assert_as_the_oracle(hand)
        seen += alike
    assert seen == ALL_HANDS


@pytest.mark.proof
def test_c__as_an_independent_reading_over_random_and_rare_hands() -> None:
    # Beside all hands up to suits: here the suits vary too, and with them what is remembered.
    for hand in [*random_hands(200_000, seed=6), *rare_hands(50_000, seed=7)]:
        assert_as_the_oracle(hand)


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted(set(names()) - set(PUBLISHED)))
def test_c__never_foul_over_all_hands(name: str) -> None:
    set_hands = named(name).set_hands
    for hand, _ in hands_up_to_suits():
        assert_lawful(hand, set_hands(hand))


@pytest.mark.proof
@pytest.mark.parametrize("name", PUBLISHED)
def test_c__published_results(name: str) -> None:
    # Seven hands a deal, each against each: the standard error of the pushes is 0.04.
    assert outcomes(name, deals=200_000, seed=645) == pytest.approx(PUBLISHED[name], abs=0.1)


def test_c__the_shipped_house_ways() -> None:
    assert set(names()) == {"ez", "foxwoods", "trump-plaza"}
    for name in names():
        assert named(name).name == name
    with pytest.raises(ValueError, match=r"There is no house way 'foxwood'; did you mean 'foxwoods'\?; there are ez"):
        named("foxwood")


def test_c__the_vocabulary_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for word in [*Hand, *Do, "hand", *HANDS_OF_CONDITION, *names()]:
        assert f"`{word}`" in text, word


def test_c__the_documented_house_way_is_one() -> None:
    block = DOCS.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    way = from_data(tomllib.loads(block)["house_way_rules"])
    set_hands = way.set_hands
    for hand in rare_hands(500, seed=10):
        assert_lawful(hand, set_hands(hand))
    assert text_of(set_hands(cards("Ks Kd 2c 2h As Qd 4c")).low) == "As Qd"
    assert text_of(set_hands(cards("9s 8d 7c 6h 5s 4d Kc")).high) == "8d 7c 6h 5s 4d"


REST: list[dict[str, Any]] = [{"name": "rest", "do": "best hand back, best front"}]


@pytest.mark.parametrize("action", list(Do))
def test_c__an_action_is_lawful_on_every_hand_it_is_for(action: Do) -> None:
    when: dict[str, Any] = {"hand": sorted(HANDS_OF_ACTION[action])}
    if action is Do.COMPLETE_HAND_BACK:
        when["complete"] = True
    data: dict[str, Any] = {"rule": [{"name": "tried", "when": when, "do": action}]}
    if set(when["hand"]) != set(Hand) or "complete" in when:
        data["rule"] += REST
    way = from_data(data)
    tried = 0
    for hand in rare_hands(1_500, seed=13):
        if way.rule_for(hand).name == "tried":
            tried += 1
            assert_lawful(hand, way.set_hands(hand))
    assert tried


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("Ks Qd Jh Ts 9c Kd 4h", "K4"),
        ("As Ad Kh Qs 9c 5d 3h", "53"),
        ("As Kd Qh Js 9c 5d 3h", "53"),
        ("As Ad Ah Ks Kd 5d 3h", "53"),
        ("As Ad Ah Ks Kd Qd Qh", "QQ"),
    ],
)
def test_c__best_hand_back_leaves_the_best_front_that_goes_with_it(held: str, low: str) -> None:
    setting = from_data({"rule": REST}).set_hands(cards(held))
    assert "".join(text[0] for text in text_of(sorted(setting.low, reverse=True)).split()) == low


FAULTS: list[tuple[dict[str, Any], str]] = [
    (
        {"hand": "two pairs"},
        "Rule \"r\" names no hand with 'two pairs'; did you mean 'two pair'?; hands are \"no pair\"",
    ),
    ({"hand": []}, 'Rule "r" has hand = []; it is one hand or a list of "no pair"'),
    ({"pairs": "A"}, "Rule \"r\" has no condition 'pairs'; did you mean 'pair'?; conditions are hand, pair"),
    ({"pair": "A-K"}, "Rule \"r\" has pair = 'A-K'; write ranks apart, from A K Q J 10"),
    ({"pair": 10}, 'Rule "r" has pair = 10; write ranks apart'),
    ({"joker": "yes"}, "Rule \"r\" has joker = 'yes'; it is true or false."),
    ({"front_can_be": "A"}, 'it is two different ranks, such as "A K".'),
    ({"hand": "one pair", "four": "A"}, 'Rule "r" asks for four of "one pair", which have none; it can be asked of'),
    ({"smaller_pair": "2", "four": "A"}, 'Rule "r" can never apply, since no hand has all of smaller_pair, four.'),
    (
        {"hand": ["one pair", "two pair"], "breaking_improves_front": True},
        'Rule "r" asks for breaking_improves_front without the condition that there is such a hand; add complete = true.',
    ),
]


@pytest.mark.parametrize(("when", "sentence"), FAULTS)
def test_c__a_fault_in_a_condition_is_told(when: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseWayError) as caught:
        from_data({"rule": [{"name": "r", "when": when, "do": "best hand back, best front"}, *REST]})
    assert len(caught.value.faults) == 1
    assert sentence in caught.value.faults[0]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "A house way is a table of name, title, rule, not []."),
        ({}, "A house way has a list of rules, each written under [[rule]]."),
        ({"rule": REST, "rules": 1}, "A house way has no 'rules'; did you mean 'rule'?; it has name, title, rule."),
        ({"rule": REST, "name": 3}, "The name of a house way is a text, not 3."),
        ({"rule": ["x"]}, "Rule 1 is 'x'; a rule has name, when and do."),
        ({"rule": [{"do": "best hand back, best front"}]}, "Rule 1 has no name"),
        ({"rule": [{"name": "r", "do": "best hand"}]}, "Rule \"r\" cannot do 'best hand'; did you mean"),
        ({"rule": [{"name": "r"}]}, 'Rule "r" cannot do None; it may do "highest card back, next two front"'),
        ({"rule": [{**REST[0], "if": 1}]}, "Rule \"rest\" has no part 'if'; a rule has name, when and do."),
        ({"rule": [{**REST[0], "when": "two pair"}]}, "Rule \"rest\" has 'two pair' for its conditions"),
        ({"rule": [REST[0] | {"when": {"joker": True}}, *REST]}, 'Rule "rest" stands 2 times'),
        (
            {"rule": [*REST, {**REST[0], "name": "late"}]},
            'Rule "late" can never apply; its hands are already set by "rest"',
        ),
        (
            {"rule": [{"name": "r", "when": {"hand": "no pair"}, "do": "smaller pair front"}]},
            'Rule "r" would do "smaller pair front" with "no pair"; that is for "two pair", "three pair"',
        ),
        (
            {"rule": [{"name": "r", "do": "complete hand back, best front"}]},
            'Rule "r" does "complete hand back, best front" without the condition that there is such a hand',
        ),
        (
            {"rule": [{**REST[0], "when": {"hand": sorted(set(Hand) - {Hand.THREE_PAIR})}}]},
            'No rule sets every "three pair"; add a last one with hand = "three pair" alone as its condition, which may do',
        ),
    ],
)
def test_c__a_fault_in_a_house_way_is_told(data: Any, sentence: str) -> None:
    with pytest.raises(HouseWayError) as caught:
        from_data(data)
    assert len(caught.value.faults) == 1
    assert sentence in caught.value.faults[0]


def test_c__all_faults_are_told_at_once() -> None:
    rules = [{"name": "one", "do": "x"}, {"name": "two", "when": {"pair": "1"}, "do": "y"}]
    with pytest.raises(ValueError, match="Rule") as caught:
        from_data({"rule": rules})
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("condition", "times", "least"), [("pair", 2, 1), ("smaller_pair", 2, 2), ("three", 3, 1), ("four", 4, 1)]
)
def test_c__a_condition_speaks_of_every_hand_that_has_what_it_names(condition: str, times: int, least: int) -> None:
    having = {hand for pattern, hand in HAND_OF_PATTERN.items() if pattern.count(times) >= least}
    assert HANDS_OF_CONDITION[condition] == having
