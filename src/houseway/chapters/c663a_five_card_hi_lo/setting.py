"""Point values (663a.6(a)), and how five cards are set (663a.11(d), 663a.11(e)).

The high hand has three cards and the low hand the other two: 663a.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.cards import DECK_52, Card, rank_of
from houseway.clause import ClauseId
from houseway.rules.game import Arrangement
from houseway.rules.showdown import Setting

ACE = 14
HIGH_CARDS = 3
LOW_CARDS = 2
DEALT_CARDS = HIGH_CARDS + LOW_CARDS


_IN_HIGH = tuple(11 if rank_of(card) == ACE else min(rank_of(card), 10) for card in DECK_52)
_IN_LOW = tuple(1 if rank_of(card) == ACE else min(rank_of(card), 10) for card in DECK_52)


def value_in_high(card: Card) -> int:
    """The point value of a card in the high hand."""
    return _IN_HIGH[card]


def value_in_low(card: Card) -> int:
    """The point value of a card in the low hand."""
    return _IN_LOW[card]


def high_points(setting: Setting) -> int:
    """The total point value of the high hand."""
    return sum([_IN_HIGH[card] for card in setting.high])


def low_points(setting: Setting) -> int:
    """The total point value of the low hand."""
    return sum([_IN_LOW[card] for card in setting.low])


def aces_in(cards: Sequence[Card]) -> int:
    """How many of the cards are aces."""
    return sum([rank_of(card) == ACE for card in cards])


def what_is_wrong(held: tuple[Card, ...], setting: Setting) -> str | None:
    """Why a player may not set the hands so, or None: higher values high, lower low, one ace low at most."""
    if aces_in(setting.low) > 1:
        return "no more than one ace may be placed in the low hand"
    if min([_IN_HIGH[card] for card in setting.high]) < max([_IN_LOW[card] for card in setting.low]):
        return "the three cards of higher value go into the high hand and the two of lower value into the low hand"
    return None


def lawful_settings(held: tuple[Card, ...]) -> list[Setting]:
    """Every way in which a player may set the hands."""
    every = [Setting(tuple(card for card in held if card not in low), low) for low in combinations(held, LOW_CARDS)]
    return [setting for setting in every if what_is_wrong(held, setting) is None]


@dataclass(frozen=True, slots=True)
class HighestHigh:
    """The dealer's hands: the three cards of most points high, so every ace save the fourth."""

    name: str = "highest-high"

    def set_hands(self, held: tuple[Card, ...], /) -> Setting:
        down = sorted(held, key=lambda card: (_IN_HIGH[card], card), reverse=True)
        return Setting(tuple(down[:HIGH_CARDS]), tuple(down[HIGH_CARDS:]))


DEALERS_WAY = HighestHigh()


def is_dealers(setting: Setting) -> bool:
    """Whether the dealer may set the hands so: cards of equal value may change places."""
    house = DEALERS_WAY.set_hands((*setting.high, *setting.low))
    return (
        len(setting.high) == HIGH_CARDS
        and high_points(setting) == high_points(house)
        and low_points(setting) == low_points(house)
        and what_is_wrong((), setting) is None
    )


ARRANGEMENT = Arrangement(
    high=HIGH_CARDS,
    low=LOW_CARDS,
    check=what_is_wrong,
    clause=ClauseId("663a.11(d)"),
    final=ClauseId("663a.11(a)(3)"),
    house_way=DEALERS_WAY,
    bank_clause=ClauseId("663a.11(e)"),
    proper=is_dealers,
    legal=lawful_settings,
)
