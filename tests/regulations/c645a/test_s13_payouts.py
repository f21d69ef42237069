"""645a.13: payout odds, Envy Bonus, the meter, the payout limit."""

import pytest

from houseway.chapters.registry import check
from houseway.engine.banked import events as ev
from houseway.engine.opening import FundTable
from houseway.rules.submission import Severity
from tests.kit.stated_rounds import answer, settled, table_after
from tests.kit.submission_faults import faults
from tests.kit.table_views import balance_of
from tests.kit.tables import events, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    DRAGON,
    EZ,
    GAME,
    LOSES,
    MAIN,
    WINS,
    bonus,
    played,
    records,
    refused,
    stated,
    table,
)

SEVEN, SEVEN_JOKER = "9s 8s 7s 6s 5s 4s 3s", "9s 8s Jk 6s 5s 4s 3s"
HANDS = {
    "seven": SEVEN,
    "match": "As Ks Qs Js Ts Kh Qh",
    "seven joker": SEVEN_JOKER,
    "five aces": "As Ah Ad Ac Jk 8d 3c",
    "royal": "As Ks Qs Js Ts 4d 3c",
    "straight flush": "9s 8s 7s 6s 5s Kd 2c",
    "four": "9s 9h 9d 9c Kd 5c 2h",
    "full house": "9s 9h 9d Kc Kd 5c 2h",
    "flush": "As Js 9s 6s 4s Kd 2c",
    "three": "9s 9h 9d Kc Jd 5c 2h",
    "straight": "9s 8h 7d 6c 5s Kd 2c",
    "three pair": "9s 9h Kd Kc 5c 5d 2h",
    "two pair": "9s 9h Kd Kc 5c 3d 2h",
}
# As the chapter prints them: seven, match, seven with joker, five aces, royal, straight flush, four; then Envy Bonus.
BONUS = {
    "A": ((8000, 2000, 1000, 400, 150, 50, 25), (5000, 1000, 500, 250, 50, 20, 5)),
    "B": ((5000, 2000, 1000, 400, 150, 50, 25), (3000, 1000, 500, 250, 50, 20, 5)),
    "C": ((5000, 1000, 750, 250, 100, 50, 20), (1000, 250, 100, 50, 25, 10, 5)),
    "D": ((2500, 1000, 750, 250, 125, 50, 25), (1000, 750, 250, 100, 50, 20, 5)),
}
COMMON = {"full house": 5, "flush": 4, "three": 3, "straight": 2}
EMPEROR_MATCH = "As Ks Qs Js Ts Ah Kh"
NOTHING = "Qc Jh 8c 7h 6d 4h 3h"


@pytest.mark.parametrize(
    ("rounding", "won", "charged"),
    [("quarter", 1000, 50), ("quarter", 1001, 75), ("quarter", 500, 25), ("quarter", 100, 25), ("exact", 1010, 50)],
)
def test_a__even_money_less_five_percent(rounding, won, charged):
    given = played(WINS, wagers={"pai_gow": won}, submission={"vigorish": rounding})
    assert settled(given, "pai_gow") == ("1 to 1", won, "645a.13(a)")
    assert settled(given, "vigorish") == ("vigorish", -charged, "645a.13(a)")
    assert given["net"] == {"1": won - charged}


def test_a__the_vigorish_is_collected_when_the_winning_payout_is_made():
    given = played({6: WINS, 3: "Ad Ac 8s 6s 4s / Kh Jd"}, wagers={**MAIN, "fortune": 500})
    kinds = [(one["seat"], one["wager"]) for one in given["settlements"]]
    assert kinds == [(seat, wager) for seat in (6, 3) for wager in ("pai_gow", "vigorish", "fortune")]


def test_a__no_vigorish_on_a_tie_a_loss_or_at_an_ez_table():
    assert records(played(LOSES), "vigorish") == []
    assert records(played("Ac Js 8c 6d 4s / Th 3d"), "vigorish") == []
    assert records(played(WINS, submission=EZ), "vigorish") == []


@pytest.mark.parametrize("letter", BONUS)
@pytest.mark.parametrize(("wager", "match"), [("fortune", HANDS["match"]), ("emperor", EMPEROR_MATCH)])
def test_b_c__the_paytables(wager, match, letter):
    """Also 645a.13(c)."""
    hands = {**HANDS, "match": match}
    named = dict(zip(hands, BONUS[letter][0], strict=False))
    clause = "645a.13(b)" if wager == "fortune" else "645a.13(c)"
    for name, odds in {**named, **COMMON}.items():
        given = bonus(hands[name], wager, paytables={wager: letter})
        assert settled(given, wager) == (f"{odds:,} to 1", odds * 500, clause), name
    assert settled(bonus(hands["two pair"], wager, paytables={wager: letter}), wager).pays == "lose"
    pushes = wager == "fortune" and letter == "C"
    assert settled(bonus(hands["three pair"], wager, paytables={wager: letter}), wager).pays == (
        "push" if pushes else "lose"
    )


