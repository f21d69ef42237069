"""The order of a deck that our dealing turns into the cards a PHH hand states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker.rules import PokerRules, Street
from houseway.interop.phh.file import PhhAction, PhhError, PhhHand
from houseway.interop.phh.up_cards import choose_up_cards


class Place(msgspec.Struct, gc=False):
    """A place in the deck; the card is None while it is not known."""

    card: Card | None = None


@dataclass(slots=True)
class Deal:
    """Every place in the order of dealing. ``reshuffled`` are the places after the deck first runs out.

    ``unknown``: the players not all of whose cards are stated, anywhere in the hand.
    """

    order: tuple[Card, ...]
    reshuffled: list[Card | None] = field(default_factory=list)
    unknown: frozenset[int] = frozenset()

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


def deal_of(rules: PokerRules, hand: PhhHand) -> Deal:
    """Work out the deck: stated cards where they are dealt, other cards wherever none is stated."""
    game = rules.game
    dealt = _dealt(game.streets, hand)
    board = [Place(card) for one in hand.actions if one.word == "db" for card in one.cards or ()]
    drawn = [one for one in hand.actions if one.word == "sd"]
    discards = {seat: [one for one in drawn if one.player == seat] for seat in dealt}
    unknown = _resolve_unknown(hand, dealt, discards)
    used = {place.card for places in (*dealt.values(), board) for place in places}
    spare = [card for card in DECK_52 if card not in used]
    if game.forced_by is not None and unknown:
        choose_up_cards(rules, hand, dealt, spare)
    places = _in_order(game.streets, dealt, board, discards)
    if places is None:
        raise PhhError(f"the hand deals more cards than {game.name} does")
    order: list[Card] = []
    for place in places[:52]:
        if place.card is None:
            if not spare:
                raise PhhError("the hand uses more cards than a deck has")
            place.card = spare.pop(0)
        order.append(place.card)
    order += spare[: 52 - len(order)]
    return Deal(tuple(order), [place.card for place in places[52:]], unknown)


def _dealt(streets: Sequence[Street], hand: PhhHand) -> dict[int, list[Place]]:
    """The cards of each player in the order they are dealt; a card the file passes over is there, and not known."""
    dealt: dict[int, list[Place]] = {player: [] for player in range(1, hand.players + 1)}
    folded: set[int] = set()
    first = streets[0].down + streets[0].up
    most = 0
    for one in hand.actions:
        if one.word == "dh":
            dealt[one.player] += [Place(card) for card in one.cards or ()]
            most = max(most, len(dealt[one.player]))
        elif one.word == "f":
            # Whoever folds has been dealt as many cards as anybody so far.
            folded.add(one.player)
            _fill(dealt[one.player], max(first, most))
    draws = any(street.draw for street in streets)
    for player, places in dealt.items():
        _fill(places, first if draws or player in folded else max(first, most))
    return dealt


def _fill(places: list[Place], number: int) -> None:
    places += [Place() for _ in range(number - len(places))]


def _in_order(
    streets: Sequence[Street],
    dealt: dict[int, list[Place]],
    board: list[Place],
    discards: dict[int, list[PhhAction]],
) -> list[Place] | None:
    """The places of the deck in our order of dealing: round by round, a burn before each later street.

    None if cards are left over that the game does not deal.
    """
    waiting = {seat: list(places) for seat, places in dealt.items()}
    places: list[Place] = []
    draws = 0
    for street in streets:
        if street.draw:
            places += _drawn(waiting, discards, draws)
            draws += 1
        else:
            places += _street(street, waiting, board)
    return None if board or any(waiting.values()) else places


def _street(street: Street, waiting: dict[int, list[Place]], board: list[Place]) -> list[Place]:
    dealt: list[Place] = []
    if street.community:
        dealt, board[:] = board[: street.community], board[street.community :]
    elif any(waiting.values()):
        for _ in range(street.down + street.up):
            dealt += [places.pop(0) for places in waiting.values() if places]
    elif board:
        dealt = [board.pop(0)]
    return [Place(), *dealt] if street.burn and dealt else dealt


def _drawn(waiting: dict[int, list[Place]], discards: dict[int, list[PhhAction]], draw: int) -> list[Place]:
    """The burn, then each player's new cards; a draw in which everybody stands still has its burn."""
    if not any(len(several) > draw for several in discards.values()):
        return []
    places = [Place()]
    for seat, several in discards.items():
        if len(several) > draw:
            number = len(several[draw].cards or ())
            new, waiting[seat] = waiting[seat][:number], waiting[seat][number:]
            places += new + [Place() for _ in range(number - len(new))]
    return places


def _resolve_unknown(
    hand: PhhHand, dealt: dict[int, list[Place]], discards: dict[int, list[PhhAction]]
) -> frozenset[int]:
    """A card not known when it was dealt may be named later, by a discard or by showing the hand.

    Answers with the players of whose last hand a card stays unknown.
    """
    unknown: set[int] = set()
    named = _named(hand)
    for seat, places in dealt.items():
        if None not in [place.card for place in places]:
            continue
        held = list(places)
        for card in [card for one in discards[seat] for card in one.cards or ()]:
            match = next((place for place in held if place.card == card), None)
            if match is None:
                match = next((place for place in held if place.card is None), None)
                if match is None:
                    continue
                match.card = card
            held.remove(match)
        known = {place.card for place in places}
        for card in named.get(seat, ()):
            match = next((place for place in held if place.card is None), None)
            if card not in known and match is not None:
                match.card = card
        if None in [place.card for place in held]:
            unknown.add(seat)
    return frozenset(unknown)


def _named(hand: PhhHand) -> dict[int, list[Card]]:
    """The cards of each hand as it was last shown."""
    named: dict[int, list[Card]] = {}
    for one in hand.actions:
        cards = [card for card in one.cards or () if card is not None] if one.word == "sm" else []
        if cards:
            named[one.player] = cards
    return named
