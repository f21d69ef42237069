"""``houseway audit``: the record verified, replayed and exported by anyone who has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from houseway.cli import Whole

if TYPE_CHECKING:
    from houseway.house.streams import Head
    from houseway.store.keys import KeyStore
    from houseway.store.record import Record

DATABASE = "houseway.db"
_KEYS = "houseway.keys"


def _keep_place(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    ctx.meta[_KEYS] = path


keys_option = click.option(
    "--keys",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="HOUSEWAY_KEY_FILE",
    expose_value=False,
    callback=_keep_place,
    help="The file of the house's keys; beside the database unless said.",
)
NAMED_FAULTS = 100
"""So many faults of a stream are printed; the JSON has all of them."""


def _database(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a house: its database and its keys."""
    help = f"A SQLite file or a postgresql:// URL ({DATABASE})."
    return click.option("--database", default=DATABASE, metavar="URL", help=help)(keys_option(command))


def key_store(database: str) -> KeyStore:
    """Return the place of the keys of a database, as the command line or the environment says."""
    from houseway.store.database import url_of
    from houseway.store.keys import key_store_of

    return key_store_of(url_of(database), click.get_current_context().meta.get(_KEYS))


_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


@click.group(epilog="Example: houseway audit verify --database house.db")
def audit() -> None:
    """The record of a house: verify it, replay it, take rounds out of it, prove its shuffles, copy it."""


@audit.command(short_help="Verify the record: its chains of hashes and its rules.")
@click.argument("stream", required=False)
@click.option("--through", metavar="HEAD", help="A head printed by an earlier verify: the record must lead through it.")
@click.option(
    "--write",
    is_flag=True,
    help="First bring the database to the newest schema and note how far every stream has come; else nothing is written.",
)
@click.option(
    "--published",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="A file of signed heads, published by the house or kept by a witness: the record must lead through them.",
)
@click.option("--signer", "signers", multiple=True, metavar="KEY", help="A public key that heads may be signed with.")
@_database
@_json
@click.pass_context
def verify(
    ctx: click.Context,
    stream: str | None,
    through: str | None,
    write: bool,
    published: tuple[Path, ...],
    signers: tuple[str, ...],
    database: str,
    as_json: bool,
) -> None:
    """Verify every stream, or one: its chain of hashes, and that the rules lead from each command to its events.

    The database is opened read-only. Exit 1 if something is wrong; every bad row is named. The head that is printed last stands for
    all that is noted so far: keep it elsewhere, and no later `verify --through HEAD` holds of a record that was written anew.
    """
    from houseway.store.audit import verify as verified
    from houseway.store.heads import HeadsError, read_heads
    from houseway.store.record import STREAMS, RecordError, head_of

    record = _record(database, writes=write)
    if write:
        # What stands now is noted, so that the head stands for it.
        try:
            record.note_heads()
        except RecordError as error:
            raise click.ClickException(str(error)) from None
    head = record.log.stream(STREAMS)
    last = "" if head is None else f"{head['seq']}:{head_of(head).hash}"
    try:
        heads = [one for file in published for one in read_heads(file)]
    except HeadsError as error:
        raise click.ClickException(str(error)) from None
    found = []
    trusted = frozenset(key.lower() for key in signers)
    for one in verified(record, stream and _stream(record, stream), _head(through), signers=trusted, published=heads):
        found.append(one)
        if not as_json:
            counts = f"{one.commands:,} commands, {one.events:,} events, {one.refusals:,} refusals, {one.snapshots:,} snapshots"
            click.echo(f"{one.stream}: {counts}: {'as it was written' if one.fault is None else 'CHANGED'}")
            if one.replayed:
                click.echo(f"  {one.replayed:,} commands were decided by another version: replayed, not decided again")
            if one.set_aside:
                click.echo(f"  {one.set_aside:,} commands were set aside by a repair: they have no effect")
            for fault in one.faults[:NAMED_FAULTS]:
                click.echo(f"  {fault.row}: {fault.says}")
            if len(one.faults) > NAMED_FAULTS:
                click.echo(f"  and {len(one.faults) - NAMED_FAULTS:,} more faults: --json names them all")
    bad = any(one.fault is not None for one in found)
    if as_json:
        _print({"verified": not bad, "streams": found, "head": last})
    elif stream is None and not bad:
        click.echo(f"head {last}")
        click.echo(f"signed {sum(one.signed for one in found):,} times by {record.streams.signer or 'nobody yet'}")
    ctx.exit(1 if bad else 0)


