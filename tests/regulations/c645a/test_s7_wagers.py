"""645a.7: wagers."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.roles import Role
from houseway.seats import DEALER
from tests.kit.banked_actions import close, deal, place, setting
from tests.kit.stated_rounds import answer, settled
from tests.kit.submission_faults import faults
from tests.kit.table_views import look_at
from tests.kit.tables import refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    EZ,
    FOUL,
    GAME,
    LOSES,
    MAIN,
    SPLITS,
    WINS,
    deal_out,
    played,
    records,
    refused,
    start,
    stated,
    table,
)

OPTIONAL = {
    "fortune": "645a.7(e)(1)",
    "emperor": "645a.7(e)(2)",
    "insurance": "645a.7(e)(3)",
    "progressive": "645a.7(e)(4)",
}
EZ_ONLY = {
    "queens_dragon": "645a.7(e)(5)(i)",
    "dynasty": "645a.7(e)(5)(ii)",
    "protection": "645a.7(e)(5)(iii)",
    "red": "645a.7(e)(5)(iv)",
    "black": "645a.7(e)(5)(iv)",
}


def clauses_at_fault(**submission):
    return [clause for _, clause in faults(GAME, **submission)]


def test_d__nobody_takes_part_without_a_pai_gow_wager():
    at = table(seats=(1, 2))
    place(at, 1)
    close(at)
    deal_out(at)
    assert look_at(at).hands.keys() == {DEALER, 1}


def test_b__the_wagers_of_a_player_who_left_are_lost_by_decision_of_the_floor():
    left = {"cause": "abandoned", "at": "set", "seat": 1}
    round_ = stated({1: WINS, 2: LOSES}, wagers={**MAIN, "fortune": 500}, irregularities=[left])
    round_["seats"]["1"]["decisions"] = []
    given = answer(**round_)
    assert settled(given, "pai_gow") == ("lose", -1000, "645a.7(b)")
    assert settled(given, "fortune").net == -500


def test_b__nobody_dealt_in_leaves_before_the_round_ends():
    at = table(stated({1: WINS, 2: LOSES, 3: SPLITS})["deck"])
    for seat in (1, 2, 3):
        place(at, seat)
    close(at)
    start(at)
    deal(at, 20)
    at.do(cmd.ReportIrregularity(cause="player_card_exposed", seat=3))
    at.do(cmd.VoidHand(), seat=3)
    deal(at)
    at.do(cmd.CountDeck(count=4))
    for seat in (1, 2):
        at.do(cmd.Decide(word="house way"), seat=seat)
    at.do(cmd.RevealBank())
    at.do(cmd.Decide(word="surrender"), seat=2)
    # One plays on, one has surrendered, one has voided the hand.
    for seat in (1, 2, 3):
        refusal = refuses(at, envelope(cmd.LeaveSeat(), seat=seat))
        assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.7(b)")
    at.do(cmd.SettleRound())
    for seat in (1, 2, 3):
        at.do(cmd.LeaveSeat(), seat=seat)


def test_c__the_progressive_system_locks_out_a_wager_while_cards_are_dealt():
    """645a.2(d)(2)."""
    at = table()
    place(at)
    close(at)
    deal_out(at)
    late = refuses(at, envelope(cmd.PlaceWagers(wagers={"progressive": 100}), seat=1))
    assert (late.code, late.clause) == ("WAGER_PRECEDES_NO_MORE_BETS", "645a.2(d)(2)")


@pytest.mark.parametrize(("wager", "clause"), {**OPTIONAL, **EZ_ONLY}.items())
def test_e__an_optional_wager_needs_a_pai_gow_wager(wager, clause):
    refusal = refused({1: WINS, 2: LOSES}, wagers={1: {wager: 500}, 2: MAIN}, submission=EZ)
    assert (refusal["code"], refusal["clause"]) == ("WAGER_HAS_ITS_MAIN_WAGER", clause)


@pytest.mark.parametrize(("wager", "clause"), OPTIONAL.items())
def test_e__what_the_submission_does_not_offer_is_refused(wager, clause):
    others = [one for one in OPTIONAL if one != wager]
    refusal = refused(WINS, wagers={**MAIN, wager: 500}, submission={"offered": others})
    assert (refusal["code"], refusal["clause"]) == ("WAGER_IS_OFFERED", clause)


@pytest.mark.parametrize(("wager", "clause"), EZ_ONLY.items())
def test_e_5__only_where_ez_pai_gow_is_played(wager, clause):
    refusal = refused(WINS, wagers={**MAIN, wager: 500})
    assert (refusal["code"], refusal["clause"]) == ("WAGER_IS_OFFERED", clause)
    assert records(played(WINS, wagers={**MAIN, wager: 500}, submission=EZ), wager)


@pytest.mark.parametrize("wager", EZ_ONLY)
def test_e_5__a_submission_that_offers_one_elsewhere_is_at_fault(wager):
    # The two colors are offered together.
    offered = ["red", "black"] if wager in ("red", "black") else [wager]
    assert clauses_at_fault(offered=offered) == ["645a.7(e)(5)"] * len(offered)
    assert clauses_at_fault(offered=offered, **EZ) == []


@pytest.mark.parametrize("colour", ["red", "black"])
def test_e_5_iv__one_color_alone_cannot_be_offered(colour):
    assert clauses_at_fault(offered=[colour, "dynasty"], **EZ) == ["645a.7(e)(5)(iv)"]


def test_f__one_area_unless_the_submission_says_two():
    assert refused({1: WINS, 2: LOSES}, players={1: "Lee", 2: "Lee"})["clause"] == "645a.7(f)"
    given = played({1: WINS, 2: LOSES}, players={1: "Lee", 2: "Lee"}, submission={"adjacent_areas": 2})
    assert settled(given, "pai_gow", 1).pays == "1 to 1"
    assert settled(given, "pai_gow", 2).pays == "lose"
    apart = refused({1: WINS, 3: LOSES}, players={1: "Lee", 3: "Lee"}, submission={"adjacent_areas": 2})
    assert apart["code"] == "POSITIONS_ARE_ADJACENT"


def two_areas(first: int, second: int):
    at = table(stated({1: WINS, 2: LOSES})["deck"], seats=(), adjacent_areas=2)
    for seat, cents in ((1, first), (2, second)):
        at.do(cmd.TakeSeat(cents=100_000), seat=seat, by="Lee")
        place(at, seat, pai_gow=cents)
    close(at)
    deal_out(at)
    return at


def test_f__the_hand_with_the_larger_wager_is_set_first():
    at = two_areas(1000, 500)
    refusal = refuses(at, setting(LOSES, 2))
    assert (refusal.code, refusal.clause) == ("LARGER_WAGER_IS_SET_FIRST", "645a.7(f)")
    at.do(setting(WINS, 1))
    at.do(setting(LOSES, 2))


def test_f__equal_wagers_are_set_counterclockwise():
    at = two_areas(500, 500)
    assert refuses(at, setting(WINS, 1)).clause == "645a.7(f)"
    at.do(setting(LOSES, 2))
    at.do(setting(WINS, 1))


def test_f__a_hand_once_set_may_not_be_changed():
    at = two_areas(1000, 500)
    at.do(setting(WINS, 1))
    assert refuses(at, setting(WINS, 1)).code == "SEAT_IS_ASKED"


def test_f__two_areas_are_one_player_for_the_envy_bonus():
    four = "9s 9h 9d 9c Kd 5c 2h"
    given = played(
        {1: ANY, 2: four, 3: SPLITS},
        ANY,
        wagers={1: {**MAIN, "fortune": 500}, 3: {**MAIN, "fortune": 500}},
        players={1: "Lee", 2: "Lee"},
        submission={"adjacent_areas": 2},
    )
    assert [record for record in records(given, "envy") if record[0] == 1] == []
    assert (3, "$5", 500) in records(given, "envy")


def test_f__the_table_minimum_and_maximum_are_those_posted():
    posted = {"table_minimum": 1000, "table_maximum": 2000}
    assert refused(FOUL, wagers={"pai_gow": 999}, submission=posted)["code"] == "WAGER_MEETS_MINIMUM"
    assert refused(FOUL, wagers={"pai_gow": 2001}, submission=posted)["code"] == "WAGER_MEETS_MAXIMUM"


@pytest.mark.parametrize(("wager", "where"), [*OPTIONAL.items(), *EZ_ONLY.items()])
def test_e__an_optional_wager_comes_after_the_pai_gow_wager_or_with_it(wager, where):
    at = table(seats=(1,), **(EZ if wager in EZ_ONLY else {}))
    refusal = refuses(at, cmd.PlaceWagers(wagers={wager: 500}), seat=1)
    assert (refusal.code, refusal.clause) == ("WAGER_HAS_ITS_MAIN_WAGER", where)
    place(at, **MAIN, **{wager: 500})
    refusal = refuses(at, cmd.WithdrawWagers(wagers=("pai_gow",)), seat=1)
    assert (refusal.code, refusal.clause) == ("WAGER_HAS_ITS_MAIN_WAGER", where)
    at.do(cmd.WithdrawWagers(wagers=("pai_gow", wager)), seat=1)


@pytest.mark.parametrize("limits", [{"optional_minimum": 500}, {"optional_maximum": 200}])
def test_e_4__every_size_that_is_offered_is_accepted(limits):
    at = table(seats=(1,), progressive={"wagers": [100, 500]}, **limits)
    [ask] = [ask for ask in at.legal(Viewer(Role.PLAYER, look_at(at).seats[1])) if ask.subject == "progressive"]
    assert ask.amounts is not None and ask.amounts.sizes == (100, 500)
    for size in ask.amounts.sizes:
        at.fork().do(cmd.PlaceWagers(wagers={**MAIN, "progressive": size}), seat=1)
