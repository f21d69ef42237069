"""The streams there are stand on a stream of their own, so that none can be taken out unseen."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
STREAM = "streams"


def upgrade() -> None:
    from houseway.engine.kernel import Accepted, Command, envelope
    from houseway.engine.opening import OpenTable
    from houseway.engine.roles import Role
    from houseway.house.streams import EnterStream, StreamsRules
    from houseway.store.chain import FIRST, genesis
    from houseway.store.rows import command_rows, snapshot_row, version

    rules, at = StreamsRules(), int(time.time() * 1000)
    row = {"digest": rules.digest, "submission": "{}", "version": version()}
    _insert("rules", [row])
    first = last = genesis(STREAM, STREAM, at, row)
    entered: list[tuple[Command, Role, str]] = [(OpenTable(), Role.DEALER, "opening 0")]
    for one in _rows("SELECT * FROM stream ORDER BY opened_at, id"):
        of = _rows("SELECT * FROM rules WHERE digest = :digest", digest=one["digest"])[0]
        begins = genesis(one["id"], one["kind"], one["opened_at"], of).hex()
        key = f"stream {one['id']}"
        entered.append((EnterStream(stream=one["id"], genesis=begins), Role.TABLE_SYSTEM, key))
    stream = {"id": STREAM, "kind": STREAM, "digest": rules.digest, "opened_at": at, "seq": 0, "hash": first}
    _insert("stream", [{**stream, "refusals": 0, "refusal_hash": FIRST}])
    state = rules.machine.state()
    for seq, (command, role, key) in enumerate(entered, 1):
        given = envelope(command, role=role, by="table system", key=key)
        outcome = rules.machine.handle(rules, state, given)
        assert isinstance(outcome, Accepted)
        state = outcome.state
        of_command, events = command_rows(STREAM, seq, given, outcome.events, digest=rules.digest, at=at, prev=last)
        last = of_command["hash"]
        _insert("command", [of_command])
        _insert("event", events)
        _insert("key", [{"stream": STREAM, "key": key, "actor": given.by, "seq": seq, "refusal": -1}])
        if seq % 100 == 0:
            _insert("snapshot", [snapshot_row(STREAM, seq, state, last)])
    head = sa.text("UPDATE stream SET seq = :seq, hash = :hash WHERE id = :id")
    op.get_bind().execute(head, {"seq": len(entered), "hash": last, "id": STREAM})


def downgrade() -> None:
    rows = [(table, "stream") for table in ("key", "snapshot", "refusal", "event", "command")]
    for table, column in (*rows, ("stream", "id"), ("rules", "digest")):
        op.get_bind().execute(sa.text(f"DELETE FROM {table} WHERE {column} = :id"), {"id": STREAM})


def _rows(query: str, **given: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in op.get_bind().execute(sa.text(query), given).mappings()]


def _insert(table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        op.get_bind().execute(sa.insert(sa.table(table, *[sa.column(name) for name in row])), dict(row))
