"""637a.8: placement of bets."""

from __future__ import annotations

from typing import Any

from houseway.cards import cards
from houseway.engine.pot import commands as cmd
from houseway.engine.pot import room_commands as room
from houseway.engine.pot.machine import PokerTable, replay
from houseway.engine.roles import Role
from tests.regulations.c637a.poker import (
    HOLDEM_FRONT,
    accepted,
    answer,
    holdem,
    refusal,
    refused,
    rulings,
    table,
)
from tests.regulations.stated import with_stub

DECK = cards(with_stub(HOLDEM_FRONT))
CHECKED_DOWN = [f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]


def _started(at: PokerTable) -> PokerTable:
    accepted(at, cmd.StartRound(by=Role.DEALER, order=DECK, button=3))
    accepted(at, cmd.DealStreet(by=Role.DEALER))
    return at


def _act(at: PokerTable, seat: int, word: str, to: int = 0) -> None:
    accepted(at, cmd.Act(by=Role.PLAYER, seat=seat, word=word, to=to))


# (a), (b): who plays, and with which stakes.


def test_a__a_player_who_is_away_is_not_dealt_in() -> None:
    at = table()
    accepted(at, room.SecureStakes(by=Role.FLOORPERSON, seat=1))
    accepted(at, cmd.StartRound(by=Role.DEALER, order=DECK, button=3))
    assert at.state.order == (2, 3)


def test_b_1__chips_not_on_the_table_cannot_be_bet() -> None:
    given = refusal(**holdem(["3 chips 10001"]))
    assert (given["code"], given["clause"]) == ("WAGER_IS_COVERED", "637a.8(b)(1)")


def test_b_2__stakes_are_added_and_removed_only_between_rounds() -> None:
    for action in ("3 adds 500", "3 removes 500"):
        given = refusal(**holdem([action]))
        assert (given["code"], given["clause"]) == ("STEP_IS_DUE", "637a.8(b)(2)")
    at = table()
    accepted(at, cmd.AddStakes(by=Role.PLAYER, seat=1, cents=500))
    accepted(at, room.RemoveStakes(by=Role.PLAYER, seat=1, cents=1_500))
    assert at.state.ledger["player p1"] == 9_000


def test_b_3__currency_in_the_pot_is_exchanged_and_bet() -> None:
    given = answer(**holdem(["3 currency 300", "1 fold", "2 fold"]))
    assert rulings(given, "currency_exchanged")[0]["clause"] == "637a.8(b)(3)"
    assert given["net"] == {"1": -50, "2": -100, "3": 150}


def test_b_6_i__counted_stakes_must_be_unchanged_on_return() -> None:
    at = _started(table())
    accepted(at, room.SecureStakes(by=Role.FLOORPERSON, seat=3))
    given = refused(at, cmd.Act(by=Role.PLAYER, seat=3, word="call"))
    assert (given.code, given.clause) == ("PLAYER_IS_PRESENT", "637a.8(b)(6)")
    wrong = refused(at, room.ReturnToTable(by=Role.FLOORPERSON, seat=3, cents=9_000))
    assert (wrong.code, wrong.clause) == ("STAKES_ARE_UNCHANGED", "637a.8(b)(6)(i)")
    accepted(at, room.ReturnToTable(by=Role.FLOORPERSON, seat=3, cents=10_000))
    _act(at, 3, "call")


def test_b_6_ii__covered_stakes_need_no_count() -> None:
    at = _started(table())
    (secured,) = accepted(at, room.SecureStakes(by=Role.SHIFT_SUPERVISOR, seat=2, covered=True))
    assert secured.clause == "637a.8(b)(6)(ii)"
    accepted(at, room.ReturnToTable(by=Role.FLOORPERSON, seat=2))
    assert at.state.away == frozenset()


def test_b_6__only_the_floor_secures_stakes() -> None:
    given = refused(table(), room.SecureStakes(by=Role.DEALER, seat=1))
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


def test_k__an_agreed_minimum_lapses_when_a_player_joins() -> None:
    at = table(structure="no-limit", blinds=[50, 100], minimum_increase=300)
    accepted(at, room.AgreeMinimum(by=Role.DEALER, cents=300, seats=(1, 2, 3)))
    accepted(at, cmd.TakePokerSeat(by=Role.PLAYER, seat=4, player="p4", cents=10_000))
    assert at.state.agreed_minimum == 0


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
    accepted(at, room.Announce(by=Role.PLAYER, seat=3, word="raise"))
    accepted(at, room.PlaceChips(by=Role.PLAYER, seat=3, cents=300, then="more"))
    accepted(at, room.PlaceChips(by=Role.PLAYER, seat=3, cents=100))
    accepted(at, room.SecureStakes(by=Role.FLOORPERSON, seat=2))
    assert replay(at.events) == at.state
