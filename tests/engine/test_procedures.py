"""The table's equipment: opening, shuffle, cut, counts, deck changes and devices (*.3 to *.5, *.8(e)-(g), *.13(e)-(g))."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from houseway.cards import DECK_52, JOKER, Card
from houseway.chapters.registry import resolve
from houseway.engine import commands as cmd
from houseway.engine import events as ev
from houseway.engine.banked import replay
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.state import CardsStage, Status
from houseway.engine.table import Table

HOLDEM, PAI_GOW = "heads-up-holdem", "pai-gow"
HOUR = 3600
DEALER, FLOOR, PLAYER = Role.DEALER, Role.FLOORPERSON, Role.PLAYER
ONE_DECK_BY_HAND: dict[str, Any] = {"shuffler": "manual"}
TWO_DECKS: dict[str, Any] = {"shuffler": "automated", "decks": 2}


def new_table(game: str = HOLDEM, **submission: Any) -> Table:
    table = Table(resolve(submission, game=game))
    table.do(cmd.OpenTable(by=DEALER, at=0))
    return table


def order_of(table: Table) -> tuple[Card, ...]:
    return table.rules.game.deck[::-1]


def opening(table: Table, *, decks: int = 1, at: int = 0, **received: Any) -> list[cmd.Command]:
    return [
        cmd.ReceiveDecks(by=DEALER, at=at, decks=decks, **received),
        cmd.InspectCards(by=DEALER),
        cmd.VerifyInspection(by=FLOOR),
        cmd.SpreadCards(by=DEALER),
        cmd.ViewCards(by=PLAYER, player="ann"),
        cmd.WashCards(by=DEALER),
        cmd.ShuffleCards(by=DEALER, order=order_of(table), at=at),
    ]


def opened(game: str = HOLDEM, **submission: Any) -> Table:
    """A table whose cards have been shuffled for the first time, with a player seated."""
    table = new_table(game, **submission)
    for command in opening(table, decks=table.rules.decks):
        table.do(command)
    table.do(cmd.TakeSeat(by=PLAYER, seat=1, player="ann", cents=1_000_00))
    return table


def ready(game: str = HOLDEM, **submission: Any) -> Table:
    table = opened(game, **submission)
    if stage(table) is CardsStage.SHUFFLED:
        table.do(cmd.CutCards(by=DEALER, depth=20))
    return table


def shuffle(table: Table, **more: Any) -> cmd.ShuffleCards:
    more.setdefault("at", table.state.equipment.now)
    return cmd.ShuffleCards(by=DEALER, order=order_of(table), **more)


def bet(table: Table) -> None:
    wagers = {"ante": 1000, "odds": 1000} if table.rules.game.id == HOLDEM else {"pai_gow": 1000}
    table.do(cmd.PlaceWagers(by=PLAYER, seat=1, wagers=wagers))
    table.do(cmd.AnnounceNoMoreBets(by=DEALER))
    if table.rules.game.id == PAI_GOW:
        table.do(cmd.DetermineStart(by=DEALER, number=1))


def deal_out(table: Table) -> None:
    """Play a hold'em round until all cards are dealt and the last decision waits."""
    bet(table)
    table.do(cmd.DealCards(by=DEALER))
    for _ in range(2):
        table.do(cmd.Decide(by=PLAYER, seat=1, word="check"))
        table.do(cmd.DealCards(by=DEALER))


def finish(table: Table) -> None:
    table.do(cmd.Decide(by=PLAYER, seat=1, word="fold"))
    if table.state.phase == "reveal":
        table.do(cmd.RevealBank(by=DEALER))
    table.do(cmd.SettleRound(by=DEALER))


def play_round(table: Table) -> None:
    deal_out(table)
    finish(table)


def stage(table: Table) -> CardsStage:
    return table.state.equipment.stage


def refused(table: Table, command: cmd.Command) -> Refusal:
    """The refusal of a command, which has changed nothing."""
    before, events = table.state.copy(), len(table.events)
    outcome = table.send(command)
    assert isinstance(outcome, Refusal), outcome
    assert table.state == before
    assert len(table.events) == events
    assert outcome.clause
    assert outcome.message
    return outcome


def last(table: Table, kind: type[ev.Event]) -> Any:
    return next(event for event in reversed(table.events) if isinstance(event, kind))


def chips(table: Table) -> int:
    return table.state.ledger["player ann"]


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
                refusal = refused(table, early)
                assert refusal.code is Code.STEP_IS_DUE
                assert len(refusal.legal) == 1
        table.do(due)


def test_4_the_refusal_cites_the_clause_of_the_step_due() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0))
    table.do(cmd.InspectCards(by=DEALER))
    refusal = refused(table, cmd.WashCards(by=DEALER))
    assert (refusal.clause, refusal.legal) == ("677a.4(a)", ("verify the inspection",))


def test_4_a_only_the_floor_verifies_the_inspection() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0))
    table.do(cmd.InspectCards(by=DEALER))
    assert refused(table, cmd.VerifyInspection(by=DEALER)).code is Code.ROLE_IS_AUTHORISED


