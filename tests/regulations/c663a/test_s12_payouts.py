"""663a.12: payout odds, every row of every table."""

import pytest

from houseway.chapters.registry import resolve
from houseway.rules.submission import Severity
from houseway.rules.table_rules import TableRules
from tests.kit.stated_rounds import settled, step
from tests.kit.submission_faults import check
from tests.regulations.c663a.hi_lo import ALL, played

ANTE_BONUS = {
    "four aces and one 2": ("play As Ah Ad / Ac 2d", {"A": 1000, "B": 500, "C": 200, "D": 100}),
    "four aces": ("play As Ah Ad / Ac 3d", {"A": 100, "B": 50, "C": 50, "D": 50}),
    "three aces": ("play As Ah Ad / 3s 2d", {"A": 10, "B": 5, "C": 5, "D": 5}),
}
POKER_BONUS: dict[str, tuple[str, dict[str, int | None]]] = {
    "royal flush": ("play As Ks Qs / Js Ts", {"A": 250, "B": 500}),
    "straight flush": ("play 9s 8s 7s / 6s 5s", {"A": 50, "B": 100}),
    "four of a kind": ("play 9s 9h 9d / 9c 5s", {"A": 25, "B": 40}),
    "full house": ("play 9s 9h 9d / 5c 5s", {"A": 15, "B": 15}),
    "flush": ("play Ks Qs 8s / 3s 2s", {"A": 10, "B": 8}),
    "straight": ("play 9s 8h 7s / 6s 5s", {"A": 8, "B": 6}),
    "three of a kind": ("play 9s 9h 9d / 6d 5s", {"A": 5, "B": 4}),
    "two pair": ("play 9s 9h 5d / 5s 3s", {"A": 3, "B": 3}),
    "pair of 7s": ("play Ks 7s 7h / 5s 3s", {"A": 1, "B": 1}),
    "pair of 6s": ("play Ks 6s 6h / 5s 3s", {"A": None, "B": 1}),
    "pair of 5s": ("play Ks 6s 5h / 5s 3s", {"A": None, "B": None}),
    "no pair": ("play As Ks 9d / 5s 3s", {"A": None, "B": None}),
}
DEALER = "Kc Qd Jc 4c 4h"


def test_a__winning_ante_and_play_pay_1_to_1():
    given = played("play As Kd Qc / 3s 2h", "Kh Qd Js 4d 2c")
    assert settled(given, "ante") == settled(given, "play") == ("1 to 1", 1000, "663a.12(a)")


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("hand", ANTE_BONUS)
def test_b__all_for_one__ante_bonus_pays_n_times_the_ante(hand, letter):
    decision, times = ANTE_BONUS[hand]
    given = played(decision, DEALER, paytables={"ante_bonus": letter})
    pays = f"{times[letter]:,} for 1"
    assert settled(given, "ante_bonus") == (pays, 1000 * times[letter], "663a.12(b)")
    assert step(given, "ante_bonus") == "663a.11(h)"
    assert given["net"]["1"] - settled(given, "ante").net - settled(given, "play").net == 1000 * times[letter]


def test_b__it_is_measured_by_the_ante_alone():
    given = played("play As Ah Ad / 3s 2d", DEALER, wagers={"ante": 300, "tie": 5000, "poker_bonus": 7000})
    assert settled(given, "ante_bonus").net == 3000


def test_b__a_2_beside_three_aces_adds_nothing():
    assert settled(played("play As Ah 3s / Ad 2d", DEALER), "ante_bonus").pays == "10 for 1"


# The dealer has 27 high and 9 low.
@pytest.mark.parametrize(
    ("decision", "pays"),
    [
        ("play Ks Qs 8d / 6c 3d", "4 to 1"),
        ("play Ks Qs 7d / 6c 2d", "4 to 1"),
        ("play Ks Qs 7d / 6c 3d", "20 to 1"),
    ],
    ids=["low hands tie", "high hands tie", "both"],
)
def test_c__663a_best_row__tie_wager(decision, pays):
    given = played(decision, wagers=ALL)
    assert settled(given, "tie") == (pays, 500 * int(pays.split()[0]), "663a.12(c)")


@pytest.mark.parametrize("letter", "AB")
@pytest.mark.parametrize("hand", POKER_BONUS)
def test_d__poker_bonus(hand, letter):
    decision, times = POKER_BONUS[hand]
    given = played(decision, DEALER, wagers=ALL, paytables={"poker_bonus": letter})
    paid = times[letter]
    if paid is None:
        assert settled(given, "poker_bonus") == ("lose", -200, "663a.11(j)(2)(ii)")
    else:
        assert settled(given, "poker_bonus") == (f"{paid} to 1", 200 * paid, "663a.12(d)")


def test_defaults_are_paytable_a():
    assert settled(played("play As Ah Ad / Ac 2d", DEALER), "ante_bonus").pays == "1,000 for 1"
    assert settled(played("play As Ks Qs / Js Ts", DEALER, wagers=ALL), "poker_bonus").pays == "250 to 1"


@pytest.mark.parametrize(
    ("wager", "letter", "clause"),
    [("ante_bonus", "E", "663a.12(b)"), ("poker_bonus", "C", "663a.12(d)"), ("tie", "A", "601a.2")],
)
def test_no_other_paytable(wager, letter, clause):
    _, faults = check({"game": "five-card-hi-lo", "paytables": {wager: letter}})
    assert [fault.clause for fault in faults] == [clause]


def test_there_is_no_payout_limit_in_this_chapter():
    assert resolve({"game": "five-card-hi-lo"}, kind=TableRules).game.limit is None
    _, faults = check({"game": "five-card-hi-lo", "payout_limit": 5_000_000})
    assert [fault.field for fault in faults] == ["payout_limit"]
    given = played("play As Ah Ad / Ac 2d", DEALER, wagers={"ante": 1_000_000})
    assert settled(given, "ante_bonus").net == 1_000_000_000


def custom(wager: str, **rows: str):
    named = {row.replace("_", " "): pays for row, pays in rows.items()}
    return {"paytables": {wager: "custom"}, "custom_paytables": {wager: named}}


def test_d__a_custom_paytable_for_study_may_part_6s_from_7s():
    both = custom("poker_bonus", pair_of_7s_or_better="2 to 1", pair_of_6s_or_better="1 to 1")
    for decision, pays in (("play Ks 7s 7h / 5s 3s", "2 to 1"), ("play Ks 6s 6h / 5s 3s", "1 to 1")):
        assert settled(played(decision, DEALER, wagers=ALL, **both), "poker_bonus").pays == pays


def test_b__a_custom_ante_bonus_has_no_wager_to_return():
    _, faults = check({"game": "five-card-hi-lo", **custom("ante_bonus", three_aces="10 to 1")})
    assert [fault.clause for fault in faults if fault.severity is Severity.FAULT] == ["663a.12(b)"]
    _, faults = check({"game": "five-card-hi-lo", **custom("ante_bonus", three_aces="20 for 1")})
    assert [fault.severity for fault in faults] == [Severity.NOT_LAWFUL, Severity.NOTE]
    assert "these hands are not named, so they lose: four aces and one 2, four aces" in faults[1].message
