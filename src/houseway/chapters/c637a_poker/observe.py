"""What a viewer may see of a poker table, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft, looking_at
from houseway.chapters.c637a_poker.hands import is_beaten, winning_cards
from houseway.chapters.c637a_poker.legal import allowed
from houseway.chapters.c637a_poker.pots import form_pots
from houseway.chapters.c637a_poker.rules import PokerGame, PokerRules
from houseway.chapters.c637a_poker.starting import left_out
from houseway.chapters.c637a_poker.state import PokerRound, PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.cards.due import notes as card_notes
from houseway.engine.kernel import Event, Viewer
from houseway.engine.observing import Note, Observation, Seen, chips_of, in_order, own_seats
from houseway.money import NOTHING, Cents
from houseway.seats import Seat

BETWEEN_ROUNDS = Status.BETWEEN_ROUNDS


class PotSeen(msgspec.Struct, frozen=True, gc=False):
    """What lies in a pot, before rake and contributions, and who contends for it."""

    cents: Cents
    contenders: tuple[Seat, ...]


class WonShare(msgspec.Struct, frozen=True, gc=False):
    """A share of a pot, and the cards it was won with.

    ``cards`` is empty where nobody contended, and where the viewer may not see the whole hand.
    """

    pot: int
    share: ev.Share
    cards: tuple[Card, ...]


class PokerObservation(Observation, frozen=True, kw_only=True, gc=False):
    """The visible table. A card that may not be seen is None; a folded or mucked hand is not there at all.

    ``order``: the seats dealt in; ``pots``: the main pot and side pots without the ``bets`` of this betting round, of which
    ``current`` is the one to call; ``up``: which cards of the hands lie face up; ``common``: stud's common card;
    ``discarded``: what the viewer discarded; ``drew``: how many cards each seat has discarded in draws; ``raked``: what was
    taken from the pots so far; ``won``: the shares of pots awarded in ``events``.
    """

    button: Seat
    kill: bool
    order: tuple[Seat, ...]
    pots: tuple[PotSeen, ...]
    raked: Cents
    bets: dict[Seat, Cents]
    current: Cents
    actor: Seat
    up: dict[Seat, tuple[Card, ...]]
    common: tuple[Card, ...]
    discarded: tuple[Card, ...]
    drew: dict[Seat, int]
    all_in: tuple[Seat, ...]
    mucked: tuple[Seat, ...]
    shown: tuple[Seat, ...]
    won: tuple[WonShare, ...] = ()


def observe(
    rules: PokerRules, state: PokerState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> PokerObservation:
    """What this viewer may see: own cards, up cards, the board and hands shown; nobody's mucked or folded hand."""
    draft, own, round = looking_at(rules, state), own_seats(state, viewer), state.round
    folded, mucked = round.folded, round.mucked
    gone = folded | mucked if mucked else folded
    discarded = [(seat, card) for seat, card in round.discards if seat not in folded] if round.discards else ()
    hands = _hands(round, own, gone)
    return PokerObservation(
        game=rules.game.id,
        revision=state.revision,
        number=state.number,
        status=round.status,
        phase=rules.game.streets[round.street].id if round.street >= 0 else "",
        seats=state.seats,
        chips=chips_of(state),
        hands=hands,
        community=round.board,
        folded=in_order(folded),
        asked=_asked(state),
        due=due,
        legal=_offered(draft, allowed(draft, due, viewer, own), own),
        notes=tuple(_notes(draft, due)),
        events=redact(rules, state, events, viewer) if events else (),
        button=state.button,
        kill=state.kill,
        order=round.order,
        pots=_pots(draft),
        raked=Cents(sum(round.raked.values())) if round.raked else NOTHING,
        bets=round.bets,
        current=round.current,
        actor=round.actor,
        up={seat: cards for seat, cards in round.up.items() if seat not in gone} if gone else round.up,
        common=round.common,
        discarded=tuple([card for seat, card in discarded if seat in own]) if discarded else (),
        drew={seat: number for seat, number in round.drew.items() if seat not in folded} if round.drew else {},
        all_in=in_order(round.all_in),
        mucked=in_order(mucked),
        shown=in_order(round.shown - gone) if round.shown else (),
        won=tuple(_won(rules.game, hands, round.board + round.common, events)) if events else (),
    )


