"""647a.12(a) to (c): the main wagers, the Texas Hold 'Em Bonus Wager and the payout limit."""

import pytest

from houseway.engine.banked import events as ev
from tests.regulations.c647a.dealt import ALL_BETS, FOLD, clause, faults, paid, played, records, settled


def test_a__winning_ante_flop_turn_and_river_pay_1_to_1():
    settlements = settled({1: "As 3s"}, board="Ks 9s 4s 2h 7d", decisions={1: ALL_BETS})
    for wager, amount in {"ante": 1_000, "flop": 2_000, "turn": 1_000, "river": 1_000}.items():
        assert paid(settlements, 1, wager) == ("1 to 1", amount)
        assert clause(settlements, 1, wager) == "647a.12(a)"


BONUS = [
    ("Ac Ah", "Ad As", "1,000 to 1", "30 to 1"),
    ("Ac Ah", "Ad Qs", "30 to 1", "30 to 1"),
    ("Ac Ah", "Qd Qs", "30 to 1", "30 to 1"),
    ("Ac Kc", "8c 5d", "25 to 1", "25 to 1"),
    ("Ac Qc", "8c 5d", "20 to 1", "20 to 1"),
    ("Jc Ac", "8c 5d", "20 to 1", "20 to 1"),
    ("Ac Kh", "8c 5d", "15 to 1", "15 to 1"),
    ("Kc Kh", "8c 5d", "10 to 1", "10 to 1"),
    ("Qc Qh", "8c 5d", "10 to 1", "10 to 1"),
    ("Jc Jh", "8c 5d", "10 to 1", "10 to 1"),
    ("Ac Qh", "8c 5d", "5 to 1", "5 to 1"),
    ("Jc Ah", "8c 5d", "5 to 1", "5 to 1"),
    ("Tc Th", "8c 5d", "3 to 1", "3 to 1"),
    ("2c 2s", "8c 5d", "3 to 1", "3 to 1"),
    ("Ac Th", "8c 5d", "lose", "lose"),
    ("Ac Tc", "8c 5d", "lose", "lose"),
    ("Kc Qc", "Ad As", "lose", "lose"),
]


@pytest.mark.parametrize(("player", "dealer", "a", "b"), BONUS)
def test_b__every_row_of_both_paytables(player, dealer, a, b):
    for letter, pays in ((None, a), ("A", a), ("B", b)):
        submission = {} if letter is None else {"paytables": {"holdem_bonus": letter}}
        settlements = settled({1: player}, dealer=dealer, wagers={1: {"holdem_bonus": 300}}, submission=submission)
        times = -1 if pays == "lose" else int(pays.split()[0].replace(",", ""))
        assert paid(settlements, 1, "holdem_bonus") == (pays, 300 * times)
        assert clause(settlements, 1, "holdem_bonus") == ("647a.11(h)(3)" if pays == "lose" else "647a.12(b)")


@pytest.mark.parametrize(
    ("terms", "limit"),
    [
        ({}, 5_000_000),
        ({"table_minimum": 10_000}, 5_000_000),
        ({"table_minimum": 10_000, "optional_minimum": 10_000}, 10_050_000),
        ({"table_minimum": 10_000, "optional_minimum": 20_000}, 20_050_000),
        # Where no minimum is posted for the bonus, it can be one cent.
        ({"table_minimum": 2_000_000, "paytables": {"holdem_bonus": "B"}}, 10_000_030),
        ({"table_minimum": 200_000, "optional_minimum": 500_000, "paytables": {"holdem_bonus": "B"}}, 16_000_000),
        ({"table_minimum": 2_000_000, "offered": ["progressive"]}, 10_000_000),
    ],
)
def test_c__the_limit_follows_the_paytable_and_what_is_offered_at_which_minimum(terms, limit):
    assert faults(payout_limit=limit, **terms) == []
    for other in (limit - 1, limit + 1):
        assert faults(payout_limit=other, **terms) == [("payout_limit", "647a.12(c)")]


def test_b__there_is_no_third_paytable():
    assert faults(paytables={"holdem_bonus": "C"}) == [("paytables.holdem_bonus", "647a.12(b)")]


def test_c__winnings_of_a_hand_stop_at_50000_dollars():
    settlements = settled({1: "Ac Ah"}, dealer="Ad As", wagers={1: {"holdem_bonus": 10_000}}, decisions={1: FOLD})
    assert paid(settlements, 1, "holdem_bonus") == ("1,000 to 1", 10_000_000)
    assert paid(settlements, 1, "limit") == ("limit", -5_000_000)
    assert clause(settlements, 1, "limit") == "647a.12(c)"


def test_c__exactly_at_the_limit_nothing_is_taken_off():
    settlements = settled({1: "Ac Ah"}, dealer="Ad As", wagers={1: {"holdem_bonus": 5_000}}, decisions={1: FOLD})
    assert paid(settlements, 1, "holdem_bonus") == ("1,000 to 1", 5_000_000)
    assert not records(settlements, 1, "limit")


