"""Where the text names two people they are two: who verifies is not who did it, and not who is paid by it."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.engine.refusal import Code, refuse


def check_another(person: str, did: Iterable[str], clause: str, deed: str, *, paid: str = "") -> None:
    """Refuse whoever did a deed, or is paid by it, as the one who verifies it."""
    if person in did:
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, f"{person} {deed} and does not verify it", ("another person",))
    if person == paid:
        says = f"{person} is to be paid and does not validate the payout"
        raise refuse(Code.PERSON_SIGNS_ONCE, clause, says, ("another person",))
