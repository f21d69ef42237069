"""A round stated by its hands: the deck that deals them, found by dealing, and the cards the answer would depend on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from houseway.cards import DECK_53, Card, CardError, read_cards, repeated, text_of
from houseway.clause import NO_CLAUSE
from houseway.encoding import card_fields
from houseway.engine.kernel import Event, Table
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.rounds.reading import malformed
from houseway.seats import DEALER, Seat
from houseway.written import shortened

T = TypeVar("T", bound="Table[Any, Any]")

_MOST_PASSES = 64
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class Holder(NamedTuple):
    """Where cards go: a seat's hand (the dealer's is of seat 0), a seat's draw, the board, the common card."""

    kind: str
    seat: Seat = DEALER
    draw: int = 0

    def card(self, place: int) -> str:
        """A card of it, as a sentence names it."""
        nth = _NTH[place] if place < len(_NTH) else f"card {place + 1}"
        match self.kind:
            case "board":
                return f"the {nth} card of the board"
            case "common":
                return "the common card"
            case "drawn":
                return f"the {nth} card seat {self.seat} drew in the {_NTH[self.draw]} draw"
            case _:
                return f"the {nth} card of {f'seat {self.seat}' if self.seat else 'the dealer'}"


BOARD = Holder("board")
COMMON = Holder("common")

Hands = Mapping[Holder, Sequence[Card | None]]
"""The cards stated, in the order dealt; None where one is not known."""


class Dealt(NamedTuple):
    """Cards that left a deck; a burn card and the like have no holder. ``order``: a new order of cards lies there now."""

    holder: Holder | None = None
    card: Card = Card(0)
    order: tuple[Card, ...] = ()


@dataclass
class Shuffles:
    """The orders of the cards, the deck's and those of the reshuffles, as far as it is known what they deal."""

    stated: frozenset[Card]
    known: list[dict[int, Card]] = field(default_factory=lambda: [{}])
    backwards: bool = False

    def order(self, cards: Iterable[Card], number: int = 0) -> tuple[Card, ...]:
        """An order of these cards that deals the stated ones where they were dealt, and no stated one elsewhere."""
        there = list(cards)[:: -1 if self.backwards else 1]
        first = {card: place for place, card in reversed(list(self._places(number).items()))}
        places = {place: card for card, place in first.items() if card in there}
        used = set(places.values())
        others = [card for card in there if card not in used]
        spare = iter([card for card in others if card not in self.stated] + [c for c in others if c in self.stated])
        return tuple([places[place] if place in places else next(spare) for place in range(len(there))])

    def _places(self, number: int) -> Mapping[int, Card]:
        return self.known[number] if number < len(self.known) else {}


class Attempt(NamedTuple, Generic[T]):
    """A round played with one order of the cards, as far as it went."""

    table: T
    refused: RefusedError | None


@dataclass(frozen=True, kw_only=True)
class Game(Generic[T]):
    """What the search has to know of a game: how it is played, what was dealt, which of the cards not stated matter, what
    it came to."""

    play: Callable[[Shuffles], Attempt[T]]
    dealt: Callable[[Sequence[Event]], Iterator[Dealt]]
    needed: Callable[[T, frozenset[Card]], set[Card]]
    outcome: Callable[[T], object]


class Found(NamedTuple, Generic[T]):
    """The round as it was dealt; ``unknown`` are the cards that nobody stated, which only fill places."""

    table: T
    unknown: frozenset[Card]


def found(hands: Hands, game: Game[T]) -> Found[T]:
    """Play the round with a deck that deals the stated hands; refuse it if the answer rests on a card not stated."""
    shuffles = Shuffles(frozenset(_stated(hands)))
    attempt = game.play(shuffles)
    for _ in range(_MOST_PASSES):
        # Where a card goes depends only on what came before it, so each pass puts at least one more deal right.
        known = _places(hands, game.dealt(attempt.table.events))
        if known == shuffles.known:
            traced = _traced(hands, game.dealt(attempt.table.events))
            if traced is hands:
                break
            hands = traced
            continue
        shuffles = Shuffles(shuffles.stated, known)
        attempt = game.play(shuffles)
    _check_dealt(hands, game.dealt(attempt.table.events))
    unknown = _unknown(hands, game.dealt(attempt.table.events))
    needed = game.needed(attempt.table, frozenset(unknown))
    missing = [(holder, place) for card, (holder, place) in unknown.items() if card in needed]
    if attempt.refused is not None and not missing:
        # No refusal shows a card that only fills a place.
        said = attempt.refused.refusal
        shown = " ".join([said.message, *said.legal])
        missing = [where for card, where in unknown.items() if text_of([card]) in shown]
    if missing:
        raise _missing(missing)
    if attempt.refused is not None:
        raise attempt.refused
    if unknown:
        other = game.play(Shuffles(shuffles.stated, shuffles.known, backwards=True))
        if other.refused is not None or game.outcome(other.table) != game.outcome(attempt.table):
            raise _missing(list(unknown.values()))
    return Found(attempt.table, frozenset(DECK_53).difference(_stated(hands)))


def _stated(hands: Hands) -> list[Card]:
    return [card for cards in hands.values() for card in cards if card is not None]


def _places(hands: Hands, dealt: Iterator[Dealt]) -> list[dict[int, Card]]:
    """Which stated card belongs at which place of each order."""
    known: list[dict[int, Card]] = []
    lies: dict[Card, int] = {}
    untouched = False
    for one, place in _counted(dealt):
        if one.order:
            # An order that was replaced before a card was dealt from it is none of the round's.
            known = [*(known[:-1] if untouched else known), {}]
            lies = {card: number for number, card in enumerate(one.order)}
        elif one.holder is not None:
            card = _at(hands, one.holder, place)
            if card is not None:
                known[-1][lies[one.card]] = card
        untouched = bool(one.order)
    return known or [{}]


