"""637a.15 and .16: every event and every refusal of the jackpots, each with its clause, in two tables."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import JOKER, cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import counts, draft, payouts, people, room
from houseway.chapters.c637a_poker.jackpots.events import EVENTS
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.opening import OpenTable, TakeSeat
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit.jackpot_room import Room
from tests.kit.scenarios import Scenario, cases, check, refusals_in, refusals_reached, tag

HOUR, WEEK = 3_600, 7 * 86_400
NAMES = {
    Role.DEALER: "Dee",
    Role.FLOORPERSON: "Flora",
    Role.SHIFT_SUPERVISOR: "Sue",
    Role.SECURITY: "Sam",
    Role.SURVEILLANCE: "Vera",
    Role.CASHIER: "Cass",
    Role.FINANCE: "Fin",
    Role.EXECUTIVE_DIRECTOR: "Ed",
    Role.PLAYER: "Pat",
}
TERMS: dict[str, Any] = {
    "bad_beat": {"contribution": 100, "minimum_pot": 1_000, "hands": ["Tc Td Th Ts 2c"], "minimum_players": 3},
    "high_hand": {"contribution": 100, "minimum_players": 4, "qualifying_minutes": 60, "claim_days": 7},
}
HOUSE, LOWER, HIGHER = cards("9c 9d 9h 4c 4d"), cards("8c 8d 8h 4c 4d"), cards("Ac Ad Ah 4c 4d")
SLIP = cmd.TrackingSlip(
    player="Ann",
    phone="717-555-0100",
    seat=3,
    table="1",
    hand=HOUSE,
    dealer="Dee",
    dealer_credential="D-17",
    signature="Flora",
    credential="F-4",
)


def b(command: type[cmd.JackpotCommand], **fields: Any) -> cmd.JackpotCommand:
    """A step for the Bad Beat fund."""
    return command(**{"fund": "beat", **fields})


def h(command: type[cmd.JackpotCommand], **fields: Any) -> cmd.JackpotCommand:
    """A step for the High Hand fund."""
    return command(**{"fund": "high", **fields})


BEAT = b(
    cmd.VerifyBadBeat,
    table="1",
    losing=cards("Qc Qd Qh Qs Ac"),
    winning=cards("Kc Kd Kh Ks 2c"),
    loser="Lou",
    winner="Win",
    others=("Oda",),
)
CALL = h(cmd.CallHighHand, table="1", seat=3, hand=HOUSE, players=4)
RECORD = h(cmd.RecordHighHand, slip=SLIP, identified=True)
OTHER = replace(SLIP, player="Bob")
PAY = h(cmd.PayHighHand, player="Ann", identified=True)

Step = tuple[str, str, Command, str, tuple[str, ...], dict[str, Any]]


def _step(name: str, after: str, command: Command, clause: str, *events: str, **who: Any) -> Step:
    return name, after, command, clause, events, who


POOL = {"to": "second"}
STEPS = (
    _step("open", "", OpenTable(), "637a.15(a)", "table_opened", role=Role.SHIFT_SUPERVISOR),
    _step("offered", "open", b(cmd.OfferFund, kind="bad_beat"), "637a.15(b)", "fund_offered"),
    _step("approved", "offered", b(cmd.ApproveDiscontinuing), "637a.15(i)", "discontinuing_approved"),
    _step("designated", "approved", b(cmd.DesignateTable, table="1"), "637a.15(b)", "table_designated"),
    _step("fed", "designated", b(cmd.Contribute, table="1", pot=5_000, cents=100), "637a.15(c)", "contributed"),
    _step("told", "fed", b(cmd.NotifyOfCount), "637a.15(d)", "compliance_told_of_count"),
    _step("closed", "told", b(cmd.CloseTableForCount, table="1"), "637a.15(d)(1)", "table_closed_for_count"),
    _step("watched", "closed", b(cmd.RecordCount, table="1"), "637a.15(d)(1)", "count_recorded"),
    _step("attended", "watched", b(cmd.AttendCount, table="1"), "637a.15(d)(1)", "count_attended"),
    _step(
        "counted",
        "attended",
        b(cmd.CountBox, table="1", cents=100, witness="Flora"),
        "637a.15(d)(1)",
        "box_counted",
    ),
    _step("signed once", "counted", b(cmd.SignCount, table="1"), "637a.15(d)(1)", "count_signed"),
    _step(
        "signed",
        "signed once",
        b(cmd.SignCount, table="1"),
        "637a.15(d)(1)",
        "count_signed",
        role=Role.FLOORPERSON,
    ),
    _step("locked", "signed", b(cmd.LockContents, table="1"), "637a.15(d)(1)", "contents_locked"),
    _step("carried locked", "locked", b(cmd.TransportToCage), "637a.15(d)(1)", "transported_to_cage"),
    _step("accounted", "told", b(cmd.AccountForBoxes, tables=("1",)), "637a.15(d)(2)", "boxes_accounted_for"),
    _step("carried", "accounted", b(cmd.TransportToCage), "637a.15(d)(2)", "transported_to_cage"),
    _step("at the cage", "carried", b(cmd.CountAtCage, cents=100), "637a.15(e)", "counted_at_cage"),
    _step(
        "recorded",
        "at the cage",
        b(cmd.RecordContributions, cents=100),
        "637a.15(e)",
        "contributions_recorded",
    ),
    _step("display attended", "recorded", b(cmd.AttendAdjustment), "637a.15(h)(1)", "adjustment_attended"),
    _step(
        "displayed",
        "display attended",
        b(cmd.AdjustDisplay, cents=100, witness="Flora"),
        "637a.15(h)(1)",
        "display_adjusted",
    ),
    _step("day ended", "displayed", b(cmd.EndGamingDay), "637a.15(d)", "gaming_day_ended"),
    _step("verified", "displayed", BEAT, "637a.15(f)", "bad_beat_verified"),
    _step("noticed", "verified", b(cmd.PostPendingNotice), "637a.15(f)(1)", "pending_notice_posted"),
    _step("ordered", "noticed", b(cmd.OrderPayout, to="security"), "637a.15(f)(2)", "payout_ordered"),
    _step("ordered at the cage", "noticed", b(cmd.OrderPayout, to="cage"), "637a.15(g)", "payout_ordered"),
    _step("prepared", "ordered", b(cmd.PrepareDistribution), "637a.15(g)", "distribution_prepared"),
    _step(
        "prepared at the cage",
        "ordered at the cage",
        b(cmd.PrepareDistribution),
        "637a.15(g)",
        "distribution_prepared",
    ),
    _step("paid", "prepared", b(cmd.PayBadBeat), "637a.15(f)(2)", "bad_beat_paid", role=Role.SECURITY),
    _step(
        "paid at the cage",
        "prepared at the cage",
        b(cmd.PayBadBeat),
        "637a.15(g)",
        "bad_beat_paid",
        role=Role.CASHIER,
    ),
    _step(
        "second fund",
        "displayed",
        b(cmd.OfferFund, fund="second", kind="bad_beat"),
        "637a.15(b)",
        "fund_offered",
    ),
    _step("terminated", "second fund", b(cmd.TerminateContributions), "637a.15(c)", "contributions_terminated"),
    _step("transferred", "terminated", b(cmd.TransferFund, to="second"), "637a.15(i)", "fund_transferred"),
    _step("fund closed", "transferred", b(cmd.CloseFund), "637a.15(i)", "fund_closed"),
    _step("high offered", "open", h(cmd.OfferFund, kind="high_hand"), "637a.16(b)", "fund_offered"),
    _step("high designated", "high offered", h(cmd.DesignateTable, table="1"), "637a.16(b)", "table_designated"),
    _step(
        "started",
        "high designated",
        h(cmd.StartQualifyingPeriod),
        "637a.16(f)",
        "qualifying_period_started",
        at=0,
    ),
    _step("high fed", "started", h(cmd.Contribute, table="1", pot=5_000, cents=100), "637a.16(c)", "contributed"),
    _step("called", "high fed", CALL, "637a.16(f)", "high_hand_called", at=60),
    _step("rejected", "called", h(cmd.RejectHighHand), "637a.16(f)", "high_hand_rejected"),
    _step("tracked", "called", RECORD, "637a.16(f)", "high_hand_recorded", "high_hand_announced"),
    _step("ended", "tracked", h(cmd.EndQualifyingPeriod), "637a.16(g)", "qualifying_period_ended", at=HOUR),
    _step(
        "high accounted",
        "ended",
        h(cmd.AccountForBoxes, tables=("1",)),
        "637a.16(d)(2)",
        "boxes_accounted_for",
    ),
    _step("high carried", "high accounted", h(cmd.TransportToCage), "637a.16(d)(2)", "transported_to_cage"),
    _step("high at the cage", "high carried", h(cmd.CountAtCage, cents=100), "637a.16(e)", "counted_at_cage"),
    _step(
        "high recorded",
        "high at the cage",
        h(cmd.RecordContributions, cents=100),
        "637a.16(e)",
        "contributions_recorded",
    ),
    _step(
        "announced",
        "high recorded",
        h(cmd.AnnounceHighHandPayout),
        "637a.16(g)",
        "high_hand_payout_announced",
    ),
    _step("high paid", "announced", PAY, "637a.16(h)", "high_hand_paid"),
    _step(
        "distributed",
        "announced",
        h(cmd.DistributeUnclaimed, player="Ann"),
        "637a.16(i)",
        "unclaimed_distributed",
        at=HOUR + WEEK + 1,
    ),
    _step("empty period", "rejected", h(cmd.EndQualifyingPeriod), "637a.16(g)", "qualifying_period_ended", at=HOUR),
    _step(
        "empty accounted",
        "empty period",
        h(cmd.AccountForBoxes, tables=("1",)),
        "637a.16(d)(2)",
        "boxes_accounted_for",
    ),
    _step("empty carried", "empty accounted", h(cmd.TransportToCage), "637a.16(d)(2)", "transported_to_cage"),
    _step("empty counted", "empty carried", h(cmd.CountAtCage, cents=100), "637a.16(e)", "counted_at_cage"),
    _step(
        "empty recorded",
        "empty counted",
        h(cmd.RecordContributions, cents=100),
        "637a.16(e)",
        "contributions_recorded",
    ),
    _step("rolled over", "empty recorded", h(cmd.AnnounceHighHandPayout), "637a.16(h)", "rolled_over"),
)
"""From point to point: what is said there, and what is recorded under which clause."""

WRONG: tuple[tuple[str, Command, str, Code, dict[str, Any]], ...] = (
    ("open", OpenTable(), "637a.15(a)", Code.TABLE_IS_OPEN, {}),
    ("", b(cmd.OfferFund, kind="bad_beat"), "637a.15(a)", Code.TABLE_IS_OPEN, {}),
    ("open", TakeSeat(cents=100), "", Code.COMMAND_IS_OF_THIS_TABLE, {}),
    ("fed", b(cmd.CountAtCage, cents=-1), "", Code.VALUES_ARE_IN_RANGE, {}),
    ("fed", b(cmd.NotifyOfCount), "637a.15(d)", Code.PERSON_IS_NAMED, {"by": "Dee "}),
    ("offered", b(cmd.ApproveDiscontinuing), "637a.15(i)", Code.PERSON_IS_NAMED, {"by": "SUE"}),
    ("attended", b(cmd.CountBox, table="1", cents=100, witness="flora"), "637a.15(d)(1)", Code.PERSON_IS_NAMED, {}),
    ("attended", b(cmd.CountBox, table="1", cents=100, witness="dee"), "637a.15(d)(1)", Code.PERSON_IS_NAMED, {}),
    ("fed", b(cmd.NotifyOfCount), "637a.15(d)", Code.ROLE_IS_AUTHORISED, {"role": Role.PLAYER}),
    ("fed", b(cmd.NotifyOfCount), "637a.15(a)", Code.SEAT_EXISTS, {"seat": 3}),
    ("called", RECORD, "637a.16(b)(1)", Code.TIME_RUNS_FORWARD, {"at": 59}),
    # Funds and tables.
    ("open", b(cmd.OfferFund, kind="lottery"), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("offered", b(cmd.OfferFund, kind="bad_beat"), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("open", b(cmd.OfferFund, fund="beat ", kind="bad_beat"), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("open", h(cmd.OfferFund, fund=" ", kind="high_hand"), "637a.16(a)", Code.FUND_IS_OFFERED, {}),
    ("approved", b(cmd.ApproveDiscontinuing), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("offered", b(cmd.ApproveDiscontinuing), "637a.15(i)", Code.PERSON_SIGNS_ONCE, {"by": "Sue"}),
    ("offered", b(cmd.DesignateTable, table="1"), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("terminated", b(cmd.DesignateTable, table="2"), "637a.15(c)", Code.STEP_IS_DUE, {}),
    ("designated", b(cmd.DesignateTable, table="1"), "637a.15(b)", Code.STEP_IS_DUE, {}),
    ("designated", b(cmd.DesignateTable, table="2", box_attached=False), "637a.2(e)", Code.STEP_IS_DUE, {}),
    ("designated", b(cmd.DesignateTable, table="2", notice_posted=False), "637a.15(b)", Code.STEP_IS_DUE, {}),
    ("open", b(cmd.NotifyOfCount), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("high offered", h(cmd.EndGamingDay), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("fund closed", b(cmd.CloseFund), "637a.15(a)", Code.FUND_IS_OFFERED, {}),
    ("fed", b(cmd.Contribute, table="9", pot=5_000, cents=100), "637a.15(c)", Code.FUND_IS_OFFERED, {}),
    ("started", h(cmd.Contribute, table="9", pot=5_000, cents=100), "637a.16(c)", Code.FUND_IS_OFFERED, {}),
    ("terminated", b(cmd.Contribute, table="1", pot=5_000, cents=100), "637a.15(c)", Code.STEP_IS_DUE, {}),
    ("ended", h(cmd.Contribute, table="1", pot=5_000, cents=100), "637a.16(c)", Code.STEP_IS_DUE, {}),
    ("closed", b(cmd.Contribute, table="1", pot=5_000, cents=100), "637a.15(c)", Code.STEP_IS_DUE, {}),
    (
        "fed",
        b(cmd.Contribute, table="1", pot=5_000, cents=100, rake_taken=False),
        "637a.15(c)",
        Code.STEP_IS_DUE,
        {},
    ),
    ("fed", b(cmd.Contribute, table="1", pot=999, cents=100), "637a.15(c)", Code.AMOUNT_IS_LAWFUL, {}),
    ("started", h(cmd.Contribute, table="1", pot=5_000, cents=101), "637a.16(c)", Code.AMOUNT_IS_LAWFUL, {}),
    # The count.
    ("told", b(cmd.NotifyOfCount), "637a.15(d)", Code.STEP_IS_DUE, {}),
    ("fed", b(cmd.CloseTableForCount, table="1"), "637a.15(d)", Code.STEP_IS_DUE, {}),
    ("high fed", h(cmd.CloseTableForCount, table="1"), "637a.16(d)", Code.STEP_IS_DUE, {}),
    ("closed", b(cmd.CloseTableForCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("watched", b(cmd.RecordCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("told", b(cmd.RecordCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("counted", b(cmd.RecordCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("attended", b(cmd.AttendCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("told", b(cmd.AttendCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("closed", b(cmd.CountBox, table="1", cents=100, witness="Flora"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    (
        "attended",
        b(cmd.CountBox, table="1", cents=100, witness="Dee"),
        "637a.15(d)(1)",
        Code.PERSON_SIGNS_ONCE,
        {},
    ),
    (
        "attended",
        b(cmd.CountBox, table="1", cents=100, witness="Fred"),
        "637a.15(d)(1)",
        Code.ROLE_IS_AUTHORISED,
        {},
    ),
    ("attended", b(cmd.CountBox, table="1", cents=100, witness=""), "637a.15(d)(1)", Code.PERSON_IS_NAMED, {}),
    (
        "attended",
        b(cmd.CountBox, table="1", cents=100, witness="Vera"),
        "637a.15(d)(1)",
        Code.PERSON_SIGNS_ONCE,
        {},
    ),
    ("signed", b(cmd.CountBox, table="1", cents=100, witness="Flora"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("attended", b(cmd.SignCount, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("signed once", b(cmd.SignCount, table="1"), "637a.15(d)(1)", Code.PERSON_SIGNS_ONCE, {}),
    ("counted", b(cmd.LockContents, table="1"), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("locked", b(cmd.AccountForBoxes, tables=()), "637a.15(d)(2)", Code.STEP_IS_DUE, {}),
    ("accounted", b(cmd.AccountForBoxes, tables=("1",)), "637a.15(d)(2)", Code.STEP_IS_DUE, {}),
    ("told", b(cmd.AccountForBoxes, tables=()), "637a.15(d)(2)", Code.CHIPS_ARE_COUNTED, {}),
    ("ended", h(cmd.AccountForBoxes, tables=("2",)), "637a.16(d)(2)", Code.CHIPS_ARE_COUNTED, {}),
    ("accounted", b(cmd.TransportToCage, cage="bar"), "637a.15(d)(2)", Code.STEP_IS_DUE, {}),
    ("offered", b(cmd.TransportToCage), "637a.15(d)(2)", Code.STEP_IS_DUE, {}),
    ("told", b(cmd.TransportToCage), "637a.15(d)(2)", Code.STEP_IS_DUE, {}),
    ("accounted", b(cmd.TransportToCage), "637a.15(d)(2)", Code.PERSON_SIGNS_ONCE, {"by": "Flora"}),
    ("accounted", b(cmd.CountAtCage, cents=100), "637a.15(e)", Code.STEP_IS_DUE, {}),
    ("carried", b(cmd.CountAtCage, cents=99, boxes={"2": 99}), "637a.15(e)", Code.CHIPS_ARE_COUNTED, {}),
    ("carried", b(cmd.CountAtCage, cents=99, boxes={"1": 98}), "637a.15(e)", Code.CHIPS_ARE_COUNTED, {}),
    ("carried", b(cmd.CountAtCage, cents=100), "637a.15(e)", Code.PERSON_SIGNS_ONCE, {"by": "Sam"}),
    ("carried", b(cmd.RecordContributions, cents=100), "637a.15(e)", Code.STEP_IS_DUE, {}),
    ("at the cage", b(cmd.RecordContributions, cents=100), "637a.15(e)", Code.PERSON_SIGNS_ONCE, {"by": "Cass"}),
    ("high at the cage", h(cmd.RecordContributions, cents=99), "637a.16(e)", Code.CHIPS_ARE_COUNTED, {}),
    ("display attended", b(cmd.AttendAdjustment), "637a.15(h)(1)", Code.STEP_IS_DUE, {}),
    (
        "verified",
        b(cmd.AdjustDisplay, cents=100, witness="Flora"),
        "637a.15(h)(1)",
        Code.ROLE_IS_AUTHORISED,
        {},
    ),
    (
        "display attended",
        b(cmd.AdjustDisplay, cents=99, witness="Flora"),
        "637a.15(h)(2)",
        Code.CHIPS_ARE_COUNTED,
        {},
    ),
    (
        "verified attended",
        b(cmd.AdjustDisplay, cents=100, witness="Flora"),
        "637a.15(g)",
        Code.STEP_IS_DUE,
        {},
    ),
    ("fed", b(cmd.EndGamingDay), "637a.15(d)", Code.STEP_IS_DUE, {}),
    ("at the cage", b(cmd.EndGamingDay), "637a.15(e)", Code.STEP_IS_DUE, {}),
    ("recorded", b(cmd.EndGamingDay), "637a.15(h)", Code.STEP_IS_DUE, {}),
    # A Bad Beat.
    ("verified", BEAT, "637a.15(h)", Code.STEP_IS_DUE, {}),
    ("paid displayed", BEAT, "637a.15(f)", Code.STEP_IS_DUE, {}),
    ("displayed", replace(BEAT, winner="Lou"), "637a.15(f)", Code.HAND_QUALIFIES, {}),
    ("displayed", replace(BEAT, others=("Lou",)), "637a.15(f)", Code.HAND_QUALIFIES, {}),
    ("displayed", replace(BEAT, others=tuple("abcdefghi")), "637a.2(a)", Code.SEAT_EXISTS, {}),
    ("displayed", replace(BEAT, others=()), "637a.15(b)(3)", Code.HAND_QUALIFIES, {}),
    ("no hands", BEAT, "637a.15(b)(3)", Code.HAND_QUALIFIES, {}),
    (
        "both hole cards",
        replace(BEAT, community=cards("Qc Qd Qh Qs 3d")),
        "637a.15(b)(3)",
        Code.HAND_QUALIFIES,
        {},
    ),
    ("displayed", replace(BEAT, losing=cards("Qc Qd Qh Qs")), "637a.15(f)", Code.CARDS_ARE_VALID, {}),
    (
        "displayed",
        replace(BEAT, losing=(JOKER, *cards("Qd Qh Qs Ac"))),
        "637a.15(f)",
        Code.CARDS_ARE_VALID,
        {},
    ),
    ("displayed", replace(BEAT, losing=cards("Qc Qc Qh Qs Ac")), "637a.15(f)", Code.CARD_APPEARS_ONCE, {}),
    (
        "displayed",
        replace(BEAT, community=cards("2d 3d 4d 5d 6d 7d")),
        "637a.15(f)",
        Code.CARDS_ARE_VALID,
        {},
    ),
    ("displayed", replace(BEAT, winning=cards("Kc Kd Kh Ks Ac")), "637a.15(f)", Code.CARD_APPEARS_ONCE, {}),
    (
        "displayed",
        replace(BEAT, losing=cards("Ac Ad Ah As 2d")),
        "637a.1",
        Code.HAND_QUALIFIES,
        {},
    ),
    (
        "displayed",
        replace(BEAT, losing=cards("9c 9d 9h 9s Ac")),
        "637a.15(b)(3)",
        Code.HAND_QUALIFIES,
        {},
    ),
    ("displayed", BEAT, "637a.15(f)", Code.PERSON_SIGNS_ONCE, {"by": "Oda"}),
    ("designated", BEAT, "637a.15(a)", Code.STEP_IS_DUE, {}),
    ("displayed", b(cmd.PostPendingNotice), "637a.15(f)", Code.STEP_IS_DUE, {}),
    ("noticed", b(cmd.PostPendingNotice), "637a.15(f)(1)", Code.STEP_IS_DUE, {}),
    ("verified", b(cmd.OrderPayout, to="cage"), "637a.15(f)(1)", Code.STEP_IS_DUE, {}),
    ("ordered", b(cmd.OrderPayout, to="cage"), "637a.15(f)(2)", Code.STEP_IS_DUE, {}),
    ("noticed", b(cmd.OrderPayout, to="bar"), "637a.15(f)(2)", Code.STEP_IS_DUE, {}),
    ("noticed", b(cmd.PrepareDistribution), "637a.15(f)(2)", Code.STEP_IS_DUE, {}),
    ("prepared", b(cmd.PrepareDistribution), "637a.15(g)", Code.STEP_IS_DUE, {}),
    ("ordered", b(cmd.PrepareDistribution, form="chips"), "637a.15(g)", Code.STEP_IS_DUE, {}),
    ("fed ordered", b(cmd.PrepareDistribution), "637a.15(d)", Code.STEP_IS_DUE, {}),
    ("locked ordered", b(cmd.PrepareDistribution), "637a.15(d)(1)", Code.STEP_IS_DUE, {}),
    ("carried ordered", b(cmd.PrepareDistribution), "637a.15(e)", Code.STEP_IS_DUE, {}),
    ("unrecorded ordered", b(cmd.PrepareDistribution), "637a.15(e)", Code.STEP_IS_DUE, {}),
    ("ordered", b(cmd.PayBadBeat), "637a.15(g)", Code.STEP_IS_DUE, {}),
    ("prepared", b(cmd.PayBadBeat), "637a.15(f)(2)", Code.ROLE_IS_AUTHORISED, {"role": Role.CASHIER}),
    ("prepared at the cage", b(cmd.PayBadBeat), "637a.15(g)", Code.ROLE_IS_AUTHORISED, {"role": Role.SECURITY}),
    ("terminated", b(cmd.TerminateContributions), "637a.15(c)", Code.STEP_IS_DUE, {}),
    ("offered", b(cmd.TerminateContributions), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("displayed", b(cmd.TerminateContributions, rules_amended=False), "637a.15(c)", Code.STEP_IS_DUE, {}),
    ("second fund", b(cmd.TransferFund, to="second"), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("beat terminated", b(cmd.CloseFund), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("uncounted terminated", b(cmd.CloseFund), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("terminated", b(cmd.TransferFund, to="beat"), "637a.15(i)", Code.FUND_IS_OFFERED, {}),
    ("transferred", b(cmd.TransferFund, to="second"), "637a.15(i)", Code.STEP_IS_DUE, {}),
    ("terminated", b(cmd.CloseFund), "637a.15(i)", Code.STEP_IS_DUE, {}),
    # A High Hand.
    ("started", h(cmd.StartQualifyingPeriod), "637a.16(g)", Code.STEP_IS_DUE, {}),
    ("ended", h(cmd.StartQualifyingPeriod), "637a.16(g)", Code.STEP_IS_DUE, {}),
    ("high designated", CALL, "637a.16(f)", Code.STEP_IS_DUE, {}),
    ("started", CALL, "637a.16(f)", Code.STEP_IS_DUE, {"at": HOUR}),
    ("called", CALL, "637a.16(f)", Code.STEP_IS_DUE, {}),
    ("started", replace(CALL, seat=11), "637a.2(a)", Code.SEAT_EXISTS, {}),
    ("started", replace(CALL, players=11), "637a.2(a)", Code.SEAT_EXISTS, {}),
    ("started", replace(CALL, players=3), "637a.16(b)(4)", Code.HAND_QUALIFIES, {}),
    ("started", replace(CALL, hand=cards("Ac Kc Jc 9c 7c")), "637a.16(f)", Code.HAND_QUALIFIES, {}),
    ("tracked", replace(CALL, hand=LOWER), "637a.16(f)", Code.HAND_QUALIFIES, {}),
    ("started", RECORD, "637a.16(f)", Code.STEP_IS_DUE, {}),
    ("called", replace(RECORD, slip=replace(SLIP, phone="")), "637a.16(f)(1)", Code.SLIP_IS_COMPLETE, {}),
    ("called", replace(RECORD, slip=replace(SLIP, player="Ann ")), "637a.16(f)(1)", Code.PERSON_IS_NAMED, {}),
    ("called", replace(RECORD, slip=replace(SLIP, player="dee")), "637a.16(f)(1)", Code.PERSON_IS_NAMED, {}),
    ("called", replace(RECORD, slip=replace(SLIP, hand=HIGHER)), "637a.16(f)(3)", Code.SLIP_IS_COMPLETE, {}),
    ("called", replace(RECORD, slip=replace(SLIP, dealer="Dan")), "637a.16(f)(4)", Code.SLIP_IS_COMPLETE, {}),
    ("called", RECORD, "637a.16(f)(5)", Code.PERSON_SIGNS_ONCE, {"by": "Fred"}),
    ("called", replace(RECORD, slip=replace(SLIP, player="Dee")), "637a.16(f)(4)", Code.PERSON_SIGNS_ONCE, {}),
    ("called by the record", replace(RECORD, slip=OTHER), "637a.16(f)(1)", Code.SLIP_IS_COMPLETE, {}),
    ("called unshown", RECORD, "637a.16(f)(3)", Code.SLIP_IS_COMPLETE, {}),
    ("called", replace(RECORD, identified=False), "637a.16(b)(7)", Code.HAND_QUALIFIES, {}),
    ("started", h(cmd.RejectHighHand), "637a.16(f)", Code.STEP_IS_DUE, {}),
    ("called", h(cmd.RejectHighHand), "637a.16(f)", Code.PERSON_SIGNS_ONCE, {"by": "Dee"}),
    ("called", h(cmd.RejectHighHand, table="9"), "637a.16(f)", Code.HAND_QUALIFIES, {}),
    ("called", CALL, "637a.16(f)", Code.STEP_IS_DUE, {"at": 60}),
    ("high designated", h(cmd.EndQualifyingPeriod), "637a.16(g)", Code.STEP_IS_DUE, {}),
    ("started", h(cmd.EndQualifyingPeriod), "637a.16(b)(1)", Code.STEP_IS_DUE, {"at": HOUR - 1}),
    ("called", h(cmd.EndQualifyingPeriod), "637a.16(f)", Code.STEP_IS_DUE, {"at": HOUR}),
    ("started", h(cmd.AnnounceHighHandPayout), "637a.16(g)", Code.STEP_IS_DUE, {}),
    ("ended", h(cmd.AnnounceHighHandPayout), "637a.16(g)", Code.STEP_IS_DUE, {}),
    ("announced", replace(PAY, player="Bob"), "637a.16(h)", Code.HAND_QUALIFIES, {}),
    ("announced", replace(PAY, identified=False), "637a.16(b)(7)", Code.STEP_IS_DUE, {}),
    ("announced", PAY, "637a.16(b)(6)", Code.PAYOUT_IS_CLAIMED_IN_TIME, {"at": HOUR + WEEK + 1}),
    ("announced", PAY, "637a.16(h)", Code.PERSON_SIGNS_ONCE, {"by": "Ann"}),
    ("announced", h(cmd.DistributeUnclaimed, player="Ann"), "637a.16(i)", Code.STEP_IS_DUE, {"at": HOUR + WEEK}),
)
"""What is refused at a point, under which clause and with which code."""

BESIDE = (
    *(
        step
        for name, unshown, explained, slip in (
            ("called by the record", False, "tracked otherwise", OTHER),
            ("called unshown", True, "tracked unshown", SLIP),
        )
        for step in (
            _step(
                name,
                "high fed",
                replace(CALL, player="Ann", unshown=unshown),
                "637a.16(f)",
                "high_hand_called",
                at=60,
            ),
            _step(
                explained,
                name,
                replace(RECORD, slip=slip, reason="verified from the cards"),
                "637a.16(f)",
                "high_hand_recorded",
                "high_hand_announced",
            ),
        )
    ),
    _step("verified attended", "verified", b(cmd.AttendAdjustment), "637a.15(h)(1)", "adjustment_attended"),
    _step("paid attended", "paid", b(cmd.AttendAdjustment), "637a.15(h)(1)", "adjustment_attended"),
    _step(
        "paid displayed",
        "paid attended",
        b(cmd.AdjustDisplay, cents=0, witness="Flora"),
        "637a.15(h)(1)",
        "display_adjusted",
    ),
    _step("beat terminated", "verified", b(cmd.TerminateContributions), "637a.15(c)", "contributions_terminated"),
    _step(
        "uncounted terminated",
        "at the cage",
        b(cmd.TerminateContributions),
        "637a.15(c)",
        "contributions_terminated",
    ),
    *(
        step
        for name, after in (
            ("fed", "fed"),
            ("locked", "locked"),
            ("carried", "carried"),
            ("unrecorded", "at the cage"),
        )
        for step in (
            _step(f"{name} verified", after, BEAT, "637a.15(f)", "bad_beat_verified"),
            _step(
                f"{name} noticed",
                f"{name} verified",
                b(cmd.PostPendingNotice),
                "637a.15(f)(1)",
                "pending_notice_posted",
            ),
            _step(
                f"{name} ordered",
                f"{name} noticed",
                b(cmd.OrderPayout, to="security"),
                "637a.15(f)(2)",
                "payout_ordered",
            ),
        )
    ),
)
"""Points beside the way."""
POINTS = {one[0]: one for one in (*STEPS, *BESIDE)}


def _given(command: Command, *, role: Role | None = None, by: str = "", **more: Any) -> Envelope:
    said = envelope(command, role=role, **more)
    return replace(said, by=by or NAMES[said.role])


@cache
def _at(name: str) -> Room:
    others = {"no hands": {"hands": []}, "both hole cards": {"both_hole_cards": True}}
    if name in others:
        terms = {**TERMS, "bad_beat": {**TERMS["bad_beat"], **others[name]}}
        at: Room = Table(jackpot_rules(PokerSubmission(game="holdem", blinds=[50, 100], **terms)))
        for one in ("open", "offered", "approved", "designated"):
            at.do(_given(POINTS[one][2], **POINTS[one][5]))
        return at
    if not name:
        return Table(jackpot_rules(PokerSubmission(game="holdem", blinds=[50, 100], **TERMS)))
    _, after, command, _, _, who = POINTS[name]
    at = _at(after).fork()
    at.do(_given(command, **who))
    return at


ALLOWED = tuple(
    Scenario(name, lambda after=after: _at(after).fork(), _given(command, **who), clause, events=events)  # type: ignore[misc]
    for name, after, command, clause, events, who in POINTS.values()
)
REFUSED = tuple(
    Scenario(f"{tag(type(command))} {number}", lambda name=name: _at(name).fork(), _given(command, **who), clause, code)  # type: ignore[misc]
    for number, (name, command, clause, code, who) in enumerate(WRONG)
)


@pytest.mark.parametrize("scenario", cases(ALLOWED))
def test_s15_s16__what_is_done_is_recorded_under_its_clause(scenario: Scenario) -> None:
    check(scenario)


@pytest.mark.parametrize("scenario", cases(REFUSED))
def test_s15_s16__what_is_wrong_is_refused_with_its_code_and_clause(scenario: Scenario) -> None:
    check(scenario)


def test_s15_s16__every_kind_of_event_has_a_scenario() -> None:
    assert {kind for one in ALLOWED for kind in one.events} == {tag(kind) for kind in EVENTS}


MAKERS = ("refuse", "due")


def test_s15_s16__every_refusal_has_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(counts, draft, payouts, people, room, makers=MAKERS)
    reached = refusals_reached(REFUSED, monkeypatch, places)
    assert sorted((path.rpartition("/")[2], line) for path, line in places - reached) == []


def test_s15_s16__a_refusal_without_a_scenario_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(counts, draft, payouts, people, room, makers=MAKERS)
    without = [one for one in REFUSED if one.code != "PAYOUT_IS_CLAIMED_IN_TIME"]
    assert len(places - refusals_reached(without, monkeypatch, places)) == 1
