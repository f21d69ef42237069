"""What a viewer may see of a banked table, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from msgspec.structs import replace

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.accounts import meter_account, payout_account
from houseway.engine.asking import Ask
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft, looking_at
from houseway.engine.banked.events import COMMUNITY
from houseway.engine.banked.legal import allowed
from houseway.engine.banked.phases import may_look, seats_to_decide
from houseway.engine.banked.state import BankedRound, BankedState
from houseway.engine.cards.due import notes as card_notes
from houseway.engine.kernel import Event, Viewer
from houseway.engine.observing import Note, Observation, Seen, chips_of, in_order, own_seats
from houseway.money import Cents
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat


class BankedObservation(Observation, frozen=True, kw_only=True, gc=False):
    """The visible banked table. ``wagers`` are those not settled yet, ``placed`` all of the round; ``settled`` is what has
    been settled so far: seat, wager, net, clause. ``awaiting`` are payouts that wait for their validation; ``voided``
    hands do not count, nor do those of who ``surrendered``. ``payouts`` were won of meters and are paid by hand. ``lammers``: the wagers that
    can earn an Envy Bonus."""

    placed: dict[Seat, dict[str, Cents]]
    wagers: dict[Seat, dict[str, Cents]]
    settings: dict[Seat, Setting]
    meters: dict[str, Cents]
    payouts: dict[Seat, Cents]
    bank: Seat | None
    co_bank: bool
    dealer_wager: Cents
    start: Seat | None
    lammers: tuple[tuple[Seat, str], ...]
    magic_card: Card | None
    lucky: Seat | None
    settled: tuple[tuple[Seat, str, Cents, ClauseId], ...]
    awaiting: tuple[tuple[Seat, str], ...]
    surrendered: tuple[Seat, ...]
    voided: tuple[Seat, ...]


def observe(
    rules: TableRules, state: BankedState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> BankedObservation:
    """What this viewer sees: own cards, cards that have been turned, and no others."""
    draft = looking_at(rules, state)
    of = state.round
    visible = seen_hands(draft, viewer) if of.hands else _NOTHING_DEALT
    return BankedObservation(
        game=rules.game.id,
        revision=state.revision,
        number=state.number,
        status=state.status,
        phase=of.phase,
        seats=state.seats,
        chips=chips_of(state),
        placed=of.wagers,
        wagers=of.live,
        hands=_hands(of, visible) if of.hands else {},
        community=of.community[: of.turned] + (None,) * (len(of.community) - of.turned) if of.community else (),
        settings={seat: setting for seat, setting in of.settings.items() if seat in visible} if of.settings else {},
        folded=in_order(of.folded),
        meters={meter: Cents(state.balance(meter_account(meter))) for meter in rules.game.meters},
        payouts=payouts_of(state) if rules.game.meters else {},
        bank=of.bank,
        co_bank=of.co_bank,
        dealer_wager=of.dealer_wager,
        start=of.start,
        lammers=of.lammers,
        magic_card=of.magic_card,
        lucky=of.lucky,
        settled=of.settled,
        awaiting=in_order(of.awaiting),
        surrendered=in_order(of.surrendered),
        voided=in_order(of.voided),
        asked=seats_to_decide(draft) if of.asked else (),
        due=due,
        legal=allowed(draft, due, viewer),
        notes=tuple(_notes(draft, due)),
        events=redact(rules, state, events, viewer) if events else (),
    )


def payouts_of(state: BankedState) -> dict[Seat, Cents]:
    """What each player has won of meters, which is paid by hand."""
    ledger = state.ledger
    return {seat: cents for seat, player in state.seats.items() if (cents := ledger.get(payout_account(player)))}


_NOTHING_DEALT: frozenset[Seat] = frozenset()


def _hands(of: BankedRound, visible: Set[Seat]) -> dict[Seat, Seen]:
    """The hands as far as they may be seen. A position without a wager may have received cards; nobody sees them."""
    players, exposed = of.players, of.open_cards
    return {
        seat: hand if seat in visible else _turned(hand, exposed)
        for seat, hand in of.hands.items()
        if seat in players or seat == DEALER
    }


def _turned(hand: tuple[Card, ...], exposed: Set[Card]) -> Seen:
    return tuple([card if card in exposed else None for card in hand]) if exposed else (None,) * len(hand)


def seen_hands(draft: BankedDraft, viewer: Viewer) -> set[Seat]:
    """Whose cards the viewer may see."""
    state, of = draft.state, draft.round
    visible = {seat for seat in own_seats(state, viewer) if may_look(draft, seat)}
    if of.revealed:
        visible.add(DEALER if of.bank is None else of.bank)
        if of.settings.get(DEALER) is not None:
            visible.add(DEALER)
    # Hands are turned up when the round is settled, one after the other.
    return visible | of.shown


def _notes(draft: BankedDraft, due: tuple[Ask, ...]) -> list[Note]:
    """What stands out: of the cards, an exposed hand, who left."""
    of, found = draft.state.round, card_notes(draft, due)
    # Between the events of one command nothing is due: who plays an exposed hand is asked when all of it has happened.
    found += [Note(note="hand_is_exposed", clause=due[0].clause, seat=seat) for seat in sorted(of.exposed) if due]
    clause = draft.procedures.seated
    return found + [Note(note="wagers_are_abandoned", clause=clause, seat=seat) for seat in sorted(of.left)]


def redact(rules: TableRules, state: BankedState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The last events as a viewer may see them, by the seats they had then: a card that may not be seen is None."""
    own = own_seats(state, viewer)
    draft = looking_at(rules, state)
    unseen = {seat for seat in own if not may_look(draft, seat)}
    seen: list[Event] = []
    for place in reversed(range(len(events))):
        event = events[place]
        match event:
            case ev.CardsShuffled():
                seen.append(_without(event, order=_hidden(event.order)))
            case ev.CardsDealt():
                known = own - unseen - set(event.unplayed)
                cards = tuple([(to, card if to in known or _is_open(event, to) else None) for to, card in event.cards])
                seen.append(_without(event, cards=cards))
            case ev.HandsSet() if event.seat not in own and not _is_the_banks(event, events[place - 1 : place]):
                seen.append(_without(event, high=_hidden(event.high), low=_hidden(event.low)))
            case _:
                seen.append(event)
        if isinstance(event, ev.SeatTaken):
            own = own - {event.seat}
        elif isinstance(event, ev.RoundEnded):
            unseen = _never_looked_at(draft, event, events[:place])
    return tuple(reversed(seen))


