"""637a.15 and .16: what is due and may be done is said as data, and what staff and players see of the funds."""

from __future__ import annotations

from typing import Any

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.observe import JackpotObservation
from houseway.chapters.c637a_poker.jackpots.state import BoxStage
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.engine.kernel import Envelope, Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import Room, accepted, adjust_display, count_at_cage, room
from tests.kit.table_views import balance_of
from tests.kit.tables import refuses

TERMS: dict[str, Any] = {
    "bad_beat": {"contribution": 100, "hands": ["Tc Td Th Ts 2c"]},
    "high_hand": {"contribution": 50},
}
BEAT, HIGH, HOUR = "bad_beat", "high_hand", 3_600
HAND = cards("9c 9d 9h 4c 4d")
SLIP = cmd.TrackingSlip(
    player="Ann",
    phone="717-555-0100",
    seat=3,
    table="1",
    hand=HAND,
    dealer="Dee",
    dealer_credential="D-17",
    signature="Flora",
    credential="F-4",
)
PLAYER = Viewer(Role.PLAYER, "Ann")


def _due(at: Room) -> list[tuple[str, Role, str, str]]:
    return [(ask.command, ask.role, ask.subject, ask.clause) for ask in at.due()]


def _offered() -> Room:
    at = room(**TERMS)
    for kind in (BEAT, HIGH):
        accepted(at, envelope(cmd.OfferFund(fund=kind, kind=kind), by="Sue"))
    accepted(at, envelope(cmd.ApproveDiscontinuing(fund=BEAT), by="Ed"))
    for kind in (BEAT, HIGH):
        accepted(at, envelope(cmd.DesignateTable(fund=kind, table="1"), by="Flora"))
    return at


def test_s15_a_s16_a__a_room_is_opened_before_it_has_funds() -> None:
    at: Room = Table(jackpot_rules(PokerSubmission(game="holdem", blinds=[50, 100], **TERMS)))
    assert [ask.command for ask in at.due()] == ["open_table"]
    assert refuses(at, envelope(cmd.OfferFund(fund=BEAT, kind=BEAT), by="Sue")).code == "TABLE_IS_OPEN"


def test_s15_d_1__the_count_at_a_table_step_by_step() -> None:
    at = _offered()
    accepted(at, envelope(cmd.Contribute(fund=BEAT, table="1", pot=5_000, cents=100), by="Dee"))
    assert _due(at) == []
    accepted(at, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(fund=BEAT, table="1"), by="Flora"))
    assert _due(at)[-1] == ("record_count", Role.SURVEILLANCE, BEAT, "637a.15(d)(1)")
    accepted(at, envelope(cmd.RecordCount(fund=BEAT, table="1"), by="Vera"))
    assert _due(at)[-1] == ("attend_count", Role.FLOORPERSON, BEAT, "637a.15(d)(1)")
    accepted(at, envelope(cmd.AttendCount(fund=BEAT, table="1"), by="Flora"))
    count = at.due()[-1]
    assert (count.command, count.word) == ("count_box", "1")
    assert count.amounts is not None
    # Nobody who counts is told what to expect.
    assert (count.amounts.least, count.amounts.most) == (0, None)
    accepted(at, envelope(cmd.CountBox(fund=BEAT, table="1", cents=100, witness="Flora"), by="Dee"))
    signs = [(ask.command, ask.role) for ask in at.due() if not ask.may_wait]
    assert signs == [("sign_count", Role.DEALER), ("sign_count", Role.FLOORPERSON)]
    assert not [ask for ask in at.legal(Viewer(Role.DEALER, "Dan")) if ask.command == "sign_count"]


