"""Places at a table: seats 1, 2, ... from the dealer's left, and who is no seat."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)

DEALER: Final = Seat(0)
"""The dealer's own place: the bank where no player banks."""
NOBODY: Final = DEALER
"""No seat: of an envelope that claims none, of what is asked of nobody's own seat."""


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """The seats but for one of them, if it is among them."""
    if seat not in seats:
        return seats
    place = seats.index(seat)
    return seats[:place] + seats[place + 1 :]
