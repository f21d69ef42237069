"""645a.12(a) to (h): who may bank, and the dealer's wager against the bank."""

from random import Random

import pytest

from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Envelope, Table, Viewer, envelope
from houseway.engine.opening import open_table
from houseway.engine.roles import Role
from houseway.money import dollars
from houseway.rules.table_rules import TableRules
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place, see_to_the_bank
from tests.kit.card_views import hands_dealt
from tests.kit.random_answers import at_random, house_of
from tests.kit.submission_faults import unstated
from tests.kit.table_views import balance_of, chips_of, look_at, steps_due
from tests.kit.tables import events, last, ready, refuses
from tests.regulations.c645a.pai_gow import (
    ANY,
    GAME,
    MAIN,
    WINS,
    accept,
    deal_out,
    decline,
    finish,
    offer,
    offered,
    play_round,
    played,
    refused,
    start,
    table,
)

BANK = "Kh Qd 9s 8c 6c / Ad 7d"


def banking(seat: int, **more) -> Envelope:
    return envelope(cmd.AcceptBank(**more), seat=seat)


def after_a_round(**submission) -> Table:
    at = table(**submission)
    play_round(at)
    return at


def test_a__only_where_the_submission_offers_it():
    at = after_a_round(banking={"offered": False})
    refusal = refuses(at, banking(3))
    assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(a)")
    stated = refused({1: WINS, 2: BANK}, bank=2, submission={"banking": {"offered": False}})
    assert stated["clause"] == "645a.12(a)"


def test_a__the_bank_is_played_against_and_places_no_pai_gow_wager():
    at = after_a_round()
    place(at, 3)
    offer(at, 3)
    refusal = refuses(at, banking(3))
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(a)")
    at.do(cmd.WithdrawWagers(wagers=("pai_gow",)), seat=3)
    accept(at, 3)
    assert refuses(at, envelope(cmd.PlaceWagers(wagers=dict(MAIN)), seat=3)).code == "WAGER_IS_OFFERED"


def test_a__that_banking_is_not_mentioned_is_noted():
    def noted(**submission):
        return [field for field, clause in unstated(GAME, **submission) if clause == "645a.12(a)"]

    assert noted() == ["banking"]
    assert noted(banking={"offered": True}) == noted(banking={"offered": False}) == []


def test_b__nobody_banks_the_first_round():
    at = table()
    for command in (banking(3), envelope(cmd.PassBank(), seat=3), envelope(cmd.OfferBank(seat=3))):
        refusal = refuses(at, command)
        assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(b)")
    play_round(at)
    accept(at, 3)


def test_b__only_in_a_stated_round_is_the_history_taken_as_stated():
    at = open_table(resolve({}, game=GAME), stated=True)
    ready(at, at.rules.game.deck)
    assert last(at, ev.TableOpened).stated
    for seat in (1, 3):
        at.do(cmd.TakeSeat(cents=100_000), seat=seat, by=str(seat))
    accept(at, 3)
    assert (look_at(at).bank, look_at(at).dealer_wager) == (3, 0)
    decline(at, 3)
    accept(at, 1, dealer_wager=700)
    assert (look_at(at).bank, look_at(at).dealer_wager) == (1, 700)
    assert "stated" not in cmd.AcceptBank.__struct_fields__ + cmd.DetermineStart.__struct_fields__


def test_b__nor_the_first_after_the_cards_were_spread_for_lack_of_activity():
    at = after_a_round()
    at.do(cmd.SpreadForNoActivity())
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


def test_c__if_nobody_accepts_the_round_is_played_against_the_dealer_and_nobody_is_said_to_have_passed():
    at = after_a_round()
    ready(at, at.rules.game.deck)
    decline(at, 3)
    place(at, 1)
    close(at)
    assert [event.seat for event in events(at, ev.BankPassed)] == [3]
    assert look_at(at).bank is None


