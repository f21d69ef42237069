"""How a command with its events, a refusal and a state become rows, and become themselves again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from houseway.encoding import decode_envelope, decode_event, decode_state, encode
from houseway.engine.kernel import Envelope, Event, Machine, State
from houseway.engine.refusal import Refusal
from houseway.store.chain import command_hash, refusal_hash, snapshot_hash

Row = dict[str, Any]

RULINGS_EDITION = 4
"""Edition of what the engine decides. Raise it whenever a command that was accepted is refused, or leads to other events: the
record of an earlier edition is then replayed from its events and not decided again."""

_EARLIER = ("0.1.0", "0.2.0", "0.2.0+2", "0.2.0+3")
"""The versions that have written records before this one. Add the version that is left behind when the version or the edition changes."""


def is_known_version(text: str) -> bool:
    """Return whether a version has ever written records."""
    return text in _EARLIER or text == version()


REFUSED_BYTES = 512
"""A refused command is kept whole up to so many bytes; of a longer one its hash and so much of its beginning."""
REFUSED_TEXT, REFUSED_LEGAL = 400, 64
"""So many characters of a refusal's sentences are kept, and so many of what would be legal."""


@cache
def version() -> str:
    """Return the version of the software that writes, with the edition of its rulings."""
    from importlib.metadata import version as installed

    return f"{installed('houseway')}+{RULINGS_EDITION}"


def edition_of(version: str) -> int:
    """Return the edition of rulings in a version as it is recorded; 1 for those that name none."""
    edition = version.partition("+")[2]
    return int(edition) if edition.isdigit() else 1


def command_rows(
    stream: str, seq: int, given: Envelope, events: Sequence[Event], *, digest: str, at: int, prev: bytes
) -> tuple[Row, list[Row]]:
    """The row of a command, hashed, and those of its events."""
    of_events = [_event_row(stream, seq, n, event) for n, event in enumerate(events)]
    row: Row = {
        "stream": stream,
        "seq": seq,
        "key": given.key,
        "actor": given.by,
        "role": given.role.value,
        "at": at,
        "digest": digest,
        "version": version(),
        "body": encode(given),
        "prev": prev,
    }
    row["hash"] = command_hash(row, of_events)
    return row, of_events


def _event_row(stream: str, seq: int, n: int, event: Event) -> Row:
    tag = str(event.__struct_config__.tag)
    return {"stream": stream, "seq": seq, "n": n, "tag": tag, "version": event.v, "body": encode(event)}


def refusal_row(stream: str, n: int, seq: int, given: Envelope, refusal: Refusal, *, at: int, prev: bytes) -> Row:
    """The row of a refusal, hashed."""
    row: Row = {
        "stream": stream,
        "n": n,
        "seq": seq,
        "key": given.key,
        "actor": given.by,
        "role": given.role.value,
        "at": at,
        "version": version(),
        "body": _bounded(encode(given)),
        "refusal": msgspec.json.encode(_shortened(refusal)),
        "prev": prev,
    }
    row["hash"] = refusal_hash(row)
    return row


class LongCommand(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a refused command that is long: its hash, its size in bytes, and how it begins."""

    sha256: str
    size: int
    prefix: str


def _bounded(body: bytes) -> bytes:
    """A refused command as it is kept: whole if it is short. Who asks for nonsense does not fill the disk with it."""
    if len(body) <= REFUSED_BYTES:
        return body
    prefix = body[:REFUSED_BYTES].decode(errors="replace")
    return msgspec.json.encode(LongCommand(sha256=sha256(body).hexdigest(), size=len(body), prefix=prefix))


def _shortened(refusal: Refusal) -> Refusal:
    """A refusal that repeats at most so much of what was asked."""
    legal = tuple([one[:REFUSED_TEXT] for one in refusal.legal[:REFUSED_LEGAL]])
    return Refusal(refusal.code, refusal.clause, refusal.message[:REFUSED_TEXT], legal)


def snapshot_row(stream: str, seq: int, state: State, at: bytes) -> Row:
    """The row of a snapshot."""
    body = encode(state)
    return {"stream": stream, "seq": seq, "state": body, "hash": snapshot_hash(stream, seq, body, at)}


def envelope_of(row: Mapping[str, Any]) -> Envelope:
    """The envelope of a command's row."""
    return decode_envelope(bytes(row["body"]))


def event_of(row: Mapping[str, Any]) -> Event:
    """The event of a row."""
    return decode_event(bytes(row["body"]))


def refusal_of(row: Mapping[str, Any]) -> Refusal:
    """The refusal of a row."""
    return msgspec.json.decode(bytes(row["refusal"]), type=Refusal)


def state_of(row: Mapping[str, Any], machine: Machine[Any, Any]) -> State:
    """The state of a snapshot's row."""
    return decode_state(bytes(row["state"]), machine)
