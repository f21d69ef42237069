"""Signed heads: how far a stream had come when, under a key that is not in the database; where they are published; who keeps them."""

from __future__ import annotations

import logging
import os
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from queue import Full, Queue
from threading import Lock, Thread
from typing import Any

import msgspec

from houseway.store.keys import Keys

log = logging.getLogger("houseway.heads")
WAITING = 10_000
"""So many heads wait to be published; later ones stand for those that are left out, since each hash covers all before it."""
SLOWEST = 10.0


class HeadsError(ValueError):
    """Raised when heads cannot be read, kept or published; says why in a sentence."""


class SignedHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream's command with its hash, which covers everything before it, signed by the house.

    ``house`` is the first hash of the house's list of streams; ``at`` is in milliseconds; hashes, key and signature are in
    hexadecimal digits.
    """

    house: str
    stream: str
    seq: int
    hash: str
    at: int
    key: str
    signature: str

    def is_signed(self) -> bool:
        """Return whether the signature is that of the key it names."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), _message(self.house, self.stream, self.seq, self.hash, self.at))
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """Signs heads with the key of a house."""

    def __init__(self, keys: Keys) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(keys.heads))
        self.public_key = self._key.public_key().public_bytes_raw().hex()

    def sign(self, house: str, stream: str, seq: int, hash: str, at: int) -> SignedHead:
        """Sign how far a stream has come."""
        signature = self._key.sign(_message(house, stream, seq, hash, at)).hex()
        return SignedHead(
            house=house, stream=stream, seq=seq, hash=hash, at=at, key=self.public_key, signature=signature
        )


def _message(house: str, stream: str, seq: int, hash: str, at: int) -> bytes:
    return msgspec.msgpack.encode(["houseway head 1", house, stream, seq, hash, at])


def read_heads(file: Path) -> Iterator[SignedHead]:
    """The heads of a file, one a line; raises `HeadsError` where a line is none."""
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield msgspec.json.decode(line, type=SignedHead)
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    raise HeadsError(f"line {number} of {file} is not a signed head") from None
    except OSError as error:
        raise HeadsError(f"{file} cannot be read: {error.strerror}") from None


def append_head(file: Path, head: SignedHead) -> None:
    """Add a head to a file, and have it on the disk."""
    with file.open("ab") as out:
        out.write(msgspec.json.encode(head) + b"\n")
        out.flush()
        os.fsync(out.fileno())


Target = Callable[[SignedHead], None]


def target_of(place: str) -> Target:
    """Where heads are published: ``log``, an http or https address that they are posted to, or a file they are added to."""
    if place == "log":
        return lambda head: log.info("head %s", msgspec.json.encode(head).decode())
    if place.startswith(("http://", "https://")):
        return lambda head: _post(place, head)
    file = Path(place.removeprefix("file:"))
    if not file.absolute().parent.is_dir():
        raise HeadsError(f"there is no folder {file.absolute().parent} to publish heads in")
    return lambda head: append_head(file, head)


def _post(address: str, head: SignedHead) -> None:
    request = urllib.request.Request(
        address, msgspec.json.encode(head), {"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=SLOWEST):
        pass


class Publisher:
    """Publishes heads in a thread of its own: no table waits for a file or a network."""

    def __init__(self, places: Sequence[str]) -> None:
        self._targets = [(place, target_of(place)) for place in places]
        self._queue: Queue[SignedHead | None] = Queue(WAITING)
        self._thread = Thread(target=self._run, name="publisher", daemon=True)
        if self._targets:
            self._thread.start()

    def publish(self, head: SignedHead) -> None:
        """Have a head published soon."""
        if self._targets:
            try:
                self._queue.put_nowait(head)
            except Full:
                log.warning("too many heads wait: head %s of %s is not published", head.seq, head.stream)

    def close(self) -> None:
        """Publish what waits, then stop."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (head := self._queue.get()) is not None:
            for place, target in self._targets:
                try:
                    target(head)
                except (OSError, ValueError) as error:
                    log.warning("head %s of %s was not published at %s", head.seq, head.stream, place, exc_info=error)


class Witness:
    """Keeps the heads of a house in a file of its own, and tells when one contradicts another.

    ``keys``: the public keys that are believed; without any, the first that signs a head.
    """

    def __init__(self, file: Path, keys: Iterable[str] = ()) -> None:
        self.file, self.keys = file, {key.lower() for key in keys}
        self._hashes: dict[tuple[str, str, int], str] = {}
        self._last: dict[tuple[str, str], int] = {}
        self._lock = Lock()
        for head in read_heads(file) if file.exists() else ():
            self._note(head)

    def accept(self, head: SignedHead) -> str | None:
        """Keep a head; why it is alarming, if it is."""
        with self._lock:
            if not head.is_signed():
                return "it is not signed by the key it names"
            if self.keys and head.key not in self.keys:
                return f"it is signed by another key: {head.key}"
            known = self._hashes.get((head.house, head.stream, head.seq))
            if known == head.hash:
                return None
            if known is not None:
                return f"command {head.seq} of {head.stream} had another hash before: {known}"
            append_head(self.file, head)
            behind = self._last.get((head.house, head.stream), 0) > head.seq
            self._note(head)
            return f"{head.stream} went back to command {head.seq}" if behind else None

    def _note(self, head: SignedHead) -> None:
        self.keys = self.keys or {head.key}
        self._hashes[head.house, head.stream, head.seq] = head.hash
        stream = (head.house, head.stream)
        self._last[stream] = max(self._last.get(stream, 0), head.seq)


def serve_witness(witness: Witness, host: str, port: int, tell: Callable[[str], None]) -> Any:
    """A server that takes the heads a house posts; call its ``serve_forever``. ``tell`` is told of every alarm."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Handler(BaseHTTPRequestHandler):
        timeout = SLOWEST

        def do_POST(self) -> None:
            size = self.headers.get("content-length", "")
            try:
                body = self.rfile.read(int(size)) if size.isdigit() and int(size) <= 4096 else b""
                head = msgspec.json.decode(body, type=SignedHead)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                self.send_error(422, "not a signed head")
                return
            alarm = witness.accept(head)
            if alarm is None:
                self.send_response(204)
                self.end_headers()
            else:
                tell(f"ALARM: head {head.seq} of {head.stream}: {alarm}")
                self.send_error(409, "this head contradicts what is kept")

        def log_message(self, format: str, *args: Any) -> None:
            """Only alarms are told."""

    return ThreadingHTTPServer((host, port), Handler)
