"""The way of the cards to the shoe: opening, shuffle, count, cut, spreading (*.3 to *.5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from houseway.cards import DECK_52, JOKER, Card
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Code
from tests.kit.card_procedures import (
    DEALER,
    FLOOR,
    HOLDEM,
    ONE_DECK_BY_HAND,
    PAI_GOW,
    PLAYER,
    TWO_DECKS,
    bet,
    deal_out,
    finish,
    new_table,
    opened,
    opening,
    play_round,
    ready,
    shuffle,
    stage,
    stages,
)
from tests.kit.random_answers import at_random, house_of
from tests.kit.tables import events, last, refuses

# Opening (*.3, *.4).


def test_4_opening_goes_from_the_box_to_the_shoe() -> None:
    table = new_table()
    reached = []
    for command in opening(table):
        table.do(command)
        reached.append(stage(table))
    names = "RECEIVED INSPECTED VERIFIED SPREAD VIEWED WASHED READY"
    assert reached == [CardsStage[name] for name in names.split()]
    assert [event.clause for event in table.events[2:]] == [
        "677a.4(a)",
        "677a.4(a)",
        "677a.4(a)",
        "677a.4(b)",
        "677a.4(b)",
        "677a.4(c)",
        "677a.5(a)",
    ]


def test_4_a_step_out_of_order_names_the_one_that_is_due() -> None:
    table = new_table()
    steps = opening(table)
    for number, due in enumerate(steps):
        for other, early in enumerate(steps):
            if other != number:
                refusal = refuses(table, early)
                assert refusal.code is Code.STEP_IS_DUE
                assert len(refusal.legal) == 1
        table.do(due)


def test_4_the_refusal_cites_the_clause_of_the_step_due() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(), role=DEALER, at=0)
    table.do(cmd.InspectCards(), role=DEALER)
    refusal = refuses(table, envelope(cmd.WashCards(), role=DEALER))
    assert (refusal.clause, refusal.legal) == ("677a.4(a)", ("verify the inspection",))


def test_4_a_only_the_floor_verifies_the_inspection() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(), role=DEALER, at=0)
    table.do(cmd.InspectCards(), role=DEALER)
    assert refuses(table, envelope(cmd.VerifyInspection(), role=DEALER)).code is Code.ROLE_IS_AUTHORISED


def test_4_b_cards_are_spread_face_up_at_the_opening() -> None:
    table = new_table()
    for command in opening(table)[:3]:
        table.do(command)
    refusal = refuses(table, envelope(cmd.SpreadCards(face_up=False), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.4(b)")


def test_4_a_table_is_opened_once() -> None:
    assert refuses(new_table(), envelope(cmd.OpenTable(), role=DEALER, at=5)).code is Code.STEP_IS_DUE


def test_4_nothing_happens_at_a_closed_table() -> None:
    table: Table[Any, Any] = Table(resolve({}, game=HOLDEM))
    assert refuses(table, envelope(cmd.ReceiveDecks(), role=DEALER, at=0)).code is Code.TABLE_IS_OPEN


def test_3_b_two_decks_need_an_automated_shuffler() -> None:
    table = new_table(**ONE_DECK_BY_HAND)
    refusal = refuses(table, envelope(cmd.ReceiveDecks(decks=2), role=DEALER, at=0))
    assert (refusal.code, refusal.clause, refusal.legal) == (Code.DEVICE_IS_IN_USE, "677a.3(b)", ("1 deck",))
    assert new_table(**TWO_DECKS).do(cmd.ReceiveDecks(decks=2), role=DEALER, at=0)


@pytest.mark.parametrize(
    ("decks", "code"), [(0, Code.DECK_IS_COMPLETE), (3, Code.DECK_IS_COMPLETE), (-1, Code.VALUES_ARE_IN_RANGE)]
)
def test_3_there_are_one_or_two_decks(decks: int, code: Code) -> None:
    assert refuses(new_table(), envelope(cmd.ReceiveDecks(decks=decks), role=DEALER, at=0)).code is code


@pytest.mark.parametrize(
    ("submission", "wrong", "clause"),
    [
        ({"shuffler": "automated"}, 2, "677a.3(a)"),
        (TWO_DECKS, 1, "677a.3(b)"),
    ],
)
def test_3_b_as_many_decks_as_the_submission_says(submission: dict[str, Any], wrong: int, clause: str) -> None:
    """677a.3(a), 677a.3(b)."""
    table = new_table(**submission)
    refusal = refuses(table, envelope(cmd.ReceiveDecks(decks=wrong), role=DEALER, at=0))
    assert (refusal.code, refusal.clause) == (Code.DECK_IS_COMPLETE, clause)
    table.do(cmd.ReceiveDecks(decks=3 - wrong), role=DEALER, at=0)


def test_3_b_one_deck_while_the_cards_are_shuffled_by_hand() -> None:
    """677a.3(b)."""
    table = ready(**TWO_DECKS)
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False), role=DEALER)
    table.do(cmd.CoverDevice(device="shuffler"), role=DEALER)
    table.do(cmd.UseMethod(shuffler="manual"), role=FLOOR)
    table.do(cmd.ChangeDecks(), role=DEALER, at=0)
    assert refuses(table, envelope(cmd.ReceiveDecks(decks=2), role=DEALER, at=0)).code is Code.DEVICE_IS_IN_USE
    table.do(cmd.ReceiveDecks(decks=1), role=DEALER, at=0)


def test_3_a_second_joker_has_no_place_in_a_game_without_one() -> None:
    refusal = refuses(new_table(), envelope(cmd.ReceiveDecks(two_jokers=True), role=DEALER, at=0))
    assert refusal.code is Code.CARDS_ARE_VALID


def test_4_d_two_decks_are_each_spread_and_washed() -> None:
    table = opened(**TWO_DECKS)
    assert last(table, ev.CardsSpread).clause == last(table, ev.CardsWashed).clause == "677a.4(d)"


def test_645a_4_b_the_second_joker_is_torn() -> None:
    table = new_table(PAI_GOW)
    table.do(cmd.ReceiveDecks(two_jokers=True), role=DEALER, at=0)
    table.do(cmd.InspectCards(), role=DEALER)
    refusal = refuses(table, envelope(cmd.VerifyInspection(), role=FLOOR))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "645a.4(b)")
    table.do(cmd.VerifyInspection(joker_torn=True), role=FLOOR)
    assert last(table, ev.InspectionVerified).joker_torn
    assert not table.state.equipment.two_jokers


def test_4_e_preshuffled_cards_go_straight_to_the_cut() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(preshuffled=True), role=DEALER, at=0)
    refusal = refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER))
    assert (refusal.clause, refusal.legal) == ("677a.4(e)", ("state the order of the preshuffled cards",))
    table.do(shuffle(table))
    shuffled = last(table, ev.CardsShuffled)
    assert (shuffled.clause, shuffled.by_device) == ("677a.4(e)", False)
    assert stage(table) is CardsStage.SHUFFLED
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert stage(table) is CardsStage.READY


def test_4_e_a_shuffle_may_be_directed_for_preshuffled_cards() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(preshuffled=True), role=DEALER, at=0)
    table.do(cmd.DirectShuffle(), role=FLOOR)
    table.do(shuffle(table))
    assert last(table, ev.CardsShuffled).by_device


# Shuffle (*.5(a) to (c)).


def test_5_a_a_used_deck_is_shuffled_before_the_next_round() -> None:
    table = ready(shuffler="automated")
    play_round(table)
    assert stage(table) is CardsStage.USED
    assert refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER)).legal == ("shuffle the cards",)
    table.do(shuffle(table))
    assert stage(table) is CardsStage.READY


def test_5_a_no_second_shuffle_unless_directed() -> None:
    table = ready()
    assert refuses(table, shuffle(table)).code is Code.STEP_IS_DUE
    assert refuses(table, envelope(cmd.DirectShuffle(), role=DEALER)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.DirectShuffle(), role=FLOOR)
    table.do(shuffle(table))


def test_5_a_no_shuffle_in_the_midst_of_a_round() -> None:
    table = ready()
    deal_out(table)
    for command in (
        shuffle(table),
        envelope(cmd.DirectShuffle(), role=FLOOR),
        envelope(cmd.ChangeDecks(), role=DEALER, at=1),
    ):
        assert refuses(table, command).code is Code.STEP_IS_DUE


def test_5_a_no_shuffle_is_directed_before_the_cards_are_inspected() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(), role=DEALER, at=0)
    assert refuses(table, envelope(cmd.DirectShuffle(), role=FLOOR)).legal == ("inspect the cards",)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (DECK_52[:-1], Code.DECK_IS_COMPLETE),
        ((*DECK_52[:-1], DECK_52[0]), Code.CARD_APPEARS_ONCE),
        ((*DECK_52, DECK_52[0]), Code.CARD_APPEARS_ONCE),
        ((*DECK_52[:-1], JOKER), Code.CARDS_ARE_VALID),
        ((*DECK_52[:-1], Card(99)), Code.VALUES_ARE_IN_RANGE),
        ((*DECK_52[:-1], Card(-1)), Code.VALUES_ARE_IN_RANGE),
        ((), Code.DECK_IS_COMPLETE),
    ],
)
def test_3_a_the_order_is_one_of_the_whole_deck(order: tuple[Card, ...], code: Code) -> None:
    table = new_table()
    for command in opening(table)[:-1]:
        table.do(command)
    assert refuses(table, envelope(cmd.ShuffleCards(order=order), role=DEALER)).code is code


def test_3_b_3_decks_alternate() -> None:
    table = ready(**TWO_DECKS)
    play_round(table)
    table.do(cmd.DirectShuffle(), role=FLOOR)
    table.do(shuffle(table, deck=0))
    bet(table)
    refusal = refuses(table, envelope(cmd.DealCards(), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.DECKS_ALTERNATE, "677a.3(b)(3)")
    assert refusal.legal == ("make deck 1 ready",)
    table.do(shuffle(table, deck=1))
    table.do(cmd.DealCards(), role=DEALER)
    assert [(event.deck, event.clause) for event in events(table, ev.DeckPutIntoPlay)] == [
        (0, "677a.3(b)(3)"),
        (1, "677a.3(b)(3)"),
    ]


def test_3_b_2_one_deck_is_shuffled_while_the_other_is_used() -> None:
    table = ready(**TWO_DECKS)
    assert stages(table) == [CardsStage.READY] * 2
    play_round(table)
    deal_out(table)
    assert last(table, ev.DeckPutIntoPlay).deck == 1
    assert refuses(table, shuffle(table, deck=1)).code is Code.STEP_IS_DUE
    (shuffled,) = events(table.do(shuffle(table, deck=0)), ev.CardsShuffled)
    assert (shuffled.clause, shuffled.deck) == ("677a.3(b)(2)", 0)
    finish(table)
    play_round(table)
    assert [event.deck for event in events(table, ev.DeckPutIntoPlay)] == [0, 1, 0]


def test_3_b_2_the_driver_shuffles_the_other_deck_beside_the_one_in_play() -> None:
    table = new_table(**TWO_DECKS)
    table.do(cmd.TakeSeat(cents=1_000_00), seat=1, by="ann")
    chance = Random(3)
    house, answers = house_of(table, chance), at_random(table, chance)
    for _ in range(4):
        house.play_round(answers)
    assert [event.deck for event in events(table, ev.DeckPutIntoPlay)] == [0, 1, 0, 1]
    assert {event.clause for event in events(table, ev.CardsShuffled)} == {"677a.5(a)", "677a.3(b)(2)"}


def test_3_b_there_is_no_second_deck_unless_received() -> None:
    table = ready(shuffler="automated")
    play_round(table)
    assert refuses(table, shuffle(table, deck=1)).code is Code.DECKS_ALTERNATE


def test_5_c_2_a_manual_shuffle_is_cut_and_a_device_shuffle_is_not() -> None:
    assert stage(opened(**ONE_DECK_BY_HAND)) is CardsStage.SHUFFLED
    table = opened(shuffler="automated")
    assert stage(table) is CardsStage.READY
    assert refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER)).code is Code.STEP_IS_DUE


# The count of a counting device (*.5(b)).


def test_5_b_the_device_shows_its_count_before_the_deal() -> None:
    table = ready()
    play_round(table)
    table.do(shuffle(table))
    bet(table)
    refusal = refuses(table, envelope(cmd.DealCards(), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(b)")
    table.do(cmd.ReportDeviceCount(count=52), role=DEALER)
    assert refuses(table, envelope(cmd.ReportDeviceCount(count=52), role=DEALER)).code is Code.STEP_IS_DUE
    table.do(cmd.DealCards(), role=DEALER)


def test_5_b_a_wrong_count_removes_the_deck() -> None:
    table = opened()
    table.do(cmd.ReportDeviceCount(count=51), role=DEALER)
    assert not last(table, ev.DeviceCounted).right
    assert last(table, ev.DeckRemoved).clause == "677a.5(b)"
    assert refuses(table, shuffle(table)).legal == ("receive decks",)
    for command in opening(table):
        table.do(command)


def test_5_b_a_preshuffled_deck_was_counted_by_no_device() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(preshuffled=True), role=DEALER, at=0)
    table.do(shuffle(table))
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert refuses(table, envelope(cmd.ReportDeviceCount(count=52), role=DEALER)).code is Code.STEP_IS_DUE
    table.do(cmd.TakeSeat(cents=1_000_00), role=PLAYER, seat=1, by="ann")
    deal_out(table)


def test_5_b_only_a_counting_device_counts() -> None:
    table = ready(shuffler="automated")
    assert refuses(table, envelope(cmd.ReportDeviceCount(count=52), role=DEALER)).code is Code.DEVICE_IS_IN_USE


# Cut and recut (*.5(d), (e)).


def test_5_d_the_cut_moves_the_top_cards_to_the_bottom() -> None:
    table = opened(**ONE_DECK_BY_HAND)
    before = table.state.equipment.decks[0].order
    table.do(cmd.CutCards(depth=10), role=DEALER)
    assert table.state.equipment.decks[0].order == before[10:] + before[:10]


@pytest.mark.parametrize("depth", [0, 9, 52, 60])
def test_5_d_the_cut_is_at_least_ten_cards_in(depth: int) -> None:
    table = opened(**ONE_DECK_BY_HAND)
    refusal = refuses(table, envelope(cmd.CutCards(depth=depth), role=DEALER))
    assert (refusal.code, refusal.clause, refusal.legal) == (
        Code.CUT_IS_TEN_CARDS_IN,
        "677a.5(d)",
        ("10 to 51 cards",),
    )
    assert refuses(table, envelope(cmd.CutCards(depth=-5), role=DEALER)).code is Code.VALUES_ARE_IN_RANGE


@pytest.mark.parametrize(("seat", "code"), [(1, Code.ROLE_IS_AUTHORISED), (0, Code.SEAT_EXISTS)])
def test_5_d_the_dealer_cuts(seat: int, code: Code) -> None:
    assert refuses(opened(**ONE_DECK_BY_HAND), cmd.CutCards(depth=20), role=PLAYER, seat=seat).code is code


def test_5_e_the_floor_requires_a_recut_before_the_deal() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    assert refuses(table, envelope(cmd.RequireRecut(), role=DEALER)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.RequireRecut(), role=FLOOR)
    bet(table)
    assert refuses(table, envelope(cmd.DealCards(), role=DEALER)).code is Code.STEP_IS_DUE
    table.do(cmd.CutCards(depth=30), role=DEALER)
    table.do(cmd.DealCards(), role=DEALER)
    assert refuses(table, envelope(cmd.RequireRecut(), role=FLOOR)).code is Code.STEP_IS_DUE


def test_5_e_what_was_not_cut_is_not_recut() -> None:
    refusal = refuses(ready(), envelope(cmd.RequireRecut(), role=FLOOR))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(e)")


def leave_first_round_behind(table: Table[Any, Any]) -> None:
    """Let the table be at its second round: from then on the cut is offered in another order."""
    table.state.rounds_since_opening = 1


def pai_gow_to_cut(*seats: int, **submission: str) -> Table:
    table = opened(PAI_GOW, **ONE_DECK_BY_HAND, **submission)
    for seat in seats:
        table.do(cmd.TakeSeat(cents=1_000_00), role=PLAYER, seat=seat, by=f"player {seat}")
    return table


def offer_cut(table, *seats: int) -> None:
    """The dealer offers the cut to one player after the other."""
    for seat in seats:
        table.do(cmd.OfferCut(seat=seat), role=DEALER)


@pytest.mark.parametrize("depth", [9, 44, 53])
def test_645a_5_e_the_cut_is_ten_cards_off_both_ends(depth: int) -> None:
    table = pai_gow_to_cut()
    offer_cut(table, 1)
    refusal = refuses(table, envelope(cmd.CutCards(depth=depth), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.CUT_IS_TEN_CARDS_IN, "645a.5(e)")
    table.do(cmd.CutCards(depth=43), role=DEALER)


@pytest.mark.parametrize("place", ["discard-rack", "four-from-bottom"])
def test_645a_5_e_where_the_second_cover_card_goes_is_recorded(place: str) -> None:
    table = pai_gow_to_cut(second_cover_card=place)
    offer_cut(table, 1)
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert last(table, ev.CardsCut).cover_card == place
    by_dealer = opened(**ONE_DECK_BY_HAND)
    by_dealer.do(cmd.CutCards(depth=20), role=DEALER)
    assert last(by_dealer, ev.CardsCut).cover_card == ""


def test_645a_5_c_the_dealer_offers_the_cut_and_cuts_if_no_player_accepts_it() -> None:
    """645a.5(c)."""
    table = pai_gow_to_cut(6)
    leave_first_round_behind(table)
    early = refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER))
    assert (early.code, early.clause, early.legal) == (Code.STEP_IS_DUE, "645a.5(d)", ("offer the cut to seat 6",))
    assert refuses(table, cmd.CutCards(depth=20), role=PLAYER, seat=6).clause == "645a.5(d)"
    assert refuses(table, cmd.DeclineCut(), role=PLAYER, seat=6).code is Code.SEAT_IS_ASKED
    [ask] = [ask for ask in table.due() if ask.role is DEALER]
    assert (ask.command, ask.concerns, ask.clause) == ("offer_cut", 6, "645a.5(c)")
    assert refuses(table, envelope(cmd.OfferCut(seat=1), role=DEALER)).legal == ("offer the cut to seat 6",)
    offer_cut(table, 6)
    asked = [(ask.command, ask.seat or ask.concerns, ask.may_wait) for ask in table.due()[:3]]
    assert asked == [("cut_cards", 6, True), ("decline_cut", 6, True), ("offer_cut", 1, False)]
    assert refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER)).code is Code.ROLE_IS_AUTHORISED
    [declined] = table.do(cmd.DeclineCut(), role=PLAYER, seat=6)
    assert declined == ev.CutDeclined(clause="645a.5(d)", seat=6)
    assert refuses(table, cmd.CutCards(depth=20), role=PLAYER, seat=6).clause == "645a.5(d)"
    # Seat 1 says nothing, and so has not accepted it.
    offer_cut(table, 1)
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert last(table, ev.CardsCut).offered == (6, 1)
    assert [event.seat for event in table.events if isinstance(event, ev.CutOffered)] == [6, 1]
    assert refuses(table, envelope(cmd.OfferCut(seat=1), role=DEALER)).code is Code.STEP_IS_DUE


def test_645a_5_c_elsewhere_the_dealer_cuts_and_offers_the_cut_to_nobody() -> None:
    table = opened(**ONE_DECK_BY_HAND)
    assert refuses(table, envelope(cmd.OfferCut(seat=1), role=DEALER)).clause == "677a.5(d)"
    assert refuses(table, cmd.DeclineCut(), role=PLAYER, seat=1).clause == "677a.5(d)"


def test_645a_5_d_who_leaves_is_passed_over_and_who_comes_is_offered_the_cut() -> None:
    """645a.5(d)(3)."""
    table = pai_gow_to_cut(6, 4)
    leave_first_round_behind(table)
    offer_cut(table, 6)
    table.do(cmd.LeaveSeat(), seat=6)
    assert [ask.concerns for ask in table.due() if ask.command == "offer_cut"] == [4]
    table.do(cmd.TakeSeat(cents=1_000), seat=5, by="new")
    offer_cut(table, 5, 4, 1)
    table.do(cmd.CutCards(depth=20), role=DEALER)


def test_645a_5_d_1_the_first_to_arrive_is_offered_the_cut_first() -> None:
    """645a.5(d)(1)."""
    table = pai_gow_to_cut(6, 4)
    offer_cut(table, 1, 6, 4)
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=4)
    assert last(table, ev.CardsCut).offered == (1, 6, 4)


def test_645a_5_d_3_the_cut_goes_counterclockwise_from_the_dealers_right() -> None:
    """645a.5(d)(3)."""
    table = pai_gow_to_cut(6, 4)
    leave_first_round_behind(table)
    offer_cut(table, 6, 4, 1)
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert last(table, ev.CardsCut).offered == (6, 4, 1)
    assert last(table, ev.CardsCut).seat == 0


def test_645a_5_d_2_the_bank_is_offered_the_cut_first() -> None:
    table = pai_gow_to_cut(6, 4)
    leave_first_round_behind(table)
    table.state.round.bank = 4
    offer_cut(table, 4, 1, 6)
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=6)
    assert last(table, ev.CardsCut).offered == (4, 1, 6)


def test_645a_5_c_nobody_cuts_from_an_empty_seat_and_no_player_makes_the_dealers_cut() -> None:
    table = pai_gow_to_cut()
    assert refuses(table, cmd.CutCards(depth=20), role=PLAYER, seat=5).code is Code.PLAYER_IS_SEATED
    assert refuses(table, cmd.CutCards(depth=20), role=PLAYER, seat=0).code is Code.SEAT_EXISTS
    assert refuses(table, cmd.CutCards(depth=20), role=PLAYER, seat=1, by="bob").code is Code.SEAT_IS_ONES_OWN


def test_645a_5_f_a_recut_is_made_by_the_last_to_cut_or_the_next() -> None:
    table = pai_gow_to_cut(6, 4, 3)
    leave_first_round_behind(table)
    offer_cut(table, 6)
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=6)
    table.do(cmd.RequireRecut(), role=FLOOR)
    refusal = refuses(table, envelope(cmd.CutCards(depth=20), role=PLAYER, seat=3))
    assert (refusal.clause, refusal.legal) == ("645a.5(f)", ("seat 6", "seat 4"))
    assert refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=4)
    table.do(cmd.RequireRecut(), role=FLOOR)
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=4)


def test_645a_5_f_a_recut_that_neither_makes_is_offered_on_until_the_dealer_makes_it() -> None:
    """645a.5(c), 645a.5(f)."""
    table = pai_gow_to_cut(6, 4, 3)
    leave_first_round_behind(table)
    offer_cut(table, 6, 4)
    table.do(cmd.CutCards(depth=20), role=PLAYER, seat=4)
    table.do(cmd.RequireRecut(), role=FLOOR)
    assert {ask.seat for ask in table.due() if ask.command == "decline_cut"} == {4, 3}
    table.do(cmd.DeclineCut(), role=PLAYER, seat=3)
    offer_cut(table, 1, 6)
    assert [ask.seat for ask in table.due() if ask.command == "cut_cards"] == [6, 0]
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert last(table, ev.CardsCut).offered == (1, 6)


# No gaming activity (*.5(f)).


def test_5_f_cards_are_spread_when_nobody_plays_and_opened_again() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    table.do(cmd.SpreadForNoActivity(), role=DEALER)
    spread = last(table, ev.CardsSpread)
    assert (spread.clause, spread.face_up, spread.no_activity) == ("677a.5(f)", False, True)
    assert refuses(table, envelope(cmd.WashCards(), role=DEALER)).clause == "677a.5(f)"
    table.do(cmd.ViewCards(), role=PLAYER, by="ann")
    assert refuses(table, shuffle(table)).legal == ("wash the cards",)
    table.do(cmd.WashCards(), role=DEALER)
    table.do(shuffle(table))
    table.do(cmd.CutCards(depth=20), role=DEALER)
    assert stage(table) is CardsStage.READY


def test_5_f_wagers_are_gaming_activity() -> None:
    table = ready()
    table.do(cmd.PlaceWagers(wagers={"ante": 1000, "odds": 1000}), role=PLAYER, seat=1)
    refusal = refuses(table, envelope(cmd.SpreadForNoActivity(), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(f)")


def test_5_f_cards_are_not_spread_in_a_round() -> None:
    table = ready()
    deal_out(table)
    assert refuses(table, envelope(cmd.SpreadForNoActivity(), role=DEALER)).code is Code.STEP_IS_DUE


def test_645a_5_g_2_a_shuffling_device_spares_the_wash() -> None:
    table = opened(PAI_GOW, shuffler="automated")
    table.do(cmd.SpreadForNoActivity(), role=DEALER)
    table.do(cmd.ViewCards(), role=PLAYER, by="ann")
    table.do(shuffle(table))
    assert stage(table) is CardsStage.READY


def test_645a_5_g_2_of_two_decks_the_one_in_the_device_is_dealt_next_and_not_spread() -> None:
    table = opened(PAI_GOW, shuffler="automated", decks=2)
    table.do(cmd.SpreadForNoActivity(), role=DEALER)
    assert last(table, ev.CardsSpread).stored == (1,)
    table.do(cmd.ViewCards(), role=PLAYER, by="ann")
    assert [(ask.command, ask.subject, ask.clause) for ask in table.due()][:1] == [
        ("shuffle_cards", "0", "645a.5(g)(2)")
    ]
    table.do(shuffle(table, deck=0))
    assert last(table, ev.CardsShuffled).clause == "645a.5(g)(2)"
    assert table.state.equipment.next_deck == 1


def test_645a_5_g_2_unless_a_player_asks_for_it() -> None:
    table = opened(PAI_GOW, shuffler="automated", decks=2)
    table.do(cmd.SpreadForNoActivity(stored=True), role=DEALER)
    assert last(table, ev.CardsSpread).stored == ()
    assert set(stages(table)) == {CardsStage.SPREAD}


def test_5_f_elsewhere_both_decks_are_spread() -> None:
    table = opened(shuffler="automated", decks=2)
    table.do(cmd.SpreadForNoActivity(), role=DEALER)
    assert last(table, ev.CardsSpread).stored == ()


def test_645a_5_g_1_without_a_device_the_cards_are_washed() -> None:
    table = opened(PAI_GOW, **ONE_DECK_BY_HAND)
    table.do(cmd.SpreadForNoActivity(), role=DEALER)
    table.do(cmd.ViewCards(), role=PLAYER, by="ann")
    assert refuses(table, shuffle(table)).legal == ("wash the cards",)


# The reshuffling device (*.5(g)).


def test_5_g_a_reshuffling_device_needs_no_cut_recut_or_spreading() -> None:
    table = opened(dealing="automated-shoe", shuffler="automatic-reshuffling")
    assert stage(table) is CardsStage.READY
    assert last(table, ev.CardsShuffled).clause == "677a.5(g)"
    assert refuses(table, envelope(cmd.CutCards(depth=20), role=DEALER)).code is Code.STEP_IS_DUE
    for command in (envelope(cmd.RequireRecut(), role=FLOOR), envelope(cmd.SpreadForNoActivity(), role=DEALER)):
        refusal = refuses(table, command)
        assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(g)")
