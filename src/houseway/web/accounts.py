"""Who somebody is: passwords by argon2, and tokens that any process of the house can check.

A token names its person and is signed with a key that lies outside the database. It holds only as long as the account and
its password stay as they were and nobody has signed out with it, and for so many hours at most, whatever it says itself.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from threading import Lock

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from houseway.engine.kernel import Command, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import (
    Account,
    AddAccount,
    CommitKey,
    HouseState,
    SetPassword,
    SetSecondFactor,
    SignOut,
    UseSecondFactor,
    password_mark,
)
from houseway.house.shuffles import commitment_of
from houseway.store.keys import KeysError
from houseway.store.record import HOUSE, Answer, Record, RecordError
from houseway.web import totp
from houseway.web.common_passwords import is_common
from houseway.web.errors import PasswordFault

STREAM = "house"
FIRST = "admin"
"""The administrator that the first start makes."""
HOURS = 12
LINK = 72 * 3600
"""So many seconds a link holds that somebody is given to set the password."""
MOST_SECONDS = {"session": HOURS * 3600, "link": LINK}
"""The longest time a token of each use is accepted for."""
LAPSED = "this link has expired or was already used: sign in, or ask an administrator for another link"
SHORTEST = 10
"""The least characters of a password."""
LONGEST = 200
REMEMBERED = 10_000
"""So many tokens are remembered as signed by us; whether they still hold is looked at each time."""


class Claims(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What a token says: who, until when, for which state of the account, and for what."""

    person: str
    until: int
    mark: str
    use: str
    chance: str


