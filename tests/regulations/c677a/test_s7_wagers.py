"""677a.7: wagers."""

import pytest

from houseway.engine.asking import Amounts
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.banked_points import HEADS_UP, at, places
from tests.kit.stated_rounds import settled
from tests.kit.submission_faults import check
from tests.kit.table_views import balance_of, chips_of, look_at
from tests.kit.tables import new_table, refuses
from tests.regulations.c677a.heads_up import (
    ALL,
    DEALER_HAND,
    DRY_BOARD,
    FOLD,
    MAIN,
    WEAK_HAND,
    deck,
    played,
    refused,
    table,
)

ORDER = deck([WEAK_HAND], DEALER_HAND, DRY_BOARD)


def test_a__a_wager_is_laid_in_chips_the_player_has():
    at = table(ORDER, {1: "ann"})
    refusal = refuses(at, envelope(cmd.PlaceWagers(wagers={"ante": 1_000_01}), seat=1))
    assert (refusal.code, refusal.clause) == ("WAGER_IS_COVERED", "677a.7(a)")
    place(at, ante=500_00, odds=500_00)
    assert chips_of(at, "ann") == 0
    assert balance_of(at, "area 1 ante") == 500_00


def test_b__also_who_has_folded_or_whose_wagers_were_abandoned():
    at = table(deck([WEAK_HAND, "Jc Jd", "Tc Td"], DEALER_HAND, DRY_BOARD), {1: "ann", 2: "bob", 3: "cid"})
    for seat in (1, 2, 3):
        place(at, seat)
    close(at)
    assert refuses(at, envelope(cmd.LeaveSeat(), seat=1)).clause == "677a.7(b)"
    for _ in range(2):
        deal(at)
        for seat in (1, 2, 3):
            say(at, "check", seat)
    deal(at)
    say(at, "fold")
    at.do(cmd.AbandonWagers(seat=2))
    for seat in (1, 2, 3):
        assert refuses(at, envelope(cmd.LeaveSeat(), seat=seat)).clause == "677a.7(b)"
    say(at, "raise", 3, 1000)
    at.do(cmd.RevealBank())
    at.do(cmd.SettleRound())
    for seat in (1, 2, 3):
        at.do(cmd.LeaveSeat(), seat=seat)


@pytest.mark.parametrize(
    ("phase", "decisions", "raised"),
    [("before_flop", [], 0), ("before_turn", ["check"], 0), ("after_river", ["check", "check"], 0), ("settle", FOLD, 0)]
    + [("flop", ["raise 3000"], 3000), ("turn_and_river", ["check", "raise 2000"], 2000)],
)
def test_b__all_leave__wagers_left_behind_may_be_treated_as_losing(phase, decisions, raised):
    given = played(decisions=decisions, wagers=ALL, irregularities=[{"cause": "abandoned", "at": phase, "seat": 1}])
    assert given["net"] == {"1": -sum(ALL.values()) - raised}
    assert settled(given, "trips_plus") == ("lose", -200, "677a.7(b)")


def test_b__abandoning_is_for_the_floor_to_decide():
    at = table(ORDER, {1: "ann"})
    place(at)
    close(at)
    deal(at)
    assert refuses(at, envelope(cmd.AbandonWagers(seat=1), role=Role.PLAYER)).code == "ROLE_IS_AUTHORISED"


def test_c__no_wager_is_made_increased_or_withdrawn_after_no_more_bets():
    at = table(ORDER, {1: "ann"})
    place(at)
    close(at)
    increase = envelope(cmd.PlaceWagers(wagers={"ante": 100}), seat=1)
    bonus = envelope(cmd.PlaceWagers(wagers={"trips_plus": 100}), seat=1)
    withdrawal = envelope(cmd.WithdrawWagers(wagers=("ante",)), seat=1)
    for _ in range(2):
        for command in (increase, bonus, withdrawal):
            refusal = refuses(at, command)
            assert (refusal.code, refusal.clause) == ("WAGER_PRECEDES_NO_MORE_BETS", "677a.7(c)")
        if look_at(at).phase != "before_flop":
            deal(at)


def test_c__before_no_more_bets_wagers_may_change():
    at = table(ORDER, {1: "ann"})
    place(at, ante=1000, odds=1500, trips_plus=100)
    place(at, ante=500)
    at.do(cmd.WithdrawWagers(wagers=("trips_plus",)), seat=1)
    close(at)
    assert look_at(at).placed == {1: {"ante": 1500, "odds": 1500}}


def test_c__the_raise_wager_comes_later():
    at = table(ORDER, {1: "ann"})
    early = refuses(at, envelope(cmd.PlaceWagers(wagers={"raise": 1000}), seat=1))
    assert early.code == "WAGER_IS_OFFERED"
    place(at)
    close(at)
    deal(at)
    say(at, "raise", cents=3000)
    assert look_at(at).placed[1]["raise"] == 3000


