"""Every refusal and every event of a table's cards and devices, each with its code and clause, in two tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import JOKER
from houseway.chapters.c637a_poker import commands as poker
from houseway.engine import two_people
from houseway.engine.banked import commands as cmd
from houseway.engine.cards import devices, steps
from houseway.engine.cards import events as ev
from houseway.engine.kernel import Command, Envelope, Event, Table, envelope
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from tests.kit import card_procedures as at
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.card_procedures import HOLDEM, HOUR, PAI_GOW
from tests.kit.scenarios import Scenario, cases, check, refusals_in, refusals_reached, tag
from tests.kit.table_views import look_at
from tests.regulations.c637a import test_s3_s5_cards as poker_cards
from tests.regulations.c647a.test_s11_settlement import to_settle

T = Table[Any, Any]
Made = Callable[[], T]
HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "automated"}
TWO: dict[str, Any] = {"decks": 2, "shuffler": "automated"}
OPENING = ("received", "inspected", "verified", "spread", "viewed", "washed", "shuffled")
FLOOR, DEALER = Role.FLOORPERSON, Role.DEALER


def _opened(upto: str, game: str = HOLDEM, *, shuffler: str = "manual", **more: Any) -> T:
    """A table whose opening has come so far: nothing, received, inspected, ..."""
    table = at.new_table(game, shuffler=shuffler, **{key: one for key, one in more.items() if key != "received"})
    count = OPENING.index(upto) + 1 if upto else 0
    decks = table.rules.cards.decks
    # Each deck is washed, then each is shuffled.
    said = count if count < 6 else count + (decks - 1) * (count - 5)
    for one in at.opening(table, **more.get("received", {}))[:said]:
        table.do(one)
    return table


def _seated(table: T) -> T:
    table.do(cmd.TakeSeat(cents=100_000), seat=1, by="ann")
    return table


def _to_cut() -> T:
    return _seated(_opened("shuffled", PAI_GOW))


def _ready(**more: Any) -> T:
    return at.ready(**{"shuffler": "manual", **more})


def _dealt(**more: Any) -> T:
    table = _ready(**more)
    at.bet(table)
    deal(table)
    return table


def _done(table: T, *said: Command | Envelope) -> T:
    for one in said:
        table.do(one)
    return table


FAULT = cmd.ReportDeviceFault(device="shuffler", usable=False)
COVER = cmd.CoverDevice(device="shuffler")


def _broken(**more: Any) -> T:
    return _done(_ready(**{"shuffler": "automated", **more}), FAULT)


def _covered(**more: Any) -> T:
    return _done(_broken(**more), COVER)


def _poker(*said: Command | Envelope, shuffler: str = "manual", seats: int = 2) -> T:
    """A table of Hold 'Em with two players, to which two decks come."""
    table = at.new_table("holdem", blinds=[50, 100], shuffler=shuffler)
    for seat in range(1, seats + 1):
        table.do(poker.TakeSeat(cents=10_000), seat=seat, by=f"p{seat}")
    return _done(table, *said)


TWO_DECKS = cmd.ReceiveDecks(decks=2)
SPREAD = (TWO_DECKS, cmd.InspectCards(), cmd.VerifyInspection(), cmd.SpreadCards())
VIEWED = (*SPREAD, envelope(cmd.ViewCards(), by="p1"), envelope(cmd.ViewCards(), by="p2"))


def _two_decks_out_of_turn() -> T:
    """After a round with the first of two decks only that one is ready, and it is the other's turn."""
    table = _ready(**TWO)
    at.play_round(table)
    _done(table, cmd.DirectShuffle(), at.shuffle(table, deck=0))
    at.bet(table)
    return table


def _beside() -> T:
    """The second deck is in play, and the device has not shuffled the first."""
    table = _ready(**TWO)
    at.play_round(table)
    at.deal_out(table)
    say(table, "fold")
    return _done(table, cmd.RevealBank()) if look_at(table).phase == "reveal" else table


def _poker_rounds(count: int) -> T:
    """A table of Hold 'Em after so many rounds, with its decks ready by hand."""
    table = poker_cards._opened()
    for number in range(count):
        poker_cards._fold_out(table)
        poker_cards._ready(table, number % 2)
    return table


