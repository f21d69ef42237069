"""A database for the record: SQLite in a file, or PostgreSQL by its URL, brought to the newest schema."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from houseway.store.keys import KeysError, KeyStore, key_store_of

MIGRATIONS = Path(__file__).with_name("migrations")
SQLITE, POSTGRESQL = "sqlite", "postgresql"
WRITES = "writes"
"""The execution option of a connection that writes."""
BUSY_SECONDS = 3
"""So long a database that another process holds is waited for; then whoever asked is told."""


class DatabaseError(ValueError):
    """Raised when a database cannot be opened; says why in one sentence."""


def url_of(text: str | Path) -> URL:
    """The URL of a database: as given, or of a SQLite file by its path."""
    try:
        url = make_url(f"sqlite:///{text}" if isinstance(text, Path) or "://" not in text else text)
    except ArgumentError:
        raise DatabaseError(f"{str(text)!r} is no database: give a file or a postgresql:// URL") from None
    kind = url.get_backend_name()
    if kind == POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if kind != SQLITE:
        raise DatabaseError(f"the record is kept in SQLite or PostgreSQL, not in {kind}")
    return url


def connect(text: str | Path) -> Engine:
    """The engine of a database, as it is."""
    url = url_of(text)
    if url.get_backend_name() == POSTGRESQL:
        engine = create_engine(url, pool_size=8, max_overflow=16, pool_pre_ping=True, pool_timeout=BUSY_SECONDS)
        event.listen(engine, "connect", _set_up_postgresql)
        return engine
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def connect_read_only(text: str | Path) -> Engine:
    """The engine of a database that nothing is written to, not even by mistake; its schema must be the newest."""
    engine = _engine_read_only(text)
    try:
        newest = _is_newest(engine)
    except DBAPIError as error:
        raise _unopened(error) from None
    if not newest:
        engine.dispose()
        raise DatabaseError(
            "an audit writes nothing, and this database has the schema of another version: start the house once with this "
            "version, or let `houseway audit verify --write` bring the database to the newest schema"
        )
    return engine


def _engine_read_only(text: str | Path) -> Engine:
    url = url_of(text)
    if url.get_backend_name() == POSTGRESQL:
        return create_engine(url, pool_pre_ping=True, execution_options={"postgresql_readonly": True})
    file = Path(url.database or "").absolute()
    engine = create_engine(url, creator=lambda: _connection_read_only(file), poolclass=QueuePool)
    event.listen(engine, "begin", _begin)
    return engine


def _connection_read_only(file: Path) -> sqlite3.Connection:
    try:
        return _checked(f"{file.as_uri()}?mode=ro")
    except sqlite3.OperationalError:
        if file.with_name(f"{file.name}-wal").exists():
            raise
        # In a folder that nobody may write to, the file is read as it is: without a log beside it, it is all there is.
        return _checked(f"{file.as_uri()}?mode=ro&immutable=1")


def _checked(address: str) -> sqlite3.Connection:
    """A connection that can read."""
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
    connection.isolation_level = None
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _is_newest(engine: Engine) -> bool:
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect() as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
    return set(heads) == set(ScriptDirectory.from_config(config).get_heads())


def open_database(text: str | Path, keys: KeyStore | None = None) -> Engine:
    """The engine of a database that is made if it is not there, and brought to the newest schema.

    ``keys``: the place for what older schemas kept in the database; beside it unless given.
    """
    url = url_of(text)
    if url.get_backend_name() == SQLITE and url.database and not Path(url.database).absolute().parent.is_dir():
        raise DatabaseError(f"there is no folder {Path(url.database).absolute().parent} for the database")
    engine = connect(text)
    try:
        upgrade(engine, keys=keys)
    except DBAPIError as error:
        raise _unopened(error) from None
    except KeysError as error:
        raise DatabaseError(str(error)) from None
    return engine


def has_record(text: str | Path) -> bool:
    """Whether a database has a record of any schema."""
    url = url_of(text)
    if url.get_backend_name() == SQLITE and not Path(url.database or "").is_file():
        return False
    engine = _engine_read_only(text)
    try:
        return bool(inspect(engine).has_table("stream"))
    except DBAPIError as error:
        raise _unopened(error) from None
    finally:
        engine.dispose()


@contextmanager
def hold_database(text: str | Path) -> Iterator[None]:
    """Keep every other process from serving or repairing a SQLite file; PostgreSQL is for as many as there are."""
    url = url_of(text)
    if url.get_backend_name() != SQLITE or not url.database:
        yield
        return
    try:
        held = Path(f"{url.database}.lock").open("a")  # noqa: SIM115 (held as long as the database is)
    except OSError:
        raise DatabaseError(f"there is no folder for {url.database}, or it cannot be written to") from None
    with held:
        try:
            _lock(held.fileno())
        except OSError:
            raise DatabaseError(
                f"another process serves {url.database}, and SQLite is for one: stop that process, or keep the record in PostgreSQL"
            ) from None
        yield


def _lock(file: int) -> None:
    """Lock a file for this process, until it is closed or the process ends."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unopened(error: DBAPIError) -> DatabaseError:
    return DatabaseError(f"the database cannot be opened: {str(error.orig).splitlines()[0]}")


def upgrade(engine: Engine, to: str = "head", *, keys: KeyStore | None = None) -> None:
    """Bring a database to a schema, the newest unless another is named."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        config.attributes["connection"] = connection
        config.attributes["keys"] = keys or key_store_of(engine.url)
        command.upgrade(config, to)


def _set_up_postgresql(connection: Any, _: object) -> None:
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.commit()


def _set_up(connection: Any, _: object) -> None:
    # Transactions are begun by ourselves: the driver's own way begins them late and commits in between.
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        # A secret that is taken out leaves nothing in the file.
        "secure_delete = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN")
