"""The keys of a house lie outside its database: a stolen copy lets nobody in and tells no card."""

from __future__ import annotations

import base64
import hmac
import shutil
import stat
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from argon2 import PasswordHasher
from click.testing import CliRunner
from sqlalchemy import select

from houseway.cli import main
from houseway.engine.roles import Role
from houseway.house.accounts import AddAccount
from houseway.store import audit
from houseway.store.backup import backup
from houseway.store.database import MIGRATIONS, DatabaseError, open_database
from houseway.store.keys import Keys, KeysError, KeyStore, new_keys
from houseway.store.record import Record, RecordError
from houseway.store.schema import SECRET
from houseway.web.accounts import Claims, People, new_key
from tests.kit.clock import ManualClock
from tests.kit.record_views import look_at_stream
from tests.kit.recorded_tables import Playing

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class UnsignedRecord(Record):
    """A record as it was before heads were signed: no key that signs them is ever put on it."""

    def commit_signer(self) -> None:
        """Leave the record unsigned."""


def open_house(database: str, kind: type[Record] = Record) -> tuple[Record, People]:
    """A house with an administrator and a table whose next seed is committed."""
    record = kind(open_database(database), ManualClock())
    people = People(record, hasher=QUICK)
    if "Ada" not in look_at_stream(record, "house", Role.ADMINISTRATOR).accounts:
        added = AddAccount(person="Ada", held=(Role.ADMINISTRATOR,), verifier=people.verifier("a long password"))
        people.send(added, by="table system", role=Role.TABLE_SYSTEM)
        Playing(record, "holdem", seats=2).rounds(1)
    return record, people


def forge(people: People, key: bytes, *, seconds: int = 3600, use: str = "session") -> str:
    """A token that whoever has the key could make."""
    claims = Claims("Ada", int(people.clock.now()) + seconds, people._mark("Ada"), use, "chance")
    body = base64.urlsafe_b64encode(msgspec.msgpack.encode(claims)).rstrip(b"=")
    return f"{body.decode()}.{hmac.digest(key, body, 'sha256').hex()}"


def seeds_of(record: Record) -> list[bytes]:
    numbers = record.live("shuffles/holdem").state.shoes  # type: ignore[attr-defined]
    seeds = [record.secret("shuffles/holdem", str(number)) for number in numbers]
    return [seed for seed in seeds if seed is not None]


def test_a_stolen_backup_signs_no_token_and_tells_no_seed(tmp_path: Path) -> None:
    record, people = open_house(str(tmp_path / "house.db"))
    backup(record.log.engine, tmp_path / "stolen.db")
    keys, seeds = record.keys, seeds_of(record)
    assert seeds
    stolen = (tmp_path / "stolen.db").read_bytes()
    for secret in (keys.token_key, bytes.fromhex(keys.seeds), bytes.fromhex(keys.heads), *seeds):
        assert secret not in stolen
        assert secret.hex().encode() not in stolen
    with record.log.engine.connect() as connection:
        values = [bytes(value) for value in connection.execute(select(SECRET.c.value)).scalars()]
    assert values
    for value in values:
        for key in (value, value[:32], value[-32:]):
            assert people.holder(forge(people, key)) is None
    assert people.holder(forge(people, keys.token_key)) is not None
    record.close()


def test_the_file_of_the_keys_is_its_owners_alone(tmp_path: Path) -> None:
    record, _ = open_house(str(tmp_path / "house.db"))
    record.close()
    file = tmp_path / "house.db.keys"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("*.keys*")] == ["house.db.keys"]
    file.chmod(0o640)
    with pytest.raises(RecordError, match="can be read by others: run chmod 600"):
        open_house(str(tmp_path / "house.db"))


def test_a_house_without_its_keys_does_not_open_and_makes_no_others(tmp_path: Path) -> None:
    record, _ = open_house(str(tmp_path / "house.db"))
    record.close()
    file = tmp_path / "house.db.keys"
    file.rename(tmp_path / "elsewhere")
    with pytest.raises(RecordError, match="the keys of this house are not in"):
        open_house(str(tmp_path / "house.db"))
    assert not file.exists()
    (tmp_path / "elsewhere").rename(file)
    open_house(str(tmp_path / "house.db"))[0].close()


def test_keys_that_were_lost_are_made_anew_on_record(tmp_path: Path) -> None:
    record, people = open_house(str(tmp_path / "house.db"))
    token = people.token("Ada")
    record.close()
    (tmp_path / "house.db.keys").unlink()
    record = Record(open_database(str(tmp_path / "house.db")), ManualClock())
    new_key(record)
    again = People(record, hasher=QUICK)
    assert again.holder(token) is None
    assert again.holder(again.token("Ada")) is not None
    record.close()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"tokens": "00", "seeds": "00", "heads": "00"}', "\xff"])
