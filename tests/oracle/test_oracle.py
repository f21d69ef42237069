"""The oracle against facts known without it."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracle import five_card_hi_lo, heads_up_holdem, holdem_bonus, pai_gow
from tests.oracle.cards import PAI_GOW_DECK, STANDARD_DECK, parse
from tests.oracle.dealing import DEALER, deal_holdem, deal_pai_gow
from tests.oracle.hands import (
    Category,
    rank_five,
    rank_high,
    rank_low,
    seven_in_sequence,
    seven_in_sequence_with_joker,
)
from tests.oracle.house_ways import is_foul, set_by_house_way
from tests.oracle.money import Meter, net_of
from tests.oracle.pai_gow_bonus import BONUS, DYNASTY, INSURANCE, bonus_row, is_queens_dragon, progressive_pays
from tests.oracle.random_rounds import MAKERS, rounds

C = Category
SETTLE = {
    "heads-up-holdem": heads_up_holdem.settle,
    "holdem-bonus": holdem_bonus.settle,
    "pai-gow": pai_gow.settle,
    "five-card-hi-lo": five_card_hi_lo.settle,
}
REGULATIONS = Path(__file__).resolve().parents[3] / "shared" / "regulations"
FIVE_CARD_COUNTS = {
    C.ROYAL_FLUSH: 4,
    C.STRAIGHT_FLUSH: 36,
    C.FOUR_OF_A_KIND: 624,
    C.FULL_HOUSE: 3_744,
    C.FLUSH: 5_108,
    C.STRAIGHT: 10_200,
    C.THREE_OF_A_KIND: 54_912,
    C.TWO_PAIR: 123_552,
    C.PAIR: 1_098_240,
    C.HIGH_CARD: 1_302_540,
}


def high(text: str) -> tuple[Category, tuple[float, ...]]:
    return rank_high(tuple(parse(text)))


def net(answer: dict[str, Any]) -> dict[str, tuple[str, int]]:
    return {r["wager"]: (r["pays"], r["net"]) for r in answer["settlements"]}


def test_categories_of_every_hand_of_the_seven_highest_ranks() -> None:
    deck = [card for card in STANDARD_DECK if card[0] in "89TJQKA"]
    counts = Counter(rank_five(five)[0] for five in combinations(deck, 5))
    assert counts == {
        C.ROYAL_FLUSH: 4,
        C.STRAIGHT_FLUSH: 8,
        C.FOUR_OF_A_KIND: 7 * 24,
        C.FULL_HOUSE: 7 * 4 * 6 * 6,
        C.FLUSH: 4 * 21 - 12,
        C.STRAIGHT: 3 * (4**5 - 4),
        C.THREE_OF_A_KIND: 7 * 4 * 15 * 16,
        C.TWO_PAIR: 21 * 36 * 20,
        C.PAIR: 7 * 6 * 20 * 64,
        C.HIGH_CARD: (21 - 3) * (4**5 - 4),
    }


@pytest.mark.proof
def test_categories_of_every_five_card_hand() -> None:
    assert Counter(rank_five(five)[0] for five in combinations(STANDARD_DECK, 5)) == FIVE_CARD_COUNTS


def test_the_wheel_is_lowest_but_in_pai_gow_second_highest() -> None:
    wheel, six, king, ace = (
        tuple(parse(t)) for t in ("Ac 2d 3c 4c 5c", "2c 3d 4c 5c 6c", "9c Td Jc Qc Kc", "Tc Jd Qc Kc Ac")
    )
    assert rank_five(wheel) < rank_five(six) < rank_five(king) < rank_five(ace)
    assert rank_high(six) < rank_high(king) < rank_high(wheel) < rank_high(ace)
    assert (
        rank_high(tuple(parse("9c Tc Jc Qc Kc"))) < rank_high(tuple(parse("Ad 2d 3d 4d 5d"))) < high("Ts Js Qs Ks As")
    )


@pytest.mark.parametrize(
    ("text", "category", "order"),
    [
        ("Ac Ad Ah As Jk", C.FIVE_ACES, (14,)),
        ("Ac Ad Ah Ks Jk", C.FOUR_OF_A_KIND, (14, 13)),
        ("Kc Kd Kh Ks Jk", C.FOUR_OF_A_KIND, (13, 14)),
        ("Kc Kd Kh Qs Jk", C.THREE_OF_A_KIND, (13, 14, 12)),
        ("Kc Kd Ah As Jk", C.FULL_HOUSE, (14, 13)),
        ("Kc Kd 5h 5s Jk", C.TWO_PAIR, (13, 5, 14)),
        ("Ac 9d 5h 3s Jk", C.PAIR, (14, 9, 5, 3)),
        ("Kc 9d 5h 3s Jk", C.HIGH_CARD, (14, 13, 9, 5, 3)),
        ("Kc Qd Jh 9s Jk", C.STRAIGHT, (13,)),
        ("Kc Qd Jh Ts Jk", C.STRAIGHT, (14,)),
        ("2c 3d 4h 5s Jk", C.STRAIGHT, (13.5,)),
        ("3d 4h 5s 6c Jk", C.STRAIGHT, (7,)),
        ("Ac 9c 5c 3c Jk", C.FLUSH, (14, 13, 9, 5, 3)),
        ("Kc 9c 5c 3c Jk", C.FLUSH, (14, 13, 9, 5, 3)),
        ("Ac Kc Qc Tc Jk", C.ROYAL_FLUSH, (14,)),
        ("2c 3c 4c 5c Jk", C.STRAIGHT_FLUSH, (13.5,)),
        ("9c Tc Jc Qc Jk", C.STRAIGHT_FLUSH, (13,)),
    ],
)
def test_the_joker(text: str, category: Category, order: tuple[float, ...]) -> None:
    assert high(text) == (category, order)


def test_low_hands_and_foul_settings() -> None:
    assert rank_low(("Jk", "Ad")) == (C.PAIR, (14,))
    assert rank_low(("Jk", "Kd")) == (C.HIGH_CARD, (14, 13))
    assert not is_foul(tuple(parse("7c 7d 2c 3c 4c")), ("7h", "7s"))
    assert is_foul(tuple(parse("7c 7d Kc 3c 4c")), ("8h", "8s"))
    assert is_foul(tuple(parse("Ac Qd 9c 3c 4c")), ("Ah", "Ks"))
    assert not is_foul(tuple(parse("Ac Kd 9c 3c 4c")), ("Ah", "Ks"))


def test_seven_in_sequence() -> None:
    assert seven_in_sequence(parse("Ac 2c 3c 4c 5c 6c 7c"))
    assert seven_in_sequence(parse("8c 9c Tc Jc Qc Kc Ac"))
    assert not seven_in_sequence(parse("Kc Ac 2c 3c 4c 5c 6c"))
    assert seven_in_sequence_with_joker(parse("Jk 2c 3c 4c 5c 6c 7c"))
    assert not seven_in_sequence_with_joker(parse("Jk 2c 3c 4c 5c 6c 9c"))


def test_money() -> None:
    assert [net_of(p, 200) for p in ("3 to 2", "9 for 1", "1,000 to 1", "push", "lose")] == [
        300,
        1600,
        200_000,
        0,
        -200,
    ]
    meter = Meter(1_000_003, reset=1_000_000)
    assert meter.share(10) == 100_000
    assert meter.share(100, among=2) == 450_001
    assert meter.amount == 1_000_001


@pytest.mark.parametrize(
    ("cards", "wager", "paytable", "brand", "hand"),
    [
        ("As Ks Qs Js Ts Kh Qh", "fortune", "A", "fortune", "royal and match"),
        ("As Ks Qs Js Ts Kh Qh", "fortune", "A", "emperor", "royal flush"),
        ("As Ks Qs Js Ts Ah Kh", "fortune", "A", "emperor", "royal and match"),
        ("As Ks Qs Js Ts Ah Kh", "emperor", "A", "fortune", "royal and match"),
        ("As Jk Qs Js Ts Ah Kh", "emperor", "A", "fortune", "royal and match"),
        ("As Ks Qs Js Ts Jk Kh", "emperor", "A", "fortune", "royal flush"),
        ("As Ks Qs Js Ts Ah Qh", "dynasty", "A", "fortune", "natural royal and ace-queen"),
        ("As 2s 3s 4s 5s Ah Qh", "dynasty", "A", "fortune", "ace to five and ace-queen"),
        ("As 2s 3s 4s 5s Jk Qh", "dynasty", "A", "fortune", "ace to five natural"),
        ("As 2s 3s 4s Jk 9d Qh", "dynasty", "A", "fortune", "straight flush"),
        ("2s 3d 4s 5s 6c 6d 6h", "fortune", "A", "fortune", "three-of-a-kind"),
        ("2s 3d 4s 5s 6c 9d Kh", "fortune", "A", "fortune", "straight"),
        ("2s 2d 4s 4d Ac Jk Kh", "fortune", "C", "fortune", "three pair"),
        ("2s 2d 4s 4d Ac Jk Kh", "fortune", "A", "fortune", "nothing"),
        ("2s 2d 4s 4d Ac Jk Kh", "emperor", "C", "fortune", "nothing"),
    ],
)
def test_bonus_rows(cards: str, wager: str, paytable: str, brand: str, hand: str) -> None:
    assert bonus_row(parse(cards), wager, paytable, brand)[0] == hand


def test_progressive_rows_and_dragons() -> None:
    assert progressive_pays(parse("Jk 2c 3c 4c 5c 6c 7c")) == 100
    assert progressive_pays(parse("Jk Ac Ad Ah As 6c 7c")) == 10
    assert progressive_pays(parse("5c 5d 5h 7s 7c 6c Jk")) == "4 for 1"
    assert is_queens_dragon(parse("Qs Td 9h 7c 5s 4d 2h"))
    assert not is_queens_dragon(parse("Qs Td 9h 7c 5s 4d Jk"))
    assert not is_queens_dragon(parse("Qs Ts 9s 7s 5s 4d 2h"))


@pytest.mark.parametrize(
    ("cards", "foxwoods", "trump_plaza"),
    [
        ("As Kd Jh 9c 7s 5d 3h", "Kd Jh", "Kd Jh"),
        ("As Kd Jh 9c 7s 3d 3h", "As Kd", "As Kd"),
        ("Ks Kd 3h 3c As 5d 7h", "3h 3c", "As 7h"),
        ("Ts Td 3h 3c As 5d 7h", "As 7h", "As 7h"),
        ("Ts Td 3h 3c Ks 5d 7h", "3h 3c", "Ks 7h"),
        ("6s 6d 3h 3c Ks 5d 7h", "Ks 7h", "Ks 7h"),
        ("As Ad Ah 9c 7s 5d 3h", "A 9c", "A 9c"),
        ("9s 9d 9h Ac 7s 5d 3h", "Ac 7s", "Ac 7s"),
        ("9s 9d 9h 5c 5s 5d 3h", "9 9", "9 9"),
        ("As Ad 9h 9c 5s 5d 3h", "As Ad", "As Ad"),
        ("9s 9d 9h 2c 2s Ad Kh", "2c 2s", "Ad Kh"),
        ("As Ad Ah Kc Ks Qd Qh", "K K", "K K"),
        ("9s 9d 9h Qc Qs 2d 2h", "Q Q", "Q Q"),
        ("As Ad Jk Kc Ks Qd Jh", "K K", "K K"),
        ("Qs Qd Qh Qc 2s Ad 5h", "Q Q", "Ad 5h"),
        ("9s 9d 9h 9c 2s Kd 5h", "Kd 5h", "Kd 5h"),
        ("9s 9d 9h 9c 2s Qd 5h", "9 9", "9 9"),
        ("9s 9d 9h 9c 2s 2d 5h", "2s 2d", "2s 2d"),
        ("As Ad Ah Ac Jk Kd Kh", "Kd Kh", "Kd Kh"),
        ("As Ad Ah Ac Jk Kd Qh", "A A", "A A"),
        ("As Ad Jk Kc Qd Jh 4c", "A 4c", "A 4c"),
        ("Qs Qd Jk Jc Td 9h 2c", "Jk Jc", "Q 2c"),
        ("9s 8d 7c 6h 5s Ad Kc", "Ad Kc", "Ad Kc"),
        ("9s 8d 7c 6h 5s 4d 3c", "9s 8d", "9s 8d"),
    ],
)
def test_house_ways(cards: str, foxwoods: str, trump_plaza: str) -> None:
    for name, front in (("foxwoods", foxwoods), ("trump-plaza", trump_plaza)):
        _, low = set_by_house_way(parse(cards), name)
        same = all(any(card.startswith(f) or (f == "A" and card == "Jk") for card in low) for f in front.split())
        assert same, (name, low)


def test_deal_order() -> None:
    deck = list(range(52))
    round_: dict[str, Any] = {"seats": {"2": {}, "5": {}}, "submission": {}}
    hands, community = deal_holdem(deck, round_, [3, 2])
    assert (hands[2], hands[5], hands[DEALER], community) == ([0, 3], [1, 4], [2, 5], [7, 8, 9, 11, 12])
    round_["submission"] = {"dealing": "automated-shoe"}
    assert deal_holdem(deck, round_, [3, 1, 1])[1] == [7, 8, 9, 11, 13]
    round_["submission"]["community_first"] = True
    hands, community = deal_holdem(deck, round_, [3, 1, 1])
    assert (hands[2], hands[DEALER], community) == ([5, 6], [9, 10], [0, 1, 2, 3, 4])
    assert deal_pai_gow(deck, {"start": 1})[DEALER][:2] == [0, 7]
    assert deal_pai_gow(deck, {"start": 2})[6][0] == 0
    assert deal_pai_gow(deck, {"start": 3, "bank": 2})[DEALER][0] == 0
    assert deal_pai_gow(deck, {"start": 10})[5][0] == 0


def test_677a_a_losing_straight_keeps_the_odds_wager() -> None:
    answer = heads_up_holdem.settle(
        {
            "deck": "6c Ah 5d Kh 2s Qh 9h 8s 2c 7d 3h",
            "seats": {"1": {"wagers": {"ante": 1000, "odds": 1000, "trips_plus": 500}, "decisions": ["raise 3000"]}},
        }
    )
    expected = {
        "ante": ("lose", -1000),
        "raise": ("lose", -3000),
        "odds": ("4 to 1", 4000),
        "trips_plus": ("4 to 1", 2000),
    }
    assert net(answer) == expected
    assert answer["net"] == {"1": 2000}


def test_647a_aces_against_aces_are_limited() -> None:
    answer = holdem_bonus.settle(
        {
            "deck": "As Ac Ad Ah 2s Kd 9c 7h 3d 5s 4d Js",
            "seats": {"1": {"wagers": {"ante": 1000, "holdem_bonus": 6000}, "decisions": ["flop", "bet", "check"]}},
        }
    )
    assert net(answer) == {
        "ante": ("push", 0),
        "flop": ("push", 0),
        "turn": ("push", 0),
        "holdem_bonus": ("1,000 to 1", 6_000_000),
        "limit": ("limit", -1_000_000),
    }


def test_663a_example_of_11_d_and_the_bonuses() -> None:
    cards = parse("As Jd Tc 9h 2s")
    settings = [five_card_hi_lo.points(s) for s in five_card_hi_lo.legal_settings(cards)]
    assert sorted(settings) == [(29, 3), (31, 11)]
    assert five_card_hi_lo.points(five_card_hi_lo.dealer_setting(cards)) == (31, 11)
    four = parse("As Ad Ac Ah 2s")
    assert {five_card_hi_lo.points(s) for s in five_card_hi_lo.legal_settings(four)} == {(33, 3)}
    assert five_card_hi_lo.ante_bonus_pays(four, "C") == "200 for 1"
    assert five_card_hi_lo.poker_bonus_pays(parse("6s 6d 2c 3c 4h"), "A") == "lose"
    assert five_card_hi_lo.poker_bonus_pays(parse("6s 6d 2c 3c 4h"), "B") == "1 to 1"


def bank_round(**extra: Any) -> dict[str, Any]:
    """Seat 1 banks with king-high, seat 2 wins against it with two pair, seat 3 surrenders."""
    hands: dict[Any, str] = {
        1: "Ks Qd Jh 8c 6s 4d 2h",
        2: "As Ad Kh Kd 7c 5s 3h",
        3: "Ah Ac Kc 9c 7d 5d 3d",
        4: "9s 9h 8d 8h 6c 4c 2c",
        5: "Ts Th 8s 6d 4h 2d Jk",
        6: "Qs Qh Jd 7s 5h 3c Tc",
        DEALER: "9d Td Jc Qc 7h 5c 3s",
    }
    where = deal_pai_gow(list(range(49)), {"bank": 1})
    deck = [""] * 49
    for holder, text in hands.items():
        for index, card in zip(where[holder], parse(text), strict=True):
            deck[index] = card
    seats = {
        "1": {"wagers": {}, "decisions": [] if "co_bank" in extra else ["house way"]},
        "2": {"wagers": {"pai_gow": 1001}, "decisions": ["house way"]},
        "3": {"wagers": {"pai_gow": 2002}, "decisions": ["house way", "surrender"]},
    }
    return {"deck": " ".join(deck), "bank": 1, "seats": seats, **extra}


def test_645a_a_bank_collects_pays_and_is_charged() -> None:
    answer = pai_gow.settle(bank_round())
    assert answer["net"] == {"1": 1001 - 75, "2": 1001 - 75, "3": -2002}
    assert pai_gow.settle(bank_round(co_bank=True))["net"]["1"] == 500 - 25
    exact = pai_gow.settle(bank_round(submission={"vigorish": "exact"}))
    assert exact["net"] == {"1": 1001 - 50, "2": 1001 - 50, "3": -2002}


@pytest.mark.parametrize("game", sorted(MAKERS))
def test_random_rounds_settle_and_repeat(game: str) -> None:
    first, again = list(rounds(game, 60, 7)), list(rounds(game, 60, 7))
    assert first == again
    for round_ in first:
        answer = SETTLE[game](round_)
        placed = {(int(seat), wager) for seat, entry in round_["seats"].items() for wager in entry["wagers"]}
        settled = [(r["seat"], r["wager"]) for r in answer["settlements"]]
        assert placed <= set(settled)
        assert all(settled.count(pair) == 1 for pair in placed)
        assert sum(answer["net"].values()) == sum(r["net"] for r in answer["settlements"])


def table_rows(chapter: str) -> list[list[str]]:
    """The tab-separated rows of a chapter's paytables, without markup."""
    found = sorted(REGULATIONS.glob(f"{chapter}*.txt"))
    if not found:
        pytest.skip("the regulation text is not here")
    text = re.sub(r"</?i>|\\", "", found[0].read_text(encoding="utf-8"))
    return [[cell.strip() for cell in line.split("\t")] for line in text.splitlines() if "\t" in line]


