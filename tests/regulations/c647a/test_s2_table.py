"""647a.2: the table, its seats and its lock-out."""

from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from tests.regulations.c647a.dealt import DULL_HANDS, refused, settled


def test_a__six_players_are_dealt_in():
    hands = dict(enumerate(DULL_HANDS, start=1))
    assert {one["seat"] for one in settled(hands)} == {1, 2, 3, 4, 5, 6}


def test_a__there_is_no_seventh_position():
    refusal = refused({7: "As Ah"})
    assert (refusal["code"], refusal["clause"]) == ("SEAT_EXISTS", "647a.2(a)")


def _locked(**submission) -> Table:
    table = Table(resolve(submission, game="holdem-bonus"))
    table.ready(table.rules.game.deck)
    table.do(cmd.TakeSeat(by=Role.PLAYER, seat=1, player="ann", cents=100_000))
    table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"ante": 1_000}))
    table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
    return table


def _refused(table: Table, **wagers: int) -> tuple[Code, str]:
    outcome = table.send(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers=wagers))
    assert isinstance(outcome, Refusal)
    return outcome.code, outcome.clause


def test_c_2__progressive_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards(by=Role.DEALER))
    assert _refused(table, progressive=100) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(c)(2)")


def test_d__five_card_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.7(c)")
    table.do(cmd.DealCards(by=Role.DEALER))
    for wager in ("five_card_player", "five_card_dealer"):
        assert _refused(table, **{wager: 100}) == (Code.WAGER_PRECEDES_NO_MORE_BETS, "647a.2(d)")
    # Several wagers that have no lock-out in common: the rule for all of them.
    assert _refused(table, progressive=100, five_card_player=100)[1] == "647a.7(c)"


def test_b_9_i__ante_pays_on_is_one_of_two_hands():
    refusal = refused({1: "As Ah"}, submission={"ante_pays_on": "pair"})
    assert refusal["code"] == "SUBMISSION_IS_LAWFUL"
    assert set(refusal["legal"]) == {"straight", "flush"}