def test_c__out_of_turn_is_refused():
    at = after_a_round()
    assert refuses(at, cmd.OfferBank(seat=2)).legal == ("offer the bank to seat 3",)
    offer(at, 3)
    for command in (banking(2), envelope(cmd.PassBank(), seat=2)):
        refusal = refuses(at, command)
        assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(c)")
        assert refusal.legal == ("seat 3 accepts", "seat 3 passes")
    accept(at, 3)
    assert refuses(at, banking(2)).clause == "645a.12(c)"


def test_c__nobody_accepts_or_passes_what_the_dealer_has_not_offered():
    at = after_a_round()
    for command in (banking(3), envelope(cmd.PassBank(), seat=3)):
        refusal = refuses(at, command)
        assert (refusal.code, refusal.clause, refusal.legal) == (
            "BANK_IS_OFFERED",
            "645a.12(c)",
            ("offer the bank to seat 3",),
        )
    assert at.do(cmd.OfferBank(seat=3)) == (ev.BankOffered(clause="645a.12(c)", seat=3),)
    accept(at, 3)


def test_c__bets_are_closed_when_everybody_has_had_the_offer():
    at = after_a_round()
    ready(at, at.rules.game.deck)
    place(at, 1)
    for seat in (3, 2, 1):
        refusal = refuses(at, cmd.AnnounceNoMoreBets())
        assert (refusal.code, refusal.clause, refusal.legal) == (
            "STEP_IS_DUE",
            "645a.12(c)",
            (f"offer the bank to seat {seat}",),
        )
        assert [ask.concerns for ask in at.due() if ask.command == "offer_bank"] == [seat]
        assert "announce_no_more_bets" not in {ask.command for ask in at.due()}
        at.do(cmd.OfferBank(seat=seat))
        # One who has not answered when it is offered on has not accepted it.
        assert [ask.seat for ask in at.due() if ask.command == "accept_bank"] == ([seat] if seat != 1 else [])
    assert refuses(at, cmd.OfferBank(seat=3)).clause == "645a.12(c)"
    at.do(cmd.AnnounceNoMoreBets())


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
    ready(at, at.rules.game.deck)
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
        at.do(cmd.LeaveSeat(), seat=seat)
    at.do(cmd.TakeSeat(cents=100_000), seat=5, by="C")
    at.do(cmd.TakeSeat(cents=100_000), seat=3, by="new")
    assert refuses(at, banking(3)).clause == "645a.12(d)(1)"
    assert offered(at) == 5
    accept(at, 5)
    # The dealer wagers what that player last wagered.
    assert look_at(at).dealer_wager == MAIN["pai_gow"]


