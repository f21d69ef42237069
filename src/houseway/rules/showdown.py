"""One player's cards against the bank's at the end of a round: all that a fact may look at."""

from __future__ import annotations

from typing import NamedTuple

from houseway.cards import Card


class Setting(NamedTuple):
    """Seven or five cards arranged into a high hand and a low hand."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]


class Showdown(NamedTuple):
    """The narrow waist between the engine and the mathematics: facts are functions of this and of nothing else.

    ``bank`` is the hand played against: the dealer's, or a banking player's.
    """

    player: tuple[Card, ...]
    bank: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    folded: bool = False
    player_setting: Setting | None = None
    bank_setting: Setting | None = None
    magic_card: Card | None = None
    lucky_player: bool = False
    lucky_dealer: bool = False
