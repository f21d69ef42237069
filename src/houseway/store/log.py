"""The log in its database: what is pending is committed at its place or told that the place is taken; the rest is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from houseway.store.chain import FIRST, genesis
from houseway.store.database import SQLITE, WRITES
from houseway.store.rows import Row
from houseway.store.schema import COMMAND, EVENT, FOLLOWED, KEY, REFUSAL, RULES, SECRET, SNAPSHOT, STREAM


class Result(Enum):
    """What became of something pending."""

    DONE = "done"
    CONFLICT = "another writer was first: look again"
    DUPLICATE = "its key has had its answer"


class Pending(msgspec.Struct, kw_only=True, gc=False):
    """Rows that belong together: all of them are written, or none.

    ``command`` with its ``events`` and perhaps a ``snapshot``, or a ``refusal``; ``secrets`` are kept, or removed where None.
    """

    stream: str
    command: Row | None = None
    events: Sequence[Row] = ()
    snapshot: Row | None = None
    refusal: Row | None = None
    secrets: Sequence[tuple[str, bytes | None]] = ()


class Log:
    """The tables of one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        dialect: Any = sqlite if engine.dialect.name == SQLITE else postgresql
        self._key = dialect.insert(KEY).on_conflict_do_nothing().returning(KEY.c.key)
        self._rules = dialect.insert(RULES).on_conflict_do_nothing()
        self._stream = dialect.insert(STREAM).on_conflict_do_nothing().returning(STREAM.c.id)
        # Made once: making a statement takes longer than carrying it out.
        self._moves = {
            place: update(STREAM)
            .where(STREAM.c.id == bindparam("of"), STREAM.c[place] == bindparam("before"))
            .values({name: bindparam(name) for name in (place, hash)})
            for place, hash in (("seq", "hash"), ("refusals", "refusal_hash"))
        }
        secret = dialect.insert(SECRET)
        self._secret = secret.on_conflict_do_update(
            index_elements=["stream", "name"], set_={"value": secret.excluded.value}
        )
        followed = dialect.insert(FOLLOWED)
        self._followed = followed.on_conflict_do_update(
            index_elements=["follower", "stream"], set_={"seq": followed.excluded.seq}
        )

    # Writing.

    def writing(self) -> Connection:
        """A connection for writing."""
        return self.engine.connect().execution_options(**{WRITES: True})

    def open_stream(self, stream: str, kind: str, *, digest: str, submission: str, version: str, at: int) -> bool:
        """Begin a stream; False if there is one of that name."""
        with self.writing() as connection, connection.begin():
            connection.execute(self._rules, {"digest": digest, "submission": submission, "version": version})
            rules = connection.execute(select(RULES).where(RULES.c.digest == digest)).mappings().one()
            row = {
                "id": stream,
                "kind": kind,
                "digest": digest,
                "opened_at": at,
                "seq": 0,
                "hash": genesis(stream, kind, at, dict(rules)),
                "refusals": 0,
                "refusal_hash": FIRST,
            }
            return connection.execute(self._stream, row).first() is not None

    def commit(self, connection: Connection, pending: Sequence[Pending]) -> list[Result]:
        """Write all of it in one transaction; what another writer or an earlier answer stands against is left out."""
        results = [Result.DONE] * len(pending)
        written: list[Pending] = []
        with connection.begin():
            # Always in the same order, so that two processes never wait for each other.
            for place in sorted(range(len(pending)), key=lambda one: pending[one].stream):
                one = pending[place]
                results[place] = self._take_place(connection, one)
                if results[place] is Result.DONE:
                    written.append(one)
            self._write(connection, written)
        return results

    def _take_place(self, connection: Connection, one: Pending) -> Result:
        if one.command is not None:
            row, before = one.command, {"seq": one.command["seq"] - 1, "hash": one.command["prev"]}
            after, number = {"seq": row["seq"], "hash": row["hash"]}, {"seq": row["seq"], "refusal": -1}
        elif one.refusal is not None:
            row, before = one.refusal, {"refusals": one.refusal["n"] - 1, "refusal_hash": one.refusal["prev"]}
            after, number = {"refusals": row["n"], "refusal_hash": row["hash"]}, {"seq": -1, "refusal": row["n"]}
        else:
            return Result.DONE
        if not self._move_head(connection, one.stream, before, after):
            return Result.CONFLICT
        if row["key"]:
            taken = {"stream": one.stream, "key": row["key"], "actor": row["actor"], **number}
            if connection.execute(self._key, taken).first() is None:
                self._move_head(connection, one.stream, after, before)
                return Result.DUPLICATE
        return Result.DONE

    def _move_head(self, connection: Connection, stream: str, before: Row, after: Row) -> bool:
        moved = self._moves["seq" if "seq" in before else "refusals"]
        return connection.execute(moved, {"of": stream, "before": next(iter(before.values())), **after}).rowcount == 1

    def _write(self, connection: Connection, written: list[Pending]) -> None:
        for table, rows in (
            (COMMAND, [one.command for one in written if one.command is not None]),
            (EVENT, [row for one in written for row in one.events]),
            (SNAPSHOT, [one.snapshot for one in written if one.snapshot is not None]),
            (REFUSAL, [one.refusal for one in written if one.refusal is not None]),
        ):
            if rows:
                connection.execute(insert(table), rows)
        for one in written:
            for name, value in one.secrets:
                if value is None:
                    connection.execute(delete(SECRET).where(SECRET.c.stream == one.stream, SECRET.c.name == name))
                else:
                    connection.execute(self._secret, {"stream": one.stream, "name": name, "value": value})

    def follow(self, follower: str, stream: str, seq: int) -> None:
        """Note how far a stream has been carried into another."""
        with self.writing() as connection, connection.begin():
            connection.execute(self._followed, {"follower": follower, "stream": stream, "seq": seq})

    # Reading.

    def streams(self, kind: str | None = None) -> list[Row]:
        """The streams there are, by name."""
        query = select(STREAM).order_by(STREAM.c.id)
        return self._rows(query if kind is None else query.where(STREAM.c.kind == kind))

    def stream(self, stream: str) -> Row | None:
        """A stream's row."""
        return self._row(select(STREAM).where(STREAM.c.id == stream))

    def rules(self, digest: str) -> Row | None:
        """A Rules Submission."""
        return self._row(select(RULES).where(RULES.c.digest == digest))

    def commands(self, stream: str, after: int = 0, upto: int | None = None, most: int | None = None) -> list[Row]:
        """The commands of a stream after a place."""
        query = select(COMMAND).where(COMMAND.c.stream == stream, COMMAND.c.seq > after).order_by(COMMAND.c.seq)
        return self._rows((query if upto is None else query.where(COMMAND.c.seq <= upto)).limit(most))

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The events of a stream after a place."""
        query = select(EVENT).where(EVENT.c.stream == stream, EVENT.c.seq > after).order_by(EVENT.c.seq, EVENT.c.n)
        return self._rows(query if upto is None else query.where(EVENT.c.seq <= upto))

    def tagged(self, stream: str, tag: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The events of one kind in a stream, after a place and up to one."""
        query = select(EVENT).where(EVENT.c.stream == stream, EVENT.c.tag == tag, EVENT.c.seq > after)
        query = query if upto is None else query.where(EVENT.c.seq <= upto)
        return self._rows(query.order_by(EVENT.c.seq, EVENT.c.n))

    def pages(
        self, stream: str, upto: int | None = None, size: int = 500, after: int = 0
    ) -> Iterator[tuple[list[Row], dict[int, list[Row]]]]:
        """The commands of a stream after a place, so many at a time, with their events."""
        while commands := self.commands(stream, after, upto, most=size):
            last = commands[-1]["seq"]
            yield commands, by_seq(self.events(stream, after, last))
            after = last

    def snapshot(self, stream: str, upto: int | None = None, before: int | None = None) -> Row | None:
        """The last snapshot of a stream, or the last up to or before a place."""
        query = select(SNAPSHOT).where(SNAPSHOT.c.stream == stream).order_by(SNAPSHOT.c.seq.desc()).limit(1)
        if upto is not None:
            query = query.where(SNAPSHOT.c.seq <= upto)
        return self._row(query if before is None else query.where(SNAPSHOT.c.seq < before))

    def round_ends(self, stream: str, last: int) -> list[int]:
        """The places at which the last rounds of a stream ended, the latest first."""
        query = select(SNAPSHOT.c.seq).where(SNAPSHOT.c.stream == stream).order_by(SNAPSHOT.c.seq.desc()).limit(last)
        return [row["seq"] for row in self._rows(query)]

    def rounds_after(self, stream: str, after: int = 0) -> list[Row]:
        """Where the rounds of a stream ended after a place, and when (``at``, in milliseconds), in their order."""
        ends = (SNAPSHOT.c.stream == COMMAND.c.stream) & (SNAPSHOT.c.seq == COMMAND.c.seq)
        query = select(COMMAND.c.seq, COMMAND.c.at).join(SNAPSHOT, ends).order_by(COMMAND.c.seq)
        return self._rows(query.where(COMMAND.c.stream == stream, COMMAND.c.seq > after))

    def snapshots(self, stream: str) -> list[Row]:
        """Every snapshot of a stream."""
        return self._rows(select(SNAPSHOT).where(SNAPSHOT.c.stream == stream).order_by(SNAPSHOT.c.seq))

    def refusals(self, stream: str, n: int | None = None) -> list[Row]:
        """The refusals of a stream, or one of them."""
        query = select(REFUSAL).where(REFUSAL.c.stream == stream).order_by(REFUSAL.c.n)
        return self._rows(query if n is None else query.where(REFUSAL.c.n == n))

    def key(self, stream: str, key: str) -> Row | None:
        """The answer a key had."""
        return self._row(select(KEY).where(KEY.c.stream == stream, KEY.c.key == key))

    def keys(self, stream: str) -> list[Row]:
        """Every key of a stream."""
        return self._rows(select(KEY).where(KEY.c.stream == stream).order_by(KEY.c.key))

    def secret(self, stream: str, name: str) -> bytes | None:
        """A secret that has not been told."""
        row = self._row(select(SECRET.c.value).where(SECRET.c.stream == stream, SECRET.c.name == name))
        return None if row is None else bytes(row["value"])

    def followed(self, follower: str, stream: str) -> int:
        """How far a stream has been carried into another."""
        query = select(FOLLOWED.c.seq).where(FOLLOWED.c.follower == follower, FOLLOWED.c.stream == stream)
        row = self._row(query)
        return 0 if row is None else int(row["seq"])

    def follows(self) -> list[Row]:
        """How far streams have been carried into others, all of them."""
        return self._rows(select(FOLLOWED).order_by(FOLLOWED.c.follower, FOLLOWED.c.stream))

    def greatest(self, stream: str) -> tuple[int, int]:
        """The last place that any row of a stream names, among its commands and among its refusals."""
        found = [0]
        for column in (COMMAND.c.seq, EVENT.c.seq, SNAPSHOT.c.seq, KEY.c.seq):
            row = self._row(select(func.max(column).label("most")).where(column.table.c.stream == stream))
            found.append(-1 if row is None or row["most"] is None else int(row["most"]))
        refused = [0]
        for column in (REFUSAL.c.n, KEY.c.refusal):
            row = self._row(select(func.max(column).label("most")).where(column.table.c.stream == stream))
            refused.append(-1 if row is None or row["most"] is None else int(row["most"]))
        return max(found), max(refused)

    def orphans(self) -> list[tuple[str, str]]:
        """Rows of streams that are not there: the table and the stream each names."""
        found = []
        for table in (COMMAND, EVENT, SNAPSHOT, REFUSAL, KEY):
            query = select(table.c.stream).where(table.c.stream.not_in(select(STREAM.c.id))).distinct()
            found += [(table.name, row["stream"]) for row in self._rows(query)]
        return found

    def _rows(self, query: Any) -> list[Row]:
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def _row(self, query: Any) -> Row | None:
        with self.engine.connect() as connection:
            row = connection.execute(query).mappings().first()
            return None if row is None else dict(row)


def by_seq(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Events by the command they belong to."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["seq"], []).append(row)
    return found
