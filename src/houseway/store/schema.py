"""The tables of the record, the same in SQLite and in PostgreSQL.

Rows are only ever added, with two exceptions: a stream's head moves with each command, and the secret of a shuffle goes when it is
revealed. A head lets the removal of the last rows be seen.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

RULES = Table(
    "rules",
    metadata,
    Column("digest", String, primary_key=True),
    Column("submission", Text, nullable=False),
    Column("version", String, nullable=False),
)
"""The Rules Submissions that tables were opened under, by their digest."""

STREAM = Table(
    "stream",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("digest", String, ForeignKey("rules.digest"), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("refusals", BigInteger, nullable=False),
    Column("refusal_hash", LargeBinary, nullable=False),
)
"""One for each table, for its shuffles, for the jackpots and for the house; ``seq`` and ``hash`` are its head."""

COMMAND = Table(
    "command",
    metadata,
    Column("stream", String, ForeignKey("stream.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("role", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("digest", String, nullable=False),
    Column("version", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""The evidence: each command with who gave it, as its envelope was; ``at`` is when it was recorded, in milliseconds."""

EVENT = Table(
    "event",
    metadata,
    Column("stream", String, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("tag", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The truth: what each command led to, postings included."""

SNAPSHOT = Table(
    "snapshot",
    metadata,
    Column("stream", String, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""The state after the last command of each round of play."""

REFUSAL = Table(
    "refusal",
    metadata,
    Column("stream", String, primary_key=True),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, nullable=False),
    Column("key", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("role", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("version", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("refusal", LargeBinary, nullable=False),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""What was asked and refused, in a chain of its own beside the commands; ``seq`` is the command it came after."""

KEY = Table(
    "key",
    metadata,
    Column("stream", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("actor", String, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("refusal", BigInteger, nullable=False),
)
"""Which answer a key got: the command ``seq`` or else the refusal of that number. A key takes effect at most once."""

SECRET = Table(
    "secret",
    metadata,
    Column("stream", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""What must outlive a crash and is not told yet: the seed of a shuffle between its commitment and its revelation.

``value`` is sealed with a key that is not in the database.
"""

SIGNATURE = Table(
    "signature",
    metadata,
    Column("stream", String, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
"""How far a stream had come, signed with a key that is not in the database: after each round of a table, and each entry in the list of
streams."""

FOLLOWED = Table(
    "followed",
    metadata,
    Column("follower", String, primary_key=True),
    Column("stream", String, primary_key=True),
    Column("seq", BigInteger, nullable=False),
)
"""How far one stream has been carried into another: the contributions of a table into the jackpots."""
