"""637a.13: Five-card Draw High and Low."""

from __future__ import annotations

import pytest

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.events import BURN
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from tests.kit.card_views import cards_owed, cards_sent_to
from tests.kit.table_views import balance_of, hand_of, look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    along,
    bets,
    draw,
    legal,
    net,
    on_street,
    played,
    refusal,
    seated,
)

HANDS = ["Ac Ad 2h 3h 4h", "Kc Kd 5h 6h 7h", "Qc Qd 8h 9h Th"]
CALLED = "3 call, 1 call, 2 check"
CHECKED = "1 check, 2 check, 3 check"


def test_b__each_player_antes() -> None:
    assert net("draw-high", draw(HANDS), "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_c_2__the_button_moves_on_clockwise() -> None:
    assert played("draw-high", draw(HANDS), "1 fold, 2 fold", button=1)["button_next"] == 2


def test_d__five_rounds_down_the_button_last() -> None:
    at = seated("draw-high", 3, NO_LIMIT, draw(HANDS), button=3)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 5
    assert [text_of(hand_of(at, seat)) for seat in (1, 2, 3)] == HANDS


def test_e__blinds_after_the_cards() -> None:
    at = seated("draw-high", 3, NO_LIMIT, draw(HANDS))
    assert balance_of(at, "pot") == 0
    (dealt, first, second, *_) = do(at, envelope(cmd.DealStreet()))
    assert isinstance(dealt, ev.StreetDealt)
    assert [(one.seat, one.cents, one.clause) for one in (first, second)] == [
        (1, 50, "637a.13(e)"),
        (2, 100, "637a.13(e)"),
    ]


def test_e__no_straddle() -> None:
    assert refusal("draw-high", draw(HANDS), "", {**NO_LIMIT, "straddle": 200}) == ("SUBMISSION_IS_LAWFUL", "637a.13")


def test_f__left_of_the_blinds_begins_and_a_blind_has_the_option() -> None:
    assert refusal("draw-high", draw(HANDS), "1 call") == ("SEAT_IS_ASKED", "637a.13(f)")
    assert legal("draw-high", draw(HANDS), "3 call, 1 call") == ["fold", "check", "raise to 200 to 10000"]


def test_g__players_draw_one_at_a_time_from_the_left_of_the_button() -> None:
    deal = draw(HANDS, "Ah 5c 6c  7c  2s 3s 4s")
    actions = f"{CALLED}, 1 discard 2h 3h 4h, 2 discard 5h, 3 discard 8h 9h Th, {CHECKED}"
    given = played("draw-high", deal, actions)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert set(given["pots"][0]["hands"]["1"]["high"].split()) == {"Ac", "Ad", "Ah", "5c", "6c"}
    assert refusal("draw-high", deal, f"{CALLED}, 2 discard 5h") == ("SEAT_IS_ASKED", "637a.13(g)")


@pytest.mark.parametrize("thrown", ["Kc", "2h 2h", "2h 3h 4h Ac Ad 5h"])
def test_g__only_cards_held_are_discarded(thrown: str) -> None:
    given = refusal("draw-high", draw(HANDS), f"{CALLED}, 1 discard {thrown}")
    assert given == ("HANDS_ARE_OF_THE_CARDS_HELD", "637a.13(g)")


def test_g__as_many_cards_as_one_likes_or_none() -> None:
    deal = draw(HANDS, "2c 3c 4c 5c 6c")
    actions = f"{CALLED}, 1 stand, 2 discard Kc Kd 5h 6h 7h, 3 stand, {CHECKED}"
    # Five new cards: a straight flush.
    assert net("draw-high", deal, actions) == [-100, 200, -100]


def test_g__a_player_who_is_all_in_draws_too() -> None:
    deal = draw(HANDS, "2c 3c 4c 5c 6c")
    actions = "3 raise to 200, 1 fold, 2 call, 2 discard Kc Kd 5h 6h 7h, 3 stand"
    given = played("draw-high", deal, actions, stacks={1: 500, 2: 200, 3: 200})
    assert given["stacks"] == {"1": 450, "2": 450, "3": 0}


def test_g_1__a_burn_before_the_first_draw() -> None:
    at = along(seated("draw-high", 3, NO_LIMIT, draw(HANDS)), lambda one: look_at(one).status is Status.DRAWING)
    dealt = [event for event in at.events if isinstance(event, ev.StreetDealt)][-1]
    assert [seat for seat, _, _ in dealt.cards] == [BURN]


def test_g_2__eight_players_the_discards_are_shuffled_and_dealt() -> None:
    at = seated("draw-high", 8, NO_LIMIT)
    along(at, on_street(0))
    # Seat 3 folds; its hand lies with the discards.
    do(at, envelope(cmd.Act(word="fold"), seat=3))
    along(at, lambda one: look_at(one).status is Status.DRAWING)
    first = {seat: cards_sent_to(at, seat) for seat in range(1, 9)}
    for seat in (1, 2):
        do(at, envelope(cmd.Discard(cards=first[seat]), seat=seat))
    # 52 - 40 - 1 burn - 10: one card is left for seat 4's three.
    do(at, envelope(cmd.Discard(cards=first[4][:3]), seat=4))
    assert (look_at(at).status, cards_owed(at)) == (Status.RESHUFFLING, 2)
    back = {*first[1], *first[2], *first[3]}
    assert set(cards_put_back(looking_at(at.rules, at.state))) == back
    wrong = at.send(cmd.Reshuffle(order=(*back, first[4][0])))
    assert isinstance(wrong, Refusal)
    assert (wrong.code, wrong.clause) == ("DECK_IS_COMPLETE", "637a.13(g)(2)")
    order = tuple(sorted(back))
    do(at, envelope(cmd.Reshuffle(order=order)))
    assert hand_of(at, 4)[-2:] == order[:2]
    # What is to be discarded by those who have yet to draw was not among them.
    assert not back & {card for seat in (5, 6, 7, 8) for card in first[seat]}
    do(at, envelope(cmd.Discard(cards=first[5]), seat=5))
    assert hand_of(at, 5) == order[2:7]


def test_g_2__a_stated_round_states_the_new_order() -> None:
    # Seventeen cards: three hands, the burn and one to draw. Seat 3 folds, and its hand is dealt again.
    deal = " ".join(draw(["Ac Ad 2h 3h 4h", "Kc Kd 5h 6h 7h", "Qc Qd 8h 9h Th"]).split()[:17])
    actions = "3 fold, 1 call, 2 check, 1 discard 2h 3h 4h, 2 discard 5h 6h, 1 check, 2 check"
    assert deal.split()[15:] == ["2c", "2d"]
    given = played("draw-high", deal, actions, reshuffles=["Qc Qd 8h 9h Th"], stacks={1: 1000, 2: 1000, 3: 1000})
    # Seat 1: Ac Ad 2d Qc Qd. Seat 2: Kc Kd 7h 8h 9h.
    assert set(given["pots"][0]["hands"]["1"]["high"].split()) == {"Ac", "Ad", "2d", "Qc", "Qd"}
    assert [event["clause"] for event in given["events"] if event["event"] == "reshuffled"] == ["637a.13(g)(2)"]
    assert refusal("draw-high", deal, actions)[0] == "DECK_SUFFICES"


def test_h__left_of_the_button_begins_the_last_round_at_the_big_bet() -> None:
    at = along(seated("draw-high", 3, LIMIT, draw(HANDS)), on_street(1))
    assert look_at(at).actor == 1
    assert bets("draw-high", 3, LIMIT) == [100, 200]


def test_i_1__high() -> None:
    given = played("draw-high", draw(HANDS), f"{CALLED}, 1 stand, 2 stand, 3 stand, {CHECKED}")
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert given["pots"][0]["clause"] == "637a.13(i)(1)"


def test_i_2__low() -> None:
    deal = draw(["Ac 2c 3c 4c 5c", "Ad 2d 3d 4d 6d", "Kc Kd Kh Ks 2s"])
    given = played("draw-low", deal, f"{CALLED}, 1 stand, 2 stand, 3 stand, {CHECKED}")
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert given["pots"][0]["clause"] == "637a.13(i)(2)"


def test_i__the_excess_of_tied_hands_is_first_left_of_the_button() -> None:
    deal = draw(["Ac Kd 9h 8h 7h", "As Kc 9d 8d 7d", "2c 4d 8s 9s Ts"])
    actions = f"{CALLED}, 1 stand, 2 stand, 3 stand, {CHECKED}"
    given = played("draw-high", deal, actions, {**NO_LIMIT, "ante": {"2": 1}})
    assert given["pots"][0]["shares"] == {"1": 151, "2": 150}


def test_g__cards_are_written_as_cards() -> None:
    assert refusal("draw-high", draw(HANDS), f"{CALLED}, 1 discard 1h")[0] == "CARDS_ARE_VALID"
