"""645a.12(a) to (h): who may bank, and the dealer's wager against the bank."""

import pytest

from houseway.chapters.registry import check, resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import CardsStage
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rules.submission import Severity
from tests.regulations.c645a.pai_gow import (
    ANY,
    MAIN,
    WINS,
    accept,
    close,
    deal,
    decline,
    finish,
    place,
    play_round,
    played,
    refused,
    refuses,
    start,
    table,
)

BANK = "Kh Qd 9s 8c 6c / Ad 7d"


def banking(seat: int, **more) -> cmd.AcceptBank:
    return cmd.AcceptBank(by=Role.PLAYER, seat=seat, **more)


def after_a_round(**submission) -> Table:
    at = table(**submission)
    play_round(at)
    return at


def offered(at: Table) -> int | None:
    """The seat that may accept the bank now."""
    outcomes = {seat: at.fork().send(banking(seat)) for seat in at.state.seats}
    seats = [seat for seat, outcome in outcomes.items() if not isinstance(outcome, Refusal)]
    assert len(seats) <= 1
    return seats[0] if seats else None


def test_a__only_where_the_submission_offers_it():
    at = after_a_round(banking={"offered": False})
    refusal = refuses(at, banking(3))
    assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(a)")
    stated = refused({1: WINS, 2: BANK}, bank=2, submission={"banking": {"offered": False}})
    assert stated["clause"] == "645a.12(a)"


def test_a__the_bank_is_played_against_and_places_no_pai_gow_wager():
    at = after_a_round()
    place(at, 3)
    refusal = refuses(at, banking(3))
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(a)")
    at.do(cmd.WithdrawWagers(by=Role.PLAYER, seat=3, wagers=("pai_gow",)))
    accept(at, 3)
    assert refuses(at, cmd.PlaceWagers(by=Role.PLAYER, seat=3, wagers=dict(MAIN))).code == "WAGER_IS_OFFERED"


def test_a__that_banking_is_not_mentioned_is_noted():
    def notes(**submission):
        _, found = check(submission, game="pai-gow")
        return [one.field for one in found if one.clause == "645a.12(a)" and one.severity is Severity.NOTE]

    assert notes() == ["banking"]
    assert notes(banking={"offered": True}) == notes(banking={"offered": False}) == []


def test_b__nobody_banks_the_first_round():
    at = table()
    for command in (banking(3), cmd.PassBank(by=Role.PLAYER, seat=3)):
        refusal = refuses(at, command)
        assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(b)")
    play_round(at)
    accept(at, 3)


def test_b__only_in_a_stated_round_is_the_history_taken_as_stated():
    at = Table(resolve({}, game="pai-gow"))
    at.ready(at.rules.game.deck, stated=True)
    assert at.state.stated
    for seat in (1, 3):
        at.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=str(seat), cents=100_000))
    accept(at, 3, dealer_wager=700)
    assert (at.state.bank, at.state.dealer_wager) == (3, 700)
    assert "stated" not in cmd.AcceptBank.__struct_fields__ + cmd.DetermineStart.__struct_fields__


def test_b__nor_the_first_after_the_cards_were_spread_for_lack_of_activity():
    at = after_a_round()
    at.do(cmd.SpreadForNoActivity(by=Role.DEALER))
    assert refuses(at, banking(3)).clause == "645a.12(b)"


def test_c__offered_counterclockwise_from_the_dealers_right():
    at = after_a_round()
    for seat in (3, 2, 1):
        assert offered(at) == seat
        decline(at, seat)
    assert offered(at) is None
    # If no player accepts, the dealer banks.
    play_round(at)
    assert offered(at) == 3


def test_c__who_has_not_answered_when_bets_are_closed_has_passed():
    at = after_a_round()
    at.ready(at.rules.game.deck)
    decline(at, 3)
    place(at, 1)
    events = at.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
    passed = [event for event in events if isinstance(event, ev.BankPassed)]
    assert passed == [ev.BankPassed("645a.12(c)", 2), ev.BankPassed("645a.12(c)", 1)]
    assert isinstance(events[-1], ev.BetsClosed)


def test_c__with_a_bank_or_before_the_first_round_nobody_passes():
    first = table()
    place(first, 1)
    close(first)
    banked = after_a_round()
    accept(banked, 3)
    banked.ready(banked.rules.game.deck)
    place(banked, 1)
    close(banked)
    not_offered = after_a_round(banking={"offered": False})
    not_offered.ready(not_offered.rules.game.deck)
    place(not_offered, 1)
    close(not_offered)
    for at in (first, banked, not_offered):
        assert not [event for event in at.events if isinstance(event, ev.BankPassed)]


def test_c__out_of_turn_is_refused():
    at = after_a_round()
    for command in (banking(2), cmd.PassBank(by=Role.PLAYER, seat=2)):
        refusal = refuses(at, command)
        assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(c)")
        assert refusal.legal == ("seat 3 accepts", "seat 3 passes")
    accept(at, 3)
    assert refuses(at, banking(2)).clause == "645a.12(c)"


def test_c__the_next_round_it_is_offered_first_to_the_banks_right():
    at = after_a_round()
    accept(at, 3)
    play_round(at)
    assert offered(at) == 2
    decline(at, 2)
    accept(at, 1)
    play_round(at)
    # To the right of seat 1 comes, around the table, the player at the dealer's right.
    assert offered(at) == 3


def test_c__nobody_banks_two_rounds_in_a_row():
    at = after_a_round()
    accept(at, 3)
    play_round(at)
    refusal = refuses(at, banking(3))
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(c)")
    for seat in (2, 1):
        decline(at, seat)
    assert offered(at) is None
    play_round(at)
    accept(at, 3)