def test_677a_paytables_are_the_printed_ones() -> None:
    rows = table_rows("677a")
    names = ["Royal flush", "Straight flush", "Four-of-a-kind", "Full house", "Flush", "Straight", "Three-of-a-kind"]
    for index, name in enumerate(names):
        assert [name, *(heads_up_holdem.TRIPS_PLUS[letter][index] for letter in "ABCD")] in rows
    for row, name in zip(list(heads_up_holdem.BAD_BEAT.values()), names[1:6], strict=True):
        assert [name, row] in rows
    assert ["Pair of aces", *(heads_up_holdem.POCKET_BONUS[letter][0] for letter in "ABC")] in rows
    assert ["Pair of 2s—kings", *(heads_up_holdem.POCKET_BONUS[letter][3] for letter in "ABC")] in rows


def test_647a_paytables_are_the_printed_ones() -> None:
    rows = table_rows("647a")
    for pays, name in (
        (300, "Four-of-a-kind"),
        (50, "Full house"),
        (40, "Flush"),
        (30, "Straight"),
        (9, "Three-of-a-kind"),
    ):
        assert [name, f"{pays} for 1"] in rows
        assert f"{pays} for 1" in holdem_bonus.PROGRESSIVE.values()
    assert ["Royal flush", "$5,000"] in rows
    assert ["Straight flush", "$1,500"] in rows


