"""What becomes of pots, rake and cards when a hand leaves the round: 637a.8(b)(5), .17, .18."""

from __future__ import annotations

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import Command, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.stated_rounds import one_irregularity
from tests.kit.table_views import balance_of, chips_of, hand_of, look_at, street_of
from tests.kit.tables import accepted as do
from tests.kit.tables import last
from tests.regulations.c637a.deals import (
    NO_LIMIT,
    act,
    along,
    at_showdown,
    deck,
    draw,
    flop,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    stud,
)

ACES = flop(["As Ad", "Ks Kd", "Qs Qd"], "3c 4h 5h 7s 8s")
TEN = {"kind": "percentage", "percent": 10, "cap": 1000}
CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (2, 3))


def test_s8_b_5_i__a_side_pot_is_not_the_all_in_players_however_the_others_leave_it() -> None:
    actions = f"3 raise to 3000, 1 call, 2 call, {CHECKS}, 1 show, 2 throws away, 3 throws away"
    given = played("holdem", ACES, actions, stacks={1: 1000, 2: 5000, 3: 5000})
    assert given["stacks"] == {"1": 3000, "2": 2000, "3": 6000}
    at = seated("holdem", 3, NO_LIMIT, ACES, button=3, stacks={1: 1000, 2: 5000, 3: 5000})
    along(at, on_street(0))
    act(at, "3 raise 3000", "1 call", "2 call")
    along(at, on_street(1))
    act(at, "2 fold")
    do(at, envelope(cmd.RemovePlayer(seat=3, reason="signals"), by="Flora"))
    along(at, round_over)
    assert [chips_of(at, f"p{seat}") for seat in (1, 2, 3)] == [3000, 2000, 6000]


def _dead_bet(actions: str, after: int, **more: object) -> dict[str, object]:
    """Seat 1 is All-in before the flop, where the hand that bets $10 is fouled."""
    fouled = one_irregularity("hand_fouled", "flop", after, seat=2)
    deal = flop(["As Ad", "Ks Kd", "Qs Qd", "Js Jd"], "3c 4h 5h 7s 8s")
    stacks = {1: 300, 2: 5000, 3: 5000, 4: 5000}
    given = played("holdem", deal, actions, {**NO_LIMIT, **more}, stacks=stacks, irregularities=fouled)
    return {name: given[name] for name in ("stacks", "rake")} | {
        "pots": [(pot["amount"], pot["contenders"]) for pot in given["pots"]]
    }


def test_reading__637a_dead_bet__who_is_left_alone_against_all_in_players_is_not_asked_to_call_it() -> None:
    """637a.8(b)(5)(i) 637a.8(b)(5)(iii)"""
    given = _dead_bet("3 raise to 300, 4 fold, 1 call, 2 call, 2 bet 1000", 1)
    # The aces of seat 1 win what seat 1 has matched; the bet of seat 2 is for seat 3 alone.
    assert given["pots"] == [(900, [1, 3]), (1000, [3])]
    assert given["stacks"] == {"1": 900, "2": 3700, "3": 5700, "4": 5000}


def test_reading__637a_dead_bet__nor_when_the_others_fold_to_it() -> None:
    """637a.8(b)(5)(i)"""
    given = _dead_bet("3 raise to 300, 4 call, 1 call, 2 call, 2 bet 1000, 3 fold", 1)
    assert given["pots"] == [(1200, [1, 4]), (1000, [4])]
    assert given["stacks"] == {"1": 1200, "2": 3700, "3": 4700, "4": 5700}


def test_s17_d__a_final_bet_that_nobody_called_is_not_raked_where_it_stays() -> None:
    """637a.17(b)(1) 637a.17(b)(2)"""
    steps = {"kind": "incremental", "steps": [[900, 100], [1000, 100]], "cap": 400}
    for rake, taken in ((TEN, 90), ({**TEN, "when": "each-betting-round"}, 90), (steps, 100)):
        given = _dead_bet("3 raise to 300, 4 fold, 1 call, 2 call, 2 bet 1000", 1, rake=rake)
        assert given["rake"] == taken
        assert given["stacks"] == {"1": 900 - taken, "2": 3700, "3": 5700, "4": 5000}
    # With one player left as well: of $3 and two blinds $2 were not called.
    fouled = one_irregularity("hand_fouled", "hole cards", 1, seat=3)
    given = played("holdem", ACES, "3 raise to 300, 1 fold", {**NO_LIMIT, "rake": TEN}, irregularities=fouled)
    assert (given["rake"], given["net"]) == (25, {"1": -50, "2": 325, "3": -300})


