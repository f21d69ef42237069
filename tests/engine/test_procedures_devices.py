"""Devices that fail, other methods, and whatever is asked the deck stays whole (*.9, *.13(e) to (g))."""

from __future__ import annotations

from random import Random

import pytest

from houseway.cards import DECK_52
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.banked.table import BANKED
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Code, Refusal
from tests.kit.banked_actions import chips
from tests.kit.card_procedures import (
    DEALER,
    FLOOR,
    ONE_DECK_BY_HAND,
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
from tests.kit.table_views import faulty_devices, look_at, sum_of_accounts
from tests.kit.tables import events, last, refuses

# Devices (*.13(e) to (g)).


def test_13_e_a_jammed_shuffle_is_done_again() -> None:
    table = ready(shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shuffler"), role=DEALER)
    assert last(table, ev.ShuffleDirected).clause == "677a.13(e)"
    assert stage(table) is CardsStage.USED
    table.do(shuffle(table))


def test_13_e_a_jam_does_not_skip_the_opening() -> None:
    table = new_table(shuffler="automated")
    table.do(cmd.ReceiveDecks(), role=DEALER, at=0)
    table.do(cmd.ReportDeviceFault(device="shuffler"), role=DEALER)
    assert stage(table) is CardsStage.RECEIVED


def test_13_e_a_jam_during_a_round_leaves_the_round_alone() -> None:
    table = ready(**TWO_DECKS)
    deal_out(table)
    (again,) = events(table.do(cmd.ReportDeviceFault(device="shuffler"), role=DEALER), ev.ShuffleDirected)
    assert (again.clause, again.decks) == ("677a.13(e)", (1,))
    assert stages(table) == [CardsStage.IN_PLAY, CardsStage.USED]
    finish(table)
    assert not last(table, ev.RoundEnded).void


@pytest.mark.parametrize("dealt", [0, 2])
def test_13_f_a_shoe_that_jams_while_it_deals_voids_the_round(dealt: int) -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    bet(table)
    if dealt:
        table.do(cmd.DealCards(cards=dealt), role=DEALER)
    table.do(cmd.ReportDeviceFault(device="shoe"), role=DEALER)
    assert last(table, ev.RoundEnded).void
    assert last(table, ev.WagersReturned).clause == "677a.13(f)"
    assert (look_at(table).status, stage(table), chips(table, "ann")) == (Status.WAGERING, CardsStage.USED, 1_000_00)
    table.do(shuffle(table))


def test_13_f_a_shoe_that_jams_after_its_last_card_is_recorded_and_the_round_goes_on() -> None:
    """677a.10(c)."""
    table = ready(dealing="automated-shoe", shuffler="automated")
    deal_out(table)
    table.do(cmd.ReportDeviceFault(device="shoe", usable=False), role=DEALER)
    assert last(table, ev.DeviceFailed).clause == "677a.13(f)"
    finish(table)
    assert not last(table, ev.RoundEnded).void
    table.do(shuffle(table))
    bet(table)
    assert refuses(table, envelope(cmd.DealCards(), role=DEALER)).code is Code.DEVICE_IS_COVERED


def test_13_f_a_shoe_fault_reported_before_the_first_card_means_a_reshuffle_too() -> None:
    """677a.13(f)."""
    table = ready(dealing="automated-shoe", shuffler="automated")
    bet(table)
    table.do(cmd.ReportIrregularity(cause="shoe_fault"), role=DEALER)
    assert last(table, ev.ShuffleDirected).clause == "677a.13(f)"
    assert stage(table) is CardsStage.USED


def test_13_f_cards_that_wait_for_their_cut_when_the_round_is_void_are_shuffled_again() -> None:
    """677a.13(f)."""
    table = opened(dealing="automated-shoe", **ONE_DECK_BY_HAND)
    assert stage(table) is CardsStage.SHUFFLED
    bet(table)
    table.do(cmd.ReportIrregularity(cause="shoe_fault"), role=DEALER)
    assert stage(table) is CardsStage.USED
    table.do(shuffle(table))
    table.do(cmd.CutCards(depth=20), role=DEALER)
    play_round(table)


def test_13_f_a_shoe_that_jams_between_rounds_voids_nothing() -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shoe"), role=DEALER)
    assert stage(table) is CardsStage.READY


@pytest.mark.parametrize("device", ["shoe", "shuffler", "dice"])
def test_13_only_a_device_in_use_can_fail(device: str) -> None:
    table = ready(**ONE_DECK_BY_HAND)
    assert refuses(table, envelope(cmd.ReportDeviceFault(device=device), role=DEALER)).code is Code.DEVICE_IS_IN_USE


def test_13_g_a_faulty_shuffler_is_covered_before_another_method() -> None:
    table = ready(shuffler="automated")
    by_hand = envelope(cmd.UseMethod(shuffler="manual"), role=FLOOR)
    assert refuses(table, by_hand).code is Code.DEVICE_IS_COVERED
    assert refuses(table, envelope(cmd.CoverDevice(device="shuffler"), role=DEALER)).code is Code.STEP_IS_DUE
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False), role=DEALER)
    again = envelope(cmd.ReportDeviceFault(device="shuffler"), role=DEALER)
    for command in (shuffle(table), by_hand, again, envelope(cmd.UseMethod(dealing="hand"), role=FLOOR)):
        refusal = refuses(table, command)
        assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, "677a.13(g)")
    table.do(cmd.CoverDevice(device="shuffler"), role=DEALER)
    assert refuses(table, envelope(cmd.CoverDevice(device="shuffler"), role=DEALER)).code is Code.STEP_IS_DUE
    assert refuses(table, shuffle(table)).code is Code.DEVICE_IS_COVERED
    table.do(by_hand)
    table.do(shuffle(table))
    assert stage(table) is CardsStage.SHUFFLED
    table.do(cmd.CutCards(depth=20), role=DEALER)
    play_round(table)


