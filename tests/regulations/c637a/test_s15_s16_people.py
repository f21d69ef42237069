"""637a.15 and .16: who may take each step of a jackpot, and that everybody has a name."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, SECTION
from houseway.engine.kernel import envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import DEALER, FLOOR, SUPERVISOR, Room, accepted, count_at_cage, count_box, room
from tests.kit.tables import refuses

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
TABLE: dict[str, Any] = {"table": "1"}
CENTS: dict[str, Any] = {"cents": 0}
BEAT: dict[str, Any] = {"table": "1", "losing": HAND, "winning": HAND, "loser": "Lou", "winner": "Win"}
CALL: dict[str, Any] = {"table": "1", "seat": 3, "hand": HAND, "players": 4}
COUNT: tuple[tuple[type[cmd.JackpotCommand], dict[str, Any], str], ...] = (
    (cmd.DesignateTable, TABLE, "(b)"),
    (cmd.Contribute, {**TABLE, "pot": 100, "cents": 100}, "(c)"),
    (cmd.CloseTableForCount, TABLE, "(d)(1)"),
    (cmd.RecordCount, TABLE, "(d)(1)"),
    (cmd.AttendCount, TABLE, "(d)(1)"),
    (cmd.CountBox, {**TABLE, **CENTS, "witness": "Flora"}, "(d)(1)"),
    (cmd.SignCount, TABLE, "(d)(1)"),
    (cmd.LockContents, TABLE, "(d)(1)"),
    (cmd.AccountForBoxes, {"tables": ("1",)}, "(d)(2)"),
    (cmd.TransportToCage, {}, "(d)(2)"),
    (cmd.CountAtCage, CENTS, "(e)"),
    (cmd.RecordContributions, CENTS, "(e)"),
)
OWN: dict[str, tuple[tuple[type[cmd.JackpotCommand], dict[str, Any], str], ...]] = {
    BAD_BEAT: (
        (cmd.OfferFund, {"kind": BAD_BEAT}, "(a)"),
        (cmd.ApproveDiscontinuing, {}, "(i)"),
        (cmd.NotifyOfCount, {}, "(d)"),
        (cmd.AttendAdjustment, {}, "(h)(1)"),
        (cmd.AdjustDisplay, {**CENTS, "witness": "Flora"}, "(h)"),
        (cmd.EndGamingDay, {}, "(d)"),
        (cmd.VerifyBadBeat, BEAT, "(f)"),
        (cmd.PostPendingNotice, {}, "(f)"),
        (cmd.OrderPayout, {"to": "security"}, "(f)"),
        (cmd.PrepareDistribution, {}, "(g)"),
        (cmd.PayBadBeat, {}, "(f)(2)"),
        (cmd.TerminateContributions, {}, "(c)"),
        (cmd.TransferFund, {"to": "second"}, "(i)"),
        (cmd.CloseFund, {}, "(i)"),
    ),
    HIGH_HAND: (
        (cmd.OfferFund, {"kind": HIGH_HAND}, "(a)"),
        (cmd.StartQualifyingPeriod, {}, "(f)"),
        (cmd.CallHighHand, CALL, "(f)"),
        (cmd.RecordHighHand, {"slip": SLIP}, "(f)"),
        (cmd.RejectHighHand, {}, "(f)"),
        (cmd.EndQualifyingPeriod, {}, "(g)"),
        (cmd.AnnounceHighHandPayout, {}, "(g)"),
        (cmd.PayHighHand, {"player": "Ann", "identified": True}, "(h)"),
        (cmd.DistributeUnclaimed, {"player": "Ann"}, "(i)"),
    ),
}
STEPS = [(kind, *step) for kind in (BAD_BEAT, HIGH_HAND) for step in (*COUNT, *OWN[kind])]


def _room() -> Room:
    """A Bad Beat and a High Hand fund, each named like its kind, and table 1."""
    at = room(bad_beat={"contribution": 100}, high_hand={"contribution": 100})
    for kind in (BAD_BEAT, HIGH_HAND):
        accepted(at, envelope(cmd.OfferFund(fund=kind, kind=kind), role=SUPERVISOR, by="Sue"))
    accepted(at, envelope(cmd.ApproveDiscontinuing(fund=BAD_BEAT), by="Ed"))
    for kind in (BAD_BEAT, HIGH_HAND):
        accepted(at, envelope(cmd.DesignateTable(fund=kind, table="1"), role=FLOOR, by="Flora"))
    return at


def test_s15_a_s16_a__every_command_is_among_the_steps() -> None:
    assert {step[1] for step in STEPS} == set(cmd.JackpotCommand.__subclasses__())


@pytest.mark.parametrize(("kind", "command", "more", "path"), STEPS)
def test_s15_d_s15_f_s16_d_s16_f__a_wrong_role_is_told_the_clause_of_the_step(
    kind: str, command: type[cmd.JackpotCommand], more: dict[str, Any], path: str
) -> None:
    given = refuses(_room(), envelope(command(fund=kind, **more), role=Role.PLAYER, by="Pat"))
    assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", f"{SECTION[kind]}{path}")


@pytest.mark.parametrize("blank", ["", "  "])
@pytest.mark.parametrize(("kind", "command", "more", "path"), STEPS)
def test_s15_d_s15_f_s16_d_s16_f__whoever_is_named_has_a_name(
    kind: str, command: type[cmd.JackpotCommand], more: dict[str, Any], path: str, blank: str
) -> None:
    at = _room()
    assert refuses(at, envelope(command(fund=kind, **more), by="  ")).code == "PERSON_IS_NAMED"
    for field in command.people:
        several = isinstance(getattr(command(fund=kind, **more), field), tuple)
        named = {**more, field: (blank,) if several else blank}
        given = refuses(at, envelope(command(fund=kind, **named), by="Pat"))
        assert (given.clause, given.message[-13:]) == (f"{SECTION[kind]}{path}", "must be named")


def test_s15_d_1_s16_d_1__a_locked_container_is_carried_under_its_own_clause() -> None:
    at = _room()
    accepted(at, envelope(cmd.NotifyOfCount(fund=BAD_BEAT), role=FLOOR, by="Flora"))
    for kind in (BAD_BEAT, HIGH_HAND):
        to: dict[str, Any] = {"fund": kind, "table": "1"}
        accepted(at, envelope(cmd.CloseTableForCount(**to), role=FLOOR, by="Flora"))
        accepted(at, envelope(cmd.RecordCount(**to), by="Vera"))
        count_box(at, kind, "1", 0)
        accepted(at, envelope(cmd.SignCount(**to), role=DEALER, by="Dee"))
        accepted(at, envelope(cmd.SignCount(**to), role=FLOOR, by="Flora"))
        accepted(at, envelope(cmd.LockContents(**to), role=FLOOR, by="Flora"))
        given = refuses(at, envelope(cmd.TransportToCage(fund=kind), role=FLOOR, by="Flora"))
        assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", f"{SECTION[kind]}(d)(1)")


def test_s15_e__one_count_may_wait_for_its_record_while_the_next_begins() -> None:
    """Whoever had a part in the first does not record it; who has one in the second is not forgotten by the record."""
    at = _room()
    to: dict[str, Any] = {"fund": BAD_BEAT}
    for carrier in ("Sam", "Sid"):
        accepted(at, envelope(cmd.NotifyOfCount(**to), role=FLOOR, by="Flora"))
        accepted(at, envelope(cmd.AccountForBoxes(tables=("1",), **to), role=FLOOR, by="Flora"))
        accepted(at, envelope(cmd.TransportToCage(**to), by=carrier))
        if carrier == "Sam":
            accepted(at, envelope(cmd.CountAtCage(cents=0, **to), by="Cass"))
    record = cmd.RecordContributions(cents=0, **to)
    for person in ("Flora", "Sam", "Cass"):
        given = refuses(at, envelope(record, by=person))
        assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.15(e)")
    accepted(at, envelope(record, by="Fin"))
    assert refuses(at, envelope(cmd.CountAtCage(cents=0, **to), by="Sid")).code == "PERSON_SIGNS_ONCE"


def test_s15_e_s16_e__the_next_count_is_made_by_whoever_is_there() -> None:
    at = _room()
    count_at_cage(at, BAD_BEAT, ("1",), 0, notify=True)
    accepted(at, envelope(cmd.NotifyOfCount(fund=BAD_BEAT), role=FLOOR, by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=BAD_BEAT, tables=("1",)), role=FLOOR, by="Sam"))


def test_s15_a_s16_a__a_fund_of_the_other_kind_has_no_such_step() -> None:
    given = refuses(_room(), envelope(cmd.EndGamingDay(fund=HIGH_HAND), role=SUPERVISOR, by="Sue"))
    assert (given.code, given.clause, given.legal) == ("FUND_IS_OFFERED", "637a.15(a)", (BAD_BEAT,))
    assert given.message == "'high_hand' is the fund of a High Hand Jackpot payout, which has no such step"
    unknown = refuses(_room(), envelope(cmd.CloseFund(fund="other"), by="Fin"))
    assert unknown.message == "there is no such fund 'other' here"
