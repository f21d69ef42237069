"""The state of a poker table, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar, get_args

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.equipment import PokerEquipment
from houseway.engine.banked.events import Event

COMMUNITY = 0
BURN = -1
SET_ASIDE = -2
INELIGIBLE = -3
"""Where a card can go besides a seat."""


class PotStatus(StrEnum):
    """What a poker table waits for."""

    BETWEEN_ROUNDS = "between rounds"
    DEALING = "dealing"
    BETTING = "betting"
    DRAWING = "drawing"
    RESHUFFLING = "reshuffling"
    CHOOSING = "choosing"
    SHOWDOWN = "showdown"


class PotState(msgspec.Struct, gc=False):
    """All there is to know of a poker table. Treat it as a value: the engine works on copies.

    Like an event it holds only plain values, so the garbage collector need not look at it.
    """

    seats: dict[int, str] = {}
    ledger: dict[str, int] = {}
    number: int = 0
    kill: bool = False
    button: int = 0
    kill_next: bool = False
    agreed_minimum: int = 0
    minimum_lapses: bool = False
    away: frozenset[int] = frozenset()
    counted: dict[int, int] = {}
    removed: frozenset[int] = frozenset()
    barred: frozenset[str] = frozenset()
    notices: frozenset[int] = frozenset()
    rulings: dict[str, bool] = {}
    equipment: PokerEquipment | None = None
    charged_at: int | None = None
    not_collecting: frozenset[str] = frozenset()
    owing: dict[int, int] = {}
    posting: frozenset[int] = frozenset()
    # This round of play.
    status: PotStatus = PotStatus.BETWEEN_ROUNDS
    order: tuple[int, ...] = ()
    street: int = -1
    deck: tuple[Card, ...] = ()
    next_card: int = 0
    hands: dict[int, tuple[Card, ...]] = {}
    up: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    common: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    discards: tuple[tuple[int, Card], ...] = ()
    folded: frozenset[int] = frozenset()
    all_in: frozenset[int] = frozenset()
    mucked: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    paid: dict[int, int] = {}
    dead: int = 0
    # This betting round.
    bets: dict[int, int] = {}
    faced: dict[int, int] = {}
    actor: int = 0
    current: int = 0
    raise_size: int = 0
    raises: int = 0
    completed: bool = True
    aggressor: int = 0
    opener: int = 0
    straddler: int = 0
    last_blind: int = 0
    # A draw, or super stud's discards.
    asked: tuple[int, ...] = ()
    discard: int = 0
    owed: int = 0
    drawer: int = 0
    burn_owed: bool = False
    showing: tuple[int, ...] = ()
    raked: dict[str, int] = {}
    bettors: frozenset[int] = frozenset()
    # Around the betting: chips not yet a bet, cards that went wrong, the deck in the dealer's hand.
    pending_seat: int = 0
    pending_cents: int = 0
    pending_raise: bool = False
    antes_for_all: dict[int, int] = {}
    posted: frozenset[int] = frozenset()
    largest_blind: int = 0
    departed: tuple[int, ...] = ()
    exposed: frozenset[Card] = frozenset()
    set_aside: tuple[Card, ...] = ()
    face_ups: int = 0
    choosing: tuple[int, ...] = ()
    held_in: str = ""
    set_down: bool = False
    losers_counted: bool = False

    def copy(self) -> PotState:
        """A copy that may be changed without changing this state: what it holds is replaced, never changed in place."""
        return self.__copy__()  # type: ignore[attr-defined, no-any-return]

    @property
    def contending(self) -> list[int]:
        """Who has not folded, in the order of dealing."""
        folded = self.folded
        return [seat for seat in self.order if seat not in folded] if folded else list(self.order)


E = TypeVar("E", bound=Event)
_MOVE_MONEY = frozenset(kind for kind in get_args(ev.AnyPotEvent) if "postings" in kind.__struct_fields__)
_appliers: dict[type[Event], Callable[[PotState, Any], None]] = {}


def apply(state: PotState, event: Event) -> None:
    """Change the given state, which the caller owns, by an event."""
    kind = type(event)
    if kind in _MOVE_MONEY and event.postings:  # type: ignore[attr-defined]
        ledger = state.ledger.copy()
        for source, target, cents in event.postings:  # type: ignore[attr-defined]
            ledger[source] = ledger.get(source, 0) - cents
            ledger[target] = ledger.get(target, 0) + cents
        state.ledger = ledger
    applier = _appliers.get(kind)
    if applier is not None:
        applier(state, event)


def evolve(state: PotState, event: Event) -> PotState:
    """The state after an event."""
    after = state.copy()
    apply(after, event)
    return after


def _applies(kind: type[E]) -> Callable[[Callable[[PotState, E], None]], Callable[[PotState, E], None]]:
    def register(function: Callable[[PotState, E], None]) -> Callable[[PotState, E], None]:
        _appliers[kind] = function
        return function

    return register


applies = _applies


@_applies(ev.StakesBrought)
def _(state: PotState, event: ev.StakesBrought) -> None:
    state.seats = {**state.seats, event.seat: event.player}


@_applies(ev.StakesTaken)
def _(state: PotState, event: ev.StakesTaken) -> None:
    state.seats = {seat: player for seat, player in state.seats.items() if seat != event.seat}
    state.away -= {event.seat}
    state.removed -= {event.seat}
    state.owing = {seat: cents for seat, cents in state.owing.items() if seat != event.seat}
    state.posting -= {event.seat}
    # Whoever sits there next has not seen these cards.
    state.hands = {seat: hand for seat, hand in state.hands.items() if seat != event.seat}
    state.discards = tuple([(seat, card) for seat, card in state.discards if seat != event.seat])


@_applies(ev.RoundStarted)
def _(state: PotState, event: ev.RoundStarted) -> None:
    for field, blank in _BLANK.items():
        setattr(state, field, blank)
    state.status = PotStatus.DEALING
    state.number = event.number
    state.order = event.order
    state.button = event.button
    state.deck = event.deck
    state.kill = event.kill
    state.paid = dict.fromkeys(event.order, 0)


@_applies(ev.Posted)
def _(state: PotState, event: ev.Posted) -> None:
    seat = event.seat
    if event.all_in:
        state.all_in |= {seat}
    if event.kind in ("ante for all", "dead post"):
        state.dead += event.cents
        state.antes_for_all = {**state.antes_for_all, seat: state.antes_for_all.get(seat, 0) + event.cents}
        return
    state.paid = {**state.paid, seat: state.paid[seat] + event.cents}
    if event.kind == "ante":
        return
    largest = max(state.bets.values(), default=0)
    state.bets = {**state.bets, seat: state.bets.get(seat, 0) + event.cents}
    match event.kind:
        case "post":
            state.posted |= {seat}
        case "blind":
            state.last_blind = seat
            if event.cents > largest:
                state.largest_blind = seat
        case "straddle":
            state.straddler = seat
            # Nobody has to straddle.
            state.bettors |= {seat}
        case "forced bet":
            state.opener = seat
            state.completed = False


@_applies(ev.StreetDealt)
def _(state: PotState, event: ev.StreetDealt) -> None:
    down: dict[int, list[Card]] = {}
    up: dict[int, list[Card]] = {}
    for seat, card, face_up in event.cards:
        if seat > COMMUNITY:
            if seat in down:
                down[seat].append(card)
            else:
                down[seat] = [card]
            if face_up:
                up.setdefault(seat, []).append(card)
        elif seat == BURN:
            state.burns += (card,)
            state.burn_owed = False
        elif seat == COMMUNITY:
            if event.common:
                state.common += (card,)
            else:
                state.board += (card,)
        elif seat == SET_ASIDE:
            state.set_aside += (card,)
            state.face_ups += face_up
        elif seat == INELIGIBLE:
            state.discards += ((0, card),)
    if down:
        hands = state.hands.copy()
        for seat, cards in down.items():
            hands[seat] = hands.get(seat, ()) + tuple(cards)
        state.hands = hands
    if up:
        state.up = {seat: state.up.get(seat, ()) + tuple(up.get(seat, ())) for seat in {*state.up, *up}}
    state.street = event.street
    state.next_card += len(event.cards)


@_applies(ev.BettingBegan)
def _(state: PotState, event: ev.BettingBegan) -> None:
    state.status = PotStatus.BETTING
    state.actor = event.actor
    state.current = event.current
    state.raise_size = event.raise_size
    state.raises = 0
    # A Forced Bet is its player's bet: unlike a blind it leaves no option once it has only been called (637a.10(e)).
    state.faced = {state.opener: event.current} if state.opener and not event.street else {}
    state.aggressor = 0
    if event.street:
        state.opener = event.actor


@_applies(ev.Acted)
def _(state: PotState, event: ev.Acted) -> None:
    seat = event.seat
    if event.word == "fold":
        state.folded |= {seat}
        state.departed += (seat,)
        state.discards += tuple([(seat, card) for card in state.hands[seat]])
    elif event.cents:
        state.bets = {**state.bets, seat: event.to}
        state.paid = {**state.paid, seat: state.paid[seat] + event.cents}
        state.bettors |= {seat}
        if event.all_in:
            state.all_in |= {seat}
    if event.current > state.current:
        state.aggressor = seat
    state.faced = {**state.faced, seat: event.current}
    state.actor = event.actor
    state.current = event.current
    state.raise_size = event.raise_size
    state.raises = event.raises
    state.completed = event.completed


@_applies(ev.BettingEnded)
def _(state: PotState, event: ev.BettingEnded) -> None:
    state.status = PotStatus.DEALING
    state.actor = 0
    state.bets = {}
    state.current = 0
    state.completed = True


@_applies(ev.DrawBegan)
def _(state: PotState, event: ev.DrawBegan) -> None:
    state.status = PotStatus.DRAWING
    state.street = event.street
    state.asked = event.asked
    state.discard = event.discard
    state.burn_owed = event.burn_owed


@_applies(ev.Discarded)
def _(state: PotState, event: ev.Discarded) -> None:
    seat, gone = event.seat, event.cards
    state.hands = {**state.hands, seat: tuple([card for card in state.hands[seat] if card not in gone])}
    state.discards += tuple([(seat, card) for card in gone])
    state.asked = tuple([one for one in state.asked if one != seat])
    state.owed = event.owed
    if not state.asked and not event.owed:
        state.status = PotStatus.DEALING


@_applies(ev.Drew)
def _(state: PotState, event: ev.Drew) -> None:
    state.hands = {**state.hands, event.seat: state.hands[event.seat] + event.cards}
    state.next_card += len(event.cards)
    state.owed = event.owed
    state.drawer = event.seat
    if event.owed:
        state.status = PotStatus.RESHUFFLING
    elif not state.asked:
        state.status = PotStatus.DEALING


@_applies(ev.ReshuffleAwaited)
def _(state: PotState, event: ev.ReshuffleAwaited) -> None:
    state.status = PotStatus.RESHUFFLING


@_applies(ev.Reshuffled)
def _(state: PotState, event: ev.Reshuffled) -> None:
    # What is left of the stub is dealt first; a last card before a common card was shuffled in with the burns.
    back = set(event.order)
    state.discards = tuple([(seat, card) for seat, card in state.discards if card not in back])
    state.burns = tuple([card for card in state.burns if card not in back])
    stub = () if event.burns else state.deck[state.next_card :]
    state.deck, state.next_card = stub + event.order, 0
    state.status = PotStatus.DEALING if event.burns else PotStatus.DRAWING


@_applies(ev.UncalledBetReturned)
def _(state: PotState, event: ev.UncalledBetReturned) -> None:
    if event.ante:
        state.dead -= event.cents
        state.antes_for_all = {**state.antes_for_all, event.seat: state.antes_for_all[event.seat] - event.cents}
        return
    state.paid = {**state.paid, event.seat: state.paid[event.seat] - event.cents}


@_applies(ev.ShowdownBegan)
def _(state: PotState, event: ev.ShowdownBegan) -> None:
    state.status = PotStatus.SHOWDOWN
    state.showing = event.order


@_applies(ev.HandShown)
def _(state: PotState, event: ev.HandShown) -> None:
    state.shown |= {event.seat}
    state.showing = tuple([seat for seat in state.showing if seat != event.seat])


@_applies(ev.HandMucked)
def _(state: PotState, event: ev.HandMucked) -> None:
    state.mucked |= {event.seat}
    state.showing = tuple([seat for seat in state.showing if seat != event.seat])


@_applies(ev.RakeTaken)
def _(state: PotState, event: ev.RakeTaken) -> None:
    state.raked = {**state.raked, event.kind: state.raked.get(event.kind, 0) + event.cents}


@_applies(ev.PokerRoundEnded)
def _(state: PotState, event: ev.PokerRoundEnded) -> None:
    state.status = PotStatus.BETWEEN_ROUNDS
    if state.minimum_lapses:
        state.agreed_minimum, state.minimum_lapses = 0, False
    state.kill_next = event.kill_next
    state.button = event.button_next or state.button
    if state.owing and not event.void:
        settled = state.posted | {state.largest_blind}
        state.owing = {seat: cents for seat, cents in state.owing.items() if seat not in settled}
        state.posting -= settled
    if state.equipment is not None:
        state.equipment = state.equipment.after_round(void=event.void)


_KEPT = {"seats", "ledger", "number", "kill", "button", "kill_next"}
_KEPT |= {"agreed_minimum", "away", "counted", "removed", "notices", "rulings", "equipment", "charged_at"}
_KEPT |= {"not_collecting", "owing", "posting", "barred", "minimum_lapses"}
_BLANK = {field: getattr(PotState(), field) for field in PotState.__struct_fields__ if field not in _KEPT}