def test_4_b_cards_are_spread_face_up_at_the_opening() -> None:
    table = new_table()
    for command in opening(table)[:3]:
        table.do(command)
    refusal = refused(table, cmd.SpreadCards(by=DEALER, face_up=False))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.4(b)")


def test_4_a_table_is_opened_once() -> None:
    assert refused(new_table(), cmd.OpenTable(by=DEALER, at=5)).code is Code.STEP_IS_DUE


def test_4_nothing_happens_at_a_closed_table() -> None:
    table = Table(resolve({}, game=HOLDEM))
    assert refused(table, cmd.ReceiveDecks(by=DEALER, at=0)).code is Code.TABLE_IS_OPEN


def test_3_b_two_decks_need_an_automated_shuffler() -> None:
    table = new_table(**ONE_DECK_BY_HAND)
    refusal = refused(table, cmd.ReceiveDecks(by=DEALER, at=0, decks=2))
    assert (refusal.code, refusal.clause, refusal.legal) == (Code.DEVICE_IS_IN_USE, "677a.3(b)", ("1 deck",))
    assert new_table(**TWO_DECKS).do(cmd.ReceiveDecks(by=DEALER, at=0, decks=2))


@pytest.mark.parametrize("decks", [0, 3, -1])
def test_3_there_are_one_or_two_decks(decks: int) -> None:
    assert refused(new_table(), cmd.ReceiveDecks(by=DEALER, at=0, decks=decks)).code is Code.DECK_IS_COMPLETE


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
    refusal = refused(table, cmd.ReceiveDecks(by=DEALER, at=0, decks=wrong))
    assert (refusal.code, refusal.clause) == (Code.DECK_IS_COMPLETE, clause)
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, decks=3 - wrong))


def test_3_b_one_deck_while_the_cards_are_shuffled_by_hand() -> None:
    """677a.3(b)."""
    table = ready(**TWO_DECKS)
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler", usable=False))
    table.do(cmd.CoverDevice(by=DEALER, device="shuffler"))
    table.do(cmd.UseMethod(by=FLOOR, shuffler="manual"))
    table.do(cmd.ChangeDecks(by=DEALER, at=0))
    assert refused(table, cmd.ReceiveDecks(by=DEALER, at=0, decks=2)).code is Code.DEVICE_IS_IN_USE
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, decks=1))


def test_3_a_second_joker_has_no_place_in_a_game_without_one() -> None:
    refusal = refused(new_table(), cmd.ReceiveDecks(by=DEALER, at=0, two_jokers=True))
    assert refusal.code is Code.CARDS_ARE_VALID


def test_4_d_two_decks_are_each_spread_and_washed() -> None:
    table = opened(**TWO_DECKS)
    assert last(table, ev.CardsSpread).clause == last(table, ev.CardsWashed).clause == "677a.4(d)"


def test_645a_4_b_the_second_joker_is_torn() -> None:
    table = new_table(PAI_GOW)
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, two_jokers=True))
    table.do(cmd.InspectCards(by=DEALER))
    refusal = refused(table, cmd.VerifyInspection(by=FLOOR))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "645a.4(b)")
    table.do(cmd.VerifyInspection(by=FLOOR, joker_torn=True))
    assert last(table, ev.InspectionVerified).joker_torn
    assert not table.state.equipment.two_jokers


def test_4_e_preshuffled_cards_go_straight_to_the_cut() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, preshuffled=True))
    refusal = refused(table, cmd.CutCards(by=DEALER, depth=20))
    assert (refusal.clause, refusal.legal) == ("677a.4(e)", ("state the order of the preshuffled cards",))
    table.do(shuffle(table))
    shuffled = last(table, ev.CardsShuffled)
    assert (shuffled.clause, shuffled.by_device) == ("677a.4(e)", False)
    assert stage(table) is CardsStage.SHUFFLED
    table.do(cmd.CutCards(by=DEALER, depth=20))
    assert stage(table) is CardsStage.READY


def test_4_e_a_shuffle_may_be_directed_for_preshuffled_cards() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, preshuffled=True))
    table.do(cmd.DirectShuffle(by=FLOOR))
    table.do(shuffle(table))
    assert last(table, ev.CardsShuffled).by_device


# Shuffle (*.5(a) to (c)).


def test_5_a_a_used_deck_is_shuffled_before_the_next_round() -> None:
    table = ready(shuffler="automated")
    play_round(table)
    assert stage(table) is CardsStage.USED
    assert refused(table, cmd.CutCards(by=DEALER, depth=20)).legal == ("shuffle the cards",)
    table.do(shuffle(table))
    assert stage(table) is CardsStage.READY


def test_5_a_no_second_shuffle_unless_directed() -> None:
    table = ready()
    assert refused(table, shuffle(table)).code is Code.STEP_IS_DUE
    assert refused(table, cmd.DirectShuffle(by=DEALER)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.DirectShuffle(by=FLOOR))
    table.do(shuffle(table))


