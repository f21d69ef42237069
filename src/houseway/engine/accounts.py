"""The named accounts of a table. Money moves between them as balanced postings; their sum never changes."""

from __future__ import annotations

from functools import cache

from houseway.money import Cents
from houseway.seats import Seat

HOUSE = "house"
"""The table inventory container."""
OUTSIDE = "outside"
"""Where chips come from and go to when a player sits down and leaves."""
CENTRE = "centre"
"""The centre of the layout, where a banking player's round is settled."""
DEALER_AREA = "dealer's wager"

Posting = tuple[str, str, Cents]
"""From, to, cents."""


@cache
def player_account(player: str) -> str:
    """The chips a player has in front of them."""
    return f"player {player}"


@cache
def area_account(seat: Seat, wager: str) -> str:
    """The betting area of one wager at one position."""
    return f"area {seat} {wager}"


@cache
def payout_account(player: str) -> str:
    """What a player won of a meter, paid by hand: neither chips nor credit of a game account."""
    return f"payout {player}"


@cache
def meter_account(meter: str) -> str:
    """A progressive meter."""
    return f"meter {meter}"
