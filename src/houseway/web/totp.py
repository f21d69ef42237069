"""Time-based one-time passwords (RFC 6238 over RFC 4226), and the codes that stand in when the authenticator is lost."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from hashlib import sha256
from urllib.parse import quote, urlencode

STEP = 30
DIGITS = 6
SECRET_BYTES = 20
RECOVERY_CODES = 10
_DRIFT = 1
"""So many steps a clock may be ahead or behind."""


def hotp(key: bytes, counter: int, *, digits: int = DIGITS, digest: str = "sha1") -> str:
    """Return the one-time password for a counter (RFC 4226, 5.3)."""
    mac = hmac.digest(key, counter.to_bytes(8), digest)
    offset = mac[-1] & 0x0F
    number = int.from_bytes(mac[offset : offset + 4]) & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def totp(key: bytes, at: float, *, digits: int = DIGITS, digest: str = "sha1") -> str:
    """Return the one-time password for a time in seconds (RFC 6238, 4.2)."""
    return hotp(key, int(at) // STEP, digits=digits, digest=digest)


def matching_step(key: bytes, code: str, at: float) -> int | None:
    """Return the time step that a code belongs to, within the drift that is allowed; None if it belongs to none."""
    given = code.replace(" ", "")
    if len(given) != DIGITS or not given.isascii():
        return None
    now = int(at) // STEP
    steps = [step for step in range(now - _DRIFT, now + _DRIFT + 1) if hmac.compare_digest(hotp(key, step), given)]
    return steps[-1] if steps else None


def new_secret() -> str:
    """Draw a secret to be entered into an authenticator."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def parse_secret(text: str) -> bytes | None:
    """Return the key of a secret; None if it is not one that `new_secret` could have drawn."""
    try:
        key = base64.b32decode(text)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == SECRET_BYTES else None


def authenticator_uri(person: str, secret: str) -> str:
    """Return the address that authenticators read from a QR code."""
    return f"otpauth://totp/{quote(f'Houseway:{person}')}?{urlencode({'secret': secret, 'issuer': 'Houseway'})}"


def new_recovery_codes() -> tuple[str, ...]:
    """Draw the codes that each let their person in once without the authenticator."""
    return tuple(f"{secrets.token_hex(5)}-{secrets.token_hex(5)}" for _ in range(RECOVERY_CODES))


def recovery_hash(code: str) -> str:
    """Return what is kept of a recovery code; it is drawn at random from 2^80, so a plain hash tells nothing of it."""
    return sha256(f"recovery {code.strip().casefold()}".encode()).hexdigest()