def test_a_file_that_holds_no_keys_is_said_in_a_sentence_without_its_content(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys"
    file.write_text(text, encoding="latin-1")
    file.chmod(0o600)
    with pytest.raises(KeysError, match=r"does not hold the keys|cannot be read") as raised:
        KeyStore(file).read()
    assert "00" not in str(raised.value)


def test_the_first_of_two_processes_makes_the_keys(tmp_path: Path) -> None:
    one, other = KeyStore(tmp_path / "keys"), KeyStore(tmp_path / "keys")
    assert one.read() is None
    keys = one.create()
    assert other.create() == keys == other.read()
    assert repr(keys) == "Keys(...)"


def test_keys_from_the_environment_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = new_keys()
    monkeypatch.setenv("HOUSEWAY_KEYS", msgspec.json.encode(keys).decode())
    record, people = open_house(str(tmp_path / "house.db"))
    assert people.holder(forge(people, keys.token_key)) is not None
    with pytest.raises(RecordError, match="HOUSEWAY_KEYS still holds the key on record"):
        new_key(record)
    record.close()
    assert not list(tmp_path.glob("*.keys*"))
    monkeypatch.setenv("HOUSEWAY_KEYS", msgspec.json.encode(msgspec.structs.replace(keys, tokens="0" * 64)).decode())
    record = Record(open_database(str(tmp_path / "house.db")), ManualClock())
    new_key(record)
    People(record, hasher=QUICK)
    record.close()


def test_a_value_is_sealed_for_its_name_and_its_keys_alone() -> None:
    keys = new_keys()
    sealed = keys.seal(b"a seed", "shuffles/a 1")
    assert keys.unseal(sealed, "shuffles/a 1") == b"a seed"
    assert keys.unseal(sealed, "shuffles/b 1") is None
    assert new_keys().unseal(sealed, "shuffles/a 1") is None
    assert keys.seal(b"a seed", "shuffles/a 1") != sealed
    assert [keys.unseal(value, "x") for value in (b"", b"\x01", bytes(32), sealed[:-1])] == [None] * 4


@pytest.mark.parametrize(("use", "longest"), [("session", 12 * 3600), ("link", 72 * 3600)])
def test_no_token_holds_longer_than_its_use_allows(tmp_path: Path, use: str, longest: int) -> None:
    record, people = open_house(str(tmp_path / "house.db"))
    key = record.keys.token_key
    assert people.holder(forge(people, key, seconds=longest, use=use), use) is not None
    assert people.holder(forge(people, key, seconds=longest + 60, use=use), use) is None
    record.close()


def downgrade(record: Record, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with record.log.engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.downgrade(config, to)


def old_house(database: str) -> tuple[bytes, list[bytes], str]:
    """A house as 0.2.0 kept it: its key and its seeds are in the database, and nothing lies beside it."""
    record, people = open_house(database, UnsignedRecord)
    assert not record.streams.signer
    key, seeds, token = record.keys.token_key, seeds_of(record), people.token("Ada")
    assert record.key_store.path is not None
    downgrade(record, "0002")
    assert record.log.secret("house", "signing key") == key
    record.close()
    record.key_store.path.unlink()
    return key, seeds, token


def test_an_old_house_goes_on_and_its_key_is_moved_out(database: str) -> None:
    key, seeds, token = old_house(database)
    record, people = open_house(database)
    assert people.holder(token) is not None
    assert seeds_of(record) == seeds
    assert record.log.secret("house", "signing key") is None
    assert record.keys.token_key == key
    Playing(record, "holdem", seats=2).rounds(1)
    # From the next time that heads are noted they are signed, with the key that was made beside the one moved out.
    record.note_heads()
    assert record.streams.signer == record.signer.public_key
    Playing(record, "holdem", seats=2).rounds(1)
    results = list(audit.verify(record))
    assert not [result for result in results if result.fault]
    assert {result.stream for result in results if result.signed} == {"streams", "table/holdem"}
    record.close()


def test_nothing_of_a_key_that_was_moved_out_stays_in_the_file(tmp_path: Path) -> None:
    key, seeds, _ = old_house(str(tmp_path / "house.db"))
    assert key in (tmp_path / "house.db").read_bytes()
    open_house(str(tmp_path / "house.db"))[0].close()
    for file in tmp_path.glob("house.db*"):
        content = file.read_bytes()
        for secret in (key, *seeds):
            assert secret not in content, file


def test_the_keys_of_another_house_are_not_taken_for_those_of_an_old_one(tmp_path: Path) -> None:
    old_house(str(tmp_path / "house.db"))
    KeyStore(tmp_path / "house.db.keys").create()
    with pytest.raises(DatabaseError, match="holds the keys of another house"):
        open_database(str(tmp_path / "house.db"))


def test_backup_and_restore_say_what_else_to_keep(tmp_path: Path) -> None:
    database, copy, again = (str(tmp_path / name) for name in ("house.db", "copy.db", "again.db"))
    open_house(database)[0].close()
    ran = CliRunner().invoke(main, ["audit", "backup", copy, "--database", database])
    assert ran.exit_code == 0
    assert f"Keep a copy of {database}.keys too" in ran.stdout
    ran = CliRunner().invoke(main, ["audit", "restore", copy, "--database", again])
    assert ran.exit_code == 0
    assert f"put the file that was kept beside it at {again}.keys" in ran.stdout
    ran = CliRunner().invoke(main, ["audit", "verify", "--database", again])
    assert (ran.exit_code, "CHANGED" in ran.stdout) == (0, False)
    shutil.copy(f"{database}.keys", f"{again}.keys")
    record, _ = open_house(again)
    assert seeds_of(record)
    record.close()
    ran = CliRunner().invoke(main, ["audit", "new-key", "--database", again, "--keys", str(tmp_path / "nowhere.keys")])
    assert ran.exit_code == 0
    assert isinstance(KeyStore(tmp_path / "nowhere.keys").read(), Keys)