def _never_looked_at(draft: BankedDraft, ended: ev.RoundEnded, before: Sequence[Event]) -> set[Seat]:
    """The seats whose cards of a round that is over nobody came to look at: hands voided for an exposed card, and all of a
    round that was void before the deal was complete, with the count that ends it where there is one."""
    voided, counted = set[Seat](), not ended.void
    for event in reversed(before):
        if isinstance(event, ev.RoundEnded):
            break
        if isinstance(event, ev.HandVoided):
            voided.add(event.seat)
        if draft.game.stub_left is not None:
            counted = counted or (isinstance(event, ev.StubCounted) and event.right)
        elif isinstance(event, ev.CardsDealt) and event.complete:
            # The deal of the hands, and not that of community cards.
            counted = counted or any(to >= DEALER for to, _ in event.cards)
    return voided if counted else {Seat(seat) for seat in range(1, draft.game.seats + 1)}


def _is_the_banks(event: ev.HandsSet, before: Sequence[Event]) -> bool:
    """Whether the hands were set when the bank's cards were turned."""
    return event.seat == DEALER or event.reset or any(isinstance(one, ev.BankRevealed) for one in before)


def _is_open(event: ev.CardsDealt, to: Seat) -> bool:
    return to == COMMUNITY and not event.face_down


def _hidden(cards: tuple[Card, ...]) -> Seen:
    return (None,) * len(cards)


def _without(event: Event, **hidden: Any) -> Event:
    return replace(event, **hidden)
