"""637a.16: the High Hand Jackpot payout."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.room import JackpotRoom
from houseway.engine.roles import Role
from tests.regulations.c637a.jackpot_room import DEALER, FLOOR, SUPERVISOR, accepted, count_at_cage, refused, room

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


def _to(person: str, by: Role, **more: Any) -> dict[str, Any]:
    return {"by": by, "person": person, "fund": FUND, **more}


def _started(**terms: Any) -> JackpotRoom:
    at = room(high_hand={**TERMS, **terms})
    accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="high_hand"))
    for table in ("1", "2"):
        accepted(at, cmd.DesignateTable(**_to("Flora", FLOOR), table=table))
    accepted(at, cmd.StartQualifyingPeriod(**_to("Flora", FLOOR), at=0))
    return at


def _contribute(at: JackpotRoom, times: int = 1) -> None:
    for number in range(times):
        table = str(1 + number % 2)
        accepted(at, cmd.Contribute(**_to("Dee", DEALER), table=table, pot=2_000, cents=100))


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


def _call(hand: tuple[Any, ...] = FULL_HOUSE, seat: int = 3, players: int = 6, at: int = 60) -> cmd.CallHighHand:
    return cmd.CallHighHand(**_to("Dee", DEALER), table="1", seat=seat, hand=hand, players=players, at=at)


def _track(at: JackpotRoom, player: str, hand: tuple[Any, ...] = FULL_HOUSE) -> None:
    accepted(at, _call(hand))
    accepted(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip(player, hand)))


def _ended(at: JackpotRoom, cents: int) -> None:
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    count_at_cage(at, FUND, ("1", "2"), cents, notify=False)


def _pay(player: str, at: int = 2 * HOUR, *, identified: bool = True) -> cmd.PayHighHand:
    return cmd.PayHighHand(**_to("Cass", Role.CASHIER), player=player, identified=identified, at=at)


ANNOUNCE = cmd.AnnounceHighHandPayout(**_to("Flora", FLOOR))


# (a) to (e).


def test_a__only_a_submission_offers_a_high_hand() -> None:
    given = refused(room(), cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="high_hand"))
    assert (given.code, given.clause) == ("FUND_IS_OFFERED", "637a.16(a)")


def test_b_1_to_7__the_posted_rules_have_every_item() -> None:
    at = room(high_hand=TERMS)
    (offered,) = accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="high_hand"))
    posted = " ".join(offered.posted)  # type: ignore[attr-defined]
    for said in ("60 minutes", "$1", "$10", "4 players", "divide", "7 days", "not be present", "identification"):
        assert said in posted


def test_b_1__a_period_lasts_its_posted_time() -> None:
    given = refused(_started(), cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR - 1))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(b)(1)")


def test_b_4__too_few_players_dealt_in() -> None:
    given = refused(_started(), _call(players=3))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(b)(4)")


def test_c__contributions_are_collected_in_a_qualifying_period() -> None:
    at = _started()
    _contribute(at)
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    late = cmd.Contribute(**_to("Dee", DEALER), table="1", pot=2_000, cents=100)
    assert refused(at, late).clause == "637a.16(c)"
    small = cmd.Contribute(**_to("Dee", DEALER), table="1", pot=999, cents=100)
    assert refused(_started(), small).code == "AMOUNT_IS_LAWFUL"


def test_d__boxes_are_counted_at_the_end_of_the_period() -> None:
    at = _started()
    given = refused(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1", "2")))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(d)")


def test_d_1__a_count_at_a_table_is_signed_by_two() -> None:
    at = _started()
    _contribute(at, 2)
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    for table in ("1", "2"):
        accepted(at, cmd.CloseTableForCount(**_to("Flora", FLOOR), table=table))
        accepted(at, cmd.RecordCount(**_to("Vera", Role.SURVEILLANCE), table=table))
        accepted(at, cmd.CountBox(**_to("Dee", DEALER), table=table, cents=100, witness="Flora"))
        accepted(at, cmd.SignCount(**_to("Dee", DEALER), table=table))
        twice = refused(at, cmd.SignCount(**_to("Dee", FLOOR), table=table))
        assert (twice.code, twice.clause) == ("PERSON_SIGNS_ONCE", "637a.16(d)(1)")
        accepted(at, cmd.SignCount(**_to("Flora", FLOOR), table=table))
        accepted(at, cmd.LockContents(**_to("Flora", FLOOR), table=table))
    (moved,) = accepted(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY)))
    assert moved.cents == 200  # type: ignore[attr-defined]
    (counted,) = accepted(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=200))
    assert counted.clause == "637a.16(e)"


# (f): tracking.


def test_f__less_than_a_full_house_is_not_called() -> None:
    given = refused(_started(), _call(cards("Ac Kc Jc 9c 7c")))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(f)")


def test_f__only_a_higher_or_an_equal_hand_is_called_after_the_first() -> None:
    at = _started()
    _track(at, "Ann", QUADS)
    given = refused(at, _call(FULL_HOUSE))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.16(f)")


def test_f__each_higher_hand_is_announced_and_recorded() -> None:
    at = _started()
    _track(at, "Ann")
    accepted(at, _call(QUADS))
    recorded, announced = accepted(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip("Bob", QUADS)))
    assert (recorded.clause, announced.clause) == ("637a.16(f)", "637a.16(f)")
    assert announced.hand == QUADS  # type: ignore[attr-defined]
    assert [slip.player for slip in at.state.funds[FUND].slips] == ["Bob"]


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
    given = refused(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=slip))
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", f"637a.16(f){path}")


def test_f_5__who_verified_signs_and_is_not_the_dealer() -> None:
    at = _started()
    accepted(at, _call())
    for signature in ("Fred", "Dee"):
        slip = replace(_slip("Ann"), signature=signature)
        given = refused(at, cmd.RecordHighHand(**_to(signature if signature == "Dee" else "Flora", FLOOR), slip=slip))
        assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.16(f)(5)")


def test_f__the_floor_records_what_the_dealer_called() -> None:
    at = _started()
    assert refused(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip("Ann"))).code == "STEP_IS_DUE"
    accepted(at, _call())
    given = refused(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip("Ann", QUADS)))
    assert given.clause == "637a.16(f)(3)"


def test_f_4__the_slip_names_the_dealer_who_called() -> None:
    at = _started()
    accepted(at, _call())
    given = refused(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=replace(_slip("Ann"), dealer="Dan")))
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(4)")


def test_f_1__the_slip_has_more_than_blanks() -> None:
    at = _started()
    accepted(at, _call())
    given = refused(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=replace(_slip("Ann"), phone="  ")))
    assert (given.code, given.clause) == ("SLIP_IS_COMPLETE", "637a.16(f)(1)")


def test_f__the_floor_may_find_another_hand_than_was_called() -> None:
    at = _started()
    reject = cmd.RejectHighHand(**_to("Flora", FLOOR))
    assert refused(at, reject).clause == "637a.16(f)"
    accepted(at, _call(QUADS))
    (rejected,) = accepted(at, reject)
    assert (rejected.clause, at.state.funds[FUND].slips) == ("637a.16(f)", ())
    _track(at, "Ann")
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))


@pytest.mark.parametrize("seat", [0, 11])
def test_f_1__a_hand_is_called_at_a_seat_of_the_table(seat: int) -> None:
    given = refused(_started(), _call(seat=seat))
    assert (given.code, given.clause) == ("SEAT_EXISTS", "637a.2(a)")


# (g) to (i): payment.


def test_g__the_pool_is_announced_when_it_has_been_counted() -> None:
    at = _started()
    _contribute(at, 4)
    _track(at, "Ann")
    assert refused(at, ANNOUNCE).clause == "637a.16(g)"
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    assert refused(at, ANNOUNCE).clause == "637a.16(g)"
    count_at_cage(at, FUND, ("1", "2"), 400, notify=False)
    (announced,) = accepted(at, ANNOUNCE)
    assert announced.shares == (("Ann", 400),)  # type: ignore[attr-defined]
    assert at.state.funds[FUND].displayed == 400


def test_h__the_highest_hand_is_paid_at_the_cage() -> None:
    at = _started()
    _contribute(at, 4)
    _track(at, "Ann")
    _track(at, "Bob", QUADS)
    _ended(at, 400)
    accepted(at, ANNOUNCE)
    assert refused(at, _pay("Ann")).clause == "637a.16(h)"
    floor = cmd.PayHighHand(**_to("Flora", FLOOR), player="Bob", identified=True, at=2 * HOUR)
    assert refused(at, floor).code == "ROLE_IS_AUTHORISED"
    (paid,) = accepted(at, _pay("Bob"))
    assert (paid.clause, at.state.ledger["player Bob"]) == ("637a.16(h)", 400)
    assert refused(at, _pay("Bob")).clause == "637a.16(h)"


def test_b_5_h__equal_hands_divide_the_payout() -> None:
    at = _started()
    _contribute(at, 3)
    _track(at, "Ann")
    _track(at, "Bob", EQUAL)
    _track(at, "Cy", EQUAL)
    _ended(at, 300)
    accepted(at, ANNOUNCE)
    assert dict(at.state.funds[FUND].payable) == dict.fromkeys(("Ann", "Bob", "Cy"), ((100, HOUR + WEEK),))


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
    assert at.state.funds[FUND].official == at.state.ledger["fund high hand"] == 1


def test_h__without_a_full_house_the_contributions_roll_over() -> None:
    at = _started()
    _contribute(at, 4)
    _ended(at, 400)
    (rolled,) = accepted(at, ANNOUNCE)
    assert (rolled.clause, rolled.cents) == ("637a.16(h)", 400)  # type: ignore[attr-defined]
    accepted(at, cmd.StartQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    _contribute(at, 2)
    accepted(at, _call(at=HOUR + 60))
    accepted(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip("Ann")))
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=2 * HOUR))
    count_at_cage(at, FUND, ("1", "2"), 200, notify=False)
    (announced,) = accepted(at, ANNOUNCE)
    assert announced.cents == 600  # type: ignore[attr-defined]


def test_g__a_period_is_announced_before_the_next_begins() -> None:
    at = _started()
    _ended(at, 0)
    given = refused(at, cmd.StartQualifyingPeriod(**_to("Flora", FLOOR), at=HOUR))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.16(g)")


def test_b_7__identification_is_presented() -> None:
    at = _paid_to_ann()
    assert refused(at, _pay("Ann", identified=False)).clause == "637a.16(b)(7)"


def _paid_to_ann() -> JackpotRoom:
    at = _started()
    _contribute(at, 2)
    _track(at, "Ann")
    _ended(at, 200)
    accepted(at, ANNOUNCE)
    return at


def test_b_6_i__an_unclaimed_payout_follows_the_submission() -> None:
    at = _paid_to_ann()
    unclaimed = {**_to("Fin", Role.FINANCE), "player": "Ann"}
    assert refused(at, cmd.DistributeUnclaimed(**unclaimed, at=HOUR + WEEK)).clause == "637a.16(i)"
    late = refused(at, _pay("Ann", HOUR + WEEK + 1))
    assert (late.code, late.clause) == ("PAYOUT_IS_CLAIMED_IN_TIME", "637a.16(b)(6)")
    accepted(at, cmd.DistributeUnclaimed(**unclaimed, at=HOUR + WEEK + 1))
    assert at.state.funds[FUND].official == at.state.ledger["fund high hand"] == 200


def test_b_6_i__each_payout_keeps_its_own_time_to_collect() -> None:
    at = _paid_to_ann()
    later = HOUR + WEEK
    accepted(at, cmd.StartQualifyingPeriod(**_to("Flora", FLOOR), at=later))
    _contribute(at, 3)
    accepted(at, _call(at=later + 60))
    accepted(at, cmd.RecordHighHand(**_to("Flora", FLOOR), slip=_slip("Ann")))
    accepted(at, cmd.EndQualifyingPeriod(**_to("Flora", FLOOR), at=later + HOUR))
    count_at_cage(at, FUND, ("1", "2"), 300, notify=False)
    accepted(at, ANNOUNCE)
    both = at.fork()
    accepted(both, _pay("Ann", later))
    assert both.state.ledger["player Ann"] == 500
    # The first payout was not collected in time: winning again does not bring it back.
    (paid,) = accepted(at, _pay("Ann", later + 2 * HOUR))
    assert (paid.cents, at.state.ledger["player Ann"]) == (300, 300)  # type: ignore[attr-defined]
    assert refused(at, _pay("Ann", later + 2 * HOUR)).code == "PAYOUT_IS_CLAIMED_IN_TIME"
    accepted(at, cmd.DistributeUnclaimed(**_to("Fin", Role.FINANCE), player="Ann", at=later + 2 * HOUR))
    assert (at.state.funds[FUND].payable, at.state.funds[FUND].official) == ({}, 200)
