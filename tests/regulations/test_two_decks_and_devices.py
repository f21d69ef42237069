"""Two decks and devices out of order, which the four banked chapters word alike (*.3(b)(2), *.4(d), *.13)."""

from __future__ import annotations

from random import Random

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.cards.state import CardsStage
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.register.entries import entry
from tests.kit.banked_actions import close, place
from tests.kit.card_procedures import TWO_DECKS, new_table, opening, ready, shuffle, stage
from tests.kit.random_answers import at_random, house_of
from tests.kit.random_commands import all_are_accepted, given
from tests.kit.table_views import look_at
from tests.kit.tables import events, refuses

GAMES = ["heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo"]


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(GAMES, ["677a.4(d)", "647a.4(d)", "645a.4(d)", "663a.4(d)"], strict=True))
)
def test_both_decks_are_opened_and_shuffled_before_the_first_round(game: str, clause: str) -> None:
    table = new_table(game, **TWO_DECKS)
    *before, last = opening(table)
    for step in before:
        table.do(step)
    table.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    place(table)
    close(table)
    if table.rules.game.procedures.start is not None:
        table.do(cmd.DetermineStart(number=1))
    refusal = refuses(table, cmd.DealCards())
    assert (refusal.code, refusal.clause, refusal.legal) == (Code.STEP_IS_DUE, clause, ("shuffle deck 1",))
    table.do(last)
    table.do(cmd.DealCards())


@pytest.mark.parametrize("game", GAMES)
def test_a_step_with_the_wrong_one_of_two_decks_is_refused_by_the_decks_numbers(game: str) -> None:
    table = new_table(game, **TWO_DECKS)
    table.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    *before, wash_0, wash_1, shuffle_0, shuffle_1 = opening(table)
    for step in before:
        table.do(step)
    for verb, first, other in (("wash", wash_1, wash_0), ("shuffle", shuffle_1, shuffle_0)):
        table.do(first)
        refusal = refuses(table, first)
        assert refusal.message == f"it is not time to {verb} deck 1; what is due: {verb} deck 0"
        assert refusal.legal == (f"{verb} deck 0",)
        table.do(other)
    refusal = refuses(table, cmd.WashCards(deck=2))
    assert (refusal.code, refusal.legal) == (Code.DECKS_ALTERNATE, ("deck 0", "deck 1"))


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(GAMES, ["677a.3(b)(2)", "647a.3(b)(2)", "645a.3(b)(2)", "663a.3(b)(2)"], strict=True))
)
def test_while_one_deck_is_in_play_the_device_shuffles_the_other(game: str, clause: str) -> None:
    table = new_table(game, **TWO_DECKS)
    table.do(cmd.TakeSeat(cents=1_000_000), seat=1, by="ann")
    chance = Random(5)
    house_of(table, chance).play_round(at_random(table, chance))
    # Everything of the next round but the shuffle of the deck that was used.
    while True:
        waiting = [ask for ask in table.due() if ask.command == "shuffle_cards" and ask.clause == clause]
        others = [ask for ask in table.due() if ask not in waiting and ask.word != "surrender"]
        if not others:
            break
        table.do(given(table, others[0], chance))
    refusal = refuses(table, cmd.SettleRound())
    assert (refusal.code, refusal.clause, refusal.legal) == (Code.STEP_IS_DUE, clause, ("shuffle deck 0",))
    [shuffled] = events(table.do(given(table, waiting[0], chance)), ev.CardsShuffled)
    assert (shuffled.deck, shuffled.clause) == (0, clause)
    house_of(table, chance).play_round(at_random(table, chance))
    assert [event.deck for event in events(table, ev.DeckPutIntoPlay)] == [0, 1]