def test_b__three_pair_with_the_joker_pushes_under_paytable_c():
    assert settled(bonus("As Jk Kd Kh 7c 7d 2s", "fortune", paytables={"fortune": "C"}), "fortune").pays == "push"


def test_b__three_of_a_kind_beside_a_straight_is_paid_three_to_one():
    for wager, submission in (("fortune", {}), ("emperor", {}), ("dynasty", EZ)):
        assert settled(bonus("9c 9d 9h 8s 7d 6c 5h", wager, **submission), wager).pays == "3 to 1"


@pytest.mark.parametrize("letter", BONUS)
@pytest.mark.parametrize(("wager", "match"), [("fortune", HANDS["match"]), ("emperor", EMPEROR_MATCH)])
def test_b_c__the_envy_bonus(wager, match, letter):
    """Also 645a.13(c)."""
    hands = {**HANDS, "match": match}
    for name, dollars in zip(hands, BONUS[letter][1], strict=False):
        given = played(
            {2: hands[name], 1: ANY},
            ANY,
            wagers={1: {**MAIN, wager: 500}},
            submission={"paytables": {wager: letter}},
        )
        assert (1, f"${dollars:,}", dollars * 100) in records(given, "envy"), name
    below = played({2: HANDS["full house"], 1: NOTHING}, ANY, wagers={1: {**MAIN, wager: 500}})
    assert records(below, "envy") == []


@pytest.mark.parametrize(
    ("letter", "odds"),
    [
        ("A", (100, 25, 15, 6, 5, 3)),
        ("B", (100, 25, 15, 7, 5, 3)),
        ("C", (100, 40, 10, 7, 6, 3)),
        ("D", (100, 50, 10, 7, 5, 3)),
        ("E", (100, 40, 10, 7, 5, 3)),
    ],
)
def test_d__the_insurance_paytables(letter, odds):
    brand = "emperor" if letter in "AB" else "fortune"
    for high, paid in zip("9TJQKA", odds, strict=True):
        # With the ace, 2-3-4-5 would be a straight.
        hand = "As Kd Jc 9h 8s 6d 4c" if high == "A" else f"{high}s 8d 6c 5h 4s 3d 2c".replace("6c 5h", "7c 5h")
        given = bonus(hand, "insurance", brand=brand, paytables={"insurance": letter})
        assert settled(given, "insurance") == (f"{paid} to 1", paid * 500, "645a.13(d)"), high


def test_d__the_brand_decides_which_letters_are_lawful_and_which_is_the_default():
    for brand, lawful in (("fortune", "CDE"), ("emperor", "AB")):
        for letter in "ABCDE":
            expected = [] if letter in lawful else [("paytables.insurance", "645a.13(d)")]
            assert faults(GAME, brand=brand, paytables={"insurance": letter}) == expected
    ten_high = "Ts 8d 7c 5h 4s 3d 2c"
    assert settled(bonus(ten_high, "insurance"), "insurance").pays == "40 to 1"
    assert settled(bonus(ten_high, "insurance", brand="emperor"), "insurance").pays == "25 to 1"


@pytest.mark.parametrize(
    ("name", "pays", "net"),
    [
        ("royal", "500 for 1", 499 * 100),
        ("straight flush", "100 for 1", 99 * 100),
        ("four", "75 for 1", 74 * 100),
        ("full house", "4 for 1", 3 * 100),
        ("flush", "lose", -100),
        ("five aces", "10% of meter", 20_000 - 100),
        ("seven", "100% of meter", 200_000 - 100),
        ("seven joker", "100% of meter", 200_000 - 100),
    ],
)
def test_e_1__the_progressive_paytable(name, pays, net):
    assert settled(bonus(HANDS[name], "progressive", 100), "progressive")[:2] == (pays, net)


def test_e_2__initial_and_reset_are_at_least_2000_dollars():
    for name in ("initial", "reset"):
        assert faults(GAME, progressive={name: 199_999}) == [(f"progressive.{name}", "645a.13(e)(2)")]
        assert faults(GAME, progressive={name: 200_000}) == []


