"""Signed heads: whoever rewrites the record and makes every hash again is found, since the key is not in the database."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, delete, insert, select, update

from houseway.cli import main
from houseway.store import audit
from houseway.store.chain import command_hash, snapshot_hash
from houseway.store.database import open_database, url_of
from houseway.store.heads import Publisher, SignedHead, Signer, Witness, read_heads, serve_witness
from houseway.store.keys import KeyStore, new_keys
from houseway.store.record import Record, signed_head
from houseway.store.schema import COMMAND, EVENT, KEY, SIGNATURE, SNAPSHOT, STREAM
from tests.kit.recorded_tables import Playing

TABLE = "table/holdem"


@pytest.fixture(autouse=True)
def released(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let go of every database that a test has opened."""
    opened: list[Record] = []
    start = Record.__init__

    def note(record: Record, *words: Any, **named: Any) -> None:
        start(record, *words, **named)
        opened.append(record)

    monkeypatch.setattr(Record, "__init__", note)
    yield
    for record in opened:
        record.log.engine.dispose()


@pytest.fixture
def played(database: str) -> str:
    """A house with a table at which three rounds were played, as a server leaves it."""
    record = Record(open_database(database))
    Playing(record, "holdem", seats=2).rounds(3)
    record.note_heads()
    assert not [one for one in audit.verify(record) if one.fault]
    record.close()
    return database


def faults(database: str, **options: Any) -> dict[str, str]:
    record = Record(open_database(database))
    try:
        return {one.stream: one.fault.says for one in audit.verify(record, **options) if one.fault is not None}
    finally:
        record.close()


def published(database: str) -> list[SignedHead]:
    record = Record(open_database(database))
    try:
        return [signed_head(record.house, row) for name in record.log.heads() for row in record.log.signatures(name)]
    finally:
        record.close()


def rewrite(database: str, stream: str, seq: int, *, version: str | None = None) -> None:
    """Change a command of a stream and make every hash after it again, as whoever has the database can."""
    engine = create_engine(url_of(database))
    with engine.begin() as connection:
        rows = [
            dict(row)
            for row in connection.execute(
                select(COMMAND).where(COMMAND.c.stream == stream, COMMAND.c.seq >= seq).order_by(COMMAND.c.seq)
            ).mappings()
        ]
        rows[0]["at"] += 1
        if version is not None:
            rows[0]["version"] = version
        last = rows[0]["prev"]
        for row in rows:
            of_events = connection.execute(
                select(EVENT).where(EVENT.c.stream == stream, EVENT.c.seq == row["seq"]).order_by(EVENT.c.n)
            ).mappings()
            row["prev"] = last
            row["hash"] = last = command_hash(row, [dict(one) for one in of_events])
            place = (COMMAND.c.stream == stream) & (COMMAND.c.seq == row["seq"])
            connection.execute(update(COMMAND).where(place).values(**row))
            kept = (SNAPSHOT.c.stream == stream) & (SNAPSHOT.c.seq == row["seq"])
            state = connection.execute(select(SNAPSHOT.c.state).where(kept)).scalar()
            if state is not None:
                hash = snapshot_hash(stream, row["seq"], bytes(state), last)
                connection.execute(update(SNAPSHOT).where(kept).values(hash=hash))
        connection.execute(update(STREAM).where(STREAM.c.id == stream).values(hash=last))
    engine.dispose()


def change(database: str, *statements: Any) -> None:
    engine = create_engine(url_of(database))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def test_every_end_of_a_round_and_every_entry_in_the_list_is_signed(played: str) -> None:
    record = Record(open_database(played))
    assert [row["seq"] for row in record.log.signatures(TABLE)] == record.log.round_ends(TABLE, 10)[::-1]
    signed = {one.stream: one.signed for one in audit.verify(record)}
    assert signed[TABLE] == 3
    assert record.streams.signer == record.signer.public_key
    # Before the key was on record nothing could be.
    assert signed["streams"] == len(record.log.commands("streams")) - 1
    record.close()


