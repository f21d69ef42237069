"""645a.5: the starting position. The shuffle and the cut are tested with the table's other procedures."""

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import envelope
from houseway.engine.roles import Role
from tests.kit.banked_actions import close, deal, place
from tests.kit.card_procedures import cut
from tests.kit.stated_rounds import settled, table_after
from tests.kit.tables import last, ready, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    MAIN,
    WINS,
    accept,
    play_round,
    played,
    refused,
    shake,
    start,
    stated,
    table,
)


def position(round_) -> int:
    return next(event.position for event in table_after(**round_).events if isinstance(event, ev.StartDetermined))


def locked(**submission):
    at = table(**submission)
    place(at)
    close(at)
    return at


def locked_with_a_bank(**submission):
    at = table(**submission)
    play_round(at)
    accept(at, 3, dealer_wager=0)
    ready(at, at.rules.game.deck)
    place(at)
    close(at)
    return at


def test_i__the_start_follows_the_shuffle_and_the_cut():
    """645a.5(b)(1), 645a.5(e)."""
    at = table(shuffler="manual")
    play_round(at)
    place(at)
    close(at)
    early = envelope(cmd.DetermineStart(number=1))
    refusal = refuses(at, early)
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.5(i)")
    at.do(cmd.ShuffleCards(order=at.rules.game.deck), at=0)
    assert refuses(at, early).clause == "645a.5(i)"
    cut(at)
    at.do(early)


def test_h__a_device_that_reshuffles_and_counts_reports_no_count():
    at = table(shuffler="automatic-reshuffling")
    refusal = refuses(at, envelope(cmd.ReportDeviceCount(count=53)))
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.5(h)")


def test_i__no_card_before_the_starting_position_is_known():
    at = locked()
    refusal = refuses(at, envelope(cmd.DealCards()))
    assert (refusal.code, refusal.clause) == ("START_IS_DETERMINED", "645a.8(c)")
    start(at)
    assert refuses(at, envelope(cmd.DetermineStart(number=2))).clause == "645a.5(i)"
    deal(at)


@pytest.mark.parametrize(("dealing", "clause"), [("hand", "645a.9(b)"), ("automated-shoe", "645a.10(b)")])
def test_i__whatever_the_way_of_dealing(dealing, clause):
    assert refuses(locked(dealing=dealing), envelope(cmd.DealCards())).clause == clause


def test_i__the_start_follows_no_more_bets():
    at = table()
    place(at)
    assert refuses(at, envelope(cmd.DetermineStart(number=1))).clause == "645a.5(i)"


def test_i_1__a_table_with_dice_uses_no_number_generator():
    at = locked(start_by="dice")
    assert refuses(at, envelope(cmd.DetermineStart(number=3))).clause == "645a.5(i)(1)"
    at.do(cmd.DetermineStart(dice=(1, 1, 1)))
    # A stated round may say where dealing started however it came about.
    assert settled(played(WINS, start=5, submission={"start_by": "dice"}), "pai_gow").pays == "1 to 1"


def test_i_1_i__the_shaker_is_shaken_three_times():
    at = locked(start_by="dice")
    refusal = refuses(at, envelope(cmd.DetermineStart(dice=(1, 2, 3), shakes=2)))
    assert (refusal.code, refusal.clause) == ("START_IS_DETERMINED", "645a.5(i)(1)(i)")
    assert refuses(at, envelope(cmd.DetermineStart(dice=(1, 2, 7)))).code == "START_IS_DETERMINED"


def test_i_1_i__the_bank_shakes_instead_of_the_dealer():
    at = locked(start_by="dice")
    by_player = envelope(cmd.DetermineStart(dice=(1, 2, 3)), role=Role.PLAYER, seat=3)
    assert refuses(at, by_player).code == "ROLE_IS_AUTHORISED"
    at.do(cmd.DetermineStart(dice=(1, 2, 3)))

    banked = locked_with_a_bank(start_by="dice")
    assert refuses(banked, envelope(cmd.DetermineStart(dice=(1, 2, 3)))).code == "ROLE_IS_AUTHORISED"
    by_another = envelope(cmd.DetermineStart(dice=(1, 2, 3)), role=Role.PLAYER, seat=1)
    assert refuses(banked, by_another).code == "ROLE_IS_AUTHORISED"
    banked.do(by_player)
    assert last(banked, ev.StartDetermined).dice == (1, 2, 3)


def test_i_1_ii__a_lid_removed_by_the_bank_means_another_shake():
    at = locked_with_a_bank(start_by="dice")
    at.do(cmd.ReportIrregularity(cause="lid_removed_by_bank"))
    assert at.events[-1] == ev.NoRollCalled(clause="645a.5(i)(1)(ii)")
    shake(at, 1, 1, 1)
    assert last(at, ev.StartDetermined).dice == (1, 1, 1)


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (lambda: locked(start_by="dice"), "IRREGULARITY_CAN_HAPPEN_HERE"),
        (locked_with_a_bank, "DEVICE_IS_IN_USE"),
    ],
)
def test_i_1_ii__there_is_a_lid_only_where_a_bank_shakes_dice(at, code):
    refusal = refuses(at(), envelope(cmd.ReportIrregularity(cause="lid_removed_by_bank")))
    assert (refusal.code, refusal.clause) == (code, "645a.5(i)(1)(ii)")


@pytest.mark.parametrize(
    ("dice", "expected"), [((1, 1, 1), 5), ((1, 2, 3), 2), ((1, 1, 5), 1), ((1, 1, 6), 0), ((6, 6, 6), 4)]
)
def test_i_1_iii__positions_are_counted_counterclockwise_from_the_dealer(dice, expected):
    assert position(stated({1: ANY}, ANY, dice=dice, submission={"start_by": "dice"})) == expected


def test_i_1_iii__the_bank_counts_as_number_one():
    for number, expected in ((1, 2), (2, 1), (3, 0), (4, 6)):
        assert position(stated({1: WINS, 2: "Ac Jc 8c 6c 4h 3s 2s"}, bank=2, start=number)) == expected


def test_i_2__a_number_from_1_to_7():
    at = locked()
    for number in (0, 8):
        assert refuses(at, envelope(cmd.DetermineStart(number=number))).clause == "645a.5(i)(2)"
    assert refuses(at, envelope(cmd.DetermineStart(dice=(1, 1, 1)))).clause == "645a.5(i)(2)"
    assert refused(WINS, dice=(1, 1, 1))["clause"] == "645a.5(i)(2)"


@pytest.mark.parametrize(("number", "expected"), [(1, 0), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 1)])
def test_i_2__counted_like_the_dice_with_or_without_wagers(number, expected):
    assert position(stated(WINS, start=number)) == expected
    assert settled(played(WINS, start=number), "pai_gow").pays == "1 to 1"


def test_d_2__the_cut_is_offered_first_to_the_bank():
    at = table(shuffler="manual")
    play_round(at)
    accept(at, 3)
    at.do(cmd.ShuffleCards(order=at.rules.game.deck), at=0)
    place(at, 1, **MAIN)
    at.do(cmd.OfferCut(seat=3))
    happened = at.do(cmd.CutCards(depth=20), role=Role.PLAYER, seat=3)
    assert [event.seat for event in happened if isinstance(event, ev.CardsCut)] == [3]
