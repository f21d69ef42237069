"""A house way as a value that can be read, and that sets hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from houseway.cards import JOKER, Card
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS, Holding
from houseway.chapters.c645a_pai_gow.house_way.rules import Rule
from houseway.rules.showdown import Setting

# How a hand is set depends on how often each rank is held and, if a flush is possible, on which places hold its suit.
_RANK_KEY = tuple(1 << (3 * (number >> 2)) for number in range(52)) + (1 << 39,)
_SUIT_KEY = tuple(1 << (4 * (number & 3)) for number in range(52)) + (0x1111,)
# A suit with five cards or more has 5 + 3 = 8 in its nibble.
_THREE_EACH, _EIGHT_EACH = 0x3333, 0x8888
_PLACES_SHIFT = 42
# Hands without a flush have some 70,000 keys; those with one have far more and come seldom.
_MOST_REMEMBERED = 300_000


@dataclass(frozen=True, kw_only=True)
class HouseWay:
    """An ordered list of rules: the first whose conditions hold sets the hand."""

    name: str
    title: str
    rules: tuple[Rule, ...]

    @cached_property
    def _remembered(self) -> dict[int, int]:
        """The number of the parting by the key of the hand: no part of the value, so no field of it."""
        return {}

    def set_hands(self, held: tuple[Card, ...], /) -> Setting:
        """Seven cards set by this house way, each hand's cards highest first."""
        hand = _highest_first(held)
        key = _key(hand)
        number = self._remembered.get(key)
        if number is None:
            holding = Holding(hand)
            number = holding.part(self._rule_for(holding).do).number
            if len(self._remembered) < _MOST_REMEMBERED:
                self._remembered[key] = number
        (first, second), back_cards = PARTINGS[number]
        return Setting(high=back_cards(hand), low=(hand[first], hand[second]))

    def rule_for(self, held: tuple[Card, ...]) -> Rule:
        """The rule by which seven cards are set."""
        return self._rule_for(Holding(_highest_first(held)))

    def _rule_for(self, holding: Holding) -> Rule:
        # Reading a house way makes sure that some rule applies to every hand.
        return next(rule for rule in self.rules if holding.meets(rule.when))


def _highest_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(cards) != 7:
        raise ValueError(f"A house way sets seven cards, not {len(cards)}.")
    return tuple(sorted(cards, reverse=True))


def _key(hand: tuple[Card, ...]) -> int:
    ranks = suits = 0
    for one in hand:
        ranks += _RANK_KEY[one]
        suits += _SUIT_KEY[one]
    flush = (suits + _THREE_EACH) & _EIGHT_EACH
    if not flush:
        return ranks
    places = 0
    for place, one in enumerate(hand):
        if one != JOKER and (flush >> (4 * (one & 3))) & 8:
            places |= 1 << place
    return ranks | (places << _PLACES_SHIFT)
