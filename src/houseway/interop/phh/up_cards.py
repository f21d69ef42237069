"""Up cards of stud that a PHH hand does not state, chosen so that the players act in the order it does state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cmp_to_key, partial

from houseway.cards import Card
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.hands import showing_value
from houseway.chapters.c637a_poker.posting import forced_seat
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerRound, PokerState
from houseway.interop.phh.file import PhhHand
from houseway.seats import Seat


def choose_up_cards(
    rules: PokerRules, hand: PhhHand, dealt: Mapping[int, list[Card | None]], spare: list[Card]
) -> None:
    """Fill in up cards that are not known: who brings it in has the card for it, who opens a street the best hand showing.

    Nothing is forced: where the stated cards name another player, the table says so.
    """
    openers = _openers(hand)
    up: dict[int, list[Card]] = {player: [] for player in dealt}
    first = 0
    for number, street in enumerate(rules.game.streets):
        for place in range(first + street.down, first + street.down + street.up):
            opener = openers.get(first + street.down + street.up, 0)
            for player, cards in dealt.items():
                if place >= len(cards):
                    continue
                card = cards[place]
                if card is None and spare:
                    card = cards[place] = _chosen(rules, spare, up[player], opening=number == 0, best=player == opener)
                    spare.remove(card)
                if card is not None:
                    up[player].append(card)
        first += street.down + street.up


def _openers(hand: PhhHand) -> dict[int, int]:
    """Who acts first once so many cards have been dealt to each."""
    openers: dict[int, int] = {}
    dealt = dict.fromkeys(range(1, hand.players + 1), 0)
    for one in hand.actions:
        if one.word == "dh":
            dealt[one.player] += len(one.cards or ())
        elif one.word in ("pb", "f", "cc", "cbr"):
            openers.setdefault(max(dealt.values()), one.player)
    return openers


def _chosen(rules: PokerRules, spare: list[Card], up: list[Card], *, opening: bool, best: bool) -> Card:
    """The card that does most, or least, to make a player the first to act."""
    if opening:
        ordered = sorted(spare, key=cmp_to_key(partial(_before, rules)))
    else:
        ordered = sorted(spare, key=lambda card: -showing_value([*up, card], low=rules.game.shows_low))
    return ordered[0] if best else ordered[-1]


def _before(rules: PokerRules, one: Card, other: Card) -> int:
    """Below nothing if the first of two up cards names the Forced Bet."""
    first, second = Seat(1), Seat(2)
    round = PokerRound(order=(first, second), up={first: (one,), second: (other,)})
    return -1 if forced_seat(looking_at(rules, PokerState(round=round))) == first else 1