@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ({"ante": 1000}, "WAGERS_ARE_EQUAL"),
        ({"ante": 1000, "odds": 900}, "WAGERS_ARE_EQUAL"),
        ({"ante": 1000, "odds": 1100}, "WAGERS_ARE_EQUAL"),
        ({"odds": 1000}, "WAGER_HAS_ITS_MAIN_WAGER"),
    ],
)
def test_d_1__ante_and_odds_are_placed_together_and_equal(wagers, code):
    refusal = refused(wagers=wagers)
    assert (refusal["code"], refusal["clause"]) == (code, "677a.7(d)(1)")


@pytest.mark.parametrize(
    ("ante", "odds", "wager", "missing"), [(1000, 900, "odds", 100), (900, 1000, "ante", 100), (1000, 0, "odds", 1000)]
)
def test_d_1__what_is_missing_of_an_equal_wager_is_asked_for(ante, odds, wager, missing):
    at = table(ORDER, {1: "ann"})
    place(at, ante=ante, **({"odds": odds} if odds else {}))
    [asked] = [one for one in at.due() if one.command == "place_wagers"]
    assert (asked.subject, asked.amounts) == (wager, Amounts(missing, missing))


def test_d_1__nobody_is_dealt_in_without_wagers():
    at = table(ORDER, {1: "ann"})
    assert refuses(at, envelope(cmd.AnnounceNoMoreBets())).code == "WAGERS_ARE_PLACED"


@pytest.mark.parametrize(("wager", "clause"), [("pocket_bonus", "677a.7(d)(2)"), ("trips_plus", "677a.7(d)(3)")])
def test_d_2_d_3__an_optional_wager_is_placed_only_if_offered(wager, clause):
    wagers = {**MAIN, wager: 500}
    assert settled(played(wagers=wagers, offered=[wager]), wager)
    refusal = refused(wagers=wagers, offered=[])
    assert (refusal["code"], refusal["clause"]) == ("WAGER_IS_OFFERED", clause)


@pytest.mark.parametrize(("wager", "clause"), [("pocket_bonus", "677a.7(d)(2)"), ("trips_plus", "677a.7(d)(3)")])
def test_d_2_d_3__all_main_first__an_optional_wager_needs_the_ante(wager, clause):
    refusal = refused(wagers={wager: 500})
    assert (refusal["code"], refusal["clause"]) == ("WAGER_HAS_ITS_MAIN_WAGER", clause)


@pytest.mark.parametrize("decisions", [FOLD, ("raise 3000",), ("check", "raise 2000")])
def test_d_2_d_3__an_optional_wager_has_no_bearing_on_the_others(decisions):
    plain, full = played(decisions=decisions), played(decisions=decisions, wagers=ALL)
    kept = [one for one in full["settlements"] if one["wager"] not in ("pocket_bonus", "trips_plus")]
    assert kept == plain["settlements"]


def test_e__677a_boxes__one_box_to_a_player_unless_the_submission_says_more():
    at = table(ORDER, {2: "ann"})
    refusal = refuses(at, envelope(cmd.TakeSeat(cents=0), seat=3, by="ann"))
    assert (refusal.code, refusal.clause) == ("POSITIONS_ARE_ADJACENT", "677a.7(e)")


def test_e__boxes_of_one_player_are_adjacent():
    at = table(ORDER, {2: "ann"}, adjacent_boxes=3)
    assert refuses(at, envelope(cmd.TakeSeat(cents=0), seat=4, by="ann")).clause == "677a.7(e)"
    at.do(cmd.TakeSeat(cents=0), seat=3, by="ann")
    at.do(cmd.TakeSeat(cents=0), seat=4, by="ann")
    assert refuses(at, envelope(cmd.TakeSeat(cents=0), seat=5, by="ann")).clause == "677a.7(e)"


def test_e__so_are_those_wagered_on_when_bets_are_closed():
    at = table(ORDER, {1: "ann", 2: "ann", 3: "ann", 5: "bob"}, adjacent_boxes=3)
    for seat in (1, 3, 5):
        place(at, seat)
    refusal = refuses(at, envelope(cmd.AnnounceNoMoreBets()))
    assert (refusal.code, refusal.clause) == ("POSITIONS_ARE_ADJACENT", "677a.7(e)")
    place(at, 2)
    close(at)


@pytest.mark.parametrize("boxes", [0, 7])
def test_e__no_more_boxes_than_the_table_has(boxes):
    _, faults = check({"game": "heads-up-holdem", "adjacent_boxes": boxes})
    assert [fault.clause for fault in faults] == ["677a.7(e)"]


