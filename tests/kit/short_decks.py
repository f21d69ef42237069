"""Rules of a game with a short deck, so that every deal can be settled one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from houseway.cards import JOKER, Card, cards
from houseway.chapters import registry
from houseway.rules.table_rules import TableRules


def deck_of(ranks: str, suits: str, *, joker: bool = False) -> tuple[Card, ...]:
    """Return the cards of these ranks and suits."""
    deck = sorted(cards(" ".join(rank + suit for rank in ranks for suit in suits)))
    return (*deck, JOKER) if joker else tuple(deck)


def short_rules(game: str, deck: tuple[Card, ...], **choices: Any) -> TableRules:
    """Return the rules of a chapter's game for one seat, played with this deck."""
    rules = registry.resolve({"game": game, **choices}, kind=TableRules)
    own = rules.game
    return replace(rules, game=replace(own, seats=1, cards=replace(own.cards, deck=deck)))
