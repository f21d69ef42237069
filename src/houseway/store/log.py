"""The log in its database: what is pending is committed at its place or told that the place is taken; the rest is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from houseway.store.chain import FIRST, genesis
from houseway.store.database import SQLITE, WRITES
from houseway.store.rows import Row
from houseway.store.schema import COMMAND, EVENT, FOLLOWED, KEY, REFUSAL, RULES, SECRET, SIGNATURE, SNAPSHOT, STREAM


class Result(Enum):
    """What became of something pending."""

    DONE = "done"
    CONFLICT = "another writer was first: look again"
    DUPLICATE = "its key has had its answer"


class Pending(msgspec.Struct, kw_only=True, gc=False):
    """Rows that belong together: all of them are written, or none.

    ``command`` with its ``events`` and perhaps a ``snapshot`` and a ``signature``, or a ``refusal``; ``secrets`` are kept, or removed where None.
    ``linked``: rows of another stream that are written with these, in one transaction, or not at all; without rows it only has to
    stand ``only_at`` a place still.
    """

    stream: str
    command: Row | None = None
    events: Sequence[Row] = ()
    snapshot: Row | None = None
    refusal: Row | None = None
    signature: Row | None = None
    secrets: Sequence[tuple[str, bytes | None]] = ()
    linked: Pending | None = None
    only_at: int | None = None

    @property
    def parts(self) -> tuple[Pending, ...]:
        """What is written together, in each of its streams."""
        return (self,) if self.linked is None else (self, self.linked)


KEY_EVENTS = ("key_committed", "signer_committed")
"""The tags of events that put a key of the house on record."""
HEAD = ("seq", "hash", "refusals", "refusal_hash")
_TAKEN_AFTER = (SNAPSHOT.c.stream == COMMAND.c.stream) & (SNAPSHOT.c.seq == COMMAND.c.seq)
"""The command after which a snapshot was taken."""
"""The columns of a stream's head."""


