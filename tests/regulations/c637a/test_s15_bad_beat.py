"""637a.15: the Bad Beat payout."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.room import JackpotRoom
from houseway.chapters.registry import UnlawfulSubmissionError, resolve_poker
from houseway.engine.roles import Role
from tests.regulations.c637a.jackpot_room import DEALER, FLOOR, SUPERVISOR, accepted, count_at_cage, refused, room

TERMS = {"contribution": 100, "minimum_pot": 1_000, "hands": ["Tc Td Th Ts 2c"]}
FUND = "bad beat"
LOSING, WINNING = cards("Ac Ad Ah As 2c"), cards("9h Th Jh Qh Kh")


def _to(person: str, by: Role, **more: Any) -> dict[str, Any]:
    return {"by": by, "person": person, "fund": FUND, **more}


def _offered(**terms: Any) -> JackpotRoom:
    at = room(bad_beat={**TERMS, **terms})
    accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="bad_beat"))
    accepted(at, cmd.ApproveDiscontinuing(**_to("Ed", Role.EXECUTIVE_DIRECTOR)))
    accepted(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="1"))
    return at


def _contribute(at: JackpotRoom, cents: int = 100, pot: int = 5_000, times: int = 1, table: str = "1") -> None:
    for _ in range(times):
        accepted(at, cmd.Contribute(**_to("Dee", DEALER), table=table, pot=pot, cents=cents))


def _funded(cents: int = 100_000) -> JackpotRoom:
    at = _offered(contribution=cents)
    _contribute(at, cents)
    count_at_cage(at, FUND, ("1",), cents, notify=True)
    accepted(at, cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=cents, witness="Flora"))
    return at


def _verify(**more: Any) -> cmd.VerifyBadBeat:
    given = {"table": "1", "losing": LOSING, "winning": WINNING, "loser": "Lou", "winner": "Win", **more}
    return cmd.VerifyBadBeat(**_to("Sue", SUPERVISOR), **given)


# (a) to (c): the fund, what is posted, contributions.


def test_a__only_a_submission_offers_a_bad_beat() -> None:
    given = refused(room(), cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="bad_beat"))
    assert (given.code, given.clause) == ("FUND_IS_OFFERED", "637a.15(a)")


def test_b__the_rules_posted_say_contribution_minimum_hands_and_payouts() -> None:
    at = room(bad_beat=TERMS)
    (offered,) = accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="bad_beat"))
    posted = " ".join(offered.posted)  # type: ignore[attr-defined]
    for said in ("$1.00", "$10.00", "after the rake", "Tc Td Th Ts 2c", "2 players", "50% to the losing"):
        assert said in posted or said.replace(".00", "") in posted


def test_b__a_table_needs_its_notice_and_its_box() -> None:
    at = _offered()
    given = refused(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="2", notice_posted=False))
    assert given.clause == "637a.15(b)"
    given = refused(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="2", box_attached=False))
    assert given.clause == "637a.2(e)"


def test_b__a_table_is_designated_once() -> None:
    given = refused(_offered(), cmd.DesignateTable(**_to("Flora", FLOOR), table="1"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(b)")
    assert given.message == "table 1 takes part in bad beat already"


def test_b_3__the_payout_must_add_up() -> None:
    with pytest.raises(UnlawfulSubmissionError):
        resolve_poker({"blinds": [50, 100], "bad_beat": {**TERMS, "payout_percent": {"losing": 120}}}, game="holdem")


@pytest.mark.parametrize(("pot", "cents"), [(999, 100), (5_000, 101), (5_000, 0)])
def test_c__a_contribution_follows_the_posted_rules(pot: int, cents: int) -> None:
    given = refused(_offered(), cmd.Contribute(**_to("Dee", DEALER), table="1", pot=pot, cents=cents))
    assert (given.code, given.clause) == ("AMOUNT_IS_LAWFUL", "637a.15(c)")


def test_c__the_rake_comes_first_and_the_table_takes_part() -> None:
    at = _offered()
    early = cmd.Contribute(**_to("Dee", DEALER), table="1", pot=5_000, cents=100, rake_taken=False)
    assert refused(at, early).clause == "637a.15(c)"
    elsewhere = cmd.Contribute(**_to("Dee", DEALER), table="9", pot=5_000, cents=100)
    assert refused(at, elsewhere).code == "FUND_IS_OFFERED"


# (d), (e): the count.


def _closed(at: JackpotRoom) -> JackpotRoom:
    _contribute(at, times=3)
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    accepted(at, cmd.CloseTableForCount(**_to("Flora", FLOOR), table="1"))
    accepted(at, cmd.RecordCount(**_to("Vera", Role.SURVEILLANCE), table="1"))
    return at


def test_d__compliance_is_told_before_the_count() -> None:
    given = refused(_offered(), cmd.CloseTableForCount(**_to("Flora", FLOOR), table="1"))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)")
    given = refused(_offered(), cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1",)))
    assert given.clause == "637a.15(d)"


def test_d__a_gaming_day_does_not_end_uncounted() -> None:
    at = _offered()
    given = refused(at, cmd.EndGamingDay(**_to("Sue", SUPERVISOR)))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(d)")
    done = _funded()
    accepted(done, cmd.EndGamingDay(**_to("Sue", SUPERVISOR)))
    assert refused(done, cmd.EndGamingDay(**_to("Sue", SUPERVISOR))).clause == "637a.15(d)"


def test_d__the_box_of_a_table_that_joins_late_is_counted_in_the_day_too() -> None:
    at = _funded()
    accepted(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="2"))
    end = cmd.EndGamingDay(**_to("Sue", SUPERVISOR))
    assert refused(at, end).clause == "637a.15(d)"
    count_at_cage(at, FUND, ("1", "2"), 0, notify=True)
    accepted(at, end)


def test_e__a_gaming_day_does_not_end_unrecorded() -> None:
    at = _funded()
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    accepted(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1",)))
    accepted(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY)))
    accepted(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=0))
    given = refused(at, cmd.EndGamingDay(**_to("Sue", SUPERVISOR)))
    assert (given.clause, given.message) == ("637a.15(e)", "finance has not recorded a count of this gaming day")


def test_d_1__a_dealer_counts_at_a_closed_table_recorded_and_witnessed() -> None:
    at = _offered()
    _contribute(at)
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    count = cmd.CountBox(**_to("Dee", DEALER), table="1", cents=100, witness="Flora")
    assert "closed" in refused(at, count).message
    accepted(at, cmd.CloseTableForCount(**_to("Flora", FLOOR), table="1"))
    assert "surveillance" in refused(at, count).message
    accepted(at, cmd.RecordCount(**_to("Vera", Role.SURVEILLANCE), table="1"))
    (counted,) = accepted(at, count)
    assert counted.clause == "637a.15(d)(1)"


def test_d_1__a_wrong_count_is_made_again() -> None:
    at = _closed(_offered())
    given = refused(at, cmd.CountBox(**_to("Dee", DEALER), table="1", cents=299, witness="Flora"))
    assert (given.code, given.clause) == ("CHIPS_ARE_COUNTED", "637a.15(d)(1)")


@pytest.mark.parametrize(
    ("witness", "says"),
    [
        ("Dee", "Dee cannot witness what Dee does"),
        ("Vera", "Vera acted for the surveillance department in this count and cannot act for the Poker room too"),
        ("", "the witness must be named"),
    ],
)
def test_d_1__the_witness_is_another_person(witness: str, says: str) -> None:
    given = refused(_closed(_offered()), cmd.CountBox(**_to("Dee", DEALER), table="1", cents=300, witness=witness))
    code = "PERSON_SIGNS_ONCE" if witness else "PERSON_IS_NAMED"
    assert (given.code, given.clause, given.message) == (code, "637a.15(d)(1)", says)


def test_d_1__surveillance_records_from_before_the_count_and_once() -> None:
    at = _offered()
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    record = cmd.RecordCount(**_to("Vera", Role.SURVEILLANCE), table="1")
    assert refused(at, record).message == "table 1 is not closed for a count"
    accepted(at, cmd.CloseTableForCount(**_to("Flora", FLOOR), table="1"))
    accepted(at, record)
    again = cmd.RecordCount(**_to("Val", Role.SURVEILLANCE), table="1")
    assert refused(at, again).message == "Vera records the count at table 1 already"
    accepted(at, cmd.CountBox(**_to("Dee", DEALER), table="1", cents=0, witness="Flora"))
    assert refused(at, again).message == "the box of table 1 has been counted already"


def test_d_1__dealer_and_witness_both_sign_each_once() -> None:
    at = _closed(_offered())
    accepted(at, cmd.CountBox(**_to("Dee", DEALER), table="1", cents=300, witness="Flora"))
    lock = cmd.LockContents(**_to("Flora", FLOOR), table="1")
    assert refused(at, lock).code == "STEP_IS_DUE"
    accepted(at, cmd.SignCount(**_to("Dee", DEALER), table="1"))
    for person, by, says in (
        ("Dee", DEALER, "Dee has signed this count already"),
        ("Dee", FLOOR, "Dee has signed this count already"),
        ("Fred", FLOOR, "Fred neither counted nor witnessed and does not sign"),
        ("Flora", DEALER, "Flora witnessed the count and does not sign as a dealer"),
    ):
        given = refused(at, cmd.SignCount(**_to(person, by), table="1"))
        assert (given.code, given.clause, given.legal) == ("PERSON_SIGNS_ONCE", "637a.15(d)(1)", ("Flora",))
        assert given.message == says
    assert refused(at, lock).code == "STEP_IS_DUE"
    accepted(at, cmd.SignCount(**_to("Flora", FLOOR), table="1"))
    accepted(at, lock)
    assert at.state.ledger["container bad beat"] == 300


def test_d_1_e__the_container_goes_to_the_cage_and_into_the_record() -> None:
    at = _closed(_offered())
    accepted(at, cmd.CountBox(**_to("Dee", DEALER), table="1", cents=300, witness="Flora"))
    accepted(at, cmd.SignCount(**_to("Dee", DEALER), table="1"))
    accepted(at, cmd.SignCount(**_to("Flora", FLOOR), table="1"))
    assert refused(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY))).code == "STEP_IS_DUE"
    accepted(at, cmd.LockContents(**_to("Flora", FLOOR), table="1"))
    assert refused(at, cmd.TransportToCage(**_to("Flora", FLOOR))).code == "ROLE_IS_AUTHORISED"
    assert refused(at, cmd.TransportToCage(**_to("Dee", Role.SECURITY))).code == "PERSON_SIGNS_ONCE"
    accepted(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY), cage="satellite cage"))
    assert refused(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=301)).clause == "637a.15(e)"
    assert refused(at, cmd.CountAtCage(**_to("Sam", Role.CASHIER), cents=300)).code == "PERSON_SIGNS_ONCE"
    accepted(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=300))
    accepted(at, cmd.RecordContributions(**_to("Fin", Role.FINANCE), cents=300))
    assert at.state.funds[FUND].official == at.state.ledger["fund bad beat"] == 300
    _contribute(at)


def test_d_2__every_box_that_goes_to_the_cage_is_accounted_for() -> None:
    at = _offered()
    accepted(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="2"))
    _contribute(at)
    _contribute(at, table="2")
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    given = refused(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1",)))
    assert (given.code, given.clause, given.legal) == ("CHIPS_ARE_COUNTED", "637a.15(d)(2)", ("1", "2"))
    accepted(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1", "2")))
    accepted(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY)))
    accepted(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=200))


def test_d_1__a_box_opened_at_its_table_is_not_carried_unsigned() -> None:
    at = _offered()
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    accepted(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1",)))
    accepted(at, cmd.CloseTableForCount(**_to("Flora", FLOOR), table="1"))
    accepted(at, cmd.RecordCount(**_to("Vera", Role.SURVEILLANCE), table="1"))
    accepted(at, cmd.CountBox(**_to("Dee", DEALER), table="1", cents=0, witness="Flora"))
    assert refused(at, cmd.TransportToCage(**_to("Sam", Role.SECURITY))).code == "STEP_IS_DUE"


def test_e__nothing_is_counted_at_the_cage_before_it_is_delivered() -> None:
    at = _offered()
    _contribute(at)
    accepted(at, cmd.NotifyOfCount(**_to("Flora", FLOOR)))
    accepted(at, cmd.AccountForBoxes(**_to("Flora", FLOOR), tables=("1",)))
    given = refused(at, cmd.CountAtCage(**_to("Cass", Role.CASHIER), cents=0))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(e)")


# (f) to (h): verification and payment. What is verified: test_s15_verification.py.


def test_f_g_h__from_verification_to_the_adjusted_display() -> None:
    at = _funded(100_000)
    accepted(at, _verify(others=("Ann", "Bob")))
    order = cmd.OrderPayout(**_to("Sue", SUPERVISOR), to="security")
    assert refused(at, order).clause == "637a.15(f)(1)"
    accepted(at, cmd.PostPendingNotice(**_to("Sue", SUPERVISOR)))
    assert at.state.funds[FUND].pending
    prepare = cmd.PrepareDistribution(**_to("Fin", Role.FINANCE))
    assert refused(at, prepare).clause == "637a.15(f)(2)"
    accepted(at, order)
    pay = cmd.PayBadBeat(**_to("Sam", Role.SECURITY))
    assert refused(at, pay).clause == "637a.15(g)"
    assert refused(at, cmd.PrepareDistribution(**_to("Fin", Role.FINANCE), form="promises")).clause == "637a.15(g)"
    accepted(at, prepare)
    assert refused(at, cmd.PayBadBeat(**_to("Cass", Role.CASHIER))).code == "ROLE_IS_AUTHORISED"
    accepted(at, pay)
    ledger = at.state.ledger
    assert [ledger[f"player {who}"] for who in ("Lou", "Win", "Ann", "Bob")] == [50_000, 25_000, 12_500, 12_500]
    assert refused(at, _verify()).clause == "637a.15(h)"
    adjust = cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=0, witness="Flora")
    accepted(at, adjust)
    assert not at.state.funds[FUND].pending


def test_g__a_payout_may_be_made_at_a_cage() -> None:
    at = _funded()
    accepted(at, _verify())
    accepted(at, cmd.PostPendingNotice(**_to("Sue", SUPERVISOR)))
    accepted(at, cmd.OrderPayout(**_to("Sue", SUPERVISOR), to="cage"))
    accepted(at, cmd.PrepareDistribution(**_to("Fin", Role.FINANCE), form="cash equivalent"))
    (paid,) = accepted(at, cmd.PayBadBeat(**_to("Cass", Role.CASHIER)))
    assert paid.clause == "637a.15(g)"
    # Nobody else was dealt in: the table's part falls to the losing hand.
    assert at.state.ledger["player Lou"] == 75_000


def test_g__an_empty_fund_pays_nothing_and_goes_on() -> None:
    at = _offered()
    accepted(at, _verify())
    accepted(at, cmd.PostPendingNotice(**_to("Sue", SUPERVISOR)))
    accepted(at, cmd.OrderPayout(**_to("Sue", SUPERVISOR), to="security"))
    accepted(at, cmd.PrepareDistribution(**_to("Fin", Role.FINANCE)))
    assert "already" in refused(at, cmd.PrepareDistribution(**_to("Fin", Role.FINANCE))).message
    accepted(at, cmd.PayBadBeat(**_to("Sam", Role.SECURITY)))
    accepted(at, cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=0, witness="Flora"))
    accepted(at, _verify())


def test_h__a_verified_bad_beat_makes_the_display_due_again_in_a_day() -> None:
    at = _funded()
    accepted(at, _verify())
    end = cmd.EndGamingDay(**_to("Sue", SUPERVISOR))
    assert refused(at, end).clause == "637a.15(h)"
    accepted(at, cmd.PostPendingNotice(**_to("Sue", SUPERVISOR)))
    accepted(at, cmd.OrderPayout(**_to("Sue", SUPERVISOR), to="cage"))
    accepted(at, cmd.PrepareDistribution(**_to("Fin", Role.FINANCE)))
    accepted(at, cmd.PayBadBeat(**_to("Cass", Role.CASHIER)))
    assert refused(at, end).clause == "637a.15(h)"
    accepted(at, cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=0, witness="Flora"))
    accepted(at, end)


def test_h_1__a_floorperson_is_present_when_the_display_is_adjusted() -> None:
    given = refused(_funded(), cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=100_000, witness="Fin"))
    assert (given.code, given.clause) == ("PERSON_SIGNS_ONCE", "637a.15(h)(1)")


def test_h_2__the_display_says_what_finance_maintains() -> None:
    given = refused(_funded(), cmd.AdjustDisplay(**_to("Fin", Role.FINANCE), cents=99_999, witness="Flora"))
    assert (given.code, given.clause) == ("CHIPS_ARE_COUNTED", "637a.15(h)(2)")


# (i): the end of a fund.


def test_i__no_table_takes_part_before_discontinuing_is_approved() -> None:
    at = room(bad_beat=TERMS)
    accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="bad_beat"))
    designate = cmd.DesignateTable(**_to("Flora", FLOOR), table="1")
    given = refused(at, designate)
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.15(i)")
    assert refused(at, cmd.ApproveDiscontinuing(**_to("Sue", SUPERVISOR))).code == "ROLE_IS_AUTHORISED"
    accepted(at, cmd.ApproveDiscontinuing(**_to("Ed", Role.EXECUTIVE_DIRECTOR)))
    accepted(at, designate)


def test_c_i__a_discontinued_fund_goes_to_another_and_then_closes() -> None:
    at = _funded()
    second: dict[str, Any] = {"by": SUPERVISOR, "person": "Sue", "fund": "second"}
    accepted(at, cmd.OfferFund(**second, kind="bad_beat"))
    move = cmd.TransferFund(**_to("Fin", Role.FINANCE), to="second")
    assert refused(at, move).clause == "637a.15(i)"
    close = cmd.CloseFund(**_to("Fin", Role.FINANCE))
    for early in (move, close):
        assert refused(at, early).message == "contributions to bad beat have not been terminated"
    unamended = cmd.TerminateContributions(**_to("Sue", SUPERVISOR), rules_amended=False)
    assert refused(at, unamended).clause == "637a.15(c)"
    accepted(at, cmd.TerminateContributions(**_to("Sue", SUPERVISOR)))
    assert refused(at, cmd.DesignateTable(**_to("Flora", FLOOR), table="2")).clause == "637a.15(c)"
    late = cmd.Contribute(**_to("Dee", DEALER), table="1", pot=5_000, cents=100)
    assert refused(at, late).clause == "637a.15(c)"
    assert refused(at, close).message == "$1,000 of bad beat must still reach Poker patrons"
    assert refused(at, cmd.TransferFund(**_to("Fin", Role.FINANCE), to="house")).code == "FUND_IS_OFFERED"
    accepted(at, move)
    accepted(at, close)
    assert refused(at, close).message == "the fund 'bad beat' is closed"
    assert at.state.funds["second"].official == at.state.ledger["fund second"] == 100_000


@pytest.mark.parametrize("command", [cmd.TransferFund, cmd.CloseFund])
def test_i__a_verified_bad_beat_is_paid_before_its_fund_ends(command: Any) -> None:
    at = _funded()
    accepted(at, _verify())
    accepted(at, cmd.TerminateContributions(**_to("Sue", SUPERVISOR)))
    more = {"to": "second"} if command is cmd.TransferFund else {}
    given = refused(at, command(**_to("Fin", Role.FINANCE), **more))
    assert (given.clause, given.message) == ("637a.15(i)", "a verified Bad Beat of bad beat has not been paid")


def test_c_i__collection_ends_by_approved_procedures() -> None:
    at = room(bad_beat=TERMS)
    accepted(at, cmd.OfferFund(**_to("Sue", SUPERVISOR), kind="bad_beat"))
    assert refused(at, cmd.TerminateContributions(**_to("Sue", SUPERVISOR))).clause == "637a.15(i)"