def test_5_a_no_shuffle_in_the_midst_of_a_round() -> None:
    table = ready()
    deal_out(table)
    for command in (shuffle(table), cmd.DirectShuffle(by=FLOOR), cmd.ChangeDecks(by=DEALER, at=1)):
        assert refused(table, command).code is Code.STEP_IS_DUE


def test_5_a_no_shuffle_is_directed_before_the_cards_are_inspected() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0))
    assert refused(table, cmd.DirectShuffle(by=FLOOR)).legal == ("inspect the cards",)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (DECK_52[:-1], Code.DECK_IS_COMPLETE),
        ((*DECK_52[:-1], DECK_52[0]), Code.CARD_APPEARS_ONCE),
        ((*DECK_52, DECK_52[0]), Code.CARD_APPEARS_ONCE),
        ((*DECK_52[:-1], JOKER), Code.CARDS_ARE_VALID),
        ((*DECK_52[:-1], Card(99)), Code.CARDS_ARE_VALID),
        ((*DECK_52[:-1], Card(-1)), Code.CARDS_ARE_VALID),
        ((), Code.DECK_IS_COMPLETE),
    ],
)
def test_3_a_the_order_is_one_of_the_whole_deck(order: tuple[Card, ...], code: Code) -> None:
    table = new_table()
    for command in opening(table)[:-1]:
        table.do(command)
    assert refused(table, cmd.ShuffleCards(by=DEALER, order=order, at=table.state.equipment.now)).code is code


def test_3_b_3_decks_alternate() -> None:
    table = ready(**TWO_DECKS)
    play_round(table)
    refusal = refused(table, shuffle(table, deck=0))
    assert (refusal.code, refusal.clause, refusal.legal) == (Code.DECKS_ALTERNATE, "677a.3(b)(3)", ("deck 1",))
    table.do(shuffle(table, deck=1))
    play_round(table)
    assert refused(table, shuffle(table, deck=1)).code is Code.DECKS_ALTERNATE
    table.do(shuffle(table, deck=0))


def test_3_b_there_is_no_second_deck_unless_received() -> None:
    table = ready(shuffler="automated")
    play_round(table)
    assert refused(table, shuffle(table, deck=1)).code is Code.DECKS_ALTERNATE


def test_5_c_2_a_manual_shuffle_is_cut_and_a_device_shuffle_is_not() -> None:
    assert stage(opened(**ONE_DECK_BY_HAND)) is CardsStage.SHUFFLED
    table = opened(shuffler="automated")
    assert stage(table) is CardsStage.READY
    assert refused(table, cmd.CutCards(by=DEALER, depth=20)).code is Code.STEP_IS_DUE


# The count of a counting device (*.5(b)).


def test_5_b_the_device_shows_its_count_before_the_deal() -> None:
    table = ready()
    play_round(table)
    table.do(shuffle(table))
    bet(table)
    refusal = refused(table, cmd.DealCards(by=DEALER))
    assert (refusal.code, refusal.clause) == (Code.DECK_IS_COMPLETE, "677a.5(b)")
    table.do(cmd.ReportDeviceCount(by=DEALER, count=52))
    assert refused(table, cmd.ReportDeviceCount(by=DEALER, count=52)).code is Code.STEP_IS_DUE
    table.do(cmd.DealCards(by=DEALER))


def test_5_b_a_wrong_count_removes_the_deck() -> None:
    table = ready()
    table.do(cmd.ReportDeviceCount(by=DEALER, count=51))
    assert not last(table, ev.DeviceCounted).right
    assert last(table, ev.DeckRemoved).clause == "677a.5(b)"
    assert refused(table, shuffle(table)).legal == ("receive decks",)
    for command in opening(table):
        table.do(command)


def test_5_b_a_preshuffled_deck_was_counted_by_no_device() -> None:
    table = new_table()
    table.do(cmd.ReceiveDecks(by=DEALER, at=0, preshuffled=True))
    table.do(shuffle(table))
    table.do(cmd.CutCards(by=DEALER, depth=20))
    assert refused(table, cmd.ReportDeviceCount(by=DEALER, count=52)).code is Code.STEP_IS_DUE
    table.do(cmd.TakeSeat(by=PLAYER, seat=1, player="ann", cents=1_000_00))
    deal_out(table)


def test_5_b_only_a_counting_device_counts() -> None:
    table = ready(shuffler="automated")
    assert refused(table, cmd.ReportDeviceCount(by=DEALER, count=52)).code is Code.DEVICE_IS_IN_USE


# Cut and recut (*.5(d), (e)).


def test_5_d_the_cut_moves_the_top_cards_to_the_bottom() -> None:
    table = opened(**ONE_DECK_BY_HAND)
    before = table.state.deck
    table.do(cmd.CutCards(by=DEALER, depth=10))
    assert table.state.deck == before[10:] + before[:10]