def test_a_table_written_anew_with_all_its_hashes_is_found(played: str) -> None:
    """Its head in the list of streams was noted, so the list is written anew too: but it is signed."""
    rewrite(played, TABLE, 2)
    assert "signed as another one" in faults(played)[TABLE]
    # Without the signatures it has none where it must have some.
    change(played, delete(SIGNATURE).where(SIGNATURE.c.stream == TABLE))
    assert "not signed" in faults(played)[TABLE]


def test_the_list_of_streams_written_anew_is_found(played: str) -> None:
    rewrite(played, "streams", 3)
    assert "signed as another one" in faults(played)["streams"]
    change(played, delete(SIGNATURE).where(SIGNATURE.c.stream == "streams"))
    assert "not signed" in faults(played)["streams"]


def test_the_last_round_written_anew_is_found(played: str) -> None:
    """Before its head is noted in the list of streams, only its own signature tells."""
    record = Record(open_database(played))
    Playing(record, "holdem", seats=2).rounds(1)
    last = record.log.round_ends(TABLE, 1)[0]
    record.close()
    rewrite(played, TABLE, last)
    assert "signed as another one" in faults(played)[TABLE]


def test_a_signature_of_another_key_is_found(played: str) -> None:
    rewrite(played, TABLE, 2)
    other = Signer(new_keys())
    record = Record(open_database(played))
    rows = record.log.signatures(TABLE)
    for row in rows:
        hash = bytes(record.log.commands(TABLE, row["seq"] - 1, row["seq"])[0]["hash"])
        head = other.sign(record.house, TABLE, row["seq"], hash.hex(), row["at"])
        row |= {"hash": hash, "key": head.key, "signature": bytes.fromhex(head.signature)}
    record.close()
    change(played, delete(SIGNATURE).where(SIGNATURE.c.stream == TABLE), insert(SIGNATURE).values(rows))
    assert "not on record" in faults(played)[TABLE]
    # Nor does it help to say that the key is the house's.
    change(
        played,
        *[update(SIGNATURE).where(SIGNATURE.c.seq == row["seq"]).values(key=record.signer.public_key) for row in rows],
    )
    assert "signed as another one" in faults(played)[TABLE]


def test_a_house_forged_with_a_key_of_its_own_is_found(tmp_path: Path, played: str) -> None:
    """A whole record that is signed throughout, by a key that is not the house's."""
    real = Record(open_database(played))
    key = real.signer.public_key
    real.close()
    forged = str(tmp_path / "forged.db")
    record = Record(open_database(forged), keys=KeyStore(tmp_path / "forged.keys"))
    Playing(record, "holdem", seats=2).rounds(1)
    assert not [one for one in audit.verify(record) if one.fault]
    record.close()
    assert "not a key of the house" in faults(forged, signers=frozenset({key}))["streams"]


def test_a_version_that_never_was_is_found(played: str) -> None:
    """Whoever claims another version keeps the rules from deciding a command again."""
    change(played, delete(SIGNATURE))
    rewrite(played, TABLE, 2, version="0.0")
    assert "version 0.0, which never was" in faults(played)[TABLE]


def test_a_record_cut_back_to_where_it_once_stood_is_found_by_what_was_published(played: str) -> None:
    record = Record(open_database(played))
    kept = {
        table: [dict(row) for row in _rows(record, table)] for table in (COMMAND, EVENT, SNAPSHOT, SIGNATURE, STREAM)
    }
    Playing(record, "holdem", seats=2).rounds(1)
    record.note_heads()
    record.close()
    heads = published(played)
    assert faults(played, published=heads) == {}
    engine = create_engine(url_of(played))
    with engine.begin() as connection:
        for name in ("streams", TABLE):
            row = next(row for row in kept[STREAM] if row["id"] == name)
            connection.execute(update(STREAM).where(STREAM.c.id == name).values(seq=row["seq"], hash=row["hash"]))
            for table in (COMMAND, EVENT, SNAPSHOT, SIGNATURE, KEY):
                connection.execute(delete(table).where(table.c.stream == name, table.c.seq > row["seq"]))
    engine.dispose()
    found = faults(played, published=heads)
    assert "when a head was published" in found[TABLE]
    assert "when a head was published" in found["streams"]