def _second_poker_round() -> T:
    """The second deck is in play; the first was used and is stored."""
    table = poker_cards._opened()
    poker_cards._fold_out(table)
    poker_cards._start(table)
    return table


def _to_validate() -> T:
    table = to_settle({3: "9s 9h"}, "8c 5d", "9d 9c 4s 2h 7d", {3: {"progressive": 100}})
    return _done(table, cmd.SettleRound())


def _closed(table: T) -> T:
    place(table)
    close(table)
    return table


DEAL = cmd.DealCards()
DECK = _opened("").rules.game.deck
SHUFFLE = cmd.ShuffleCards(order=DECK)
MANUAL = cmd.UseMethod(shuffler="manual")

WRONG: tuple[tuple[Made, Command | Envelope, str, Code], ...] = (
    # From the box to the wash.
    (partial(_opened, ""), cmd.InspectCards(), "677a.4(a)", Code.STEP_IS_DUE),
    (partial(_opened, "received"), cmd.ReceiveDecks(), "677a.4(a)", Code.STEP_IS_DUE),
    (partial(_opened, ""), cmd.ReceiveDecks(decks=2), "677a.3(b)", Code.DEVICE_IS_IN_USE),
    (partial(_opened, "", shuffler="automated"), cmd.ReceiveDecks(decks=2), "677a.3(a)", Code.DECK_IS_COMPLETE),
    (partial(_opened, "", **TWO), cmd.ReceiveDecks(decks=1), "677a.3(b)", Code.DECK_IS_COMPLETE),
    (partial(_opened, ""), cmd.ReceiveDecks(two_jokers=True), "677a.3(a)", Code.CARDS_ARE_VALID),
    (_dealt, cmd.ReceiveDecks(), "677a.4(a)", Code.STEP_IS_DUE),
    (partial(_opened, "inspected"), envelope(cmd.VerifyInspection(), by="dealer"), "677a.4(a)", Code.PERSON_SIGNS_ONCE),
    (
        partial(_opened, "inspected", PAI_GOW, received={"two_jokers": True}),
        cmd.VerifyInspection(),
        "645a.4(b)",
        Code.STEP_IS_DUE,
    ),
    (partial(_opened, "verified"), cmd.SpreadCards(face_up=False), "677a.4(b)", Code.STEP_IS_DUE),
    (partial(_poker, *SPREAD), envelope(cmd.ViewCards(), by="p9"), "637a.4(b)", Code.STEP_IS_DUE),
    (
        lambda: _done(_opened("spread"), envelope(cmd.TakeSeat(cents=0), seat=1, by="ann")),
        envelope(cmd.ViewCards(), by="bob"),
        "677a.4(b)",
        Code.STEP_IS_DUE,
    ),
    (partial(_opened, "spread"), envelope(cmd.ViewCards(), by="dealer"), "677a.4(b)", Code.STEP_IS_DUE),
    (partial(_opened, "spread"), cmd.WashCards(), "677a.4(b)", Code.STEP_IS_DUE),
    (partial(_opened, "received"), cmd.SpreadForNoActivity(), "677a.4(a)", Code.STEP_IS_DUE),
    (_dealt, cmd.SpreadForNoActivity(), "677a.5(f)", Code.STEP_IS_DUE),
    (
        lambda: _done(
            _poker(*VIEWED, seats=2), envelope(poker.LeaveSeat(), seat=1), envelope(poker.LeaveSeat(), seat=2)
        ),
        cmd.SpreadForNoActivity(),
        "637a.5(d)",
        Code.STEP_IS_DUE,
    ),
    (
        partial(_opened, "shuffled", shuffler="automatic-reshuffling"),
        cmd.SpreadForNoActivity(),
        "677a.5(g)",
        Code.STEP_IS_DUE,
    ),
    # Shuffle and cut.
    (partial(_opened, ""), SHUFFLE, "677a.4(a)", Code.STEP_IS_DUE),
    (partial(_opened, "spread"), SHUFFLE, "677a.4(b)", Code.STEP_IS_DUE),
    (partial(_opened, "washed"), replace(SHUFFLE, deck=5), "677a.3(b)", Code.DECKS_ALTERNATE),
    (partial(_opened, "washed"), replace(SHUFFLE, order=(*DECK[1:], JOKER)), "677a.3(a)", Code.CARDS_ARE_VALID),
    (partial(_opened, "washed"), replace(SHUFFLE, order=(*DECK[1:], DECK[1])), "677a.3(a)", Code.CARD_APPEARS_ONCE),
    (partial(_opened, "washed"), replace(SHUFFLE, order=DECK[1:]), "677a.3(a)", Code.DECK_IS_COMPLETE),
    (
        lambda: _done(_opened("washed", shuffler="automated"), FAULT),
        SHUFFLE,
        "677a.13(g)",
        Code.DEVICE_IS_COVERED,
    ),
    (_dealt, cmd.DirectShuffle(), "677a.5(a)", Code.STEP_IS_DUE),
    (partial(_opened, "washed"), cmd.ReportDeviceCount(count=52), "677a.5(b)", Code.DEVICE_IS_IN_USE),
    (
        partial(_opened, "shuffled", "five-card-hi-lo", shuffler="automatic-reshuffling"),
        cmd.ReportDeviceCount(count=52),
        "663a.5(g)",
        Code.STEP_IS_DUE,
    ),
    (
        partial(_opened, "washed", shuffler="automated-counting"),
        cmd.ReportDeviceCount(count=52),
        "677a.5(b)",
        Code.STEP_IS_DUE,
    ),
    (partial(_opened, "washed"), cmd.CutCards(depth=20), "677a.5(a)", Code.STEP_IS_DUE),
    (partial(_ready, shuffler="automated"), cmd.CutCards(depth=20), "677a.5(c)(1)", Code.STEP_IS_DUE),
    (partial(_opened, "shuffled"), cmd.CutCards(depth=9), "677a.5(d)", Code.CUT_IS_TEN_CARDS_IN),
    (partial(_opened, "shuffled"), cmd.OfferCut(seat=1), "677a.5(d)", Code.STEP_IS_DUE),
    (_to_cut, cmd.OfferCut(seat=2), "645a.5(d)", Code.STEP_IS_DUE),
    (partial(_opened, "washed", PAI_GOW), cmd.OfferCut(seat=1), "645a.5(d)", Code.STEP_IS_DUE),
    (_to_cut, envelope(cmd.DeclineCut(), seat=1, by="ann"), "645a.5(d)", Code.SEAT_IS_ASKED),
    (_to_cut, cmd.CutCards(depth=20), "645a.5(d)", Code.STEP_IS_DUE),
    (_dealt, cmd.RequireRecut(), "677a.5(e)", Code.STEP_IS_DUE),
    (partial(_opened, "shuffled"), cmd.RequireRecut(), "677a.5(e)", Code.STEP_IS_DUE),
    (
        partial(_opened, "shuffled", shuffler="automatic-reshuffling"),
        cmd.RequireRecut(),
        "677a.5(g)",
        Code.STEP_IS_DUE,
    ),
    (
        lambda: _seated(_opened("shuffled")),
        envelope(cmd.CutCards(depth=20), role=Role.PLAYER, seat=1, by="ann"),
        "677a.5(d)",
        Code.ROLE_IS_AUTHORISED,
    ),
    # Counted, changed, put into play.
    (partial(_opened, ""), cmd.CountDeck(count=52), "677a.4(a)", Code.STEP_IS_DUE),
    (partial(_opened, ""), cmd.ChangeDecks(), "677a.4(a)", Code.STEP_IS_DUE),
    (_dealt, cmd.ChangeDecks(), "677a.3(c)(2)", Code.STEP_IS_DUE),
    (lambda: _closed(_ready()), envelope(DEAL, at=8 * HOUR), "677a.3(c)(2)", Code.DECK_CHANGE_IS_DUE),
    (lambda: _closed(_opened_seated("shuffled")), DEAL, "677a.5(c)(2)", Code.STEP_IS_DUE),
    (
        lambda: _closed(_opened_seated("shuffled", shuffler="automated-counting")),
        DEAL,
        "677a.5(b)",
        Code.STEP_IS_DUE,
    ),
    (lambda: _done(_poker_rounds(0), cmd.ChangeDecks()), poker.StartRound(button=2), "637a.4(a)", Code.STEP_IS_DUE),
    (_two_decks_out_of_turn, DEAL, "677a.3(b)(3)", Code.DECKS_ALTERNATE),
    (_beside, cmd.SettleRound(), "677a.3(b)(2)", Code.STEP_IS_DUE),
    (partial(_poker_rounds, 5), poker.StartRound(button=1), "637a.7(e)(4)(i)", Code.STUB_COUNT_IS_DUE),
    (
        _second_poker_round,
        cmd.ShuffleCards(order=poker_cards.ORDER, deck=0),
        "637a.3(a)",
        Code.STEP_IS_DUE,
    ),
    (
        _to_validate,
        envelope(cmd.ValidatePayout(seat=3, wager="progressive"), by="player 3"),
        "647a.11(i)(3)",
        Code.ROLE_IS_AUTHORISED,
    ),
    # Devices.
    (_ready, FAULT, "677a.13(e)", Code.DEVICE_IS_IN_USE),
    (_broken, FAULT, "677a.13(g)", Code.DEVICE_IS_COVERED),
    (partial(_ready, shuffler="automated"), COVER, "677a.13(g)", Code.STEP_IS_DUE),
    (_covered, COVER, "677a.13(g)", Code.STEP_IS_DUE),
    (_broken, cmd.CoverDevice(device="toaster"), "677a.13(g)", Code.DEVICE_IS_IN_USE),
    (partial(_poker, *VIEWED), cmd.UseMethod(dealing="manual-shoe"), "637a.18(r)", Code.DEVICE_IS_IN_USE),
    (_ready, MANUAL, "677a.13(g)", Code.STEP_IS_DUE),
    (partial(_ready, shuffler="automated"), MANUAL, "677a.13(g)", Code.DEVICE_IS_COVERED),
    (_ready, cmd.UseMethod(shuffler="automated"), "677a.13(g)", Code.DEVICE_IS_COVERED),
    (_covered, cmd.UseMethod(dealing="hand"), "677a.13(g)", Code.DEVICE_IS_COVERED),
    (
        partial(_covered, **HAND),
        cmd.UseMethod(shuffler="manual", dealing="hand"),
        "677a.9(a)(1)",
        Code.DEVICE_IS_IN_USE,
    ),
)
"""At a table so far, what is refused under which clause and with which code."""


