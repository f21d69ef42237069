"""``houseway serve``: a house of live tables behind an API."""

from __future__ import annotations

import errno
import faulthandler
import gc
import os
import socket
from contextlib import ExitStack, closing
from tempfile import TemporaryDirectory
from types import FrameType

import click

from houseway.cli import Whole, reason_of
from houseway.cli.audit import DATABASE, key_store, keys_option, named


@click.command(epilog="Example: houseway serve --database house.db --port 8000")
@click.option("--database", default=DATABASE, metavar="URL", help=f"A SQLite file or a postgresql:// URL ({DATABASE}).")
@keys_option
@click.option("--host", default="127.0.0.1", help="The address to listen on; only this machine unless said.")
@click.option("--port", default=8000, type=Whole(0, 65535), help="The port to listen on; 0 for any free port.")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    envvar="HOUSEWAY_HOSTS",
    metavar="NAME",
    help="A name the house is reached by, beside localhost; may be given again.",
)
@click.option(
    "--trust-proxy",
    "proxies",
    multiple=True,
    envvar="HOUSEWAY_TRUSTED_PROXIES",
    metavar="ADDRESS",
    help="A proxy that is believed when it names whom it asks for (X-Forwarded-For); none unless said.",
)
@click.option(
    "--publish",
    multiple=True,
    envvar="HOUSEWAY_PUBLISH",
    metavar="PLACE",
    help="Where signed heads are published: a file, an http(s) address to post to, or log; may be given again.",
)
@click.option("--https", is_flag=True, help="The server is reached by https alone (behind a proxy): cookies say so.")
@click.option("--demo", is_flag=True, help="A demo house on this machine: accounts for every role, computer players.")
@click.option(
    "--allowance",
    type=Whole(0, 10**10),
    metavar="DOLLARS",
    help="Post this much play money per player and gaming day, 0 for none; it stays posted ($100,000 for a new house).",
)
@click.option("--open", "browse", is_flag=True, help="Open the house in a browser.")
def serve(
    database: str,
    host: str,
    port: int,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    publish: tuple[str, ...],
    https: bool,
    demo: bool,
    allowance: int | None,
    browse: bool,
) -> None:
    """Serve the tables of a house; the first start makes an administrator and prints a one-time link."""
    if demo and host not in _LOOPBACK:
        raise click.ClickException("a demo house lets everybody in: it listens on 127.0.0.1 alone")
    if demo and click.get_current_context().get_parameter_source("database") is click.core.ParameterSource.DEFAULT:
        # A demo house is built anew each time and leaves nothing behind, so any port will do.
        with TemporaryDirectory(prefix="houseway-demo-") as folder, _listen(host, port, any_port=True) as listener:
            _serve(
                f"{folder}/house.db",
                listener,
                _address(host, listener),
                https,
                (),
                (),
                publish,
                demo=True,
                allowance=allowance,
                browse=browse,
            )
        return
    with _listen(host, port) as listener:
        _serve(
            database,
            listener,
            _address(host, listener),
            https,
            (host, *hosts),
            proxies,
            publish,
            demo=demo,
            allowance=allowance,
            browse=browse,
        )


STEP_ENDS_WITHIN = 10
"""Seconds that requests under way have to come to their end when the server is told to stop."""
STOPS_WITHIN = 20
"""Seconds after which a server that was told to stop has ended, whatever runs."""
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _listen(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    """Take the port before anything is made or printed; ``any_port``: if it is taken, take a free one."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":
        # A server that has just stopped leaves its port waiting; on Windows this would share the port instead.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # Until it listens, another server could still bind the port.
        listener.listen()
    except OSError as error:
        listener.close()
        if any_port and port:
            return _listen(host, 0)
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(f"Port {port} is already in use: choose another one with --port.") from None
        raise click.ClickException(f"Houseway cannot listen on {host}, port {port}: {reason_of(error)}.") from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _serve(
    database: str,
    listener: socket.socket,
    address: str,
    https: bool,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    publish: tuple[str, ...],
    *,
    demo: bool,
    allowance: int | None,
    browse: bool,
) -> None:
    import uvicorn

    from houseway.money import Cents, dollars
    from houseway.store.cage import PLAY_MONEY
    from houseway.store.database import DatabaseError, hold_database, open_database
    from houseway.store.heads import HeadsError
    from houseway.store.keys import KeysError
    from houseway.store.record import Record, RecordError
    from houseway.web.accounts import People
    from houseway.web.app import create_app
    from houseway.web.listener import configure
    from houseway.web.logs import LOGGING

    class Server(uvicorn.Server):
        """A server that prints where it is once it answers, and stops in time whatever runs."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if not self.should_exit:
                # A thread that does not come to its end would keep the process; what is committed stays committed.
                faulthandler.dump_traceback_later(STOPS_WITHIN, exit=True)
            super().handle_exit(sig, frame)

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if demo:
                click.echo(f"A demo house is open at {address}/demo on this machine. Ctrl-C closes it.")
            else:
                if link is not None:
                    click.echo("The administrator is 'admin'. Set the password once within a day with")
                    click.echo(f"  {address}/link/{link}")
                click.echo(f"Houseway listens on {address} and keeps its record in {named(database)}.")
                if cage.state.allowance:
                    given = f"{dollars(cage.state.allowance)} of play money per gaming day"
                    click.echo(f"Each player can draw {given}. For deposits at the cage only, use --allowance 0.")
            if browse:
                _open_browser(f"{address}/{'demo' if demo else ''}")

    with ExitStack() as held:
        try:
            held.enter_context(hold_database(database))
            store = key_store(database)
            record = held.enter_context(closing(Record(open_database(database, store), keys=store)))
            people = People(record)
            app = create_app(record, people=people, secure=https, demo=demo, hosts=hosts, publish=publish)
            cage = app.state.server.cage
            if allowance is not None:
                cage.post_allowance(Cents(allowance * 100))
            elif not cage.state.posted:
                cage.post_allowance(PLAY_MONEY)
            link = people.first_administrator()
        except (DatabaseError, KeysError, HeadsError, RecordError) as error:
            raise click.ClickException(str(error)) from None
        config = configure(app, trusted_proxies=proxies, log_config=LOGGING, timeout_graceful_shutdown=STEP_ENDS_WITHIN)
        # The tables live long: going through all of them for garbage would hold every viewer up for a tenth of a second.
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)
        try:
            Server(config).run([listener])
        except (RecordError, HeadsError) as error:
            raise click.ClickException(str(error)) from None


def _open_browser(address: str) -> None:
    """Open a browser; where there is none, the address that was printed is enough."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