def test_all_cents__an_odd_cent_that_could_be_paid_3_to_2_is_refused():
    wagers = {"ante": 1001, "odds": 1001}
    refusal = refused(wagers=wagers, decisions=["raise 1001"])
    assert refusal["code"] == "WAGER_PAYS_WHOLE_CENTS"
    flush = ("Ah 3h", "Kc Kd", "9h 7h 2h Qs Jc")
    given = played(*flush, wagers=wagers, decisions=["raise 1001"], round_down=True)
    assert settled(given, "odds") == ("3 to 2", 1501, "677a.12(b)")


@pytest.mark.parametrize(
    ("limits", "wagers", "code"),
    [
        ({"table_minimum": 1500}, MAIN, "WAGER_MEETS_MINIMUM"),
        ({"table_maximum": 900}, MAIN, "WAGER_MEETS_MAXIMUM"),
        ({"optional_minimum": 300}, ALL, "WAGER_MEETS_MINIMUM"),
        ({"optional_maximum": 300}, ALL, "WAGER_MEETS_MAXIMUM"),
    ],
)
def test_posted_limits_bind(limits, wagers, code):
    assert refused(wagers=wagers, **limits)["code"] == code


@pytest.mark.parametrize(
    ("wagers", "legal"),
    [
        ({"ante": 120_000}, "at most $500"),
        ({"ante": 60_000}, "at most $500"),
        ({"odds": 60_000}, "at most $500"),
        ({"ante": 60_000, "odds": 50_000}, "at most $500 each"),
        ({"ante": 60_000, "odds": 60_000}, "at most $500 each"),
        ({"ante": 50_000, "odds": 50_000, "trips_plus": 500}, "at most $1,000 in all"),
        ({"trips_plus": 120_000}, "at most $1,000"),
    ],
)
def test_d_1__the_limit_named_leaves_chips_for_the_equal_odds_wager(wagers: dict[str, int], legal: str) -> None:
    """677a.7(d)(1)."""
    at = new_table("heads-up-holdem")
    at.do(cmd.TakeSeat(cents=100_000), seat=1, by="Ann")
    refusal = refuses(at, cmd.PlaceWagers(wagers=wagers), seat=1)
    assert (refusal.code, refusal.clause, refusal.legal) == ("WAGER_IS_COVERED", "677a.7(a)", (legal,))


def test_d_1__half_the_chips_may_lie_on_the_ante_and_then_as_much_on_the_odds() -> None:
    """677a.7(d)(1)."""
    at = new_table("heads-up-holdem")
    at.do(cmd.TakeSeat(cents=100_000), seat=1, by="Ann")
    at.do(cmd.PlaceWagers(wagers={"ante": 50_000}), seat=1)
    refusal = refuses(at, cmd.PlaceWagers(wagers={"ante": 200}), seat=1)
    assert (refusal.code, refusal.legal) == ("WAGER_IS_COVERED", ("at most $0",))
    refusal = refuses(at, cmd.PlaceWagers(wagers={"ante": 200, "odds": 50_200}), seat=1)
    assert (refusal.code, refusal.legal) == ("WAGER_IS_COVERED", ("at most $500 in all",))
    at.do(cmd.PlaceWagers(wagers={"odds": 50_000}), seat=1)


@pytest.mark.parametrize(
    ("placed", "cents", "submission", "asked"),
    [
        (({"ante": 1_000},), 2_000, {}, ("place_wagers", "odds", 1_000)),
        (({"ante": 1_000, "odds": 400},), 100_000, {}, ("place_wagers", "odds", 600)),
        (({"odds": 400},), 100_000, {}, ("place_wagers", "ante", 400)),
        (({"odds": 401},), 1_000, {"round_down": True}, ("place_wagers", "ante", 401)),
        # What cannot be made equal any more is taken back: by fractions of a cent, the table's limits, or chips.
        (({"ante": 1_001},), 100_000, {}, ("withdraw_wagers", "ante", None)),
        (({"odds": 400},), 100_000, {"table_minimum": 500}, ("withdraw_wagers", "odds", None)),
        (({"odds": 500},), 100_000, {"table_minimum": 500}, ("place_wagers", "ante", 500)),
        (({"odds": 600},), 100_000, {"table_maximum": 500}, ("withdraw_wagers", "odds", None)),
        (({"odds": 500},), 100_000, {"table_maximum": 500}, ("place_wagers", "ante", 500)),
        (({"ante": 400}, {"trips_plus": 300}), 1_000, {}, ("withdraw_wagers", "ante", None)),
        (({"ante": 400}, {"trips_plus": 200}), 1_000, {}, ("place_wagers", "odds", 400)),
    ],
)
def test_d_1__unequal_wagers_are_made_equal_or_taken_back(placed, cents, submission, asked):
    table = at(HEADS_UP, *(places(**wagers) for wagers in placed), cents=cents, **submission)
    last = table.due()[-1]
    assert (last.command, last.subject, last.amounts and last.amounts.least) == asked
    assert last.clause == ("677a.7(c)" if asked[0] == "withdraw_wagers" else "677a.7(d)(1)")
    assert last.amounts is None or last.amounts.least == last.amounts.most
