"""637a.15 and .16: what is due and may be done is said as data, and what staff and players see of the funds."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.observe import JackpotObservation
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.c637a_poker.jackpots.state import BoxStage, JackpotState
from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope, Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.regulations.c637a.jackpot_room import Room, accepted, count_at_cage, refused, room

TERMS: dict[str, Any] = {
    "bad_beat": {"contribution": 100, "hands": ["Tc Td Th Ts 2c"]},
    "high_hand": {"contribution": 50},
}
BEAT, HIGH, HOUR = "bad_beat", "high_hand", 3_600
TAGS = {kind.__struct_config__.tag: kind for kind in cmd.JackpotCommand.__subclasses__()}
HAND = cards("9c 9d 9h 4c 4d")
PLAYER = Viewer(Role.PLAYER, "Ann")


def _fields(at: Room, ask: Ask, person: str, number: int) -> dict[str, Any]:
    """A command as it is asked for; whatever is not in the ask is as it must be."""
    kind, fund = TAGS[ask.command], at.state.funds.get(ask.subject)
    fields: dict[str, Any] = {"fund": ask.subject or f"{ask.word} {number}"}
    word = {"offer_fund": "kind", "order_payout": "to", "prepare_distribution": "form", "transfer_fund": "to"}
    names = kind.__struct_fields__
    table = next(iter(fund.boxes), str(number)) if fund is not None else ""
    slip = None
    if fund is not None and fund.called is not None:
        called = fund.called
        slip = cmd.TrackingSlip(
            player="Ann",
            phone="717-555-0100",
            seat=called.seat,
            table=called.table,
            hand=called.hand,
            dealer=called.dealer,
            dealer_credential="D-17",
            signature=person,
            credential="F-4",
        )
    able: dict[str, Any] = {
        "table": str(number) if kind is cmd.DesignateTable else ask.word or table,
        "tables": () if fund is None else tuple(fund.with_stage(BoxStage.ON_TABLE)),
        "cents": None if ask.amounts is None else ask.amounts.most,
        "pot": 10_000,
        "witness": f"witness {number}",
        "player": ask.word,
        "identified": True,
        "losing": cards("Qc Qd Qh Qs Ac"),
        "winning": cards("Kc Kd Kh Ks 2c"),
        "loser": "Lou",
        "winner": "Win",
        "hand": HAND,
        "seat": 3,
        "players": 10,
        "slip": slip,
        word.get(ask.command, "-"): ask.word,
    }
    return fields | {name: value for name, value in able.items() if name in names}


def _staff(at: Room) -> list[str]:
    """Names that may matter: one for each role, and whoever had a part so far."""
    parts = [name for fund in at.state.funds.values() for name in (*fund.handled, *fund.counted_by)]
    boxes = [box for fund in at.state.funds.values() for box in fund.boxes.values() if box.dealer]
    signers = [name for box in boxes for name in (box.dealer, box.witness)]
    return [*[role.value for role in Role], *parts, *signers]


def _send(at: Room, ask: Ask, person: str, number: int) -> None:
    command = TAGS[ask.command](**_fields(at, ask, person, number))
    when = max(at.state.now, ask.not_before)
    (first, *_) = accepted(at, envelope(command, by=person, role=ask.role, at=when))
    assert first.clause.startswith(ask.clause[:7])


def _walked(seed: int) -> tuple[Room, set[str]]:
    """A room in which steps were taken at random, and which."""
    random, at, taken = Random(seed), room(**TERMS), set[str]()
    # New funds, new tables and the end of a fund come seldom, so that there is something to count and pay.
    seldom = ("offer_fund", "designate_table", "terminate_contributions", "close_fund", "transfer_fund")
    for number in range(250):
        person = random.choice(_staff(at))
        asks = [ask for role in Role for ask in at.legal(Viewer(role, person))]
        asks = [ask for ask in asks if ask.command not in seldom or not random.randrange(20)]
        if asks:
            ask = random.choice(asks)
            _send(at, ask, person, number)
            taken.add(ask.command)
    return at, taken


def test_s15_s16__every_step_named_as_legal_is_accepted() -> None:
    taken = set[str]()
    for seed in range(12):
        at, more = _walked(seed)
        taken |= more
        for protocol in (msgspec.json, msgspec.msgpack):
            assert protocol.decode(protocol.encode(at.state), type=JackpotState) == at.state
        again: Room = Table(at.rules)
        for given in at.envelopes:
            again.send(given)
        assert (again.state, again.events) == (at.state, at.events)
        assert JACKPOTS.replay(at.events[50:], JACKPOTS.replay(at.events[:50])) == at.state
    assert taken == set(TAGS)


@pytest.mark.parametrize("seed", range(4))
def test_s15_s16__from_everywhere_the_steps_that_are_due_come_to_an_end(seed: int) -> None:
    at, _ = _walked(seed)
    for number in range(100, 200):
        if not at.due():
            break
        ask = at.due()[0]
        _send(at, ask, _somebody(at, ask), number)
    assert at.due() == ()


def _somebody(at: Room, ask: Ask) -> str:
    names = [f"{ask.role.value} of the day", *_staff(at)]
    return next(name for name in names if ask in at.legal(Viewer(ask.role, name)))


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
    assert refused(at, envelope(cmd.OfferFund(fund=BEAT, kind=BEAT), by="Sue")).code == "TABLE_IS_OPEN"


def test_s15_d_1__the_count_at_a_table_step_by_step() -> None:
    at = _offered()
    accepted(at, envelope(cmd.Contribute(fund=BEAT, table="1", pot=5_000, cents=100), by="Dee"))
    assert _due(at) == []
    accepted(at, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(fund=BEAT, table="1"), by="Flora"))
    assert _due(at)[-1] == ("record_count", Role.SURVEILLANCE, BEAT, "637a.15(d)(1)")
    accepted(at, envelope(cmd.RecordCount(fund=BEAT, table="1"), by="Vera"))
    count = at.due()[-1]
    assert (count.command, count.word) == ("count_box", "1")
    assert count.amounts is not None
    assert (count.amounts.least, count.amounts.most) == (100, 100)
    accepted(at, envelope(cmd.CountBox(fund=BEAT, table="1", cents=100, witness="Flora"), by="Dee"))
    signs = [(ask.command, ask.role) for ask in at.due()]
    assert signs == [("sign_count", Role.DEALER), ("sign_count", Role.FLOORPERSON)]
    assert not [ask for ask in at.legal(Viewer(Role.DEALER, "Dan")) if ask.command == "sign_count"]


def test_s15_f_s15_g__the_payout_step_by_step() -> None:
    at = _offered()
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
    assert _due(at)[0] == ("pay_bad_beat", Role.CASHIER, BEAT, "637a.15(f)(2)")


def _high_hand(at: Room) -> None:
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=HIGH), by="Flora", at=0))
    accepted(at, envelope(cmd.Contribute(fund=HIGH, table="1", pot=5_000, cents=50), by="Dee"))
    accepted(at, envelope(cmd.CallHighHand(fund=HIGH, table="1", seat=3, hand=HAND, players=4), by="Dee", at=60))
    (call, *_) = at.due()
    slip = _fields(at, call, "Flora", 0)["slip"]
    accepted(at, envelope(cmd.RecordHighHand(fund=HIGH, slip=slip), by="Flora"))


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
    assert at.state.ledger["box bad_beat 1"] == 100
