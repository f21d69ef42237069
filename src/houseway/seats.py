"""Places at a table: seats 1, 2, ... from the dealer's left, and who is no seat."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)

DEALER: Final = Seat(0)
"""The dealer's own place: the bank where no player banks, and nobody's seat in an envelope."""
