"""How each event changes the state. Nothing is decided here: an event says all that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import msgspec

from houseway.cards import Card
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import BURN, COMMUNITY, CardsStage, Status, TableState
from houseway.rules.game import Dealing, Shuffler
from houseway.rules.showdown import Setting

E = TypeVar("E", bound=ev.Event)
Applier = Callable[[TableState, E], None]

_MOVE_MONEY = frozenset(kind for kind in get_args(ev.AnyEvent) if "postings" in kind.__struct_fields__)
_appliers: dict[type[ev.Event], Callable[[TableState, Any], None]] = {}


def evolve(state: TableState, event: ev.Event) -> TableState:
    """The state after an event."""
    after = state.copy()
    apply(after, event)
    return after


def apply(state: TableState, event: ev.Event) -> None:
    """Change the given state, which the caller owns, by an event."""
    kind = type(event)
    if kind in _MOVE_MONEY:
        ledger = state.ledger
        for source, target, cents in event.postings:  # type: ignore[attr-defined]
            try:
                ledger[source] -= cents
            except KeyError:
                ledger[source] = -cents
            try:
                ledger[target] += cents
            except KeyError:
                ledger[target] = cents
    applier = _appliers.get(kind)
    if applier is not None:
        applier(state, event)


def _applies(kind: type[E]) -> Callable[[Applier[E]], Applier[E]]:
    def register(function: Applier[E]) -> Applier[E]:
        _appliers[kind] = function
        return function

    return register


def _drop(state: TableState, keys: list[tuple[int, str]]) -> None:
    state.wagers = {key: cents for key, cents in state.wagers.items() if key not in keys}
    for key in keys:
        state.live.pop(key, None)


def _equip(state: TableState, **changes: Any) -> None:
    state.equipment = msgspec.structs.replace(state.equipment, **changes)


# The table and its cards.


@_applies(ev.TableOpened)
def _(state: TableState, event: ev.TableOpened) -> None:
    state.digest = event.digest
    state.stated = event.stated
    state.status = Status.WAGERING
    _equip(state, now=event.at)


@_applies(ev.DecksReceived)
def _(state: TableState, event: ev.DecksReceived) -> None:
    # Preinspected and preshuffled cards go straight to the cut.
    stage = CardsStage.SHUFFLED if event.preshuffled else CardsStage.RECEIVED
    _equip(
        state,
        stage=stage,
        decks=event.decks,
        two_jokers=event.two_jokers,
        preshuffled=event.preshuffled,
        received_at=event.at,
        now=event.at,
        last_deck=-1,
        rounds_since_count=0,
        device_count=None,
        fresh=True,
        by_device=False,
        idle=False,
        last_cut_by=None,
        stub_counted=False,
    )


@_applies(ev.CardsInspected)
def _(state: TableState, event: ev.CardsInspected) -> None:
    _equip(state, stage=CardsStage.INSPECTED)


@_applies(ev.InspectionVerified)
def _(state: TableState, event: ev.InspectionVerified) -> None:
    _equip(state, stage=CardsStage.VERIFIED, two_jokers=False)


@_applies(ev.CardsSpread)
def _(state: TableState, event: ev.CardsSpread) -> None:
    _equip(state, stage=CardsStage.SPREAD, idle=event.no_activity)
    if event.no_activity:
        state.rounds_since_opening = 0


@_applies(ev.CardsViewed)
def _(state: TableState, event: ev.CardsViewed) -> None:
    _equip(state, stage=CardsStage.VIEWED, first_player=event.player)


@_applies(ev.CardsWashed)
def _(state: TableState, event: ev.CardsWashed) -> None:
    _equip(state, stage=CardsStage.WASHED)


@_applies(ev.ShuffleDirected)
def _(state: TableState, event: ev.ShuffleDirected) -> None:
    # Cards that have not come as far as a shuffle keep their place in the opening.
    if state.equipment.stage >= CardsStage.WASHED:
        _equip(state, stage=CardsStage.USED)


@_applies(ev.CardsShuffled)
def _(state: TableState, event: ev.CardsShuffled) -> None:
    state.deck = event.order
    state.next_card = 0
    _equip(
        state,
        stage=CardsStage.READY if event.by_device else CardsStage.SHUFFLED,
        deck=event.deck,
        now=max(event.at, state.equipment.now),
        preshuffled=False,
        device_count=None,
        by_device=event.by_device,
        idle=False,
        last_cut_by=None,
    )


@_applies(ev.DeviceCounted)
def _(state: TableState, event: ev.DeviceCounted) -> None:
    _equip(state, device_count=event.count)
    if event.right:
        _equip(state, rounds_since_count=0)


@_applies(ev.CardsCut)
def _(state: TableState, event: ev.CardsCut) -> None:
    state.deck = state.deck[event.depth :] + state.deck[: event.depth]
    _equip(state, stage=CardsStage.READY, last_cut_by=event.seat)


@_applies(ev.RecutRequired)
def _(state: TableState, event: ev.RecutRequired) -> None:
    _equip(state, stage=CardsStage.SHUFFLED)


@_applies(ev.DecksChanged)
def _(state: TableState, event: ev.DecksChanged) -> None:
    _equip(state, stage=CardsStage.ABSENT, now=event.at)
    state.deck = ()


@_applies(ev.DeckRemoved)
def _(state: TableState, event: ev.DeckRemoved) -> None:
    _equip(state, stage=CardsStage.ABSENT)
    state.deck = ()


@_applies(ev.StubCounted)
def _(state: TableState, event: ev.StubCounted) -> None:
    # A count made in a round stands for that round too.
    _equip(state, rounds_since_count=0, stub_counted=state.status is Status.PLAYING)


@_applies(ev.DeviceFailed)
def _(state: TableState, event: ev.DeviceFailed) -> None:
    if not event.usable:
        _equip(state, faulty=(*state.equipment.faulty, event.device))


@_applies(ev.DeviceCovered)
def _(state: TableState, event: ev.DeviceCovered) -> None:
    _equip(state, covered=(*state.equipment.covered, event.device))


@_applies(ev.MethodChanged)
def _(state: TableState, event: ev.MethodChanged) -> None:
    equipment = state.equipment
    # Going back to a device says that it works again.
    works = {
        "shuffler": event.shuffler != Shuffler.MANUAL,
        "shoe": event.dealing == Dealing.AUTOMATED_SHOE,
    }
    _equip(
        state,
        shuffler=event.shuffler,
        dealing=event.dealing,
        # Two decks need a device that shuffles one while the other is played.
        decks=equipment.decks if works["shuffler"] else 1,
        faulty=tuple(device for device in equipment.faulty if not works[device]),
        covered=tuple(device for device in equipment.covered if not works[device]),
    )


# Seats and wagers.


@_applies(ev.SeatTaken)
def _(state: TableState, event: ev.SeatTaken) -> None:
    state.seats = {**state.seats, event.seat: event.player}


@_applies(ev.SeatLeft)
def _(state: TableState, event: ev.SeatLeft) -> None:
    state.seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}


@_applies(ev.WagersPlaced)
def _(state: TableState, event: ev.WagersPlaced) -> None:
    wagers = state.wagers.copy()
    for wager, cents in event.wagers:
        key = (event.seat, wager)
        wagers[key] = state.live[key] = wagers.get(key, 0) + cents
    state.wagers = wagers


@_applies(ev.WagersWithdrawn)
def _(state: TableState, event: ev.WagersWithdrawn) -> None:
    _drop(state, [(event.seat, wager) for wager in event.wagers])


@_applies(ev.BankPassed)
def _(state: TableState, event: ev.BankPassed) -> None:
    state.bank_passed = (*state.bank_passed, event.seat)


@_applies(ev.BankAccepted)
def _(state: TableState, event: ev.BankAccepted) -> None:
    state.bank = event.seat
    state.co_bank = event.co_bank
    state.dealer_wager = event.dealer_wager


@_applies(ev.BetsClosed)
def _(state: TableState, event: ev.BetsClosed) -> None:
    state.dealt_in = state.players
    state.status = Status.LOCKED
    state.number += 1
    state.magic_card = event.magic_card
    state.lucky = event.lucky
    state.chips_accepted = event.chips_due
    state.chips_counted = event.chips_due == 0
    for _source, target, cents in event.postings:
        if target.startswith("meter "):
            state.contributed = {**state.contributed, target: state.contributed.get(target, 0) + cents}


@_applies(ev.ChipsCounted)
def _(state: TableState, event: ev.ChipsCounted) -> None:
    state.chips_counted = event.chips == event.accepted


@_applies(ev.StartDetermined)
def _(state: TableState, event: ev.StartDetermined) -> None:
    state.start = event.position


# The round of play.


@_applies(ev.PhaseBegan)
def _(state: TableState, event: ev.PhaseBegan) -> None:
    if state.status is Status.LOCKED:
        state.status = Status.PLAYING
        _equip(state, stage=CardsStage.IN_PLAY, fresh=False)
    state.phase = event.phase
    state.asked = event.asked
    state.deals = event.deals


@_applies(ev.CardsDealt)
def _(state: TableState, event: ev.CardsDealt) -> None:
    received: dict[int, list[Card]] = {}
    for target, card in event.cards:
        if target in received:
            received[target].append(card)
        else:
            received[target] = [card]
    hands = state.hands.copy()
    for target, cards in received.items():
        if target == COMMUNITY:
            state.community += tuple(cards)
            if not event.face_down:
                state.turned = len(state.community)
        elif target == BURN:
            state.burned += tuple(cards)
        else:
            hands[target] = hands.get(target, ()) + tuple(cards)
    state.hands = hands
    state.next_card += len(event.cards)
    state.deals = state.deals[len(event.cards) :]
    if event.complete:
        state.dealt |= {event.phase}


@_applies(ev.CommunityTurned)
def _(state: TableState, event: ev.CommunityTurned) -> None:
    state.turned += len(event.cards)
    state.dealt |= {event.phase}


@_applies(ev.Decided)
def _(state: TableState, event: ev.Decided) -> None:
    state.asked = tuple([seat for seat in state.asked if seat != event.seat])
    if event.leaves:
        state.left |= {event.seat}
    if event.wager is not None:
        key = (event.seat, event.wager)
        state.live[key] = event.cents
        state.wagers = {**state.wagers, key: event.cents}
    elif event.folds:
        state.folded |= {event.seat}
    elif event.surrenders:
        state.surrendered |= {event.seat}


@_applies(ev.HandsSet)
def _(state: TableState, event: ev.HandsSet) -> None:
    state.settings = {**state.settings, event.seat: Setting(event.high, event.low)}


@_applies(ev.BankRevealed)
def _(state: TableState, event: ev.BankRevealed) -> None:
    state.revealed = True


@_applies(ev.WagerSettled)
def _(state: TableState, event: ev.WagerSettled) -> None:
    state.live.pop((event.seat, event.wager), None)
    state.settled += ((event.seat, event.wager, event.net, event.clause),)


@_applies(ev.ValidationAwaited)
def _(state: TableState, event: ev.ValidationAwaited) -> None:
    state.awaiting |= {(event.seat, event.wager)}
    state.stage = event.stage
    state.resume = event.resume


@_applies(ev.PayoutValidated)
def _(state: TableState, event: ev.PayoutValidated) -> None:
    state.awaiting -= {(event.seat, event.wager)}
    state.validated |= {(event.seat, event.wager)}


@_applies(ev.CardSetAside)
def _(state: TableState, event: ev.CardSetAside) -> None:
    state.set_aside = (*state.set_aside, event.card)
    state.next_card += 1


@_applies(ev.CardExposed)
def _(state: TableState, event: ev.CardExposed) -> None:
    state.exposed |= {event.seat}


@_applies(ev.WagersReturned)
def _(state: TableState, event: ev.WagersReturned) -> None:
    _drop(state, [(seat, wager) for seat, wager, _cents in event.wagers])


@_applies(ev.HandVoided)
def _(state: TableState, event: ev.HandVoided) -> None:
    state.voided |= {event.seat}
    state.exposed -= {event.seat}
    state.asked = tuple([seat for seat in state.asked if seat != event.seat])


@_applies(ev.HandKept)
def _(state: TableState, event: ev.HandKept) -> None:
    state.exposed -= {event.seat}


@_applies(ev.RoundEnded)
def _(state: TableState, event: ev.RoundEnded) -> None:
    equipment = state.equipment
    if equipment.stage is CardsStage.IN_PLAY:
        _equip(
            state,
            stage=CardsStage.USED,
            last_deck=equipment.deck,
            rounds_since_count=0 if equipment.stub_counted else equipment.rounds_since_count + 1,
            stub_counted=False,
        )
    if not event.void:
        state.rounds_since_opening += 1
        if state.bank is None:
            state.last_against_dealer = dict(event.against_dealer)
            state.last_bank, state.last_banker = None, ""
        else:
            state.last_bank, state.last_banker = state.bank, state.seats[state.bank]
    _clear_round(state)


def _clear_round(state: TableState) -> None:
    state.status = Status.WAGERING
    state.live = {}
    for field, blank in _BLANK.items():
        setattr(state, field, blank)


_ROUND_FIELDS = (
    "wagers",
    "dealt_in",
    "contributed",
    "phase",
    "asked",
    "deals",
    "deck",
    "next_card",
    "hands",
    "community",
    "turned",
    "burned",
    "set_aside",
    "settings",
    "folded",
    "surrendered",
    "left",
    "voided",
    "exposed",
    "revealed",
    "dealt",
    "magic_card",
    "lucky",
    "chips_accepted",
    "chips_counted",
    "start",
    "bank",
    "co_bank",
    "dealer_wager",
    "stage",
    "resume",
    "awaiting",
    "validated",
    "settled",
    "bank_passed",
)
_BLANK = {field: getattr(TableState(), field) for field in _ROUND_FIELDS}
