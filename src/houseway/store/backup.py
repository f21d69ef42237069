"""A copy of a database while it runs, and a database from a copy."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL, Engine

from houseway.store.database import SQLITE, DatabaseError, has_record, open_database, url_of
from houseway.store.keys import KeyStore


def backup(engine: Engine, to: Path) -> None:
    """Write a consistent copy: SQLite page by page beside its writers, PostgreSQL by pg_dump."""
    if to.exists():
        raise DatabaseError(f"{to} is there already: a backup overwrites nothing")
    # What was not written to its end must not be taken for a copy.
    part = to.with_name(to.name + ".part")
    if engine.dialect.name == SQLITE:
        import sqlite3

        with engine.connect() as connection, sqlite3.connect(part) as copy:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
        copy.close()
    else:
        try:
            _run("pg_dump", engine.url, "--format=custom", f"--file={part}")
        except DatabaseError:
            part.unlink(missing_ok=True)
            raise
    part.rename(to)


def restore(copy: Path, database: str | Path, keys: KeyStore | None = None) -> None:
    """Make a database that is not there yet from a copy, and bring it to the newest schema.

    ``keys``: the place for the key that a copy of an older schema holds; beside the database unless given.
    """
    if not copy.is_file():
        raise DatabaseError(f"there is no backup {copy}")
    url = url_of(database)
    if url.get_backend_name() == SQLITE:
        target = Path(url.database or "")
        if target.exists():
            raise DatabaseError(f"{target} is there already: a restored database overwrites nothing")
        shutil.copyfile(copy, target)
    else:
        if has_record(database):
            raise DatabaseError(f"there is a record in {url.database} already: a restored database overwrites nothing")
        _run("pg_restore", url, "--no-owner", "--exit-on-error", str(copy))
    open_database(database, keys).dispose()


def _run(program: str, url: URL, *given: str) -> None:
    """Run a program of PostgreSQL with a database."""
    if shutil.which(program) is None:
        raise DatabaseError(f"{program} is not installed; it comes with PostgreSQL")
    # Everybody on the machine sees how a program was called: the password goes another way.
    address = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    known = {} if url.password is None else {"PGPASSWORD": url.password}
    command = [program, *given, f"--dbname={address.render_as_string()}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **known})
    if done.returncode:
        lines = [line.removeprefix(f"{program}: ") for line in done.stderr.strip().splitlines()]
        raise DatabaseError(f"{program} failed: {'; '.join(lines[:3]) or done.returncode}")
