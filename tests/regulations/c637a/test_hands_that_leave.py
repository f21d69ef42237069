"""What becomes of pots, rake and cards when a hand leaves the round: 637a.8(b)(5), .17, .18."""

from __future__ import annotations

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.stated import one_irregularity
from tests.kit.tables import accepted as do
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
    assert [at.state.ledger[f"player p{seat}"] for seat in (1, 2, 3)] == [3000, 2000, 6000]


def test_s17_d__a_bet_that_a_refund_leaves_uncalled_is_not_raked() -> None:
    down = "1 raise to 1000, 2 call" + ", 1 check, 2 check" * 3
    gone = one_irregularity("hand_collected", "showdown", seat=2, protected=True)
    given = played("holdem", ACES, down, {**NO_LIMIT, "rake": TEN}, stacks=2, irregularities=gone)
    assert (given["rake"], given["stacks"]) == (0, {"1": 10_000, "2": 10_000})


def test_s17_d__nor_before_the_cards() -> None:
    at = seated("holdem", 2, {**NO_LIMIT, "rake": TEN}, button=2)
    do(at, envelope(cmd.RemovePlayer(seat=1, reason="signals"), by="Flora"))
    # The second blind is $1 and the first 50 cents: $1 is contested.
    assert at.state.ledger["drop box"] == 10


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
    while at.state.status is not Status.RESHUFFLING:
        if at.state.status is Status.DRAWING:
            seat = at.state.round.asked[0]
            do(at, envelope(cmd.Discard(cards=at.state.round.hands[seat]), seat=seat))
        else:
            along(at, lambda one: one.state.status in (Status.DRAWING, Status.RESHUFFLING))
    refused = at.send(cmd.Reshuffle(order=cards("2c 3c")))
    assert isinstance(refused, Refusal)
    assert not {word for word in refused.message.split() if len(word) == 2 and word[1] in "cdhs"}


def test_s18_m__an_exposed_card_is_seen_by_all_and_its_player_is_asked() -> None:
    terms = {"structure": "no-limit", "minimum_bet": 100, "forced_bet": 50}
    at = along(seated("stud-high", 2, terms, deck()), on_street(3))
    along(at, lambda one: one.state.status is Status.DEALING)
    do(at, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 1),))))
    [asked] = at.state.round.choosing
    legal = at.observe(Viewer(Role.PLAYER, f"p{asked}")).legal
    assert [(ask.seat, ask.word) for ask in legal] == [(asked, "bet on"), (asked, "stop betting")]
    assert at.observe(Viewer(Role.SURVEILLANCE)).hands[asked][-1] is not None
    assert at.observe(Viewer(Role.SURVEILLANCE)).asked == (asked,)


def test_s18_k_3__a_refund_at_the_showdown_leaves_the_rest_to_play_for() -> None:
    at = along(seated("draw-high", 2, NO_LIMIT, draw(["Ac Ad 2h 3s 4c", "Kc Kd 5h 6s 7c"]), button=2), at_showdown)
    do(at, envelope(cmd.ReportIrregularity(cause="hand_collected", seat=1, protected=True), role=Role.FLOORPERSON))
    assert [at.state.ledger[f"player p{seat}"] for seat in (1, 2)] == [10_000, 10_000]
