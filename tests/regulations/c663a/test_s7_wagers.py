"""663a.7: wagers."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import envelope
from tests.kit.banked_actions import close, deal, place, say, setting
from tests.kit.decks import five_card_deck
from tests.kit.stated_rounds import answer, settled
from tests.kit.submission_faults import check
from tests.kit.table_views import chips_of, look_at
from tests.kit.tables import refuses, seated
from tests.regulations.c663a.hi_lo import ALL, ANTE, DEALER, PLAYER, SET, played, refused, table

ORDER = five_card_deck([PLAYER], DEALER)


def test_b__also_who_has_folded():
    at = table(five_card_deck([PLAYER, "Tc 7c 6c 5c 3h"], DEALER), {1: "ann", 2: "bob"})
    for seat in (1, 2):
        place(at, seat)
    close(at)
    deal(at)
    say(at, "fold")
    assert refuses(at, envelope(cmd.LeaveSeat(), seat=1)).clause == "663a.7(b)"
    say(at, "fold", 2)
    at.do(cmd.SettleRound())
    at.do(cmd.LeaveSeat(), seat=1)


@pytest.mark.parametrize(
    ("phase", "decision", "lost"),
    [
        ("play", [], 1700),
        ("set", ["play"], 2700),
        ("reveal", [SET], 2700),
        ("settle", [SET], 2700),
        ("settle", ["fold"], 1700),
    ],
)
def test_b__all_leave__wagers_left_behind_may_be_treated_as_losing(phase, decision, lost):
    found = [{"cause": "abandoned", "at": phase, "seat": 1}]
    given = played(decision, hand=PLAYER, wagers=ALL, irregularities=found)
    assert given["net"] == {"1": -lost}
    assert settled(given, "poker_bonus") == ("lose", -200, "663a.7(b)")


def test_b__an_abandoned_hand_earns_no_ante_bonus():
    found = [{"cause": "abandoned", "at": "reveal", "seat": 1}]
    given = played("play As Ah Ad / 3c 2d", irregularities=found)
    assert given["net"] == {"1": -2000}


def test_c__663a_play_after__the_play_wager_comes_later():
    at = table(ORDER, {1: "ann"})
    early = refuses(at, envelope(cmd.PlaceWagers(wagers={"play": 1000}), seat=1))
    assert (early.code, early.clause) == ("WAGER_IS_OFFERED", "663a.11(b)")
    place(at)
    close(at)
    deal(at)
    say(at, "play")
    assert look_at(at).placed[1]["play"] == 1000


@pytest.mark.parametrize(("wager", "clause"), [("tie", "663a.7(e)(1)"), ("poker_bonus", "663a.7(e)(2)")])
def test_d__nobody_takes_part_without_an_ante(wager, clause):
    refusal = refused(wagers={wager: 500})
    assert (refusal["code"], refusal["clause"]) == ("WAGER_HAS_ITS_MAIN_WAGER", clause)


@pytest.mark.parametrize(("wager", "clause"), [("tie", "663a.7(e)(1)"), ("poker_bonus", "663a.7(e)(2)")])
def test_e__an_optional_wager_is_placed_only_if_offered(wager, clause):
    wagers = {**ANTE, wager: 500}
    assert settled(played(wagers=wagers, offered=[wager]), wager)
    refusal = refused(wagers=wagers, offered=[])
    assert (refusal["code"], refusal["clause"]) == ("WAGER_IS_OFFERED", clause)


def test_e__no_other_wager_can_be_offered():
    _, faults = check({"game": "five-card-hi-lo", "offered": ["tie", "progressive"]})
    assert [fault.field for fault in faults] == ["offered"]


def test_f__645a_areas__one_area_to_a_player_unless_the_submission_says_two():
    at = table(ORDER, {2: "ann"})
    refusal = refuses(at, envelope(cmd.TakeSeat(cents=0), seat=3, by="ann"))
    assert (refusal.code, refusal.clause) == ("POSITIONS_ARE_ADJACENT", "663a.7(f)")


def test_f__the_two_areas_are_adjacent_and_no_more_than_two():
    at = table(ORDER, {2: "ann"}, adjacent_areas=2)
    assert refuses(at, envelope(cmd.TakeSeat(cents=0), seat=4, by="ann")).clause == "663a.7(f)"
    at.do(cmd.TakeSeat(cents=0), seat=3, by="ann")
    assert refuses(at, envelope(cmd.TakeSeat(cents=0), seat=4, by="ann")).clause == "663a.7(f)"


@pytest.mark.parametrize("areas", [0, 3])
def test_f__the_submission_permits_one_or_two(areas):
    _, faults = check({"game": "five-card-hi-lo", "adjacent_areas": areas})
    assert [fault.clause for fault in faults] == ["663a.7(f)"]


HANDS = {1: "Ks Qs 8d / 3c 2d", 2: "Kd Qd 8c / 3d 2c", 3: "Kc Qc 7d / 4c 2s"}


def two_areas(first: int, second: int):
    """ann holds seats 1 and 2 with these Antes, bob seat 3; all have played."""
    held = [HANDS[seat].replace("/", "") for seat in (1, 2, 3)]
    at = table(five_card_deck(held, "Kh 9h 8s 5d 4d"), {1: "ann", 2: "ann", 3: "bob"}, adjacent_areas=2)
    for seat, ante in ((1, first), (2, second), (3, 100)):
        place(at, seat, ante=ante)
    close(at)
    deal(at)
    for seat in (1, 2, 3):
        say(at, "play", seat)
    return at


@pytest.mark.parametrize(("first", "second", "leads"), [(2000, 1000, 1), (1000, 2000, 2), (1000, 1000, 2)])
def test_f__663a_larger__the_larger_wager_is_set_first_equal_ones_counterclockwise(first, second, leads):
    at = two_areas(first, second)
    follows = 3 - leads
    refusal = refuses(at, setting(HANDS[follows], follows))
    assert (refusal.code, refusal.clause) == ("LARGER_WAGER_IS_SET_FIRST", "663a.7(f)")
    at.do(setting(HANDS[leads], leads))
    at.do(setting(HANDS[follows], follows))


def test_f__other_players_need_not_wait():
    at = two_areas(1000, 2000)
    at.do(setting(HANDS[3], 3))
    assert list(look_at(at, "bob").settings) == [3]


def test_f__the_two_hands_are_played_apart():
    stated = {
        "game": "five-card-hi-lo",
        "submission": {"adjacent_areas": 2},
        "deck": five_card_deck([HANDS[1].replace("/", ""), HANDS[2].replace("/", "")], DEALER),
        "seats": {
            "1": {"player": "ann", "wagers": {"ante": 1000}, "decisions": ["fold"]},
            "2": {"player": "ann", "wagers": {"ante": 500}, "decisions": ["play " + HANDS[2]]},
        },
    }
    given = answer(**stated)
    assert given["net"] == {"1": -1000, "2": 1000}


def test_f__a_hand_once_set_may_not_be_changed():
    at = two_areas(1000, 2000)
    at.do(setting(HANDS[2], 2))
    assert refuses(at, setting(HANDS[2], 2)).code == "SEAT_IS_ASKED"


@pytest.mark.parametrize(
    ("limits", "wagers", "code"),
    [
        ({"table_minimum": 1500}, ANTE, "WAGER_MEETS_MINIMUM"),
        ({"table_maximum": 900}, ANTE, "WAGER_MEETS_MAXIMUM"),
        ({"optional_minimum": 300}, ALL, "WAGER_MEETS_MINIMUM"),
        ({"optional_maximum": 300}, ALL, "WAGER_MEETS_MAXIMUM"),
    ],
)
def test_posted_limits_bind(limits, wagers, code):
    assert refused(wagers=wagers, **limits)["code"] == code


def test_all_cents__every_odd_cent_is_paid_exactly():
    given = played(wagers={"ante": 1001, "tie": 3, "poker_bonus": 7})
    assert settled(given, "ante").net == 1001


def test_f__who_gives_up_one_of_two_positions_keeps_the_chips_at_the_other():
    at = seated("five-card-hi-lo", seats={1: "Ann", 2: "Ann"}, adjacent_areas=2)
    chips = chips_of(at, "Ann")
    at.do(cmd.LeaveSeat(), seat=2)
    assert chips_of(at, "Ann") == chips > 0
    at.do(cmd.LeaveSeat(), seat=1)
    assert chips_of(at, "Ann") == 0


@pytest.mark.parametrize(("wager", "where"), [("tie", "663a.7(e)(1)"), ("poker_bonus", "663a.7(e)(2)")])
def test_e__an_optional_wager_comes_after_the_ante_or_with_it(wager, where):
    at = table(ORDER, {1: "ann"})
    refusal = refuses(at, cmd.PlaceWagers(wagers={wager: 500}), seat=1)
    assert (refusal.code, refusal.clause) == ("WAGER_HAS_ITS_MAIN_WAGER", where)
    place(at, **ANTE, **{wager: 500})
    refusal = refuses(at, cmd.WithdrawWagers(wagers=("ante",)), seat=1)
    assert (refusal.code, refusal.clause) == ("WAGER_HAS_ITS_MAIN_WAGER", where)
    at.do(cmd.WithdrawWagers(wagers=("ante", wager)), seat=1)
