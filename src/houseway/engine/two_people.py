"""Where the text names two people they are two: who verifies is not who did it, and nobody conducts a game of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.seats import Seat


def check_another(person: str, did: Iterable[str], clause: str, deed: str) -> None:
    """Refuse whoever did a deed as the one who verifies it."""
    if person in did:
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, f"{person} {deed} and does not verify it", ("another person",))


def check_plays_no_part(seats: Mapping[Seat, str], role: Role, person: str, clause: Callable[[], str]) -> None:
    """Refuse whoever plays at a table as one who deals, watches over, rules or pays there."""
    if role is not Role.PLAYER and person in seats.values():
        says = f"{person} plays at this table and takes no part in conducting the game"
        raise refuse(Code.ROLE_IS_AUTHORISED, clause(), says, ("another person",))
