"""The order of a deck that our dealing turns into the cards a PHH hand states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker.rules import PokerGame, Street
from houseway.interop.phh.file import PhhAction, PhhError, PhhHand


@dataclass(slots=True)
class _Place:
    """A place in the deck; the card is None while it is not known."""

    card: Card | None = None


@dataclass(slots=True)
class Deal:
    """Every place in the order of dealing. ``reshuffled`` are the places after the deck first runs out."""

    order: tuple[Card, ...]
    reshuffled: list[Card | None] = field(default_factory=list)

    def put_back(self, back: Sequence[Card]) -> tuple[Card, ...]:
        """An order of the cards put back that deals the stated ones, wherever one is stated."""
        wanted = self.reshuffled[: len(back)]
        self.reshuffled = self.reshuffled[len(back) :]
        spare = [card for card in back if card not in wanted]
        order: list[Card] = []
        for card in wanted:
            if card is not None and card in back:
                order.append(card)
            elif spare:
                order.append(spare.pop(0))
        return (*order, *[card for card in back if card not in order])


def deal_of(game: PokerGame, hand: PhhHand) -> Deal:
    """Work out the deck: stated cards where they are dealt, other cards wherever none is stated."""
    places = _places(game, hand)
    used = {place.card for place in places if place.card is not None}
    spare = [card for card in DECK_52 if card not in used]
    first, later = places[:52], places[52:]
    order: list[Card] = []
    for place in first:
        if place.card is None:
            if not spare:
                raise PhhError("the hand uses more cards than a deck has")
            place.card = spare.pop(0)
        order.append(place.card)
    order += spare[: 52 - len(order)]
    return Deal(tuple(order), [place.card for place in later])


def _places(game: PokerGame, hand: PhhHand) -> list[_Place]:
    """The places of the deck in our order of dealing: round by round, a burn before each later street."""
    seats = range(1, hand.players + 1)
    dealt = {seat: [_Place(card) for card in _stated(hand, "dh", seat)] for seat in seats}
    board = [_Place(card) for card in _stated(hand, "db", 0)]
    discards = {seat: [one for one in hand.actions if one.word == "sd" and one.player == seat] for seat in seats}
    _resolve_unknown(hand, dealt, discards)
    waiting = {seat: list(places) for seat, places in dealt.items()}
    places: list[_Place] = []
    draws = 0
    for street in game.streets:
        if street.draw:
            places += _drawn(waiting, discards, draws)
            draws += 1
        else:
            places += _street(street, waiting, board)
    left = sum(map(len, waiting.values())) + len(board)
    if left:
        raise PhhError(f"the hand deals {left} cards more than {game.name} does")
    return places


def _street(street: Street, waiting: dict[int, list[_Place]], board: list[_Place]) -> list[_Place]:
    dealt: list[_Place] = []
    if street.community:
        dealt, board[:] = board[: street.community], board[street.community :]
    elif any(waiting.values()):
        for _ in range(street.down + street.up):
            dealt += [places.pop(0) for places in waiting.values() if places]
    elif board:
        dealt = [board.pop(0)]
    return [_Place(), *dealt] if street.burn and dealt else dealt


def _drawn(waiting: dict[int, list[_Place]], discards: dict[int, list[PhhAction]], draw: int) -> list[_Place]:
    """The burn, then each player's new cards; a draw in which everybody stands still has its burn."""
    if not any(len(several) > draw for several in discards.values()):
        return []
    places = [_Place()]
    for seat, several in discards.items():
        if len(several) > draw:
            number = len(several[draw].cards or ())
            new, waiting[seat] = waiting[seat][:number], waiting[seat][number:]
            places += new + [_Place() for _ in range(number - len(new))]
    return places


def _stated(hand: PhhHand, word: str, player: int) -> list[Card | None]:
    return [card for one in hand.actions if one.word == word and one.player == player for card in one.cards or ()]


def _resolve_unknown(hand: PhhHand, dealt: dict[int, list[_Place]], discards: dict[int, list[PhhAction]]) -> None:
    """A card not known when it was dealt may be named later, by a discard or by showing the hand."""
    for seat, places in dealt.items():
        held = list(places)
        for card in [card for one in discards[seat] for card in one.cards or ()]:
            match = next((place for place in held if place.card == card), None)
            if match is None:
                match = next((place for place in held if place.card is None), None)
                if match is None:
                    continue
                match.card = card
            held.remove(match)
        shown = [one for one in hand.actions if one.word == "sm" and one.player == seat and one.cards]
        named = [card for card in (shown[-1].cards or ()) if card is not None] if shown else []
        known = {place.card for place in places}
        for card in named:
            match = next((place for place in held if place.card is None), None)
            if card not in known and match is not None:
                match.card = card
