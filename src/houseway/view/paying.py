"""What a dealer has paid and taken, seat by seat from the dealer's right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.clause import ClauseId
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event
from houseway.money import Cents
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import wager_name
from houseway.view.table import table_view
from houseway.view.words import listed


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

    @property
    def does(self) -> str:
        """What the dealer does with the wagers, in sentences: ``Take Ante and Raise. Pay Odds 4 to 1.``"""
        by_act: dict[str, list[str]] = {}
        for one in self.payments:
            by_act.setdefault(one.act, []).append(one.wager)
        return " ".join(f"{_done(act, listed(wagers, 'and'))}." for act, wagers in by_act.items())


def _done(act: str, wagers: str) -> str:
    if act.startswith("Pay"):
        return f"Pay {wagers}{act.removeprefix('Pay')}"
    return {"Push: leave it": f"Leave {wagers}", "Take": f"Take {wagers}", "Nothing": f"Nothing for {wagers}"}.get(
        act, act
    )


def payments_of_last_hand(rules: TableRules, seen: BankedObservation) -> list[PaidSeat]:
    """What was settled since the last hand was turned up: that hand, and folded ones in their turn after it."""
    events: list[Event] = []
    turned = False
    for event in seen.events:
        if isinstance(event, ev.BetsClosed | ev.HandsRevealed):
            events, turned = [], isinstance(event, ev.HandsRevealed)
        events.append(event)
    return paid_seats(rules, seen, events) if turned else []


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
