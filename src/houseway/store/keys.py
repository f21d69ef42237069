"""The keys of a house, which lie outside its database: a copy of the database lets nobody in and tells no card.

They are a file that only its owner can read, made at the first start beside the database, or a setting in the environment.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace
from sqlalchemy import URL

FILE_VARIABLE = "HOUSEWAY_KEY_FILE"
"""The setting that names the file of the keys."""
KEYS_VARIABLE = "HOUSEWAY_KEYS"
"""The setting that holds the keys themselves, as the file has them."""
SIZE = 32
_NONCE = 12
_SEALED = b"\x01"


class KeysError(ValueError):
    """Raised when the keys of a house cannot be read or written; says why in a sentence."""


class Keys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of a house, each in hexadecimal digits.

    ``tokens`` signs the tokens of sessions and links, ``seeds`` seals what the database must not tell, ``heads`` signs how far
    the record has come.
    """

    tokens: str
    seeds: str
    heads: str

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if len(value) != 2 * SIZE or set(value) - set("0123456789abcdef"):
                raise ValueError(f"the key {name!r} must have {2 * SIZE} hexadecimal digits")

    def __repr__(self) -> str:
        # A key must not reach a log through a traceback.
        return "Keys(...)"

    @property
    def token_key(self) -> bytes:
        """The key that tokens are signed with."""
        return bytes.fromhex(self.tokens)

    def seal(self, value: bytes, name: str) -> bytes:
        """Encrypt a value for the database, bound to its name."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = secrets.token_bytes(_NONCE)
        return _SEALED + nonce + AESGCM(bytes.fromhex(self.seeds)).encrypt(nonce, value, name.encode())

    def unseal(self, sealed: bytes, name: str) -> bytes | None:
        """Decrypt a value; None if these keys have not sealed it under this name."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        start = len(_SEALED) + _NONCE
        if not sealed.startswith(_SEALED) or len(sealed) <= start:
            return None
        try:
            opened = AESGCM(bytes.fromhex(self.seeds)).decrypt(
                sealed[len(_SEALED) : start], sealed[start:], name.encode()
            )
        except InvalidTag:
            return None
        return opened


def new_keys() -> Keys:
    """Draw the keys of a new house."""
    return Keys(tokens=secrets.token_hex(SIZE), seeds=secrets.token_hex(SIZE), heads=secrets.token_hex(SIZE))


class KeyStore:
    """The place where the keys of a house are kept: a file, the environment, or for a database in memory only this object."""

    def __init__(self, path: Path | None = None, *, setting: str = "") -> None:
        self.path = path
        self._keys = None if not setting else _parse(setting, KEYS_VARIABLE)
        self.is_setting = bool(setting)

    def __str__(self) -> str:
        return KEYS_VARIABLE if self.is_setting else "memory" if self.path is None else str(self.path)

    def read(self) -> Keys | None:
        """Return the keys; None if there are none yet."""
        if self.path is None or self.is_setting:
            return self._keys
        try:
            with self.path.open(encoding="utf-8") as file:
                mode = os.fstat(file.fileno()).st_mode
                if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
                    raise KeysError(f"{self.path} can be read by others: run chmod 600 {self.path}")
                return _parse(file.read(), str(self.path))
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise KeysError(
                f"the keys in {self.path} cannot be read: {getattr(error, 'strerror', 'not text')}"
            ) from None

    def create(self, keys: Keys | None = None) -> Keys:
        """Keep the keys of a new house; those that another process has made meanwhile stay."""
        keys = keys or new_keys()
        if self.path is None or self.is_setting:
            self._keys = self._keys or keys
            return self._keys
        draft = self._write(keys)
        try:
            os.link(draft, self.path)
        except FileExistsError:
            kept = self.read()
            assert kept is not None
            return kept
        except OSError as error:
            raise KeysError(f"the keys cannot be written to {self.path}: {error.strerror}") from None
        finally:
            draft.unlink()
        self._sync_folder()
        return keys

    def renew_tokens(self) -> Keys:
        """Put another key for tokens in place of the one that is kept."""
        keys = self.read()
        if keys is None or self.is_setting:
            raise KeysError(f"{self} holds no keys that Houseway can change")
        keys = replace(keys, tokens=secrets.token_hex(SIZE))
        if self.path is None:
            self._keys = keys
        else:
            self._write(keys).replace(self.path)
            self._sync_folder()
        return keys

    def _sync_folder(self) -> None:
        """Put the name of the file on disk too, so that it outlives a power cut."""
        assert self.path is not None
        if os.name == "posix":
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _write(self, keys: Keys) -> Path:
        """Write the keys to a file of this process, which only its owner can read, and return it."""
        assert self.path is not None
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(keys)) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise KeysError(f"the keys cannot be written to {self.path}: {error.strerror}") from None
        return draft


def key_store_of(url: URL, path: Path | str | None = None) -> KeyStore:
    """The place for the keys of a database: as given, as the environment says, else beside the database.

    A PostgreSQL database has none beside it: its keys are kept in the working folder, under its name.
    """
    if path:
        return KeyStore(Path(path))
    if setting := os.environ.get(KEYS_VARIABLE, ""):
        return KeyStore(setting=setting)
    if named := os.environ.get(FILE_VARIABLE, ""):
        return KeyStore(Path(named))
    if url.get_backend_name() != "sqlite":
        return KeyStore(Path(f"{url.database or 'houseway'}.keys").absolute())
    if not url.database or url.database == ":memory:":
        return KeyStore()
    return KeyStore(Path(f"{url.database}.keys").absolute())


def _parse(text: str, place: str) -> Keys:
    try:
        return msgspec.json.decode(text, type=Keys)
    except msgspec.MsgspecError:
        # The fault may quote a key.
        raise KeysError(f"{place} does not hold the keys of a house: put back the file that Houseway made") from None