def _offered(draft: PokerDraft, asks: tuple[Ask, ...], own: set[Seat]) -> tuple[Ask, ...]:
    """What a viewer is offered of what is allowed: nobody is offered to throw away a hand that no shown hand beats.

    The player may still say so to a dealer (637a.18(f)), who does not know the hand and is told nothing of it.
    """
    round = draft.state.round
    if round.status is not Status.SHOWDOWN or not own.intersection(round.showing[:1]):
        return asks
    seat = round.showing[0]
    hands = {other: round.hands[other] for other in {seat, *round.shown.intersection(round.contending)}}
    pots = [pot.contenders for pot in form_pots(draft)]
    if is_beaten(draft.game, seat, hands, round.board + round.common, pots):
        return asks
    return tuple([ask for ask in asks if ask.seat != seat or ask.word != "muck"])


def _hands(round: PokerRound, own: set[Seat], gone: Set[Seat]) -> dict[Seat, Seen]:
    """The hands that are there: the viewer's own and those shown, of the others what is face up."""
    known, hands = own | round.shown if round.shown else own, round.hands
    if round.exposed or round.up:
        up = {seat: round.exposed.union(round.up.get(seat, ())) for seat in hands if seat not in known}
        return {
            seat: hand if seat in known else tuple([card if card in up[seat] else None for card in hand])
            for seat, hand in hands.items()
            if seat not in gone
        }
    seen = {seat: hand if seat in known else _HIDDEN * len(hand) for seat, hand in hands.items()}
    for seat in gone:
        seen.pop(seat, None)
    return seen


_HIDDEN: Seen = (None,)


def _won(
    game: PokerGame, hands: Mapping[Seat, Seen], shared: tuple[Card, ...], events: Sequence[Event]
) -> Iterator[WonShare]:
    """Yield the shares of the pots that were awarded since the last round began."""
    starts = [place for place, event in enumerate(events) if type(event) is ev.RoundStarted]
    for event in events[starts[-1] :] if starts else events:
        if type(event) is ev.PotAwarded:
            for share in event.shares:
                hand = hands.get(share.seat, ())
                seen = tuple([card for card in hand if card is not None])
                known = bool(seen) and len(seen) == len(hand)
                yield WonShare(event.pot, share, winning_cards(game, share.contest, seen, shared) if known else ())


def _asked(state: PokerState) -> tuple[Seat, ...]:
    """Whose answer is awaited, the next first."""
    round = state.round
    if round.status is BETWEEN_ROUNDS:
        return ()
    if round.actor:
        return (round.actor,)
    return round.showing or round.choosing or round.asked


def _pots(draft: PokerDraft) -> tuple[PotSeen, ...]:
    """The pots without the bets that still lie before the players."""
    round = draft.state.round
    if round.status is BETWEEN_ROUNDS:
        return ()
    if not round.all_in and not round.mucked:
        # Everybody who contends has put in as much: there is only the main pot.
        cents = sum(round.paid.values()) - sum(round.bets.values()) + round.dead
        return (PotSeen(Cents(cents), tuple(sorted(round.contending))),)
    collected = draft.state.copy()
    collected.round.paid = {seat: Cents(cents - round.bets.get(seat, 0)) for seat, cents in round.paid.items()}
    pots = form_pots(looking_at(draft.rules, collected))
    return tuple([PotSeen(Cents(pot.amount), pot.contenders) for pot in pots])


