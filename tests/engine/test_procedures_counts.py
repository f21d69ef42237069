"""Deck changes and stub counts (*.3(c), *.8(e) to (g))."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import Status
from houseway.engine.cards.due import deck_to_count
from houseway.engine.cards.state import NONE, CardsStage, Deck, Equipment
from houseway.engine.kernel import envelope
from houseway.engine.refusal import Code
from tests.kit.banked_actions import chips
from tests.kit.card_procedures import (
    DEALER,
    FLOOR,
    HOUR,
    ONE_DECK_BY_HAND,
    PAI_GOW,
    PLAYER,
    bet,
    deal_out,
    finish,
    new_table,
    open_decks,
    opening,
    play_round,
    ready,
    shuffle,
    stage,
)
from tests.kit.card_views import cards_gone
from tests.kit.table_views import look_at
from tests.kit.tables import events, last, refuses

# Deck changes (*.3(c)) and times.


@pytest.mark.parametrize(
    ("dealing", "hours", "clause"), [("hand", 4, "677a.3(c)(1)"), ("manual-shoe", 8, "677a.3(c)(2)")]
)
def test_3_c_decks_are_changed_in_time(dealing: str, hours: int, clause: str) -> None:
    table = ready(dealing=dealing, shuffler="automated")
    table.do(cmd.DirectShuffle(), role=FLOOR)
    table.do(shuffle(table, at=hours * HOUR))
    bet(table)
    refusal = refuses(table, envelope(cmd.DealCards(), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.DECK_CHANGE_IS_DUE, clause)
    table.do(cmd.ChangeDecks(), role=DEALER, at=hours * HOUR)
    assert last(table, ev.DecksChanged).clause == clause
    assert stage(table) is CardsStage.ABSENT
    assert refuses(table, envelope(cmd.ChangeDecks(), role=DEALER, at=hours * HOUR)).legal == ("receive decks",)
    for command in opening(table, at=hours * HOUR):
        table.do(command)
    table.do(cmd.DealCards(), role=DEALER)


def test_3_c_time_never_goes_back() -> None:
    table = ready()
    table.do(cmd.ChangeDecks(), role=DEALER, at=100)
    refusal = refuses(table, envelope(cmd.ReceiveDecks(), role=DEALER, at=99))
    assert (refusal.code, refusal.legal) == (Code.TIME_RUNS_FORWARD, ("100 seconds or later",))
    for command in opening(table, at=100)[:-1]:
        table.do(command)
    assert refuses(table, shuffle(table, at=50)).code is Code.TIME_RUNS_FORWARD
    table.do(shuffle(table))
    assert last(table, ev.CardsShuffled).at == 100
    assert refuses(table, envelope(cmd.ChangeDecks(), role=DEALER, at=0)).code is Code.TIME_RUNS_FORWARD


def test_3_c_a_shuffle_says_when_it_was_made() -> None:
    """677a.3(c)(1), 677a.3(c)(2)."""
    table = ready(shuffler="automated")
    # A shuffle of which no time is told is made at the time the table has come to.
    for at, told in ((HOUR, HOUR), (HOUR + 5, HOUR + 5), (None, HOUR + 5)):
        table.do(cmd.DirectShuffle(), role=FLOOR)
        table.do(shuffle(table, at=at))
        assert last(table, ev.CardsShuffled).at == told
    table.do(cmd.DirectShuffle(), role=FLOOR)
    refusal = refuses(table, shuffle(table, at=HOUR + 4))
    assert (refusal.code, refusal.clause) == (Code.TIME_RUNS_FORWARD, "677a.3(c)(2)")
    assert refusal.legal == (f"{HOUR + 5} seconds or later",)


# Stub counts (*.8(e) to (g)).


def test_8_e_the_stub_is_counted_once_every_five_rounds() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for _ in range(4):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(depth=20), role=DEALER)
    deal_out(table)
    table.do(cmd.Decide(word="fold"), role=PLAYER, seat=1)
    refusal = refuses(table, envelope(cmd.SettleRound(), role=DEALER))
    assert (refusal.code, refusal.clause) == (Code.STUB_COUNT_IS_DUE, "677a.8(e)")
    table.do(cmd.CountDeck(count=41), role=DEALER)
    table.do(cmd.SettleRound(), role=DEALER)


def test_8_e_a_deck_counted_between_rounds_is_not_counted_again_so_soon() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for number in range(1, 9):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(depth=20), role=DEALER)
        if number == 4:
            table.do(cmd.CountDeck(count=52), role=DEALER)
    assert len(events(table, ev.DeckCounted)) == 1
    assert len(events(table, ev.RoundEnded)) == 8


def test_8_e_a_count_made_in_a_round_stands_for_that_round() -> None:
    table = ready(**ONE_DECK_BY_HAND)
    for number in range(1, 16):
        deal_out(table)
        if number % 5 == 0:
            table.do(cmd.CountDeck(count=52 - cards_gone(table)), role=DEALER)
        finish(table)
        table.do(shuffle(table))
        table.do(cmd.CutCards(depth=20), role=DEALER)
    assert len(events(table, ev.StubCounted)) == 3
    assert len(events(table, ev.RoundEnded)) == 15


@pytest.mark.parametrize("shuffler", ["automated-counting", "automatic-reshuffling"])
def test_8_e_a_counting_device_spares_the_count(shuffler: str) -> None:
    table = ready(shuffler=shuffler)
    for _ in range(7):
        play_round(table)
        table.do(shuffle(table))
        table.do(cmd.ReportDeviceCount(count=52), role=DEALER)
    assert not events(table, ev.StubCounted)
    assert len(events(table, ev.RoundEnded)) == 7


def test_8_e_the_stub_is_counted_after_the_last_card() -> None:
    table = ready()
    bet(table)
    table.do(cmd.DealCards(), role=DEALER)
    assert refuses(table, envelope(cmd.CountDeck(count=48), role=DEALER)).code is Code.STEP_IS_DUE


def test_8_e_absent_cards_are_not_counted() -> None:
    assert refuses(new_table(), envelope(cmd.CountDeck(count=52), role=DEALER)).legal == ("receive decks",)


def test_8_f_a_right_count_changes_nothing_else() -> None:
    table = ready()
    deal_out(table)
    # Four cards in hands, five on the table, two burned.
    table.do(cmd.CountDeck(count=41), role=DEALER)
    counted = last(table, ev.StubCounted)
    assert (counted.clause, counted.right) == ("677a.8(f)", True)
    finish(table)


def test_8_f_a_right_count_is_no_finding_of_a_misdeal() -> None:
    table = ready()
    deal_out(table)
    refusal = refuses(table, envelope(cmd.CountDeck(count=41, misdealt=True), role=DEALER))
    assert refusal.code is Code.IRREGULARITY_CAN_HAPPEN_HERE


def test_8_g_a_misdeal_voids_the_round_and_keeps_the_deck() -> None:
    table = ready()
    deal_out(table)
    table.do(cmd.CountDeck(count=40, misdealt=True), role=DEALER)
    assert last(table, ev.StubCounted).clause == "677a.8(g)"
    assert (look_at(table).status, stage(table), chips(table, "ann")) == (Status.WAGERING, CardsStage.USED, 1_000_00)
    assert last(table, ev.RoundEnded).void


@pytest.mark.parametrize("finding", [{}, {"misdealt": True, "complete": False}])
def test_8_g_a_wrong_deck_is_removed(finding: dict[str, bool]) -> None:
    table = ready()
    deal_out(table)
    table.do(cmd.CountDeck(count=40, **finding), role=DEALER)
    assert (look_at(table).status, stage(table), chips(table, "ann")) == (Status.WAGERING, CardsStage.ABSENT, 1_000_00)
    assert last(table, ev.DeckRemoved).clause == "677a.8(g)"


def test_8_g_between_rounds_only_the_deck_is_removed() -> None:
    table = ready()
    play_round(table)
    had = chips(table, "ann")
    table.do(cmd.CountDeck(count=51), role=DEALER)
    assert (stage(table), chips(table, "ann")) == (CardsStage.ABSENT, had)


def test_8_g_locked_wagers_wait_for_another_deck() -> None:
    table = ready()
    bet(table)
    table.do(cmd.CountDeck(count=51), role=DEALER)
    assert look_at(table).placed == {1: {"ante": 1000, "odds": 1000}}
    open_decks(table)
    assert table.do(cmd.DealCards(), role=DEALER)


@pytest.mark.parametrize(("count", "right"), [(4, True), (3, False), (5, False)])
def test_645a_8_e_four_cards_are_left(count: int, right: bool) -> None:
    table = ready(PAI_GOW, **ONE_DECK_BY_HAND)
    bet(table)
    table.do(cmd.DealCards(), role=DEALER)
    table.do(cmd.CountDeck(count=count), role=DEALER)
    assert last(table, ev.StubCounted).right is right
    assert stage(table) is (CardsStage.IN_PLAY if right else CardsStage.ABSENT)


def test_645a_8_e_a_card_set_aside_is_one_of_the_four() -> None:
    table = ready(PAI_GOW, **ONE_DECK_BY_HAND)
    bet(table)
    table.do(cmd.DealCards(cards=5), role=DEALER)
    table.do(cmd.ReportIrregularity(cause="face_up_card"), role=DEALER)
    table.do(cmd.DealCards(), role=DEALER)
    # Three are left in the stub; the fourth lies in the discard rack.
    table.do(cmd.CountDeck(count=3), role=DEALER)
    assert last(table, ev.StubCounted).right


@pytest.mark.parametrize(
    ("stages", "last", "counted"),
    [
        ((CardsStage.USED, CardsStage.USED), 1, 1),
        ((CardsStage.USED, CardsStage.USED), 0, 0),
        ((CardsStage.READY, CardsStage.IN_PLAY), 1, 0),
        ((CardsStage.RECEIVED, CardsStage.WASHED), 0, 1),
        ((CardsStage.RECEIVED, CardsStage.ABSENT), 0, NONE),
    ],
)
def test_the_deck_last_used_is_counted_or_else_one_that_was_washed(stages, last, counted):
    equipment = Equipment(decks=tuple(Deck(stage=stage) for stage in stages), last_deck=last)
    assert deck_to_count(cast(Any, SimpleNamespace(state=SimpleNamespace(equipment=equipment)))) == counted
