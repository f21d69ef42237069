"""The order of a deck that our dealing turns into the cards a PHH hand states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker.rules import PokerRules, Street
from houseway.interop.phh.file import PhhAction, PhhError, PhhHand
from houseway.interop.phh.up_cards import choose_up_cards

Places = list[Card | None]
"""Places in the deck, in an order; a card that is not known is None."""


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
    board = [card for one in hand.actions if one.word == "db" for card in one.cards or ()]
    drawn = [one for one in hand.actions if one.word == "sd"]
    discards = {seat: [one for one in drawn if one.player == seat] for seat in dealt}
    unknown = _resolve_unknown(hand, dealt, discards)
    used = set(board).union(*dealt.values())
    spare = [card for card in DECK_52 if card not in used]
    if game.forced_by is not None and unknown:
        choose_up_cards(rules, hand, dealt, spare)
    places = _in_order(game.streets, dealt, board, discards)
    if places is None:
        raise PhhError(f"the hand deals more cards than {game.name} does")
    first, others = places[:52], iter(spare)
    if first.count(None) > len(spare):
        raise PhhError("the hand uses more cards than a deck has")
    order = [next(others) if card is None else card for card in first]
    order += list(others)[: 52 - len(order)]
    return Deal(tuple(order), places[52:], unknown)


def _dealt(streets: Sequence[Street], hand: PhhHand) -> dict[int, Places]:
    """The cards of each player in the order they are dealt; a card the file passes over is there, and not known."""
    dealt: dict[int, Places] = {player: [] for player in range(1, hand.players + 1)}
    folded: set[int] = set()
    first = streets[0].down + streets[0].up
    most = 0
    for one in hand.actions:
        if one.word == "dh":
            dealt[one.player] += one.cards or ()
            most = max(most, len(dealt[one.player]))
        elif one.word == "f":
            # Whoever folds has been dealt as many cards as anybody so far.
            folded.add(one.player)
            _fill(dealt[one.player], max(first, most))
    draws = any(street.draw for street in streets)
    for player, cards in dealt.items():
        _fill(cards, first if draws or player in folded else max(first, most))
    return dealt


def _fill(cards: Places, number: int) -> None:
    cards += [None] * (number - len(cards))


def _in_order(
    streets: Sequence[Street],
    dealt: dict[int, Places],
    board: Places,
    discards: dict[int, list[PhhAction]],
) -> Places | None:
    """The places of the deck in our order of dealing: round by round, a burn before each later street.

    None if cards are left over that the game does not deal.
    """
    waiting = {seat: list(cards) for seat, cards in dealt.items()}
    places: Places = []
    draws = 0
    for street in streets:
        if street.draw:
            places += _drawn(waiting, discards, draws)
            draws += 1
        else:
            places += _street(street, waiting, board)
    return None if board or any(waiting.values()) else places


def _street(street: Street, waiting: dict[int, Places], board: Places) -> Places:
    dealt: Places = []
    if street.community:
        dealt, board[:] = board[: street.community], board[street.community :]
    elif any(waiting.values()):
        for _ in range(street.down + street.up):
            dealt += [cards.pop(0) for cards in waiting.values() if cards]
    elif board:
        dealt = [board.pop(0)]
    return [None, *dealt] if street.burn and dealt else dealt


def _drawn(waiting: dict[int, Places], discards: dict[int, list[PhhAction]], draw: int) -> Places:
    """The burn, then each player's new cards; a draw in which everybody stands still has its burn."""
    if not any(len(several) > draw for several in discards.values()):
        return []
    places: Places = [None]
    for seat, several in discards.items():
        if len(several) > draw:
            number = len(several[draw].cards or ())
            new, waiting[seat] = waiting[seat][:number], waiting[seat][number:]
            _fill(new, number)
            places += new
    return places


def _resolve_unknown(hand: PhhHand, dealt: dict[int, Places], discards: dict[int, list[PhhAction]]) -> frozenset[int]:
    """A card not known when it was dealt may be named later, by a discard or by showing the hand.

    Answers with the players of whose last hand a card stays unknown.
    """
    unknown: set[int] = set()
    named = _named(hand)
    for seat, cards in dealt.items():
        if None not in cards:
            continue
        held = list(range(len(cards)))
        for card in [card for one in discards[seat] for card in one.cards or ()]:
            gone = next((place for place in held if cards[place] == card), None)
            if gone is None:
                gone = next((place for place in held if cards[place] is None), None)
                if gone is None:
                    continue
                cards[gone] = card
            held.remove(gone)
        known = set(cards)
        free = [place for place in held if cards[place] is None]
        for card in named.get(seat, ()):
            if card not in known and free:
                cards[free.pop(0)] = card
        if free:
            unknown.add(seat)
    return frozenset(unknown)


def _named(hand: PhhHand) -> dict[int, list[Card]]:
    """The cards of each hand as it was last shown."""
    named: dict[int, list[Card]] = {}
    for one in hand.actions:
        if one.word == "sm" and (cards := [card for card in one.cards or () if card is not None]):
            named[one.player] = cards
    return named