def test_c__ante_flop_turn_river_and_bonus_count_together():
    settlements = settled(
        {1: "As Ks"},
        board="Qs 9s 4s 2h 7d",
        wagers={1: {"ante": 1_000_000, "holdem_bonus": 10_000}},
        decisions={1: ALL_BETS},
    )
    # 1,000,000 + 2,000,000 + 1,000,000 + 1,000,000 + 25 times 10,000.
    assert paid(settlements, 1, "limit") == ("limit", -250_000)


def test_c__losses_do_not_offset_and_returned_wagers_are_no_winnings():
    settlements = settled(
        {1: "Ac Ah"}, dealer="Kc Kh", wagers={1: {"ante": 2_000_000, "holdem_bonus": 200_000}}, decisions={1: FOLD}
    )
    assert paid(settlements, 1, "limit") == ("limit", -1_000_000)
    settlements = settled({1: "Ac Ah"}, wagers={1: {"ante": 3_000_000}}, decisions={1: ["flop", "check", "check"]})
    assert paid(settlements, 1, "ante") == ("push", 0)
    assert paid(settlements, 1, "limit") == ("limit", -1_000_000)


def test_c__the_limit_is_each_hands_own():
    settlements = settled(
        {1: "Ac Ah", 4: "Kc Kh"},
        wagers={seat: {"holdem_bonus": 600_000} for seat in (1, 4)},
        decisions={1: FOLD, 4: FOLD},
    )
    assert paid(settlements, 1, "limit") == ("limit", 5_000_000 - 18_000_000)
    assert paid(settlements, 4, "limit") == ("limit", 5_000_000 - 6_000_000)


def test_c__a_high_minimum_lifts_the_limit_to_what_it_can_win():
    everything = {
        "dealer": "Ad Ac",
        "board": "Ks 9s 4s 2s 7d",
        "decisions": {1: ALL_BETS},
        "submission": {"table_minimum": 10_000, "optional_minimum": 10_000},
    }
    settlements = settled({1: "As Ah"}, wagers={1: {"ante": 10_000, "holdem_bonus": 10_000}}, **everything)
    assert sum(one["net"] for one in settlements) == 1005 * 10_000
    assert not records(settlements, 1, "limit")
    settlements = settled({1: "As Ah"}, wagers={1: {"ante": 10_000, "holdem_bonus": 10_001}}, **everything)
    assert paid(settlements, 1, "limit") == ("limit", -1_000)


@pytest.mark.parametrize(
    ("ante", "bonus", "cuts"),
    [
        # The main wagers alone exceed the limit; the bonus is settled with them, and no later stage cuts again.
        (2_000_000, 10_000, [3_300_000]),
        # The main wagers stay below it; the bonus exceeds it.
        (1_000_000, 100_000, [2_000_000]),
        # Exactly at the limit after the main wagers.
        (1_250_000, 100_000, [3_000_000]),
    ],
)
def test_c__what_exceeds_the_limit_is_cut_once_over_several_stages_of_the_settlement(ante, bonus, cuts):
    settlements, table = played(
        {1: "As Ac"}, wagers={1: {"ante": ante, "holdem_bonus": bonus}}, decisions={1: ALL_BETS}
    )
    reductions = [event.reduction for event in table.events if isinstance(event, ev.PayoutLimited)]
    assert reductions == cuts
    won = sum(line["net"] for line in settlements if line["wager"] != "limit" and line["net"] > 0)
    assert won - sum(reductions) == 5_000_000
    assert sum(line["net"] for line in settlements) == 5_000_000


def test_c__the_limit_of_several_seats_is_reached_by_each_hand_in_its_own_stages():
    hands = {1: "As Ac", 2: "Ks Kc", 3: "Qc 3h"}
    wagers = {1: {"ante": 2_000_000, "holdem_bonus": 10_000}, 2: {"ante": 2_000_000, "holdem_bonus": 100_000}}
    settlements, _ = played(hands, wagers=wagers, decisions={1: ALL_BETS, 2: ALL_BETS, 3: FOLD})
    for seat in (1, 2):
        assert sum(line["net"] for line in settlements if line["seat"] == seat) == 5_000_000


def test_c__progressive_and_five_card_payouts_are_not_limited():
    settlements = settled(
        {1: "9s 9h"},
        board="9d 9c 4s 2h 7d",
        wagers={1: {"five_card_player": 100_000, "progressive": 500}},
        meters={"progressive": 90_000_000},
    )
    assert paid(settlements, 1, "five_card_player") == ("500 for 1", 49_900_000)
    assert not records(settlements, 1, "limit")


def test_c__a_submission_cannot_set_another_limit():
    assert faults(payout_limit=4_999_999) == [("payout_limit", "647a.12(c)")]
    assert faults(payout_limit=5_000_001) == [("payout_limit", "647a.12(c)")]
    assert faults(payout_limit=5_000_000) == []
    assert faults(payout_limit=5_000_000, table_minimum=10_000, optional_minimum=10_000) == [
        ("payout_limit", "647a.12(c)")
    ]
    assert faults(payout_limit=10_050_000, table_minimum=10_000, optional_minimum=10_000) == []