@pytest.mark.parametrize("depth", [-5, 0, 9, 52, 60])
def test_5_d_the_cut_is_at_least_ten_cards_in(depth: int) -> None:
    table = opened(**ONE_DECK_BY_HAND)
    refusal = refused(table, cmd.CutCards(by=DEALER, depth=depth))
    assert (refusal.code, refusal.clause, refusal.legal) == (
        Code.CUT_IS_TEN_CARDS_IN,
        "677a.5(d)",
        ("10 to 51 cards",),
    )


@pytest.mark.parametrize("command", [cmd.CutCards(by=PLAYER, depth=20, seat=1), cmd.CutCards(by=PLAYER, depth=20)])
def test_5_d_the_dealer_cuts(command: cmd.CutCards) -> None:
    assert refused(opened(**ONE_DECK_BY_HAND), command).code is Code.ROLE_IS_AUTHORISED


def test_5_e_the_floor_requires_a_recut_before_the_deal() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    assert refused(table, cmd.RequireRecut(by=DEALER)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.RequireRecut(by=FLOOR))
    bet(table)
    assert refused(table, cmd.DealCards(by=DEALER)).code is Code.STEP_IS_DUE
    table.do(cmd.CutCards(by=DEALER, depth=30))
    table.do(cmd.DealCards(by=DEALER))
    assert refused(table, cmd.RequireRecut(by=FLOOR)).code is Code.STEP_IS_DUE


def test_5_e_what_was_not_cut_is_not_recut() -> None:
    refusal = refused(ready(), cmd.RequireRecut(by=FLOOR))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(e)")


def pai_gow_to_cut(*seats: int) -> Table:
    table = opened(PAI_GOW, **ONE_DECK_BY_HAND)
    for seat in seats:
        table.do(cmd.TakeSeat(by=PLAYER, seat=seat, player=f"player {seat}", cents=1_000_00))
    return table


@pytest.mark.parametrize("depth", [9, 44, 53])
def test_645a_5_e_the_cut_is_ten_cards_off_both_ends(depth: int) -> None:
    table = pai_gow_to_cut()
    refusal = refused(table, cmd.CutCards(by=DEALER, depth=depth))
    assert (refusal.code, refusal.clause) == (Code.CUT_IS_TEN_CARDS_IN, "645a.5(e)")
    table.do(cmd.CutCards(by=DEALER, depth=43))


def test_645a_5_d_1_the_first_to_arrive_is_offered_the_cut_first() -> None:
    table = pai_gow_to_cut(6, 4)
    table.do(cmd.CutCards(by=PLAYER, seat=4, depth=20))
    assert last(table, ev.CardsCut).offered == (1, 6, 4)


def test_645a_5_d_3_the_cut_goes_counterclockwise_from_the_dealers_right() -> None:
    table = pai_gow_to_cut(6, 4)
    table.state.rounds_since_opening = 1
    table.do(cmd.CutCards(by=DEALER, depth=20))
    assert last(table, ev.CardsCut).offered == (6, 4, 1)
    assert table.state.equipment.last_cut_by == 0


def test_645a_5_d_2_the_bank_is_offered_the_cut_first() -> None:
    table = pai_gow_to_cut(6, 4)
    table.state.rounds_since_opening = 1
    table.state.bank = 4
    table.do(cmd.CutCards(by=PLAYER, seat=6, depth=20))
    assert last(table, ev.CardsCut).offered == (4, 1, 6)


def test_645a_5_c_nobody_cuts_from_an_empty_seat_and_no_player_makes_the_dealers_cut() -> None:
    table = pai_gow_to_cut()
    assert refused(table, cmd.CutCards(by=PLAYER, seat=5, depth=20)).code is Code.ROLE_IS_AUTHORISED
    assert refused(table, cmd.CutCards(by=PLAYER, seat=0, depth=20)).code is Code.ROLE_IS_AUTHORISED


def test_645a_5_f_a_recut_is_made_by_the_last_to_cut_or_the_next() -> None:
    table = pai_gow_to_cut(6, 4, 3)
    table.state.rounds_since_opening = 1
    table.do(cmd.CutCards(by=PLAYER, seat=6, depth=20))
    table.do(cmd.RequireRecut(by=FLOOR))
    refusal = refused(table, cmd.CutCards(by=PLAYER, seat=3, depth=20))
    assert (refusal.clause, refusal.legal) == ("645a.5(f)", ("seat 6", "seat 4"))
    assert refused(table, cmd.CutCards(by=DEALER, depth=20)).code is Code.ROLE_IS_AUTHORISED
    table.do(cmd.CutCards(by=PLAYER, seat=4, depth=20))
    table.do(cmd.RequireRecut(by=FLOOR))
    table.do(cmd.CutCards(by=PLAYER, seat=4, depth=20))


# No gaming activity (*.5(f)).


def test_5_f_cards_are_spread_when_nobody_plays_and_opened_again() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    table.do(cmd.SpreadForNoActivity(by=DEALER))
    spread = last(table, ev.CardsSpread)
    assert (spread.clause, spread.face_up, spread.no_activity) == ("677a.5(f)", False, True)
    assert refused(table, cmd.WashCards(by=DEALER)).clause == "677a.5(f)"
    table.do(cmd.ViewCards(by=PLAYER, player="bob"))
    assert refused(table, shuffle(table)).legal == ("wash the cards",)
    table.do(cmd.WashCards(by=DEALER))
    table.do(shuffle(table))
    table.do(cmd.CutCards(by=DEALER, depth=20))
    assert stage(table) is CardsStage.READY