def test_s17_d__a_bet_that_a_refund_leaves_uncalled_is_not_raked() -> None:
    down = "1 raise to 1000, 2 call" + ", 1 check, 2 check" * 3
    gone = one_irregularity("hand_collected", "showdown", seat=2, protected=True)
    given = played("holdem", ACES, down, {**NO_LIMIT, "rake": TEN}, stacks=2, irregularities=gone)
    assert (given["rake"], given["stacks"]) == (0, {"1": 10_000, "2": 10_000})


def test_s17_d__nor_before_the_cards() -> None:
    at = seated("holdem", 2, {**NO_LIMIT, "rake": TEN}, button=2)
    do(at, envelope(cmd.RemovePlayer(seat=1, reason="signals"), by="Flora"))
    # The second blind is $1 and the first 50 cents: $1 is contested.
    assert balance_of(at, "drop box") == 10


def test_s17_b__two_rakes_of_each_betting_round_take_no_more_than_there_is() -> None:
    each = {"when": "each-betting-round"}
    steps = {"kind": "incremental", "steps": [[2000, 300], [4000, 300]], "cap": 600, **each}
    for rakes in ([steps, {**TEN, **each}], [{**TEN, **each}, steps]):
        actions = f"3 raise to 3000, 1 call, 2 call, {CHECKS}"
        given = played("holdem", ACES, actions, {**NO_LIMIT, "rake": rakes}, stacks={1: 200, 2: 6000, 3: 6000})
        assert sum(given["stacks"].values()) + given["rake"] == 12_200
        assert sum(given["rakes"].values()) == given["rake"]


def test_reading__637a_ante_by_seat__alike_beside_a_dead_post() -> None:
    """637a.8(b)(5)(i)"""
    terms = {**NO_LIMIT, "ante": {1: 100, 2: 100, 3: 100}, "must_post": "missed-blinds"}
    actions = "3 check, 1 raise to 4900, 2 call, 3 fold"
    given = played("holdem", ACES, actions, terms, stacks=dict.fromkeys((1, 2, 3), 5000), posts={"3": "missed"})
    # Seat 3 leaves its ante, its post and the dead 50.
    assert given["stacks"] == {"1": 10_250, "2": 0, "3": 4750}


def test_s18_e__what_must_be_shown_is_not_thrown_away() -> None:
    down = "1 call, 2 check" + ", 1 check, 2 check" * 3 + ", 1 throws away"
    assert refusal("holdem", ACES, down, {**NO_LIMIT, "show_all": True}, stacks=2) == (
        "DECISION_IS_OFFERED",
        "637a.18(e)",
    )


def test_s18_h__a_card_to_a_player_who_has_folded_is_discarded() -> None:
    terms = {"structure": "no-limit", "minimum_bet": 100, "forced_bet": 50}
    deal = stud(["2c 5c 7d 3h 4h 6h 9h", "Ac Ad Kd", "Qc Qd 9d Jh Js 6s 8s"])
    mistake = one_irregularity("dealt_to_ineligible", "fourth street", after=1, seat=2)
    given = played("stud-high", deal, "2 fold, 3 call, 1 bet 100, 3 fold", terms, irregularities=mistake)
    assert [event["clause"] for event in given["events"] if event["event"] == "irregularity_ruled"] == ["637a.18(h)"]


def test_s18_g_2__a_straddle_is_a_voluntary_bet() -> None:
    terms = {**NO_LIMIT, "straddle": True}
    wrong = one_irregularity("wrong_starting_position", "hole cards", after=1)
    deal = flop(["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"], "2h 3h 5d 7s 9s")
    actions = "3 straddle, 4 call, 1 fold, 2 fold, 3 check" + ", 3 check, 4 check" * 3
    assert "void" not in played("holdem", deal, actions, terms, stacks=4, irregularities=wrong)


def test_s18_e__the_next_player_at_a_seat_does_not_see_the_hand_dealt_to_it_before() -> None:
    at = seated("holdem", 2, NO_LIMIT, ACES, button=2)
    along(at, on_street(0))
    act(at, "1 fold")
    do(at, envelope(cmd.LeaveSeat(), seat=2))
    do(at, envelope(cmd.TakeSeat(cents=5000), seat=2, by="Zed"))
    assert at.observe(Viewer(Role.PLAYER, "Zed")).hands == {}


def test_s1_burn_card__a_refused_reshuffle_names_no_card() -> None:
    at = seated("triple-draw-2-7", 7, NO_LIMIT, button=7)
    while look_at(at).status is not Status.RESHUFFLING:
        if look_at(at).status is Status.DRAWING:
            seat = look_at(at).asked[0]
            do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
        else:
            along(at, lambda one: look_at(one).status in (Status.DRAWING, Status.RESHUFFLING))
    refused = at.send(cmd.Reshuffle(order=cards("2c 3c")))
    assert isinstance(refused, Refusal)
    assert not {word for word in refused.message.split() if len(word) == 2 and word[1] in "cdhs"}


