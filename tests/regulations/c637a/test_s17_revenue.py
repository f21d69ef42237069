"""637a.17: the rake, and the order in which a pot is reduced before it is awarded."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import TIME_CHARGES
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import check, resolve
from houseway.engine.kernel import Command, Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Cents
from tests.kit.table_views import balance_of, balances_of, chips_of, notes_of
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import NO_LIMIT, act, along, flop, on_street, played, refusal, round_over, seated
from tests.regulations.c637a.poker import table

DEAL = flop(["Ac Ad", "Kc Kd", "2h 7s"], "Qh Jh 9d 8s 4d")
CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
TEN = {"kind": "percentage", "percent": 10, "cap": 400}
ALL_IN = "3 raise to 3000, 1 call, 2 call"
STACKS = {1: 1000, 2: 3000, 3: 3000}


def _raised_to(cents: int) -> str:
    return f"3 raise to {cents}, 1 call, 2 call, {CHECKS}"


def _with(rake: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**NO_LIMIT, "rake": rake, **more}


def test_a_3__the_most_that_is_raked_is_stated() -> None:
    uncapped = _with({"kind": "percentage", "percent": 10})
    _, faults = check(uncapped, game="holdem")
    assert [(fault.severity.value, fault.clause) for fault in faults] == [("incomplete", "637a.17(a)(3)")]
    assert played("holdem", DEAL, _raised_to(2000), uncapped)["rake"] == 600


def test_b_1__a_percentage_of_at_most_ten() -> None:
    given = played("holdem", DEAL, _raised_to(500), _with(TEN))
    assert (given["rake"], given["pots"][0]["amount"], given["pots"][0]["paid"]) == (150, 1500, 1350)
    assert given["net"] == {"1": 850, "2": -500, "3": -500}
    over = _with({**TEN, "percent": 11})
    assert refusal("holdem", DEAL, "", over) == ("SUBMISSION_IS_LAWFUL", "637a.17(b)(1)")


def test_b_1__the_cap_is_the_most_of_a_round() -> None:
    given = played("holdem", DEAL, _raised_to(2000), _with(TEN))
    assert given["rake"] == 400


def test_b_1__each_pot_bears_its_own_rake_the_main_pot_first_and_one_cap_holds_for_all() -> None:
    given = played("holdem", DEAL, ALL_IN, _with(TEN), stacks=STACKS)
    # 300 of the main pot of 3000; of the side pot's 400 only 100 are left under the cap.
    assert [(pot["amount"], pot["paid"]) for pot in given["pots"]] == [(3000, 2700), (4000, 3900)]
    assert given["rake"] == 400
    assert given["stacks"] == {"1": 2700, "2": 3900, "3": 0}
    high = played("holdem", DEAL, ALL_IN, _with({**TEN, "cap": 1000}), stacks=STACKS)
    assert [pot["paid"] for pot in high["pots"]] == [2700, 3600]


def test_b_1__whole_chips_only() -> None:
    given = played("holdem", DEAL, _raised_to(300), _with(TEN, smallest_chip=25))
    # A tenth of 900 is 90: three chips of 25.
    assert given["rake"] == 75


def test_b_1_i__after_each_betting_round() -> None:
    at = seated("holdem", 3, _with({**TEN, "when": "each-betting-round"}), DEAL)
    along(at, on_street(0))
    act(at, "3 raise to 500", "1 call", "2 call")
    along(at, on_street(1))
    act(at, "1 bet 1000", "2 call", "3 fold")
    along(at, round_over)
    taken = [event for event in at.events if isinstance(event, ev.RakeTaken)]
    # A tenth of 1500, then of 2000 more.
    assert [(event.cents, event.clause) for event in taken] == [
        (150, "637a.17(b)(1)(i)"),
        (200, "637a.17(b)(1)(i)"),
    ]
    assert balance_of(at, "drop box") == 350
    assert chips_of(at, "p1") == 10_000 + 500 + 500 + 1000 - 350


def test_b_1_i__a_pot_limit_counts_the_pot_without_what_was_raked() -> None:
    terms = {**_with({**TEN, "when": "each-betting-round"}), "structure": "pot-limit"}
    at = along(seated("holdem", 3, terms, DEAL), on_street(1))
    may = options_now(at.rules, at.state)
    assert may is not None
    assert may.raise_to == 270


def test_b_1_ii__at_the_end_of_the_round_into_the_drop_box() -> None:
    at = along(seated("holdem", 3, _with(TEN), DEAL), round_over)
    [taken] = [event for event in at.events if isinstance(event, ev.RakeTaken)]
    assert taken.postings == (("pot", "drop box", 30),)


@pytest.mark.parametrize(
    ("bet", "cap", "rake"),
    [(600, 400, 0), (666, 400, 0), (667, 400, 100), (1333, 400, 100), (1334, 400, 200), (1334, 150, 150)],
)
def test_b_2__an_amount_at_each_level_of_the_pot(bet: int, cap: int, rake: int) -> None:
    # Three players: 1800, 1998, 2001, 3999, 4002.
    steps = {"kind": "incremental", "steps": [[2000, 100], [4000, 100]], "cap": cap}
    assert played("holdem", DEAL, _raised_to(bet), _with(steps))["rake"] == rake


def test_b_2__levels_are_reached_by_all_pots_together_and_the_main_pot_pays_first() -> None:
    steps = {"kind": "incremental", "steps": [[2000, 100], [7000, 100]], "cap": 400}
    given = played("holdem", DEAL, ALL_IN, _with(steps), stacks=STACKS)
    assert [pot["paid"] for pot in given["pots"]] == [2800, 4000]


def test_b_2__levels_are_stated() -> None:
    none = _with({"kind": "incremental", "cap": 400})
    assert refusal("holdem", DEAL, "", none) == ("SUBMISSION_IS_LAWFUL", "637a.17(b)(2)")


def test_b_3__a_time_charge_takes_nothing_from_the_pot() -> None:
    given = played("holdem", DEAL, _raised_to(500), _with({"kind": "time", "hourly": 1200}))
    assert given["rake"] == 0


def test_b_3_ii__a_time_charge_is_an_hourly_fee() -> None:
    _, faults = check(_with({"kind": "time"}), game="holdem")
    assert [(fault.severity.value, fault.clause) for fault in faults] == [("incomplete", "637a.17(b)(3)(ii)")]


def test_d__an_uncalled_bet_is_not_raked() -> None:
    given = played("holdem", DEAL, "3 raise to 5000, 1 fold, 2 fold", _with(TEN))
    # 50 + 100 + 100; the rest of the bet goes back first.
    assert (given["pots"][0]["amount"], given["rake"]) == (250, 25)
    assert given["net"] == {"1": -50, "2": -100, "3": 125}
    steps = {"kind": "incremental", "steps": [[251, 100]], "cap": 400}
    assert played("holdem", DEAL, "3 raise to 5000, 1 fold, 2 fold", _with(steps))["rake"] == 0


def test_e__nothing_is_raked_once_a_pot_is_awarded() -> None:
    at = seated("holdem", 3, _with(TEN), DEAL, stacks=STACKS)
    along(at, on_street(0))
    act(at, "3 raise to 3000", "1 call", "2 call")
    along(at, round_over)
    kinds = [type(event) for event in at.events]
    assert kinds.index(ev.RakeTaken) < kinds.index(ev.PotAwarded)
    assert kinds.count(ev.RakeTaken) == 1


@pytest.mark.parametrize(
    ("fund", "bet", "given"), [("bad_beat", 333, 0), ("bad_beat", 334, 100), ("high_hand", 334, 100)]
)
def test_e__a_jackpots_contribution_compares_the_pot_before_the_rake(fund: str, bet: int, given: int) -> None:
    """637a.7(e)(6)(iv)."""
    # 999 or 1002 in the pot, of which 99 or 100 are raked.
    terms = _with(TEN, **{fund: {"contribution": 100, "minimum_pot": 1000}})
    answer = played("holdem", DEAL, _raised_to(bet), terms)
    assert answer["contributions"].get(fund, 0) == given
    assert answer["rake"] == 3 * bet // 10
    assert answer["net"]["1"] == 2 * bet - answer["rake"] - given


def test_e__both_funds_may_contribute() -> None:
    terms = _with(
        TEN,
        bad_beat={"contribution": 100, "minimum_pot": 1000},
        high_hand={"contribution": 50, "minimum_pot": 0},
    )
    answer = played("holdem", DEAL, _raised_to(500), terms)
    assert answer["contributions"] == {"bad_beat": 100, "high_hand": 50}
    assert answer["net"]["1"] == 1000 - 150 - 150


def _charged(players: int = 3, **rake: Any) -> Table:
    return seated("holdem", players, _with({"kind": "time", "hourly": 1200, **rake}), DEAL)


def _sent(at: Table, command: Command) -> Refusal:
    outcome = at.send(command)
    assert isinstance(outcome, Refusal)
    return outcome


def test_b_3_i__every_seated_player_is_charged_the_inactive_ones_too() -> None:
    at = along(_charged(), round_over)
    do(at, envelope(cmd.SecureStakes(seat=3)))
    before = balances_of(at)
    do(at, envelope(cmd.AssessTimeCharge(), at=0))
    # $12 an hour, every 30 minutes.
    assert [before[f"player p{seat}"] - chips_of(at, f"p{seat}") for seat in (1, 2, 3)] == [600, 600, 600]


def test_b_3_i__seat_by_seat_whoever_sat_down_first() -> None:
    at: Table = Table(resolve(_with({"kind": "time", "hourly": 1200}), game="holdem"))
    do(at, cmd.OpenTable())
    for seat in (9, 2, 10, 1):
        do(at, envelope(cmd.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}"))
    [assessed] = do(at, envelope(cmd.AssessTimeCharge(), at=0))
    assert [seat for seat, _ in assessed.charges] == [1, 2, 9, 10]


def _owing(added: int) -> Table:
    """Seat 3 was away with $1 when $6 were charged, and is back with so much."""
    at = along(_charged(), round_over)
    rest = chips_of(at, "p3") - 100
    do(at, envelope(cmd.RemoveStakes(cents=rest), seat=3))
    do(at, envelope(cmd.SecureStakes(seat=3)))
    do(at, envelope(cmd.AssessTimeCharge(), at=0))
    do(at, envelope(cmd.ReturnToTable(seat=3, cents=0)))
    do(at, envelope(cmd.AddStakes(cents=added), seat=3))
    return at


def test_b_3_i__what_an_absent_players_stakes_did_not_cover_is_paid_on_leaving() -> None:
    at = _owing(800)
    seen = at.observe(Viewer(Role.PLAYER, "p3"))
    assert ("time_charge_is_owed", 3, 500) in [(note.note, note.seat, note.cents) for note in seen.notes]
    assert [ask.amounts.most for ask in seen.legal if ask.command == "remove_stakes" and ask.amounts] == [300]
    kept = _sent(at, envelope(cmd.RemoveStakes(cents=301), seat=3))
    assert (kept.code, kept.clause, kept.legal) == ("WAGER_IS_COVERED", "637a.17(b)(3)(i)", ("at most $3",))
    paid, left = do(at, envelope(cmd.LeaveSeat(), seat=3))
    assert (paid.cents, paid.owed, paid.clause) == (500, 0, "637a.17(b)(3)(iv)")
    assert left.postings == (("player p3", "outside", 300),)
    assert balance_of(at, TIME_CHARGES) == 600 + 600 + 100 + 500
    assert POKER.replay(at.events) == at.state


def test_b_3_i__what_they_do_not_cover_then_is_owed_by_who_sits_down_again() -> None:
    at = _owing(200)
    [paid, _] = do(at, envelope(cmd.LeaveSeat(), seat=3))
    assert (paid.cents, paid.owed) == (200, 300)
    do(at, envelope(cmd.TakeSeat(cents=5_000), seat=3, by="q3"))
    do(at, envelope(cmd.TakeSeat(cents=5_000), seat=4, by="p3"))
    [assessed] = do(at, envelope(cmd.AssessTimeCharge(), at=1800))
    assert assessed.charges == ((1, 600), (2, 600), (3, 600), (4, 900))
    do(at, envelope(cmd.LeaveSeat(), seat=4))
    do(at, envelope(cmd.TakeSeat(cents=5_000), seat=4, by="p3"))
    assert notes_of(at, "time_charge_is_owed") == {}


def test_b_3_i__who_is_required_to_leave_still_pays_what_was_owed() -> None:
    at = _owing(800)
    do(at, envelope(cmd.RemovePlayer(seat=3, reason="told another player what to do"), by="f"))
    [assessed] = do(at, envelope(cmd.AssessTimeCharge(), at=1800))
    assert [seat for seat, _ in assessed.charges] == [1, 2]
    paid, _ = do(at, envelope(cmd.LeaveSeat(), seat=3))
    assert paid.cents == 500


def test_b_3_i__or_the_table_is_charged_and_the_players_share_it() -> None:
    at = along(_charged(per="table", hourly=1000), round_over)
    before = balances_of(at)
    do(at, envelope(cmd.AssessTimeCharge(), at=0))
    assert [before[f"player p{seat}"] - chips_of(at, f"p{seat}") for seat in (1, 2, 3)] == [166, 166, 166]


@pytest.mark.parametrize(("minutes", "cents"), [(20, 400), (30, 600)])
def test_b_3_iii__in_thirds_or_halves_of_an_hour(minutes: int, cents: int) -> None:
    at = along(_charged(every_minutes=minutes), round_over)
    do(at, envelope(cmd.AssessTimeCharge(), at=1000))
    assert balance_of(at, TIME_CHARGES) == 3 * cents
    early = _sent(at, envelope(cmd.AssessTimeCharge(), at=1000 + minutes * 60 - 1))
    assert (early.code, early.clause) == ("STEP_IS_DUE", "637a.17(b)(3)(iii)")
    do(at, envelope(cmd.AssessTimeCharge(), at=1000 + minutes * 60))
    assert refusal("holdem", DEAL, "", _with({"kind": "time", "hourly": 1200, "every_minutes": 15}))[0] == (
        "SUBMISSION_IS_LAWFUL"
    )


def test_b_3_iv__the_charge_lies_in_the_rake_area() -> None:
    at = along(_charged(), round_over)
    assert _sent(at, envelope(cmd.AssessTimeCharge(), role=Role.FLOORPERSON, at=0)).code == "ROLE_IS_AUTHORISED"
    [assessed] = do(at, envelope(cmd.AssessTimeCharge(), at=0))
    assert assessed.clause == "637a.17(b)(3)(iv)"
    assert balance_of(at, TIME_CHARGES) == 1800
    assert balance_of(at, "drop box") == 0


def test_b_3_v__the_floor_verifies_it_and_it_is_dropped() -> None:
    at = along(_charged(), round_over)
    none = envelope(cmd.VerifyTimeCharges(cents=0), by="f")
    assert _sent(at, none).clause == "637a.17(b)(3)(v)"
    do(at, envelope(cmd.AssessTimeCharge(), at=0))
    dealer = envelope(cmd.VerifyTimeCharges(cents=1800), role=Role.DEALER, by="d")
    assert _sent(at, dealer).code == "ROLE_IS_AUTHORISED"
    do(at, envelope(cmd.VerifyTimeCharges(cents=1800), by="f"))
    assert (balance_of(at, TIME_CHARGES), balance_of(at, "drop box")) == (0, 1800)
    assert POKER.replay(at.events).ledger == at.state.ledger


def test_b_3__only_between_rounds_and_where_the_submission_says_so() -> None:
    assert _sent(_charged(), envelope(cmd.AssessTimeCharge(), at=0)).code == "STEP_IS_DUE"
    other = along(seated("holdem", 3, _with(TEN), DEAL), round_over)
    assert _sent(other, envelope(cmd.AssessTimeCharge(), at=0)).clause == "637a.17(b)(3)"


def test_b_1_i__bets_that_go_back_take_their_rake_with_them() -> None:
    terms = _with({**TEN, "when": "each-betting-round"})
    # $10 each are raked $2 after the first betting round; then seat 1's protected hand is collected.
    collected = [{"cause": "hand_collected", "at": "flop", "after": 1, "seat": 1, "protected": True}]
    given = played("holdem", DEAL, "1 raise to 1000, 2 call, 1 bet 500", terms, stacks=2, irregularities=collected)
    assert (given["rake"], given["net"]) == (0, {"1": 0, "2": 0})
    three = played(
        "holdem", DEAL, "3 raise to 1000, 1 call, 2 call, 1 bet 500, 2 fold", terms, irregularities=collected
    )
    # Seats 2 and 3 have $20 in the pot: $2 of rake, not the $3 of before.
    assert (three["rake"], three["net"]) == (200, {"1": 0, "2": -1000, "3": 800})


@pytest.mark.parametrize(("counted", "variance"), [(599, -1), (601, 1), (600, 0)])
def test_b_3_v__a_count_of_time_charges_that_differs_is_recorded_with_its_variance(counted: int, variance: int) -> None:
    at = table(**{**NO_LIMIT, "rake": {"kind": "time", "hourly": 600, "every_minutes": 20}})
    do(at, envelope(cmd.AssessTimeCharge(), by="Dee"))
    (asked,) = [ask for ask in at.due() if ask.command == "verify_time_charges"]
    assert asked.amounts is None
    verified, dropped = do(at, envelope(cmd.VerifyTimeCharges(cents=Cents(counted)), by="Flora"))
    assert (verified.person, verified.cents, verified.variance, dropped.cents) == ("Flora", counted, variance, counted)
    assert balance_of(at, "drop box") == counted
    assert balance_of(at, "variance of time charges") == -variance
    assert not [ask for ask in at.due() if ask.command == "verify_time_charges"]