@pytest.mark.parametrize(("recut", "cut"), [(False, [1, 0]), (True, [0, 0, 1])])
def test_645a_5_d__what_is_due_of_one_of_two_decks_that_wait_for_the_cut_is_not_done_to_the_other(
    recut: bool, cut: list[int]
) -> None:
    """645a.5(d), 645a.5(f): of two preshuffled decks the last one is cut first, but a recut that was required comes before."""
    table, chance = new_table("pai-gow", **TWO_DECKS), Random(1)
    table.do(cmd.ReceiveDecks(decks=2, preshuffled=True))
    for number in (1, 2):
        table.do(cmd.TakeSeat(cents=100_000), seat=number, by=f"player {number}")
    table.do(shuffle(table, deck=0))
    if recut:
        table.do(cmd.OfferCut(seat=1))
        table.do(cmd.CutCards(depth=20), role=Role.PLAYER, seat=1, by="player 1")
    table.do(shuffle(table, deck=1))
    if recut:
        table.do(cmd.RequireRecut())
    while ask := next((ask for ask in table.due() if ask.command in ("cut_cards", "offer_cut")), None):
        all_are_accepted(table, chance)
        assert recut or not ask.may_wait or ask.role is Role.PLAYER or stage(table) is CardsStage.READY
        table.do(given(table, ask, chance))
    assert [event.deck for event in events(table, ev.CardsCut)] == cut


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(GAMES, ["677a.13(g)", "647a.13(g)", "645a.14(n)", "663a.13(f)"], strict=True))
)
def test_another_method_needs_a_device_out_of_order(game: str, clause: str) -> None:
    table = ready(game, shuffler="automated", dealing="automated-shoe")
    by_hand, from_manual = cmd.UseMethod(shuffler="manual"), cmd.UseMethod(dealing="manual-shoe")
    for method in (by_hand, from_manual):
        refusal = refuses(table, method)
        assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, clause)
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    table.do(cmd.CoverDevice(device="shuffler"))
    # Only what the covered device did is done another way.
    assert refuses(table, cmd.UseMethod(shuffler="manual", dealing="manual-shoe")).clause == clause
    table.do(by_hand)
    assert refuses(table, from_manual).clause == clause


@pytest.mark.parametrize(
    ("game", "clause"), list(zip(GAMES, ["677a.13(e)", "647a.13(e)", "645a.14(l)", "663a.13(d)"], strict=True))
)
def test_a_shuffler_fault_is_one_fact_however_it_is_reported(game: str, clause: str) -> None:
    table = ready(game, shuffler="automated")
    one = table.fork().do(cmd.ReportDeviceFault(device="shuffler"))
    assert one == table.fork().do(cmd.ReportIrregularity(cause="shuffler_fault"))
    assert {event.clause for event in one} == {clause}
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False))
    # Once out of order it does not fail again, by whichever name.
    again = refuses(table, cmd.ReportDeviceFault(device="shuffler"))
    assert again == refuses(table, cmd.ReportIrregularity(cause="shuffler_fault"))
    assert again.code is Code.DEVICE_IS_COVERED


@pytest.mark.parametrize("clause", ["663a.8(h)", "663a.9(f)", "663a.10(f)", "677a.8(g)", "677a.9(f)", "677a.10(f)"])
def test_the_words_of_a_wrong_count_keep_their_condition(clause: str) -> None:
    found = entry(clause)
    assert found is not None and "the deck still has 52" in found.text


@pytest.mark.parametrize("game", GAMES)
def test_3b3__each_deck_is_used_for_every_other_round_also_after_a_void_one(game: str) -> None:
    table = new_table(game, **TWO_DECKS)
    table.do(cmd.TakeSeat(cents=1_000_000), seat=1, by="ann")
    chance = Random(5)
    for number in range(5):
        house = house_of(table, chance)
        if number == 1:
            while look_at(table).status is not Status.PLAYING:
                house.step(at_random(table, chance))
            table.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
        else:
            house.play_round(at_random(table, chance))
    assert [event.deck for event in events(table, ev.DeckPutIntoPlay)] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("game", "more"),
    [("heads-up-holdem", {"community_first": True}), ("holdem-bonus", {"community_first": True}), ("pai-gow", {})],
)
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_13f_g__a_shoe_that_reshuffles_is_out_of_order_as_both(game: str, more: dict[str, bool], device: str) -> None:
    """677a.13(f) and (g), 677a.10(g), 647a.13(g), 645a.14(n)."""
    table = new_table(game, dealing="automated-shoe", shuffler="automatic-reshuffling", **more)
    table.do(cmd.TakeSeat(cents=1_000_000), seat=1, by="ann")
    chance = Random(5)
    house_of(table, chance).play_round(at_random(table, chance))
    table.do(cmd.ReportDeviceFault(device=device, usable=False))
    assert refuses(table, cmd.ShuffleCards(order=table.rules.game.deck)).code is Code.DEVICE_IS_COVERED
    table.do(cmd.CoverDevice(device=device))
    [ask] = [ask for ask in table.due() if ask.command == "use_method"]
    assert (ask.subject, ask.word) == ("manual", "manual-shoe")
    table.do(cmd.UseMethod(shuffler="manual", dealing="manual-shoe"))
    table.do(cmd.ShuffleCards(order=table.rules.game.deck))
    assert {ask.command for ask in table.due()} & {"cut_cards", "offer_cut"}
    for _ in range(5):
        house_of(table, chance).play_round(at_random(table, chance))
    assert events(table, ev.StubCounted)