def test_s18_m__an_exposed_card_is_seen_by_all_and_its_player_is_asked() -> None:
    terms = {"structure": "no-limit", "minimum_bet": 100, "forced_bet": 50}
    at = along(seated("stud-high", 2, terms, deck()), on_street(3))
    along(at, lambda one: look_at(one).status is Status.DEALING)
    do(at, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 1),))))
    [asked] = look_at(at).asked
    legal = at.observe(Viewer(Role.PLAYER, f"p{asked}")).legal
    assert [(ask.seat, ask.word) for ask in legal] == [(asked, "bet on"), (asked, "stop betting")]
    assert at.observe(Viewer(Role.SURVEILLANCE)).hands[asked][-1] is not None
    assert at.observe(Viewer(Role.SURVEILLANCE)).asked == (asked,)


def test_s18_k_3__a_refund_at_the_showdown_leaves_the_rest_to_play_for() -> None:
    at = along(seated("draw-high", 2, NO_LIMIT, draw(["Ac Ad 2h 3s 4c", "Kc Kd 5h 6s 7c"]), button=2), at_showdown)
    do(at, envelope(cmd.ReportIrregularity(cause="hand_collected", seat=1, protected=True), role=Role.FLOORPERSON))
    assert [chips_of(at, f"p{seat}") for seat in (1, 2)] == [10_000, 10_000]


@pytest.mark.parametrize(("short", "asked"), [(200, 0), (201, 2)])
def test_s18_c__who_is_left_against_an_all_in_hand_is_asked_only_for_what_is_owed(short: int, asked: int) -> None:
    """637a.8(b)(5)"""
    stacks = {1: short, 2: 10_000, 3: 10_000}
    at = along(seated("holdem", 3, NO_LIMIT, ACES, button=3, stacks=stacks), on_street(0))
    act(at, "3 raise 200", "1 call", "2 call")
    along(at, on_street(1))
    if short > 200:
        # The last cent: whatever it is, it is owed.
        act(at, "1 bet 1")
    assert look_at(at).actor == 2
    do(at, envelope(cmd.RemovePlayer(seat=3, reason="signals"), by="Flora"))
    assert look_at(at).actor == asked


def test_s18_k_3__bets_that_went_back_lie_no_longer_before_their_player() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, ACES, button=3), on_street(0))
    act(at, "3 raise 400")
    do(at, envelope(cmd.ReportIrregularity(cause="hand_fouled", seat=3, protected=True), role=Role.FLOORPERSON))
    seen = at.observe(Viewer(Role.SURVEILLANCE))
    assert (seen.bets, [pot.cents for pot in seen.pots], seen.current) == ({1: 50, 2: 100}, [0], 400)


def test_s18_k_3__nor_in_the_side_pots_that_are_seen() -> None:
    stacks = {1: 300, 2: 10_000, 3: 10_000}
    at = along(seated("holdem", 3, NO_LIMIT, ACES, button=3, stacks=stacks), on_street(0))
    act(at, "3 raise 400", "1 call")
    do(at, envelope(cmd.ReportIrregularity(cause="hand_fouled", seat=3, protected=True), role=Role.FLOORPERSON))
    seen = at.observe(Viewer(Role.SURVEILLANCE))
    assert (seen.bets, [pot.cents for pot in seen.pots]) == ({1: 300, 2: 100}, [0])
    along(at, round_over)
    assert [chips_of(at, f"p{seat}") for seat in (1, 2, 3)] == [600, 9_700, 10_000]


def test_s18_s__a_card_that_was_turned_up_is_hidden_again_once_it_is_shuffled_back() -> None:
    at = seated("draw-high", 8, NO_LIMIT, button=8)
    do(at, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 0, 1),))))
    seen = last(at, ev.CardExposed).card
    assert at.observe(Viewer(Role.PLAYER, "p8")).hands[1][0] == seen
    along(at, lambda one: look_at(one).status is Status.DRAWING)
    while seen not in hand_of(at, 3):
        if look_at(at).status is Status.RESHUFFLING:
            back = cards_put_back(looking_at(at.rules, at.state))
            do(at, envelope(cmd.Reshuffle(order=tuple(sorted(back, key=lambda card: card != seen)))))
        else:
            seat = look_at(at).asked[0]
            do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
    assert at.observe(Viewer(Role.PLAYER, "p8")).hands[3] == (None,) * 5
    assert seen in at.observe(Viewer(Role.PLAYER, "p3")).hands[3]


