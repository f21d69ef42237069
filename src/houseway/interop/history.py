"""Our own history of a table: versioned JSON of every command and every event of any game, and the table again.

A history is believed only as far as the rules bear it out: it is read by giving its commands to a new table, and each event
it states, postings included, must be the one those commands lead to.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.chapters.registry import UnknownGameError, UnlawfulSubmissionError, resolve
from houseway.encoding import EncodingError, decode_envelope, decode_event, where
from houseway.engine.kernel import Event, Table
from houseway.engine.refusal import Refusal
from houseway.rules.chapter import Rules
from houseway.written import shown

FORMAT = "houseway-history"
VERSION = 1


class HistoryError(ValueError):
    """Raised when a text is no history of ours, or what it states does not follow from the rules; says why."""


class _History(msgspec.Struct):
    """A history as it is written. ``digest`` is that of the resolved submission."""

    format: str
    version: int
    game: str
    submission: dict[str, Any]
    digest: str
    commands: list[msgspec.Raw]
    events: list[msgspec.Raw]


def to_history(table: Table[Any, Any]) -> bytes:
    """The whole log of a table as JSON."""
    rules = table.rules
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": rules.game.id,
            "submission": dict(rules.submission),
            "digest": rules.digest,
            "commands": table.envelopes,
            "events": table.events,
        }
    )


def from_history(text: bytes | str) -> Table[Any, Any]:
    """The table a history was written of, in the state it was in."""
    history = _read(text)
    table: Table[Any, Any] = Table(_rules(history))
    for number, raw in enumerate(history.commands, 1):
        try:
            given = decode_envelope(bytes(raw))
        except EncodingError as error:
            raise HistoryError(f"command {number} of the history cannot be read: {error}") from None
        outcome = table.send(given)
        if isinstance(outcome, Refusal):
            name = _tag(given.command)
            raise HistoryError(f"command {number} ({name}) is refused: {outcome.said}")
    _check_events(history.events, table.events)
    return table


def _read(text: bytes | str) -> _History:
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise HistoryError("the history cannot be read: it is no JSON") from None
    if not isinstance(plain, dict):
        raise HistoryError("the history cannot be read: it is no JSON object")
    stated = plain.get("format", FORMAT)
    if stated != FORMAT:
        raise HistoryError(f"this is a {shown(stated)}, not a {FORMAT!r}")
    if plain.get("version", VERSION) != VERSION:
        found = shown(plain["version"])
        raise HistoryError(f"version {found} of the history cannot be read; this is version {VERSION}")
    try:
        return msgspec.json.decode(text, type=_History)
    except msgspec.ValidationError as error:
        raise HistoryError(f"the history cannot be read: {where(str(error))}") from None


def _rules(history: _History) -> Rules:
    try:
        rules = resolve({**history.submission, "game": history.game})
    except (UnlawfulSubmissionError, UnknownGameError) as error:
        raise HistoryError(f"the submission is not lawful: {error}") from None
    if rules.digest != history.digest:
        raise HistoryError("the submission does not have the digest the history states: one of them was changed")
    return rules


def _check_events(stated: list[msgspec.Raw], events: list[Event]) -> None:
    """Refuse the first event that is not the one the commands lead to."""
    for number, raw in enumerate(stated, 1):
        try:
            event = decode_event(bytes(raw))
        except EncodingError as error:
            raise HistoryError(f"event {number} of the history cannot be read: {error}") from None
        name = f"event {number} ({_tag(event)})"
        if number > len(events):
            raise HistoryError(f"{name} follows from no command of the history")
        due = events[number - 1]
        if event == due:
            continue
        if type(event) is not type(due):
            raise HistoryError(f"{name} does not follow from the commands: they lead to {_tag(due)} there")
        differ = [field for field in due.__struct_fields__ if getattr(event, field) != getattr(due, field)]
        if differ == ["postings"]:
            raise HistoryError(f"the postings of {name} do not follow from it")
        raise HistoryError(f"{name} does not follow from the commands: its {' and '.join(differ)} would be otherwise")
    if len(events) > len(stated):
        number = len(stated) + 1
        raise HistoryError(f"event {number} ({_tag(events[number - 1])}) follows from the commands and is not stated")


def _tag(value: msgspec.Struct) -> str:
    return str(value.__struct_config__.tag)
