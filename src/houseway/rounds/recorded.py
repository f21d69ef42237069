"""A round as a record exports it: the state it began in, its commands and its events, so that anybody can play it again.

It is believed only as far as the rules bear it out: each event it states must be the one its commands lead to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.encoding import EncodingError, decode_envelope, decode_event, decode_state, encode
from houseway.engine.kernel import Envelope, Event, State, Table
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.rounds.reading import malformed

FORMAT, VERSION = "houseway-round", 1
_FIELDS = frozenset({"format", "version", "game", "submission", "digest", "before", "commands", "events"})
_NOT_THIS = ("a round as `houseway audit export` writes it",)


def is_recorded(data: Mapping[str, Any]) -> bool:
    """Whether a stated round is one of a record."""
    return data.get("format") == FORMAT


def write(rules: Any, before: State, commands: Sequence[Envelope], events: Sequence[Event]) -> dict[str, Any]:
    """The round as plain values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": rules.game.id,
        "submission": dict(rules.submission),
        "digest": rules.digest,
        "before": _plain(before),
        "commands": [_plain(one) for one in commands],
        "events": [_plain(one) for one in events],
    }


def play(data: Mapping[str, Any]) -> Table[Any, Any]:
    """The table at which the round was played again; refused if it does not come to what is stated."""
    if set(data) != _FIELDS or data["version"] != VERSION or not isinstance(data["submission"], dict):
        raise malformed(f"a recorded round has {', '.join(sorted(_FIELDS))} in version {VERSION}", _NOT_THIS)
    try:
        rules = resolve({**data["submission"], "game": data["game"]})
    except UnlawfulSubmissionError as error:
        fault = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, fault.clause, f"{fault.field}: {fault.message}") from None
    if rules.digest != data["digest"]:
        raise malformed("the submission does not have the digest that the round states: one of them was changed")
    table: Table[Any, Any]
    try:
        before = decode_state(msgspec.json.encode(data["before"]), rules.machine)
        given = [decode_envelope(msgspec.json.encode(one)) for one in data["commands"]]
        stated = [decode_event(msgspec.json.encode(one)) for one in data["events"]]
    except (EncodingError, TypeError) as error:
        raise malformed(f"the recorded round cannot be read: {error}", _NOT_THIS) from None
    table = Table(rules, state=before)
    for number, one in enumerate(given, 1):
        outcome = table.send(one)
        if isinstance(outcome, Refusal):
            raise RefusedError(msgspec.structs.replace(outcome, message=f"command {number}: {outcome.message}"))
    if table.events != stated:
        pairs = zip(table.events, stated, strict=False)
        place = next(
            (n for n, (one, other) in enumerate(pairs, 1) if one != other), min(len(table.events), len(stated)) + 1
        )
        raise malformed(f"event {place} of the recorded round does not follow from its commands")
    return table


def _plain(value: Any) -> Any:
    return msgspec.json.decode(encode(value))
