"""Who may give a command."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations


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
    CASHIER = "cashier"
    EXECUTIVE_DIRECTOR = "Executive Director"
    TABLE_SYSTEM = "table system"
    ADMINISTRATOR = "administrator"
    """Keeps the accounts of the house; no chapter gives this role anything to do at a table."""
    AUDITOR = "auditor"
    """Reads what is closed: rounds that are over and the days of the cage. Nothing live, and no command."""

    @property
    def spoken(self) -> str:
        """Somebody in this role, in a sentence."""
        return _SPOKEN.get(self, f"a {self.value}")


_SPOKEN = {
    Role.FINANCE: "the finance department",
    Role.SECURITY: "the security department",
    Role.SURVEILLANCE: "the surveillance department",
    Role.COMPLIANCE: "compliance",
    Role.EXECUTIVE_DIRECTOR: "the Executive Director",
    Role.TABLE_SYSTEM: "the table system",
    Role.ADMINISTRATOR: "an administrator",
    Role.AUDITOR: "an auditor",
}

# Looked up once: they are asked for with every command.
PLAYER, DEALER = Role.PLAYER, Role.DEALER

PLAYERS = frozenset({PLAYER})
DEALERS = frozenset({DEALER})
FLOOR_OR_ABOVE = frozenset({Role.FLOORPERSON, Role.SHIFT_SUPERVISOR})
DEALER_OR_FLOOR = DEALERS | FLOOR_OR_ABOVE
SHIFT_SUPERVISORS = frozenset({Role.SHIFT_SUPERVISOR})
CASHIERS = frozenset({Role.CASHIER})
SECURITY_STAFF = frozenset({Role.SECURITY})
FINANCE_STAFF = frozenset({Role.FINANCE})
SURVEILLANCE_STAFF = frozenset({Role.SURVEILLANCE})
SYSTEM = frozenset({Role.TABLE_SYSTEM})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})

_POWERS = (Role.ADMINISTRATOR, Role.SHIFT_SUPERVISOR, Role.SURVEILLANCE)
INCOMPATIBLE: tuple[frozenset[Role], ...] = (
    *[frozenset(pair) for pair in combinations(_POWERS, 2)],
    frozenset({Role.CASHIER, Role.FINANCE}),
    *[frozenset({Role.AUDITOR, role}) for role in Role if role is not Role.AUDITOR],
)
"""Roles that one person does not hold together: each of a pair checks the other, or would judge the own case."""


def clashes(held: Iterable[Role]) -> list[frozenset[Role]]:
    """The pairs among some roles that one person does not hold together."""
    return [pair for pair in INCOMPATIBLE if pair <= set(held)]
