"""`audit verify` writes nothing, checks each stream by itself, names every fault, and is stopped by no value."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import OperationalError

from houseway.cli import main
from houseway.store import audit
from houseway.store.database import connect_read_only, open_database
from houseway.store.record import Record
from tests.kit.recorded_tables import Playing


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a record with two tables, with the keys of its house beside it."""
    file = tmp_path_factory.mktemp("record") / "house.db"
    record = Record(open_database(file))
    Playing(record, "five-card-hi-lo", seats=1).rounds(1)
    Playing(record, "holdem", seats=2).rounds(1)
    record.close()
    return file


@pytest.fixture
def file(tmp_path: Path, sound: Path) -> Path:
    shutil.copy2(f"{sound}.keys", tmp_path / "house.db.keys")
    return Path(shutil.copy2(sound, tmp_path / "house.db"))


def change(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    with connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()


def faults(file: Path) -> dict[str, list[str]]:
    answer = CliRunner().invoke(main, ["audit", "verify", "--json", "--database", str(file)])
    assert answer.exit_code in (0, 1), answer.output
    streams = json.loads(answer.output)["streams"]
    return {one["stream"]: [fault["row"] for fault in one["faults"]] for one in streams if one["faults"]}


def test_an_audit_writes_nothing(file: Path) -> None:
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    assert faults(file) == {}
    for command in ("replay", "export", "shuffle"):
        answer = CliRunner().invoke(main, ["audit", command, "holdem", "--database", str(file)])
        assert answer.exit_code == 0, answer.output
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before
    record = Record(connect_read_only(file))
    with pytest.raises(OperationalError, match="readonly"):
        record.note_heads()
    record.close()


def test_only_what_is_asked_to_write_notes_how_far_streams_have_come(file: Path) -> None:
    heads = []
    for more in ((), ("--write",), ()):
        answer = CliRunner().invoke(main, ["audit", "verify", "--json", *more, "--database", str(file)])
        heads.append(json.loads(answer.output)["head"])
    assert heads[0] != heads[1] == heads[2]


def test_an_audit_of_an_older_schema_says_so_and_writes_nothing(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '0001'")
    before = file.read_bytes()
    answer = CliRunner().invoke(main, ["audit", "verify", "--database", str(file)])
    assert answer.exit_code == 1
    assert "the schema of another version" in answer.output
    assert file.read_bytes() == before


def test_every_fault_of_every_stream_is_named(file: Path) -> None:
    change(file, "UPDATE command SET at = at + 1 WHERE stream = 'table/holdem' AND seq IN (3, 5)")
    change(file, "UPDATE command SET actor = 'Eve' WHERE stream = 'table/five-card-hi-lo' AND seq = 2")
    named = faults(file)
    assert set(named) == {"table/holdem", "table/five-card-hi-lo"}
    assert {"command 3", "command 5"} <= set(named["table/holdem"])
    assert "command 2" in named["table/five-card-hi-lo"]


WRONG = (
    "'a text'",
    "x'00ff'",
    "-7",
    "9007199254740993",
    "1.5",
)


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("command", "seq"),
        ("command", "body"),
        ("command", "hash"),
        ("command", "prev"),
        ("command", "at"),
        ("command", "actor"),
        ("event", "body"),
        ("event", "seq"),
        ("snapshot", "state"),
        ("snapshot", "hash"),
        ("key", "seq"),
        ("stream", "opened_at"),
        ("stream", "hash"),
        ("stream", "seq"),
        ("stream", "refusals"),
        ("stream", "kind"),
    ],
)
def test_a_value_of_the_wrong_type_is_a_fault_of_its_stream(file: Path, table: str, column: str, value: str) -> None:
    owner = "id" if table == "stream" else "stream"
    one_row = f"rowid = (SELECT max(rowid) FROM {table} WHERE {owner} = 'table/holdem')"
    change(file, f"UPDATE {table} SET {column} = {value} WHERE {one_row}")
    change(file, "UPDATE command SET at = at + 1 WHERE stream = 'table/five-card-hi-lo' AND seq = 2")
    record = Record(connect_read_only(file))
    named = {one.stream for one in audit.verify(record) if one.faults}
    record.close()
    assert {"table/holdem", "table/five-card-hi-lo"} <= named