def test_5_f_wagers_are_gaming_activity() -> None:
    table = ready()
    table.do(cmd.PlaceWagers(by=PLAYER, seat=1, wagers={"ante": 1000, "odds": 1000}))
    refusal = refused(table, cmd.SpreadForNoActivity(by=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(f)")


def test_5_f_cards_are_not_spread_in_a_round() -> None:
    table = ready()
    deal_out(table)
    assert refused(table, cmd.SpreadForNoActivity(by=DEALER)).code is Code.STEP_IS_DUE


def test_645a_5_g_2_a_shuffling_device_spares_the_wash() -> None:
    table = opened(PAI_GOW, shuffler="automated")
    table.do(cmd.SpreadForNoActivity(by=DEALER))
    table.do(cmd.ViewCards(by=PLAYER, player="bob"))
    table.do(shuffle(table))
    assert stage(table) is CardsStage.READY


def test_645a_5_g_1_without_a_device_the_cards_are_washed() -> None:
    table = opened(PAI_GOW, **ONE_DECK_BY_HAND)
    table.do(cmd.SpreadForNoActivity(by=DEALER))
    table.do(cmd.ViewCards(by=PLAYER, player="bob"))
    assert refused(table, shuffle(table)).legal == ("wash the cards",)


# The reshuffling device (*.5(g)).


def test_5_g_a_reshuffling_device_needs_no_cut_recut_or_spreading() -> None:
    table = opened(dealing="automated-shoe", shuffler="automatic-reshuffling")
    assert stage(table) is CardsStage.READY
    assert last(table, ev.CardsShuffled).clause == "677a.5(g)"
    assert refused(table, cmd.CutCards(by=DEALER, depth=20)).code is Code.STEP_IS_DUE
    for command in (cmd.RequireRecut(by=FLOOR), cmd.SpreadForNoActivity(by=DEALER)):
        refusal = refused(table, command)
        assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, "677a.5(g)")


# Deck changes (*.3(c)) and times.


@pytest.mark.parametrize(
    ("dealing", "hours", "clause"), [("hand", 4, "677a.3(c)(1)"), ("manual-shoe", 8, "677a.3(c)(2)")]
)
def test_3_c_decks_are_changed_in_time(dealing: str, hours: int, clause: str) -> None:
    table = ready(dealing=dealing, shuffler="automated")
    table.do(cmd.DirectShuffle(by=FLOOR))
    table.do(shuffle(table, at=hours * HOUR))
    bet(table)
    refusal = refused(table, cmd.DealCards(by=DEALER))
    assert (refusal.code, refusal.clause) == (Code.DECK_CHANGE_IS_DUE, clause)
    table.do(cmd.ChangeDecks(by=DEALER, at=hours * HOUR))
    assert last(table, ev.DecksChanged).clause == clause
    assert stage(table) is CardsStage.ABSENT
    assert refused(table, cmd.ChangeDecks(by=DEALER, at=hours * HOUR)).legal == ("receive decks",)
    for command in opening(table, at=hours * HOUR):
        table.do(command)
    table.do(cmd.DealCards(by=DEALER))


def test_3_c_time_never_goes_back() -> None:
    table = ready()
    table.do(cmd.ChangeDecks(by=DEALER, at=100))
    refusal = refused(table, cmd.ReceiveDecks(by=DEALER, at=99))
    assert (refusal.code, refusal.legal) == (Code.STEP_IS_DUE, ("100 seconds or later",))
    for command in opening(table, at=100)[:-1]:
        table.do(command)
    assert refused(table, shuffle(table, at=50)).code is Code.STEP_IS_DUE
    table.do(shuffle(table))
    assert table.state.equipment.now == 100
    assert refused(table, cmd.ChangeDecks(by=DEALER, at=0)).code is Code.STEP_IS_DUE


def test_3_c_a_shuffle_says_when_it_was_made() -> None:
    """677a.3(c)(1), 677a.3(c)(2)."""
    text = msgspec.json.encode({"command": "shuffle_cards", "by": "dealer", "order": list(DECK_52)})
    with pytest.raises(msgspec.ValidationError, match="at"):
        msgspec.json.decode(text, type=cmd.ShuffleCards)
    table = ready(shuffler="automated")
    for at in (HOUR, HOUR + 5):
        table.do(cmd.DirectShuffle(by=FLOOR))
        table.do(shuffle(table, at=at))
    table.do(cmd.DirectShuffle(by=FLOOR))
    refusal = refused(table, shuffle(table, at=HOUR + 4))
    assert (refusal.code, refusal.legal) == (Code.STEP_IS_DUE, (f"{HOUR + 5} seconds or later",))


# Stub counts (*.8(e) to (g)).


def test_8_e_the_stub_is_counted_once_every_five_rounds() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for _ in range(4):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(by=DEALER, depth=20))
    deal_out(table)
    table.do(cmd.Decide(by=PLAYER, seat=1, word="fold"))
    refusal = refused(table, cmd.SettleRound(by=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STUB_COUNT_IS_DUE, "677a.8(e)")
    table.do(cmd.CountStub(by=DEALER, count=41))
    table.do(cmd.SettleRound(by=DEALER))


def test_8_e_a_deck_counted_between_rounds_is_not_counted_again_so_soon() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for number in range(1, 9):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(by=DEALER, depth=20))
        if number == 4:
            table.do(cmd.CountStub(by=DEALER, count=52))