def test_645a_paytables_are_the_printed_ones() -> None:
    rows = table_rows("645a")
    for letter, table in BONUS.items():
        head = next(i for i, row in enumerate(rows) if row == ["Hand", f"Paytable {letter}", "Envy Bonus"])
        printed = [row[1:] for row in rows[head + 1 :] if row[0] != "Hand"][: len(table)]
        assert printed == [[pays, f"${envy:,}" if envy else ""] for _, pays, envy in table]
    head = next(i for i, row in enumerate(rows) if row == ["Hand", "Payout", "Envy Bonus"])
    printed = [row[1:] for row in rows[head + 1 : head + 1 + len(DYNASTY)]]
    assert printed == [[pays, f"${envy}" if envy else ""] for _, pays, envy in DYNASTY]
    for index, name in enumerate(["Nine", "Ten", "Jack", "Queen", "King", "Ace"]):
        assert [f"{name}-high", *(INSURANCE[letter][index] for letter in "ABCDE")] in rows


def test_663a_paytables_are_the_printed_ones() -> None:
    rows = table_rows("663a")
    for one, two in ("AB", "CD"):
        for index, name in enumerate(["Four aces and one 2", "Four aces", "Three aces"]):
            assert [name, five_card_hi_lo.ANTE_BONUS[one][index], five_card_hi_lo.ANTE_BONUS[two][index]] in rows
    poker = five_card_hi_lo.POKER_BONUS
    for index, name in enumerate(
        ["Royal flush", "Straight flush", "Four-of-a-kind", "Full house", "Flush", "Straight"]
    ):
        assert [name, poker["A"][0][index], poker["B"][0][index]] in rows


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "published"), [("foxwoods", (29.12, 40.50, 30.38)), ("trump-plaza", (28.61, 41.48, 29.91))]
)
def test_house_way_against_itself_as_published(name: str, published: tuple[float, float, float]) -> None:
    rng, rounds_played, higher = Random(645), 40_000, Counter[int]()
    for _ in range(rounds_played):
        cards = rng.sample(PAI_GOW_DECK, 14)
        player, dealer = set_by_house_way(cards[:7], name), set_by_house_way(cards[7:], name)
        higher[(rank_high(player[0]) > rank_high(dealer[0])) + (rank_low(player[1]) > rank_low(dealer[1]))] += 1
    for hands_won, percent in zip((2, 1, 0), published, strict=True):
        assert abs(100 * higher[hands_won] / rounds_played - percent) < 1
