"""A copy of a database while it runs, and a database from a copy."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from sqlalchemy import Engine

from houseway.store.database import SQLITE, DatabaseError, open_database, url_of


def backup(engine: Engine, to: Path) -> None:
    """Write a consistent copy: SQLite page by page beside its writers, PostgreSQL by pg_dump."""
    if to.exists():
        raise DatabaseError(f"{to} is there already: a backup overwrites nothing")
    if engine.dialect.name == SQLITE:
        import sqlite3

        part = to.with_name(to.name + ".part")
        with engine.connect() as connection, sqlite3.connect(part) as copy:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
        copy.close()
        part.rename(to)
        return
    _run(["pg_dump", "--format=custom", f"--file={to}", _address(engine)])


def restore(copy: Path, database: str | Path) -> None:
    """Make a database that is not there yet from a copy, and bring it to the newest schema."""
    if not copy.is_file():
        raise DatabaseError(f"there is no backup {copy}")
    url = url_of(database)
    if url.get_backend_name() == SQLITE:
        target = Path(url.database or "")
        if target.exists():
            raise DatabaseError(f"{target} is there already: a restored database overwrites nothing")
        shutil.copyfile(copy, target)
    else:
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        _run(["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={plain}", str(copy)])
    open_database(database).dispose()


def _address(engine: Engine) -> str:
    return engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        raise DatabaseError(f"{command[0]} is not installed; it comes with PostgreSQL")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DatabaseError(f"{command[0]} failed: {done.stderr.strip().splitlines()[-1]}")