def test_8_e_a_count_made_in_a_round_stands_for_that_round() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for number in range(1, 16):
        deal_out(table)
        if number % 5 == 0:
            table.do(cmd.CountStub(by=DEALER, count=52 - table.state.next_card))
        finish(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(by=DEALER, depth=20))


@pytest.mark.parametrize("shuffler", ["automated-counting", "automatic-reshuffling"])
def test_8_e_a_counting_device_spares_the_count(shuffler: str) -> None:
    table = ready(shuffler=shuffler)
    for _ in range(7):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.ReportDeviceCount(by=DEALER, count=52))


def test_8_e_the_stub_is_counted_after_the_last_card() -> None:
    table = ready()
    bet(table)
    table.do(cmd.DealCards(by=DEALER))
    assert refused(table, cmd.CountStub(by=DEALER, count=48)).code is Code.STEP_IS_DUE


def test_8_e_absent_cards_are_not_counted() -> None:
    assert refused(new_table(), cmd.CountStub(by=DEALER, count=52)).legal == ("receive decks",)


def test_8_f_a_right_count_changes_nothing_else() -> None:
    table = ready()
    deal_out(table)
    # Four cards in hands, five on the table, two burned.
    table.do(cmd.CountStub(by=DEALER, count=41))
    counted = last(table, ev.StubCounted)
    assert (counted.clause, counted.right) == ("677a.8(f)", True)
    finish(table)


def test_8_f_a_right_count_is_no_finding_of_a_misdeal() -> None:
    table = ready()
    deal_out(table)
    refusal = refused(table, cmd.CountStub(by=DEALER, count=41, misdealt=True))
    assert refusal.code is Code.IRREGULARITY_CAN_HAPPEN_HERE


def test_8_g_a_misdeal_voids_the_round_and_keeps_the_deck() -> None:
    table = ready()
    deal_out(table)
    table.do(cmd.CountStub(by=DEALER, count=40, misdealt=True))
    assert last(table, ev.StubCounted).clause == "677a.8(g)"
    assert (table.state.status, stage(table), chips(table)) == (Status.WAGERING, CardsStage.USED, 1_000_00)
    assert last(table, ev.RoundEnded).void


@pytest.mark.parametrize("finding", [{}, {"misdealt": True, "complete": False}])
def test_8_g_a_wrong_deck_is_removed(finding: dict[str, bool]) -> None:
    table = ready()
    deal_out(table)
    table.do(cmd.CountStub(by=DEALER, count=40, **finding))
    assert (table.state.status, stage(table), chips(table)) == (Status.WAGERING, CardsStage.ABSENT, 1_000_00)
    assert last(table, ev.DeckRemoved).clause == "677a.8(g)"


def test_8_g_between_rounds_only_the_deck_is_removed() -> None:
    table = ready()
    play_round(table)
    had = chips(table)
    table.do(cmd.CountStub(by=DEALER, count=51))
    assert (stage(table), chips(table)) == (CardsStage.ABSENT, had)


def test_8_g_locked_wagers_wait_for_another_deck() -> None:
    table = ready()
    bet(table)
    table.do(cmd.CountStub(by=DEALER, count=51))
    for command in opening(table):
        table.do(command)
    table.do(cmd.DealCards(by=DEALER))


@pytest.mark.parametrize(("count", "right"), [(4, True), (3, False), (5, False)])
def test_645a_8_e_four_cards_are_left(count: int, right: bool) -> None:
    table = ready(PAI_GOW, **ONE_DECK_BY_HAND)
    bet(table)
    table.do(cmd.DealCards(by=DEALER))
    table.do(cmd.CountStub(by=DEALER, count=count))
    assert last(table, ev.StubCounted).right is right
    assert stage(table) is (CardsStage.IN_PLAY if right else CardsStage.ABSENT)


def test_645a_8_e_a_card_set_aside_is_one_of_the_four() -> None:
    table = ready(PAI_GOW, **ONE_DECK_BY_HAND)
    bet(table)
    table.do(cmd.DealCards(by=DEALER, cards=5))
    table.do(cmd.ReportIrregularity(by=DEALER, cause="face_up_card"))
    table.do(cmd.DealCards(by=DEALER))
    assert last(table, ev.StubCounted).right
    # Three are left in the stub; the fourth lies in the discard rack.
    table.do(cmd.CountStub(by=DEALER, count=3))
    assert last(table, ev.StubCounted).right


