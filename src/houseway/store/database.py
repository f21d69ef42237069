"""A database for the record: SQLite in a file, or PostgreSQL by its URL, brought to the newest schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from houseway.store.keys import KeysError, KeyStore, key_store_of

MIGRATIONS = Path(__file__).with_name("migrations")
SQLITE, POSTGRESQL = "sqlite", "postgresql"
WRITES = "writes"
"""The execution option of a connection that writes."""


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
        return create_engine(url, pool_size=8, max_overflow=16, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


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
    engine = connect(text)
    try:
        return bool(inspect(engine).has_table("stream"))
    except DBAPIError as error:
        raise _unopened(error) from None
    finally:
        engine.dispose()


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


def _set_up(connection: Any, _: object) -> None:
    # Transactions are begun by ourselves: the driver's own way begins them late and commits in between.
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 30000",
        # A secret that is taken out leaves nothing in the file.
        "secure_delete = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN")
