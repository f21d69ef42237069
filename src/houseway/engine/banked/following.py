"""Whether an event can follow the state of a banked table: looked at when a history is replayed, not when one is made.

A history is made by commands, which decide; a replay has none. So a made-up event is known by what it contradicts: the deck,
the hands, the wagers that lie there, the chips that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.engine.accounts import (
    CENTRE,
    DEALER_AREA,
    HOUSE,
    OUTSIDE,
    Posting,
    area_account,
    payout_account,
    player_account,
)
from houseway.engine.banked import events as ev
from houseway.engine.banked.settling import VIGORISH
from houseway.engine.banked.state import LOCKED, PLAYING, WAGERING, BankedState
from houseway.engine.kernel import Event
from houseway.rules.showdown import Setting
from houseway.seats import DEALER

_AREA = "area "


def follows(state: BankedState, event: Event) -> bool:
    """Whether an event agrees with the cards, wagers and chips that lie at the table."""
    check = _CHECKS.get(type(event))
    return (check is None or check(state, event)) and (not event.postings or _chips_are_there(state, event))


def _chips_are_there(state: BankedState, event: Event) -> bool:
    """Nothing is moved that is not there; only the inventory and what is outside can go below zero."""
    moved: dict[str, int] = {}
    for source, target, cents in event.postings:
        if cents < 0:
            return False
        moved[source] = moved.get(source, 0) - cents
        moved[target] = moved.get(target, 0) + cents
    return all(account in (HOUSE, OUTSIDE) or state.balance(account) + change >= 0 for account, change in moved.items())


def _moves(event: Event, *postings: Posting) -> bool:
    return sorted(event.postings) == sorted(postings)


# Seats and wagers.


def _seat_taken(state: BankedState, event: ev.SeatTaken) -> bool:
    account = player_account(event.player)
    brought = all((source, target) == (OUTSIDE, account) for source, target, _ in event.postings)
    return event.seat not in state.seats and event.seat > DEALER and brought


def _seat_left(state: BankedState, event: ev.SeatLeft) -> bool:
    return event.seat in state.seats and not state.round.live.get(event.seat)


def _placed(state: BankedState, event: ev.WagersPlaced) -> bool:
    seat, chips = event.seat, player_account(state.seats[event.seat])
    put = [(chips, area_account(seat, wager), cents) for wager, cents in event.wagers]
    return state.status is WAGERING and all(cents > 0 for _, cents in event.wagers) and _moves(event, *put)


def _withdrawn(state: BankedState, event: ev.WagersWithdrawn) -> bool:
    seat, of, chips = event.seat, state.round, player_account(state.seats[event.seat])
    wagers = dict.fromkeys(event.wagers)
    back = [(area_account(seat, wager), chips, of.stake(seat, wager)) for wager in wagers]
    return state.status is WAGERING and all(of.stake(seat, wager) for wager in wagers) and _moves(event, *back)


def _bank_accepted(state: BankedState, event: ev.BankAccepted) -> bool:
    of = state.round
    lowers = of.bank == event.seat and of.dealer_wager_is_due and event.dealer_wager < of.dealer_wager
    return state.status is WAGERING and event.seat in state.seats and (of.bank is None or lowers)


def _dealer_wagered(state: BankedState, event: ev.DealerWagerPlaced) -> bool:
    of = state.round
    due = of.dealer_wager_is_due and event.cents == of.dealer_wager
    return state.status is WAGERING and due and _moves(event, (HOUSE, DEALER_AREA, event.cents))


def _closed(state: BankedState, event: ev.BetsClosed) -> bool:
    of = state.round
    taken = {source: cents for source, _, cents in event.postings if source.startswith(_AREA)}
    whole = all(state.balance(area) == cents for area, cents in taken.items())
    return state.status is WAGERING and bool(of.wagers or of.dealer_wager) and whole


def _chips_counted(state: BankedState, event: ev.ChipsCounted) -> bool:
    whole = all(source.startswith(_AREA) and state.balance(source) == cents for source, _, cents in event.postings)
    right = event.chips == event.accepted or not event.postings
    return state.status is LOCKED and event.accepted == state.round.chips_accepted and whole and right


def _is_locked(state: BankedState, event: Event) -> bool:
    return state.status is LOCKED


def _started(state: BankedState, event: ev.StartDetermined) -> bool:
    return state.status is LOCKED and state.round.start is None


# Cards.


def _shuffled(state: BankedState, event: ev.CardsShuffled) -> bool:
    return len(set(event.order)) == len(event.order)


def _put_into_play(state: BankedState, event: ev.DeckPutIntoPlay) -> bool:
    return state.status is LOCKED and state.equipment.in_play < 0


def _dealt(state: BankedState, event: ev.CardsDealt) -> bool:
    """The next cards of the deck, each to the place whose turn it is."""
    of, count = state.round, len(event.cards)
    cards = tuple([card for _, card in event.cards])
    targets = tuple([to for to, _ in event.cards])
    in_order = cards == of.deck[of.next_card : of.next_card + count] and targets == of.deals[:count]
    return event.phase == of.phase and in_order and event.complete == (count == len(of.deals))


def _set_aside(state: BankedState, event: ev.CardSetAside) -> bool:
    of = state.round
    return of.deck[of.next_card : of.next_card + 1] == (event.card,)


def _turned(state: BankedState, event: ev.CommunityTurned) -> bool:
    of = state.round
    return bool(event.cards) and of.community[of.turned : of.turned + len(event.cards)] == event.cards


def _set(state: BankedState, event: ev.HandsSet) -> bool:
    return sorted((*event.high, *event.low)) == sorted(state.round.hands[event.seat])


def _bank_revealed(state: BankedState, event: ev.BankRevealed) -> bool:
    bank = DEALER if state.round.bank is None else state.round.bank
    return not state.round.revealed and event.cards in (state.round.hands.get(bank, ()), state.round.hands.get(DEALER))


def _hands_revealed(state: BankedState, event: ev.HandsRevealed) -> bool:
    of, seat = state.round, event.seat
    lies = of.settings.get(seat) or Setting(of.hands[seat], ())
    return seat not in of.shown and (event.high, event.low) == (lies.high, lies.low)


# The round of play and its settlement.


def _is_played(state: BankedState, event: ev.PhaseBegan) -> bool:
    return state.status in (LOCKED, PLAYING) and state.equipment.in_play >= 0


def _decided(state: BankedState, event: ev.Decided) -> bool:
    of, seat = state.round, event.seat
    if state.status is not PLAYING or seat not in of.players:
        return False
    if event.wager is None:
        return not event.postings
    put = (player_account(state.seats[seat]), area_account(seat, event.wager), event.cents)
    return not of.stake(seat, event.wager) and event.cents > 0 and _moves(event, put)


def _settled(state: BankedState, event: ev.WagerSettled) -> bool:
    """A wager is settled once, whole, and only if it lies there; what is paid beside the wagers takes none of them."""
    of, seat, wager = state.round, event.seat, event.wager
    if state.status not in (LOCKED, PLAYING) or seat not in of.players:
        return False
    at_stake, gained = of.at_stake(seat, wager), _gained(state, event)
    areas = [one for source, target, _ in event.postings for one in (source, target) if one.startswith(_AREA)]
    if not at_stake:
        is_wager = any(wager in stakes for stakes in of.wagers.values())
        return not is_wager and not areas and _is_due_beside(state, event, gained)
    own = area_account(seat, wager)
    return event.amount == at_stake and all(area == own for area in areas) and gained - at_stake == event.net


def _is_due_beside(state: BankedState, event: ev.WagerSettled, gained: int) -> bool:
    """Vigorish is charged on what was paid just before, a bank is settled once, and anything else is what is moved."""
    of, seat, wager = state.round, event.seat, event.wager
    if wager == VIGORISH and seat == of.bank and (CENTRE, HOUSE, -event.net) in event.postings:
        # What the bank wins is charged before it is given.
        return len(event.postings) == 1 and -event.net <= event.amount
    if wager == VIGORISH:
        return bool(of.settled) and of.settled[-1][0:3:2] == (seat, event.amount) and gained == event.net
    if seat == of.bank and (gained != event.net or any(CENTRE in posting for posting in event.postings)):
        # What the bank was short of was collected before.
        return not any((one, id) == (seat, wager) for one, id, _, _ in of.settled)
    return gained == event.net


def _gained(state: BankedState, event: ev.WagerSettled) -> int:
    """What comes to the player of a seat, as chips or by hand, less what the player gives."""
    player = state.seats[event.seat]
    own = (player_account(player), payout_account(player))
    return sum(((target in own) - (source in own)) * cents for source, target, cents in event.postings)


def _returned(state: BankedState, event: ev.WagersReturned) -> bool:
    of = state.round
    whole = all(of.stake(seat, wager) == cents for seat, wager, cents in event.wagers)
    back: dict[str, int] = {}
    for seat, _, cents in event.wagers:
        account = player_account(state.seats[seat])
        back[account] = back.get(account, 0) + cents
    paid: dict[str, int] = {}
    for _, target, cents in event.postings:
        if target in back:
            paid[target] = paid.get(target, 0) + cents
    return state.status in (LOCKED, PLAYING) and whole and paid == back


def _undone(state: BankedState, event: ev.SettlementUndone) -> bool:
    return event.postings == tuple([(target, source, cents) for source, target, cents in reversed(state.round.moved)])


def _awaited(state: BankedState, event: ev.PayoutValidated | ev.PayoutDocumented) -> bool:
    of = state.round
    waiting = of.awaiting if isinstance(event, ev.PayoutValidated) else of.undocumented
    return (event.seat, event.wager) in waiting


def _voided(state: BankedState, event: ev.HandVoided | ev.HandKept) -> bool:
    return event.seat in state.round.exposed


def _exposed(state: BankedState, event: ev.CardExposed) -> bool:
    return event.card is None or event.card in state.round.hands[event.seat]


def _round_ended(state: BankedState, event: ev.RoundEnded) -> bool:
    """Every wager was settled or went back."""
    of = state.round
    return event.number == state.number and state.status in (LOCKED, PLAYING) and not any(of.live.values())


_CHECKS: Mapping[type[Event], Callable[[BankedState, Any], bool]] = {
    ev.SeatTaken: _seat_taken,
    ev.SeatLeft: _seat_left,
    ev.WagersPlaced: _placed,
    ev.WagersWithdrawn: _withdrawn,
    ev.BankAccepted: _bank_accepted,
    ev.DealerWagerPlaced: _dealer_wagered,
    ev.BetsClosed: _closed,
    ev.DrawnAtRandom: _is_locked,
    ev.ChipsCounted: _chips_counted,
    ev.StartDetermined: _started,
    ev.CardsShuffled: _shuffled,
    ev.DeckPutIntoPlay: _put_into_play,
    ev.PhaseBegan: _is_played,
    ev.CardsDealt: _dealt,
    ev.CardSetAside: _set_aside,
    ev.CommunityTurned: _turned,
    ev.HandsSet: _set,
    ev.BankRevealed: _bank_revealed,
    ev.HandsRevealed: _hands_revealed,
    ev.Decided: _decided,
    ev.WagerSettled: _settled,
    ev.WagersReturned: _returned,
    ev.SettlementUndone: _undone,
    ev.PayoutValidated: _awaited,
    ev.PayoutDocumented: _awaited,
    ev.HandVoided: _voided,
    ev.HandKept: _voided,
    ev.CardExposed: _exposed,
    ev.RoundEnded: _round_ended,
}
