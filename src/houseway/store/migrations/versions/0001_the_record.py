"""Streams of commands with their events, snapshots, refusals, keys and secrets."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    text, number, data = sa.String, sa.BigInteger, sa.LargeBinary

    def column(name: str, kind: Any, *, key: bool = False) -> sa.Column[Any]:
        return sa.Column(name, kind, primary_key=key, nullable=False, autoincrement=False)

    op.create_table("rules", column("digest", text, key=True), column("submission", sa.Text), column("version", text))
    op.create_table(
        "stream",
        column("id", text, key=True),
        column("kind", text),
        sa.Column("digest", text, sa.ForeignKey("rules.digest"), nullable=False),
        column("opened_at", number),
        column("seq", number),
        column("hash", data),
        column("refusals", number),
        column("refusal_hash", data),
    )
    op.create_table(
        "command",
        sa.Column("stream", text, sa.ForeignKey("stream.id"), primary_key=True),
        column("seq", number, key=True),
        *[column(name, text) for name in ("key", "actor", "role")],
        column("at", number),
        *[column(name, text) for name in ("digest", "version")],
        *[column(name, data) for name in ("body", "prev", "hash")],
    )
    op.create_table(
        "event",
        column("stream", text, key=True),
        column("seq", number, key=True),
        column("n", sa.Integer, key=True),
        column("tag", text),
        column("version", sa.Integer),
        column("body", data),
    )
    op.create_table(
        "snapshot",
        column("stream", text, key=True),
        column("seq", number, key=True),
        column("state", data),
        column("hash", data),
    )
    op.create_table(
        "refusal",
        column("stream", text, key=True),
        column("n", number, key=True),
        column("seq", number),
        *[column(name, text) for name in ("key", "actor", "role")],
        column("at", number),
        column("version", text),
        *[column(name, data) for name in ("body", "refusal", "prev", "hash")],
    )
    op.create_table(
        "key",
        column("stream", text, key=True),
        column("key", text, key=True),
        column("actor", text),
        column("seq", number),
        column("refusal", number),
    )
    op.create_table("secret", column("stream", text, key=True), column("name", text, key=True), column("value", data))
    op.create_table(
        "followed", column("follower", text, key=True), column("stream", text, key=True), column("seq", number)
    )


def downgrade() -> None:
    for name in ("followed", "secret", "key", "refusal", "snapshot", "event", "command", "stream", "rules"):
        op.drop_table(name)