@audit.command(short_help="Make a stream usable again that amounts out of range have broken.")
@click.option("--by", default="operator", show_default=True, metavar="NAME", help="Who repairs it, for the record.")
@click.option("--yes", is_flag=True, help="Repair without asking.")
@_database
def repair(by: str, yes: bool, database: str) -> None:
    """Set aside the commands of a table that amounts out of range have made unusable.

    Nothing is rewritten or removed: the commands stay in the record and have no effect, the table goes on from the state before them,
    and the repair itself is on the record. Stop the house first.
    """
    from houseway.store.database import DatabaseError, hold_database
    from houseway.store.record import RecordError
    from houseway.store.repair import carry_out, proposed_repairs

    try:
        with hold_database(database):
            record = _record(database, writes=True)
            proposed = proposed_repairs(record)
            if not proposed:
                click.echo("Nothing to repair: every stream can be read.")
            for one in proposed:
                click.echo(f"{one.stream} cannot be used. {one.reason}.")
                click.echo(
                    f"  Commands {one.after + 1:,} to {one.upto:,} will have no effect; they stay in the record."
                )
                click.echo(f"  The table goes on as it was after command {one.after:,}:")
                for seat, person in sorted(one.state.seats.items()):
                    click.echo(f"    seat {seat}: {person}, {_dollars(one.state.balance(f'player {person}'))}")
                if not one.state.seats:
                    click.echo("    nobody is seated.")
                if yes or click.confirm("  Repair it?"):
                    carry_out(record, one, by=by)
                    click.echo(f"  {one.stream} is repaired, and the record says so.")
            record.close()
    except (DatabaseError, RecordError) as error:
        raise click.ClickException(str(error)) from None


@audit.command(short_help="Rebuild a table at any point from its commands alone.")
@click.argument("table")
@click.option("--at", "seq", type=Whole(0), help="After this command; the last one unless said.")
@_database
@_json
def replay(table: str, seq: int | None, database: str, as_json: bool) -> None:
    """Rebuild a table at any point from its commands alone, and compare it with what is kept."""
    from houseway.encoding import encode
    from houseway.engine.kernel import Accepted
    from houseway.store.record import RecordError
    from houseway.store.rows import envelope_of, version

    record = _record(database)
    stream = _stream(record, table)
    head = record.log.stream(stream)
    assert head is not None
    upto = head["seq"] if seq is None else seq
    try:
        kept = record.at(stream, upto)
    except RecordError as error:
        raise click.ClickException(f"{error}; it has {head['seq']}") from None
    rules = record.rules_of(head)
    state = rules.machine.state()
    for row in record.log.commands(stream, 0, upto):
        if row["version"] != version():
            says = f"command {row['seq']} was decided by version {row['version']}, and this is {version()}"
            raise click.ClickException(f"{says}: replay it with that version; verify replays its events")
        outcome = rules.machine.handle(rules, state, envelope_of(row))
        if not isinstance(outcome, Accepted):
            raise click.ClickException(f"command {row['seq']} is refused when it is given again: {outcome.message}")
        state = outcome.state
    if state != kept:
        raise click.ClickException("the commands lead to another state than the one that is kept")
    if as_json:
        click.echo(encode(state).decode())
        return
    click.echo(
        f"{stream} after command {upto}: the commands lead to the state that is kept (revision {state.revision})."
    )
    for seat, person in sorted(state.seats.items()):
        click.echo(f"  seat {seat}: {person}, {_dollars(state.balance(f'player {person}'))}")


@audit.command(short_help="Write rounds with all that is needed to play them again.")
@click.argument("table")
@click.option("--round", "number", type=Whole(1), help="Only the round of this number.")
@click.option(
    "--csv",
    "as_csv",
    is_flag=True,
    help="What each wager or pot came to, as CSV, instead of whole rounds as JSON lines.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of standard output.")
