"""677a.12: payout odds and the payout limitation, every row of every table."""

import pytest

from tests.kit.stated_rounds import answer, settled, step
from tests.kit.submission_faults import check
from tests.regulations.c677a.heads_up import ALL, FOLD, MAIN, deck, played

# A winning hand of each kind: player, dealer, board.
WINNING = {
    "royal flush": ("Ah 2c", "9c 9d", "Kh Qh Jh Th 9s"),
    "straight flush": ("8h 7h", "9c 9d", "6h 5h 4h 9s 2c"),
    "four of a kind": ("7c 7d", "9c 9d", "7h 7s Kc 9s 2d"),
    "full house": ("Kc Kd", "9c 9d", "Kh 9s 4c 4d 2h"),
    "flush": ("Ah 3h", "9c 9d", "9h 7h 6h Kc 2s"),
    "straight": ("Tc 8d", "9d 9c", "9h 7h 6c Kc 2s"),
    "three of a kind": ("Kc Kd", "9c 9d", "Kh Qs 7s 5d 2c"),
    "two pair": ("Kc 5d", "9c 9d", "Kh 5s 7s Jd 2c"),
    "pair": ("Kc 5d", "9c 9d", "Kh 6s 8s Jd 2c"),
    "high card": ("Ac Kd", "Qh 3d", "Jc 9d 7h 4s 2c"),
}
ODDS = {
    "royal flush": ("500 to 1", 500_000),
    "straight flush": ("50 to 1", 50_000),
    "four of a kind": ("10 to 1", 10_000),
    "full house": ("3 to 1", 3000),
    "flush": ("3 to 2", 1500),
    "straight": ("1 to 1", 1000),
    "three of a kind": ("push", 0),
    "two pair": ("push", 0),
    "pair": ("push", 0),
    "high card": ("push", 0),
}
TRIPS_PLUS = {
    "A": {"full house": 9, "flush": 7, "straight": 4},
    "B": {"full house": 8, "flush": 6, "straight": 5},
    "C": {"full house": 7, "flush": 6, "straight": 5},
    "D": {"full house": 8, "flush": 7, "straight": 4},
}
TRIPS_PLUS_ALIKE = {"royal flush": 100, "straight flush": 40, "four of a kind": 30, "three of a kind": 3}
POCKETS = {
    "pair of aces": ("As Ac", {"A": 30, "B": 25, "C": 30}),
    "ace and king suited": ("As Ks", {"A": 20, "B": 20, "C": 20}),
    "ace and queen suited": ("Qs As", {"A": 20, "B": 20, "C": 20}),
    "ace and jack suited": ("As Js", {"A": 20, "B": 20, "C": 20}),
    "ace and king": ("As Kh", {"A": 10, "B": 10, "C": 10}),
    "ace and queen": ("Qh As", {"A": 10, "B": 10, "C": 10}),
    "ace and jack": ("As Jh", {"A": 10, "B": 10, "C": 10}),
    "pair of kings": ("Ks Kh", {"A": 5, "B": 5, "C": 4}),
    "pair of 2s": ("2s 2h", {"A": 5, "B": 5, "C": 4}),
}
# A losing hand of each kind: player, dealer, board.
LOSING = {
    "straight flush": (("6h 2c", "Th Jh", "5h 7h 8h 9h Kd"), "500 to 1", 500_000),
    "four of a kind": (("7c 7d", "Kc Kd", "7h 7s Kh Ks 2d"), "25 to 1", 25_000),
    "full house": (("7c 7d", "Kc Kd", "7h Kh 4s 4d 2c"), "6 to 1", 6000),
    "flush": (("Qh 3h", "Ah 2h", "9h 7h 6h Kc 2s"), "5 to 1", 5000),
    "straight": (("Tc 8d", "Jh Td", "9h 8c 7h 6c 2s"), "4 to 1", 4000),
}