@pytest.mark.parametrize("shuffler", ["manual", "automated"])
def test_13_g_another_method_is_used_only_while_a_device_is_out_of_order(shuffler: str) -> None:
    table = ready(shuffler=shuffler)
    for method in ({"shuffler": "automated-counting"}, {"dealing": "automated-shoe"}):
        refusal = refuses(table, envelope(cmd.UseMethod(**method), role=FLOOR))
        assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_COVERED, "677a.13(g)")


def test_13_e_a_fault_of_the_shuffler_is_one_however_it_is_reported() -> None:
    tables = ready(shuffler="automated"), ready(**TWO_DECKS)
    for table in tables:
        fork = table.fork()
        one = table.do(cmd.ReportDeviceFault(device="shuffler"), role=DEALER)
        assert one == fork.do(cmd.ReportIrregularity(cause="shuffler_fault"), role=DEALER)
        assert [type(event) for event in one] == [ev.IrregularityRuled, ev.DeviceFailed, ev.ShuffleDirected]
    deal_out(tables[1])
    assert refuses(tables[0], cmd.ReportIrregularity(cause="face_up_card")).code is Code.IRREGULARITY_CAN_HAPPEN_HERE
    # Beside the deck in play the device has the other one.
    assert tables[1].do(cmd.ReportIrregularity(cause="shuffler_fault"), role=DEALER)


def test_13_g_a_repaired_device_is_used_again() -> None:
    table = ready(**TWO_DECKS)
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False), role=DEALER)
    table.do(cmd.CoverDevice(device="shuffler"), role=FLOOR)
    table.do(cmd.UseMethod(shuffler="manual"), role=FLOOR)
    assert stages(table).count(CardsStage.ABSENT) == 1
    table.do(cmd.UseMethod(shuffler="automated"), role=FLOOR)
    assert faulty_devices(table) == []
    # Two decks are used again, so that another one comes to match the one that stayed.
    for command in opening(table, numbers=(1,)):
        table.do(command)
    assert stages(table) == [CardsStage.READY] * 2


