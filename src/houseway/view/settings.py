"""The ways to set hands, each with what its hands are called and whether it would lose as foul."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.cards import Card, rank_of
from houseway.chapters.c645a_pai_gow.hands import high_strength
from houseway.chapters.c663a_five_card_hi_lo.setting import high_points, low_points
from houseway.rules.game import BankedGame
from houseway.rules.showdown import Setting
from houseway.view.names import RANK_NAMES, high_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to set the hands. ``foul``: it may be placed, and loses."""

    setting: Setting
    high: str
    low: str
    foul: bool


def ways_of(game: BankedGame, held: Sequence[Card]) -> Iterator[Way]:
    """Every way to set these cards that may be placed, foul ones too."""
    arrangement = game.arrangement
    assert arrangement is not None
    cards = tuple(held)
    for low in combinations(cards, arrangement.low):
        setting = Setting(tuple([card for card in cards if card not in low]), low)
        if arrangement.check(cards, setting) is None:
            high_says, low_says = _names(game, setting)
            foul = game.chapter == "645a" and not arrangement.proper(setting)
            yield Way(setting=setting, high=high_says, low=low_says, foul=foul)


def _names(game: BankedGame, setting: Setting) -> tuple[str, str]:
    if game.chapter == "663a":
        return str(high_points(setting)), str(low_points(setting))
    high = high_name(high_strength(setting))
    if any(rank_of(card) < 6 for card in setting.high):
        # Five to ace may rank next to the highest straight; by name it goes to the five.
        high = high.replace("to the ace", "to the five")
    return high, _two_cards(setting.low)


def _two_cards(low: Sequence[Card]) -> str:
    """A low hand of two cards by name; the joker is an ace.

    >>> from houseway.cards import cards
    >>> _two_cards(cards("Jk As")), _two_cards(cards("9s Kd"))
    ('pair of aces', 'king-nine')
    """
    first, second = sorted((rank_of(card) for card in low), reverse=True)
    if first == second:
        return f"pair of {RANK_NAMES[first - 2]}{'es' if first == 6 else 's'}"
    return f"{RANK_NAMES[first - 2]}-{RANK_NAMES[second - 2]}"
