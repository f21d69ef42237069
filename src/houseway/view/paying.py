"""What a dealer pays and takes, seat by seat from the dealer's right; nothing that hangs on a card still face down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.clause import ClauseId
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.money import NOTHING, Cents
from houseway.rules.game import PayEnvy, SharedMeter
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.names import wager_name
from houseway.view.table import table_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One wager as it is settled: what lies there, what is done with it, and under which clause."""

    wager: str
    cents: Cents
    act: str
    paid: Cents
    net: Cents
    hand: str
    clause: ClauseId


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidSeat:
    """A seat in the dealer's order with all its payments."""

    seat: Seat
    hand: str
    cards: tuple[Any, ...]
    low: tuple[Any, ...]
    payments: tuple[Payment, ...]

    @property
    def net(self) -> int:
        """What the seat gains or loses by all of them."""
        return sum(one.net for one in self.payments)


def _hidden(seen: BankedObservation) -> set[Seat]:
    """Seats with wagers still to be settled whose hands lie face down."""
    return {seat for seat, wagers in seen.wagers.items() if wagers and None in seen.hands.get(seat, ())}


def can_be_told(rules: TableRules, seen: BankedObservation) -> bool:
    """Whether payments can be told before the settlement: not where hands are turned up one after the other, nor where a
    hand face down may stop it for a validation."""
    if rules.game.reveals_in_turn or None in (*seen.hands.get(DEALER, ()), *seen.community):
        return False
    return not any(rules.game.validation_of(id) for seat in _hidden(seen) for id in seen.wagers[seat])


def payments_to_make(rules: TableRules, seen: BankedObservation, events: Iterable[Event]) -> list[PaidSeat]:
    """What the settlement comes to; of a hand face down only that it is to be turned up."""
    hidden = _hidden(seen)
    shared = {stage.wager for stage in rules.game.stages if isinstance(stage, PayEnvy | SharedMeter)} | {"envy"}
    told = [event for event in events if isinstance(event, ev.WagerSettled) and event.seat not in hidden]
    # What is divided among several, or paid for another's hand, is told when every hand is.
    found = paid_seats(rules, seen, [event for event in told if not hidden or event.wager not in shared])
    for seat in hidden:
        later = tuple([_later(rules, id, cents) for id, cents in seen.wagers[seat].items()])
        found.append(PaidSeat(seat=seat, hand="face down", cards=(), low=(), payments=later))
    return sorted(found, key=lambda one: -one.seat)


def _later(rules: TableRules, id: str, cents: Cents) -> Payment:
    wager, name = rules.game.wagers[id], wager_name(rules.game, id)
    return Payment(
        wager=name, cents=cents, act="Turn up the hand", paid=NOTHING, net=NOTHING, hand="", clause=wager.clause
    )


def payments_made(rules: TableRules, seen: BankedObservation) -> list[PaidSeat]:
    """What has been settled in this round so far, the latest first."""
    events: list[Event] = []
    for event in seen.events:
        if isinstance(event, ev.BetsClosed):
            events = []
        events.append(event)
    return list(reversed(paid_seats(rules, seen, events)))


def paid_seats(rules: TableRules, seen: BankedObservation, events: Iterable[Event]) -> list[PaidSeat]:
    """Settlements by seat, in the order in which the seats are settled first."""
    places = {place.seat: place for place in table_view(rules, seen).places}
    by_seat: dict[Seat, list[Payment]] = {}
    for event in events:
        if isinstance(event, ev.WagerSettled):
            by_seat.setdefault(event.seat, []).append(_payment(rules, event))
    found = []
    for seat, payments in by_seat.items():
        place = places.get(seat)
        cards = place.cards if place is not None and None not in place.cards else ()
        low = place.low if place is not None and None not in place.low else ()
        hand = place.hand if place is not None and cards else ""
        found.append(PaidSeat(seat=seat, hand=hand, cards=cards, low=low, payments=tuple(payments)))
    return found


def owed(rules: TableRules, event: ev.WagerSettled) -> Cents:
    """What goes to the player beside the wager itself: of a wager that was taken before the deal, all that is paid."""
    wager = rules.game.wagers.get(event.wager)
    taken = wager is not None and wager.taken_before_deal
    return Cents(max(event.net + event.amount if taken else event.net, 0))


def _payment(rules: TableRules, event: ev.WagerSettled) -> Payment:
    paid = owed(rules, event)
    taken = event.wager in rules.game.wagers and rules.game.wagers[event.wager].taken_before_deal
    if paid:
        act = f"Pay {event.pays}" if event.pays[:1].isdigit() else "Pay"
    elif event.net == 0:
        act = "Push: leave it"
    else:
        act = "Nothing" if taken else "Take"
    return Payment(
        wager=wager_name(rules.game, event.wager),
        cents=event.amount,
        act=act,
        paid=paid or Cents(abs(event.net)),
        net=event.net,
        hand=event.hand,
        clause=event.clause,
    )
