"""637a.16: the High Hand Jackpot payout."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.engine.kernel import Envelope, Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import FLOOR, Room, accepted, count_at_cage, count_box, room
from tests.kit.table_views import balance_of, chips_of, fund_of
from tests.kit.tables import refuses

TERMS = {
    "contribution": 100,
    "minimum_pot": 1_000,
    "qualifying_minutes": 60,
    "minimum_players": 4,
    "claim_days": 7,
}
FUND = "high hand"
HOUR = 3_600
WEEK = 7 * 86_400
FULL_HOUSE, EQUAL, QUADS = cards("9c 9d 9h 4c 4d"), cards("9c 9d 9s 4h 4s"), cards("2c 2d 2h 2s 5c")


def _started(**terms: Any) -> Room:
    at = room(high_hand={**TERMS, **terms})
    accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="high_hand"), by="Sue"))
    for table in ("1", "2"):
        accepted(at, envelope(cmd.DesignateTable(fund=FUND, table=table), by="Flora"))
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=0))
    return at


def _contribute(at: Room, times: int = 1) -> None:
    for number in range(times):
        table = str(1 + number % 2)
        accepted(at, envelope(cmd.Contribute(fund=FUND, table=table, pot=2_000, cents=100), by="Dee"))


def _slip(player: str, hand: tuple[Any, ...] = FULL_HOUSE, seat: int = 3) -> cmd.TrackingSlip:
    return cmd.TrackingSlip(
        player=player,
        phone="717-555-0100",
        seat=seat,
        table="1",
        hand=hand,
        dealer="Dee",
        dealer_credential="D-17",
        signature="Flora",
        credential="F-4",
    )


def _call(hand: tuple[Any, ...] = FULL_HOUSE, seat: int = 3, players: int = 6, at: int = 60) -> Envelope:
    return envelope(cmd.CallHighHand(fund=FUND, table="1", seat=seat, hand=hand, players=players), by="Dee", at=at)


def _track(at: Room, player: str, hand: tuple[Any, ...] = FULL_HOUSE) -> None:
    accepted(at, _call(hand))
    accepted(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip(player, hand), identified=True), by="Flora"))


def _ended(at: Room, cents: int) -> None:
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    count_at_cage(at, FUND, ("1", "2"), cents, notify=False)


def _pay(player: str, at: int = 2 * HOUR, *, identified: bool = True) -> Envelope:
    return envelope(cmd.PayHighHand(fund=FUND, player=player, identified=identified), by="Cass", at=at)


ANNOUNCE = envelope(cmd.AnnounceHighHandPayout(fund=FUND), by="Flora")


# (a) to (e).


def test_a__only_a_submission_offers_a_high_hand() -> None:
    given = refuses(room(), envelope(cmd.OfferFund(fund=FUND, kind="high_hand"), by="Sue"))
    assert (given.code, given.clause) == ("FUND_IS_OFFERED", "637a.16(a)")


def test_b_1_to_7__the_posted_rules_have_every_item() -> None:
    at = room(high_hand=TERMS)
    (offered,) = accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="high_hand"), by="Sue"))
    posted = " ".join(offered.posted)  # type: ignore[attr-defined]
    for said in ("60 minutes", "$1", "$10", "4 players", "divide", "7 days", "not be present", "identification"):
        assert said in posted


def test_b_1__a_period_lasts_its_posted_time() -> None:
    given = refuses(_started(), envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR - 1))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(b)(1)")


def test_b_4__too_few_players_dealt_in() -> None:
    given = refuses(_started(), _call(players=3))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(b)(4)")


def test_c__contributions_are_collected_in_a_qualifying_period() -> None:
    at = _started()
    _contribute(at)
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    late = envelope(cmd.Contribute(fund=FUND, table="1", pot=2_000, cents=100), by="Dee")
    assert refuses(at, late).clause == "637a.16(c)"
    small = envelope(cmd.Contribute(fund=FUND, table="1", pot=999, cents=100), by="Dee")
    assert refuses(_started(), small).code == "AMOUNT_IS_LAWFUL"


def test_d__boxes_are_counted_at_the_end_of_the_period() -> None:
    at = _started()
    given = refuses(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1", "2")), by="Flora"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(d)")


def test_d_1__a_count_at_a_table_is_signed_by_two() -> None:
    at = _started()
    _contribute(at, 2)
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    for table in ("1", "2"):
        accepted(at, envelope(cmd.CloseTableForCount(fund=FUND, table=table), by="Flora"))
        accepted(at, envelope(cmd.RecordCount(fund=FUND, table=table), by="Vera"))
        count_box(at, FUND, table, 100)
        accepted(at, envelope(cmd.SignCount(fund=FUND, table=table), by="Dee"))
        twice = refuses(at, envelope(cmd.SignCount(fund=FUND, table=table), by="Dee", role=FLOOR))
        assert (twice.code, twice.clause) == ("PERSON_SIGNS_ONCE", "637a.16(d)(1)")
        accepted(at, envelope(cmd.SignCount(fund=FUND, table=table), by="Flora", role=FLOOR))
        accepted(at, envelope(cmd.LockContents(fund=FUND, table=table), by="Flora", role=FLOOR))
    (moved,) = accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam"))
    assert moved.cents == 200  # type: ignore[attr-defined]
    (counted,) = accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=200), by="Cass"))
    assert counted.clause == "637a.16(e)"


# (f): tracking.


def test_f__less_than_a_full_house_is_not_called() -> None:
    given = refuses(_started(), _call(cards("Ac Kc Jc 9c 7c")))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(f)")


def test_reading__637a_high_hand_equal() -> None:
    """637a.16(f): only a higher or an equal hand is called after the first."""
    at = _started()
    _track(at, "Ann", QUADS)
    given = refuses(at, _call(FULL_HOUSE))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(f)")
    _track(at, "Bob", QUADS)
    assert [slip.player for slip in fund_of(at, FUND).leaders] == ["Ann", "Bob"]


def test_f__each_higher_hand_is_announced_and_recorded() -> None:
    at = _started()
    _track(at, "Ann")
    accepted(at, _call(QUADS))
    recorded, announced = accepted(
        at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Bob", QUADS), identified=True), by="Flora")
    )
    assert (recorded.clause, announced.clause) == ("637a.16(f)", "637a.16(f)")
    assert announced.hand == QUADS  # type: ignore[attr-defined]
    assert [slip.player for slip in fund_of(at, FUND).leaders] == ["Bob"]


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("player", "(1)"),
        ("phone", "(1)"),
        ("seat", "(1)"),
        ("table", "(2)"),
        ("hand", "(3)"),
        ("dealer", "(4)"),
        ("dealer_credential", "(4)"),
        ("signature", "(5)"),
        ("credential", "(5)"),
    ],
)
def test_f_1_to_5__the_slip_lacks_nothing(field: str, path: str) -> None:
    at = _started()
    accepted(at, _call())
    slip = replace(_slip("Ann"), **{field: type(getattr(_slip("Ann"), field))()})
    given = refuses(at, envelope(cmd.RecordHighHand(fund=FUND, slip=slip, identified=True), by="Flora"))
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", f"637a.16(f){path}")


def test_f_5__who_verified_signs_and_is_not_the_dealer() -> None:
    at = _started()
    accepted(at, _call())
    for signature in ("Fred", "Dee"):
        slip = replace(_slip("Ann"), signature=signature)
        given = refuses(
            at,
            envelope(
                cmd.RecordHighHand(fund=FUND, slip=slip, identified=True),
                by=signature if signature == "Dee" else "Flora",
            ),
        )
        assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.16(f)(5)")


def test_f__the_floor_records_what_the_dealer_called() -> None:
    at = _started()
    assert (
        refuses(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Ann"), identified=True), by="Flora")).code
        == "STEP_IS_DUE"
    )
    accepted(at, _call())
    given = refuses(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Ann", QUADS), identified=True), by="Flora"))
    assert given.clause == "637a.16(f)(3)"


def test_f_1__reading__637a_table_record__the_slip_names_who_has_the_seat_by_the_tables_record_or_a_reason() -> None:
    at = _started()
    call = replace(_call().command, player="Ann")
    accepted(at, envelope(call, by="Dee", at=60))
    record = cmd.RecordHighHand(fund=FUND, slip=_slip("Bob"), identified=True)
    for reason in ("", "  "):
        refusal = refuses(at, envelope(replace(record, reason=reason), by="Flora"))
        assert (refusal.code, refusal.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(1)")
        assert refusal.message == "Ann sat in seat 3 of table 1, and the slip names Bob"
        assert refusal.legal == ("Ann", "state the reason")
    accepted(at.fork(), envelope(replace(record, slip=_slip("Ann")), by="Flora"))
    recorded, _ = accepted(at, envelope(replace(record, reason="Bob had changed seats"), by="Flora"))
    assert recorded.reason == "Bob had changed seats"  # type: ignore[attr-defined]


def test_f_3__a_hand_that_the_tables_record_does_not_show_is_recorded_with_a_reason() -> None:
    at = _started()
    accepted(at, envelope(replace(_call().command, player="Ann", unshown=True), by="Dee", at=60))
    record = cmd.RecordHighHand(fund=FUND, slip=_slip("Ann"), identified=True)
    refusal = refuses(at, envelope(record, by="Flora"))
    assert (refusal.code, refusal.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(3)")
    accepted(at, envelope(replace(record, reason="the pot was won without a showdown"), by="Flora"))


def test_f__the_player_of_a_hand_who_is_of_the_floor_is_not_asked_to_verify_it() -> None:
    at = _started()
    accepted(at, envelope(replace(_call().command, player="Fred"), by="Dee", at=60))
    asked = {name: at.legal(Viewer(FLOOR, name)) for name in ("Fred", "Flora")}
    assert not any(ask.command in ("record_high_hand", "reject_high_hand") for ask in asked["Fred"])
    assert any(ask.command == "record_high_hand" for ask in asked["Flora"])


def test_f_4__the_slip_names_the_dealer_who_called() -> None:
    at = _started()
    accepted(at, _call())
    given = refuses(
        at,
        envelope(cmd.RecordHighHand(fund=FUND, slip=replace(_slip("Ann"), dealer="Dan"), identified=True), by="Flora"),
    )
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(4)")


def test_f_1__the_slip_has_more_than_blanks() -> None:
    at = _started()
    accepted(at, _call())
    given = refuses(
        at, envelope(cmd.RecordHighHand(fund=FUND, slip=replace(_slip("Ann"), phone="  "), identified=True), by="Flora")
    )
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(1)")


def test_f__the_floor_may_find_another_hand_than_was_called() -> None:
    at = _started()
    reject = envelope(cmd.RejectHighHand(fund=FUND), by="Flora")
    assert refuses(at, reject).clause == "637a.16(f)"
    accepted(at, _call(QUADS))
    (rejected,) = accepted(at, reject)
    assert (rejected.clause, fund_of(at, FUND).leaders) == ("637a.16(f)", ())
    _track(at, "Ann")
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))


@pytest.mark.parametrize("seat", [0, 11])
def test_f_1__a_hand_is_called_at_a_seat_of_the_table(seat: int) -> None:
    given = refuses(_started(), _call(seat=seat))
    assert (given.code, given.clause) == ("SEAT_EXISTS", "637a.2(a)")


# (g) to (i): payment.


def test_g__the_pool_is_announced_when_it_has_been_counted() -> None:
    at = _started()
    _contribute(at, 4)
    _track(at, "Ann")
    assert refuses(at, ANNOUNCE).clause == "637a.16(g)"
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    assert refuses(at, ANNOUNCE).clause == "637a.16(g)"
    count_at_cage(at, FUND, ("1", "2"), 400, notify=False)
    (announced,) = accepted(at, ANNOUNCE)
    assert announced.shares == (("Ann", 400),)  # type: ignore[attr-defined]
    assert fund_of(at, FUND).displayed == 400


def test_h__the_highest_hand_is_paid_at_the_cage() -> None:
    at = _started()
    _contribute(at, 4)
    _track(at, "Ann")
    _track(at, "Bob", QUADS)
    _ended(at, 400)
    accepted(at, ANNOUNCE)
    assert refuses(at, _pay("Ann")).clause == "637a.16(h)"
    floor = envelope(cmd.PayHighHand(fund=FUND, player="Bob", identified=True), by="Flora", role=FLOOR, at=2 * HOUR)
    assert refuses(at, floor).code == "ROLE_IS_AUTHORISED"
    (paid,) = accepted(at, _pay("Bob"))
    assert (paid.clause, chips_of(at, "Bob")) == ("637a.16(h)", 400)
    assert refuses(at, _pay("Bob")).clause == "637a.16(h)"


def test_b_5_h__equal_hands_divide_the_payout() -> None:
    at = _started()
    _contribute(at, 3)
    _track(at, "Ann")
    _track(at, "Bob", EQUAL)
    _track(at, "Cy", EQUAL)
    _ended(at, 300)
    accepted(at, ANNOUNCE)
    assert dict(fund_of(at, FUND).payable) == dict.fromkeys(("Ann", "Bob", "Cy"), ((100, HOUR + WEEK),))


def test_b_5__reading__637a_high_hand_twice() -> None:
    at = _started()
    _contribute(at, 2)
    for name, hand in (("Ann", FULL_HOUSE), ("Bob", EQUAL), ("Ann", EQUAL)):
        _track(at, name, hand)
    _ended(at, 200)
    (announced,) = accepted(at, ANNOUNCE)
    assert announced.shares == (("Ann", 100), ("Bob", 100))  # type: ignore[attr-defined]


def test_b_5__what_cannot_be_divided_waits_for_the_next_period() -> None:
    at = _started()
    _contribute(at, 1)
    for name, hand in (("Ann", FULL_HOUSE), ("Bob", EQUAL), ("Cy", EQUAL)):
        _track(at, name, hand)
    _ended(at, 100)
    accepted(at, ANNOUNCE)
    assert fund_of(at, FUND).official == balance_of(at, "fund high hand") == 1


def test_g_h__a_pool_of_nothing_is_announced_and_nobody_is_paid_nothing() -> None:
    at = _started()
    _track(at, "Ann")
    _ended(at, 0)
    (announced,) = accepted(at, ANNOUNCE)
    assert (announced.cents, announced.shares) == (0, ())  # type: ignore[attr-defined]
    assert fund_of(at, FUND).payable == {}
    assert refuses(at, _pay("Ann")).message == "nothing is payable to Ann"
    assert "pay_high_hand" not in [ask.command for ask in at.legal(Viewer(Role.CASHIER, "Cass"))]


@pytest.mark.parametrize("paid", [True, False])
def test_h__a_record_with_a_payment_of_nothing_is_replayed_and_goes_on(paid: bool) -> None:
    at = _started()
    _track(at, "Ann")
    _ended(at, 0)
    said: dict[str, Any] = {"clause": "637a.16(h)", "fund": FUND, "at": HOUR}
    until = HOUR + WEEK
    events = [
        *at.events,
        ev.HighHandPayoutAnnounced(**said, person="Flora", cents=0, shares=(("Ann", 0),), claim_until=until),
    ]
    if paid:
        nothing = (("payout high hand", "player Ann", 0),)
        events.append(
            ev.HighHandPaid(**said, person="Cass", player="Ann", cents=0, claim_until=until, postings=nothing)
        )
    again: Room = Table(at.rules, state=JACKPOTS.replay(events), events=events)
    assert fund_of(again, FUND).payable == {}
    accepted(again, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))


def test_h__without_a_full_house_the_contributions_roll_over() -> None:
    at = _started()
    _contribute(at, 4)
    _ended(at, 400)
    (rolled,) = accepted(at, ANNOUNCE)
    assert (rolled.clause, rolled.cents) == ("637a.16(h)", 400)  # type: ignore[attr-defined]
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    _contribute(at, 2)
    accepted(at, _call(at=HOUR + 60))
    accepted(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Ann"), identified=True), by="Flora"))
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=2 * HOUR))
    count_at_cage(at, FUND, ("1", "2"), 200, notify=False)
    (announced,) = accepted(at, ANNOUNCE)
    assert announced.cents == 600  # type: ignore[attr-defined]


def test_g__a_period_is_announced_before_the_next_begins() -> None:
    at = _started()
    _ended(at, 0)
    given = refuses(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(g)")


def test_b_7__identification_is_presented() -> None:
    at = _paid_to_ann()
    assert refuses(at, _pay("Ann", identified=False)).clause == "637a.16(b)(7)"


def _paid_to_ann() -> Room:
    at = _started()
    _contribute(at, 2)
    _track(at, "Ann")
    _ended(at, 200)
    accepted(at, ANNOUNCE)
    return at


def test_b_6_i__an_unclaimed_payout_follows_the_submission() -> None:
    at = _paid_to_ann()
    unclaimed = cmd.DistributeUnclaimed(fund=FUND, player="Ann")
    assert refuses(at, envelope(unclaimed, by="Fin", at=HOUR + WEEK)).clause == "637a.16(i)"
    late = refuses(at, _pay("Ann", HOUR + WEEK + 1))
    assert (late.code, late.clause) == ("PAYOUT_IS_CLAIMED_IN_TIME", "637a.16(b)(6)")
    accepted(at, envelope(unclaimed, by="Fin", at=HOUR + WEEK + 1))
    assert fund_of(at, FUND).official == balance_of(at, "fund high hand") == 200


def test_b_6_i__each_payout_keeps_its_own_time_to_collect() -> None:
    at = _paid_to_ann()
    later = WEEK - HOUR
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=later))
    _contribute(at, 3)
    accepted(at, _call(at=later + 60))
    accepted(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Ann"), identified=True), by="Flora"))
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=later + HOUR))
    count_at_cage(at, FUND, ("1", "2"), 300, notify=False)
    accepted(at, ANNOUNCE)
    both = at.fork()
    accepted(both, _pay("Ann", HOUR + WEEK))
    assert chips_of(both, "Ann") == 500
    # The first payout was not collected in time: winning again does not bring it back.
    (paid,) = accepted(at, _pay("Ann", HOUR + WEEK + 1))
    assert (paid.cents, chips_of(at, "Ann")) == (300, 300)  # type: ignore[attr-defined]
    assert refuses(at, _pay("Ann", HOUR + WEEK + 1)).code == "PAYOUT_IS_CLAIMED_IN_TIME"
    accepted(at, envelope(cmd.DistributeUnclaimed(fund=FUND, player="Ann"), by="Fin", at=HOUR + WEEK + 1))
    assert (fund_of(at, FUND).payable, fund_of(at, FUND).official) == ({}, 200)


# Several tables, and the time of a period.


def _call_at(table: str, hand: tuple[Any, ...], dealer: str, *, at: int = 60, shown_at: int | None = None) -> Envelope:
    call = cmd.CallHighHand(fund=FUND, table=table, seat=3, hand=hand, players=6, shown_at=shown_at)
    return envelope(call, by=dealer, at=at)


def _record_at(table: str, player: str, hand: tuple[Any, ...], dealer: str) -> Envelope:
    slip = replace(_slip(player, hand), table=table, dealer=dealer)
    return envelope(cmd.RecordHighHand(fund=FUND, slip=slip, identified=True), by="Flora")


def test_f_h__reading__637a_high_hand_calls__another_tables_hand_is_called_while_the_first_waits() -> None:
    at = _started()
    accepted(at, _call_at("1", FULL_HOUSE, "Dee"))
    accepted(at, _call_at("2", QUADS, "Dan"))
    end = envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR)
    assert refuses(at.fork(), end).clause == "637a.16(f)"
    in_order = at.fork()
    accepted(in_order, _record_at("1", "Ann", FULL_HOUSE, "Dee"))
    accepted(in_order, _record_at("2", "Bob", QUADS, "Dan"))
    accepted(at, _record_at("2", "Bob", QUADS, "Dan"))
    for room_of in (in_order, at):
        assert [slip.player for slip in fund_of(room_of, FUND).leaders] == ["Bob"]
        # What was called and is lower has nothing to win any more.
        assert fund_of(room_of, FUND).calls == ()
    accepted(at, end)


def test_f__the_floor_rejects_one_of_several_calls() -> None:
    at = _started()
    accepted(at, _call_at("1", FULL_HOUSE, "Dee"))
    accepted(at, _call_at("2", QUADS, "Dan"))
    reject = cmd.RejectHighHand(fund=FUND)
    refusal = refuses(at, envelope(reject, by="Flora"))
    assert (refusal.code, refusal.clause, len(refusal.legal)) == ("HAND_QUALIFIES", "637a.16(f)", 2)
    assert refuses(at, envelope(replace(reject, table="9"), by="Flora")).message == "No dealer called this hand."
    (rejected,) = accepted(at, envelope(replace(reject, table="2"), by="Flora"))
    assert (rejected.table, rejected.seat) == ("2", 3)  # type: ignore[attr-defined]
    assert [call.table for call in fund_of(at, FUND).calls] == ["1"]


@pytest.mark.parametrize("ended", [True, False])
def test_f_h__a_hand_shown_in_the_period_is_called_after_its_end(ended: bool) -> None:
    at = _started()
    if ended:
        accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    assert refuses(at, _call_at("1", QUADS, "Dee", at=HOUR + 5)).clause == "637a.16(f)"
    assert refuses(at, _call_at("1", QUADS, "Dee", at=HOUR + 5, shown_at=HOUR)).clause == "637a.16(f)"
    accepted(at, _call_at("1", QUADS, "Dee", at=HOUR + 5, shown_at=HOUR - 1))
    accepted(at, _record_at("1", "Ann", QUADS, "Dee"))
    if not ended:
        accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR + 9))
    count_at_cage(at, FUND, ("1", "2"), 0, notify=False)
    accepted(at, ANNOUNCE)
    assert refuses(at, _call_at("1", QUADS, "Dee", at=HOUR + 20, shown_at=HOUR - 1)).clause == "637a.16(f)"


def test_g__a_payout_is_not_announced_while_a_hand_waits_for_the_floor() -> None:
    at = _started()
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    count_at_cage(at, FUND, ("1", "2"), 0, notify=False)
    accepted(at, _call_at("1", QUADS, "Dee", at=HOUR + 5, shown_at=HOUR - 1))
    assert refuses(at, ANNOUNCE).clause == "637a.16(f)"
    assert "announce_high_hand_payout" not in [ask.command for ask in at.due()]


def test_c__s1__a_contribution_is_collected_in_the_time_of_the_period() -> None:
    """637a.1"""
    at = _started()
    late = cmd.Contribute(fund=FUND, table="1", pot=2_000, cents=100)
    accepted(at.fork(), envelope(late, by="Dee", at=HOUR - 1))
    refusal = refuses(at, envelope(late, by="Dee", at=HOUR + 600))
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "637a.16(c)")
    # Taken in time, and carried to the room a little later.
    accepted(at, envelope(replace(late, taken_at=HOUR - 1), by="Dee", at=HOUR + 600))


@pytest.mark.parametrize(("pot", "left", "cents"), [(2_000, None, 100), (2_000, 40, 40), (1_000, 100, 100)])
def test_c__the_prescribed_contribution_and_no_other(pot: int, left: int | None, cents: int) -> None:
    at = _started()
    contribute = cmd.Contribute(fund=FUND, table="1", pot=pot, cents=cents, left=left)
    for other in (1, cents - 1, cents + 1):
        refusal = refuses(at, envelope(replace(contribute, cents=other), by="Dee"))
        assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "637a.16(c)")
    accepted(at, envelope(contribute, by="Dee"))


def _displayed(at: Room) -> int:
    return at.observe(Viewer(Role.PLAYER, "Pat")).funds[FUND].displayed


def test_b_g__reading__637a_high_hand_display__the_current_amount_of_the_period() -> None:
    at = _started()
    assert _displayed(at) == 0
    _contribute(at, 3)
    assert _displayed(at) == 300
    _ended(at, 300)
    accepted(at, ANNOUNCE)
    # Nobody made a full house: the amount waits for the next period, and is displayed.
    assert _displayed(at) == 300
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=HOUR))
    _contribute(at, 2)
    assert _displayed(at) == 500
    accepted(at, _call(QUADS, at=HOUR + 60))
    accepted(at, envelope(cmd.RecordHighHand(fund=FUND, slip=_slip("Ann", QUADS), identified=True), by="Flora"))
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=FUND), by="Flora", at=2 * HOUR))
    count_at_cage(at, FUND, ("1", "2"), 200, notify=False)
    accepted(at, ANNOUNCE)
    assert _displayed(at) == 500
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=FUND), by="Flora", at=2 * HOUR))
    assert _displayed(at) == 0


def test_a__a_step_for_a_fund_that_is_not_there_names_the_section_of_what_is_offered() -> None:
    at = room(high_hand=TERMS)
    refusal = refuses(at, envelope(cmd.DesignateTable(fund="other", table="1"), by="Flora"))
    assert (refusal.code, refusal.clause) == ("FUND_IS_OFFERED", "637a.16(a)")
    assert refuses(at, envelope(cmd.OfferFund(fund="other", kind="poker"), by="Sue")).clause == "637a.16(a)"
