"""647a.2: the table, its seats and its lock-out."""

from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code
from tests.kit.banked_actions import close, place
from tests.kit.tables import refuses
from tests.regulations.c647a.dealt import DULL_HANDS, refused, settled, with_ann


def test_a__six_players_are_dealt_in():
    hands = dict(enumerate(DULL_HANDS, start=1))
    assert {one["seat"] for one in settled(hands)} == {1, 2, 3, 4, 5, 6}


def test_a__there_is_no_seventh_position():
    refusal = refused({7: "As Ah"})
    assert (refusal["code"], refusal["clause"]) == ("SEAT_EXISTS", "647a.2(a)")


def _locked(**submission) -> Table:
    table = with_ann(**submission)
    place(table)
    close(table)
    return table


def _refused(table: Table, **wagers: int) -> tuple[Code, str]:
    refusal = refuses(table, cmd.PlaceWagers(wagers=wagers), seat=1)
    return refusal.code, refusal.clause


def test_c_2__progressive_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards())
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(c)(2)")


def test_d__five_card_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards())
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(d)")
    # Several wagers that have no lock-out in common: the rule for all of them.
    assert _refused(table, progressive=100, five_card_player=100)[1] == "647a.7(c)"


def test_b_9_i__ante_pays_on_is_one_of_two_hands():
    refusal = refused({1: "As Ah"}, submission={"ante_pays_on": "pair"})
    assert refusal["code"] == "SUBMISSION_IS_LAWFUL"
    assert set(refusal["legal"]) == {"straight", "flush"}