def _rows(record: Record, table: Any) -> list[Any]:
    with record.log.engine.connect() as connection:
        return list(connection.execute(select(table)).mappings())


def test_published_heads_of_another_house_or_without_a_signature_are_told(played: str) -> None:
    heads = published(played)
    assert (
        "not a head that this house"
        in faults(played, published=[msgspec.structs.replace(heads[0], house="00")])[heads[0].stream]
    )
    forged = msgspec.structs.replace(heads[0], hash="00" * 32)
    assert "not a head that this house" in faults(played, published=[forged])[heads[0].stream]


def test_heads_are_published_in_a_file_and_by_post_to_a_witness(tmp_path: Path) -> None:
    alarms: list[str] = []
    server = serve_witness(Witness(tmp_path / "witness"), "127.0.0.1", 0, alarms.append)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    database = str(tmp_path / "house.db")
    record = Record(open_database(database))
    publisher = Publisher([str(tmp_path / "heads"), f"http://127.0.0.1:{server.server_port}/", "log"])
    record.on_signed.append(publisher.publish)
    Playing(record, "holdem", seats=2).rounds(2)
    record.note_heads()
    publisher.close()
    record.close()
    in_file, witnessed = list(read_heads(tmp_path / "heads")), list(read_heads(tmp_path / "witness"))
    assert in_file == witnessed
    assert {head.stream for head in in_file} == {"streams", TABLE}
    assert alarms == []
    for words in (["--published", str(tmp_path / "heads")], ["--published", str(tmp_path / "witness")]):
        ran = CliRunner().invoke(main, ["audit", "verify", "--database", database, *words])
        assert ran.exit_code == 0, ran.stdout
        assert "times by" in ran.stdout
    # Another head at a place that is known is an alarm, whoever has the key.
    keys = record.keys
    last = in_file[-1]
    other = Signer(keys).sign(last.house, last.stream, last.seq, "00" * 32, last.at)
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
    for body, status in (
        (msgspec.json.encode(last), 204),
        (msgspec.json.encode(other), 409),
        (msgspec.json.encode(msgspec.structs.replace(last, seq=last.seq + 1)), 409),
        (msgspec.json.encode(Signer(new_keys()).sign(last.house, last.stream, last.seq + 1, "00" * 32, 1)), 409),
        (b"{}", 422),
        (b"x" * 5000, 422),
    ):
        connection.request("POST", "/", body)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status, body
    assert len(alarms) == 3
    connection.close()
    assert list(read_heads(tmp_path / "witness")) == witnessed
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_witness_that_starts_again_knows_what_it_kept(tmp_path: Path) -> None:
    signer = Signer(new_keys())
    first = signer.sign("h", TABLE, 5, "aa" * 32, 1)
    assert Witness(tmp_path / "w").accept(first) is None
    again = Witness(tmp_path / "w")
    assert again.accept(first) is None
    assert "another hash" in (again.accept(signer.sign("h", TABLE, 5, "bb" * 32, 2)) or "")
    assert "went back" in (again.accept(signer.sign("h", TABLE, 4, "cc" * 32, 3)) or "")
    assert "another key" in (again.accept(Signer(new_keys()).sign("h", TABLE, 6, "dd" * 32, 4)) or "")
    assert len((tmp_path / "w").read_text().splitlines()) == 2


def test_a_file_that_holds_no_heads_is_said_in_a_sentence(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    Record(open_database(database)).close()
    (tmp_path / "heads").write_text(json.dumps({"a": 1}) + "\n")
    ran = CliRunner().invoke(main, ["audit", "verify", "--database", database, "--published", str(tmp_path / "heads")])
    assert ran.exit_code == 1
    assert "line 1 of" in ran.stderr