# Devices (*.13(e) to (g)).


def test_13_e_a_jammed_shuffle_is_done_again() -> None:
    table = ready(shuffler="automated")
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler"))
    assert last(table, ev.ShuffleDirected).clause == "677a.13(e)"
    assert stage(table) is CardsStage.USED
    table.do(shuffle(table))


def test_13_e_a_jam_does_not_skip_the_opening() -> None:
    table = new_table(shuffler="automated")
    table.do(cmd.ReceiveDecks(by=DEALER, at=0))
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler"))
    assert stage(table) is CardsStage.RECEIVED


def test_13_e_a_jam_during_a_round_leaves_the_round_alone() -> None:
    table = ready(**TWO_DECKS)
    deal_out(table)
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler"))
    finish(table)


@pytest.mark.parametrize("dealt", [0, 1, 3])
def test_13_f_a_shoe_that_jams_while_it_deals_voids_the_round(dealt: int) -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    bet(table)
    if dealt:
        table.do(cmd.DealCards(by=DEALER, cards=dealt))
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shoe"))
    assert last(table, ev.RoundEnded).void
    assert last(table, ev.WagersReturned).clause == "677a.13(f)"
    assert (table.state.status, stage(table), chips(table)) == (Status.WAGERING, CardsStage.USED, 1_000_00)
    table.do(shuffle(table))


def test_13_f_a_shoe_that_jams_after_its_last_card_is_recorded_and_the_round_goes_on() -> None:
    """677a.10(c)."""
    table = ready(dealing="automated-shoe", shuffler="automated")
    deal_out(table)
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shoe", usable=False))
    assert last(table, ev.DeviceFailed).clause == "677a.13(f)"
    finish(table)
    assert not last(table, ev.RoundEnded).void
    table.do(shuffle(table))
    bet(table)
    assert refused(table, cmd.DealCards(by=DEALER)).code is Code.DEVICE_IS_COVERED


def test_13_f_a_shoe_fault_reported_before_the_first_card_means_a_reshuffle_too() -> None:
    """677a.13(f)."""
    table = ready(dealing="automated-shoe", shuffler="automated")
    bet(table)
    table.do(cmd.ReportIrregularity(by=DEALER, cause="shoe_fault"))
    assert last(table, ev.ShuffleDirected).clause == "677a.13(f)"
    assert stage(table) is CardsStage.USED


def test_13_f_a_shoe_that_jams_between_rounds_voids_nothing() -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shoe"))
    assert stage(table) is CardsStage.READY


@pytest.mark.parametrize("device", ["shoe", "shuffler", "dice"])
def test_13_only_a_device_in_use_can_fail(device: str) -> None:
    table = ready(**ONE_DECK_BY_HAND)
    assert refused(table, cmd.ReportDeviceFault(by=DEALER, device=device)).code is Code.DEVICE_IS_IN_USE


def test_13_g_a_faulty_shuffler_is_covered_before_another_method() -> None:
    table = ready(shuffler="automated")
    by_hand = cmd.UseMethod(by=FLOOR, shuffler="manual")
    assert refused(table, by_hand).code is Code.DEVICE_IS_COVERED
    assert refused(table, cmd.CoverDevice(by=DEALER, device="shuffler")).code is Code.STEP_IS_DUE
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler", usable=False))
    again = cmd.ReportDeviceFault(by=DEALER, device="shuffler")
    for command in (shuffle(table), by_hand, again, cmd.UseMethod(by=FLOOR, dealing="hand")):
        refusal = refused(table, command)
        assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, "677a.13(g)")
    table.do(cmd.CoverDevice(by=DEALER, device="shuffler"))
    assert refused(table, cmd.CoverDevice(by=DEALER, device="shuffler")).code is Code.STEP_IS_DUE
    assert refused(table, shuffle(table)).code is Code.DEVICE_IS_COVERED
    table.do(by_hand)
    table.do(shuffle(table))
    assert stage(table) is CardsStage.SHUFFLED
    table.do(cmd.CutCards(by=DEALER, depth=20))
    play_round(table)


def test_13_g_a_repaired_device_is_used_again() -> None:
    table = ready(**TWO_DECKS)
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler", usable=False))
    table.do(cmd.CoverDevice(by=FLOOR, device="shuffler"))
    table.do(cmd.UseMethod(by=FLOOR, shuffler="manual"))
    assert table.state.equipment.decks == 1
    table.do(cmd.UseMethod(by=FLOOR, shuffler="automated"))
    assert (table.state.equipment.faulty, table.state.equipment.covered) == ((), ())
    table.do(shuffle(table))
    assert stage(table) is CardsStage.READY


def test_13_g_a_broken_shoe_gives_way_to_a_manual_one() -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shoe", usable=False))
    bet(table)
    assert refused(table, cmd.DealCards(by=DEALER)).code is Code.DEVICE_IS_COVERED
    table.do(cmd.CoverDevice(by=DEALER, device="shoe"))
    table.do(cmd.UseMethod(by=FLOOR, dealing="manual-shoe"))
    table.do(cmd.DealCards(by=DEALER))