def test_e_2__what_must_be_stated_is_noted():
    def notes(**submission):
        _, found = check(submission, game="pai-gow")
        return [one.field for one in found if one.severity is Severity.INCOMPLETE and one.clause == "645a.13(e)(2)"]

    assert notes() == ["progressive.initial", "progressive.reset"]
    assert notes(progressive={"initial": 200_000}) == ["progressive.reset"]
    assert notes(progressive={"initial": 200_000, "reset": 200_000}) == notes(offered=[]) == []


def test_e_3__the_meter_is_read_when_it_is_the_players_turn():
    hands = {6: "As Ah Ad Ac Jk 8d 3c", 4: "9s 8s 7s 6s 5s 4s 3s", 1: "9h 8h 7h 6h 5h 4h 3h"}
    given = played(
        hands,
        ANY,
        wagers={**MAIN, "progressive": 100},
        meters={"progressive": 1_000_000},
        submission={"progressive": {"rate_percent": 10}},
    )
    # The three wagers added 30 cents. Seat 6 takes a tenth, seat 4 all the rest, seat 1 what it was reset to.
    assert records(given, "progressive") == [
        (6, "10% of meter", 100_003 - 100),
        (4, "100% of meter", 900_027 - 100),
        (1, "100% of meter", 200_000 - 100),
    ]


def test_f__the_queens_dragon_wager_pays_50_to_1():
    given = played(LOSES, DRAGON, wagers={**MAIN, "queens_dragon": 500}, submission=EZ)
    assert settled(given, "queens_dragon") == ("50 to 1", 25_000, "645a.13(f)")


DYNASTY = {
    "As 2s 3s 4s 5s Ah Qh": (2000, 500),
    SEVEN: (2000, 400),
    "As Ks Qs Js Ts Ah Qh": (1000, 300),
    SEVEN_JOKER: (1000, 200),
    HANDS["five aces"]: (500, 100),
    "As 2s 3s 4s 5s Kd 9c": (120, 75),
    HANDS["royal"]: (120, 50),
    HANDS["straight flush"]: (50, 20),
    HANDS["four"]: (25, 5),
    HANDS["full house"]: (5, 0),
    HANDS["flush"]: (4, 0),
    HANDS["three"]: (3, 0),
    HANDS["straight"]: (2, 0),
}


@pytest.mark.parametrize(("hand", "odds", "envy"), [(hand, *paid) for hand, paid in DYNASTY.items()])
def test_g__the_dynasty_paytable_and_envy_bonus(hand, odds, envy):
    assert settled(bonus(hand, "dynasty", **EZ), "dynasty") == (f"{odds:,} to 1", odds * 500, "645a.13(g)")
    given = played({2: hand, 1: NOTHING}, ANY, wagers={1: {**MAIN, "dynasty": 500}}, submission=EZ)
    assert [net for _, _, net in records(given, "envy")] == ([envy * 100] if envy else [])


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("9s 8d 7c 5h 4s 3d 2c", "100 to 1"),
        ("Ts 8d 7c 5h 4s 3d 2c", "25 to 1"),
        ("Js 8d 7c 5h 4s 3d 2c", "15 to 1"),
        ("Qs 8d 7c 5h 4s 3d 2c", "7 to 1"),
        ("Ks 8d 7c 5h 4s 3d 2c", "5 to 1"),
        ("Jk 8d 7c Qh 4s 3d 2c", "3 to 1"),
        ("As 2s 3s 4s 5s Kd 9c", "lose"),
    ],
)
def test_h__the_protection_paytable(hand, pays):
    assert settled(bonus(hand, "protection", **EZ), "protection").pays == pays


@pytest.mark.parametrize(
    ("hand", "red", "black"),
    [
        ("Ah Kd 9h 8d 6h 4d 2h", "5 to 1", "lose"),
        ("Ah Kd 9h 8d 6h 4d 2c", "1 to 1", "lose"),
        ("Ah Kd 9h 8d 6h 4c 2c", "1 to 1", "lose"),
        ("Ah Kd 9h 8d 6s 4c 2c", "1 to 1", "lose"),
        ("Ah Kd 9h 8s 6s 4c 2c", "lose", "1 to 1"),
        ("Ac Ks 9c 8s 6s 4c 2c", "lose", "5 to 1"),
        ("Ah Kd 9h Jk 6s 4c 2c", "lose", "lose"),
    ],
)
def test_i__the_red_black_paytable(hand, red, black):
    for colour, pays in (("red", red), ("black", black)):
        assert settled(bonus(hand, colour, **EZ), colour).pays == pays


