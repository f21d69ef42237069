"""Heads of streams are signed with a key that is not in the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "signature",
        sa.Column("stream", sa.String, primary_key=True, nullable=False),
        sa.Column("seq", sa.BigInteger, primary_key=True, nullable=False, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("signature")
