"""The key that tokens are signed with leaves the database, and the seeds that are not told yet are sealed."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import context, op
from msgspec.structs import replace

from houseway.store.keys import Keys, KeysError, KeyStore, key_store_of, new_keys

revision = "0003"
down_revision = "0002"
HOUSE, SIGNING_KEY = "house", "signing key"
_SECRET = sa.table("secret", sa.column("stream"), sa.column("name"), sa.column("value", sa.LargeBinary))


def upgrade() -> None:
    rows = _secrets()
    if not rows:
        return
    signing_key = rows.pop((HOUSE, SIGNING_KEY), None)
    keys = _keep(_store(), signing_key)
    op.get_bind().execute(sa.delete(_SECRET).where(_SECRET.c.stream == HOUSE, _SECRET.c.name == SIGNING_KEY))
    for (stream, name), value in rows.items():
        _set(stream, name, keys.seal(value, f"{stream} {name}"))


def downgrade() -> None:
    keys = _store().read()
    if keys is None:
        return
    for (stream, name), value in _secrets().items():
        opened = keys.unseal(value, f"{stream} {name}")
        if opened is None:
            raise KeysError(f"the keys in {_store()} do not open the secret {name} of {stream}")
        _set(stream, name, opened)
    house = sa.text("SELECT count(*) FROM event WHERE stream = :stream AND tag = 'key_committed'")
    if op.get_bind().execute(house, {"stream": HOUSE}).scalar():
        row = {"stream": HOUSE, "name": SIGNING_KEY, "value": keys.token_key}
        op.get_bind().execute(sa.insert(_SECRET), row)


def _keep(store: KeyStore, signing_key: bytes | None) -> Keys:
    """Keep the key that was in the database outside of it. What an interrupted migration has kept stays."""
    first = new_keys()
    keys = store.read() or store.create(first if signing_key is None else replace(first, tokens=signing_key.hex()))
    if signing_key is not None and keys.token_key != signing_key:
        on_record = sha256(signing_key).hexdigest()[:12]
        says = f"{store} holds the keys of another house, and this one signs with {on_record}…"
        raise KeysError(f"{says}: name another file with HOUSEWAY_KEY_FILE or --keys")
    return keys


def _secrets() -> dict[tuple[str, str], bytes]:
    rows = op.get_bind().execute(sa.select(_SECRET))
    return {(stream, name): bytes(value) for stream, name, value in rows}


def _set(stream: str, name: str, value: bytes) -> None:
    place = (_SECRET.c.stream == stream) & (_SECRET.c.name == name)
    op.get_bind().execute(sa.update(_SECRET).where(place).values(value=value))


def _store() -> KeyStore:
    given = context.config.attributes.get("keys")
    return given if isinstance(given, KeyStore) else key_store_of(op.get_bind().engine.url)
