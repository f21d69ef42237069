"""Where the text names two people they are two: who verifies is not who did it, and nobody conducts a game of their own."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.clause import ClauseId
from houseway.engine.refusal import Code, RefusedError, refuse


def check_another(person: str, did: Iterable[str], clause: ClauseId, deed: str) -> None:
    """Refuse whoever did a deed as the one who verifies it."""
    if person in did:
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, f"{person} {deed} and does not verify it", ("another person",))


def takes_no_part(person: str, clause: ClauseId) -> RefusedError:
    """Whoever plays at a table is none who deals, watches over, rules or pays there."""
    says = f"{person} plays at this table and takes no part in conducting the game"
    return refuse(Code.ROLE_IS_AUTHORISED, clause, says, ("another person",))