@_database
def export(table: str, number: int | None, as_csv: bool, out: Path | None, database: str) -> None:
    """Write rounds with all that is needed to play them again: `houseway settle --lines` reads the JSON."""
    import sys

    from houseway.store.audit import export_csv, export_json, rounds

    record = _record(database)
    found = rounds(record, _stream(record, table), number or 1, number)
    write = export_csv if as_csv else export_json
    if out is None:
        count = write(found, sys.stdout)
    else:
        with out.open("w", encoding="utf-8", newline="") as file:
            count = write(found, file)
    if not count:
        raise click.ClickException(
            f"{table} has no such round" if number else f"no round has been completed at {table}"
        )
    click.echo(f"{count} round{'s' if count != 1 else ''} of {table}", err=True)


@audit.command(short_help="Prove every shuffle, cut and draw from its seed.")
@click.argument("table")
@_database
@_json
@click.pass_context
def shuffle(ctx: click.Context, table: str, database: str, as_json: bool) -> None:
    """Prove every shuffle, cut and draw of a table from the seed that was committed before it."""
    from houseway.store.record import RecordError
    from houseway.store.table_system import prove

    record = _record(database)
    name = _stream(record, table).partition("/")[2]
    try:
        proofs = list(prove(record, name))
    except RecordError as error:
        raise click.ClickException(str(error)) from None
    bad = [one for one in proofs if one.says and one.says != "its seed is not revealed yet"]
    if as_json:
        _print({"proven": not bad, "draws": proofs})
    else:
        for one in proofs:
            said = one.says or "as its seed makes it"
            seed = f", shoe {one.shoe} use {one.use}" if one.shoe else ""
            click.echo(f"command {one.seq}: {one.command.replace('_', ' ')}{seed}: {said}")
        if not proofs:
            click.echo(f"The system has shuffled nothing at {table}.")
    ctx.exit(1 if bad else 0)


@audit.command(short_help="Reconcile the cage with every table, by gaming day.")
@_database
@_json
@click.pass_context
def cage(ctx: click.Context, database: str, as_json: bool) -> None:
    """Reconcile the cage: players' balances by gaming day, and each movement of chips with the table's own record.

    Exit 1 if something does not agree; every disagreement is named.
    """
    from houseway.store.cage import reconcile
    from houseway.store.record import RecordError

    try:
        result = reconcile(_record(database), thorough=True)
    except RecordError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        _print({"reconciled": not result.faults, **_plain(result)})
    else:
        for day in result.days:
            totals = day.totals
            click.echo(f"{day.day}: opening {_dollars(day.opening)}, closing {_dollars(day.closing)}")
            parts = (
                ("deposits", totals.deposits),
                ("play money", totals.allowances),
                ("cash-outs", totals.cash_outs),
                ("buy-ins", -totals.buy_ins),
                ("withdrawals", -totals.withdrawals),
                ("house fills", totals.fills),
                ("house credits", totals.credits),
            )
            click.echo("  " + ", ".join(f"{name} {_dollars(cents)}" for name, cents in parts if cents))
        for line in result.tables:
            click.echo(f"table {line.table}: {_dollars(line.cage)} by the cage, {_dollars(line.at_table)} by the table")
        click.echo(f"Players have {_dollars(result.players)} at the cage.")
        for fault in result.faults:
            click.echo(fault)
        if not result.faults:
            click.echo("The cage and the tables agree.")
    ctx.exit(1 if result.faults else 0)


@audit.command()
@click.argument("to", type=click.Path(path_type=Path))
@_database
def backup(to: Path, database: str) -> None:
    """Copy the database while it runs."""
    from houseway.store.backup import backup as copy
    from houseway.store.database import DatabaseError

    record = _record(database)
    try:
        copy(record.log.engine, to)
    except DatabaseError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Backup written to {to}.")
    click.echo(
        f"It holds no keys. Keep a copy of {record.key_store} too, in another safe place: a restored house needs both."
    )


