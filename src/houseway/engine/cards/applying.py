"""How the events of cards and devices change the state of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from houseway.engine.cards import events as ev
from houseway.engine.cards.state import NONE, READY, CardsStage, CardState, Deck, Equipment
from houseway.engine.kernel import Applier, Event, changes_nothing
from houseway.rules.cards import Dealing, Device, Shuffler

# Looked up once: with every round a deck comes into play.
IN_PLAY = CardsStage.IN_PLAY
MOST_DECKS = 2
"""A table has one deck, or two that alternate."""


def _received(equipment: Equipment, event: ev.DecksReceived) -> Equipment:
    if event.decks > MOST_DECKS:
        raise ValueError("no table has so many decks")
    # Preinspected and preshuffled cards go straight to the cut.
    stage = CardsStage.SHUFFLED if event.preshuffled else CardsStage.RECEIVED
    decks, first = list(equipment.decks), not equipment.present
    for _ in range(event.decks):
        place = next((number for number, deck in enumerate(decks) if deck.stage is CardsStage.ABSENT), len(decks))
        decks[place : place + 1] = [Deck(stage=stage, preshuffled=event.preshuffled)]
    after = replace(equipment, decks=tuple(decks), two_jokers=event.two_jokers, viewers=(), idle=False)
    if not first:
        # A single replacement does not renew the time of the deck that stays.
        return after
    return replace(
        after, received_at=event.at, last_deck=NONE, rounds_since_count=0, counted_in_round=False, deserted=False
    )


def _inspected(equipment: Equipment, event: ev.CardsInspected) -> Equipment:
    after = equipment.moved(equipment.at_stage(CardsStage.RECEIVED), CardsStage.INSPECTED)
    return replace(after, inspected_by=event.person)


def _verified(equipment: Equipment, event: ev.InspectionVerified) -> Equipment:
    after = equipment.moved(equipment.at_stage(CardsStage.INSPECTED), CardsStage.VERIFIED)
    return replace(after, two_jokers=False)


def _spread(equipment: Equipment, event: ev.CardsSpread) -> Equipment:
    decks = equipment.present if event.no_activity else equipment.at_stage(CardsStage.VERIFIED)
    decks = [number for number in decks if number not in event.stored]
    after = replace(equipment.moved(decks, CardsStage.SPREAD), viewers=(), idle=event.no_activity, deserted=False)
    # The deck that comes out of the device is the next one, the one that goes in was the last.
    return replace(after, last_deck=decks[0]) if event.stored else after


def _viewed(equipment: Equipment, event: ev.CardsViewed) -> Equipment:
    after = replace(equipment, viewers=(*equipment.viewers, event.player))
    return after.moved(after.at_stage(CardsStage.SPREAD), CardsStage.VIEWED) if event.complete else after


def _washed(equipment: Equipment, event: ev.CardsWashed) -> Equipment:
    return equipment.moved([event.deck], CardsStage.WASHED)


def _shuffled(equipment: Equipment, event: ev.CardsShuffled) -> Equipment:
    stage = READY if event.by_device else CardsStage.SHUFFLED
    deck = Deck(stage=stage, order=event.order, by_device=event.by_device)
    return replace(equipment.with_deck(event.deck, deck), last_shuffled=event.deck)


def _shuffle_directed(equipment: Equipment, event: ev.ShuffleDirected) -> Equipment:
    return equipment.moved(event.decks, CardsStage.USED)


def _device_counted(equipment: Equipment, event: ev.DeviceCounted) -> Equipment:
    after = equipment.changed(event.deck, device_count=event.count)
    return replace(after, rounds_since_count=0) if event.right else after


def _cut_offered(equipment: Equipment, event: ev.CutOffered) -> Equipment:
    return equipment.changed(event.deck, offered=(*equipment.decks[event.deck].offered, event.seat))


def _cut_declined(equipment: Equipment, event: ev.CutDeclined) -> Equipment:
    return equipment.changed(event.deck, declined=(*equipment.decks[event.deck].declined, event.seat))


def _recut_required(equipment: Equipment, event: ev.RecutRequired) -> Equipment:
    return equipment.changed(event.deck, stage=CardsStage.SHUFFLED, offered=(), declined=())


def _changed(equipment: Equipment, event: ev.DecksChanged) -> Equipment:
    return replace(equipment, decks=(), last_shuffled=NONE, deserted=False)


def _removed(equipment: Equipment, event: ev.DeckRemoved) -> Equipment:
    # What is removed at a table without decks of its own is a stated one.
    return equipment.with_deck(event.deck, Deck()) if equipment.decks else equipment


def _deck_counted(equipment: Equipment, event: ev.DeckCounted) -> Equipment:
    return replace(equipment, rounds_since_count=0)


def _stub_counted(equipment: Equipment, event: ev.StubCounted) -> Equipment:
    # A count made in a round stands for that round too.
    return replace(equipment, rounds_since_count=0, counted_in_round=True)


def _failed(equipment: Equipment, event: ev.DeviceFailed) -> Equipment:
    return equipment if event.usable else replace(equipment, faulty=(*equipment.faulty, event.device))


def _covered(equipment: Equipment, event: ev.DeviceCovered) -> Equipment:
    return replace(equipment, covered=(*equipment.covered, event.device))


def _method_changed(equipment: Equipment, event: ev.MethodChanged) -> Equipment:
    # Going back to a device says that it works again.
    works = {Device.SHUFFLER: event.shuffler != Shuffler.MANUAL, Device.SHOE: event.dealing == Dealing.AUTOMATED_SHOE}
    return replace(
        equipment,
        shuffler=event.shuffler,
        dealing=event.dealing,
        faulty=tuple(device for device in equipment.faulty if not works[Device(device)]),
        covered=tuple(device for device in equipment.covered if not works[Device(device)]),
    )


def _put_into_play(state: CardState, event: ev.DeckPutIntoPlay) -> None:
    equipment = state.equipment
    state.round.deck, state.round.next_card = equipment.decks[event.deck].order, 0
    state.equipment = replace(equipment.changed(event.deck, stage=IN_PLAY), in_play=event.deck, idle=False)
    state.now = event.at


def _cut(state: CardState, event: ev.CardsCut) -> None:
    equipment, of = state.equipment, state.round
    in_play = event.deck == equipment.in_play
    # A card set aside before a recut in play is out of the deck.
    order, gone = (of.deck, of.next_card) if in_play else (equipment.decks[event.deck].order, 0)
    top = gone + event.depth
    order = order[:gone] + order[top:] + order[gone:top]
    stage = CardsStage.IN_PLAY if in_play else CardsStage.READY
    state.equipment = equipment.changed(event.deck, stage=stage, order=order, last_cut_by=event.seat)
    if in_play:
        of.deck = order


_CHANGES: Mapping[type[Event], Callable[[Equipment, Any], Equipment]] = {
    ev.DecksReceived: _received,
    ev.CardsInspected: _inspected,
    ev.InspectionVerified: _verified,
    ev.CardsSpread: _spread,
    ev.CardsViewed: _viewed,
    ev.CardsWashed: _washed,
    ev.CardsShuffled: _shuffled,
    ev.ShuffleDirected: _shuffle_directed,
    ev.DeviceCounted: _device_counted,
    ev.CutOffered: _cut_offered,
    ev.CutDeclined: _cut_declined,
    ev.RecutRequired: _recut_required,
    ev.DecksChanged: _changed,
    ev.DeckRemoved: _removed,
    ev.DeckCounted: _deck_counted,
    ev.StubCounted: _stub_counted,
    ev.DeviceFailed: _failed,
    ev.DeviceCovered: _covered,
    ev.MethodChanged: _method_changed,
}


def _of_equipment(kind: type[Event], change: Callable[[Equipment, Any], Equipment]) -> Applier[CardState]:
    timed = "at" in kind.__struct_fields__

    def applier(state: CardState, event: Any) -> None:
        state.equipment = change(state.equipment, event)
        if timed:
            state.now = event.at

    return applier


APPLIERS: Mapping[type[Event], Applier[CardState]] = {
    **{kind: _of_equipment(kind, change) for kind, change in _CHANGES.items()},
    ev.DeckPutIntoPlay: _put_into_play,
    ev.CardsCut: _cut,
    ev.IrregularityRuled: changes_nothing,
}
"""What every table has; a card set aside or exposed is each machine's own."""
