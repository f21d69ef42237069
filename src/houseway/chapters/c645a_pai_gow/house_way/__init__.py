"""645a.11(c): how the dealer's seven cards are set, by the house way that the Rules Submission names or states.

A house way is data: an ordered list of named rules, the first of which that applies sets the hand. See docs/house-ways.md.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from houseway.cards import JOKER, Card
from houseway.chapters.c645a_pai_gow.house_way.holding import PARTINGS, Holding
from houseway.chapters.c645a_pai_gow.house_way.reading import HouseWayError, read_house_way
from houseway.chapters.c645a_pai_gow.house_way.rules import HouseWay, Rule
from houseway.rules.showdown import Setting
from houseway.rules.submission import nearest

__all__ = ["HouseWay", "HouseWayError", "Rule", "applied_rule", "from_data", "house_way", "named", "names"]

SetHands = Callable[[tuple[Card, ...]], Setting]

_FOLDER = files("houseway.chapters.c645a_pai_gow.house_way").joinpath("ways")
# How a hand is set depends on how often each rank is held and, if a flush is possible, on which places hold its suit.
_RANK_KEY = tuple(1 << (3 * (number >> 2)) for number in range(52)) + (1 << 39,)
_SUIT_KEY = tuple(1 << (4 * (number & 3)) for number in range(52)) + (0x1111,)
# A suit with five cards or more has 5 + 3 = 8 in its nibble.
_THREE_EACH, _EIGHT_EACH = 0x3333, 0x8888
_PLACES_SHIFT = 42
# Hands without a flush have some 70,000 keys; those with one have far more and come seldom.
_MOST_REMEMBERED = 300_000


@cache
def names() -> tuple[str, ...]:
    """The house ways that come with the chapter."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in _FOLDER.iterdir() if one.name.endswith(".toml")))


@cache
def named(name: str) -> HouseWay:
    """A house way that comes with the chapter."""
    if name not in names():
        raise ValueError(f"There is no house way {name!r}{nearest(name, names())}; there are {', '.join(names())}.")
    return from_data(tomllib.loads(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")))


def from_data(data: Mapping[str, Any], *, under: str = "rule") -> HouseWay:
    """A house way of the user's own; raises HouseWayError, a ValueError, with one sentence per fault."""
    return read_house_way(data, under=under)


def applied_rule(way: HouseWay, cards: tuple[Card, ...]) -> Rule:
    """The rule by which a house way sets seven cards."""
    return _first_rule(way, Holding(_highest_first(cards)))


def house_way(way: HouseWay) -> SetHands:
    """The function that sets seven cards by a house way, each hand's cards highest first."""
    return _remembering(way)


def _highest_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(cards) != 7:
        raise ValueError(f"A house way sets seven cards, not {len(cards)}.")
    return tuple(sorted(cards, reverse=True))


def _first_rule(way: HouseWay, holding: Holding) -> Rule:
    # Reading a house way makes sure that some rule applies to every hand.
    return next(rule for rule in way.rules if holding.meets(rule.when))


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


@lru_cache(maxsize=16)
def _remembering(way: HouseWay) -> SetHands:
    remembered: dict[int, int] = {}

    def set_hands(cards: tuple[Card, ...]) -> Setting:
        hand = _highest_first(cards)
        key = _key(hand)
        number = remembered.get(key)
        if number is None:
            holding = Holding(hand)
            number = holding.part(_first_rule(way, holding).do).number
            if len(remembered) < _MOST_REMEMBERED:
                remembered[key] = number
        (first, second), back_cards = PARTINGS[number]
        return Setting(high=back_cards(hand), low=(hand[first], hand[second]))

    return set_hands