def test_s18_c__nobody_draws_for_a_player_who_must_leave() -> None:
    at = along(seated("draw-high", 8, NO_LIMIT, button=8), lambda one: look_at(one).status is Status.DRAWING)
    while look_at(at).status is Status.DRAWING:
        seat = look_at(at).asked[0]
        do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
    gone = last(at, ev.Drew).seat
    do(at, envelope(cmd.RemovePlayer(seat=gone, reason="signals"), by="Flora"))
    assert look_at(at).status is Status.DRAWING
    assert [(ask.command, ask.seat) for ask in at.due()] == [("discard", gone + 1)]
    along(at, on_street(1))
    assert gone in look_at(at).folded


def test_s18_c__the_last_to_draw_who_must_leave_holds_up_nobody() -> None:
    at = along(seated("draw-high", 8, NO_LIMIT, button=8), lambda one: look_at(one).status is Status.DRAWING)
    # Eleven cards are left after the burn: two draws of five, and one card for seat 8, who wants two.
    for seat, some in enumerate((5, 5, 0, 0, 0, 0, 0, 2), 1):
        do(at, envelope(cmd.Discard(cards=hand_of(at, seat)[:some]), seat=seat))
    assert (look_at(at).status, look_at(at).asked) == (Status.RESHUFFLING, ())
    do(at, envelope(cmd.RemovePlayer(seat=8, reason="signals"), by="Flora"))
    assert (look_at(at).status, street_of(at)) == (Status.BETTING, 1)


def test_s13_e__a_blind_is_not_asked_of_a_player_who_left_before_the_cards() -> None:
    at = seated("draw-high", 4, NO_LIMIT, button=4)
    do(at, envelope(cmd.RemovePlayer(seat=1, reason="signals"), by="Flora"))
    do(at, envelope(cmd.DealStreet()))
    assert (look_at(at).bets, look_at(at).actor) == ({2: 50, 3: 100}, 4)
    three = {"structure": "no-limit", "blinds": [50, 100, 200]}
    at = seated("draw-high", 3, three, button=3)
    do(at, envelope(cmd.RemovePlayer(seat=1, reason="signals"), by="Flora"))
    do(at, envelope(cmd.DealStreet()))
    assert (look_at(at).bets, look_at(at).current) == ({2: 50, 3: 100}, 100)


def test_s13_g_2__how_many_cards_each_drew_is_seen_after_the_discards_went_back_too() -> None:
    at = along(seated("draw-high", 8, NO_LIMIT, button=8), lambda one: look_at(one).status is Status.DRAWING)
    while look_at(at).status is not Status.BETTING:
        if look_at(at).status is Status.RESHUFFLING:
            do(at, envelope(cmd.Reshuffle(order=tuple(cards_put_back(looking_at(at.rules, at.state))))))
        else:
            seat = look_at(at).asked[0]
            do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
    assert at.observe(Viewer(Role.PLAYER, "p1")).drew == dict.fromkeys(range(1, 9), 5)


GONE = (
    cmd.RemovePlayer(seat=3, reason="signals"),
    cmd.ReportIrregularity(cause="player_departed", seat=3),
    cmd.ReportIrregularity(cause="hand_collected", seat=3, protected=True),
)


@pytest.mark.parametrize("gone", GONE)
def test_reading__637a_last_hand__who_conceded_does_not_win_when_the_last_hand_is_gone(gone: Command) -> None:
    """637a.18(e)."""
    at = along(seated("holdem", 3, NO_LIMIT, ACES, button=3), at_showdown)
    for seat in (1, 2):
        do(at, envelope(cmd.ShowHand(muck=True), seat=seat))
    legal = at.observe(Viewer(Role.FLOORPERSON)).legal
    assert "player_departed" not in {ask.subject for ask in legal}
    outcome = at.send(envelope(gone, role=Role.FLOORPERSON, by="Flora"))
    if isinstance(outcome, Refusal):
        assert outcome.code == "IRREGULARITY_CAN_HAPPEN_HERE"
        assert outcome.message.endswith("changes nothing: seat 3 is left alone and has won the pot")
    do(at, envelope(cmd.AwardPots()))
    assert [chips_of(at, f"p{seat}") for seat in (1, 2, 3)] == [9_900, 9_900, 10_200]


def test_s18_k_1__who_is_alone_in_a_draw_has_won_and_draws_no_more() -> None:
    at = along(seated("draw-high", 2, NO_LIMIT), lambda at: look_at(at).status is Status.DRAWING)
    first, second = look_at(at).asked
    do(at, envelope(cmd.ReportIrregularity(cause="hand_fouled", seat=first), role=Role.FLOORPERSON))
    assert (look_at(at).status, look_at(at).folded) == (Status.BETWEEN_ROUNDS, (first,))
    assert chips_of(at, f"p{second}") == 10_100