def _notes(draft: PokerDraft, asks: tuple[Ask, ...]) -> list[Note]:
    state, round, game = draft.state, draft.state.round, draft.rules.game
    found: list[Note] = []
    # Mostly there is nothing of it, which is quickly seen.
    if state.away:
        found += [Note(note="seat_is_away", clause=ClauseId("637a.8(b)(6)"), seat=one) for one in sorted(state.away)]
    if state.removed:
        found += [
            Note(note="player_must_leave", clause=ClauseId("637a.18(c)"), seat=one) for one in sorted(state.removed)
        ]
    for seat, dead in state.owing.items():
        name = "post_is_chosen" if seat in state.posting else "post_is_owed"
        found.append(Note(note=name, clause=game.blind_clause or game.ante_clause, seat=seat, cents=dead))
    for seat, owed in state.charges_owed.items():
        clause = ClauseId("637a.17(b)(3)(i)")
        found.append(Note(note="time_charge_is_owed", clause=clause, seat=seat, cents=owed))
    if state.kill:
        found.append(Note(note="kill_round", clause=game.kill_clause or ClauseId("637a.1")))
    if state.agreed_minimum:
        cents, clause = Cents(state.agreed_minimum), ClauseId("637a.8(k)")
        found.append(Note(note="minimum_is_agreed", clause=clause, cents=cents))
    if round.pending_seat:
        cents, clause = Cents(round.pending_cents), ClauseId("637a.8(f)(1)")
        found.append(Note(note="bet_is_not_complete", clause=clause, seat=round.pending_seat, cents=cents))
    if round.status is BETWEEN_ROUNDS or state.equipment.faulty:
        # Decks are changed and counted between rounds only.
        found += card_notes(draft, asks)
    for seat, needed in left_out(draft, ()).items() if round.status is BETWEEN_ROUNDS else ():
        clause = ClauseId("637a.8(b)(4)") if needed else game.players_clause
        found.append(Note(note="seat_is_left_out", clause=clause, seat=seat, cents=Cents(needed)))
    return found


# Events.


def redact(rules: PokerRules, state: PokerState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The events as a viewer may see them. What went before this round was another round's: nobody is shown its hidden
    cards."""
    if not events:
        return ()
    starts = [place for place, event in enumerate(events) if type(event) is ev.RoundStarted]
    begins = starts[-1] if starts else 0
    nobody = Viewer(viewer.role)
    return tuple([_redacted(state, event, viewer if place >= begins else nobody) for place, event in enumerate(events)])


def _redacted(state: PokerState, event: Event, viewer: Viewer) -> Event:
    """The event as a viewer may see it: who looks on sees what is dealt face up, a player the own cards of this round."""
    hiding = _HIDING.get(type(event))
    return event if hiding is None else hiding(state, event, viewer)


def _dealt(state: PokerState, event: ev.StreetDealt, viewer: Viewer) -> Event:
    known = _known(state, viewer)
    seen = [(seat, card if up or card in known.get(seat, ()) else None, up) for seat, card, up in event.cards]
    return replace(event, cards=tuple(seen))


def _exchanged(state: PokerState, event: ev.Discarded | ev.Drew, viewer: Viewer) -> Event:
    mine = _known(state, viewer).get(event.seat, ())
    return replace(event, cards=tuple([card if card in mine else None for card in event.cards]))


def _started(state: PokerState, event: ev.RoundStarted, viewer: Viewer) -> Event:
    return replace(event, deck=(None,) * len(event.deck))


def _shuffled(state: PokerState, event: ev.CardsShuffled | ev.Reshuffled, viewer: Viewer) -> Event:
    return replace(event, order=(None,) * len(event.order))


def _set_aside(state: PokerState, event: ev.CardSetAside, viewer: Viewer) -> Event:
    return event if event.face_up else replace(event, card=None)


_HIDING: Mapping[type[Event], Callable[[PokerState, Any, Viewer], Event]] = {
    ev.StreetDealt: _dealt,
    ev.Discarded: _exchanged,
    ev.Drew: _exchanged,
    ev.RoundStarted: _started,
    ev.CardsShuffled: _shuffled,
    ev.Reshuffled: _shuffled,
    ev.CardSetAside: _set_aside,
}
"""The events that hold cards not everybody may see."""


def _known(state: PokerState, viewer: Viewer) -> dict[Seat, frozenset[Card]]:
    """The cards a player has been dealt in this round, by the seat."""
    round = state.round
    return {
        seat: frozenset([*round.hands.get(seat, ()), *[card for one, card in round.discards if one == seat]])
        for seat in own_seats(state, viewer)
    }