class Log:
    """The tables of one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.set_aside: Mapping[str, Sequence[tuple[int, int]]] = {}
        """Commands of streams that are of no effect: the places after which and up to which. They are read only as a whole."""
        dialect: Any = sqlite if engine.dialect.name == SQLITE else postgresql
        self._key = dialect.insert(KEY).on_conflict_do_nothing().returning(KEY.c.stream, KEY.c.key)
        self._rules = dialect.insert(RULES).on_conflict_do_nothing()
        self._stream = dialect.insert(STREAM).on_conflict_do_nothing().returning(STREAM.c.id)
        # Made once: making a statement takes longer than carrying it out.
        self._heads = (
            select(STREAM.c.id, *[STREAM.c[name] for name in HEAD])
            .where(STREAM.c.id.in_(bindparam("streams", expanding=True)))
            .order_by(STREAM.c.id)
            .with_for_update()
        )
        self._move = (
            update(STREAM)
            .where(STREAM.c.id == bindparam("of"))
            .values({name: bindparam(f"{name}_now") for name in HEAD})
        )
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
        results = [Result.CONFLICT] * len(pending)
        with connection.begin():
            heads = self._locked(connection, {part.stream for one in pending for part in one.parts})
            taken: dict[int, Row] = {}
            wanted: set[tuple[str, ...]] = set()
            for place, one in enumerate(pending):
                row = _key_row(one)
                wants = {want for part in one.parts for want in _wants(part)}
                # Of two that want one place or one key the second looks again.
                if all(_follows(part, heads.get(part.stream)) for part in one.parts) and wanted.isdisjoint(wants):
                    wanted |= {want for part in one.parts if part.only_at is None for want in _wants(part)}
                    taken[place] = row
            free = self._take_keys(connection, [row for row in taken.values() if row["key"]])
            for place, row in taken.items():
                fresh = not row["key"] or (row["stream"], row["key"]) in free
                results[place] = Result.DONE if fresh else Result.DUPLICATE
            done = [one for one, result in zip(pending, results, strict=True) if result is Result.DONE]
            written = [part for one in done for part in one.parts]
            self._move_heads(connection, written, heads)
            self._write(connection, written)
        return results

    def _locked(self, connection: Connection, streams: Iterable[str]) -> dict[str, Row]:
        """The heads of streams, which nobody else moves meanwhile.

        They are locked in one order by everybody, so that two processes never wait for each other.
        """
        rows = connection.execute(self._heads, {"streams": sorted(streams)}).mappings()
        return {row["id"]: dict(row) for row in rows}

    def _take_keys(self, connection: Connection, rows: list[Row]) -> set[tuple[str, str]]:
        """The keys, by their streams, that have had no answer yet."""
        return {(row[0], row[1]) for row in connection.execute(self._key, rows)} if rows else set()

    def _move_heads(self, connection: Connection, written: list[Pending], heads: dict[str, Row]) -> None:
        moved: dict[str, Row] = {}
        for one in written:
            if one.command is None and one.refusal is None:
                continue
            head = moved.setdefault(one.stream, heads[one.stream])
            if one.command is not None:
                head |= {"seq": one.command["seq"], "hash": one.command["hash"]}
            elif one.refusal is not None:
                head |= {"refusals": one.refusal["n"], "refusal_hash": one.refusal["hash"]}
        rows = [{"of": stream, **{f"{name}_now": head[name] for name in HEAD}} for stream, head in moved.items()]
        if rows:
            connection.execute(self._move, rows)

    def _write(self, connection: Connection, written: list[Pending]) -> None:
        for table, rows in (
            (COMMAND, [one.command for one in written if one.command is not None]),
            (EVENT, [row for one in written for row in one.events]),
            (SNAPSHOT, [one.snapshot for one in written if one.snapshot is not None]),
            (REFUSAL, [one.refusal for one in written if one.refusal is not None]),
            (SIGNATURE, [one.signature for one in written if one.signature is not None]),
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

    def check_writable(self) -> None:
        """Take the place of a writer and give it back; raises if the database is locked or cannot be written to."""
        with self.writing() as connection, connection.begin() as transaction:
            connection.execute(update(STREAM).where(STREAM.c.id == "").values(seq=0))
            transaction.rollback()

    # Reading.

    def streams(self, kind: str | None = None) -> list[Row]:
        """The streams there are, by name."""
        query = select(STREAM).order_by(STREAM.c.id)
        return self._rows(query if kind is None else query.where(STREAM.c.kind == kind))

    def heads(self) -> dict[str, int]:
        """How far every stream has come."""
        return {row["id"]: row["seq"] for row in self._rows(select(STREAM.c.id, STREAM.c.seq))}

    def stream(self, stream: str) -> Row | None:
        """A stream's row."""
        return self._row(select(STREAM).where(STREAM.c.id == stream))

    def genesis(self, stream: str) -> bytes:
        """What the first command of a stream follows."""
        row = self.stream(stream)
        rules = None if row is None else self.rules(row["digest"])
        assert row is not None and rules is not None
        return genesis(stream, row["kind"], row["opened_at"], rules)

    def rules(self, digest: str) -> Row | None:
        """A Rules Submission."""
        return self._row(select(RULES).where(RULES.c.digest == digest))

    def commands(
        self, stream: str, after: int = 0, upto: int | None = None, most: int | None = None, *, whole: bool = False
    ) -> list[Row]:
        """The commands of a stream after a place; ``whole``: those that were set aside too."""
        query = select(COMMAND).where(COMMAND.c.stream == stream, COMMAND.c.seq > after).order_by(COMMAND.c.seq)
        query = query if whole else self._in_effect(query, COMMAND.c.seq, stream)
        return self._rows((query if upto is None else query.where(COMMAND.c.seq <= upto)).limit(most))

    def events(self, stream: str, after: int = 0, upto: int | None = None, *, whole: bool = False) -> list[Row]:
        """The events of a stream after a place; ``whole``: those of commands that were set aside too."""
        query = select(EVENT).where(EVENT.c.stream == stream, EVENT.c.seq > after).order_by(EVENT.c.seq, EVENT.c.n)
        query = query if whole else self._in_effect(query, EVENT.c.seq, stream)
        return self._rows(query if upto is None else query.where(EVENT.c.seq <= upto))

    def _in_effect(self, query: Any, seq: Any, stream: str) -> Any:
        """A query that leaves out what was set aside."""
        for after, upto in self.set_aside.get(stream, ()):
            query = query.where((seq <= after) | (seq > upto))
        return query

    def tagged(self, stream: str, tag: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The events of one kind in a stream, after a place and up to one."""
        query = select(EVENT).where(EVENT.c.stream == stream, EVENT.c.tag == tag, EVENT.c.seq > after)
        query = self._in_effect(query if upto is None else query.where(EVENT.c.seq <= upto), EVENT.c.seq, stream)
        return self._rows(query.order_by(EVENT.c.seq, EVENT.c.n))

    def nth_tagged(self, stream: str, tag: str, number: int) -> int | None:
        """The place of the event of a kind with this number, counted from 1; None if there are fewer."""
        query = self._in_effect(
            select(EVENT.c.seq).where(EVENT.c.stream == stream, EVENT.c.tag == tag), EVENT.c.seq, stream
        )
        row = self._row(query.order_by(EVENT.c.seq, EVENT.c.n).offset(number - 1).limit(1))
        return None if row is None else int(row["seq"])

    def pages(
        self, stream: str, upto: int | None = None, size: int = 500, after: int = 0, *, whole: bool = False
    ) -> Iterator[tuple[list[Row], dict[int, list[Row]]]]:
        """The commands of a stream after a place, so many at a time, with their events; ``whole``: those set aside too."""
        while commands := self.commands(stream, after, upto, most=size, whole=whole):
            last = commands[-1]["seq"]
            yield commands, by_seq(self.events(stream, after, last, whole=whole))
            after = last

    def snapshot(self, stream: str, upto: int, version: str | None = None) -> Row | None:
        """The last snapshot of a stream up to a place, or the last that a version of the software kept; with that ``version``."""
        query = select(SNAPSHOT, COMMAND.c.version).join(COMMAND, _TAKEN_AFTER)
        query = (
            query.where(SNAPSHOT.c.stream == stream, SNAPSHOT.c.seq <= upto).order_by(SNAPSHOT.c.seq.desc()).limit(1)
        )
        query = self._in_effect(query, SNAPSHOT.c.seq, stream)
        return self._row(query if version is None else query.where(COMMAND.c.version == version))

    def round_ends(self, stream: str, last: int) -> list[int]:
        """The places at which the last rounds of a stream ended, the latest first."""
        query = select(SNAPSHOT.c.seq).where(SNAPSHOT.c.stream == stream).order_by(SNAPSHOT.c.seq.desc()).limit(last)
        return [row["seq"] for row in self._rows(self._in_effect(query, SNAPSHOT.c.seq, stream))]

    def rounds_after(self, stream: str, after: int = 0) -> list[Row]:
        """Where the rounds of a stream ended after a place, and when (``at``, in milliseconds), in their order."""
        query = select(COMMAND.c.seq, COMMAND.c.at).join(SNAPSHOT, _TAKEN_AFTER).order_by(COMMAND.c.seq)
        query = self._in_effect(query, COMMAND.c.seq, stream)
        return self._rows(query.where(COMMAND.c.stream == stream, COMMAND.c.seq > after))

    def snapshots(self, stream: str, after: int, upto: int) -> list[Row]:
        """The snapshots of a stream after a place and up to one."""
        query = select(SNAPSHOT).where(SNAPSHOT.c.stream == stream, SNAPSHOT.c.seq > after, SNAPSHOT.c.seq <= upto)
        return self._rows(query.order_by(SNAPSHOT.c.seq))

    def signatures(self, stream: str, upto: int | None = None) -> list[Row]:
        """The signed heads of a stream, up to a place."""
        query = select(SIGNATURE).where(SIGNATURE.c.stream == stream).order_by(SIGNATURE.c.seq)
        return self._rows(query if upto is None else query.where(SIGNATURE.c.seq <= upto))

    def refusals(self, stream: str, n: int | None = None, upto: int | None = None) -> list[Row]:
        """The refusals of a stream, or one of them, or those up to one."""
        query = select(REFUSAL).where(REFUSAL.c.stream == stream).order_by(REFUSAL.c.n)
        query = query if n is None else query.where(REFUSAL.c.n == n)
        return self._rows(query if upto is None else query.where(REFUSAL.c.n <= upto))

    def last_act_of_staff(self, stream: str, person: str) -> int | None:
        """When a person last gave a command in a staff role, in milliseconds; None if the person never did."""
        query = select(func.max(COMMAND.c.at).label("at")).where(
            COMMAND.c.stream == stream, COMMAND.c.actor == person, COMMAND.c.role != "player"
        )
        row = self._row(query)
        return None if row is None or row["at"] is None else int(row["at"])

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

    def needs_keys(self) -> bool:
        """Return whether the house has keys: one is on record, or something is sealed with one."""
        committed = select(EVENT.c.seq).where(EVENT.c.tag.in_(KEY_EVENTS)).limit(1)
        return self._row(committed) is not None or self._row(select(SECRET.c.name).limit(1)) is not None

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
        found = [
            self._bound(func.max, one, stream)
            for one in (COMMAND.c.seq, EVENT.c.seq, SNAPSHOT.c.seq, KEY.c.seq, SIGNATURE.c.seq)
        ]
        refused = [self._bound(func.max, one, stream) for one in (REFUSAL.c.n, KEY.c.refusal)]
        return max(0, *[one or 0 for one in found]), max(0, *[one or 0 for one in refused])

    def least(self, stream: str) -> int:
        """The first place that any row of a stream names, 1 if there is none."""
        found = [
            self._bound(func.min, one, stream) for one in (COMMAND.c.seq, EVENT.c.seq, SNAPSHOT.c.seq, REFUSAL.c.n)
        ]
        return min([one for one in found if one is not None], default=1)

    def _bound(self, bound: Any, column: Any, stream: str) -> int | None:
        row = self._row(select(bound(column).label("bound")).where(column.table.c.stream == stream))
        return None if row is None or row["bound"] is None else int(row["bound"])

    def orphans(self) -> list[tuple[str, str]]:
        """Rows of streams that are not there: the table and the stream each names."""
        found = []
        for table in (COMMAND, EVENT, SNAPSHOT, REFUSAL, KEY, SECRET, SIGNATURE):
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


def _follows(one: Pending, head: Row | None) -> bool:
    """Whether something pending stands where its stream has come to."""
    if one.command is not None:
        return head is not None and _is_at(head["seq"], head["hash"], one.command["seq"], one.command["prev"])
    if one.refusal is not None:
        # Refused is what the stream as it stands refuses, not what an older one would have.
        return (
            head is not None
            and head["seq"] == one.refusal["seq"]
            and _is_at(head["refusals"], head["refusal_hash"], one.refusal["n"], one.refusal["prev"])
        )
    return one.only_at is None or (head is not None and head["seq"] == one.only_at)


def _is_at(last: int, hash: bytes, number: int, prev: bytes) -> bool:
    return last == number - 1 and bytes(hash) == prev


def _wants(one: Pending) -> set[tuple[str, ...]]:
    """The place at the end of its stream that something pending takes or relies on, and its key."""
    key = _key_row(one)["key"]
    found: set[tuple[str, ...]] = {(one.stream, "key", key)} if key else set()
    if one.command is not None or one.only_at is not None:
        found.add((one.stream, "command"))
    elif one.refusal is not None:
        found.add((one.stream, "refusal"))
    return found


def _key_row(one: Pending) -> Row:
    """The row that says which answer the key of something pending had; without a key nothing is kept of it."""
    row = one.command or one.refusal
    if row is None:
        return {"stream": one.stream, "key": ""}
    number = {"seq": row["seq"], "refusal": -1} if one.command is not None else {"seq": -1, "refusal": row["n"]}
    return {"stream": one.stream, "key": row["key"], "actor": row["actor"], **number}


def by_seq(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Events by the command they belong to."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row["seq"], []).append(row)
    return found
