"""645a.7: wagers."""

import pytest

from houseway.cards import cards
from houseway.chapters.registry import check
from houseway.engine.banked import commands as cmd
from houseway.engine.roles import Role
from houseway.rules.submission import Severity
from tests.regulations.c645a.pai_gow import (
    ANY,
    EZ,
    FOUL,
    LOSES,
    MAIN,
    SPLITS,
    WINS,
    close,
    deal,
    place,
    played,
    records,
    refused,
    refuses,
    start,
    stated,
    table,
)
from tests.regulations.stated import answer, settled

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


def faults(**submission):
    _, found = check(submission, game="pai-gow")
    return [one.clause for one in found if one.severity is Severity.FAULT]


def test_b__only_a_seated_player_wagers():
    at = table(seats=(1,))
    refusal = refuses(at, cmd.PlaceWagers(by=Role.PLAYER, seat=2, wagers=dict(MAIN)))
    assert (refusal.code, refusal.clause) == ("PLAYER_IS_SEATED", "645a.7(b)")


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
    deal(at)
    at.do(cmd.ReportIrregularity(by=Role.DEALER, cause="player_card_exposed", seat=3))
    at.do(cmd.VoidHand(by=Role.PLAYER, seat=3))
    for seat in (1, 2):
        at.do(cmd.Decide(by=Role.PLAYER, seat=seat, word="house way"))
    at.do(cmd.RevealBank(by=Role.DEALER))
    at.do(cmd.Decide(by=Role.PLAYER, seat=2, word="surrender"))
    # One plays on, one has surrendered, one has voided the hand.
    for seat in (1, 2, 3):
        refusal = refuses(at, cmd.LeaveSeat(by=Role.PLAYER, seat=seat))
        assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.7(b)")
    at.do(cmd.SettleRound(by=Role.DEALER))
    for seat in (1, 2, 3):
        at.do(cmd.LeaveSeat(by=Role.PLAYER, seat=seat))


def test_c__no_wager_after_no_more_bets():
    at = table()
    place(at)
    close(at)
    for command in (
        cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers=dict(MAIN)),
        cmd.WithdrawWagers(by=Role.PLAYER, seat=1, wagers=("pai_gow",)),
    ):
        assert refuses(at, command).clause == "645a.7(c)"
    late = cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"progressive": 100})
    assert refuses(at, late).clause == "645a.7(c)"


def test_c__the_progressive_system_locks_out_a_wager_while_cards_are_dealt():
    """645a.2(d)(2)."""
    at = table()
    place(at)
    close(at)
    start(at)
    deal(at)
    late = refuses(at, cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"progressive": 100}))
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
    assert faults(offered=offered) == ["645a.7(e)(5)"] * len(offered)
    assert faults(offered=offered, **EZ) == []


@pytest.mark.parametrize("colour", ["red", "black"])
def test_e_5_iv__one_color_alone_cannot_be_offered(colour):
    assert faults(offered=[colour, "dynasty"], **EZ) == ["645a.7(e)(5)(iv)"]


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
        at.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player="Lee", cents=100_000))
        place(at, seat, pai_gow=cents)
    close(at)
    start(at)
    deal(at)
    return at


def setting(seat: int, text: str) -> cmd.Decide:
    high, low = text.split("/")
    return cmd.Decide(by=Role.PLAYER, seat=seat, word="set", high=cards(high), low=cards(low))


def test_f__the_hand_with_the_larger_wager_is_set_first():
    at = two_areas(1000, 500)
    refusal = refuses(at, setting(2, LOSES))
    assert (refusal.code, refusal.clause) == ("LARGER_WAGER_IS_SET_FIRST", "645a.7(f)")
    at.do(setting(1, WINS))
    at.do(setting(2, LOSES))


def test_f__equal_wagers_are_set_counterclockwise():
    at = two_areas(500, 500)
    assert refuses(at, setting(1, WINS)).clause == "645a.7(f)"
    at.do(setting(2, LOSES))
    at.do(setting(1, WINS))


def test_f__a_hand_once_set_may_not_be_changed():
    at = two_areas(1000, 500)
    at.do(setting(1, WINS))
    assert refuses(at, setting(1, WINS)).code == "SEAT_IS_ASKED"


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
