"""Who gives which command, as ``tests/golden/roles.toml`` names them from the clauses."""

from __future__ import annotations

import tomllib
from pathlib import Path

from houseway.engine.roles import FLOOR_OR_ABOVE, Role

GIVEN: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parents[1] / "golden" / "roles.toml").read_text(encoding="utf-8")
)
"""By section and command."""


def roles_in(line: str) -> frozenset[Role]:
    """Return the roles that a line names."""
    roles: set[Role] = set()
    for word in line.replace(" own", "").split(", "):
        match word:
            case "everybody":
                roles |= set(Role)
            case "floor":
                roles |= FLOOR_OR_ABOVE
            case "system":
                roles.add(Role.TABLE_SYSTEM)
            case _:
                roles.add(Role(word))
    return frozenset(roles)