def test_13_g_a_broken_shoe_gives_way_to_a_manual_one() -> None:
    table = ready(dealing="automated-shoe", shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shoe", usable=False), role=DEALER)
    bet(table)
    assert refuses(table, envelope(cmd.DealCards(), role=DEALER)).code is Code.DEVICE_IS_COVERED
    table.do(cmd.CoverDevice(device="shoe"), role=DEALER)
    table.do(cmd.UseMethod(dealing="manual-shoe"), role=FLOOR)
    table.do(cmd.DealCards(), role=DEALER)


def test_9_a_1_dealing_by_hand_needs_an_automated_shuffler() -> None:
    refusal = refuses(ready(**ONE_DECK_BY_HAND), envelope(cmd.UseMethod(dealing="hand"), role=FLOOR))
    assert (refusal.code, refusal.clause) == (Code.DEVICE_IS_IN_USE, "677a.9(a)(1)")


def test_9_a_1_a_table_that_deals_by_hand_changes_both_when_the_shuffler_breaks() -> None:
    table = ready(dealing="hand", shuffler="automated")
    table.do(cmd.ReportDeviceFault(device="shuffler", usable=False), role=DEALER)
    table.do(cmd.CoverDevice(device="shuffler"), role=DEALER)
    assert refuses(table, envelope(cmd.UseMethod(shuffler="manual"), role=FLOOR)).clause == "677a.9(a)(1)"
    table.do(cmd.UseMethod(shuffler="manual", dealing="manual-shoe"), role=FLOOR)


@pytest.mark.parametrize("method", [{"shuffler": "magic"}, {"dealing": "drone"}])
def test_13_g_methods_are_known(method: dict[str, str]) -> None:
    refusal = refuses(ready(), envelope(cmd.UseMethod(**method), role=FLOOR))
    assert refusal.code is Code.DEVICE_IS_IN_USE
    assert "manual" in " ".join(refusal.legal)


def test_13_g_the_method_stays_as_it_is_in_a_round() -> None:
    table = ready()
    assert refuses(table, envelope(cmd.UseMethod(), role=FLOOR)).code is Code.STEP_IS_DUE
    deal_out(table)
    assert refuses(table, envelope(cmd.UseMethod(dealing="hand"), role=FLOOR)).code is Code.STEP_IS_DUE


# Properties.


def test_replay_of_the_events_gives_the_same_table() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    play_round(table)
    table.do(shuffle(table))
    table.do(cmd.CutCards(depth=20), role=DEALER)
    table.do(cmd.RequireRecut(), role=FLOOR)
    table.do(cmd.CutCards(depth=20), role=DEALER)
    deal_out(table)
    table.do(cmd.CountDeck(count=40), role=DEALER)
    assert BANKED.replay(table.events) == table.state


def any_command(random: Random, table: Table) -> cmd.Command:
    deck, now = table.rules.game.deck, table.state.now
    order = tuple(random.sample(deck, len(deck)))
    device = random.choice(["shoe", "shuffler"])
    dealing = random.choice(["", "hand", "manual-shoe", "automated-shoe"])
    shuffler = random.choice(["", "manual", "automated"])
    choices: list[cmd.Command] = [
        *opening(table, decks=random.choice([1, 2]), at=now, preshuffled=random.random() < 0.3),
        envelope(cmd.ShuffleCards(order=order, deck=random.randint(0, 1)), role=DEALER, at=now),
        envelope(cmd.DirectShuffle(), role=FLOOR),
        envelope(cmd.ReportDeviceCount(count=random.choice([51, 52])), role=DEALER),
        envelope(cmd.CutCards(depth=random.randint(5, 45)), role=DEALER),
        envelope(cmd.RequireRecut(), role=FLOOR),
        envelope(cmd.SpreadForNoActivity(), role=DEALER),
        envelope(cmd.CountDeck(count=len(deck) - table.state.round.next_card), role=DEALER),
        envelope(cmd.CountDeck(count=3, misdealt=random.random() < 0.5), role=DEALER),
        envelope(cmd.ReportDeviceFault(device=device, usable=random.random() < 0.7), role=DEALER),
        envelope(
            cmd.ReportIrregularity(cause=random.choice(["face_up_card", "shuffler_fault", "shoe_fault"])), role=DEALER
        ),
        envelope(cmd.CoverDevice(device=device), role=DEALER),
        envelope(cmd.UseMethod(shuffler=shuffler, dealing=dealing), role=FLOOR),
        envelope(cmd.PlaceWagers(wagers={"ante": 100, "odds": 100}), role=PLAYER, seat=1),
        envelope(cmd.AnnounceNoMoreBets(), role=DEALER),
        *[envelope(cmd.DealCards(), role=DEALER)] * 3,
        envelope(cmd.Decide(word=random.choice(["check", "fold"])), role=PLAYER, seat=1),
        envelope(cmd.RevealBank(), role=DEALER),
        envelope(cmd.SettleRound(), role=DEALER),
    ]
    return random.choice(choices)


@pytest.mark.parametrize("shuffler", ["manual", "automated", "automated-counting", "automatic-reshuffling"])
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
def test_whatever_is_asked_the_cards_dealt_are_a_whole_deck(shuffler: str, dealing: str) -> None:
    table, random = ready(shuffler=shuffler, dealing=dealing), Random(f"{shuffler} {dealing}")
    total = sum_of_accounts(table)
    for _ in range(400):
        before = table.state.copy()
        if isinstance(table.send(any_command(random, table)), Refusal):
            assert table.state == before
        assert sum_of_accounts(table) == total
        assert (stage(table) is CardsStage.IN_PLAY) == (look_at(table).status is Status.PLAYING)
        if stage(table) in (CardsStage.READY, CardsStage.IN_PLAY):
            assert sorted(table.state.equipment.decks[0].order) == list(DECK_52)
        assert sorted(table.state.round.deck) == (list(DECK_52) if stage(table) is CardsStage.IN_PLAY else [])
    assert BANKED.replay(table.events) == table.state