def test_d_2__the_chips_are_confirmed_before_the_bank_is_accepted():
    at = after_a_round()
    chips = chips_of(at, "C")
    place(at, 1, pai_gow=chips // 2)
    place(at, 2, pai_gow=chips // 2)
    offer(at, 3)
    too_little = refuses(at, banking(3))
    assert too_little.clause == "645a.12(d)(2)"
    less = "wager $0.01 or less" if chips % 2 else "place no wager"
    assert too_little.legal == (f"direct the dealer to {less}", "pass the bank")
    # Without the dealer's wager they suffice.
    accept(at, 3, dealer_wager=0)


def test_d_2__the_bank_is_asked_for_no_greater_dealers_wager_than_its_chips_cover():
    """645a.12(g)"""
    at = after_a_round()
    place(at, 1, pai_gow=chips_of(at, "C") - 400)
    offer(at, 3)
    [asked] = [ask.amounts for ask in at.legal(Viewer(Role.PLAYER, "C")) if ask.command == "accept_bank"]
    assert asked is not None
    assert (asked.least, asked.most) == (0, 400)
    assert refuses(at, banking(3, dealer_wager=401)).clause == "645a.12(d)(2)"
    at.do(cmd.AcceptBank(dealer_wager=400), seat=3)
    # Where they cover more than that, it is the banker's last wager.
    at = after_a_round()
    offer(at, 3)
    [asked] = [ask.amounts for ask in at.legal(Viewer(Role.PLAYER, "C")) if ask.command == "accept_bank"]
    assert asked is not None
    assert (asked.least, asked.most) == (0, MAIN["pai_gow"])


def test_d_2__and_cover_every_wager_that_is_placed_afterwards():
    at = after_a_round()
    accept(at, 3, dealer_wager=1000)
    ready(at, at.rules.game.deck)
    chips = chips_of(at, "C")
    place(at, 1, pai_gow=chips // 2)
    beyond = envelope(cmd.PlaceWagers(wagers={"pai_gow": chips // 2}), seat=2)
    refusal = refuses(at, beyond)
    assert (refusal.code, refusal.clause) == ("BANK_IS_ELIGIBLE", "645a.12(d)(2)")
    left = chips - chips // 2 - 1000
    assert refusal.legal == (f"at most {dollars(left)}",)
    # Nor does the bank spend what covers the others' wagers; the dealer pays optional ones.
    place(at, 2, pai_gow=left - 100)
    own = envelope(cmd.PlaceWagers(wagers={"fortune": 500}), seat=3)
    assert refuses(at, own).clause == "645a.12(d)(2)"
    [insurance] = [ask.amounts for ask in at.legal(Viewer(Role.PLAYER, "C")) if ask.subject == "insurance"]
    assert insurance is not None
    assert insurance.most == 100
    close(at)


def test_c__the_bank_may_be_passed_until_bets_are_closed_so_that_nobody_is_stuck_with_it():
    """645a.12(c), 645a.7(c)."""
    at = after_a_round()
    accept(at, 3)
    ready(at, at.rules.game.deck)
    see_to_the_bank(at)
    house = balance_of(at, "house")
    assert "pass_bank" in [ask.command for ask in at.legal(Viewer(Role.PLAYER, "C"))]
    decline(at, 3)
    assert (look_at(at).bank, look_at(at).dealer_wager) == (None, 0)
    assert (balance_of(at, "house"), balance_of(at, "dealer's wager")) == (house + MAIN["pai_gow"], 0)
    assert offered(at) == 2
    accept(at, 2, dealer_wager=0)
    ready(at, at.rules.game.deck)
    place(at, 1)
    close(at)
    assert refuses(at, envelope(cmd.PassBank(), seat=2)).clause == "645a.12(c)"


def test_c__a_co_bank_that_is_passed_leaves_nothing_behind():
    at = after_a_round()
    accept(at, 3, co_bank=True)
    assert at.observe(Viewer(Role.SURVEILLANCE)).co_bank
    decline(at, 3)
    seen = at.observe(Viewer(Role.SURVEILLANCE))
    assert (seen.bank, seen.co_bank, seen.dealer_wager) == (None, False, 0)


def test_c__who_banks_and_leaves_before_bets_are_closed_passes_the_bank():
    """645a.7(b), 645a.12(c)."""
    at = table(seats=(3,))
    play_round(at)
    accept(at, 3, dealer_wager=0)
    assert refuses(at, envelope(cmd.AnnounceNoMoreBets())).code == "WAGERS_ARE_PLACED"
    place(at, 3, fortune=500)
    assert refuses(at, envelope(cmd.LeaveSeat(), seat=3)).clause == "645a.7(b)"
    at.do(cmd.WithdrawWagers(wagers=("fortune",)), seat=3)
    assert [type(event) for event in at.do(cmd.LeaveSeat(), seat=3)] == [ev.BankPassed, ev.SeatLeft]
    assert look_at(at).bank is None


def test_e__co_banking_is_asked_for_and_only_where_it_is_offered():
    at = after_a_round(banking={"co_banking": False})
    offer(at, 3)
    refusal = refuses(at, banking(3, co_bank=True))
    assert (refusal.code, refusal.clause) == ("BANK_IS_OFFERED", "645a.12(e)")
    accept(at, 3)
    assert not look_at(at).co_bank


def test_e__the_dealer_sets_the_co_banks_hand_and_places_no_wager():
    at = after_a_round()
    offer(at, 3)
    assert refuses(at, banking(3, co_bank=True, dealer_wager=500)).clause == "645a.12(e)"
    accept(at, 3, co_bank=True)
    assert look_at(at).dealer_wager == 0
    ready(at, at.rules.game.deck)
    place(at, 1)
    close(at)
    deal_out(at)
    at.do(cmd.Decide(word="house way"), seat=1)
    # The bank is not asked.
    assert look_at(at).phase == "reveal"
    at.do(cmd.RevealBank())
    assert [event.house_way for event in events(at, ev.HandsSet) if event.seat == 3][-1:] == [True]


def test_f__the_bank_may_wager_on_one_area_only():
    refusal = refused(
        {1: WINS, 2: BANK, 3: ANY}, bank=2, players={2: "Lee", 3: "Lee"}, submission={"adjacent_areas": 2}
    )
    assert (refusal["code"], refusal["clause"]) == ("BANK_IS_ELIGIBLE", "645a.12(f)")


def test_f__nor_accept_with_wagers_on_another():
    at = table(seats=(1,), adjacent_areas=2)
    for seat in (3, 4):
        at.do(cmd.TakeSeat(cents=100_000), seat=seat, by="Lee")
    play_round(at)
    place(at, 3)
    offer(at, 4)
    assert refuses(at, banking(4)).clause == "645a.12(f)"


def test_g__the_cards_are_shuffled_once_a_player_banks():
    at = after_a_round()
    ready(at, at.rules.game.deck)
    accept(at, 3)
    assert "shuffle_cards" in steps_due(at)
    assert at.events[-1] == ev.ShuffleDirected(clause="645a.12(g)", decks=(0,))


def test_g__the_dealer_wagers_the_bankers_last_wager():
    at = table()
    play_round(at, {1: MAIN, 3: {"pai_gow": 2500}})
    house = balance_of(at, "house")
    accept(at, 3)
    assert (look_at(at).dealer_wager, balance_of(at, "house")) == (2500, house)
    ready(at, at.rules.game.deck)
    (placed,) = at.do(cmd.PlaceDealerWager(cents=2500))
    assert (placed.clause, balance_of(at, "dealer's wager")) == ("645a.12(g)", 2500)
    assert balance_of(at, "house") == house - 2500


def test_g__the_dealer_places_just_that_wager_once_before_bets_are_closed():
    at = after_a_round()
    wagering = cmd.PlaceDealerWager(cents=1000)
    assert (refuses(at, wagering).code, refuses(at, wagering).clause) == ("STEP_IS_DUE", "645a.12(g)")
    accept(at, 3)
    ready(at, at.rules.game.deck)
    place(at, 1)
    refusal = refuses(at, cmd.AnnounceNoMoreBets())
    assert (refusal.code, refusal.clause, refusal.legal) == (
        "STEP_IS_DUE",
        "645a.12(g)",
        ("place the dealer's wager",),
    )
    [asked] = [ask for ask in at.due() if ask.role is Role.DEALER]
    assert (asked.command, asked.clause) == ("place_dealer_wager", "645a.12(g)")
    for cents in (999, 1001):
        refusal = refuses(at, cmd.PlaceDealerWager(cents=cents))
        assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "645a.12(g)")
    at.do(wagering)
    assert refuses(at, wagering).code == "STEP_IS_DUE"
    at.do(cmd.AnnounceNoMoreBets())
    assert refuses(at, wagering).code == "STEP_IS_DUE"


def test_g__the_dealer_wagers_when_the_cards_have_been_shuffled():
    at, chance = open_table(resolve({"adjacent_areas": 1}, game=GAME)), Random(1)
    for seat in (1, 3):
        at.do(cmd.TakeSeat(cents=100_000), seat=seat, by=str(seat))
    house = house_of(at, chance)
    house.play_round(at_random(at, chance))
    cards = {
        "wash_cards",
        "shuffle_cards",
        "report_device_count",
        "offer_cut",
        "cut_cards",
        "view_cards",
        "decline_cut",
    }
    house.prepare(cards)
    accept(at, 3)
    wagering = cmd.PlaceDealerWager(cents=look_at(at).dealer_wager)
    refusal = refuses(at, wagering)
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.12(g)")
    house.prepare(cards)
    at.do(wagering)


@pytest.mark.parametrize("directed", [0, 1, 2500])
def test_g__or_less_or_nothing_if_the_bank_says_so(directed):
    at = table()
    play_round(at, {1: MAIN, 3: {"pai_gow": 2500}})
    offer(at, 3)
    refusal = refuses(at, banking(3, dealer_wager=2501))
    assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "645a.12(g)")
    assert refuses(at, banking(3, dealer_wager=-1)).code == "VALUES_ARE_IN_RANGE"
    accept(at, 3, dealer_wager=directed)
    assert look_at(at).dealer_wager == directed


def test_g__or_the_amount_of_the_submission():
    at = after_a_round(banking={"dealer_wager": 5000})
    accept(at, 3)
    assert look_at(at).dealer_wager == 5000
    stated = refused({1: WINS, 2: BANK}, bank=2, dealer_wager=5001, submission={"banking": {"dealer_wager": 5000}})
    assert stated["clause"] == "645a.12(g)"


def test_h__the_deal_counts_from_the_bank():
    at = after_a_round()
    accept(at, 3)
    ready(at, at.rules.game.deck)
    place(at, 1)
    close(at)
    start(at, 2)
    assert look_at(at).start == 2
    deal(at)
    # All seven positions, the bank's and the dealer's among them.
    assert {position: len(hand) for position, hand in hands_dealt(at).items()} == dict.fromkeys(range(7), 7)
    finish(at)


def test_h__a_round_is_the_same_whatever_the_start():
    nets = [played({1: WINS, 2: BANK}, bank=2, start=number)["net"] for number in range(1, 8)]
    assert nets == nets[:1] * 7


@pytest.mark.parametrize(
    ("banking", "co_banks"), [({"offered": True}, False), ({"offered": True, "co_banking": True}, True)]
)
def test_e__co_banking_is_offered_only_if_the_submission_specifies_it(banking, co_banks):
    rules: TableRules = open_table(resolve({"banking": banking}, game="pai-gow")).rules
    assert rules.banking is not None and rules.banking.co_banking is co_banks


def test_b__the_cards_are_not_spread_for_lack_of_activity_while_a_player_has_the_bank():
    """645a.12(b), 645a.5(g)."""
    at = table(seats=(1, 2))
    play_round(at)
    accept(at, 2)
    refusal = refuses(at, cmd.SpreadForNoActivity())
    assert (refusal.code, refusal.clause) == ("STEP_IS_DUE", "645a.5(g)")


def test_c__a_player_with_two_areas_is_offered_the_bank_once():
    at = tables.seated(GAME, seats={1: "A", 2: "B", 3: "B"}, cents=1_000_000, adjacent_areas=2)
    play_round(at)
    decline(at, 3)
    assert [ask.concerns for ask in at.due() if ask.command == "offer_bank"] == [1]
    assert refuses(at, cmd.OfferBank(seat=2)).clause == "645a.12(c)"


def test_e__the_dealer_sets_the_hands_of_a_co_bank():
    at = table(seats=(1, 2))
    play_round(at)
    accept(at, 2, co_bank=True)
    place(at, 1)
    ready(at, at.rules.game.deck)
    close(at)
    deal_out(at)
    refusal = refuses(at, cmd.Decide(word="house way"), seat=2)
    assert (refusal.code, refusal.clause) == ("SEAT_IS_ASKED", "645a.12(e)")


@pytest.mark.parametrize("cents", [0, 400])
def test_g__the_bank_may_direct_a_lesser_wager_until_the_dealer_has_placed_it(cents):
    at = table(seats=(1, 2))
    play_round(at)
    accept(at, 2)
    assert look_at(at).dealer_wager == 1_000
    for more in (1_000, 1_001):
        refusal = refuses(at, cmd.AcceptBank(dealer_wager=more), seat=2)
        assert (refusal.code, refusal.clause) == ("AMOUNT_IS_LAWFUL", "645a.12(g)")
    [lowered] = at.do(cmd.AcceptBank(dealer_wager=cents), seat=2)
    assert lowered.clause == "645a.12(g)"
    assert look_at(at).dealer_wager == cents
    ready(at, at.rules.game.deck)
    see_to_the_bank(at)
    assert balance_of(at, "dealer's wager") == cents
    assert refuses(at, cmd.AcceptBank(dealer_wager=0), seat=2).clause == "645a.12(c)"
