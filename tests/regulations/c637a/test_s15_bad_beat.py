"""637a.15: the Bad Beat payout."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.registry import UnlawfulSubmissionError, check, resolve
from houseway.encoding import decode_event, encode
from houseway.engine.kernel import Envelope, Event, Table, Viewer, envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import (
    DEALER,
    FLOOR,
    SUPERVISOR,
    Room,
    accepted,
    adjust_display,
    count_at_cage,
    count_box,
    room,
)
from tests.kit.table_views import balance_of, balances_of, chips_of, fund_of
from tests.kit.tables import refuses

TERMS = {"contribution": 100, "minimum_pot": 1_000, "hands": ["Tc Td Th Ts 2c"]}
FUND = "bad beat"
LOSING, WINNING = cards("Ac Ad Ah As 2c"), cards("9h Th Jh Qh Kh")


def _offered(**terms: Any) -> Room:
    at = room(bad_beat={**TERMS, **terms})
    accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="bad_beat"), by="Sue"))
    accepted(at, envelope(cmd.ApproveDiscontinuing(fund=FUND), by="Ed"))
    accepted(at, envelope(cmd.DesignateTable(fund=FUND, table="1"), by="Flora"))
    return at


def _contribute(at: Room, cents: int = 100, pot: int = 100_000, times: int = 1, table: str = "1") -> None:
    for _ in range(times):
        accepted(at, envelope(cmd.Contribute(fund=FUND, table=table, pot=pot, cents=cents), by="Dee"))


def _funded(cents: int = 100_000) -> Room:
    at = _offered(contribution=cents)
    _contribute(at, cents)
    count_at_cage(at, FUND, ("1",), cents, notify=True)
    adjust_display(at, FUND, cents)
    return at


def _verify(**more: Any) -> Envelope:
    given = {"table": "1", "losing": LOSING, "winning": WINNING, "loser": "Lou", "winner": "Win", **more}
    return envelope(cmd.VerifyBadBeat(fund=FUND, **given), by="Sue")


# (a) to (c): the fund, what is posted, contributions.


def test_a__only_a_submission_offers_a_bad_beat() -> None:
    given = refuses(room(), envelope(cmd.OfferFund(fund=FUND, kind="bad_beat"), by="Sue"))
    assert (given.code, given.clause) == ("FUND_IS_OFFERED", "637a.15(a)")


def test_b__the_rules_posted_say_contribution_minimum_hands_and_payouts() -> None:
    at = room(bad_beat=TERMS)
    (offered,) = accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="bad_beat"), by="Sue"))
    posted = " ".join(offered.posted)  # type: ignore[attr-defined]
    for said in ("$1.00", "$10.00", "after the rake", "Tc Td Th Ts 2c", "2 players", "50% to the losing"):
        assert said in posted or said.replace(".00", "") in posted


def test_b__a_table_needs_its_notice_and_its_box() -> None:
    at = _offered()
    given = refuses(at, envelope(cmd.DesignateTable(fund=FUND, table="2", notice_posted=False), by="Flora"))
    assert given.clause == "637a.15(b)"
    given = refuses(at, envelope(cmd.DesignateTable(fund=FUND, table="2", box_attached=False), by="Flora"))
    assert given.clause == "637a.2(e)"


def test_b__a_table_is_designated_once() -> None:
    given = refuses(_offered(), envelope(cmd.DesignateTable(fund=FUND, table="1"), by="Flora"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(b)")
    assert given.message == "table 1 takes part in bad beat already"


def test_b_3__the_payout_must_add_up() -> None:
    with pytest.raises(UnlawfulSubmissionError):
        resolve({"blinds": [50, 100], "bad_beat": {**TERMS, "payout_percent": {"losing": 120}}}, game="holdem")


def _faults(game: str, **terms: Any) -> list[tuple[str, str, str]]:
    _, faults = check({"blinds": [50, 100], "bad_beat": {**TERMS, **terms}}, game=game)
    named = [fault for fault in faults if fault.field.removeprefix("bad_beat.") in terms]
    return [(fault.severity.value, fault.field, fault.clause) for fault in named]


@pytest.mark.parametrize(
    "terms",
    [
        {"payout_percent": {"losing": 0, "table": 0}},
        {"hands": ["As Ks Qs Js Ts"]},
        {"hands": ["As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"]},
        {"minimum_players": 11},
    ],
)
def test_b_3__a_payout_that_no_player_could_ever_win_is_not_offered(terms: dict[str, Any]) -> None:
    """637a.15(i)"""
    assert ("fault", f"bad_beat.{next(iter(terms))}", "637a.15(b)(3)") in _faults("holdem", **terms)


def test_b_3__a_game_with_fewer_places_only_contributes() -> None:
    assert _faults("draw-high", minimum_players=9) == [("note", "bad_beat.minimum_players", "637a.15(b)(3)")]
    assert _faults("holdem", minimum_players=10) == []


@pytest.mark.parametrize(("pot", "cents"), [(999, 100), (5_000, 101), (5_000, 0), (5_000, 1), (5_000, 99)])
def test_c__a_contribution_follows_the_posted_rules(pot: int, cents: int) -> None:
    given = refuses(_offered(), envelope(cmd.Contribute(fund=FUND, table="1", pot=pot, cents=cents), by="Dee"))
    assert (given.code, given.clause) == ("AMOUNT_IS_LAWFUL", "637a.15(c)")


def test_c__the_rake_comes_first_and_the_table_takes_part() -> None:
    at = _offered()
    early = envelope(cmd.Contribute(fund=FUND, table="1", pot=5_000, cents=100, rake_taken=False), by="Dee")
    assert refuses(at, early).clause == "637a.15(c)"
    elsewhere = envelope(cmd.Contribute(fund=FUND, table="9", pot=5_000, cents=100), by="Dee")
    assert refuses(at, elsewhere).code == "FUND_IS_OFFERED"


# (d), (e): the count.


def _closed(at: Room) -> Room:
    _contribute(at, times=3)
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(fund=FUND, table="1"), by="Flora"))
    accepted(at, envelope(cmd.RecordCount(fund=FUND, table="1"), by="Vera"))
    return at


def test_d__compliance_is_told_before_the_count() -> None:
    given = refuses(_offered(), envelope(cmd.CloseTableForCount(fund=FUND, table="1"), by="Flora"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)")
    given = refuses(_offered(), envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    assert given.clause == "637a.15(d)"


def test_d__a_gaming_day_does_not_end_uncounted() -> None:
    at = _offered()
    given = refuses(at, envelope(cmd.EndGamingDay(fund=FUND), by="Sue"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)")
    done = _funded()
    accepted(done, envelope(cmd.EndGamingDay(fund=FUND), by="Sue"))
    assert refuses(done, envelope(cmd.EndGamingDay(fund=FUND), by="Sue")).clause == "637a.15(d)"


def test_d__the_box_of_a_table_that_joins_late_is_counted_in_the_day_too() -> None:
    at = _funded()
    accepted(at, envelope(cmd.DesignateTable(fund=FUND, table="2"), by="Flora"))
    end = envelope(cmd.EndGamingDay(fund=FUND), by="Sue")
    assert refuses(at, end).clause == "637a.15(d)"
    count_at_cage(at, FUND, ("1", "2"), 0, notify=True)
    accepted(at, end)


def test_e__a_gaming_day_does_not_end_unrecorded() -> None:
    at = _funded()
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam"))
    accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=0), by="Cass"))
    given = refuses(at, envelope(cmd.EndGamingDay(fund=FUND), by="Sue"))
    assert (given.clause, given.message) == ("637a.15(e)", "finance has not recorded a count of this gaming day")


def test_d_1__a_dealer_counts_at_a_closed_table_recorded_and_witnessed() -> None:
    at = _offered()
    _contribute(at)
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    count = envelope(cmd.CountBox(fund=FUND, table="1", cents=100, witness="Flora"), by="Dee")
    assert "closed" in refuses(at, count).message
    accepted(at, envelope(cmd.CloseTableForCount(fund=FUND, table="1"), by="Flora"))
    assert "surveillance" in refuses(at, count).message
    accepted(at, envelope(cmd.RecordCount(fund=FUND, table="1"), by="Vera"))
    absent = refuses(at, count)
    assert (absent.code, absent.clause) == ("ROLE_IS_AUTHORISED", "637a.15(d)(1)")
    assert absent.message == "Flora has not come to it as a floorperson or above"
    accepted(at, envelope(cmd.AttendCount(fund=FUND, table="1"), by="Flora"))
    (counted,) = accepted(at, count)
    assert counted.clause == "637a.15(d)(1)"


def test_d_1__reading__637a_count_variance__a_differing_count_is_recorded_and_the_procedure_goes_on() -> None:
    at = _closed(_offered())
    count_box(at, FUND, "1", 299)
    counted = at.events[-1]
    assert (counted.person, counted.cents, counted.variance) == ("Dee", 299, -1)  # type: ignore[attr-defined]
    accepted(at, envelope(cmd.CountBox(fund=FUND, table="1", cents=298, witness="Flora"), by="Dee"))
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Dee"))
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Flora", role=FLOOR))
    accepted(at, envelope(cmd.LockContents(fund=FUND, table="1"), by="Flora", role=FLOOR))
    assert (balance_of(at, "container bad beat"), balance_of(at, "variance bad beat")) == (298, 2)
    accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam"))
    accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=301), by="Cass"))
    accepted(at, envelope(cmd.RecordContributions(fund=FUND, cents=301), by="Fin"))
    # One cent more than the table contributed came to light on the way.
    assert (fund_of(at, FUND).official, balance_of(at, "variance bad beat")) == (301, -1)
    seen = at.observe(Viewer(Role.FINANCE, "Fin")).funds[FUND]
    assert seen.variance == 1
    adjust_display(at, FUND, 301)
    accepted(at, envelope(cmd.EndGamingDay(fund=FUND), by="Sue"))


def test_d_e__nobody_is_shown_what_to_expect_before_a_count() -> None:
    at = _closed(_offered())
    accepted(at, envelope(cmd.AttendCount(fund=FUND, table="1"), by="Flora"))
    for role, person in ((Role.DEALER, "Dee"), (FLOOR, "Flora"), (Role.SURVEILLANCE, "Vera"), (Role.CASHIER, "Cass")):
        seen = at.observe(Viewer(role, person))
        fund = seen.funds[FUND]
        assert (fund.collected, fund.balances.boxes, fund.balances.uncounted) == ({}, 0, True)
        amounts = [ask.amounts for ask in seen.legal if ask.command == "count_box"]
        assert all((one.least, one.most) == (0, None) for one in amounts)
        assert amounts or person != "Dee"


def test_e__a_cashier_counts_each_box_for_itself() -> None:
    at = _offered()
    accepted(at, envelope(cmd.DesignateTable(fund=FUND, table="2"), by="Flora"))
    _contribute(at)
    _contribute(at, table="2", times=2)
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1", "2")), by="Flora"))
    accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam"))
    count = cmd.CountAtCage(fund=FUND, cents=299)
    for boxes in ({}, {"1": 299}, {"1": 100, "3": 199}, {"1": 100, "2": 198}, {"1": 100, "2": 200}):
        refusal = refuses(at, envelope(replace(count, boxes=boxes), by="Cass"))
        assert (refusal.code, refusal.clause) == ("CHIPS_ARE_COUNTED", "637a.15(e)")
    (counted,) = accepted(at, envelope(replace(count, boxes={"1": 100, "2": 199}), by="Cass"))
    assert counted.boxes == (("1", 100, 0), ("2", 199, -1))  # type: ignore[attr-defined]
    assert (counted.person, counted.variance) == ("Cass", -1)  # type: ignore[attr-defined]
    refusal = refuses(at, envelope(cmd.RecordContributions(fund=FUND, cents=300), by="Fin"))
    assert refusal.legal == ("$2.99",)


@pytest.mark.parametrize(
    ("witness", "says"),
    [
        ("Dee", "Dee cannot witness what Dee does"),
        ("Vera", "Vera acted for the surveillance department in this count and cannot act for the Poker room too"),
        ("", "the witness must be named"),
    ],
)
def test_d_1__the_witness_is_another_person(witness: str, says: str) -> None:
    given = refuses(
        _closed(_offered()), envelope(cmd.CountBox(fund=FUND, table="1", cents=300, witness=witness), by="Dee")
    )
    code = "PERSON_SIGNS_ONCE" if witness else "PERSON_IS_NAMED"
    assert (given.code, given.clause, given.message) == (code, "637a.15(d)(1)", says)


def test_d_1__surveillance_records_from_before_the_count_and_once() -> None:
    at = _offered()
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    record = envelope(cmd.RecordCount(fund=FUND, table="1"), by="Vera")
    assert refuses(at, record).message == "table 1 is not closed for a count"
    accepted(at, envelope(cmd.CloseTableForCount(fund=FUND, table="1"), by="Flora"))
    accepted(at, record)
    again = envelope(cmd.RecordCount(fund=FUND, table="1"), by="Val")
    assert refuses(at, again).message == "Vera records the count at table 1 already"
    count_box(at, FUND, "1", 0)
    assert refuses(at, again).message == "the box of table 1 has been counted already"


def test_d_1__dealer_and_witness_both_sign_each_once() -> None:
    at = _closed(_offered())
    count_box(at, FUND, "1", 300)
    lock = envelope(cmd.LockContents(fund=FUND, table="1"), by="Flora", role=FLOOR)
    assert refuses(at, lock).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Dee"))
    for person, by, says in (
        ("Dee", DEALER, "Dee has signed this count already"),
        ("Dee", FLOOR, "Dee has signed this count already"),
        ("Fred", FLOOR, "Fred neither counted nor witnessed and does not sign"),
        ("Flora", DEALER, "Flora witnessed the count and does not sign as a dealer"),
    ):
        given = refuses(at, envelope(cmd.SignCount(fund=FUND, table="1"), by=person, role=by))
        assert (given.code, given.clause, given.legal) == ("PERSON_SIGNS_ONCE", "637a.15(d)(1)", ("Flora",))
        assert given.message == says
    assert refuses(at, lock).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Flora", role=FLOOR))
    given = refuses(at, envelope(cmd.LockContents(fund=FUND, table="1"), by="Vera", role=FLOOR))
    assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.15(d)(1)")
    assert (
        given.message
        == "Vera acted for the surveillance department in this count and cannot act for the Poker room too"
    )
    accepted(at, lock)
    assert balance_of(at, "container bad beat") == 300


def test_d_1_e__the_container_goes_to_the_cage_and_into_the_record() -> None:
    at = _closed(_offered())
    count_box(at, FUND, "1", 300)
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Dee"))
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Flora", role=FLOOR))
    assert refuses(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam")).code == "STEP_IS_DUE"
    accepted(at, envelope(cmd.LockContents(fund=FUND, table="1"), by="Flora", role=FLOOR))
    assert refuses(at, envelope(cmd.TransportToCage(fund=FUND), by="Flora", role=FLOOR)).code == "ROLE_IS_AUTHORISED"
    assert refuses(at, envelope(cmd.TransportToCage(fund=FUND), by="Dee")).code == "PERSON_SIGNS_ONCE"
    accepted(at, envelope(cmd.TransportToCage(fund=FUND, cage="satellite cage"), by="Sam"))
    assert refuses(at, envelope(cmd.CountAtCage(fund=FUND, cents=300), by="Sam")).code == "PERSON_SIGNS_ONCE"
    accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=300), by="Cass"))
    accepted(at, envelope(cmd.RecordContributions(fund=FUND, cents=300), by="Fin"))
    assert fund_of(at, FUND).official == balance_of(at, "fund bad beat") == 300
    _contribute(at)


def test_d_2__every_box_that_goes_to_the_cage_is_accounted_for() -> None:
    at = _offered()
    accepted(at, envelope(cmd.DesignateTable(fund=FUND, table="2"), by="Flora"))
    _contribute(at)
    _contribute(at, table="2")
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    given = refuses(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    assert (given.code, given.clause, given.legal) == ("CHIPS_ARE_COUNTED", "637a.15(d)(2)", ("1", "2"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1", "2")), by="Flora"))
    accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam"))
    accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=200, boxes={"1": 100, "2": 100}), by="Cass"))


def test_d_1__nothing_is_counted_of_a_fund_that_is_not_there() -> None:
    given = refuses(_offered(), envelope(cmd.CountBox(fund="none", table="1", cents=1, witness="Flora"), by="Dee"))
    assert given.code == "FUND_IS_OFFERED"


def test_d_2__the_boxes_are_accounted_for_in_any_order() -> None:
    at = _offered()
    for table in ("3", "2"):
        accepted(at, envelope(cmd.DesignateTable(fund=FUND, table=table), by="Flora"))
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    given = refuses(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("3",)), by="Flora"))
    assert given.legal == ("1", "2", "3")
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("3", "1", "2")), by="Flora"))


def test_d_1__a_box_opened_at_its_table_is_not_carried_unsigned() -> None:
    at = _offered()
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    accepted(at, envelope(cmd.CloseTableForCount(fund=FUND, table="1"), by="Flora"))
    accepted(at, envelope(cmd.RecordCount(fund=FUND, table="1"), by="Vera"))
    count_box(at, FUND, "1", 0)
    assert refuses(at, envelope(cmd.TransportToCage(fund=FUND), by="Sam")).code == "STEP_IS_DUE"


def test_e__nothing_is_counted_at_the_cage_before_it_is_delivered() -> None:
    at = _offered()
    _contribute(at)
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    given = refuses(at, envelope(cmd.CountAtCage(fund=FUND, cents=0), by="Cass"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(e)")


# (f) to (h): verification and payment. What is verified: test_s15_verification.py.


def test_f_g_h__from_verification_to_the_adjusted_display() -> None:
    at = _funded(100_000)
    accepted(at, _verify(others=("Ann", "Bob")))
    order = envelope(cmd.OrderPayout(fund=FUND, to="security"), by="Sue")
    assert refuses(at, order).clause == "637a.15(f)(1)"
    accepted(at, envelope(cmd.PostPendingNotice(fund=FUND), by="Sue"))
    assert fund_of(at, FUND).pending
    prepare = envelope(cmd.PrepareDistribution(fund=FUND), by="Fin")
    assert refuses(at, prepare).clause == "637a.15(f)(2)"
    accepted(at, order)
    pay = envelope(cmd.PayBadBeat(fund=FUND), by="Sam", role=Role.SECURITY)
    assert refuses(at, pay).clause == "637a.15(g)"
    assert refuses(at, envelope(cmd.PrepareDistribution(fund=FUND, form="promises"), by="Fin")).clause == "637a.15(g)"
    accepted(at, prepare)
    assert refuses(at, envelope(cmd.PayBadBeat(fund=FUND), by="Cass", role=Role.CASHIER)).code == "ROLE_IS_AUTHORISED"
    accepted(at, pay)
    ledger = balances_of(at)
    assert [ledger[f"player {who}"] for who in ("Lou", "Win", "Ann", "Bob")] == [50_000, 25_000, 12_500, 12_500]
    assert refuses(at, _verify()).clause == "637a.15(h)"
    adjust_display(at, FUND, 0)
    assert not fund_of(at, FUND).pending
    again = refuses(at, _verify(losing=LOSING[::-1], others=("Ann",)))
    assert (again.code, again.clause) == ("STEP_IS_DUE", "637a.15(f)")
    assert again.message == "this Bad Beat has been verified before, and is paid once"


def test_g__a_payout_may_be_made_at_a_cage() -> None:
    at = _funded()
    accepted(at, _verify())
    accepted(at, envelope(cmd.PostPendingNotice(fund=FUND), by="Sue"))
    accepted(at, envelope(cmd.OrderPayout(fund=FUND, to="cage"), by="Sue"))
    accepted(at, envelope(cmd.PrepareDistribution(fund=FUND, form="cash equivalent"), by="Fin"))
    (paid,) = accepted(at, envelope(cmd.PayBadBeat(fund=FUND), by="Cass", role=Role.CASHIER))
    assert paid.clause == "637a.15(g)"
    # Nobody else was dealt in: the table's part falls to the losing hand.
    assert chips_of(at, "Lou") == 75_000


def _ordered(at: Room, to: str = "security") -> None:
    accepted(at, _verify())
    accepted(at, envelope(cmd.PostPendingNotice(fund=FUND), by="Sue"))
    accepted(at, envelope(cmd.OrderPayout(fund=FUND, to=to), by="Sue"))


def _asked_of(at: Room, role: Role) -> list[str]:
    return [ask.command for ask in at.legal(Viewer(role, f"{role.value} of the day"))]


def test_a__reading__637a_bad_beat_nothing__an_empty_fund_verifies_no_bad_beat() -> None:
    at = _offered()
    refusal = refuses(at, _verify())
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "637a.15(a)")
    assert refusal.message == "the fund bad beat holds nothing to pay a Bad Beat from"
    assert "verify_bad_beat" not in _asked_of(at, SUPERVISOR)
    _contribute(at)
    assert "verify_bad_beat" in _asked_of(at, SUPERVISOR)
    accepted(at, _verify())


def test_d_e_g__reading__637a_bad_beat_nothing__what_lies_uncounted_is_counted_and_recorded_before_a_payout_is_prepared() -> (
    None
):
    at = _offered()
    _contribute(at)
    _ordered(at)
    prepare = envelope(cmd.PrepareDistribution(fund=FUND), by="Fin")

    def waits_for(clause: str, message: str, step: str) -> None:
        refusal = refuses(at, prepare)
        assert (refusal.code, refusal.clause, refusal.legal) == ("STEP_IS_DUE", clause, (step,))
        assert refusal.message == message
        assert "prepare_distribution" not in _asked_of(at, Role.FINANCE)
        assert refuses(at, envelope(cmd.PayBadBeat(fund=FUND), by="Sam", role=Role.SECURITY)).clause == "637a.15(g)"

    waits_for("637a.15(d)", "the boxes of bad beat must be counted first", "count the boxes")
    assert [ask.command for ask in at.due()] == ["notify_of_count"]
    accepted(at, envelope(cmd.NotifyOfCount(fund=FUND), by="Flora"))
    accepted(at, envelope(cmd.AccountForBoxes(fund=FUND, tables=("1",)), by="Flora"))
    accepted(at, envelope(cmd.TransportToCage(fund=FUND), by="Sid"))
    waits_for("637a.15(e)", "a cashier must count what was taken to the cage first", "count at the cage")
    accepted(at, envelope(cmd.CountAtCage(fund=FUND, cents=100), by="Cass"))
    waits_for("637a.15(e)", "finance must record the $1 that the cage counted first", "record the contributions")
    accepted(at, envelope(cmd.RecordContributions(fund=FUND, cents=100), by="Fin"))
    accepted(at, prepare)
    (paid,) = accepted(at, envelope(cmd.PayBadBeat(fund=FUND), by="Sam", role=Role.SECURITY))
    assert paid.shares == (("Lou", 75), ("Win", 25))  # type: ignore[attr-defined]


def test_d_1_g__what_was_counted_at_the_table_and_locked_is_not_on_the_record_yet() -> None:
    at = _closed(_offered())
    count_box(at, FUND, "1", 300)
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Dee"))
    accepted(at, envelope(cmd.SignCount(fund=FUND, table="1"), by="Flora", role=FLOOR))
    accepted(at, envelope(cmd.LockContents(fund=FUND, table="1"), by="Flora", role=FLOOR))
    _ordered(at)
    refusal = refuses(at, envelope(cmd.PrepareDistribution(fund=FUND), by="Fin"))
    assert (refusal.clause, refusal.legal) == ("637a.15(d)(1)", ("transport to the cage",))
    assert refusal.message == "security must take the locked $3 of bad beat to the cage first"


def _paid_nothing(*, prepared_only: bool = False) -> list[Event]:
    """What an earlier version recorded: a Bad Beat verified and paid with nothing."""
    at = _offered()
    said: dict[str, Any] = {"fund": FUND, "at": 0}
    verified = {name: getattr(_verify().command, name) for name in ("table", "losing", "winning", "loser", "winner")}
    events: list[Event] = [
        ev.BadBeatVerified(clause="637a.15(f)", person="Sue", others=(), **verified, **said),
        ev.PendingNoticePosted(clause="637a.15(f)(1)", person="Sue", **said),
        ev.PayoutOrdered(clause="637a.15(f)(2)", person="Sue", to="security", **said),
        ev.DistributionPrepared(clause="637a.15(g)", person="Fin", form="cash", shares=(), **said),
        ev.BadBeatPaid(clause="637a.15(f)(2)", person="Sam", shares=(), **said),
    ]
    return [*at.events, *(events[:-1] if prepared_only else events)]


def test_f_g__a_record_with_a_payment_of_nothing_is_replayed_and_goes_on() -> None:
    events = _paid_nothing()
    state = JACKPOTS.replay(decode_event(encode(event)) for event in events)
    assert state.funds[FUND].bad_beat is None
    at: Room = Table(_offered().rules, state=state, events=events)
    adjust_display(at, FUND, 0)
    _contribute(at)
    accepted(at, _verify(loser="Lil"))


def test_g__a_payment_of_nothing_that_was_prepared_is_prepared_again_when_there_is_something() -> None:
    events = _paid_nothing(prepared_only=True)
    at: Room = Table(_offered().rules, state=JACKPOTS.replay(events), events=events)
    pay = envelope(cmd.PayBadBeat(fund=FUND), by="Sam", role=Role.SECURITY)
    assert refuses(at, pay).clause == "637a.15(g)"
    assert refuses(at, envelope(cmd.PrepareDistribution(fund=FUND), by="Fin")).clause == "637a.15(a)"
    # A Bad Beat that nothing can pay holds up neither the display nor the end of its fund.
    ended = at.fork()
    adjust_display(ended, FUND, 0)
    accepted(ended, envelope(cmd.TerminateContributions(fund=FUND), by="Sue"))
    accepted(ended, envelope(cmd.CloseFund(fund=FUND), by="Fin"))
    _contribute(at)
    count_at_cage(at, FUND, ("1",), 100, notify=True)
    accepted(at, envelope(cmd.PrepareDistribution(fund=FUND), by="Fin"))
    accepted(at, pay)
    assert chips_of(at, "Lou") == 75


def test_h__a_verified_bad_beat_makes_the_display_due_again_in_a_day() -> None:
    at = _funded()
    accepted(at, _verify())
    end = envelope(cmd.EndGamingDay(fund=FUND), by="Sue")
    assert refuses(at, end).clause == "637a.15(h)"
    accepted(at, envelope(cmd.PostPendingNotice(fund=FUND), by="Sue"))
    accepted(at, envelope(cmd.OrderPayout(fund=FUND, to="cage"), by="Sue"))
    accepted(at, envelope(cmd.PrepareDistribution(fund=FUND), by="Fin"))
    accepted(at, envelope(cmd.PayBadBeat(fund=FUND), by="Cass", role=Role.CASHIER))
    assert refuses(at, end).clause == "637a.15(h)"
    adjust_display(at, FUND, 0)
    accepted(at, end)


def test_h_1__a_floorperson_is_present_when_the_display_is_adjusted() -> None:
    at = _funded()
    for witness, code in (("Fin", "PERSON_SIGNS_ONCE"), ("Flora", "ROLE_IS_AUTHORISED")):
        given = refuses(at, envelope(cmd.AdjustDisplay(fund=FUND, cents=100_000, witness=witness), by="Fin"))
        assert (given.code, given.clause) == (code, "637a.15(h)(1)")
    finance = refuses(at, envelope(cmd.AttendAdjustment(fund=FUND), role=Role.FINANCE, by="Flo"))
    assert (finance.code, finance.clause) == ("ROLE_IS_AUTHORISED", "637a.15(h)(1)")
    adjust_display(at, FUND, 100_000)
    again = refuses(at, envelope(cmd.AdjustDisplay(fund=FUND, cents=100_000, witness="Flora"), by="Fin"))
    assert again.message == "Flora has not come to it as a floorperson or above"


def test_h_2__the_display_says_what_finance_maintains() -> None:
    at = _funded()
    accepted(at, envelope(cmd.AttendAdjustment(fund=FUND), by="Flora"))
    given = refuses(at, envelope(cmd.AdjustDisplay(fund=FUND, cents=99_999, witness="Flora"), by="Fin"))
    assert (given.code, given.clause) == ("CHIPS_ARE_COUNTED", "637a.15(h)(2)")


# (i): the end of a fund.


def test_i__no_table_takes_part_before_discontinuing_is_approved() -> None:
    at = room(bad_beat=TERMS)
    accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="bad_beat"), by="Sue"))
    designate = envelope(cmd.DesignateTable(fund=FUND, table="1"), by="Flora")
    given = refuses(at, designate)
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(i)")
    assert (
        refuses(at, envelope(cmd.ApproveDiscontinuing(fund=FUND), by="Sue", role=SUPERVISOR)).code
        == "ROLE_IS_AUTHORISED"
    )
    accepted(at, envelope(cmd.ApproveDiscontinuing(fund=FUND), by="Ed"))
    accepted(at, designate)


def test_c_i__a_discontinued_fund_goes_to_another_and_then_closes() -> None:
    at = _funded()
    accepted(at, envelope(cmd.OfferFund(fund="second", kind="bad_beat"), by="Sue"))
    move = envelope(cmd.TransferFund(fund=FUND, to="second"), by="Fin")
    assert refuses(at, move).clause == "637a.15(i)"
    close = envelope(cmd.CloseFund(fund=FUND), by="Fin")
    for early in (move, close):
        assert refuses(at, early).message == "contributions to bad beat have not been terminated"
    unamended = envelope(cmd.TerminateContributions(fund=FUND, rules_amended=False), by="Sue")
    assert refuses(at, unamended).clause == "637a.15(c)"
    accepted(at, envelope(cmd.TerminateContributions(fund=FUND), by="Sue"))
    assert refuses(at, envelope(cmd.DesignateTable(fund=FUND, table="2"), by="Flora")).clause == "637a.15(c)"
    late = envelope(cmd.Contribute(fund=FUND, table="1", pot=5_000, cents=100), by="Dee")
    assert refuses(at, late).clause == "637a.15(c)"
    assert refuses(at, close).message == "$1,000 of bad beat must still reach Poker patrons"
    assert refuses(at, envelope(cmd.TransferFund(fund=FUND, to="house"), by="Fin")).code == "FUND_IS_OFFERED"
    accepted(at, move)
    accepted(at, close)
    assert refuses(at, close).message == "the fund 'bad beat' is closed"
    assert fund_of(at, "second").official == balance_of(at, "fund second") == 100_000


@pytest.mark.parametrize("command", [cmd.TransferFund, cmd.CloseFund])
def test_i__a_verified_bad_beat_is_paid_before_its_fund_ends(command: Any) -> None:
    at = _funded()
    accepted(at, _verify())
    accepted(at, envelope(cmd.TerminateContributions(fund=FUND), by="Sue"))
    more = {"to": "second"} if command is cmd.TransferFund else {}
    given = refuses(at, envelope(command(fund=FUND, **more), by="Fin"))
    assert (given.clause, given.message) == ("637a.15(i)", "a verified Bad Beat of bad beat has not been paid")


def test_c_i__collection_ends_by_approved_procedures() -> None:
    at = room(bad_beat=TERMS)
    accepted(at, envelope(cmd.OfferFund(fund=FUND, kind="bad_beat"), by="Sue"))
    assert refuses(at, envelope(cmd.TerminateContributions(fund=FUND), by="Sue")).clause == "637a.15(i)"
