"""Devices that fail, other methods, and whatever is asked the deck stays whole (*.9, *.13(e) to (g))."""

from __future__ import annotations

from random import Random

import pytest

from houseway.cards import DECK_52
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import CardsStage, Status
from houseway.engine.banked.table import replay
from houseway.engine.refusal import Code, Refusal
from houseway.engine.table import Table
from tests.engine.procedures import (
    DEALER,
    FLOOR,
    ONE_DECK_BY_HAND,
    PLAYER,
    TWO_DECKS,
    bet,
    chips,
    deal_out,
    finish,
    last,
    new_table,
    opening,
    play_round,
    ready,
    refused,
    shuffle,
    stage,
)

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
