"""How each event changes the state of a poker table. Nothing is decided here: an event says all that is needed."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY, INELIGIBLE, SET_ASIDE
from houseway.chapters.c637a_poker.state import PokerRound, PokerState, Status
from houseway.engine.cards.applying import APPLIERS as CARD_APPLIERS
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Applier, Event, SpokenFor, changes_nothing
from houseway.engine.opening import opened, seated, unseated
from houseway.money import NOTHING, Cents
from houseway.seats import NOBODY, Seat, without

# Looked up once: these are set with every street and every betting round.
BETWEEN_ROUNDS, DEALING, BETTING, SHOWDOWN = Status.BETWEEN_ROUNDS, Status.DEALING, Status.BETTING, Status.SHOWDOWN


# People and stakes.


def _seated(state: PokerState, event: ev.SeatTaken) -> None:
    seated(state, event)
    if event.player in state.charges_unpaid:
        state.charges_owed = {**state.charges_owed, event.seat: state.charges_unpaid[event.player]}
        state.charges_unpaid = {one: cents for one, cents in state.charges_unpaid.items() if one != event.player}


def _left(state: PokerState, event: ev.SeatLeft) -> None:
    unseated(state, event)
    seat, round = event.seat, state.round
    state.away -= {seat}
    state.removed -= {seat}
    state.owing = {one: cents for one, cents in state.owing.items() if one != seat}
    state.newcomers -= {seat}
    if not state.seats:
        state.commences = True
        state.unattended = any(deck.stage >= CardsStage.VIEWED for deck in state.equipment.decks)
    state.charges_owed = {one: cents for one, cents in state.charges_owed.items() if one != seat}
    state.posting -= {seat}
    # Whoever sits there next has not seen these cards.
    round.hands = {one: hand for one, hand in round.hands.items() if one != seat}
    round.discards = tuple([(one, card) for one, card in round.discards if one != seat])


def _minimum_agreed(state: PokerState, event: ev.MinimumAgreed) -> None:
    if event.from_next_round:
        state.minimum_lapses = True
    else:
        state.agreed_minimum = event.cents


def _stakes_secured(state: PokerState, event: ev.StakesSecured) -> None:
    state.away |= {event.seat}
    state.counted = {**state.counted, event.seat: -1 if event.covered else event.cents}


def _returned(state: PokerState, event: ev.PlayerReturned) -> None:
    state.away -= {event.seat}
    state.counted = {seat: cents for seat, cents in state.counted.items() if seat != event.seat}


def _time_charged(state: PokerState, event: ev.TimeChargeAssessed) -> None:
    state.charged_at = state.now = event.at
    state.charged_by = (*state.charged_by, event.person)
    # A player required to leave is not charged again, and owes what there was.
    others = {seat: cents for seat, cents in state.charges_owed.items() if seat not in dict(event.charges)}
    state.charges_owed = {**others, **dict(event.owed)}


def _charge_paid(state: PokerState, event: ev.TimeChargePaid) -> None:
    state.charges_owed = {seat: cents for seat, cents in state.charges_owed.items() if seat != event.seat}
    if event.owed:
        state.charges_unpaid = {**state.charges_unpaid, state.seats[event.seat]: event.owed}


def _charges_verified(state: PokerState, event: ev.TimeChargesVerified) -> None:
    state.charged_by = ()


def _collection_set(state: PokerState, event: ev.CollectionSet) -> None:
    fund = {event.fund}
    state.not_collecting = state.not_collecting - fund if event.collecting else state.not_collecting | fund


def _post_owed(state: PokerState, event: ev.PostOwed) -> None:
    state.owing = {**state.owing, event.seat: event.dead}
    state.newcomers = state.newcomers | {event.seat} if event.newcomer else state.newcomers - {event.seat}


def _post_chosen(state: PokerState, event: ev.PostChosen) -> None:
    state.posting |= {event.seat}


def _dispute_ruled(state: PokerState, event: ev.DisputeRuled) -> None:
    state.rulings = {**state.rulings, event.dispute: event.final}


def _player_removed(state: PokerState, event: ev.PlayerRemoved) -> None:
    state.removed |= {event.seat}
    state.barred |= {state.seats[event.seat]}
    state.notices |= {event.seat}


def _compliance_notified(state: PokerState, event: ev.ComplianceNotified) -> None:
    state.notices -= {event.seat}


# A round of play.


def _round_started(state: PokerState, event: ev.RoundStarted) -> None:
    state.number, state.button, state.kill = event.number, event.button, event.kill
    state.commences = False
    paid = dict.fromkeys(event.order, Cents(0))
    present = frozenset(state.seats) - state.away - state.removed
    state.round = PokerRound(status=DEALING, order=event.order, present=present, deck=event.deck, paid=paid)


def _round_ended(state: PokerState, event: ev.RoundEnded) -> None:
    round = state.round
    round.status = BETWEEN_ROUNDS
    round.void = event.void
    if state.minimum_lapses:
        state.agreed_minimum, state.minimum_lapses = NOTHING, False
    state.kill_next = event.kill_next
    state.button = event.button_next or state.button
    if state.owing and not event.void:
        settled = round.posted | {round.largest_blind}
        state.owing = {seat: cents for seat, cents in state.owing.items() if seat not in settled}
        state.posting -= settled
        state.newcomers -= settled
    state.equipment = state.equipment.after_round(void=event.void)


def _posted(state: PokerState, event: ev.Posted) -> None:
    round, seat, cents = state.round, event.seat, event.cents
    if event.all_in:
        round.all_in |= {seat}
    if event.kind in ("ante for all", "dead post"):
        round.dead = Cents(round.dead + cents)
        antes = round.antes_for_all
        round.antes_for_all = {**antes, seat: Cents(antes.get(seat, 0) + cents)}
        return
    round.paid = {**round.paid, seat: Cents(round.paid[seat] + cents)}
    if event.kind == "ante":
        return
    bets = round.bets
    round.bets = {**bets, seat: Cents(bets.get(seat, 0) + cents)}
    match event.kind:
        case "blind":
            round.last_blind = seat
            if cents > max(bets.values(), default=0):
                round.largest_blind = seat
        case "post":
            round.posted |= {seat}
        case "straddle":
            round.straddler = seat
            # Nobody has to straddle.
            round.bettors |= {seat}
        case "forced bet":
            round.opener = seat
            round.completed = False


def _street_dealt(state: PokerState, event: ev.StreetDealt) -> None:
    round = state.round
    dealt: dict[Seat, list[Card]] = {}
    up: dict[Seat, list[Card]] = {}
    shared: list[Card] = []
    for seat, card, face_up in event.cards:
        if seat > COMMUNITY:
            if seat in dealt:
                dealt[seat].append(card)
            else:
                dealt[seat] = [card]
            if face_up:
                up.setdefault(seat, []).append(card)
        elif seat == COMMUNITY:
            shared.append(card)
        elif seat == BURN:
            round.burns += (card,)
            round.burn_owed = False
        elif seat == SET_ASIDE:
            round.set_aside += (card,)
            round.face_ups += face_up
        elif seat == INELIGIBLE:
            round.discards += ((NOBODY, card),)
    if shared and event.common:
        round.common += tuple(shared)
    elif shared:
        round.board += tuple(shared)
    if dealt:
        hands = round.hands.copy()
        for seat, cards in dealt.items():
            hands[seat] = hands.get(seat, ()) + tuple(cards)
        round.hands = hands
    if up:
        before = round.up
        round.up = {seat: before.get(seat, ()) + tuple(up.get(seat, ())) for seat in {*before, *up}}
    round.street = event.street
    round.next_card += len(event.cards)


def _betting_began(state: PokerState, event: ev.BettingBegan) -> None:
    round = state.round
    round.status = BETTING
    round.actor = event.actor
    round.current = event.current
    round.raise_size = event.raise_size
    round.raises = 0
    # A Forced Bet is its player's bet: unlike a blind it leaves no option once it has only been called (637a.10(e)).
    round.faced = {round.opener: event.current} if round.opener and not event.street else {}
    round.checked = frozenset()
    round.aggressor = NOBODY
    if event.street:
        round.opener = event.actor


def _acted(state: PokerState, event: ev.Acted) -> None:
    round, seat = state.round, event.seat
    if event.word == "fold":
        round.folded |= {seat}
        round.departed += (seat,)
        round.discards += tuple([(seat, card) for card in round.hands[seat]])
    elif event.word == "check":
        round.checked |= {seat}
    elif event.cents:
        round.bets = {**round.bets, seat: event.to}
        round.paid = {**round.paid, seat: Cents(round.paid[seat] + event.cents)}
        round.bettors |= {seat}
        if event.all_in:
            round.all_in |= {seat}
    current = event.current
    if current > round.current:
        round.aggressor = seat
        round.current = current
        round.raise_size = event.raise_size
        round.raises = event.raises
    round.faced = {**round.faced, seat: current}
    round.actor = event.actor
    round.completed = event.completed


def _betting_ended(state: PokerState, event: ev.BettingEnded) -> None:
    round = state.round
    round.status = DEALING
    round.actor = NOBODY
    round.bets = {}
    round.current = NOTHING
    round.completed = True


def _draw_began(state: PokerState, event: ev.DrawBegan) -> None:
    round = state.round
    round.status = Status.DRAWING
    round.street = event.street
    round.asked = event.asked
    round.discard = event.discard
    round.burn_owed = event.burn_owed


def _discarded(state: PokerState, event: ev.Discarded) -> None:
    round, seat, gone = state.round, event.seat, event.cards
    round.hands = {**round.hands, seat: tuple([card for card in round.hands[seat] if card not in gone])}
    round.discards += tuple([(seat, card) for card in gone])
    if gone:
        round.drew = {**round.drew, seat: round.drew.get(seat, 0) + len(gone)}
    round.asked = without(round.asked, seat)
    round.owed = event.owed
    if not round.asked and not event.owed:
        round.status = DEALING


def _drew(state: PokerState, event: ev.Drew) -> None:
    round = state.round
    round.hands = {**round.hands, event.seat: round.hands[event.seat] + event.cards}
    round.next_card += len(event.cards)
    round.owed = event.owed
    round.drawer = event.seat
    if event.owed:
        round.status = Status.RESHUFFLING
    elif not round.asked:
        round.status = DEALING


def _reshuffle_awaited(state: PokerState, event: ev.ReshuffleAwaited) -> None:
    state.round.status = Status.RESHUFFLING


def _reshuffled(state: PokerState, event: ev.Reshuffled) -> None:
    # What is left of the stub is dealt first; a last card before a common card was shuffled in with the burns.
    round, back = state.round, set(event.order)
    round.discards = tuple([(seat, card) for seat, card in round.discards if card not in back])
    round.burns = tuple([card for card in round.burns if card not in back])
    # A card that was turned up is any other card again: whoever draws it next holds it face down.
    round.exposed -= back
    stub = () if event.burns else round.deck[round.next_card :]
    round.deck, round.next_card = stub + event.order, 0
    round.status = DEALING if event.burns else Status.DRAWING


def _uncalled_returned(state: PokerState, event: ev.UncalledBetReturned) -> None:
    round, seat, cents = state.round, event.seat, event.cents
    if event.ante:
        antes = round.antes_for_all
        round.dead = Cents(round.dead - cents)
        round.antes_for_all = {**antes, seat: Cents(antes[seat] - cents)}
        return
    round.paid = {**round.paid, seat: Cents(round.paid[seat] - cents)}


def _showdown_began(state: PokerState, event: ev.ShowdownBegan) -> None:
    state.round.status = SHOWDOWN
    state.round.showing = event.order


def _last_player_left(state: PokerState, event: ev.LastPlayerLeft) -> None:
    round = state.round
    round.status = Status.AWARDING
    round.actor = NOBODY
    round.showing = ()


def _shown(state: PokerState, event: ev.HandShown) -> None:
    round = state.round
    round.shown |= {event.seat}
    round.showing = without(round.showing, event.seat)


def _mucked(state: PokerState, event: ev.HandMucked) -> None:
    state.round.mucked |= {event.seat}
    state.round.showing = without(state.round.showing, event.seat)


def _losers_counted(state: PokerState, event: ev.LosingHandsCounted) -> None:
    state.round.losers_counted = True


def _raked(state: PokerState, event: ev.RakeTaken) -> None:
    raked = state.round.raked
    state.round.raked = {**raked, event.kind: Cents(raked.get(event.kind, 0) + event.cents)}


def _rake_returned(state: PokerState, event: ev.RakeReturned) -> None:
    state.round.raked = {}


# Words and chips that are not yet a bet.


def _announced(state: PokerState, event: ev.Announced) -> None:
    if event.binding and event.word == "raise" and not event.to:
        _pending(state.round, event.seat, NOTHING, raises=True)


def _chips_placed(state: PokerState, event: ev.ChipsPlaced) -> None:
    if event.more:
        _pending(state.round, event.seat, event.total, raises=event.raises)
    else:
        _pending(state.round, NOBODY, NOTHING, raises=False)


def _pending(round: PokerRound, seat: Seat, cents: Cents, *, raises: bool) -> None:
    round.pending_seat, round.pending_cents, round.pending_raise = seat, cents, raises


# Irregularities.


def _set_aside(state: PokerState, event: ev.CardSetAside) -> None:
    round, card, place = state.round, event.card, state.round.next_card
    if round.deck[place] != card:
        # It lay further down: the cards above it stay on the deck.
        rest = [one for one in round.deck[place:] if one != card]
        round.deck = (*round.deck[:place], card, *rest)
    round.set_aside += (card,)
    round.next_card += 1
    round.face_ups += event.face_up


def _exposed(state: PokerState, event: ev.CardExposed) -> None:
    assert event.card is not None
    state.round.exposed |= {event.card}
    if event.asks:
        state.round.choosing += (event.seat,)
        state.round.status = Status.CHOOSING


def _exposure_chosen(state: PokerState, event: ev.ExposureChosen) -> None:
    round = state.round
    round.choosing = without(round.choosing, event.seat)
    if not event.bet_on:
        # No more bets are owed and what follows goes to a side pot: as for a player who is all-in.
        round.all_in |= {event.seat}
    if not round.choosing:
        round.status = DEALING


def _dropped(state: PokerState, event: ev.HandDropped) -> None:
    round, seat = state.round, event.seat
    round.folded |= {seat}
    round.departed += (seat,)
    round.discards += tuple([(seat, card) for card in round.hands.get(seat, ())])
    round.asked = without(round.asked, seat)
    round.showing = without(round.showing, seat)
    round.choosing = without(round.choosing, seat)
    if round.status is Status.RESHUFFLING and round.owed and round.drawer == seat:
        # Nobody is owed these cards any more.
        round.owed, round.status = 0, Status.DRAWING
    drawn = round.status is Status.DRAWING and not round.asked
    if drawn or (round.status is Status.CHOOSING and not round.choosing):
        round.status = DEALING
    round.actor = event.actor
    if round.pending_seat == seat:
        _pending(round, NOBODY, NOTHING, raises=False)
    if event.refund:
        round.paid = {**round.paid, seat: Cents(0)}
        # It no longer lies before the player; what the others must call stays as it was.
        round.bets = {one: cents for one, cents in round.bets.items() if one != seat}
        round.dead = Cents(round.dead - round.antes_for_all.get(seat, 0))
        round.antes_for_all = {one: cents for one, cents in round.antes_for_all.items() if one != seat}


# Cards that lay unattended.


def _spread_or_changed(state: PokerState, event: ev.CardsSpread | ev.DecksChanged) -> None:
    CARD_APPLIERS[type(event)](state, event)
    state.unattended = False


# The deck in the dealer's hand.


def _held(state: PokerState, event: ev.DeckHeld) -> None:
    state.round.held_in, state.round.set_down = event.hand, False


def _set_down(state: PokerState, event: ev.DeckSetDown) -> None:
    state.round.set_down = True


APPLIERS: Mapping[type[Event], Applier[PokerState]] = {
    **CARD_APPLIERS,
    ev.CardsSpread: _spread_or_changed,
    ev.DecksChanged: _spread_or_changed,
    SpokenFor: changes_nothing,
    ev.TableOpened: opened,
    ev.SeatTaken: _seated,
    ev.SeatLeft: _left,
    ev.StakesBrought: changes_nothing,
    ev.StakesRemoved: changes_nothing,
    ev.StakesSecured: _stakes_secured,
    ev.PlayerReturned: _returned,
    ev.MinimumAgreed: _minimum_agreed,
    ev.TimeChargeAssessed: _time_charged,
    ev.TimeChargePaid: _charge_paid,
    ev.TimeChargesVerified: _charges_verified,
    ev.CollectionSet: _collection_set,
    ev.PostOwed: _post_owed,
    ev.PostChosen: _post_chosen,
    ev.DisputeRuled: _dispute_ruled,
    ev.PlayerRemoved: _player_removed,
    ev.ComplianceNotified: _compliance_notified,
    ev.ButtonDrawn: changes_nothing,
    ev.RoundStarted: _round_started,
    ev.RoundEnded: _round_ended,
    ev.Posted: _posted,
    ev.StreetDealt: _street_dealt,
    ev.BettingBegan: _betting_began,
    ev.Acted: _acted,
    ev.BettingEnded: _betting_ended,
    ev.DrawBegan: _draw_began,
    ev.Discarded: _discarded,
    ev.Drew: _drew,
    ev.ReshuffleAwaited: _reshuffle_awaited,
    ev.Reshuffled: _reshuffled,
    ev.UncalledBetReturned: _uncalled_returned,
    ev.ShowdownBegan: _showdown_began,
    ev.LastPlayerLeft: _last_player_left,
    ev.HandShown: _shown,
    ev.HandMucked: _mucked,
    ev.LosingHandsCounted: _losers_counted,
    ev.RakeTaken: _raked,
    ev.RakeReturned: _rake_returned,
    ev.RakeDropped: changes_nothing,
    ev.ContributionTaken: changes_nothing,
    ev.PotAwarded: changes_nothing,
    ev.BetsReturned: changes_nothing,
    ev.Announced: _announced,
    ev.ChipsPlaced: _chips_placed,
    ev.CurrencyExchanged: changes_nothing,
    ev.BetCorrected: changes_nothing,
    ev.FoldedByGesture: changes_nothing,
    ev.CardSetAside: _set_aside,
    ev.CardExposed: _exposed,
    ev.ExposureChosen: _exposure_chosen,
    ev.HandDropped: _dropped,
    ev.DeckHeld: _held,
    ev.DeckSetDown: _set_down,
}