class People:
    """The accounts of the house, as the record has them."""

    def __init__(self, record: Record, hasher: PasswordHasher | None = None) -> None:
        self.record, self.clock = record, record.clock
        self._hasher = hasher or PasswordHasher()
        self._lock = Lock()
        self._signed: dict[str, Claims] = {}
        record.open(STREAM, HOUSE)
        if not self.state.digest:
            record.start(STREAM)
        self._key = self._signing_key()
        self._committed = self.state.signing_key
        # A name nobody has costs as much time as a wrong password.
        self._nobody = self._hasher.hash(secrets.token_urlsafe(16))

    def _signing_key(self) -> bytes:
        """The key that tokens are signed with; the first start makes it, and puts on record which it is."""
        self.record.reload_keys()
        key = self.record.keys.token_key
        if not self.state.signing_key:
            _commit_key(self.record, key, "first signing key")
        if commitment_of(key) != self.state.signing_key:
            says = f"the key that tokens are signed with, in {self.record.key_store}, is not the one on record"
            raise RecordError(f"{says}: put the right one back, or give the house another one (houseway audit new-key)")
        return key

    @property
    def state(self) -> HouseState:
        """The house as it stands."""
        state = self.record.live(STREAM).state
        assert isinstance(state, HouseState)
        return state

    def catch_up(self) -> None:
        """Read what other processes have changed in the house."""
        self.record.catch_up(self.record.live(STREAM))

    def send(self, command: Command, *, by: str, role: Role, key: str = "") -> Answer | Refusal:
        """Give the house a command."""
        return self.record.send(STREAM, envelope(command, by=by, role=role, key=key))

    # Passwords.

    def verifier(self, password: str) -> str:
        """What is kept of a password."""
        return self._hasher.hash(password)

    def fault_of(self, password: str, person: str = "") -> str | None:
        """Why a password cannot be one, of this person if one is named."""
        if not SHORTEST <= len(password) <= LONGEST:
            return PasswordFault(f"a password has {SHORTEST} to {LONGEST} characters")
        if is_common(password, person):
            message = "this password is among the first that are guessed: take a few words that do not belong together"
            return PasswordFault(message)
        return None

    def enter(self, person: str, password: str) -> str | None:
        """A token for who gives the right password; None otherwise, and nobody learns why."""
        return self.token(person) if self.knows(person, password) else None

    def knows(self, person: str, password: str) -> bool:
        """Return whether a person has an account and this is its password."""
        self.catch_up()
        account = self.state.accounts.get(person)
        verifier = account.verifier if account is not None and account.verifier else self._nobody
        try:
            self._hasher.verify(verifier, password[:LONGEST])
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False
        return account is not None and bool(account.verifier) and not account.disabled

    def set_password(
        self, person: str, password: str, *, by: str, role: Role, replaces: str = ""
    ) -> Refusal | str | None:
        """Set a password; why not, if it cannot be set. ``replaces``: the mark of the one it is to replace."""
        fault = self.fault_of(password, person)
        if fault is not None:
            return fault
        outcome = self.send(
            SetPassword(person=person, verifier=self.verifier(password), replaces=replaces), by=by, role=role
        )
        return outcome if isinstance(outcome, Refusal) else None

    # The second factor.

    def has_second_factor(self, person: str) -> bool:
        """Return whether a person signs in with a code too."""
        account = self.state.accounts.get(person)
        return account is not None and bool(account.second_factor)

    def set_second_factor(self, person: str, secret: str, code: str) -> tuple[str, ...] | Refusal | str:
        """Have a person sign in with codes from now on, once the authenticator gives the right one; the recovery codes, or why not."""
        key = totp.parse_secret(secret)
        if key is None:
            return "this is not a secret that the house drew: begin again"
        step = totp.matching_step(key, code, self.clock.now())
        if step is None:
            return "the code is wrong: look at the clock of your device, and take the code that is shown now"
        codes = totp.new_recovery_codes()
        sealed = self.record.keys.seal(key, _factor_name(person)).hex()
        hashes = tuple([totp.recovery_hash(code) for code in codes])
        command = SetSecondFactor(person=person, sealed=sealed, recovery=hashes)
        outcome = self.send(command, by=person, role=self.state.accounts[person].roles[0])
        return outcome if isinstance(outcome, Refusal) else codes

    def use_code(self, person: str, code: str) -> bool:
        """Take a code of the authenticator or a recovery code, each once at all processes; return whether it was right."""
        account = self.state.accounts[person]
        key = self.record.keys.unseal(bytes.fromhex(account.second_factor), _factor_name(person))
        step = None if key is None else totp.matching_step(key, code, self.clock.now())
        if step is not None:
            command = UseSecondFactor(person=person, step=step)
        elif (hash := totp.recovery_hash(code)) in account.recovery:
            command = UseSecondFactor(person=person, recovery=hash)
        else:
            return False
        return not isinstance(self.send(command, by=person, role=account.roles[0]), Refusal)

    # Tokens.

    def token(self, person: str, use: str = "session", seconds: int = HOURS * 3600) -> str:
        """A token for a person who has an account."""
        claims = Claims(person, int(self.clock.now()) + seconds, self._mark(person), use, secrets.token_urlsafe(9))
        body = base64.urlsafe_b64encode(msgspec.msgpack.encode(claims)).rstrip(b"=")
        return f"{body.decode()}.{self._sign(body)}"

    def holder(self, token: str, use: str = "session") -> tuple[str, Account] | None:
        """Whose token it is; None if it is nobody's, or holds no more."""
        self._look_at_key()
        claims = self._signed.get(token)
        if claims is None:
            claims = self._claims(token)
            if claims is None:
                return None
            if len(self._signed) >= REMEMBERED:
                self._signed.clear()
            self._signed[token] = claims
        state = self.state
        account = state.accounts.get(claims.person)
        now = self.clock.now()
        # Nobody has given out a token that holds longer, whoever has signed it.
        holds = now <= claims.until <= now + MOST_SECONDS[use] + 1
        if account is None or account.disabled or claims.use != use or not holds:
            return None
        if claims.chance in state.ended:
            return None
        return (claims.person, account) if hmac.compare_digest(claims.mark, self._mark(claims.person)) else None

    def set_by_link(self, token: str, password: str) -> Refusal | str | None:
        """Set the password by a one-time link, once however often it is asked at once; why not, if it cannot be set."""
        found, claims = self.holder(token, "link"), self._signed.get(token)
        if found is None or claims is None:
            return LAPSED
        person, account = found
        return self.set_password(person, password, by=person, role=account.roles[0], replaces=claims.mark)

    def is_ours(self, token: str) -> bool:
        """Whether we have signed a token, though it may not hold."""
        return bool(token) and self._claims(token) is not None

    def _look_at_key(self) -> None:
        """The house may have been given another key: what was signed with the one before holds no more."""
        if self.state.signing_key != self._committed:
            self._key, self._committed = self._signing_key(), self.state.signing_key
            self._signed.clear()

    def sign_out(self, token: str) -> None:
        """End the session of a token, at every process of the house; of one that holds no more nothing is noted."""
        found, claims = self.holder(token), self._signed.get(token)
        if found is not None and claims is not None:
            person, account = found
            ended = SignOut(session=claims.chance, until=claims.until, at=int(self.clock.now()))
            self.send(ended, by=person, role=account.roles[0])

    def _claims(self, token: str) -> Claims | None:
        """What a token says, if we have signed it."""
        body, _, signature = token.partition(".")
        if not token.isascii() or not hmac.compare_digest(self._sign(body.encode()), signature):
            return None
        try:
            raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            return msgspec.msgpack.decode(raw, type=Claims)
        except (ValueError, msgspec.MsgspecError):
            return None

    def csrf(self, token: str) -> str:
        """What a page of this session sends along with whatever it changes."""
        return self._sign(b"csrf " + token.encode())

    def _mark(self, person: str) -> str:
        """Changes with the password, so that no older token holds."""
        account = self.state.accounts.get(person)
        return password_mark(person, account.verifier if account else "")

    def _sign(self, body: bytes) -> str:
        return hmac.digest(self._key, body, "sha256").hex()

    # The first start.

    def first_administrator(self) -> str | None:
        """On the first start an administrator is made; the token of the one-time link by which the password is set.

        Until it is set every start has another link: the first may have been lost, and nobody else could let anybody in.
        """
        with self._lock:
            if not self.state.accounts:
                command = AddAccount(person=FIRST, held=(Role.ADMINISTRATOR,))
                self.send(command, by="table system", role=Role.TABLE_SYSTEM, key="first administrator")
            first = self.state.accounts.get(FIRST)
            waits = first is not None and not first.verifier and not first.disabled
            return self.token(FIRST, "link", 24 * 3600) if waits else None


def _factor_name(person: str) -> str:
    return f"second factor of {person}"


def new_key(record: Record) -> None:
    """Another key to sign with, on record: every token ends. Keys that were lost are made anew."""
    store = record.key_store
    try:
        kept = store.read()
        if store.is_setting:
            assert kept is not None
            state = record.live(STREAM).state
            assert isinstance(state, HouseState)
            if commitment_of(kept.token_key) == state.signing_key:
                raise RecordError(f"{store} still holds the key on record: put another one there first")
            keys = kept
        else:
            keys = store.create() if kept is None else store.renew_tokens()
    except KeysError as error:
        raise RecordError(str(error)) from None
    record.reload_keys()
    _commit_key(record, keys.token_key)
    record.commit_signer()


def _commit_key(record: Record, key: bytes, once: str = "") -> None:
    command = CommitKey(commitment=commitment_of(key))
    given = envelope(command, by="table system", role=Role.TABLE_SYSTEM, key=once)
    record.send(STREAM, given)
