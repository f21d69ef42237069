"""637a.15 and .16: two people where the text names two, nobody in a payout of his own, nothing twice, no time backwards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import FLOOR, SUPERVISOR, Room, accepted, adjust_display, count_at_cage, count_box, room
from tests.kit.table_views import fund_of
from tests.kit.tables import refuses

BEAT, HIGH, HOUR = "bad_beat", "high_hand", 3_600
TERMS: dict[str, Any] = {
    BEAT: {"contribution": 100, "hands": ["Tc Td Th Ts 2c"]},
    HIGH: {"contribution": 100, "minimum_players": 4},
}
FULL_HOUSE = cards("9c 9d 9h 4c 4d")
SLIP = cmd.TrackingSlip(
    player="Ann",
    phone="717-555-0100",
    seat=3,
    table="1",
    hand=FULL_HOUSE,
    dealer="Dee",
    dealer_credential="D-17",
    signature="Flora",
    credential="F-4",
)
LOU: dict[str, Any] = {
    "table": "1",
    "losing": cards("Qc Qd Qh Qs Ac"),
    "winning": cards("Kc Kd Kh Ks 2c"),
    "loser": "Lou",
    "winner": "Win",
    "others": ("Oda",),
}


def _room() -> Room:
    """Both funds, each with 100 cents in the box of table 1, in a qualifying period."""
    at = room(**TERMS)
    for kind in (BEAT, HIGH):
        accepted(at, envelope(cmd.OfferFund(fund=kind, kind=kind), by="Sue"))
    accepted(at, envelope(cmd.ApproveDiscontinuing(fund=BEAT), by="Ed"))
    for kind in (BEAT, HIGH):
        accepted(at, envelope(cmd.DesignateTable(fund=kind, table="1"), by="Flora"))
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=HIGH), by="Flora", at=0))
    for kind in (BEAT, HIGH):
        accepted(at, envelope(cmd.Contribute(fund=kind, table="1", pot=5_000, cents=100), by="Dee"))
    return at


def _verified() -> Room:
    at = _room()
    count_at_cage(at, BEAT, ("1",), 100, notify=True)
    accepted(at, envelope(cmd.VerifyBadBeat(fund=BEAT, **LOU), by="Sue"))
    return at


def _notified() -> Room:
    at = _verified()
    accepted(at, envelope(cmd.PostPendingNotice(fund=BEAT), by="Sue"))
    return at


def _ordered(to: str = "security") -> Room:
    at = _notified()
    accepted(at, envelope(cmd.OrderPayout(fund=BEAT, to=to), by="Sue"))
    return at


def _prepared(to: str = "security") -> Room:
    at = _ordered(to)
    accepted(at, envelope(cmd.PrepareDistribution(fund=BEAT), by="Fin"))
    return at


def _paid() -> Room:
    at = _prepared()
    accepted(at, envelope(cmd.PayBadBeat(fund=BEAT), by="Sam", role=Role.SECURITY))
    return at


def _called() -> Room:
    at = _room()
    call = cmd.CallHighHand(fund=HIGH, table="1", seat=3, hand=FULL_HOUSE, players=4)
    accepted(at, envelope(call, by="Dee", at=60))
    return at


RECORD = cmd.RecordHighHand(fund=HIGH, slip=SLIP, identified=True)


def _tracked() -> Room:
    at = _called()
    accepted(at, envelope(RECORD, by="Flora"))
    return at


def _ended() -> Room:
    at = _tracked()
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=HIGH), by="Flora", at=HOUR))
    return at


def _counted() -> Room:
    at = _ended()
    count_at_cage(at, HIGH, ("1",), 100, notify=False)
    return at


def _announced() -> Room:
    at = _counted()
    accepted(at, envelope(cmd.AnnounceHighHandPayout(fund=HIGH), by="Flora"))
    return at


def _nobody(at: Room, given: Envelope, clause: str) -> None:
    refusal = refuses(at, given)
    assert (refusal.code, refusal.clause) == ("PERSON_SIGNS_ONCE", clause), refusal


# Nobody judges, prepares or pays a payout of his own.

PLAYERS = ("Lou", "Win", "Oda")


@pytest.mark.parametrize("player", PLAYERS)
def test_s15_f_s15_g_s15_h_1__reading__637a_own_payout__a_bad_beat(player: str) -> None:
    to: dict[str, Any] = {"fund": BEAT}
    for at, command, role, clause in (
        (_room(), cmd.VerifyBadBeat(**to, **LOU), SUPERVISOR, "637a.15(f)"),
        (_verified(), cmd.PostPendingNotice(**to), SUPERVISOR, "637a.15(f)"),
        (_notified(), cmd.OrderPayout(**to, to="security"), SUPERVISOR, "637a.15(f)"),
        (_ordered(), cmd.PrepareDistribution(**to), Role.FINANCE, "637a.15(g)"),
        (_prepared("security"), cmd.PayBadBeat(**to), Role.SECURITY, "637a.15(f)(2)"),
        (_prepared("finance"), cmd.PayBadBeat(**to), Role.FINANCE, "637a.15(f)(2)"),
        (_prepared("cage"), cmd.PayBadBeat(**to), Role.CASHIER, "637a.15(g)"),
        (_paid(), cmd.AttendAdjustment(**to), FLOOR, "637a.15(h)(1)"),
        (_paid(), cmd.AdjustDisplay(**to, cents=0, witness="Flora"), Role.FINANCE, "637a.15(h)"),
        (_paid(), cmd.AdjustDisplay(**to, cents=0, witness=player), Role.FINANCE, "637a.15(h)(1)"),
    ):
        by = "Fin" if getattr(command, "witness", "") == player else player
        _nobody(at, envelope(command, role=role, by=by), clause)


def test_s16_d_s16_e_s16_f_s16_g_s16_h_s16_i__reading__637a_own_payout__a_high_hand() -> None:
    to: dict[str, Any] = {"fund": HIGH}
    higher = cmd.CallHighHand(fund=HIGH, table="1", seat=4, hand=cards("Ac Ad Ah 4c 4d"), players=4)
    beaten = _tracked()
    accepted(beaten, envelope(higher, by="Dan", at=120))
    own = replace(SLIP, signature="Ann")
    for at, command, role, clause in (
        (_called(), cmd.RecordHighHand(**to, slip=own, identified=True), FLOOR, "637a.16(f)"),
        (beaten, cmd.RejectHighHand(**to), FLOOR, "637a.16(f)"),
        (_ended(), cmd.AccountForBoxes(**to, tables=("1",)), FLOOR, "637a.16(d)(2)"),
        (_counted(), cmd.AnnounceHighHandPayout(**to), FLOOR, "637a.16(g)"),
        (_announced(), cmd.PayHighHand(**to, player="Ann", identified=True), Role.CASHIER, "637a.16(h)"),
        (_announced(), cmd.DistributeUnclaimed(**to, player="Ann"), Role.FINANCE, "637a.16(i)"),
    ):
        _nobody(at, envelope(command, role=role, by="Ann"), clause)


def test_s16_f_4__the_dealer_of_a_hand_has_not_held_it() -> None:
    at = _called()
    _nobody(at, envelope(replace(RECORD, slip=replace(SLIP, player="Dee")), by="Flora"), "637a.16(f)(4)")


# Two people where the text names two.


@pytest.mark.parametrize(
    ("at", "command", "role", "person", "clause"),
    [
        (_ordered(), cmd.PrepareDistribution(fund=BEAT), Role.FINANCE, "Sue", "637a.15(g)"),
        (_prepared("security"), cmd.PayBadBeat(fund=BEAT), Role.SECURITY, "Sue", "637a.15(f)(2)"),
        (_prepared("security"), cmd.PayBadBeat(fund=BEAT), Role.SECURITY, "Fin", "637a.15(f)(2)"),
        (_prepared("cage"), cmd.PayBadBeat(fund=BEAT), Role.CASHIER, "Fin", "637a.15(g)"),
        (_paid(), cmd.AttendAdjustment(fund=BEAT), FLOOR, "Fin", "637a.15(h)(1)"),
        (_paid(), cmd.AdjustDisplay(fund=BEAT, cents=0, witness="Flora"), Role.FINANCE, "Sue", "637a.15(h)"),
        (_announced(), cmd.PayHighHand(fund=HIGH, player="Ann", identified=True), Role.CASHIER, "Flora", "637a.16(h)"),
        (_announced(), cmd.PayHighHand(fund=HIGH, player="Ann", identified=True), Role.CASHIER, "Dee", "637a.16(h)"),
        (_announced(), cmd.DistributeUnclaimed(fund=HIGH, player="Ann"), Role.FINANCE, "Flora", "637a.16(i)"),
        (_called(), cmd.RejectHighHand(fund=HIGH), FLOOR, "Dee", "637a.16(f)"),
    ],
)
def test_s15_f_s15_g_s15_h_1_s16_f_s16_h__reading__637a_distinct_people__in_a_payout(
    at: Room, command: cmd.JackpotCommand, role: Role, person: str, clause: str
) -> None:
    _nobody(at.fork(), envelope(command, role=role, by=person), clause)


def test_s15_f_2_s15_g__finance_may_deliver_what_it_has_prepared() -> None:
    accepted(_prepared("finance"), envelope(cmd.PayBadBeat(fund=BEAT), by="Fin", role=Role.FINANCE))


def test_s15_i__who_offers_a_payout_does_not_approve_how_it_would_end() -> None:
    at = room(**TERMS)
    accepted(at, envelope(cmd.OfferFund(fund=BEAT, kind=BEAT), by="Sue"))
    _nobody(at, envelope(cmd.ApproveDiscontinuing(fund=BEAT), by="Sue"), "637a.15(i)")


def test_s15_h__once_paid_and_displayed_everybody_may_act_again() -> None:
    at = _paid()
    adjust_display(at, BEAT, 0)
    accepted(at, envelope(cmd.Contribute(fund=BEAT, table="1", pot=5_000, cents=100), by="Dee"))
    accepted(at, envelope(cmd.VerifyBadBeat(fund=BEAT, **{**LOU, "loser": "Sue"}), by="Lou"))


# A witness holds the role the text names, and who is gone does not hold up the count.


def test_s15_d_1_s15_h_1__a_witness_comes_as_a_floorperson_or_above() -> None:
    at = _room()
    accepted(at, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(fund=BEAT, table="1"), by="Flora"))
    for command, clause in (
        (cmd.AttendCount(fund=BEAT, table="1"), "637a.15(d)(1)"),
        (cmd.AttendAdjustment(fund=BEAT), "637a.15(h)(1)"),
    ):
        for role in (Role.DEALER, Role.SECURITY, Role.FINANCE, Role.CASHIER):
            given = refuses(at, envelope(command, role=role, by="Wes"))
            assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", clause)
            assert given.legal == ("floorperson", "shift supervisor")


def test_s15_d_1__a_count_is_made_again_while_a_signature_is_missing() -> None:
    at = _room()
    to: dict[str, Any] = {"fund": BEAT, "table": "1"}
    accepted(at, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(**to), by="Flora"))
    accepted(at, envelope(cmd.RecordCount(**to), by="Vera"))
    count_box(at, BEAT, "1", 100)
    accepted(at, envelope(cmd.SignCount(**to), by="Dee"))
    accepted(at, envelope(cmd.AttendCount(**to), by="Fred"))
    again = envelope(cmd.CountBox(**to, cents=100, witness="Fred"), by="Dan")
    accepted(at, again)
    assert fund_of(at, BEAT).counts["1"].signed == ()
    accepted(at, envelope(cmd.SignCount(**to), by="Dan"))
    accepted(at, envelope(cmd.SignCount(**to), by="Fred", role=FLOOR))
    given = refuses(at, again)
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)(1)")


# Nothing is done twice.


@pytest.mark.parametrize(
    ("at", "command", "role", "clause", "says"),
    [
        (_ordered(), cmd.OrderPayout(fund=BEAT, to="cage"), SUPERVISOR, "637a.15(f)(2)", "ordered from security"),
        (_ordered(), cmd.OrderPayout(fund=BEAT, to="security"), SUPERVISOR, "637a.15(f)(2)", "ordered from security"),
        (_notified(), cmd.PostPendingNotice(fund=BEAT), SUPERVISOR, "637a.15(f)(1)", "posted already"),
        (_room(), cmd.ApproveDiscontinuing(fund=BEAT), Role.EXECUTIVE_DIRECTOR, "637a.15(i)", "approved already"),
    ],
)
def test_s15_f_1_f_2_i__an_order_is_given_once(
    at: Room, command: cmd.JackpotCommand, role: Role, clause: str, says: str
) -> None:
    given = refuses(at.fork(), envelope(command, role=role, by="Eve"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", clause)
    assert says in given.message


def test_s15_d_s15_d_1_s15_d_2__each_step_of_a_count_is_taken_once() -> None:
    at = _room()
    to: dict[str, Any] = {"fund": BEAT}
    for command, clause in (
        (cmd.NotifyOfCount(**to), "637a.15(d)"),
        (cmd.AccountForBoxes(**to, tables=("1",)), "637a.15(d)(2)"),
        (cmd.CloseTableForCount(**to, table="1"), "637a.15(d)(1)"),
        (cmd.AttendCount(**to, table="1"), "637a.15(d)(1)"),
        (cmd.AttendAdjustment(**to), "637a.15(h)(1)"),
    ):
        accepted(at, envelope(command, by="Flora"))
        given = refuses(at, envelope(command, by="Flora"))
        assert (given.code, given.clause) == ("STEP_IS_DUE", clause)


def test_s15_d_2__there_are_boxes_to_account_for() -> None:
    at = room(**TERMS)
    accepted(at, envelope(cmd.OfferFund(fund=BEAT, kind=BEAT), by="Sue"))
    accepted(at, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    given = refuses(at, envelope(cmd.AccountForBoxes(fund=BEAT, tables=()), by="Flora"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)(2)")


def test_s15_i__a_fund_goes_to_a_payout_that_is_still_offered() -> None:
    at = room(**TERMS)
    for fund in ("first", "second"):
        accepted(at, envelope(cmd.OfferFund(fund=fund, kind=BEAT), by="Sue"))
        accepted(at, envelope(cmd.ApproveDiscontinuing(fund=fund), by="Ed"))
        accepted(at, envelope(cmd.TerminateContributions(fund=fund), by="Sue"))
    given = refuses(at, envelope(cmd.TransferFund(fund="first", to="second"), by="Fin"))
    assert (given.code, given.clause, given.legal) == ("FUND_IS_OFFERED", "637a.15(i)", ())


# Names.


@pytest.mark.parametrize("name", ["Dee ", " Dee", "D  ee", "Dee\u00a0", "De\u0301e", "Dee\u200b", "Dee\x00", "\ud800"])
def test_s15_d_s16_f__one_person_has_one_name(name: str) -> None:
    at = _room()
    by = refuses(at, envelope(cmd.CloseFund(fund=BEAT), by=name))
    assert by.code in ("PERSON_IS_NAMED", "VALUES_ARE_IN_RANGE")
    named = refuses(at, envelope(cmd.VerifyBadBeat(fund=BEAT, **{**LOU, "loser": name}), by="Sue"))
    assert named.code in ("PERSON_IS_NAMED", "VALUES_ARE_IN_RANGE")
    slip = refuses(_called(), envelope(replace(RECORD, slip=replace(SLIP, player=name)), by="Flora"))
    assert slip.code in ("PERSON_IS_NAMED", "VALUES_ARE_IN_RANGE")
    for refusal in (by, named, slip):
        assert bool(refusal.clause) is (refusal.code == "PERSON_IS_NAMED")


def test_s15_a_s15_b__a_fund_and_a_table_have_one_name() -> None:
    at = _room()
    fund = refuses(at, envelope(cmd.OfferFund(fund=f"{BEAT} ", kind=BEAT), by="Sue"))
    assert (fund.code, fund.clause) == ("FUND_IS_OFFERED", "637a.15(a)")
    table = refuses(at, envelope(cmd.DesignateTable(fund=BEAT, table="1 "), by="Flora"))
    assert (table.code, table.clause) == ("FUND_IS_OFFERED", "637a.15(b)")


def test_s15_a__the_funds_of_a_room_have_no_seats() -> None:
    given = refuses(_room(), envelope(cmd.CloseFund(fund=BEAT), seat=3, by="Fin"))
    assert (given.code, given.clause) == ("SEAT_EXISTS", "637a.15(a)")


# High hands: identification, players, time.


def test_s16_b_7__reading__637a_identification() -> None:
    at = _called()
    unknown = refuses(at, envelope(replace(RECORD, identified=False), by="Flora"))
    assert (unknown.code, unknown.clause) == ("HAND_QUALIFIES", "637a.16(b)(7)")
    assert unknown.legal == ("present identification", "reject the high hand")
    (recorded, _) = accepted(at, envelope(RECORD, by="Flora"))
    assert recorded.identified  # type: ignore[attr-defined]
    at = _announced()
    pay = cmd.PayHighHand(fund=HIGH, player="Ann", identified=False)
    assert refuses(at, envelope(pay, by="Cass")).clause == "637a.16(b)(7)"


def test_s16_b_4__no_more_players_are_dealt_in_than_a_table_has_places() -> None:
    call = cmd.CallHighHand(fund=HIGH, table="1", seat=3, hand=FULL_HOUSE, players=11)
    given = refuses(_room(), envelope(call, by="Dee", at=60))
    assert (given.code, given.clause) == ("SEAT_EXISTS", "637a.2(a)")
    accepted(_room(), envelope(replace(call, players=10), by="Dee", at=60))


def test_s16_b_1__time_does_not_run_backwards_in_any_step() -> None:
    at = _called()
    early = refuses(at, envelope(RECORD, by="Flora", at=59))
    assert (early.code, early.clause) == ("TIME_RUNS_FORWARD", "637a.16(b)(1)")
    accepted(at, envelope(RECORD, by="Flora", at=61))
    given = refuses(at, envelope(cmd.Contribute(fund=HIGH, table="1", pot=5_000, cents=100), by="Dee", at=60))
    assert given.code == "TIME_RUNS_FORWARD"


def test_s16_b_1_g_h__nothing_is_paid_before_the_period_has_ended() -> None:
    at = _tracked()
    pay = cmd.PayHighHand(fund=HIGH, player="Ann", identified=True)
    assert refuses(at, envelope(pay, by="Cass", at=HOUR - 1)).clause == "637a.16(h)"
    assert refuses(at, envelope(cmd.AnnounceHighHandPayout(fund=HIGH), by="Flora", at=HOUR)).clause == "637a.16(g)"
    early = refuses(_announced(), envelope(pay, by="Cass", at=HOUR - 1))
    assert (early.code, early.clause) == ("TIME_RUNS_FORWARD", "637a.16(b)(1)")
