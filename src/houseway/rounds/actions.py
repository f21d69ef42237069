"""The actions of a stated round of poker: a seat and what it says, as the chapter's words have it."""

from __future__ import annotations

import re

from houseway.cards import CardError
from houseway.chapters.c637a_poker.citations import DECKS
from houseway.chapters.c637a_poker.words import said_at_the_table
from houseway.clause import NO_CLAUSE
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.words import is_number
from houseway.money import in_cents
from houseway.seats import Seat
from houseway.written import shortened

EXAMPLES = (
    "3 fold",
    "3 check",
    "3 call",
    "3 bet 400",
    "3 raise to 800",
    "3 discard 9c 9d",
    "3 stand",
    "3 show",
    "3 muck",
    "3 straddle",
    "3 announces raise to 400, places 300",
    "3 chip 500",
)
_FORM = re.compile(r"(?P<seat>\S+)\s+(?P<words>\S.*)")


def parse(action: str) -> Envelope:
    """The command an action stands for."""
    form = _FORM.fullmatch(action.strip())
    if form is None:
        raise _unknown(action)
    if not is_number(form["seat"]):
        raise _malformed(f"an action begins with the seat's number, not {shortened(form['seat'])!r}")
    seat = int(form["seat"])
    try:
        command = said_at_the_table(Seat(seat), " ".join(in_cents(form["words"]).split()))
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, DECKS, str(error)) from None
    if command is None:
        raise _unknown(action)
    return envelope(command, seat=seat if command.own_seat else 0)


def _unknown(action: str) -> RefusedError:
    amount = (
        "; an amount is written 400 for cents or $4"
        if re.search(r"\b(bet|raise|call|to)\b", action, re.IGNORECASE)
        else ""
    )
    return _malformed(f"{shortened(action)!r} is no action{amount}", EXAMPLES)


def _malformed(message: str, legal: tuple[str, ...] = ()) -> RefusedError:
    return refuse(Code.ROUND_IS_WELL_FORMED, NO_CLAUSE, message, legal)