def _unknown(hands: Hands, dealt: Iterator[Dealt]) -> dict[Card, tuple[Holder, int]]:
    """The cards dealt where none is stated."""
    return {
        one.card: (one.holder, place)
        for one, place in _counted(dealt)
        if one.holder is not None and not one.order and _at(hands, one.holder, place) is None
    }


def _check_dealt(hands: Hands, dealt: Iterator[Dealt]) -> None:
    """A card comes twice only if it was put back between."""
    for one, place in _counted(dealt):
        card = _at(hands, one.holder, place) if one.holder is not None and not one.order else None
        if card is not None and one.holder is not None and card != one.card:
            says = f"{text_of([card])} is stated as {one.holder.card(place)}, but it was dealt before"
            raise malformed(says, code=Code.CARD_APPEARS_ONCE)


def _traced(hands: Hands, dealt: Iterator[Dealt]) -> Hands:
    """With the first card that came out of a reshuffle and was not put back as one that lay at a place not stated."""
    order: tuple[Card, ...] = ()
    before: set[Card] = set()
    unknown: dict[Card, tuple[Holder, int]] = {}
    for one, place in _counted(dealt):
        if one.order:
            order = one.order
        elif one.holder is not None:
            card = _at(hands, one.holder, place)
            if card is None:
                unknown[one.card] = (one.holder, place)
            elif card != one.card and card not in before:
                free = [where for filling, where in unknown.items() if filling in order]
                return _with(hands, *free[0], card) if free else hands
            else:
                before.add(card)
    return hands


def _with(hands: Hands, holder: Holder, place: int, card: Card) -> Hands:
    cards = list(hands.get(holder, ()))
    while len(cards) <= place:
        cards.append(None)
    cards[place] = card
    return {**hands, holder: cards}


def _counted(dealt: Iterator[Dealt]) -> Iterator[tuple[Dealt, int]]:
    """Each card with how many its holder had before."""
    counts: dict[Holder | None, int] = {}
    for one in dealt:
        yield one, counts.get(one.holder, 0)
        if not one.order:
            counts[one.holder] = counts.get(one.holder, 0) + 1


def _at(hands: Hands, holder: Holder, place: int) -> Card | None:
    cards = hands.get(holder, ())
    return cards[place] if place < len(cards) else None


def _missing(places: list[tuple[Holder, int]]) -> RefusedError:
    named = [holder.card(place) for holder, place in places]
    says = f"{named[0]} is not stated, and the answer depends on it"
    return malformed(says, tuple(named), Code.DECK_SUFFICES)


E = TypeVar("E", bound=Event)


def hidden(event: E, unknown: frozenset[Card]) -> E:
    """The event without the cards that only fill the places of those not stated."""
    if not unknown:
        return event
    shown = {name: getattr(event, name) for name in card_fields(type(event))}
    return msgspec.structs.replace(event, **{name: _without(cards, unknown) for name, cards in shown.items()})


def _without(value: Any, unknown: frozenset[Card]) -> Any:
    match value:
        case (seat, int() as card, bool() as face_up):
            return seat, None if card in unknown else card, face_up
        case tuple():
            return tuple([_without(one, unknown) for one in value])
        case int():
            return None if value in unknown else value
        case _:
            return value


def read_hand(text: str, where: str) -> list[Card | None]:
    """Cards in the order dealt, ``??`` for one that is not known."""
    read: list[Card | None] = []
    try:
        for part in re.split(r"(\?\?)", text):
            if part == "??":
                read.append(None)
            elif part.strip(" ,;\t\r\n"):
                read += read_cards(part)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, NO_CLAUSE, f"{where}: {error}") from None
    return read


def read_seat(text: object, seats: Iterable[Seat], where: str, *, also: tuple[str, ...] = ()) -> Seat:
    """A seat that is named by its number; ``also``: who else may be named there."""
    known = tuple(seats)
    if not (isinstance(text, str) and text.isascii() and text.isdigit() and text[0] != "0" and int(text[:4]) in known):
        raise malformed(f"{where}: {shortened(str(text))!r} is no seat of this round", (*map(str, known), *also))
    return Seat(int(text))


def check_hands(hands: Hands, most: Callable[[Holder], int], deck: Iterable[Card], *, first: int | None = None) -> None:
    """No more cards than the game deals there, each of its deck, and the ``first`` of each hand only once."""
    for holder, cards in hands.items():
        if len(cards) > most(holder):
            dealt = f"only {most(holder)} are" if most(holder) > 1 else "only one is" if most(holder) else "none is"
            raise malformed(f"{holder.card(most(holder))} is stated, but {dealt} dealt there")
    stated = _stated(hands)
    # What comes later may have been discarded or burnt before, and shuffled back.
    twice = repeated(
        _stated({holder: cards[:first] for holder, cards in hands.items() if holder.kind in ("hand", "board")})
    )
    if twice is not None:
        raise malformed(f"{text_of([twice])} is stated twice", code=Code.CARD_APPEARS_ONCE)
    strange = [card for card in stated if card not in deck]
    if strange:
        raise malformed(f"{text_of(strange[:1])} is no card of this game's deck", code=Code.CARDS_ARE_VALID)


def fill_in(hand: list[Card | None], shown: Iterable[Card], elsewhere: frozenset[Card]) -> None:
    """Put cards a player is known to have held at the first places where none is stated; more than are dealt are not held."""
    for card in shown:
        if card in hand or card in elsewhere:
            continue
        if None in hand:
            hand[hand.index(None)] = card
        else:
            hand.append(card)