def test_s15_f_s15_g__the_payout_step_by_step() -> None:
    at = _offered()
    accepted(at, envelope(cmd.Contribute(fund=BEAT, table="1", pot=5_000, cents=100), by="Dee"))
    count_at_cage(at, BEAT, ("1",), 100, notify=True)
    adjust_display(at, BEAT, 100)
    hands: dict[str, Any] = {"losing": cards("Qc Qd Qh Qs Ac"), "winning": cards("Kc Kd Kh Ks 2c")}
    accepted(at, envelope(cmd.VerifyBadBeat(fund=BEAT, table="1", **hands, loser="Lou", winner="Win"), by="Sue"))
    assert _due(at) == [("post_pending_notice", Role.SHIFT_SUPERVISOR, BEAT, "637a.15(f)")]
    accepted(at, envelope(cmd.PostPendingNotice(fund=BEAT), by="Sue"))
    assert [(ask.command, ask.word) for ask in at.due()] == [
        ("order_payout", to) for to in ("security", "finance", "cage")
    ]
    assert at.observe(PLAYER).funds[BEAT].pending
    accepted(at, envelope(cmd.OrderPayout(fund=BEAT, to="cage"), by="Sue"))
    accepted(at, envelope(cmd.PrepareDistribution(fund=BEAT), by="Fin"))
    assert _due(at)[0] == ("pay_bad_beat", Role.CASHIER, BEAT, "637a.15(g)")


def _high_hand(at: Room) -> None:
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=HIGH), by="Flora", at=0))
    accepted(at, envelope(cmd.Contribute(fund=HIGH, table="1", pot=5_000, cents=50), by="Dee"))
    accepted(at, envelope(cmd.CallHighHand(fund=HIGH, table="1", seat=3, hand=HAND, players=4), by="Dee", at=60))
    accepted(at, envelope(cmd.RecordHighHand(fund=HIGH, slip=SLIP, identified=True), by="Flora"))


def test_s16_f__players_see_the_hand_to_beat_and_nothing_private_of_its_slip() -> None:
    at = _offered()
    _high_hand(at)
    seen: JackpotObservation = at.observe(PLAYER, last=2)
    fund = seen.funds[HIGH]
    assert (fund.to_beat, fund.period_ends_at, fund.tables, fund.boxes) == (HAND, HOUR, ("1",), {})
    assert (seen.due, seen.legal, fund.official) == ((), (), None)
    recorded = seen.events[0]
    assert (recorded.slip.player, recorded.slip.phone, recorded.slip.credential) == ("Ann", "", "")  # type: ignore[attr-defined]
    staff: JackpotObservation = at.observe(Viewer(Role.FLOORPERSON, "Flora"), last=2)
    assert staff.events == tuple(at.events[-2:])
    assert staff.funds[HIGH].boxes == {"1": BoxStage.ON_TABLE}


def test_s16_g_s16_h__a_player_sees_what_waits_for_them_alone() -> None:
    at = _offered()
    _high_hand(at)
    end = next(ask for ask in at.legal(Viewer(Role.FLOORPERSON)) if ask.command == "end_qualifying_period")
    assert (end.not_before, end.may_wait) == (HOUR, True)
    accepted(at, envelope(cmd.EndQualifyingPeriod(fund=HIGH), by="Flora", at=end.not_before))
    assert _due(at)[0] == ("account_for_boxes", Role.FLOORPERSON, HIGH, "637a.16(d)(2)")
    count_at_cage(at, HIGH, ("1",), 50, notify=False)
    assert _due(at) == [("announce_high_hand_payout", Role.FLOORPERSON, HIGH, "637a.16(g)")]
    accepted(at, envelope(cmd.AnnounceHighHandPayout(fund=HIGH), by="Flora"))
    assert at.observe(PLAYER).funds[HIGH].payable["Ann"][0][0] == 50
    assert at.observe(Viewer(Role.PLAYER, "Bob")).funds[HIGH].payable == {}
    assert list(at.observe(Viewer(Role.CASHIER, "Cass")).funds[HIGH].payable) == ["Ann"]


def test_s15_c__the_same_contribution_is_collected_once() -> None:
    at = _offered()
    given: Envelope = envelope(
        cmd.Contribute(fund=BEAT, table="1", pot=5_000, cents=100), by="Dee", key="table 1 event 40"
    )
    first = at.send(given)
    assert at.send(given) == first
    assert balance_of(at, "box bad_beat 1") == 100
