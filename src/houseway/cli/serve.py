"""``houseway serve``: a house of live tables behind an API."""

from __future__ import annotations

import click

from houseway.cli.audit import DATABASE


@click.command()
@click.option("--database", default=DATABASE, metavar="URL", help=f"A SQLite file or a postgresql:// URL ({DATABASE}).")
@click.option("--host", default="127.0.0.1", help="The address to listen on; only this machine unless said.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--https", is_flag=True, help="The server is reached by https alone (behind a proxy): cookies say so.")
def serve(database: str, host: str, port: int, https: bool) -> None:
    """Serve the tables of a house; the first start makes an administrator and prints a one-time link."""
    try:
        import uvicorn

        from houseway.store.database import DatabaseError, open_database
        from houseway.store.record import Record
        from houseway.web.accounts import People
        from houseway.web.app import create_app
    except ImportError as error:
        raise click.ClickException(f"the server needs {error.name}: install houseway[web]") from None
    try:
        record = Record(open_database(database))
    except DatabaseError as error:
        raise click.ClickException(str(error)) from None
    people = People(record)
    link = people.first_administrator()
    if link is not None:
        click.echo(
            f"First start: the administrator is 'admin'. Set the password once within a day with\n  POST /api/link/{link}"
        )
    click.echo(f"Houseway listens on http://{host}:{port} and keeps its record in {database}.")
    app = create_app(record, people=people, secure=https)
    config = uvicorn.Config(
        app, host=host, port=port, log_config=_LOGGING, ws_max_size=65536, timeout_graceful_shutdown=10
    )
    try:
        uvicorn.Server(config).run()
    finally:
        record.close()


_LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "format": '{"at": "%(asctime)s", "level": "%(levelname)s", "from": "%(name)s", "says": "%(message)s"}',
        }
    },
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
    # Addresses hold no secrets but the one-time links, so the access log stays off.
    "loggers": {
        "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "houseway": {"handlers": ["out"], "level": "INFO", "propagate": False},
    },
}
