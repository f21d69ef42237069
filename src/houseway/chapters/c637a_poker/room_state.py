"""How the events around the betting change a poker table's state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.chapters.c637a_poker import room_events as ev
from houseway.chapters.c637a_poker.equipment import PokerDeck, PokerEquipment
from houseway.chapters.c637a_poker.state import PotState, PotStatus, applies
from houseway.engine.banked import events as banked
from houseway.engine.banked.state import CardsStage

# Words, chips and stakes.


@applies(ev.Announced)
def _(state: PotState, event: ev.Announced) -> None:
    if event.binding and event.word == "raise" and not event.to:
        state.pending_seat, state.pending_cents, state.pending_raise = event.seat, 0, True


@applies(ev.ChipsPlaced)
def _(state: PotState, event: ev.ChipsPlaced) -> None:
    if event.more:
        state.pending_seat, state.pending_cents, state.pending_raise = event.seat, event.total, event.raises
    else:
        state.pending_seat, state.pending_cents, state.pending_raise = 0, 0, False


@applies(ev.MinimumAgreed)
def _(state: PotState, event: ev.MinimumAgreed) -> None:
    if event.from_next_round:
        state.minimum_lapses = True
    else:
        state.agreed_minimum = event.cents


@applies(ev.StakesSecured)
def _(state: PotState, event: ev.StakesSecured) -> None:
    state.away |= {event.seat}
    state.counted = {**state.counted, event.seat: -1 if event.covered else event.cents}


@applies(ev.PlayerReturned)
def _(state: PotState, event: ev.PlayerReturned) -> None:
    state.away -= {event.seat}
    state.counted = {seat: cents for seat, cents in state.counted.items() if seat != event.seat}


@applies(ev.TimeChargeAssessed)
def _(state: PotState, event: ev.TimeChargeAssessed) -> None:
    state.charged_at = event.at


# Irregularities.


@applies(ev.CardSetAside)
def _(state: PotState, event: ev.CardSetAside) -> None:
    state.set_aside += (event.card,)
    state.next_card += 1
    state.face_ups += event.face_up


@applies(ev.CollectionSet)
def _(state: PotState, event: ev.CollectionSet) -> None:
    fund = {event.fund}
    state.not_collecting = state.not_collecting - fund if event.collecting else state.not_collecting | fund


@applies(ev.PostOwed)
def _(state: PotState, event: ev.PostOwed) -> None:
    state.owing = {**state.owing, event.seat: event.dead}


@applies(ev.PostChosen)
def _(state: PotState, event: ev.PostChosen) -> None:
    state.posting |= {event.seat}


@applies(ev.CardExposed)
def _(state: PotState, event: ev.CardExposed) -> None:
    state.exposed |= {event.card}
    if event.asks:
        state.choosing += (event.seat,)
        state.status = PotStatus.CHOOSING


@applies(ev.ExposureChosen)
def _(state: PotState, event: ev.ExposureChosen) -> None:
    state.choosing = tuple([seat for seat in state.choosing if seat != event.seat])
    if not event.bet_on:
        # No more bets are owed and what follows goes to a side pot: as for a player who is all-in.
        state.all_in |= {event.seat}
    if not state.choosing:
        state.status = PotStatus.DEALING


@applies(ev.HandDropped)
def _(state: PotState, event: ev.HandDropped) -> None:
    seat = event.seat
    state.folded |= {seat}
    state.departed += (seat,)
    state.discards += tuple([(seat, card) for card in state.hands.get(seat, ())])
    state.asked = tuple([one for one in state.asked if one != seat])
    state.showing = tuple([one for one in state.showing if one != seat])
    state.choosing = tuple([one for one in state.choosing if one != seat])
    drawn = state.status is PotStatus.DRAWING and not state.asked
    if drawn or (state.status is PotStatus.CHOOSING and not state.choosing):
        state.status = PotStatus.DEALING
    state.actor = event.actor
    if state.pending_seat == seat:
        state.pending_seat, state.pending_cents, state.pending_raise = 0, 0, False
    if event.refund:
        state.paid = {**state.paid, seat: 0}
        state.dead -= state.antes_for_all.get(seat, 0)
        state.antes_for_all = {one: cents for one, cents in state.antes_for_all.items() if one != seat}


@applies(ev.RakeReturned)
def _(state: PotState, event: ev.RakeReturned) -> None:
    state.raked = {}


@applies(ev.DisputeRuled)
def _(state: PotState, event: ev.DisputeRuled) -> None:
    state.rulings = {**state.rulings, event.dispute: event.final}


@applies(ev.PlayerRemoved)
def _(state: PotState, event: ev.PlayerRemoved) -> None:
    state.removed |= {event.seat}
    state.barred |= {state.seats[event.seat]}
    state.notices |= {event.seat}


@applies(ev.ComplianceNotified)
def _(state: PotState, event: ev.ComplianceNotified) -> None:
    state.notices -= {event.seat}


@applies(ev.LosingHandsCounted)
def _(state: PotState, event: ev.LosingHandsCounted) -> None:
    state.losers_counted = True


# The deck in the dealer's hand.


@applies(ev.DeckHeld)
def _(state: PotState, event: ev.DeckHeld) -> None:
    state.held_in, state.set_down = event.hand, False


@applies(ev.DeckSetDown)
def _(state: PotState, event: ev.DeckSetDown) -> None:
    state.set_down = True


# The decks from the box into play.


def _equip(state: PotState, **changes: Any) -> None:
    state.equipment = replace(state.equipment or PokerEquipment(), **changes)


def _advance(state: PotState, start: CardsStage, end: CardsStage) -> None:
    """Every deck at one stage goes on to another."""
    equipment = state.equipment or PokerEquipment()
    for number in equipment.at_stage(start):
        _deck(state, number, stage=end)


def _deck(state: PotState, number: int, **changes: Any) -> None:
    equipment = state.equipment or PokerEquipment()
    _equip(state, decks=equipment.with_deck(number, replace(equipment.decks[number], **changes)))


@applies(banked.DecksReceived)
def _(state: PotState, event: banked.DecksReceived) -> None:
    equipment = state.equipment or PokerEquipment()
    absent = equipment.at_stage(CardsStage.ABSENT)
    stage = CardsStage.SHUFFLED if event.preshuffled else CardsStage.RECEIVED
    for number in absent:
        _equip(
            state,
            decks=(state.equipment or equipment).with_deck(
                number, PokerDeck(stage=stage, preshuffled=event.preshuffled)
            ),
        )
    # A single replacement does not renew the time of the deck that stays.
    _equip(state, now=event.at, viewers=(), idle=False)
    if len(absent) > 1:
        _equip(state, received_at=event.at, last_deck=-1, rounds_since_count=0)


@applies(banked.CardsInspected)
def _(state: PotState, event: banked.CardsInspected) -> None:
    _advance(state, CardsStage.RECEIVED, CardsStage.INSPECTED)


@applies(banked.InspectionVerified)
def _(state: PotState, event: banked.InspectionVerified) -> None:
    _advance(state, CardsStage.INSPECTED, CardsStage.VERIFIED)


@applies(banked.CardsSpread)
def _(state: PotState, event: banked.CardsSpread) -> None:
    equipment = state.equipment or PokerEquipment()
    if event.no_activity:
        for number in (0, 1):
            _deck(state, number, stage=CardsStage.SPREAD)
    else:
        _advance(state, CardsStage.VERIFIED, CardsStage.SPREAD)
    _equip(state, viewers=(), idle=event.no_activity, last_shuffled=equipment.last_shuffled)


@applies(banked.CardsViewed)
def _(state: PotState, event: banked.CardsViewed) -> None:
    equipment = state.equipment or PokerEquipment()
    viewers = (*equipment.viewers, event.player)
    _equip(state, viewers=viewers)
    if len(viewers) == 2:
        _advance(state, CardsStage.SPREAD, CardsStage.VIEWED)


@applies(ev.DeckWashed)
def _(state: PotState, event: ev.DeckWashed) -> None:
    _deck(state, event.deck, stage=CardsStage.WASHED)


@applies(banked.CardsShuffled)
def _(state: PotState, event: banked.CardsShuffled) -> None:
    _deck(
        state,
        event.deck,
        stage=CardsStage.READY if event.by_device else CardsStage.SHUFFLED,
        order=event.order,
        preshuffled=False,
        by_device=event.by_device,
        device_count=None,
    )
    now = state.equipment.now if state.equipment else 0
    _equip(state, last_shuffled=event.deck, now=max(now, event.at), idle=False)


@applies(banked.DeviceCounted)
def _(state: PotState, event: banked.DeviceCounted) -> None:
    assert state.equipment is not None
    _deck(state, state.equipment.to_count, device_count=event.count)


@applies(banked.CardsCut)
def _(state: PotState, event: banked.CardsCut) -> None:
    assert state.equipment is not None
    number = state.equipment.to_cut
    order, gone, stage = state.equipment.decks[number].order, 0, CardsStage.READY
    if number == state.equipment.in_play:
        # A card set aside before the recut is out of the deck.
        order, gone, stage = state.deck, state.next_card, CardsStage.IN_PLAY
    top = gone + event.depth
    order = order[:gone] + order[top:] + order[gone:top]
    _deck(state, number, stage=stage, order=order)
    if stage is CardsStage.IN_PLAY:
        state.deck = order


@applies(banked.RecutRequired)
def _(state: PotState, event: banked.RecutRequired) -> None:
    assert state.equipment is not None
    _deck(state, state.equipment.to_recut, stage=CardsStage.SHUFFLED)


@applies(banked.ShuffleDirected)
def _(state: PotState, event: banked.ShuffleDirected) -> None:
    for stage in (CardsStage.WASHED, CardsStage.SHUFFLED, CardsStage.READY):
        _advance(state, stage, CardsStage.USED)


@applies(banked.DecksChanged)
def _(state: PotState, event: banked.DecksChanged) -> None:
    _equip(state, decks=(PokerDeck(), PokerDeck()), now=event.at)


@applies(banked.DeviceFailed)
def _(state: PotState, event: banked.DeviceFailed) -> None:
    jammed = state.equipment.jammed if state.equipment is not None else -1
    if jammed >= 0:
        _deck(state, jammed, stage=CardsStage.USED)
    if not event.usable:
        _equip(state, faulty=True)


@applies(banked.DeviceCovered)
def _(state: PotState, event: banked.DeviceCovered) -> None:
    _equip(state, covered=True)


@applies(banked.MethodChanged)
def _(state: PotState, event: banked.MethodChanged) -> None:
    equipment = state.equipment or PokerEquipment()
    works = event.shuffler != "manual"
    _equip(
        state, shuffler=event.shuffler, faulty=equipment.faulty and not works, covered=equipment.covered and not works
    )


@applies(ev.DeckPutIntoPlay)
def _(state: PotState, event: ev.DeckPutIntoPlay) -> None:
    _deck(state, event.deck, stage=CardsStage.IN_PLAY)
    now = state.equipment.now if state.equipment else 0
    _equip(state, in_play=event.deck, now=max(now, event.at))


@applies(ev.DeckCounted)
def _(state: PotState, event: ev.DeckCounted) -> None:
    if state.equipment is not None:
        _equip(state, rounds_since_count=0, counted_in_round=event.stub)


@applies(ev.PokerDeckRemoved)
def _(state: PotState, event: ev.PokerDeckRemoved) -> None:
    if state.equipment is not None:
        _equip(state, decks=state.equipment.with_deck(event.deck, PokerDeck()))
