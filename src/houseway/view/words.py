"""What is said to a person: a sentence, perhaps with cards in it, and the clause it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.cards import Card
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.seats import DEALER, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing said. ``then`` is said of the ``cards``; ``by`` is the seat whose own act it tells, or 0; ``heads``: a part of
    the round begins with it."""

    says: str
    cards: tuple[Card, ...] = ()
    then: str = ""
    clause: ClauseId = NO_CLAUSE
    by: Seat = DEALER
    heads: bool = False


def sentence(text: str, *, keep: str = "") -> str:
    """The text with a capital and a full stop; a field's or a file's name (``keep``) at its head stays as it is.

    >>> sentence("it is so"), sentence("notes is no text", keep="notes")
    ('It is so.', 'notes is no text.')
    """
    first = text.partition(" ")[0].rstrip(":")
    is_name = not first.isalpha() or (keep and text.startswith(keep))
    capital = text if is_name else text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else capital + "."


def listed(several: list[str] | tuple[str, ...], last: str = "or") -> str:
    """Words in a row: ``a, b or c``.

    >>> listed(["$10", "$20", "$30"]), listed(["1", "2"], "and")
    ('$10, $20 or $30', '1 and 2')
    """
    return f" {last} ".join([part for part in (", ".join(several[:-1]), *several[-1:]) if part])
