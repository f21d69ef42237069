"""What a hash covers: every field of its row and of the rows that belong to it, in one unambiguous encoding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from houseway.store.schema import COMMAND, EVENT, REFUSAL

FIRST = bytes(32)
"""What the first refusal of a stream follows."""

_COMMAND = tuple(column.name for column in COMMAND.columns if column.name != "hash")
_EVENT = tuple(column.name for column in EVENT.columns)
_REFUSAL = tuple(column.name for column in REFUSAL.columns if column.name != "hash")


def genesis(stream: str, kind: str, opened_at: int, rules: Mapping[str, Any]) -> bytes:
    """What the first command of a stream follows: what the stream is, and the rules it was opened under."""
    return _hash([stream, kind, opened_at, rules["digest"], rules["submission"], rules["version"]])


def command_hash(row: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> bytes:
    """The hash of a command's row: its fields, the hash before it among them, and the rows of its events."""
    return _hash([[row[name] for name in _COMMAND], [[event[name] for name in _EVENT] for event in events]])


def refusal_hash(row: Mapping[str, Any]) -> bytes:
    """The hash of a refusal's row."""
    return _hash([row[name] for name in _REFUSAL])


def snapshot_hash(stream: str, seq: int, state: bytes, at: bytes) -> bytes:
    """The hash of a snapshot, bound to the command after which it was taken."""
    return _hash([stream, seq, state, at])


def _hash(value: Any) -> bytes:
    return sha256(msgspec.msgpack.encode(value)).digest()
