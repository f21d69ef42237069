"""637a.14: Five-card Stud."""

from __future__ import annotations

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN
from houseway.engine.kernel import envelope
from tests.kit.card_views import burned_cards
from tests.kit.table_views import hand_of, look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    STUD,
    act,
    along,
    bets,
    five_card_stud,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
)

GAME = "five-card-stud"
HANDS = ["Ks 2h Kd 9h 7c", "Qs Ah Jh Qd 5c", "4d 8h Ts 6d 3s"]
"""Seat 1 opens with the 2; the best hand showing is A-J, then A-Q-J, at seat 2."""
DEAL = five_card_stud(HANDS)
CHECKED = ", ".join(["2 call, 3 call", *["2 check, 3 check, 1 check"] * 3])


def test_b__each_player_antes() -> None:
    assert net(GAME, DEAL, "2 fold, 3 fold", STUD) == [20, -10, -10]


def test_c__one_down_and_one_up_from_the_dealers_left() -> None:
    at = seated(GAME, 3, STUD, DEAL)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [(seat, face_up) for seat, _, face_up in dealt.cards] == [
        *((seat, False) for seat in (1, 2, 3)),
        *((seat, True) for seat in (1, 2, 3)),
    ]


def test_d__the_lowest_up_card_makes_the_forced_bet_equal_ones_by_suit() -> None:
    for ups, seat in ((("2s", "2h", "Ac"), 2), (("3c", "2s", "2d"), 3), (("As", "Ad", "Kc"), 3)):
        at = along(seated(GAME, 3, STUD, five_card_stud([f"x {up}" for up in ups])), on_street(0))
        assert look_at(at).bets == {seat: 50}


def test_e__left_of_the_forced_bet_goes_on() -> None:
    assert legal(GAME, DEAL, "", STUD) == ["fold", "call 50", "raise to 100"]
    assert refusal(GAME, DEAL, "1 call", STUD) == ("SEAT_IS_ASKED", "637a.14(e)")


def test_f__a_burn_and_an_up_card_for_each_who_is_left() -> None:
    at = along(seated(GAME, 3, STUD, DEAL), on_street(1))
    dealt = [event for event in at.events if isinstance(event, ev.StreetDealt)][-1]
    assert [(seat, face_up) for seat, _, face_up in dealt.cards] == [(BURN, False), (1, True), (2, True), (3, True)]


def test_f_1__the_best_hand_showing_begins() -> None:
    assert look_at(along(seated(GAME, 3, STUD, DEAL), on_street(1))).actor == 2
    pair = five_card_stud(["x 2h Kd", "x Ah Jh", "x 8h 8s"])
    assert look_at(along(seated(GAME, 3, STUD, pair), on_street(1))).actor == 3


def test_f_2__of_equal_hands_the_closest_to_the_dealers_left() -> None:
    equal = five_card_stud(["x 2h 9d", "x Ac Jh", "x As Jd"])
    assert look_at(along(seated(GAME, 3, STUD, equal), on_street(1))).actor == 2


def test_g__check_bet_fold_and_call_clockwise() -> None:
    actions = "2 call, 3 call, 2 check, 3 check, 1 bet 100, 2 call, 3 fold, 2 bet 200, 1 fold"
    deal = five_card_stud([HANDS[0][:11], HANDS[1][:11], HANDS[2][:8]])
    given = played(GAME, deal, actions, STUD)
    # 30 + 150 + 200; the last bet goes back.
    assert given["pots"][0]["amount"] == 380
    assert given["net"] == {"1": -160, "2": 220, "3": -60}


def test_h__two_more_up_cards_each_after_a_burn_and_the_big_bet_from_the_third() -> None:
    at = along(seated(GAME, 3, STUD, DEAL), round_over)
    assert [text_of(hand_of(at, seat)) for seat in (1, 2, 3)] == HANDS
    assert len(burned_cards(at)) == 3
    assert len(look_at(at).up[1]) == 4
    assert bets(GAME, 3, STUD) == [50, 100, 200, 200]


def test_i__the_highest_hand_wins() -> None:
    # Pair of kings against a pair of queens.
    given = played(GAME, DEAL, CHECKED, STUD)
    assert given["net"] == {"1": 120, "2": -60, "3": -60}
    assert given["pots"][0]["clause"] == "637a.14(i)"


def test_i__the_excess_of_tied_hands_goes_by_suit() -> None:
    deal = five_card_stud(["Kh 3h Jd 9d 7c", "Ks 3d Jh 9h 7d"])
    at = along(seated(GAME, 2, {**STUD, "ante": {"1": 1}}, deal), round_over)
    [award] = [event for event in at.events if isinstance(event, ev.PotAwarded)]
    assert {share.seat: share.cents for share in award.shares} == {1: 50, 2: 51}


def test_i__an_all_in_player_is_dealt_to_the_end_and_wins_what_he_contributed_to() -> None:
    """637a.8(b)(5)(ii)."""
    at = seated(GAME, 3, {**STUD, "tournament": True}, DEAL, stacks={1: 60})
    along(at, on_street(1))
    act(at, "2 bet 100", "3 call")
    along(at, round_over)
    awards = {event.pot: event for event in at.events if isinstance(event, ev.PotAwarded)}
    # 3 x 60 for the kings; 2 x 100 for the queens.
    assert {share.seat: share.cents for share in awards[0].shares} == {1: 180}
    assert {share.seat: share.cents for share in awards[1].shares} == {2: 200}
