"""637a.8: placement of bets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import DECK_52, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import check
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.submission import Severity
from tests.kit.decks import with_stub
from tests.kit.table_views import agreed_minimum, chips_of, hand_of, look_at, notes_of
from tests.kit.tables import accepted, refuses
from tests.regulations.c637a import deals
from tests.regulations.c637a.poker import HOLDEM_FRONT, NO_LIMIT, answer, holdem, refusal, rulings, table

DECK = cards(with_stub(HOLDEM_FRONT))
CHECKED_DOWN = [f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]


def _started(at: Table) -> Table:
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    return at


def _act(at: Table, seat: int, word: str, to: int = 0) -> None:
    accepted(at, envelope(cmd.Act(word=word, to=to), seat=seat))


# (a), (b): who plays, and with which stakes.


def test_a__a_player_who_is_away_is_not_dealt_in() -> None:
    at = table()
    accepted(at, envelope(cmd.SecureStakes(seat=1)))
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    assert look_at(at).order == (2, 3)


def test_b_1__chips_not_on_the_table_cannot_be_bet() -> None:
    given = refusal(**holdem(["3 chips 10001"]))
    assert (given["code"], given["clause"]) == ("WAGER_IS_COVERED", "637a.8(b)(1)")


def test_b_2__stakes_are_added_and_removed_only_between_rounds() -> None:
    for action in ("3 adds 500", "3 removes 500"):
        given = refusal(**holdem([action]))
        assert (given["code"], given["clause"]) == ("STEP_IS_DUE", "637a.8(b)(2)")
    at = table()
    accepted(at, envelope(cmd.AddStakes(cents=500), seat=1))
    accepted(at, envelope(cmd.RemoveStakes(cents=1_500), seat=1))
    assert chips_of(at, "p1") == 9_000


def test_b_3_e_3__currency_in_the_pot_is_exchanged_and_bet() -> None:
    given = answer(**holdem(["3 currency 300", "1 fold", "2 fold"]))
    assert rulings(given, "currency_exchanged")[0]["clause"] == "637a.8(b)(3)"
    assert given["net"] == {"1": -50, "2": -100, "3": 150}


def test_b_6_i__counted_stakes_must_be_unchanged_on_return() -> None:
    at = _started(table())
    accepted(at, envelope(cmd.SecureStakes(seat=3)))
    given = refuses(at, envelope(cmd.Act(word="call"), seat=3))
    assert (given.code, given.clause) == ("PLAYER_IS_PRESENT", "637a.8(b)(6)")
    wrong = refuses(at, envelope(cmd.ReturnToTable(seat=3, cents=9_000)))
    assert (wrong.code, wrong.clause) == ("STAKES_ARE_UNCHANGED", "637a.8(b)(6)(i)")
    accepted(at, envelope(cmd.ReturnToTable(seat=3, cents=10_000)))
    _act(at, 3, "call")


def test_b_6_ii__covered_stakes_need_no_count() -> None:
    at = _started(table())
    (secured,) = accepted(at, envelope(cmd.SecureStakes(seat=2, covered=True), role=Role.SHIFT_SUPERVISOR))
    assert secured.clause == "637a.8(b)(6)(ii)"
    accepted(at, envelope(cmd.ReturnToTable(seat=2)))
    assert notes_of(at, "seat_is_away") == {}


def test_b_6_i_ii__stakes_of_a_player_who_is_away_are_not_touched() -> None:
    for covered in (False, True):
        at = table()
        accepted(at, envelope(cmd.SecureStakes(seat=1, covered=covered)))
        for command in (
            envelope(cmd.AddStakes(cents=4_000), seat=1),
            envelope(cmd.RemoveStakes(cents=4_000), seat=1),
            envelope(cmd.LeaveSeat(), seat=1),
        ):
            given = refuses(at, command)
            assert (given.code, given.clause) == ("PLAYER_IS_PRESENT", "637a.8(b)(6)")
        accepted(at, envelope(cmd.ReturnToTable(seat=1, cents=10_000)))
        accepted(at, envelope(cmd.AddStakes(cents=4_000), seat=1))


def test_b_6_i__what_the_hand_in_progress_won_is_expected_on_return() -> None:
    at = _started(table())
    accepted(at, envelope(cmd.SecureStakes(seat=2)))
    _act(at, 3, "call")
    _act(at, 1, "fold")
    accepted(at, envelope(cmd.ReportIrregularity(cause="player_departed", seat=2), role=Role.FLOORPERSON))
    # Checked down, the kings of seat 2 win $2.50.
    while look_at(at).status != "between rounds":
        at.dealer.deals_on()
        if look_at(at).actor == 2:
            accepted(at, envelope(cmd.ReportIrregularity(cause="player_departed", seat=2)))
        elif look_at(at).actor:
            _act(at, look_at(at).actor, "check")
        elif look_at(at).status == "showdown":
            accepted(at, envelope(cmd.AwardPots()))
    wrong = refuses(at, envelope(cmd.ReturnToTable(seat=2, cents=9_900)))
    assert wrong.message == "seat 2 left $99 on the table, by play now $101.50, and shows $99"
    accepted(at, envelope(cmd.ReturnToTable(seat=2, cents=10_150)))


def test_b_6__who_is_away_says_nothing_and_places_nothing() -> None:
    at = _started(table())
    accepted(at, envelope(cmd.SecureStakes(seat=3)))
    for command in (
        envelope(cmd.Announce(word="raise"), seat=3),
        envelope(cmd.PlaceChips(cents=900, then="more"), seat=3),
        envelope(cmd.ThrowAwayCards(), seat=3),
    ):
        given = refuses(at, command)
        assert (given.code, given.clause, given.legal) == (
            "PLAYER_IS_PRESENT",
            "637a.8(b)(6)",
            ("return to the table",),
        )


def test_b_6__a_bet_begun_is_completed_before_its_player_leaves() -> None:
    at = _started(table())
    accepted(at, envelope(cmd.Announce(word="raise"), seat=3))
    given = refuses(at, envelope(cmd.SecureStakes(seat=3)))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.8(c)")


def test_b_6__only_the_floor_secures_stakes() -> None:
    given = refuses(table(), envelope(cmd.SecureStakes(seat=1), role=Role.DEALER))
    assert given.code == "ROLE_IS_AUTHORISED"


# (c), (d): words.


def test_c__a_word_in_turn_is_the_action() -> None:
    given = answer(**holdem(["3 announces raise to 400", "1 announces fold", "2 announces call", *_heads_up()]))
    assert [one["binding"] for one in rulings(given, "announced")] == [True, True, True]
    assert given["pots"][0]["amount"] == 850


def _heads_up() -> list[str]:
    return [f"{seat} check" for _ in range(3) for seat in (2, 3)]


def test_c__a_word_out_of_turn_binds_nobody() -> None:
    given = answer(**holdem(["1 announces raise to 900", "3 fold", "1 fold"]))
    assert rulings(given, "announced")[0]["binding"] is False
    assert given["net"]["1"] == -50


def test_c__an_amount_outside_the_limits_does_not_bind() -> None:
    given = refusal(**holdem(["3 announces raise to 150"]))
    assert given["code"] == "AMOUNT_IS_LAWFUL"


def test_c__an_announced_raise_is_not_taken_back_by_a_call() -> None:
    given = refusal(**holdem(["3 announces raise", "3 call"]))
    assert (given["code"], given["clause"]) == ("DECISION_IS_OFFERED", "637a.8(c)")


def test_d__the_wrong_amount_is_corrected_to_the_announced_one() -> None:
    for placed in (300, 500):
        given = answer(**holdem([f"3 announces raise to 400, places {placed}", "1 fold", "2 call", *_heads_up()]))
        (corrected,) = rulings(given, "bet_corrected")
        assert (corrected["clause"], corrected["placed"], corrected["cents"]) == ("637a.8(d)", placed, 400)
        assert given["pots"][0]["amount"] == 850


def test_d__a_call_announced_with_too_few_chips_is_completed() -> None:
    given = answer(**holdem(["3 announces call, places 50", "1 fold", "2 check", *_heads_up()]))
    assert given["pots"][0]["amount"] == 250


def test_d__nothing_placed_is_corrected_to_what_was_announced() -> None:
    for said, due in (("call", 100), ("raise to 300", 300)):
        given = answer(
            **holdem(
                [
                    f"3 announces {said}, places 0",
                    "1 fold",
                    "2 fold" if due > 100 else "2 check",
                    *([] if due > 100 else _heads_up()),
                ]
            )
        )
        (corrected,) = rulings(given, "bet_corrected")
        assert (corrected["clause"], corrected["placed"], corrected["cents"]) == ("637a.8(d)", 0, due)


# (e) to (i): chips.


def test_e__chips_in_front_of_the_player_are_no_bet() -> None:
    given = refusal(**holdem(["3 chips 400 in front"]))
    assert (given["code"], given["clause"]) == ("BET_IS_PLACED_TOWARD_THE_POT", "637a.8(e)")


def test_e_1_2__chips_pushed_or_placed_toward_the_pot_are_a_bet() -> None:
    for action, clause in (("3 chips 400", "637a.8(e)(1)"), ("3 chips 400 toward the pot", "637a.8(e)(2)")):
        given = answer(**holdem([action, "1 fold", "2 fold"]))
        assert rulings(given, "chips_placed")[0]["clause"] == clause
        assert given["net"]["3"] == 150


def test_f__a_string_bet_is_refused() -> None:
    given = refusal(**holdem(["3 chips 100", "3 chips 300"]))
    assert (given["code"], given["clause"]) == ("BET_IS_MADE_AT_ONCE", "637a.8(f)")


def test_f_1__a_bet_said_to_be_incomplete_may_grow() -> None:
    given = answer(**holdem(["3 chips 100 and more", "3 chips 300", "1 fold", "2 call", *_heads_up()]))
    assert given["pots"][0]["amount"] == 850


def test_f_1__an_incomplete_bet_that_rests_outside_the_limits_is_corrected() -> None:
    given = answer(**holdem(["3 chips 100 and more", "3 chips 20", "1 fold", "2 call", *_heads_up()]))
    assert rulings(given, "bet_corrected")[0]["cents"] == 200
    assert given["pots"][0]["amount"] == 450
    limits = {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200}
    given = answer(**holdem(["3 chips 400 and more", "3 chips 300", "1 fold", "2 fold"], submission=limits))
    assert rulings(given, "bet_corrected")[0]["cents"] == 200


def test_f_1_g__chips_forward_count_toward_a_raise_announced_after_them() -> None:
    given = answer(
        **holdem(["3 chips 900 and more", "3 announces raise", "3 chips 200", "1 fold", "2 call", *_heads_up()])
    )
    assert rulings(given, "chips_placed")[-1]["total"] == 1_100
    assert given["pots"][0]["amount"] == 2_250


def test_g_h__a_raise_is_no_less_than_the_chips_forward() -> None:
    begun = ["3 announces raise", "3 chips 900 and more"]
    for less in ("3 raise to 300", "3 announces raise to 300"):
        given = refusal(**holdem([*begun, less]))
        assert (given["code"], given["clause"]) == ("CHIPS_IN_THE_POT_STAY", "637a.8(h)")
        assert given["legal"] == ["place chips", "raise to 900 to 10000"]
    more = answer(**holdem([*begun, "3 raise to 1000", "1 fold", "2 fold"]))
    assert rulings(more, "chips_placed")[-1]["total"] == 1_000
    limits = {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200}
    limited = answer(**holdem([*begun, "3 raise to 200", "1 fold", "2 fold"], submission=limits))
    (corrected,) = rulings(limited, "bet_corrected")
    assert (corrected["clause"], corrected["placed"], corrected["cents"]) == ("637a.8(g)", 900, 200)


def test_f_1_c__a_statement_in_turn_binds_over_chips_forward() -> None:
    called = answer(**holdem(["3 chips 100 and more", "3 announces call", "1 fold", "2 check", *_heads_up()]))
    assert (rulings(called, "bet_corrected"), called["pots"][0]["amount"]) == ([], 250)
    change = answer(**holdem(["3 chips 900 and more", "3 announces call", "1 fold", "2 check", *_heads_up()]))
    (corrected,) = rulings(change, "bet_corrected")
    assert (corrected["clause"], corrected["placed"], corrected["cents"]) == ("637a.18(l)", 900, 100)
    raised = answer(**holdem(["3 chips 100 and more", "3 announces raise to 400", "1 fold", "2 fold"]))
    assert rulings(raised, "chips_placed")[-1]["total"] == 400
    folded = answer(**holdem(["3 chips 100 and more", "3 announces fold", "1 fold"]))
    assert folded["net"]["3"] == -100


def test_f_2__a_call_with_the_intention_to_raise_may_grow() -> None:
    given = answer(**holdem(["3 chips 100 and raises", "3 chips 300", "1 fold", "2 call", *_heads_up()]))
    assert given["pots"][0]["amount"] == 850
    wrong = refusal(**holdem(["3 chips 150 and raises"]))
    assert (wrong["code"], wrong["clause"]) == ("AMOUNT_IS_LAWFUL", "637a.8(f)(2)")


def test_g__an_announced_raise_goes_on_until_the_hands_rest() -> None:
    actions = ["3 announces raise", "3 chips 100 and more", "3 chips 200 and more", "3 chips 100", "1 fold", "2 fold"]
    given = answer(**holdem(actions))
    assert given["net"]["3"] == 150
    assert rulings(given, "chips_placed")[-1]["total"] == 400


def test_g__an_announced_raise_below_the_least_is_corrected_to_it() -> None:
    given = answer(**holdem(["3 announces raise, places 120", "1 fold", "2 call", *_heads_up()]))
    (corrected,) = rulings(given, "bet_corrected")
    assert (corrected["clause"], corrected["cents"]) == ("637a.8(g)", 200)
    assert given["pots"][0]["amount"] == 450


def test_h__chips_in_the_pot_stay_there() -> None:
    given = refusal(**holdem(["3 call", "3 takes back 50"]))
    assert (given["code"], given["clause"]) == ("CHIPS_IN_THE_POT_STAY", "637a.8(h)")


def test_e_1_h__chips_too_few_to_call_are_completed() -> None:
    for action in ("3 chips 60", "3 chip 25"):
        given = answer(**holdem([action, "1 fold", "2 check", *_heads_up()]))
        (corrected,) = rulings(given, "bet_corrected")
        assert (corrected["clause"], corrected["cents"], given["pots"][0]["amount"]) == ("637a.8(e)", 100, 250)


def test_e_1_h__chips_too_few_to_raise_call_and_the_rest_is_change() -> None:
    given = answer(**holdem(["3 chips 150", "1 fold", "2 chips 50", *_heads_up()]))
    assert [(one["placed"], one["cents"]) for one in rulings(given, "bet_corrected")] == [(150, 100), (50, 0)]
    assert given["pots"][0]["amount"] == 250


def test_i__one_large_chip_only_calls() -> None:
    given = answer(**holdem(["3 chip 500", "1 call", "2 check", *CHECKED_DOWN]))
    (corrected,) = rulings(given, "bet_corrected")
    assert (corrected["clause"], corrected["placed"], corrected["cents"]) == ("637a.8(i)", 500, 100)
    assert given["pots"][0]["amount"] == 300


def test_i__one_large_chip_raises_if_a_raise_was_announced() -> None:
    given = answer(**holdem(["3 announces raise", "3 chip 500", "1 fold", "2 call", *_heads_up()]))
    assert given["pots"][0]["amount"] == 1_050


def test_i__one_chip_opens_for_its_value_and_two_chips_raise() -> None:
    opened = answer(**holdem(["3 call", "1 call", "2 check", "1 chip 500", "2 fold", "3 fold"]))
    assert opened["net"]["1"] == 200
    raised = answer(**holdem(["3 chips 500", "1 fold", "2 fold"]))
    assert raised["net"]["3"] == 150


def test_i__one_chip_in_the_big_blinds_option_checks() -> None:
    given = answer(**holdem(["3 call", "1 call", "2 chip 500", *CHECKED_DOWN]))
    assert given["pots"][0]["amount"] == 300


# (j), (k): what is posted.


def test_j__check_and_raise_unless_posted_to_the_contrary() -> None:
    actions = ["3 call", "1 call", "2 check", "1 check", "2 bet 200", "3 fold", "1 raise to 600", "2 fold"]
    assert answer(**holdem(actions))["net"]["1"] == 100 + 300
    given = refusal(**holdem(actions, submission={"check_raise": False}))
    assert (given["code"], given["clause"]) == ("DECISION_IS_OFFERED", "637a.8(j)")


def test_k__an_agreed_minimum_needs_everybody() -> None:
    more: dict[str, Any] = {"submission": {"minimum_increase": 300}}
    given = refusal(**holdem([], agreed_minimum={"cents": 300, "seats": [1, 2]}, **more))
    assert (given["code"], given["clause"]) == ("AGREEMENT_IS_UNANIMOUS", "637a.8(k)")


def test_k__an_agreed_minimum_stays_within_the_submission() -> None:
    more: dict[str, Any] = {"submission": {"minimum_increase": 300}}
    too_much = refusal(**holdem([], agreed_minimum={"cents": 500, "seats": [1, 2, 3]}, **more))
    assert (too_much["code"], too_much["clause"]) == ("AMOUNT_IS_LAWFUL", "637a.8(k)")
    actions = ["3 call", "1 call", "2 check", "1 bet 200"]
    too_little = refusal(**holdem(actions, agreed_minimum={"cents": 300, "seats": [1, 2, 3]}, **more))
    assert too_little["code"] == "AMOUNT_IS_LAWFUL"
    actions = ["3 call", "1 call", "2 check", "1 bet 300", "2 fold", "3 fold"]
    assert answer(**holdem(actions, agreed_minimum={"cents": 300, "seats": [1, 2, 3]}, **more))["net"]["1"] == 200


def test_k__an_agreed_minimum_makes_bets_of_whole_chips() -> None:
    limits: dict[str, Any] = {
        "structure": "fixed-limit",
        "small_bet": 200,
        "big_bet": 500,
        "blinds": [100, 200],
        "smallest_chip": 100,
    }
    at = table(**limits, minimum_increase=400)
    for cents in (333, 300):  # A small bet of 300 makes the big bet 750.
        given = refuses(at, envelope(cmd.AgreeMinimum(cents=cents, seats=(1, 2, 3))))
        assert (given.code, given.clause) == ("AMOUNT_IS_LAWFUL", "637a.8(k)")
    accepted(at, envelope(cmd.AgreeMinimum(cents=400, seats=(1, 2, 3))))


@pytest.mark.parametrize(
    "terms",
    [
        {"structure": "no-limit", "blinds": [50, 100], "smallest_chip": 25},
        {"structure": "spread-limit", "blinds": [50, 100], "maximum_bet": 250},
        {"structure": "fixed-limit", "blinds": [100, 200], "small_bet": 200, "big_bet": 500, "smallest_chip": 100},
    ],
)
def test_k__the_dealer_is_told_which_minimums_may_be_agreed(terms: dict[str, Any]) -> None:
    at = table(**terms, minimum_increase=400)

    def told() -> list[int]:
        asks = at.observe(Viewer(Role.DEALER)).legal
        return [cents for ask in asks if ask.command == "agree_minimum" for cents in ask.amounts or ()]

    def taken(cents: int) -> bool:
        return not isinstance(at.fork().send(cmd.AgreeMinimum(cents=cents, seats=(1, 2, 3))), Refusal)

    for agreed in (0, told()[0]):
        if agreed:
            accepted(at, envelope(cmd.AgreeMinimum(cents=agreed, seats=(1, 2, 3))))
        assert sorted(told()) == [cents for cents in range(1, 800) if taken(cents)]
    accepted(at, envelope(cmd.SecureStakes(seat=2)))
    assert told() == []


def test_k__who_must_leave_is_not_asked_to_agree() -> None:
    """637a.18(c)"""
    at = table(structure="no-limit", blinds=[50, 100], minimum_increase=300)
    accepted(at, envelope(cmd.RemovePlayer(seat=1, reason="collusion"), by="Flora"))
    accepted(at, envelope(cmd.AgreeMinimum(cents=300, seats=(2, 3))))
    given = refuses(at, envelope(cmd.AddStakes(cents=100), seat=1))
    assert (given.code, given.clause, given.legal) == ("PLAYER_IS_SEATED", "637a.18(c)", ("leave the seat",))


def test_k__an_agreed_minimum_lapses_when_a_player_joins() -> None:
    at = table(structure="no-limit", blinds=[50, 100], minimum_increase=300)
    accepted(at, envelope(cmd.AgreeMinimum(cents=300, seats=(1, 2, 3))))
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=4, by="p4"))
    assert agreed_minimum(at) == 0


def test_k__an_agreed_minimum_lapses_from_the_next_round_of_play() -> None:
    at = table(structure="no-limit", blinds=[50, 100], minimum_increase=300)
    accepted(at, envelope(cmd.AgreeMinimum(cents=300, seats=(1, 2, 3))))
    _started(at)
    before = options_now(at.rules, at.state)
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=4, by="p4"))
    assert (options_now(at.rules, at.state), agreed_minimum(at)) == (before, 300)
    _act(at, 3, "fold")
    _act(at, 1, "fold")
    assert agreed_minimum(at) == 0
    accepted(at, envelope(cmd.AgreeMinimum(cents=300, seats=(1, 2, 3, 4))))
    assert POKER.replay(at.events) == at.state


def test_s18_c__who_was_required_to_leave_does_not_sit_down_again() -> None:
    """637a.18(c)"""
    at = table()
    accepted(at, envelope(cmd.RemovePlayer(seat=1, reason="collusion"), by="Flora"))
    accepted(at, envelope(cmd.LeaveSeat(), seat=1))
    for seat in (1, 5):
        given = refuses(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by="p1"))
        assert (given.code, given.clause) == ("PLAYER_IS_SEATED", "637a.18(c)")
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=1, by="p9"))


def test_b_6__who_is_away_does_not_discard() -> None:
    at = table("draw-high")
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    deals.along(at, lambda one: look_at(one).status == "drawing")
    seat = look_at(at).asked[0]
    accepted(at, envelope(cmd.SecureStakes(seat=seat)))
    given = refuses(at, envelope(cmd.Discard(cards=hand_of(at, seat)[:2]), seat=seat))
    assert (given.code, given.clause) == ("PLAYER_IS_PRESENT", "637a.8(b)(6)")


def test_k__an_agreed_minimum_raises_both_fixed_limits() -> None:
    limits = {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200, "blinds": [50, 100]}
    stated = holdem(
        ["3 raise to 300"],
        submission={**limits, "minimum_increase": 100},
        agreed_minimum={"cents": 200, "seats": [1, 2, 3]},
    )
    assert refusal(**stated)["code"] == "DECISIONS_COMPLETE_THE_ROUND"


def test_b_to_k__replay_of_words_and_chips_equals_live() -> None:
    at = _started(table())
    accepted(at, envelope(cmd.Announce(word="raise"), seat=3))
    accepted(at, envelope(cmd.PlaceChips(cents=300, then="more"), seat=3))
    accepted(at, envelope(cmd.PlaceChips(cents=100), seat=3))
    accepted(at, envelope(cmd.SecureStakes(seat=2)))
    assert POKER.replay(at.events) == at.state


@pytest.mark.parametrize(
    ("named", "lawful"), [(0, True), (50, True), (100, True), (75, False), (150, False), (1, False)]
)
def test_k__a_call_names_nothing_what_is_put_in_or_what_it_comes_to(named: int, lawful: bool) -> None:
    """The first blind of 50 is in and 100 are to be called."""
    at = deals.along(deals.seated("holdem", 3, deals.NO_LIMIT), deals.on_street(0))
    deals.act(at, "3 fold")
    given = at.send(envelope(cmd.Act(word="call", to=named), seat=1))
    assert isinstance(given, Refusal) is not lawful
    if isinstance(given, Refusal):
        assert (given.code, given.clause) == ("AMOUNT_IS_LAWFUL", "637a.11(g)")


def test_g__chips_forward_beyond_the_raise_that_was_said_go_back_whatever_lies_there_already() -> None:
    """637a.8(g), of a player whose blind of 50 is part of the raise."""
    at = deals.along(deals.seated("holdem", 3, deals.LIMIT), deals.on_street(0))
    deals.act(at, "3 fold")
    accepted(at, envelope(cmd.Announce(word="raise"), seat=1))
    accepted(at, envelope(cmd.PlaceChips(cents=200, then="more"), seat=1))
    placed, corrected, acted = accepted(at, envelope(cmd.Act(word="raise", to=200), seat=1))
    assert (placed.total, corrected.clause, corrected.placed, corrected.cents) == (200, "637a.8(g)", 200, 150)
    assert (acted.cents, acted.to) == (150, 200)


def test_k__a_minimum_that_was_agreed_ends_when_somebody_sits_down() -> None:
    at = deals.seated("holdem", 2, {**deals.NO_LIMIT, "minimum_increase": 400})
    at = deals.along(at, deals.round_over)
    accepted(at, cmd.AgreeMinimum(cents=300, seats=(1, 2)))
    *_, ended = accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=3, by="p3"))
    assert (ended.clause, ended.cents, ended.from_next_round) == ("637a.8(k)", 0, False)


def test_k__a_minimum_agreed_after_another_has_lapsed_holds_on() -> None:
    at = deals.seated("holdem", 2, {**deals.NO_LIMIT, "minimum_increase": 400})
    at = deals.along(at, deals.round_over)
    accepted(at, cmd.AgreeMinimum(cents=300, seats=(1, 2)))

    def play() -> None:
        accepted(at, cmd.StartRound(order=DECK_52, button=look_at(at).button))
        deals.along(at, deals.on_street(0))

    play()
    # The round in progress is played out with it.
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=3, by="p3"))
    assert agreed_minimum(at) == 300
    deals.along(at, deals.round_over)
    assert agreed_minimum(at) == 0
    accepted(at, cmd.AgreeMinimum(cents=400, seats=(1, 2, 3)))
    play()
    deals.along(at, deals.round_over)
    assert agreed_minimum(at) == 400


def test_k__an_agreed_minimum_is_withdrawn_by_everybody() -> None:
    at = table(**{**NO_LIMIT, "minimum_increase": 400})
    agree = cmd.AgreeMinimum(cents=300, seats=(1, 2, 3))
    accepted(at, envelope(agree))
    assert agreed_minimum(at) == 300
    posted = replace(agree, cents=100)
    assert refuses(at, envelope(replace(posted, seats=(1, 2)))).code == "AGREEMENT_IS_UNANIMOUS"
    spans = [ask.amounts for ask in at.legal(Viewer(Role.DEALER)) if ask.command == "agree_minimum"]
    assert any(span is not None and 100 in span for span in spans)
    (withdrawn,) = accepted(at, envelope(posted))
    assert (withdrawn.clause, agreed_minimum(at)) == ("637a.8(k)", 0)
    assert refuses(at, envelope(posted)).clause == "637a.8(k)"


def test_f__a_second_motion_after_the_betting_ended_increases_no_bet() -> None:
    at = table()
    accepted(at, envelope(cmd.StartRound(order=cards(with_stub(HOLDEM_FRONT)), button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    for seat, word in ((3, "call"), (1, "call"), (2, "check")):
        accepted(at, envelope(cmd.Act(word=word), seat=seat))
    refusal = refuses(at, envelope(cmd.PlaceChips(cents=100), seat=3))
    assert (refusal.code, refusal.clause) == ("BET_IS_MADE_AT_ONCE", "637a.8(f)")
    refusal = refuses(at, envelope(cmd.PlaceChips(cents=100), seat=2))
    assert (refusal.clause, refusal.legal) == ("637a.7(e)(2)", ())


LIMIT_OF_2 = {"structure": "fixed-limit", "blinds": [100, 200], "small_bet": 200, "big_bet": 400}


@pytest.mark.parametrize(
    ("terms", "field", "clause"),
    [
        ({**LIMIT_OF_2, "blinds": [200, 500]}, "blinds", "637a.8(k)"),
        ({**LIMIT_OF_2, "straddle": 900}, "straddle", "637a.8(k)"),
        ({**LIMIT_OF_2, "straddle": 400}, "", ""),
        ({"structure": "spread-limit", "blinds": [100], "maximum_bet": 500, "big_bet": 900}, "structure", "637a.8(k)"),
        ({**LIMIT_OF_2, "shuffler": "automatic-reshuffling"}, "shuffler", "637a.5(a)"),
    ],
)
def test_k__bets_above_the_posted_limits_and_devices_of_no_clause_are_faults(
    terms: dict[str, Any], field: str, clause: str
) -> None:
    _, faults = check(terms, game="holdem")
    found = [(fault.field, fault.clause) for fault in faults if fault.severity is Severity.FAULT]
    assert found == ([(field, clause)] if field else [])


def test_s9_b__s1__a_game_or_an_action_beyond_the_chapter_is_refused_under_its_clause() -> None:
    """637a.9(b) 637a.1"""
    round = holdem(["3 fold", "1 fold"])
    for change, code, clause in (
        ({"game": "razz"}, "GAME_IS_KNOWN", "637a.9(b)"),
        ({"actions": ["3 fold", "1 fold", "2 check"]}, "ROUND_IS_WELL_FORMED", "637a.1"),
    ):
        given = refusal(**{**round, **change})
        assert (given["code"], given["clause"]) == (code, clause)