@pytest.mark.parametrize("hand", WINNING)
def test_a__winning_ante_and_raise_pay_1_to_1(hand):
    given = played(*WINNING[hand], decisions=["raise 3000"])
    ante = ("push", 0, "677a.11(h)(1)") if hand == "high card" else ("1 to 1", 1000, "677a.12(a)")
    assert settled(given, "ante") == ante
    assert settled(given, "raise") == ("1 to 1", 3000, "677a.12(a)")


@pytest.mark.parametrize("hand", ODDS)
def test_b__677a_odds_column__odds_wager(hand):
    pays, net = ODDS[hand]
    assert settled(played(*WINNING[hand]), "odds") == (pays, net, "677a.12(b)")


@pytest.mark.parametrize("hand", LOSING)
def test_c__677a_bad_beat__bad_beat_bonus(hand):
    hands, pays, net = LOSING[hand]
    given = played(*hands)
    assert settled(given, "odds") == (pays, net, "677a.12(c)")
    assert settled(given, "raise").pays == settled(given, "ante").pays == "lose"


def test_c__a_royal_flush_cannot_lose():
    given = played("2c 3d", "4c 5d", "As Ks Qs Js Ts")
    assert settled(given, "odds").pays == "push"


def test_c__a_folded_straight_earns_no_bad_beat():
    given = played("Jh Tc", "Ah 2h", "9h 8h 7h 4s 2c", decisions=FOLD)
    assert settled(given, "odds") == ("lose", -1000, "677a.11(f)")


@pytest.mark.parametrize("letter", "ABC")
@pytest.mark.parametrize("pocket", POCKETS)
def test_d__pocket_bonus(pocket, letter):
    player, times = POCKETS[pocket]
    given = played(player, "9c 8c", "3h 4h 6s 7d Tc", wagers=ALL, paytables={"pocket_bonus": letter})
    assert settled(given, "pocket_bonus") == (f"{times[letter]} to 1", 500 * times[letter], "677a.12(d)")


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("hand", WINNING)
def test_e__trips_plus(hand, letter):
    times = {**TRIPS_PLUS_ALIKE, **TRIPS_PLUS[letter]}.get(hand)
    given = played(*WINNING[hand], wagers=ALL, paytables={"trips_plus": letter})
    if times is None:
        assert settled(given, "trips_plus") == ("lose", -200, "677a.11(i)(2)(ii)")
    else:
        assert settled(given, "trips_plus") == (f"{times} to 1", 200 * times, "677a.12(e)")


@pytest.mark.parametrize(
    ("wager", "letter", "clause"), [("pocket_bonus", "D", "677a.12(d)"), ("trips_plus", "E", "677a.12(e)")]
)
def test_d_e__no_other_paytable(wager, letter, clause):
    _, faults = check({"game": "heads-up-holdem", "paytables": {wager: letter}})
    assert [fault.clause for fault in faults] == [clause]


LIMIT = 5_000_000


def royal(ante: int, **more):
    return played(
        *WINNING["royal flush"],
        wagers={"ante": ante, "odds": ante, **more.pop("bonus", {})},
        decisions=[f"raise {3 * ante}"],
        **more,
    )


def test_f__no_limit_unless_the_submission_sets_one():
    assert royal(1_000_000)["net"] == {"1": 504 * 1_000_000}


def test_f__all_cap__the_limit_caps_what_ante_raise_and_odds_win_together():
    given = royal(10_000, payout_limit=LIMIT)
    assert settled(given, "limit") == ("limit", -(504 * 10_000 - LIMIT), "677a.12(f)")
    assert given["net"] == {"1": LIMIT}


def test_f__winnings_up_to_the_limit_are_untouched():
    given = royal(9920, payout_limit=LIMIT)
    assert not [one for one in given["settlements"] if one["wager"] == "limit"]


def test_f__pocket_bonus_and_trips_plus_lie_outside_the_limit():
    given = royal(10_000, payout_limit=LIMIT, bonus={"trips_plus": 1_000_000})
    assert settled(given, "trips_plus").net == 100_000_000
    assert given["net"] == {"1": LIMIT + 100_000_000}
    pair = ("As Ad", "Qh Jd", "Kc Kd 7h 4s 2c")
    wagers = {"ante": 1_000_000, "odds": 1_000_000, "pocket_bonus": 1_000_000}
    given = played(*pair, wagers=wagers, decisions=["raise 3000000"], payout_limit=LIMIT)
    assert given["net"] == {"1": 4_000_000 + 30_000_000}