def _opened_seated(upto: str, **more: Any) -> T:
    return _seated(_opened(upto, **more))


RIGHT: tuple[tuple[Made, Command | Envelope, str, tuple[type[Event], ...]], ...] = (
    (partial(_opened, ""), cmd.ReceiveDecks(), "677a.4(a)", (ev.DecksReceived,)),
    (partial(_opened, ""), cmd.ReceiveDecks(preshuffled=True), "677a.4(e)", (ev.DecksReceived,)),
    (partial(_opened, "received"), cmd.InspectCards(), "677a.4(a)", (ev.CardsInspected,)),
    (partial(_opened, "inspected"), cmd.VerifyInspection(), "677a.4(a)", (ev.InspectionVerified,)),
    (partial(_opened, "verified"), cmd.SpreadCards(), "677a.4(b)", (ev.CardsSpread,)),
    (partial(_opened, "verified", **TWO), cmd.SpreadCards(), "677a.4(d)", (ev.CardsSpread,)),
    (partial(_opened, "spread"), envelope(cmd.ViewCards(), by="ann"), "677a.4(b)", (ev.CardsViewed,)),
    (partial(_opened, "viewed"), cmd.WashCards(), "677a.4(c)", (ev.CardsWashed,)),
    (partial(_opened, "washed"), SHUFFLE, "677a.5(a)", (ev.CardsShuffled,)),
    (
        lambda: _done(_opened(""), cmd.ReceiveDecks(preshuffled=True)),
        SHUFFLE,
        "677a.4(e)",
        (ev.CardsShuffled,),
    ),
    (
        partial(_opened, "washed", shuffler="automatic-reshuffling"),
        SHUFFLE,
        "677a.5(g)",
        (ev.CardsShuffled,),
    ),
    (_beside, cmd.ShuffleCards(order=DECK, deck=0), "677a.3(b)(2)", (ev.CardsShuffled,)),
    (_ready, cmd.DirectShuffle(), "677a.5(a)", (ev.ShuffleDirected,)),
    (
        partial(_opened, "shuffled", shuffler="automated-counting"),
        cmd.ReportDeviceCount(count=52),
        "677a.5(b)",
        (ev.DeviceCounted,),
    ),
    (
        partial(_opened, "shuffled", shuffler="automated-counting"),
        cmd.ReportDeviceCount(count=51),
        "677a.5(b)",
        (ev.DeviceCounted, ev.DeckRemoved),
    ),
    (_to_cut, cmd.OfferCut(seat=1), "645a.5(c)", (ev.CutOffered,)),
    (
        lambda: _done(_to_cut(), cmd.OfferCut(seat=1)),
        envelope(cmd.DeclineCut(), seat=1, by="ann"),
        "645a.5(d)",
        (ev.CutDeclined,),
    ),
    (partial(_opened, "shuffled"), cmd.CutCards(depth=10), "677a.5(d)", (ev.CardsCut,)),
    (_ready, cmd.RequireRecut(), "677a.5(e)", (ev.RecutRequired,)),
    (partial(_opened, "shuffled"), cmd.SpreadForNoActivity(), "677a.5(f)", (ev.CardsSpread,)),
    (_ready, cmd.CountDeck(count=52), "677a.8(f)", (ev.DeckCounted,)),
    (_ready, cmd.CountDeck(count=51), "677a.8(g)", (ev.DeckCounted, ev.DeckRemoved)),
    (_ready, cmd.ChangeDecks(), "677a.3(c)(2)", (ev.DecksChanged,)),
    (_covered, MANUAL, "677a.13(g)", (ev.MethodChanged,)),
    (partial(_covered, **TWO), MANUAL, "677a.13(g)", (ev.MethodChanged, ev.DeckRemoved)),
    (_broken, COVER, "677a.13(g)", (ev.DeviceCovered,)),
)
"""At a table so far, what is recorded under which clause."""