def test_j__the_limit_caps_one_hands_optional_winnings_and_never_the_envy_bonus():
    given = played(
        {1: SEVEN, 2: "9h 8h 7h 6h 5h 4h 3h"},
        ANY,
        wagers={**MAIN, "fortune": 1000, "emperor": 500},
        submission={"payout_limit": 5_000_000},
    )
    won = 8000 * 1000 + 8000 * 500
    assert records(given, "limit") == [(2, "limit", 5_000_000 - won), (1, "limit", 5_000_000 - won)]
    assert settled(given, "limit").clause == "645a.13(j)"
    assert records(given, "envy") == [(2, "$5,000", 500_000), (1, "$5,000", 500_000)] * 2


def test_j__the_pai_gow_wager_is_not_limited_and_losses_do_not_offset():
    high = "9h 8h 7h 6h 5h 4h 3h"
    given = played(
        high,
        "Qd Jh 9c 7s 5d 3s 2c",
        wagers={"pai_gow": 10_000_000, "fortune": 1000, "insurance": 500},
        submission={"payout_limit": 5_000_000},
    )
    assert records(given, "limit") == [(1, "limit", 5_000_000 - 8_000_000)]


def test_j__of_a_meters_share_the_limit_cuts_what_is_paid_by_hand_and_no_chips():
    """645a.13(e)(1), 645a.13(j)."""
    at = table_after(
        **stated(
            SEVEN,
            ANY,
            wagers={**MAIN, "progressive": 100},
            submission={"payout_limit": 5_000_000, "progressive": {"wagers": [100]}},
            meters={"progressive": 20_000_000},
        )
    )
    [limited] = events(at, ev.PayoutLimited)
    assert limited.postings == (("payout 1", "house", 20_000_000 - 100 - 5_000_000),)
    assert balance_of(at, "payout 1") == 5_000_100


def test_j__the_limit_is_at_least_the_floor():
    assert faults(GAME, payout_limit=4_999_999) == [("payout_limit", "645a.13(j)")]
    assert faults(GAME, payout_limit=5_000_000) == []
    # 8,000 on each of Fortune Bonus and Emperor's Treasure at $5, and the meter of $2,000 less the wager.
    assert faults(GAME, payout_limit=8_199_499, optional_minimum=500) == [("payout_limit", "645a.13(j)")]
    assert faults(GAME, payout_limit=8_199_500, optional_minimum=500) == []
    more = {"progressive": {"initial": 9_000_000, "wagers": [100]}, "offered": ["progressive"]}
    assert faults(GAME, payout_limit=8_999_899, **more) == [("payout_limit", "645a.13(j)")]
    assert faults(GAME, payout_limit=8_999_900, **more) == []
    assert faults(GAME, payout_limit=5_000_000, optional_minimum=500, offered=["insurance"]) == []
    # A hand without a pair under the EZ wagers: $1,000 at 100, 50 and 5 to 1 of them.
    ez = {"variant": "ez", "offered": ["queens_dragon", "protection", "red", "black"], "optional_minimum": 100_000}
    assert faults(GAME, payout_limit=15_499_999, **ez) == [("payout_limit", "645a.13(j)")]
    assert faults(GAME, payout_limit=15_500_000, **ez) == []


def test_j__a_wager_of_many_cents_needs_no_multiple():
    given = answer(**stated(SEVEN, ANY, wagers={"pai_gow": 1003, "fortune": 333}))
    assert settled(given, "fortune").net == 8000 * 333
    assert refused(SEVEN, ANY, wagers={"pai_gow": 0})["code"] == "WAGER_IS_POSITIVE"


def test_a__nobody_pays_more_vigorish_than_they_have():
    given = answer(**_with_a_stack(WINS, 1))
    assert settled(given, "pai_gow").net == 1
    assert settled(given, "vigorish").net == -2
    assert settled(answer(**_with_a_stack(WINS, 30)), "vigorish").net == -25


def _with_a_stack(hand, cents):
    """A round in which a player wagers all that they have."""
    round_ = stated(hand, wagers={"pai_gow": cents})
    round_["seats"]["1"]["stack"] = cents
    return round_


def test_e_2__the_meter_starts_at_its_initial_amount_or_more():
    at = table(seats=(1,))
    refusal = refuses(at, FundTable(meters={"progressive": 199_999}))
    assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "645a.13(e)(2)")


@pytest.mark.parametrize(("areas", "lawful"), [(1, 8_000 * 1_000), (2, 2 * 8_000 * 1_000)])
def test_j__the_limit_is_no_less_than_one_player_can_win_on_all_areas_allowed(areas, lawful):
    terms = {"offered": ["fortune"], "paytables": {"fortune": "A"}, "optional_minimum": 1_000, "adjacent_areas": areas}
    assert faults("pai-gow", **terms, payout_limit=lawful) == []
    assert faults("pai-gow", **terms, payout_limit=lawful - 1) == [("payout_limit", "645a.13(j)")]
