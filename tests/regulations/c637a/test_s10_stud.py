"""637a.10: Seven-card Stud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.events import BURN
from houseway.chapters.c637a_poker.hands import showing_value
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Refusal
from houseway.rounds.answer import plain_event
from tests.kit.card_views import burned_cards, deck_of
from tests.kit.table_views import balance_of, hand_of, look_at
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    STUD,
    act,
    along,
    at_showdown,
    bets,
    deck,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    stud,
    super_stud,
)

# Seat 1 shows the lowest card and brings it in; seat 2 has the best hand showing from fourth street on.
KINGS = "Ks Kd 2h 9h 7c 4c 3h"
QUEENS = "Qs Qd Ah Jh 6c 5c 3d"
NOTHING = "4d 6d 8h Ts Js 2s 9s"
THREE = [KINGS, QUEENS, NOTHING]
CALLED = "2 call, 3 call"
LATER = "2 check, 3 check, 1 check"
CHECKED = ", ".join([CALLED, *[LATER] * 4])


def _forced(game: str, ups: Sequence[str], **terms: Any) -> int:
    """Who makes the Forced Bet with these up cards."""
    hands = [f"x x {up}" if "super" not in game else f"x x x x {up}" for up in ups]
    front = super_stud(hands) if "super" in game else stud(hands)
    at = along(seated(game, len(ups), {**STUD, **terms}, front), on_street(0))
    [posted] = [one for one in at.events if isinstance(one, ev.Posted) and one.kind == "forced bet"]
    return posted.seat


def test_b__each_player_antes() -> None:
    assert net("stud-high", stud(THREE), "2 fold, 3 fold", STUD) == [20, -10, -10]


def test_b__antes_may_differ_by_seat_and_belong_to_everybody() -> None:
    terms = {**STUD, "ante": {"2": 60}}
    assert net("stud-high", stud(THREE), "2 fold, 3 fold", terms) == [60, -60, 0]


def test_c__two_down_and_one_up_from_the_dealers_left() -> None:
    at = seated("stud-high", 3, STUD, stud(THREE))
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 3
    assert [face_up for _, _, face_up in dealt.cards] == [False] * 6 + [True] * 3
    assert text_of([card for _, card, _ in dealt.cards]) == "Ks Qs 4d Kd Qd 6d 2h Ah 8h"


def test_d_1__high_the_lowest_up_card() -> None:
    assert _forced("stud-high", ["3s", "Ac", "2h"]) == 3


def test_d_2__low_the_highest_up_card() -> None:
    assert _forced("stud-low", ["3s", "Ac", "Kh"]) == 3
    assert _forced("stud-low", ["Ac", "2c"]) == 2


def test_d_3__high_low_the_highest_up_card_the_ace_below_a_two() -> None:
    assert _forced("stud-hi-lo", ["3s", "Ac", "Kh"]) == 3
    assert _forced("stud-hi-lo", ["As", "2c", "Ah"]) == 2


@pytest.mark.parametrize("game", ["stud-hi-lo-8", "super-stud-hi-lo-8"])
def test_d_4__eight_or_better_the_lowest_up_card_the_ace_the_highest(game: str) -> None:
    assert _forced(game, ["3s", "Ac", "2h"]) == 3
    assert _forced(game, ["Ac", "Ks", "Kd"]) == 3


def test_d__equal_up_cards_go_by_suit() -> None:
    assert _forced("stud-high", ["2s", "2d", "2c", "2h"]) == 3
    assert _forced("stud-hi-lo", ["Kc", "Kd", "Ks", "Kh"]) == 3


def test_d__a_stack_shorter_than_the_forced_bet_is_all_in_and_the_others_face_it_whole() -> None:
    # 30 cents: 10 of ante, 20 of the Forced Bet of 50. Main pot 3 x 30, side pot 2 x 30.
    given = played(
        "stud-high",
        stud(THREE),
        ", ".join([CALLED, *["2 check, 3 check"] * 4]),
        STUD,
        stacks={1: 30, 2: 1000, 3: 1000},
        tournament=True,
    )
    assert [(pot["amount"], pot["contenders"]) for pot in given["pots"]] == [(90, [1, 2, 3]), (60, [2, 3])]
    assert given["stacks"] == {"1": 90, "2": 1000, "3": 940}


def test_d__a_player_with_no_more_than_the_ante_leaves_the_forced_bet_to_be_faced() -> None:
    says = legal("stud-high", stud(THREE), "", STUD, stacks={1: 10, 2: 1000, 3: 1000}, tournament=True)
    assert says == ["fold", "call 50", "raise to 100"]


def test_e__the_next_player_clockwise_may_fold_call_or_raise() -> None:
    assert legal("stud-high", stud(THREE), "", STUD) == ["fold", "call 50", "raise to 100"]
    assert refusal("stud-high", stud(THREE), "3 call", STUD) == ("SEAT_IS_ASKED", "637a.10(e)")
    assert refusal("stud-high", stud(THREE), "2 check", STUD) == ("DECISION_IS_OFFERED", "637a.10(e)")


def test_e__a_forced_bet_that_is_only_called_is_not_raised_by_its_player() -> None:
    assert refusal("stud-high", stud(THREE), f"{CALLED}, 1 check", STUD) == ("SEAT_IS_ASKED", "637a.10(g)")


def test_e__a_completion_is_to_the_small_bet_and_no_raise_of_the_cap() -> None:
    terms = {**STUD, "raise_cap": 1}
    assert refusal("stud-high", stud(THREE), "2 raise to 150", STUD)[0] == "AMOUNT_IS_LAWFUL"
    at = along(seated("stud-high", 3, terms, stud(THREE)), on_street(0))
    act(at, "2 raise to 100", "3 raise to 200")
    may = options_now(at.rules, at.state)
    assert may is not None
    assert (may.seat, may.call, may.raise_from) == (1, 150, None)


def test_e__the_player_of_the_forced_bet_may_raise_a_completion() -> None:
    at = along(seated("stud-high", 3, STUD, stud(THREE)), on_street(0))
    act(at, "2 raise to 100", "3 fold")
    may = options_now(at.rules, at.state)
    assert may is not None
    assert (may.seat, may.raise_from) == (1, 200)


def test_e__a_forced_bet_of_the_small_bet_is_raised_and_not_completed() -> None:
    terms = {**STUD, "forced_bet": 100}
    assert legal("stud-high", stud(THREE), "", terms) == ["fold", "call 100", "raise to 200"]


def test_f__a_burn_and_one_up_card_to_those_who_are_left() -> None:
    at = along(seated("stud-high", 3, STUD, stud([KINGS, "Qs Qd Ah", NOTHING])), on_street(0))
    act(at, "2 fold", "3 call")
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [(seat, face_up) for seat, _, face_up in dealt.cards] == [(BURN, False), (1, True), (3, True)]
    assert text_of([card for _, card, _ in dealt.cards[1:]]) == "9h Ts"


@pytest.mark.parametrize(
    ("game", "ups", "first"),
    [
        ("stud-high", ["2h 9h", "Ah Jh", "8h 8s"], 3),
        ("stud-hi-lo", ["2h 9h", "Ah Jh", "8h 7s"], 2),
        ("stud-hi-lo-8", ["2h 9h", "Ah Jh", "8h 7s"], 2),
    ],
)
def test_f_1__the_best_high_hand_showing_begins(game: str, ups: list[str], first: int) -> None:
    at = along(seated(game, 3, STUD, stud([f"x x {up}" for up in ups])), on_street(1))
    assert look_at(at).actor == first


SHOWN_FROM_BEST = [
    *(
        "8h 8s 8d 8c",
        "Ah Ad Ac 2h",
        "3h 3d 3c Kh",
        "Kh Kd 2s 2c",
        "3h 3d 2s 2c",
        "Ah Ad Ks Qc",
        "2h 2d Ks Qc",
        "2h 2d 4s 3c",
    ),
    *("Ah Kd Qs Jc", "Ah Kd Qs 2c", "5h 4h 3h 2h"),
]
"""Four up cards each, as at sixth street: straights and flushes do not show."""


@pytest.mark.parametrize("worse", range(1, len(SHOWN_FROM_BEST)))
def test_f_1__fours_threes_two_pairs_and_a_pair_show_in_this_order(worse: int) -> None:
    shown = [showing_value(cards(up), low=False) for up in SHOWN_FROM_BEST]
    assert shown[worse] < shown[worse - 1]


def test_f_2__low_the_best_low_hand_showing_begins() -> None:
    at = along(seated("stud-low", 3, STUD, stud(["x x 2h 9h", "x x Ah Ad", "x x 8h 7s"])), on_street(1))
    assert look_at(at).actor == 3


def test_f_3__of_equal_hands_the_one_closest_to_the_dealers_left_begins() -> None:
    at = along(seated("stud-high", 3, STUD, stud(["x x 2h 9h", "x x Ac Jh", "x x As Js"])), on_street(1))
    assert look_at(at).actor == 2


def test_f__of_players_all_in_the_next_one_who_can_bet_begins() -> None:
    at = seated("stud-high", 3, {**STUD, "tournament": True}, stud(THREE), stacks={2: 60})
    assert look_at(along(at, on_street(1))).actor == 3


def test_g__check_bet_call_raise_clockwise() -> None:
    actions = f"{CALLED}, 2 check, 3 bet 100, 1 call, 2 raise to 200, 3 fold, 1 call, 2 bet 200, 1 fold"
    given = played("stud-high", stud([KINGS[:14], QUEENS[:14], NOTHING[:11]]), actions, STUD)
    # 30 of antes, 150 on third street, 500 on fourth; the bet of fifth street goes back.
    assert given["pots"][0]["amount"] == 680
    assert given["net"] == {"1": -260, "2": 420, "3": -160}


def test_h__the_big_bet_from_fifth_street() -> None:
    assert bets("stud-high", 3, STUD) == [50, 100, 200, 200, 200]


def test_h__two_rounds_up_and_one_down_each_after_a_burn() -> None:
    at = along(seated("stud-high", 3, STUD, stud(THREE)), round_over)
    dealt = [event for event in at.events if isinstance(event, ev.StreetDealt)][2:]
    assert [[face for _, _, face in event.cards] for event in dealt] == [
        [False, True, True, True],
        [False, True, True, True],
        [False, False, False, False],
    ]
    assert [text_of(hand_of(at, seat)) for seat in (1, 2, 3)] == THREE


def test_h__nine_players_share_a_sixth_and_a_seventh_card() -> None:
    at = seated("stud-high", 9, STUD)
    along(at, at_showdown)
    # 27 + 2 x 10 cards leave 5: burn, common, burn, common, and one is left.
    assert len(look_at(at).common) == 2
    assert {len(hand) for hand in look_at(at).hands.values()} == {5}
    assert not any(isinstance(event, ev.Reshuffled) for event in at.events)


def test_h__eight_players_shuffle_the_burns_for_the_seventh_card() -> None:
    at = seated("stud-high", 8, STUD)
    along(at, lambda one: look_at(one).status is Status.RESHUFFLING)
    burns, last = burned_cards(at), deck_of(at)[-1]
    assert len(burns) == 3
    wrong = at.send(cmd.Reshuffle(order=burns))
    assert isinstance(wrong, Refusal)
    assert (wrong.code, wrong.clause) == ("DECK_IS_COMPLETE", "637a.10(h)")
    do(at, envelope(cmd.Reshuffle(order=(last, *burns))))
    assert burned_cards(at) == (last,)
    assert look_at(at).common == (burns[0],)


def test_h__a_common_card_it_is_even_if_the_burns_would_do_for_all() -> None:
    at = along(seated("stud-high", 9, STUD), on_street(2))
    for _ in range(6):
        # Six of nine fold on fifth street: 5 cards are left, 4 of them are dealt on sixth street.
        may = options_now(at.rules, at.state)
        assert may is not None
        act(at, f"{may.seat} fold")
    along(at, lambda one: look_at(one).status is Status.RESHUFFLING)
    along(at, at_showdown)
    assert len(look_at(at).common) == 1
    # As the answer of a stated round says it.
    [shown] = [plain_event(event) for event in at.events if isinstance(event, ev.StreetDealt) and event.common]
    assert shown == {"event": "common_card", "clause": "637a.10(h)", "card": text_of(look_at(at).common)}
    assert {len(hand) for hand in look_at(at).hands.values()} == {6}


def test_h__a_common_card_counts_for_every_hand() -> None:
    # Nine players; the common cards are the nine and the ten that make seat 9's straight.
    hands = [f"x x {rank}c x x" for rank in "23456789"]
    ninth = "Js Qd Kh 2d 2h"
    front = stud([*hands, ninth])
    order = front.split()
    for place, card in ((48, "9d"), (50, "Td")):
        there = order.index(card)
        order[place], order[there] = order[there], order[place]
    at = seated("stud-high", 9, STUD, " ".join(order))
    given = along(at, round_over)
    [award] = [event for event in given.events if isinstance(event, ev.PotAwarded)]
    assert text_of(look_at(at).common) == "9d Td"
    assert {share.seat for share in award.shares} == {9}


def test_i_1__high() -> None:
    given = played("stud-high", stud(THREE), CHECKED, STUD)
    assert given["net"] == {"1": 120, "2": -60, "3": -60}
    assert given["pots"][0]["clause"] == "637a.10(i)(1)"


def test_i_2__low() -> None:
    # The king of clubs opens with its up card; best low showing is 2-4.
    hands = ["Ks Kd Kc 9h 7c 4c 3h", "Qs Qd Qh Jh 6c 5c 3d", "As 3s 2c 4h Jc 5s 9c"]
    actions = ", ".join(["2 call, 3 call", *["3 check, 1 check, 2 check"] * 4])
    given = played("stud-low", stud(hands), actions, STUD)
    assert given["net"] == {"1": -60, "2": -60, "3": 120}
    assert set(given["pots"][0]["hands"]["3"]["low"].split()) == {"As", "2c", "3s", "4h", "5s"}


def test_i_3_i__high_and_low_divide_the_pot_and_the_excess_is_the_high_hands() -> None:
    hands = ["Ks Kd 2h 9h Kc 4c 3h", "Qs Qd Ah", "4d 6d 8h 3s Js 2s As"]
    actions = ", ".join(["2 fold, 3 call", *["1 check, 3 check"] * 4])
    given = played("stud-hi-lo-8", stud(hands), actions, {**STUD, "ante": 5})
    # 15 + 100: 58 for three kings, 57 for 6-4-3-2-A.
    assert given["pots"][0]["shares"] == {"1": 58, "3": 57}
    big = played("stud-hi-lo-8", stud(hands), actions, {**STUD, "ante": 5, "smallest_chip": 5})
    assert big["pots"][0]["shares"] == {"1": 60, "3": 55}


TIED_HIGHS = ["2c 3h 5c 7h 8h Tc Td", "Kh Kc Qd Js 9s 4d 3d", "Ks Kd Qc Jh 9d 4c 3c"]
TIED_LOWS = ["Ks Kd Kh Jh 9d Tc 9c", "Ah 2h 3h 5d 7d Jd Qd", "Ac 2d 3d 5s 7s Js Qs"]


def test_i_3_ii__the_excess_of_tied_highs_goes_by_the_suit_of_their_highest_card() -> None:
    # 15 + 150: the low 82, the highs 83; the king of spades is at seat 3.
    assert _checked_down("stud-hi-lo-8", TIED_HIGHS, 5) == {1: 82, 2: 41, 3: 42}


def test_i_3_iii__the_excess_of_tied_lows_goes_by_the_suit_of_their_lowest_card() -> None:
    # 21 + 150: the high 86, the lows 85; the ace of clubs is at seat 3.
    assert _checked_down("stud-hi-lo-8", TIED_LOWS, 7) == {1: 86, 2: 42, 3: 43}


def test_i_3_iv__spades_are_the_highest_suit_and_clubs_the_lowest() -> None:
    swapped = [TIED_HIGHS[0], TIED_HIGHS[2], TIED_HIGHS[1]]
    assert _checked_down("stud-hi-lo-8", swapped, 5) == {1: 82, 2: 42, 3: 41}
    swapped = [TIED_LOWS[0], TIED_LOWS[2], TIED_LOWS[1]]
    assert _checked_down("stud-hi-lo-8", swapped, 7) == {1: 86, 2: 43, 3: 42}


def _checked_down(game: str, hands: list[str], ante: int) -> dict[int, int]:
    at = along(seated(game, len(hands), {**STUD, "ante": ante}, stud(hands)), round_over)
    [award] = [event for event in at.events if isinstance(event, ev.PotAwarded)]
    shares: dict[int, int] = {}
    for share in award.shares:
        shares[share.seat] = shares.get(share.seat, 0) + share.cents
    return shares


def test_j__without_a_low_of_eight_or_better_the_high_hand_takes_all() -> None:
    hands = ["Ks Kd 2h 9h Kc 4c 3h", "9s 9d Ah Td 2d 3s 4s", "4d 4h 8h 8s Js 2s As"]
    assert _checked_down("stud-hi-lo-8", hands, 10) == {1: 180}
    # In High-low Split any low wins half: 9-4-3-2-A.
    assert _checked_down("stud-hi-lo", hands, 10) == {1: 90, 2: 90}


def test_k_1__the_same_five_cards_are_a_straight_and_a_low() -> None:
    hands = ["Ks Kd Kh Jh Td 9c 9h", "2c 3d 4h 5s 6c Qs Qd"]
    # A straight loses to kings full; against three kings it takes both.
    assert _checked_down("stud-hi-lo-8", hands, 10) == {1: 60, 2: 60}
    assert _checked_down("stud-hi-lo-8", ["Ks Kd Kh Jh Td 9c 7h", hands[1]], 10) == {2: 120}


def test_k_2__the_same_five_cards_are_a_flush_and_a_low() -> None:
    assert _checked_down("stud-hi-lo-8", ["Ks Kd Kh Jh Td 9c 7h", "2c 3c 4c 6c 8c Qs Qd"], 10) == {2: 120}


def test_l__the_ace_is_high_and_low_at_once() -> None:
    hands = ["Ks Kd Qc Jh Td 4c 3h", "As Ad 2c 3d 4h 7s 9c"]
    given = _checked_down("stud-hi-lo-8", hands, 10)
    assert given == {2: 120}
    wheel = ["Ks Kd Kc Jh Td 4c 3h", "As 2d 3c 4d 5h 9s 9c"]
    assert _checked_down("stud-hi-lo-8", wheel, 10) == {2: 120}


SUPER = ["Ks Kd 7s 8s 2h 9h 7c 4c 3h", "Qs Qd 9s Ts Ah Jh 6c 5c 3d"]


def test_m__four_down_and_one_up_then_two_are_discarded_before_the_forced_bet() -> None:
    at = seated("super-stud-hi-lo-8", 2, STUD, super_stud(SUPER))
    (dealt, began, *_) = do(at, envelope(cmd.DealStreet()))
    assert [face_up for _, _, face_up in dealt.cards] == [False] * 8 + [True] * 2
    assert began.discard == 2
    assert balance_of(at, "pot") == 20
    do(at, envelope(cmd.Discard(cards=cards("7s 8s")), seat=1))
    do(at, envelope(cmd.Discard(cards=cards("9s Ts")), seat=2))
    assert text_of(hand_of(at, 1)) == "Ks Kd 2h"
    assert balance_of(at, "pot") == 70


@pytest.mark.parametrize(
    ("discarded", "why"),
    [
        ("2 discard 9s Ts", "SEAT_IS_ASKED"),
        ("1 discard 7s", "HANDS_ARE_OF_THE_CARDS_HELD"),
        ("1 stand", "HANDS_ARE_OF_THE_CARDS_HELD"),
        ("1 discard 7s 8s Kd", "HANDS_ARE_OF_THE_CARDS_HELD"),
        ("1 discard 7s 2h", "HANDS_ARE_OF_THE_CARDS_HELD"),
        ("1 discard 7s 9s", "HANDS_ARE_OF_THE_CARDS_HELD"),
        ("1 discard 7s 7s", "HANDS_ARE_OF_THE_CARDS_HELD"),
    ],
)
def test_m__two_of_the_four_down_cards_in_turn(discarded: str, why: str) -> None:
    given = refusal("super-stud-hi-lo-8", super_stud(SUPER), discarded, STUD, stacks=2)
    assert given == (why, "637a.10(m)")


def test_m__a_round_of_super_stud() -> None:
    actions = ", ".join(["1 discard 7s 8s, 2 discard 9s Ts, 2 call", *["2 check, 1 check"] * 4])
    # Kings and a pair of no low: 9 is too high. Queens lose.
    assert net("super-stud-hi-lo-8", super_stud(SUPER), actions, STUD, stacks=2) == [60, -60]


@pytest.mark.parametrize(("players", "common", "reshuffles"), [(6, 1, 1), (7, 2, 2), (8, 3, 2), (9, 4, 1)])
def test_m__with_many_players_common_cards_come_early(players: int, common: int, reshuffles: int) -> None:
    at = along(seated("super-stud-hi-lo-8", players, STUD, deck()), round_over)
    assert len(look_at(at).common) == common
    assert sum(isinstance(event, ev.Reshuffled) for event in at.events) == reshuffles
    assert {len(hand) for hand in look_at(at).hands.values()} == {7 - common}