def test_c__not_after_no_more_bets():
    at = after_a_round()
    at.ready(at.rules.game.deck)
    place(at, 1)
    close(at)
    assert refuses(at, banking(3)).clause == "645a.12(c)"


def test_d_1__only_who_wagered_in_the_last_round_without_a_bank():
    at = table()
    play_round(at, {1: MAIN, 3: MAIN})
    refusal = refuses(at, banking(2))
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(d)(1)")
    accept(at, 3)
    # What was wagered against a player bank does not count.
    play_round(at, {1: MAIN, 2: MAIN})
    assert refuses(at, banking(2)).clause == "645a.12(d)(1)"
    assert offered(at) == 1


def test_d_1__it_follows_the_player_and_not_the_seat():
    at = after_a_round()
    for seat in (2, 3):
        at.do(cmd.LeaveSeat(by=Role.PLAYER, seat=seat))
    at.do(cmd.TakeSeat(by=Role.PLAYER, seat=5, player="C", cents=100_000))
    at.do(cmd.TakeSeat(by=Role.PLAYER, seat=3, player="new", cents=100_000))
    assert refuses(at, banking(3)).clause == "645a.12(d)(1)"
    assert offered(at) == 5
    accept(at, 5)
    # The dealer wagers what that player last wagered.
    assert at.state.dealer_wager == MAIN["pai_gow"]


def test_d_2__only_with_chips_for_all_the_wagers():
    at = after_a_round()
    accept(at, 3, dealer_wager=1000)
    at.ready(at.rules.game.deck)
    chips = at.state.ledger["player C"]
    place(at, 1, pai_gow=chips // 2)
    place(at, 2, pai_gow=chips // 2)
    refusal = refuses(at, cmd.AnnounceNoMoreBets(by=Role.DEALER))
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(d)(2)")
    at.do(cmd.WithdrawWagers(by=Role.PLAYER, seat=1, wagers=("pai_gow",)))
    close(at)


def test_e__co_banking_is_asked_for_and_only_where_it_is_offered():
    at = after_a_round(banking={"co_banking": False})
    refusal = refuses(at, banking(3, co_bank=True))
    assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(e)")
    accept(at, 3)
    assert not at.state.co_bank


def test_e__the_dealer_sets_the_co_banks_hand_and_places_no_wager():
    at = after_a_round()
    assert refuses(at, banking(3, co_bank=True, dealer_wager=500)).clause == "645a.12(e)"
    accept(at, 3, co_bank=True)
    assert at.state.dealer_wager == 0
    at.ready(at.rules.game.deck)
    place(at, 1)
    close(at)
    start(at)
    deal(at)
    at.do(cmd.Decide(by=Role.PLAYER, seat=1, word="house way"))
    # The bank is not asked.
    assert at.state.phase == "reveal"
    at.do(cmd.RevealBank(by=Role.DEALER))
    [setting] = [event for event in at.events if isinstance(event, ev.HandsSet) and event.seat == 3][-1:]
    assert setting.house_way


def test_f__the_bank_may_wager_on_one_area_only():
    refusal = refused(
        {1: WINS, 2: BANK, 3: ANY}, bank=2, players={2: "Lee", 3: "Lee"}, submission={"adjacent_areas": 2}
    )
    assert (refusal["code"], refusal["clause"]) == ("BANK_IS_ELIGIBLE", "645a.12(f)")


def test_f__nor_accept_with_wagers_on_another():
    at = table(seats=(1,), adjacent_areas=2)
    for seat in (3, 4):
        at.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player="Lee", cents=100_000))
    play_round(at)
    place(at, 3)
    assert refuses(at, banking(4)).clause == "645a.12(f)"


def test_g__the_cards_are_shuffled_once_a_player_banks():
    at = after_a_round()
    at.ready(at.rules.game.deck)
    accept(at, 3)
    assert at.state.equipment.stage is CardsStage.USED
    assert at.events[-1] == ev.ShuffleDirected("645a.12(g)")


def test_g__the_dealer_wagers_the_bankers_last_wager():
    at = table()
    play_round(at, {1: MAIN, 3: {"pai_gow": 2500}})
    house = at.state.ledger["house"]
    accept(at, 3)
    assert at.state.dealer_wager == 2500
    assert at.state.ledger["dealer's wager"] == 2500
    assert at.state.ledger["house"] == house - 2500


@pytest.mark.parametrize("directed", [0, 1, 2500])
def test_g__or_less_or_nothing_if_the_bank_says_so(directed):
    at = table()
    play_round(at, {1: MAIN, 3: {"pai_gow": 2500}})
    for beyond in (2501, -1):
        refusal = refuses(at, banking(3, dealer_wager=beyond))
        assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "645a.12(g)")
    accept(at, 3, dealer_wager=directed)
    assert at.state.dealer_wager == directed


def test_g__or_the_amount_of_the_submission():
    at = after_a_round(banking={"dealer_wager": 5000})
    accept(at, 3)
    assert at.state.dealer_wager == 5000
    stated = refused({1: WINS, 2: BANK}, bank=2, dealer_wager=5001, submission={"banking": {"dealer_wager": 5000}})
    assert stated["clause"] == "645a.12(g)"


def test_h__the_deal_counts_from_the_bank():
    at = after_a_round()
    accept(at, 3)
    at.ready(at.rules.game.deck)
    place(at, 1)
    close(at)
    start(at, 2)
    assert at.state.start == 2
    deal(at)
    # All seven positions, the bank's and the dealer's among them.
    assert {position: len(hand) for position, hand in at.state.hands.items()} == dict.fromkeys(range(7), 7)
    finish(at)


def test_h__a_round_is_the_same_whatever_the_start():
    nets = [played({1: WINS, 2: BANK}, bank=2, start=number)["net"] for number in range(1, 8)]
    assert nets == nets[:1] * 7