@audit.command()
@click.argument("copy", type=click.Path(path_type=Path))
@_database
def restore(copy: Path, database: str) -> None:
    """Make a database that is not there yet from a copy."""
    from houseway.store.backup import restore as made
    from houseway.store.database import DatabaseError
    from houseway.store.keys import KeysError

    try:
        store = key_store(database)
        made(copy, database, store)
        missing = store.read() is None
    except (DatabaseError, KeysError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Restored to {named(database)}.")
    if missing:
        click.echo(
            f"Its keys are not in the backup: put the file that was kept beside it at {store} before you start the house."
        )


@audit.command(short_help="Keep the signed heads that a house publishes.")
@click.argument("keep", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--signer", "signers", multiple=True, metavar="KEY", help="The public key of the house; else the first that signs."
)
@click.option("--host", default="127.0.0.1", help="The address to listen on; only this machine unless said.")
@click.option("--port", default=8900, type=Whole(0, 65535), help="The port to listen on; 0 for any free port.")
def witness(keep: Path, signers: tuple[str, ...], host: str, port: int) -> None:
    """Keep the signed heads that a house publishes by POST, and tell when one contradicts another.

    Run it where nobody who has the database can change its file; `audit verify --published FILE` holds a record to it.
    """
    from houseway.store.heads import HeadsError, Witness, serve_witness

    try:
        server = serve_witness(Witness(keep, signers), host, port, lambda alarm: click.echo(alarm, err=True))
    except (HeadsError, OSError) as error:
        raise click.ClickException(f"The witness cannot start: {error}.") from None
    with server:
        click.echo(f"The witness listens on http://{host}:{server.server_port} and keeps heads in {keep}.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("The witness stops.")


@audit.command("new-key", short_help="Give the house another key to sign tokens with.")
@_database
def new_key(database: str) -> None:
    """Give the house another key to sign tokens with, on record: every session ends, at processes that run within seconds."""
    from houseway.store.record import RecordError
    from houseway.store.table_system import abandon_seeds
    from houseway.web.accounts import new_key as renewed

    record = _record(database, writes=True)
    try:
        renewed(record)
    except RecordError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"The house signs with another key, kept in {record.key_store}: everybody signs in anew.")
    for table, shoes in abandon_seeds(record).items():
        numbers = ", ".join(map(str, shoes))
        click.echo(
            f"Table {table}: abandoned the sealed seeds {numbers}, on the record; the next shuffle has another one."
        )


def named(database: str) -> str:
    """The database as it may be printed: a password in its address is told to nobody."""
    from houseway.store.database import url_of

    if "://" not in database:
        return database
    url = url_of(database)
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


def _head(text: str | None) -> Head | None:
    """A head as verify prints it."""
    if text is None:
        return None
    from houseway.house.streams import Head

    seq, _, hash = text.strip().removeprefix("head ").partition(":")
    if not (seq.isascii() and seq.isdigit() and len(hash) == 64):
        raise click.UsageError(f"{text[:80]!r} is no head: verify prints one as NUMBER:HASH")
    return Head(seq=int(seq), hash=hash.lower(), refusals=0, refusal_hash="")


def _record(database: str, *, writes: bool = False) -> Record:
    from houseway.store.database import (
        SQLITE,
        DatabaseError,
        connect_read_only,
        has_record,
        open_database,
        url_of,
    )
    from houseway.store.keys import KeysError
    from houseway.store.record import Record

    try:
        url = url_of(database)
        if url.get_backend_name() == SQLITE and not Path(url.database or "").is_file():
            raise DatabaseError(f"there is no database {url.database}: name one with --database")
        if not has_record(database):
            raise DatabaseError("there is no record in this database: name another one with --database")
        store = key_store(database)
        record = Record(open_database(database, store) if writes else connect_read_only(database), keys=store)
    except (DatabaseError, KeysError) as error:
        raise click.ClickException(str(error)) from None
    click.get_current_context().call_on_close(record.close)
    return record


def _stream(record: Record, name: str) -> str:
    """A stream by its name, or the table of that name."""
    for stream in (name, f"table/{name}"):
        if record.log.stream(stream) is not None:
            return stream
    tables = [one["id"].partition("/")[2] for one in record.log.streams("table")]
    known = f"the tables are {', '.join(tables)}" if tables else "there are none"
    raise click.ClickException(f"there is no table {name!r} in the record; {known}")


def _dollars(cents: int) -> str:
    from houseway.money import dollars

    return dollars(cents)


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _print(value: Any) -> None:
    import msgspec

    from houseway.cli import print_json

    print_json(msgspec.to_builtins(value))
