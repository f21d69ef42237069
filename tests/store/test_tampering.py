"""Whatever is changed, taken out or moved in the record is found."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import LargeBinary, String, Text, and_, create_engine, delete, insert, select, update

from houseway.engine.kernel import envelope
from houseway.engine.opening import TakeSeat
from houseway.engine.roles import Role
from houseway.house.attendance import NoteHere
from houseway.money import Cents
from houseway.store import audit
from houseway.store.attendance import Attendance
from houseway.store.chain import snapshot_hash
from houseway.store.database import open_database, url_of
from houseway.store.record import JACKPOTS, Record, RecordError, head_of
from houseway.store.schema import COMMAND, EVENT, FOLLOWED, KEY, REFUSAL, RULES, SECRET, SIGNATURE, SNAPSHOT, STREAM
from houseway.web.accounts import People, new_key
from tests.kit.databases import CopyFilled
from tests.kit.recorded_tables import Playing

TABLES = (RULES, STREAM, COMMAND, EVENT, SNAPSHOT, REFUSAL, KEY, SIGNATURE)


def other(value: Any, column: Any, chance: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(column.type, LargeBinary):
        data = bytearray(value)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return bytes(data)
    if isinstance(column.type, String | Text):
        place = chance.randrange(len(value)) if value else 0
        return f"{value[:place]}{'x' if value[place : place + 1] != 'x' else 'y'}{value[place + 1 :]}"
    return value + 1_000


def play_rounds(database: str) -> None:
    """Play a round at a banked table and at a poker table, and refuse a command there."""
    record = Record(open_database(database))
    Playing(record, "five-card-hi-lo", seats=1).rounds(1)
    playing = Playing(record, "holdem", seats=2)
    playing.rounds(1)
    for name in ("Zed", "Yan"):
        given = envelope(TakeSeat(cents=Cents(100)), by=name, role=Role.PLAYER, seat=1, key=f"key of {name}")
        record.send(playing.stream, given)
    assert not [one for one in audit.verify(record) if one.fault]
    record.close()


@pytest.fixture
def played(copy_filled: CopyFilled) -> str:
    return copy_filled(play_rounds)


def found(database: str) -> bool:
    record = Record(open_database(database))
    try:
        return any(one.fault is not None for one in audit.verify(record))
    finally:
        record.close()


def rows_of(connection: Any, table: Any) -> list[dict[str, Any]]:
    keys = list(table.primary_key.columns)
    return [dict(row) for row in connection.execute(select(table).order_by(*keys)).mappings()]


def tampering(database: str) -> Any:
    """An engine that may break what the database itself forbids: whoever tampers has the file."""
    engine = create_engine(url_of(database))
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE command DROP CONSTRAINT IF EXISTS command_stream_fkey")
            connection.exec_driver_sql("ALTER TABLE stream DROP CONSTRAINT IF EXISTS stream_digest_fkey")
    return engine


def at(table: Any, row: dict[str, Any]) -> Any:
    clauses = [column == row[column.name] for column in table.primary_key.columns]
    return and_(*clauses)


def test_a_changed_value_of_any_column_is_found(played):
    chance, engine = random.Random(637), tampering(played)
    for table in TABLES:
        for column in table.columns:
            with engine.begin() as connection:
                row = chance.choice(rows_of(connection, table))
                changed = {column.name: other(row[column.name], column, chance)}
                connection.execute(update(table).where(at(table, row)).values(**changed))
            assert found(played), (table.name, column.name, row[column.name], changed)
            with engine.begin() as connection:
                connection.execute(
                    update(table).where(at(table, {**row, **changed})).values(**{column.name: row[column.name]})
                )
        assert not found(played), table.name
    engine.dispose()


def test_a_row_taken_out_is_found(played):
    chance, engine = random.Random(645), tampering(played)
    for table in TABLES:
        with engine.connect() as connection:
            rows = rows_of(connection, table)
        # The first, the last, and one between.
        for row in {0: rows[0], len(rows) - 1: rows[-1], -1: chance.choice(rows)}.values():
            with engine.begin() as connection:
                connection.execute(delete(table).where(at(table, row)))
            assert found(played), (table.name, row)
            with engine.begin() as connection:
                connection.execute(insert(table), row)
    assert not found(played)
    engine.dispose()


@pytest.mark.parametrize("table", [COMMAND, EVENT, REFUSAL, SNAPSHOT], ids=lambda one: one.name)
def test_two_rows_that_change_places_are_found(played, table):
    chance, engine = random.Random(647), tampering(played)
    keys = {column.name for column in table.primary_key.columns}
    with engine.begin() as connection:
        rows = rows_of(connection, table)
        pairs = [(one, two) for one in rows for two in rows if any(one[name] != two[name] for name in set(one) - keys)]
        one, two = chance.choice(pairs)
        for row, source in ((one, two), (two, one)):
            values = {name: value for name, value in source.items() if name not in keys}
            connection.execute(update(table).where(at(table, row)).values(**values))
    assert found(played)
    engine.dispose()


def test_a_row_added_is_found(played):
    engine = tampering(played)
    for table, place in ((COMMAND, "seq"), (EVENT, "n"), (SNAPSHOT, "seq"), (REFUSAL, "n"), (KEY, "key")):
        with engine.begin() as connection:
            row = rows_of(connection, table)[-1]
            added = {**row, place: row[place] + (1 if place != "key" else " again")}
            connection.execute(insert(table), added)
        assert found(played), table.name
        with engine.begin() as connection:
            connection.execute(delete(table).where(at(table, added)))
    assert not found(played)
    engine.dispose()


def test_what_another_version_decided_is_replayed_and_not_decided_again(database: str, monkeypatch):
    """A later version may rule otherwise: what an earlier one has written is no forgery for that."""
    record = Record(open_database(database))
    monkeypatch.setattr("houseway.store.rows.version", lambda: "0.2.0")
    playing = Playing(record, "pai-gow", seats=1)
    playing.rounds(1)
    monkeypatch.undo()
    before = record.live(playing.stream).seq
    playing.rounds(1)
    (found,) = audit.verify(record, playing.stream)
    assert (found.fault, found.replayed) == (None, before)
    assert found.commands == record.live(playing.stream).seq > before
    record.close()


def test_what_another_version_kept_is_not_gone_on_from(database: str, monkeypatch):
    """Events are the truth: they may lead a later version to another state than the one an earlier version kept."""
    record = Record(open_database(database))
    monkeypatch.setattr("houseway.store.rows.version", lambda: "0.2.0")
    playing = Playing(record, "pai-gow", seats=1)
    playing.rounds(2)
    monkeypatch.undo()
    stream, state = playing.stream, record.live(playing.stream).state
    record.close()
    engine = tampering(database)
    with engine.begin() as connection:
        for row in rows_of(connection, SNAPSHOT):
            kept = json.loads(row["state"])
            kept["rounds_since_opening"] = 77
            body = json.dumps(kept, separators=(",", ":")).encode()
            (command,) = [
                one for one in rows_of(connection, COMMAND) if (one["stream"], one["seq"]) == (stream, row["seq"])
            ]
            values = {"state": body, "hash": snapshot_hash(stream, row["seq"], body, bytes(command["hash"]))}
            connection.execute(update(SNAPSHOT).where(at(SNAPSHOT, row)).values(**values))
    engine.dispose()
    record = Record(open_database(database))
    assert record.live(stream).state == state == record.at(stream, record.live(stream).seq)
    assert [getattr(one.before, "rounds_since_opening", None) for one in audit.rounds(record, stream)] == [0, 1]
    (found,) = audit.verify(record, stream)
    assert (found.fault, found.snapshots) == (None, 0)
    record.close()


def test_what_stands_in_a_set_may_come_in_any_order_and_nothing_else_may(tmp_path):
    """Each process writes a set of words in an order of its own: another that verifies finds nothing changed."""
    database = str(tmp_path / "house.db")
    record = Record(open_database(database))
    playing = Playing(record, "heads-up-holdem", seats=2)
    playing.rounds(1)
    stream = playing.stream
    record.close()
    engine = tampering(database)

    def turned(*path: str) -> bool:
        """Whether it is found that a set or an object was written the other way round."""
        with engine.begin() as connection:
            row = rows_of(connection, SNAPSHOT)[-1]
            assert row["stream"] == stream
            state = json.loads(row["state"])
            held = state
            for name in path[:-1]:
                held = held[name]
            was = held[path[-1]]
            assert len(was) > 1
            held[path[-1]] = dict(reversed(was.items())) if isinstance(was, dict) else was[::-1]
            body = json.dumps(state, separators=(",", ":")).encode()
            last = connection.execute(
                select(COMMAND.c.hash).where(COMMAND.c.seq == row["seq"], COMMAND.c.stream == stream)
            )
            hash = snapshot_hash(stream, row["seq"], body, bytes(last.scalar_one()))
            connection.execute(update(SNAPSHOT).where(at(SNAPSHOT, row)).values(state=body, hash=hash))
        faulty = found(database)
        with engine.begin() as connection:
            connection.execute(update(SNAPSHOT).where(at(SNAPSHOT, row)).values(state=row["state"], hash=row["hash"]))
        return faulty

    assert not turned("last", "dealt")
    assert turned("last", "wagers")
    assert turned("last", "deck")
    engine.dispose()


POSTED = {
    "game": "holdem",
    "structure": "no-limit",
    "blinds": [50, 100],
    "bad_beat": {"contribution": 100, "minimum_pot": 100, "hands": ["Tc Td Th Ts 2c"]},
}
KINDS = ("streams", "house", "table/holdem", "shuffles/holdem", "attendance/holdem", "jackpots/room")


def furnish_house(database: str) -> None:
    """Open a stream of every kind."""
    record = Record(open_database(database))
    # The key that tokens are signed with, as a server makes it.
    People(record, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    record.open("jackpots/room", JACKPOTS, POSTED)
    record.start("jackpots/room")
    Playing(record, "holdem", seats=2).rounds(1)
    attendance = Attendance(record, "holdem")
    attendance.open()
    attendance.note(NoteHere(person="Ada", where="here"))
    record.close()
    assert not found(database)


@pytest.fixture
def house(copy_filled: CopyFilled) -> str:
    """A house with a stream of every kind."""
    return copy_filled(furnish_house)


@contextmanager
def kept(engine: Any, *tables: Any) -> Iterator[None]:
    """Everything as it was, afterwards."""
    with engine.begin() as connection:
        rows = [(one, rows_of(connection, one)) for one in tables]
    yield
    with engine.begin() as connection:
        for one, _ in reversed(rows):
            connection.execute(delete(one))
        for one, them in rows:
            if them:
                connection.execute(insert(one), them)


def take_out(connection: Any, stream: str, after: int = -1) -> None:
    """The rows of a stream after a place, or all of it."""
    for one, place in ((KEY, "seq"), (SNAPSHOT, "seq"), (SIGNATURE, "seq"), (EVENT, "seq"), (COMMAND, "seq")):
        connection.execute(delete(one).where(one.c.stream == stream, one.c[place] > after))
    if after < 0:
        for one in (KEY, REFUSAL, SECRET):
            connection.execute(delete(one).where(one.c.stream == stream))
        connection.execute(delete(STREAM).where(STREAM.c.id == stream))


@pytest.mark.parametrize("stream", KINDS)
def test_a_whole_stream_of_any_kind_taken_out_is_found_and_not_healed(house, stream):
    engine = tampering(house)
    with kept(engine, *TABLES, SECRET):
        with engine.begin() as connection:
            take_out(connection, stream)
        assert found(house)
        record = Record(open_database(house))
        faults = {one.stream: one.fault for one in audit.verify(record) if one.fault is not None}
        assert stream in faults
        assert "not there" in faults[stream].says
        record.close()
    assert not found(house)
    engine.dispose()


def test_a_stream_nobody_opened_is_found(house):
    engine = tampering(house)
    with engine.begin() as connection:
        for one, column in ((STREAM, "id"), (COMMAND, "stream"), (EVENT, "stream")):
            for row in rows_of(connection, one):
                if row[column] == "attendance/holdem":
                    connection.execute(insert(one), {**row, column: "attendance/other"})
    assert found(house)
    engine.dispose()


@pytest.mark.parametrize("stream", [one for one in KINDS if one != "streams"])
def test_a_stream_shortened_to_where_it_once_stood_is_found_once_its_head_was_noted(house, stream):
    """Every row that is left is as it was, the head too: only that more was there is known from elsewhere."""
    record = Record(open_database(house))
    record.note_heads()
    through = head_of(record.log.stream("streams") or {})
    # Nothing is noted of what has not gone on.
    record.note_heads()
    assert head_of(record.log.stream("streams") or {}) == through
    shortened = (record.log.stream(stream) or {})["seq"] - 1
    before = record.log.commands(stream, shortened - 1, shortened)
    hash = before[0]["hash"] if before else record.log.genesis(stream)
    record.close()
    engine = tampering(house)
    with kept(engine, *TABLES, SECRET):
        with engine.begin() as connection:
            take_out(connection, stream, shortened)
            connection.execute(update(STREAM).where(STREAM.c.id == stream).values(seq=shortened, hash=bytes(hash)))
        assert found(house)
    # The list itself is held to a head that somebody kept elsewhere.
    with kept(engine, *TABLES, SECRET):
        with engine.begin() as connection:
            last = through.seq - 1
            row = next(one for one in rows_of(connection, COMMAND) if (one["stream"], one["seq"]) == ("streams", last))
            take_out(connection, "streams", last)
            connection.execute(update(STREAM).where(STREAM.c.id == "streams").values(seq=last, hash=row["hash"]))
        assert not found(house)
        record = Record(open_database(house))
        assert [one.stream for one in audit.verify(record, through=through) if one.fault] == ["streams"]
        record.close()
    engine.dispose()


def test_a_seed_and_how_far_a_table_was_carried(house):
    """What has no row of its own to miss it: a commitment tells of its secret, a stream of where it ends."""
    engine = tampering(house)
    for change in (
        update(SECRET).where(SECRET.c.stream == "shuffles/holdem").values(value=bytes(32)),
        delete(SECRET).where(SECRET.c.stream == "shuffles/holdem"),
        insert(SECRET).values(stream="shuffles/nowhere", name="1", value=bytes(32)),
        insert(SNAPSHOT).values(stream="table/holdem", seq=0, state=b"{}", hash=bytes(32)),
        insert(FOLLOWED).values(follower="shuffles/holdem", stream="table/holdem", seq=10_000),
        insert(FOLLOWED).values(follower="jackpots/nowhere", stream="table/holdem", seq=1),
    ):
        with kept(engine, SECRET, FOLLOWED, SNAPSHOT):
            with engine.begin() as connection:
                connection.execute(change)
            assert found(house), str(change)
    assert not found(house)
    engine.dispose()


def test_a_house_whose_signing_key_was_changed_does_not_open_until_it_has_another_on_record(house):
    record = Record(open_database(house))
    assert not found(house)
    record.key_store.renew_tokens()
    assert found(house)
    with pytest.raises(RecordError, match="not the one on record"):
        People(record)
    new_key(record)
    People(record)
    record.close()
    assert not found(house)