def test_9_a_1_dealing_by_hand_needs_an_automated_shuffler() -> None:
    refusal = refused(ready(**ONE_DECK_BY_HAND), cmd.UseMethod(by=FLOOR, dealing="hand"))
    assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_IN_USE, "677a.9(a)(1)")


def test_9_a_1_a_table_that_deals_by_hand_changes_both_when_the_shuffler_breaks() -> None:
    table = ready(dealing="hand", shuffler="automated")
    table.do(cmd.ReportDeviceFault(by=DEALER, device="shuffler", usable=False))
    table.do(cmd.CoverDevice(by=DEALER, device="shuffler"))
    assert refused(table, cmd.UseMethod(by=FLOOR, shuffler="manual")).clause == "677a.9(a)(1)"
    table.do(cmd.UseMethod(by=FLOOR, shuffler="manual", dealing="manual-shoe"))


@pytest.mark.parametrize("method", [{"shuffler": "magic"}, {"dealing": "drone"}])
def test_13_g_methods_are_known(method: dict[str, str]) -> None:
    refusal = refused(ready(), cmd.UseMethod(by=FLOOR, **method))
    assert refusal.code is Code.DEVICE_IS_IN_USE
    assert "manual" in " ".join(refusal.legal)


def test_13_g_the_method_stays_as_it_is_in_a_round() -> None:
    table = ready()
    assert refused(table, cmd.UseMethod(by=FLOOR)).code is Code.STEP_IS_DUE
    deal_out(table)
    assert refused(table, cmd.UseMethod(by=FLOOR, dealing="hand")).code is Code.STEP_IS_DUE


# Properties.


def test_replay_of_the_events_gives_the_same_table() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    play_round(table)
    table.do(shuffle(table))
    table.do(cmd.CutCards(by=DEALER, depth=20))
    table.do(cmd.RequireRecut(by=FLOOR))
    table.do(cmd.CutCards(by=DEALER, depth=20))
    deal_out(table)
    table.do(cmd.CountStub(by=DEALER, count=40))
    assert replay(table.events) == table.state


def any_command(random: Random, table: Table) -> cmd.Command:
    deck, now = table.rules.game.deck, table.state.equipment.now
    order = tuple(random.sample(deck, len(deck)))
    device = random.choice(["shoe", "shuffler"])
    dealing = random.choice(["", "hand", "manual-shoe", "automated-shoe"])
    shuffler = random.choice(["", "manual", "automated"])
    choices: list[cmd.Command] = [
        *opening(table, decks=random.choice([1, 2]), at=now, preshuffled=random.random() < 0.3),
        cmd.ShuffleCards(by=DEALER, order=order, at=now, deck=random.randint(0, 1)),
        cmd.DirectShuffle(by=FLOOR),
        cmd.ReportDeviceCount(by=DEALER, count=random.choice([51, 52])),
        cmd.CutCards(by=DEALER, depth=random.randint(5, 45)),
        cmd.RequireRecut(by=FLOOR),
        cmd.SpreadForNoActivity(by=DEALER),
        cmd.CountStub(by=DEALER, count=len(deck) - table.state.next_card),
        cmd.CountStub(by=DEALER, count=3, misdealt=random.random() < 0.5),
        cmd.ReportDeviceFault(by=DEALER, device=device, usable=random.random() < 0.7),
        cmd.ReportIrregularity(by=DEALER, cause=random.choice(["face_up_card", "shuffler_fault", "shoe_fault"])),
        cmd.CoverDevice(by=DEALER, device=device),
        cmd.UseMethod(by=FLOOR, shuffler=shuffler, dealing=dealing),
        cmd.PlaceWagers(by=PLAYER, seat=1, wagers={"ante": 100, "odds": 100}),
        cmd.AnnounceNoMoreBets(by=DEALER),
        *[cmd.DealCards(by=DEALER)] * 3,
        cmd.Decide(by=PLAYER, seat=1, word=random.choice(["check", "fold"])),
        cmd.RevealBank(by=DEALER),
        cmd.SettleRound(by=DEALER),
    ]
    return random.choice(choices)


@pytest.mark.parametrize("shuffler", ["manual", "automated", "automated-counting", "automatic-reshuffling"])
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
def test_whatever_is_asked_the_cards_dealt_are_a_whole_deck(shuffler: str, dealing: str) -> None:
    table, random = ready(shuffler=shuffler, dealing=dealing), Random(f"{shuffler} {dealing}")
    total = sum(table.state.ledger.values())
    for _ in range(400):
        before = table.state.copy()
        if isinstance(table.send(any_command(random, table)), Refusal):
            assert table.state == before
        assert sum(table.state.ledger.values()) == total
        assert (stage(table) is CardsStage.IN_PLAY) == (table.state.status is Status.PLAYING)
        if stage(table) in (CardsStage.READY, CardsStage.IN_PLAY):
            assert sorted(table.state.deck) == list(DECK_52)
    assert replay(table.events) == table.state