ALLOWED = tuple(
    Scenario(
        f"{tag(type(said.command if isinstance(said, Envelope) else said))} {number}",
        made,
        said,
        clause,
        events=tuple(tag(kind) for kind in kinds),
    )
    for number, (made, said, clause, kinds) in enumerate(RIGHT)
)
REFUSED = tuple(
    Scenario(f"{tag(type(said.command if isinstance(said, Envelope) else said))} {number}", made, said, clause, code)
    for number, (made, said, clause, code) in enumerate(WRONG)
)


@pytest.mark.parametrize("scenario", cases(REFUSED))
def test_what_is_wrong_with_cards_and_devices_is_refused_with_its_code_and_clause(scenario: Scenario) -> None:
    check(scenario)


@pytest.mark.parametrize("scenario", cases(ALLOWED))
def test_what_is_done_with_cards_and_devices_is_recorded_under_its_clause(scenario: Scenario) -> None:
    check(scenario)


def test_every_event_of_the_steps_and_the_devices_has_a_scenario() -> None:
    source = "".join(Path(one.__file__ or "").read_text(encoding="utf-8") for one in (steps, devices))
    made = {getattr(ev, name) for name in re.findall(r"ev\.([A-Z]\w+)\(", source)}
    # A deck is put into play and a device fails within what each machine does: its own scenarios tell of them.
    made -= {ev.DeckPutIntoPlay, ev.DeviceFailed}
    assert {tag(kind) for kind in made} == {kind for one in ALLOWED for kind in one.events}


MAKERS = ("refuse", "not_time")


def test_every_refusal_of_cards_and_devices_has_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(steps, devices, two_people, makers=MAKERS)
    reached = refusals_reached(REFUSED, monkeypatch, places)
    assert sorted((path.rpartition("/")[2], line) for path, line in places - reached) == []
