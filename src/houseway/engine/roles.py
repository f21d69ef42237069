"""Who may give a command."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The people of a table, as the chapters name them."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SHIFT_SUPERVISOR = "shift supervisor"
    FINANCE = "table-games finance"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    COMPLIANCE = "compliance"


PLAYERS = frozenset({Role.PLAYER})
DEALERS = frozenset({Role.DEALER})
FLOOR_OR_ABOVE = frozenset({Role.FLOORPERSON, Role.SHIFT_SUPERVISOR})
DEALER_OR_FLOOR = DEALERS | FLOOR_OR_ABOVE
