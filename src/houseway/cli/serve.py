"""``houseway serve``: a house of live tables behind an API."""

from __future__ import annotations

import gc
from tempfile import TemporaryDirectory

import click

from houseway.cli import Whole
from houseway.cli.audit import DATABASE, named


@click.command(epilog="Example: houseway serve --database house.db --port 8000")
@click.option("--database", default=DATABASE, metavar="URL", help=f"A SQLite file or a postgresql:// URL ({DATABASE}).")
@click.option("--host", default="127.0.0.1", help="The address to listen on; only this machine unless said.")
@click.option("--port", default=8000, type=Whole(0, 65535), help="The port to listen on.")
@click.option("--https", is_flag=True, help="The server is reached by https alone (behind a proxy): cookies say so.")
@click.option("--demo", is_flag=True, help="A demo house on this machine: accounts for every role, computer players.")
@click.option("--open", "browse", is_flag=True, help="Open the house in a browser.")
def serve(database: str, host: str, port: int, https: bool, demo: bool, browse: bool) -> None:
    """Serve the tables of a house; the first start makes an administrator and prints a one-time link."""
    if demo and host not in _LOOPBACK:
        raise click.ClickException("a demo house lets everybody in: it listens on 127.0.0.1 alone")
    if demo and click.get_current_context().get_parameter_source("database") is click.core.ParameterSource.DEFAULT:
        # A demo house is built anew each time and leaves nothing behind.
        with TemporaryDirectory(prefix="houseway-demo-") as folder:
            _serve(f"{folder}/house.db", host, _free(host, port), https, demo=True, browse=browse)
        return
    _serve(database, host, port, https, demo=demo, browse=browse)


def _free(host: str, port: int) -> int:
    """The port, or any other if it is taken."""
    import socket

    for wanted in (port, 0):
        with socket.socket() as one:
            try:
                one.bind((host, wanted))
            except OSError:
                continue
            found: int = one.getsockname()[1]
            return found
    return port


def _serve(database: str, host: str, port: int, https: bool, *, demo: bool, browse: bool) -> None:
    try:
        import uvicorn

        from houseway.store.database import DatabaseError, open_database
        from houseway.store.record import Record, RecordError
        from houseway.web.accounts import People
        from houseway.web.app import create_app
        from houseway.web.logs import LOGGING
    except ImportError as error:
        raise click.ClickException(f"the server needs {error.name}: install houseway[web]") from None
    try:
        record = Record(open_database(database))
    except DatabaseError as error:
        raise click.ClickException(str(error)) from None
    try:
        people = People(record)
    except RecordError as error:
        raise click.ClickException(str(error)) from None
    link = people.first_administrator()
    if link is not None and not demo:
        click.echo(
            f"The administrator is 'admin'. Set the password once within a day with\n  http://{host}:{port}/link/{link}"
        )
    app = create_app(record, people=people, secure=https, demo=demo)
    if demo:
        click.echo(f"A demo house is open at http://{host}:{port}/demo on this machine. Ctrl-C closes it.")
    else:
        click.echo(f"Houseway listens on http://{host}:{port} and keeps its record in {named(database)}.")
    if browse:
        _open_when_ready(f"http://{host}:{port}/{'demo' if demo else ''}")
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=LOGGING,
        ws_max_size=65536,
        # Compressing a view costs the server more than sending it; a proxy may.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=10,
    )
    # The tables live long: going through all of them for garbage would hold every viewer up for a tenth of a second.
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    try:
        uvicorn.Server(config).run()
    finally:
        record.close()


_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _open_when_ready(address: str) -> None:
    """Open a browser once the server answers; where there is none, the address that was printed is enough."""
    import threading
    import time
    import urllib.request
    import webbrowser

    def wait() -> None:
        for _ in range(100):
            try:
                urllib.request.urlopen(address, timeout=1).close()
            except OSError:
                time.sleep(0.1)
                continue
            webbrowser.open(address)
            return

    threading.Thread(target=wait, daemon=True).start()
