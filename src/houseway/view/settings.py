"""The ways to set hands, each with what its hands are called and whether it would lose as foul."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.cards import Card
from houseway.rules.game import BankedGame
from houseway.rules.showdown import Setting
from houseway.view.layouts import hand_setting_of


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
    cards, shown = tuple(held), hand_setting_of(game)
    for low in combinations(cards, arrangement.low):
        setting = Setting(tuple([card for card in cards if card not in low]), low)
        if arrangement.check(cards, setting) is None:
            high, low_hand = shown.name_hands(setting)
            foul = shown.foul_clause is not None and not arrangement.proper(setting)
            yield Way(setting=setting, high=high, low=low_hand, foul=foul)
