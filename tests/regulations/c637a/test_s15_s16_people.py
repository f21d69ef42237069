"""637a.15 and .16: who may take each step of a jackpot, and that everybody has a name."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.room import JackpotRoom
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, HIGH_HAND, SECTION
from houseway.engine.roles import Role
from tests.regulations.c637a.jackpot_room import DEALER, FLOOR, SUPERVISOR, accepted, count_at_cage, refused, room

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
CALL: dict[str, Any] = {"table": "1", "seat": 3, "hand": HAND, "players": 4, "at": 60}
COUNT: tuple[tuple[type[cmd.JackpotCommand], dict[str, Any], str], ...] = (
    (cmd.DesignateTable, TABLE, "(b)"),
    (cmd.Contribute, {**TABLE, "pot": 100, "cents": 100}, "(c)"),
    (cmd.CloseTableForCount, TABLE, "(d)(1)"),
    (cmd.RecordCount, TABLE, "(d)(1)"),
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
        (cmd.StartQualifyingPeriod, {"at": 0}, "(f)"),
        (cmd.CallHighHand, CALL, "(f)"),
        (cmd.RecordHighHand, {"slip": SLIP}, "(f)"),
        (cmd.RejectHighHand, {}, "(f)"),
        (cmd.EndQualifyingPeriod, {"at": 3_600}, "(g)"),
        (cmd.AnnounceHighHandPayout, {}, "(g)"),
        (cmd.PayHighHand, {"player": "Ann", "identified": True, "at": 3_600}, "(h)"),
        (cmd.DistributeUnclaimed, {"player": "Ann", "at": 3_600}, "(i)"),
    ),
}
STEPS = [(kind, *step) for kind in (BAD_BEAT, HIGH_HAND) for step in (*COUNT, *OWN[kind])]


def _room() -> JackpotRoom:
    """A Bad Beat and a High Hand fund, each named like its kind, and table 1."""
    at = room(bad_beat={"contribution": 100}, high_hand={"contribution": 100})
    for kind in (BAD_BEAT, HIGH_HAND):
        accepted(at, cmd.OfferFund(by=SUPERVISOR, person="Sue", fund=kind, kind=kind))
    accepted(at, cmd.ApproveDiscontinuing(by=Role.EXECUTIVE_DIRECTOR, person="Ed", fund=BAD_BEAT))
    for kind in (BAD_BEAT, HIGH_HAND):
        accepted(at, cmd.DesignateTable(by=FLOOR, person="Flora", fund=kind, table="1"))
    return at


def test_s15_a_s16_a__every_command_is_among_the_steps() -> None:
    assert {step[1] for step in STEPS} == set(cmd.JackpotCommand.__subclasses__())


@pytest.mark.parametrize(("kind", "command", "more", "path"), STEPS)
def test_s15_d_s15_f_s16_d_s16_f__a_wrong_role_is_told_the_clause_of_the_step(
    kind: str, command: type[cmd.JackpotCommand], more: dict[str, Any], path: str
) -> None:
    given = refused(_room(), command(by=Role.PLAYER, person="Pat", fund=kind, **more))
    assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", f"{SECTION[kind]}{path}")


@pytest.mark.parametrize("blank", ["", " \t"])
@pytest.mark.parametrize(("kind", "command", "more", "path"), STEPS)
def test_s15_d_s15_f_s16_d_s16_f__whoever_is_named_has_a_name(
    kind: str, command: type[cmd.JackpotCommand], more: dict[str, Any], path: str, blank: str
) -> None:
    by = min(command.roles)
    for field in command.people:
        several = isinstance(getattr(command(by=by, person="Pat", fund=kind, **more), field), tuple)
        named = {"person": "Pat", **more, field: (blank,) if several else blank}
        given = refused(_room(), command(by=by, fund=kind, **named))
        assert (given.clause, given.message[-13:]) == (f"{SECTION[kind]}{path}", "must be named")


def test_s15_d_1_s16_d_1__a_locked_container_is_carried_under_its_own_clause() -> None:
    at = _room()
    accepted(at, cmd.NotifyOfCount(by=FLOOR, person="Flora", fund=BAD_BEAT))
    for kind in (BAD_BEAT, HIGH_HAND):
        to: dict[str, Any] = {"fund": kind, "table": "1"}
        accepted(at, cmd.CloseTableForCount(by=FLOOR, person="Flora", **to))
        accepted(at, cmd.RecordCount(by=Role.SURVEILLANCE, person="Vera", **to))
        accepted(at, cmd.CountBox(by=DEALER, person="Dee", cents=0, witness="Flora", **to))
        accepted(at, cmd.SignCount(by=DEALER, person="Dee", **to))
        accepted(at, cmd.SignCount(by=FLOOR, person="Flora", **to))
        accepted(at, cmd.LockContents(by=FLOOR, person="Flora", **to))
        given = refused(at, cmd.TransportToCage(by=FLOOR, person="Flora", fund=kind))
        assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", f"{SECTION[kind]}(d)(1)")


def test_s15_e__one_count_may_wait_for_its_record_while_the_next_begins() -> None:
    """Whoever had a part in the first does not record it; who has one in the second is not forgotten by the record."""
    at = _room()
    to: dict[str, Any] = {"fund": BAD_BEAT}
    for carrier in ("Sam", "Sid"):
        accepted(at, cmd.NotifyOfCount(by=FLOOR, person="Flora", **to))
        accepted(at, cmd.AccountForBoxes(by=FLOOR, person="Flora", tables=("1",), **to))
        accepted(at, cmd.TransportToCage(by=Role.SECURITY, person=carrier, **to))
        if carrier == "Sam":
            accepted(at, cmd.CountAtCage(by=Role.CASHIER, person="Cass", cents=0, **to))
    record: dict[str, Any] = {"by": Role.FINANCE, "cents": 0, **to}
    for person in ("Flora", "Sam", "Cass"):
        given = refused(at, cmd.RecordContributions(person=person, **record))
        assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.15(e)")
    accepted(at, cmd.RecordContributions(person="Fin", **record))
    assert refused(at, cmd.CountAtCage(by=Role.CASHIER, person="Sid", cents=0, **to)).code == "PERSON_SIGNS_ONCE"


def test_s15_e_s16_e__the_next_count_is_made_by_whoever_is_there() -> None:
    at = _room()
    count_at_cage(at, BAD_BEAT, ("1",), 0, notify=True)
    accepted(at, cmd.NotifyOfCount(by=FLOOR, person="Flora", fund=BAD_BEAT))
    accepted(at, cmd.AccountForBoxes(by=FLOOR, person="Sam", fund=BAD_BEAT, tables=("1",)))


def test_s15_a_s16_a__a_fund_of_the_other_kind_has_no_such_step() -> None:
    given = refused(_room(), cmd.EndGamingDay(by=SUPERVISOR, person="Sue", fund=HIGH_HAND))
    assert (given.code, given.clause, given.legal) == ("FUND_IS_OFFERED", "637a.15(a)", (BAD_BEAT,))
    assert given.message == "'high_hand' is the fund of a High Hand Jackpot payout, which has no such step"
    unknown = refused(_room(), cmd.CloseFund(by=Role.FINANCE, person="Fin", fund="other"))
    assert unknown.message == "there is no such fund 'other' here"
