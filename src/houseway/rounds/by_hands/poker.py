"""A round of poker stated by its hands: what is stated, what was dealt, which cards the answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from houseway.cards import DECK_52, Card, text_of
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import COMMUNITY
from houseway.chapters.c637a_poker.rules import PokerGame, PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.kernel import Event, Table
from houseway.rounds.by_hands import BOARD, COMMON, Dealt, Hands, Holder, check_hands, fill_in, read_hand, read_seat
from houseway.rounds.reading import malformed
from houseway.seats import Seat
from houseway.written import shortened


def stated_hands(
    game: PokerGame,
    *,
    seats: Mapping[str, object],
    hands: Mapping[str, str],
    board: str,
    common: str,
    drawn: Mapping[str, Sequence[str]],
    actions: Sequence[str],
) -> Hands:
    """The cards stated; where a hand is not known, those its player is said to have discarded."""
    draws = sum(street.draw for street in game.streets)
    first = sum(street.down + street.up for street in game.streets)
    once = game.streets[0].down + game.streets[0].up if game.common_clause else None
    known = sorted(Seat(int(seat)) for seat in seats)
    read: dict[Holder, list[Card | None]] = {}
    for text, cards in hands.items():
        seat = read_seat(text, known, "hands")
        read[Holder("hand", seat)] = read_hand(cards, f"the hand of seat {seat}")
    for text, each in drawn.items():
        seat = read_seat(text, known, "drawn")
        if len(each) > draws:
            raise malformed(f"seat {seat} is stated to have drawn {len(each)} times, and {game.name} has {draws} draws")
        for number, cards in enumerate(each):
            read[Holder("drawn", seat, number)] = read_hand(cards, f"what seat {seat} drew")
    if board:
        read[BOARD] = read_hand(board, "the board")
    if common:
        read[COMMON] = read_hand(common, "the common card")
    most = {"board": sum(street.community for street in game.streets), "common": 4 if game.common_clause else 0}
    check_hands(read, lambda holder: most.get(holder.kind, first), DECK_52, first=once)
    elsewhere = frozenset(
        card for holder, cards in read.items() if holder.kind != "drawn" for card in cards if card is not None
    )
    for number in known:
        hand = read.setdefault(Holder("hand", Seat(number)), [])
        fill_in(hand, _first_held(read, Seat(number), actions), elsewhere)
    return read


def _first_held(hands: Hands, seat: Seat, actions: Sequence[str]) -> list[Card]:
    """The cards a seat's actions name as discarded, less those it drew before."""
    held: list[Card] = []
    drew: set[Card | None] = set()
    draw = 0
    for action in actions:
        who, word, cards = [*action.split(None, 2), "", "", ""][:3]
        if who == str(seat) and word in ("discard", "stand"):
            gone = read_hand(cards, f"{shortened(action)!r}") if word == "discard" else []
            held += [card for card in gone if card is not None and card not in drew]
            drew = drew.difference(gone).union(hands.get(Holder("drawn", seat, draw), ()))
            draw += 1
    return held


def unseen_discards(action: str, hands: Mapping[Seat, tuple[Card, ...]], stated: frozenset[Card]) -> str:
    """The action with a card of the hand that is not stated for each ``??``."""
    seat = action.split(maxsplit=1)[0]
    unseen = [card for card in hands.get(Seat(int(seat)), ()) if card not in stated] if seat.isdigit() else []
    while "??" in action:
        if not unseen:
            raise malformed(f"{shortened(action)!r}: every card of the hand is stated, so the discards are named")
        action = action.replace("??", text_of([unseen.pop(0)]), 1)
    return action


def dealt(events: Sequence[Event]) -> Iterator[Dealt]:
    """Every card that left the deck, in order; a draw's cards are counted by themselves."""
    draw = -1
    for event in events:
        match event:
            case ev.RoundStarted():
                yield Dealt(order=event.deck)
            case ev.Reshuffled():
                yield Dealt(order=event.order)
            case ev.DrawBegan() if not event.discard:
                draw += 1
            case ev.StreetDealt():
                for seat, card, _ in event.cards:
                    community = COMMON if event.common else BOARD
                    holder = Holder("hand", seat) if seat > 0 else community if seat == COMMUNITY else None
                    yield Dealt(holder, card)
            case ev.Drew():
                for card in event.cards:
                    yield Dealt(Holder("drawn", event.seat, draw), card)


def needed(table: Table[PokerRules, PokerState], unknown: frozenset[Card]) -> set[Card]:
    """Of the cards not stated those shown at the showdown, and the up cards that said who was to bet."""
    of = table.state.round
    cards: set[Card] = set()
    up: dict[Seat, list[Card]] = {}
    for event in table.events:
        match event:
            case ev.StreetDealt():
                for seat, card, face_up in event.cards:
                    if face_up and seat > 0:
                        up.setdefault(seat, []).append(card)
            case ev.Acted(word="fold"):
                up.pop(event.seat, None)
            case ev.BettingBegan():
                cards |= {card for seat in up for card in up[seat]}
            case ev.HandShown():
                cards |= {*event.cards, *of.board, *of.common}
    return cards & unknown