def test_f__the_bad_beat_bonus_lies_outside_the_limit():
    hands, _, _ = LOSING["straight flush"]
    ante = 100_000
    given = played(*hands, wagers={"ante": ante, "odds": ante}, decisions=[f"raise {ante}"], payout_limit=LIMIT)
    assert given["net"] == {"1": 500 * ante - 2 * ante}


def test_f__all_cap__losses_do_not_make_room():
    # A lost Pocket Bonus Wager does not raise what the others may win.
    given = royal(10_000, payout_limit=LIMIT, bonus={"pocket_bonus": 1000})
    assert given["net"] == {"1": LIMIT - 1000}


def two_boxes(player_2: str):
    ante = 10_000
    seat = {"wagers": {"ante": ante, "odds": ante}, "decisions": [f"raise {3 * ante}"]}
    return {
        "game": "heads-up-holdem",
        "submission": {"adjacent_boxes": 2, "payout_limit": LIMIT},
        "deck": deck(["2c 2d", "Ah 3c"], "8c 8d", "Kh Qh Jh Th 2s"),
        "seats": {"1": {**seat, "player": "ann"}, "2": {**seat, "player": player_2}},
    }


def test_f__all_limit_order__the_limit_is_per_player_and_used_up_in_the_order_of_settlement():
    given = answer(**two_boxes("ann"))
    # Seat 2 is settled first and takes the whole of it; seat 1's winnings lie beyond.
    assert settled(given, "limit", 2).net == -(504 * 10_000 - LIMIT)
    won = sum(
        one["net"] for one in given["settlements"] if one["seat"] == 1 and one["wager"] in ("ante", "raise", "odds")
    )
    assert settled(given, "limit", 1).net == -won
    assert sum(given["net"].values()) == LIMIT


def test_f__each_player_has_a_limit():
    given = answer(**two_boxes("bob"))
    assert given["net"]["2"] == LIMIT
    assert given["net"]["1"] == 40_000


@pytest.mark.parametrize(("minimum", "least"), [(None, LIMIT), (500, LIMIT), (10_000, 5_040_000)])
def test_f__the_lawful_floor(minimum, least):
    base = {"game": "heads-up-holdem", **({"table_minimum": minimum} if minimum else {})}
    assert check({**base, "payout_limit": least})[1] == []
    assert [fault.clause for fault in check({**base, "payout_limit": least - 1})[1]] == ["677a.12(f)"]


# The board makes a royal flush, a straight flush, two fours-of-a-kind and a full house of one player's boxes.
BOXES = ("As Ks", "9s 8s", "Qd Qc", "Jd Jc", "Td Th")


@pytest.mark.parametrize(("boxes", "times"), [(1, 504), (2, 558), (3, 572), (4, 586), (5, 593)])
def test_f__the_floor_counts_all_the_boxes_one_patron_may_wager_on(boxes, times):
    """677a.7(e)."""
    ante = 10_000
    seat = {"wagers": {"ante": ante, "odds": ante}, "decisions": [f"raise {3 * ante}"], "player": "ann"}
    terms = {"adjacent_boxes": boxes, "table_minimum": ante}
    given = answer(
        game="heads-up-holdem",
        submission=terms,
        deck=deck(BOXES[:boxes], "2c 3d", "Qs Js Ts Qh Jh"),
        seats={str(number): seat for number in range(1, boxes + 1)},
    )
    assert sum(given["net"].values()) == times * ante
    for limit, clauses in ((times * ante, []), (times * ante - 1, ["677a.12(f)"])):
        _, faults = check({"game": "heads-up-holdem", **terms, "payout_limit": limit})
        assert [fault.clause for fault in faults] == clauses


def test_b__the_step_of_the_procedure_stands_beside_the_payout():
    given = played(*WINNING["royal flush"], wagers=MAIN)
    assert step(given, "odds") == "677a.11(h)(2)(i)"
