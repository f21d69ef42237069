"""Our own history of a table: versioned JSON that holds every event of every game, and becomes the table again."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from houseway.chapters.c637a_poker import table as machine
from houseway.chapters.c637a_poker.events import AnyPotEvent
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import POKER, UnknownGameError, UnlawfulSubmissionError, resolve, resolve_poker
from houseway.engine.banked import table as banked
from houseway.engine.banked.events import AnyEvent
from houseway.engine.table import Table

FORMAT = "houseway-history"
VERSION = 1


class HistoryError(ValueError):
    """Raised when a text is no history of ours, or not one of these rules; says why in one sentence."""


class _Head(msgspec.Struct):
    """What is read first: whether the rest can be read at all. ``digest`` is that of the resolved submission."""

    format: str
    version: int
    game: str
    submission: dict[str, Any]
    digest: str


class _PokerHistory(_Head):
    events: list[AnyPotEvent]


class _BankedHistory(_Head):
    events: list[AnyEvent]


_H = TypeVar("_H", bound=_Head)


def to_history(table: PokerTable | Table) -> bytes:
    """The whole log of a table as JSON."""
    rules = table.rules
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": rules.game.id,
            "submission": dict(rules.submission),
            "digest": rules.digest,
            "events": table.events,
        }
    )


def from_history(text: bytes | str) -> PokerTable | Table:
    """The table a history was written of, in the state it was in."""
    head = _decode(text, _Head)
    if head.format != FORMAT:
        raise HistoryError(f"this is a {head.format!r}, not a {FORMAT!r}")
    if head.version != VERSION:
        raise HistoryError(f"version {head.version} of the history cannot be read; this is version {VERSION}")
    try:
        if head.game in POKER:
            return _poker(head, text)
        return _banked(head, text)
    except (UnlawfulSubmissionError, UnknownGameError) as error:
        raise HistoryError(f"the submission is not lawful: {error}") from None


def _poker(head: _Head, text: bytes | str) -> PokerTable:
    rules = resolve_poker(head.submission, game=head.game)
    _same_digest(head, rules.digest)
    events = _decode(text, _PokerHistory).events
    return PokerTable(rules, state=machine.replay(events), events=events)


def _banked(head: _Head, text: bytes | str) -> Table:
    rules = resolve(head.submission, game=head.game)
    _same_digest(head, rules.digest)
    events = _decode(text, _BankedHistory).events
    return Table(rules, state=banked.replay(events), events=events)


def _same_digest(head: _Head, digest: str) -> None:
    if digest != head.digest:
        raise HistoryError("the submission does not have the digest the history states: one of them was changed")


def _decode(text: bytes | str, kind: type[_H]) -> _H:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise HistoryError(f"the history cannot be read: {error}") from None
