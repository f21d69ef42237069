"""How each event changes the state of a banked table. Nothing is decided here: an event says all that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from houseway.cards import Card
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import BURN, COMMUNITY
from houseway.engine.banked.state import LOCKED, PLAYING, BankedRound, BankedState, Stakes
from houseway.engine.cards.applying import APPLIERS as CARD_APPLIERS
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Applier, Event, SpokenFor, changes_nothing
from houseway.engine.opening import opened, seated, unseated
from houseway.money import Cents
from houseway.rules.showdown import Setting
from houseway.seats import Seat, without

E = TypeVar("E", bound=Event)

APPLIERS: dict[type[Event], Applier[BankedState]] = {
    **CARD_APPLIERS,
    SpokenFor: changes_nothing,
    ev.TableOpened: opened,
    ev.TableFunded: changes_nothing,
    ev.SeatTaken: seated,
    ev.StakesBrought: changes_nothing,
    ev.BankSettled: changes_nothing,
    ev.NoRollCalled: changes_nothing,
    ev.StacksCollected: changes_nothing,
}


def _applies(kind: type[E]) -> Callable[[Callable[[BankedState, E], None]], Callable[[BankedState, E], None]]:
    def register(function: Callable[[BankedState, E], None]) -> Callable[[BankedState, E], None]:
        APPLIERS[kind] = function
        return function

    return register


def _without(stakes: Stakes, seat: Seat, wager: str) -> Stakes:
    after, left = stakes.copy(), stakes.get(seat, {}).copy()
    left.pop(wager, None)
    if left:
        after[seat] = left
    else:
        after.pop(seat, None)
    return after


def _with(stakes: Stakes, seat: Seat, wager: str, cents: Cents) -> Stakes:
    return {**stakes, seat: {**stakes.get(seat, {}), wager: cents}}


def _drop(state: BankedState, seat: Seat, wager: str) -> None:
    if state.round.lammers:
        state.round.lammers = tuple([one for one in state.round.lammers if one != (seat, wager)])
    state.round.wagers = _without(state.round.wagers, seat, wager)
    state.round.live = _without(state.round.live, seat, wager)


# Seats and wagers.


@_applies(ev.SeatLeft)
def _(state: BankedState, event: ev.SeatLeft) -> None:
    unseated(state, event)
    if not state.seats:
        state.equipment = state.equipment.left_alone()


@_applies(ev.WagersPlaced)
def _(state: BankedState, event: ev.WagersPlaced) -> None:
    of, seat = state.round, event.seat
    own = {wager: Cents(of.stake(seat, wager) + cents) for wager, cents in event.wagers}
    of.wagers = {**of.wagers, seat: {**of.wagers.get(seat, {}), **own}}
    of.live = {**of.live, seat: {**of.live.get(seat, {}), **own}}


@_applies(ev.WagersWithdrawn)
def _(state: BankedState, event: ev.WagersWithdrawn) -> None:
    for wager in event.wagers:
        _drop(state, event.seat, wager)


@_applies(ev.BankOffered)
def _(state: BankedState, event: ev.BankOffered) -> None:
    state.round.bank_offered = (*state.round.bank_offered, event.seat)


@_applies(ev.BankPassed)
def _(state: BankedState, event: ev.BankPassed) -> None:
    of = state.round
    of.bank_passed = (*of.bank_passed, event.seat)
    if of.bank == event.seat:
        of.bank, of.co_bank, of.dealer_wager, of.dealer_wagered = None, False, Cents(0), False


@_applies(ev.BankAccepted)
def _(state: BankedState, event: ev.BankAccepted) -> None:
    state.round.bank = event.seat
    state.round.co_bank = event.co_bank
    state.round.dealer_wager = event.dealer_wager
    state.round.dealer_wagered = bool(event.postings)


@_applies(ev.DealerWagerPlaced)
def _(state: BankedState, event: ev.DealerWagerPlaced) -> None:
    state.round.dealer_wagered = True


@_applies(ev.BetsClosed)
def _(state: BankedState, event: ev.BetsClosed) -> None:
    state.round.dealt_in = state.round.players
    state.round.status = LOCKED
    state.number += 1
    state.round.magic_card = event.magic_card
    state.round.lucky = event.lucky
    state.round.lammers = event.lammers
    state.round.chips_accepted = event.chips_due
    state.round.chips_counted = event.chips_due == 0
    if event.carried:
        state.carried = {**state.carried, **dict(event.carried)}
    for _source, target, cents in event.postings:
        if target.startswith("meter "):
            before = state.round.contributed.get(target, 0)
            state.round.contributed = {**state.round.contributed, target: Cents(before + cents)}


@_applies(ev.EnvyLammersPlaced)
def _(state: BankedState, event: ev.EnvyLammersPlaced) -> None:
    state.round.lammers = event.lammers


@_applies(ev.DrawnAtRandom)
def _(state: BankedState, event: ev.DrawnAtRandom) -> None:
    state.round.magic_card, state.round.lucky = event.magic_card, event.lucky


@_applies(ev.ChipsCounted)
def _(state: BankedState, event: ev.ChipsCounted) -> None:
    state.round.chips_counted = event.chips == event.accepted


@_applies(ev.StartDetermined)
def _(state: BankedState, event: ev.StartDetermined) -> None:
    state.round.start = event.position


# The round of play.


@_applies(ev.PhaseBegan)
def _(state: BankedState, event: ev.PhaseBegan) -> None:
    of = state.round
    if of.status is LOCKED:
        of.status = PLAYING
    of.phase = event.phase
    of.asked = event.asked
    of.deals = event.deals


@_applies(ev.CardsDealt)
def _(state: BankedState, event: ev.CardsDealt) -> None:
    of = state.round
    received: dict[Seat, list[Card]] = {}
    for target, card in event.cards:
        if target in received:
            received[target].append(card)
        else:
            received[target] = [card]
    hands = of.hands.copy()
    for target, cards in received.items():
        if target == COMMUNITY:
            of.community += tuple(cards)
            if not event.face_down:
                of.turned = len(of.community)
        elif target == BURN:
            of.burned += tuple(cards)
        else:
            hands[target] = hands.get(target, ()) + tuple(cards)
    of.hands = hands
    of.next_card += len(event.cards)
    of.deals = of.deals[len(event.cards) :]
    if event.complete:
        of.dealt |= {event.phase}


@_applies(ev.CommunityTurned)
def _(state: BankedState, event: ev.CommunityTurned) -> None:
    state.round.turned += len(event.cards)
    state.round.dealt |= {event.phase}


@_applies(ev.Decided)
def _(state: BankedState, event: ev.Decided) -> None:
    of, seat = state.round, event.seat
    of.asked = without(of.asked, seat)
    if event.leaves:
        of.left |= {seat}
    if event.wager is not None:
        of.live = _with(of.live, seat, event.wager, event.cents)
        of.wagers = _with(of.wagers, seat, event.wager, event.cents)
    elif event.folds:
        of.folded |= {seat}
    elif event.surrenders:
        of.surrendered |= {seat}


@_applies(ev.WagersAbandoned)
def _(state: BankedState, event: ev.WagersAbandoned) -> None:
    of, seat = state.round, event.seat
    of.asked = without(of.asked, seat)
    of.left |= {seat}
    of.lammers = tuple([one for one in of.lammers if one[0] != seat])
    # Nobody is there any more to say whether an exposed hand is played.
    of.exposed -= {seat}
    if not event.is_bank:
        of.folded |= {seat}


@_applies(ev.HandsSet)
def _(state: BankedState, event: ev.HandsSet) -> None:
    state.round.settings = {**state.round.settings, event.seat: Setting(event.high, event.low)}


@_applies(ev.BankRevealed)
def _(state: BankedState, event: ev.BankRevealed) -> None:
    state.round.revealed = True


@_applies(ev.HandsRevealed)
def _(state: BankedState, event: ev.HandsRevealed) -> None:
    state.round.shown |= {event.seat}


@_applies(ev.WagerSettled)
def _(state: BankedState, event: ev.WagerSettled) -> None:
    of, seat, wager = state.round, event.seat, event.wager
    of.live = _without(of.live, seat, wager)
    of.settled += ((seat, wager, event.net, event.clause),)
    of.moved += event.postings


def _moved(state: BankedState, event: Event) -> None:
    state.round.moved += event.postings


for _kind in (ev.MeterReset, ev.DealerWagerSettled, ev.ShortfallCollected):
    APPLIERS[_kind] = _moved


@_applies(ev.PayoutLimited)
def _(state: BankedState, event: ev.PayoutLimited) -> None:
    of, seat = state.round, event.seat
    of.limited = {**of.limited, seat: Cents(of.limited.get(seat, 0) + event.reduction)}
    of.moved += event.postings


@_applies(ev.SettlementUndone)
def _(state: BankedState, event: ev.SettlementUndone) -> None:
    of = state.round
    of.live, of.settled, of.moved, of.limited = of.wagers, (), (), {}
    of.awaiting = of.validated = of.undocumented = frozenset()


@_applies(ev.ValidationAwaited)
def _(state: BankedState, event: ev.ValidationAwaited) -> None:
    state.round.awaiting |= {(event.seat, event.wager)}
    if event.person:
        state.round.verified_by |= {event.person}
    state.round.stage = event.stage
    state.round.resume = event.resume


@_applies(ev.DocumentationAwaited)
def _(state: BankedState, event: ev.DocumentationAwaited) -> None:
    state.round.undocumented |= {(event.seat, event.wager)}


@_applies(ev.CardsKept)
def _(state: BankedState, event: ev.CardsKept) -> None:
    state.round.kept, state.round.kept_void = True, event.void


@_applies(ev.PayoutDocumented)
def _(state: BankedState, event: ev.PayoutDocumented) -> None:
    state.round.undocumented -= {(event.seat, event.wager)}


@_applies(ev.PayoutValidated)
def _(state: BankedState, event: ev.PayoutValidated) -> None:
    state.round.awaiting -= {(event.seat, event.wager)}
    state.round.validated |= {(event.seat, event.wager)}


@_applies(ev.CardsSpread)
def _(state: BankedState, event: ev.CardsSpread) -> None:
    CARD_APPLIERS[ev.CardsSpread](state, event)
    if event.no_activity:
        state.rounds_since_opening = 0


def _before_the_start(kind: type[Event]) -> None:
    """Cards that are shuffled or cut again, or changed, are so before the start is found: one found before is dropped."""
    change = APPLIERS[kind]

    def applier(state: BankedState, event: Event) -> None:
        change(state, event)
        if state.round.status is LOCKED and state.equipment.stage is not CardsStage.READY:
            state.round.start = None

    APPLIERS[kind] = applier


for _changes in (ev.ShuffleDirected, ev.RecutRequired, ev.DecksChanged, ev.DeckRemoved):
    _before_the_start(_changes)


@_applies(ev.CardSetAside)
def _(state: BankedState, event: ev.CardSetAside) -> None:
    state.round.set_aside = (*state.round.set_aside, event.card)
    state.round.next_card += 1


@_applies(ev.CardExposed)
def _(state: BankedState, event: ev.CardExposed) -> None:
    if event.asks:
        state.round.exposed |= {event.seat}
    if event.card is not None:
        state.round.open_cards |= {event.card}


@_applies(ev.WagersReturned)
def _(state: BankedState, event: ev.WagersReturned) -> None:
    for seat, wager, _cents in event.wagers:
        _drop(state, seat, wager)
    if event.carried:
        state.carried = {**state.carried, **dict(event.carried)}


@_applies(ev.HandVoided)
def _(state: BankedState, event: ev.HandVoided) -> None:
    state.round.voided |= {event.seat}
    if event.wagered:
        state.round.wagered_void = {**state.round.wagered_void, event.seat: event.wagered}
    state.round.exposed -= {event.seat}
    state.round.asked = without(state.round.asked, event.seat)


@_applies(ev.HandKept)
def _(state: BankedState, event: ev.HandKept) -> None:
    state.round.exposed -= {event.seat}


@_applies(ev.RoundEnded)
def _(state: BankedState, event: ev.RoundEnded) -> None:
    # Two decks alternate from round to round, whether the round counted or not.
    state.equipment = state.equipment.after_round(void=False)
    if not event.void:
        state.rounds_since_opening += 1
        if state.round.bank is None:
            # Of one player's two areas the larger wager counts.
            state.last_against_dealer = dict(sorted(event.against_dealer, key=lambda one: one[1]))
            state.last_bank, state.last_banker = None, ""
        else:
            state.last_bank, state.last_banker = state.round.bank, state.seats[state.round.bank]
    state.last, state.round = state.round, BankedRound()
