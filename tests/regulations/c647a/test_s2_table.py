"""647a.2: the table, its seats and its lock-out."""

from houseway.chapters.registry import resolve
from houseway.engine import commands as cmd
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


def test_c_2__progressive_wager_after_no_more_bets_is_locked_out():
    outcome = _locked().send(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"progressive": 100}))
    assert isinstance(outcome, Refusal)
    assert outcome.code is Code.WAGER_PRECEDES_NO_MORE_BETS


def test_d__five_card_wager_after_no_more_bets_is_locked_out():
    table = _locked()
    for wager in ("five_card_player", "five_card_dealer"):
        outcome = table.send(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={wager: 100}))
        assert isinstance(outcome, Refusal)
        assert outcome.code is Code.WAGER_PRECEDES_NO_MORE_BETS


def test_b_9_i__ante_pays_on_is_one_of_two_hands():
    refusal = refused({1: "As Ah"}, submission={"ante_pays_on": "pair"})
    assert refusal["code"] == "SUBMISSION_IS_LAWFUL"
    assert set(refusal["legal"]) == {"straight", "flush"}
