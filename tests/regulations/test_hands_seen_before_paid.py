"""A hand that wins is turned up before it is paid, also one that was folded or that a void round left face down.

677a.11(f) and (i), 647a.11(b)(2), (h)(3), (i) and (j), 663a.11(c) and (j)(2).
"""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import text_of
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Event, Table
from tests.kit.decks import five_card_deck, holdem_deck
from tests.kit.stated_rounds import irregularity, table_after
from tests.kit.tables import events
from tests.regulations.c647a.dealt import DULL_BOARD, stated

ROYAL_FLOP = "Ks Qs Js 2h 7d"
FOLD = ["fold"]


def _paid(at: Table[Any, Any], seat: int, wager: str) -> list[ev.WagerSettled]:
    return [one for one in events(at, ev.WagerSettled) if (one.seat, one.wager) == (seat, wager) and one.net > 0]


def _shown_before(at: Table[Any, Any], holder: int, payment: Event) -> ev.HandsRevealed:
    [shown] = [one for one in events(at, ev.HandsRevealed) if one.seat == holder]
    assert at.events.index(shown) < at.events.index(payment)
    return shown


@pytest.mark.parametrize(
    ("hand", "board", "wagers", "paid", "clause"),
    [
        ("As Ah", DULL_BOARD, {"holdem_bonus": 500}, "holdem_bonus", "647a.11(h)(3)"),
        ("9s 8s", "Ks Qs 2s 3h 7d", {"five_card_player": 300}, "five_card_player", "647a.11(j)(1)"),
        ("As Ts", ROYAL_FLOP, {"five_card_player": 300}, "five_card_player", "647a.11(j)(1)"),
        ("9s 8s", DULL_BOARD, {"five_card_player": 300}, "magic", "647a.11(j)(1)"),
    ],
)
def test_647a_11b2__a_folded_hand_is_turned_up_before_it_is_paid(hand, board, wagers, paid, clause):
    at = table_after(**stated({1: hand}, board=board, wagers={1: wagers}, decisions={1: FOLD}, magic_card="9s"))
    [payment] = _paid(at, 1, paid)[:1]
    assert _shown_before(at, 1, payment).clause == clause


def test_647a_11j2__it_is_seen_before_a_floorperson_verifies_the_payout():
    at = table_after(
        **stated({1: "As Ts"}, board=ROYAL_FLOP, wagers={1: {"five_card_player": 300}}, decisions={1: FOLD})
    )
    [awaited] = events(at, ev.ValidationAwaited)
    _shown_before(at, 1, awaited)


def test_647a_11b2__a_folded_hand_that_wins_nothing_stays_face_down():
    at = table_after(**stated({1: "7c 2d"}, wagers={1: {"holdem_bonus": 500}}, decisions={1: FOLD}))
    assert events(at, ev.HandsRevealed) == []


def test_647a_11i5__a_folded_hand_that_earns_an_envy_bonus_is_turned_up():
    at = table_after(
        **stated(
            {1: "As Ts", 2: "Qc 3h"},
            board=ROYAL_FLOP,
            wagers={2: {"progressive": 100}},
            decisions={1: FOLD},
        )
    )
    [envy] = _paid(at, 2, "envy")
    shown = _shown_before(at, 1, envy)
    assert (shown.clause, text_of(shown.high)) == ("647a.11(i)(5)", "As Ts")


def test_647a_13d__a_bonus_that_a_void_round_settles_is_seen_first():
    exposed = irregularity("dealer_card_exposed", "before_flop")
    at = table_after(
        **stated({1: "As Ah"}, wagers={1: {"holdem_bonus": 500}}, decisions={1: []}, irregularities=[exposed])
    )
    [payment] = _paid(at, 1, "holdem_bonus")
    _shown_before(at, 1, payment)


@pytest.mark.parametrize(
    ("hand", "wager", "clause"),
    [("As Ad", "pocket_bonus", "677a.11(i)(1)(i)"), ("9c 9d", "trips_plus", "677a.11(i)(2)(i)")],
)
def test_677a_11i__a_folded_hand_is_turned_up_before_it_is_paid(hand, wager, clause):
    at = table_after(
        game="heads-up-holdem",
        deck=holdem_deck([hand], "Kd Qd", "9h 5d Ks 2c 7h", streets=(3, 2)),
        seats={"1": {"wagers": {"ante": 1000, "odds": 1000, wager: 500}, "decisions": ["check", "check", "fold"]}},
    )
    [payment] = _paid(at, 1, wager)
    assert _shown_before(at, 1, payment).clause == clause


def test_663a_11j2__a_forfeited_hand_is_turned_up_before_its_poker_bonus_is_paid():
    at = table_after(
        game="five-card-hi-lo",
        deck=five_card_deck(["As Ad 9c 5h 3d"], "Kd Qd 8h 4s 2c"),
        seats={"1": {"wagers": {"ante": 1000, "poker_bonus": 500}, "decisions": FOLD}},
    )
    [payment] = _paid(at, 1, "poker_bonus")
    assert _shown_before(at, 1, payment).clause == "663a.11(j)(2)"
