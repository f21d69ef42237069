"""The record audited: every hash, every replayed event and state, every key; and rounds taken out of it."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any

import msgspec
from sqlalchemy.exc import DBAPIError

from houseway.encoding import EncodingError
from houseway.engine.kernel import Accepted, Envelope, Event, ReplayError, State, Table
from houseway.house.accounts import HouseState
from houseway.house.shuffles import ShufflesState, commitment_of
from houseway.house.streams import Head, StreamsState
from houseway.rounds import answer_of
from houseway.rounds.answer import BankedAnswer, PokerAnswer, plain
from houseway.rounds.recorded import write
from houseway.store.chain import FIRST, command_hash, genesis, refusal_hash, snapshot_hash
from houseway.store.heads import SignedHead, Signer
from houseway.store.keys import Keys, KeysError
from houseway.store.log import Log, by_seq
from houseway.store.record import SNAPSHOT_EVERY, STREAMS, TABLE, Record, RecordError, signed_head
from houseway.store.rows import Row, envelope_of, event_of, is_known_version, refusal_of, state_of, version


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a stream: the row it shows in, and what it is."""

    stream: str
    row: str
    says: str


class Verified(msgspec.Struct, kw_only=True):
    """What was looked at in a stream, and everything that is wrong with it; ``fault`` is the first."""

    stream: str
    commands: int = 0
    events: int = 0
    refusals: int = 0
    snapshots: int = 0
    signed: int = 0
    """Heads that the house has signed."""
    replayed: int = 0
    """Commands that another version of the software decided: these rules do not decide them again, their events are replayed."""
    set_aside: int = 0
    """Commands that a repair set aside: their hashes are checked, and they have no effect."""
    fault: Fault | None = None
    faults: list[Fault] = []

    def add(self, row: str, says: str) -> None:
        """Name a fault."""
        fault = Fault(self.stream, row, says)
        self.fault = self.fault or fault
        self.faults = [*self.faults, fault]


class _FaultError(Exception):
    def __init__(self, row: str, says: str) -> None:
        self.row, self.says = row, says


def verify(
    record: Record,
    stream: str | None = None,
    through: Head | None = None,
    *,
    signers: frozenset[str] = frozenset(),
    published: Sequence[SignedHead] = (),
) -> Iterator[Verified]:
    """Every stream, or one, from its first row to its head: chain, replay, snapshots, refusals and keys.

    Every stream is in the list of streams, under the rules entered there, and leads through the head noted there; the list itself
    ``through`` a head that somebody kept elsewhere. Signed heads are checked by the key of the house, by ``signers`` if they are given,
    else by the one on record; and the record leads through those that were ``published``. Nothing is written, and no fault of one
    stream keeps another from being checked.
    """
    # Read first: a stream may go on meanwhile, and another may be opened.
    listed = _listed(record)
    followed = record.log.follows()
    heads = record.log.streams()
    signing = _Signing(record, signers)
    own = [head for head in published if signing.is_own(head)]
    if stream is not None:
        heads = [head for head in heads if head["id"] == stream]
        if not heads:
            raise RecordError(f"the record has no stream {stream}")
    else:
        yield from _between(record, listed, heads, followed)
        yield from _check_published(record, published, own)
    # And once more: whatever has rows was entered before them.
    now = _listed(record)
    for head in heads:
        result = Verified(stream=str(head["id"]))
        noted = None if listed is None else listed.heads.get(head["id"])
        audited = _Stream(record, head, result, now, through if head["id"] == STREAMS else noted)
        audited.signing, audited.published = signing, [each for each in own if each.stream == head["id"]]
        audited.verify()
        yield result


@contextmanager
def _naming_faults(result: Verified, row: str) -> Iterator[None]:
    """Name what is wrong with a part of a stream, and go on: a value of the wrong type is a fault like any other."""
    try:
        yield
    except _FaultError as fault:
        result.add(fault.row, fault.says)
    except DBAPIError:
        raise
    except Exception as error:
        result.add(row, f"it cannot be checked, a value has the wrong type or form ({type(error).__name__})")


class _Signing:
    """Who has signed heads, and since when."""

    def __init__(self, record: Record, signers: frozenset[str]) -> None:
        rows = record.log.tagged(STREAMS, "signer_committed")
        self.committed = {row["seq"]: _field(row, "key") for row in rows}
        head = record.log.stream(STREAMS)
        # Without the list or its rules no head is the house's; what is missing is told elsewhere.
        self.house = "" if head is None or record.log.rules(head["digest"]) is None else record.house
        self.given = signers
        self.since = min(self.committed, default=None)
        """The entry of the list of streams from which on heads are signed."""
        entered = record.log.tagged(STREAMS, "stream_entered")
        self.from_first = {_field(row, "stream") for row in entered if self.since and row["seq"] > self.since}
        """The streams that were opened since, whose every end of a round is signed."""

    def check_signers(self, record: Record) -> None:
        """The keys on record are those that are trusted; another one is told."""
        trusted = self.given or _own_signer(record)
        for number, (seq, key) in enumerate(sorted(self.committed.items())):
            if trusted and key not in trusted:
                raise _FaultError(f"command {seq}", f"heads are signed by {key}, which is not a key of the house")
            if number and not self.given:
                says = f"heads are signed by another key from here on ({key}): if that is right, name every key with --signer"
                raise _FaultError(f"command {seq}", says)

    def is_own(self, head: SignedHead) -> bool:
        """Return whether this house has signed a head, with a key that is on record."""
        return head.house == self.house and head.key in self.committed.values() and head.is_signed()

    def fault(self, row: Row, hash: bytes) -> str | None:
        """What is wrong with the signed head of a command."""
        head = signed_head(self.house, row)
        if head.key not in self.committed.values():
            return f"its head is signed by {head.key}, which is not on record"
        right = bytes(row["hash"]) == hash and head.is_signed()
        return None if right else "its head was signed as another one"


def _field(row: Row, name: str) -> str:
    try:
        return str(getattr(event_of(row), name, ""))
    except EncodingError:
        # The chain of the list says where.
        return ""


def _own_signer(record: Record) -> frozenset[str]:
    """The key of the house, where this process has it."""
    try:
        keys = record.key_store.read()
    except KeysError:
        return frozenset()
    return frozenset() if keys is None else frozenset({Signer(keys).public_key})


def _check_published(
    record: Record, published: Sequence[SignedHead], own: Collection[SignedHead]
) -> Iterator[Verified]:
    """Heads that were published are of this house, and their streams are there."""
    known = {row["id"] for row in record.log.streams()}
    own = set(own)
    told: set[str] = set()
    for head in published:
        fault = None
        if head not in own:
            fault = Fault(head.stream, f"published head {head.seq}", "it is not a head that this house has signed")
        elif head.stream not in known:
            fault = Fault(
                head.stream, "stream", f"it had come to command {head.seq} when a head was published, and is not there"
            )
        if fault is not None and fault.stream not in told:
            told.add(fault.stream)
            yield Verified(stream=head.stream, fault=fault)


def _listed(record: Record) -> StreamsState | None:
    """The list of streams as its events tell it; None if it is not there or cannot be read."""
    head = record.log.stream(STREAMS)
    try:
        state = None if head is None else record.at(STREAMS, head["seq"])
    except DBAPIError:
        raise
    except Exception:
        # Its own chain says where.
        return None
    return state if isinstance(state, StreamsState) else None


def _between(record: Record, listed: StreamsState | None, heads: list[Row], followed: list[Row]) -> Iterator[Verified]:
    """What shows only between streams: one that is missing, rows of none, a table carried further than it goes."""
    far = {head["id"]: head["seq"] for head in heads}
    if heads and STREAMS not in far:
        yield _faulty(STREAMS, "stream", "the list of streams is not there")
    for name in () if listed is None else listed.entered:
        if name not in far:
            yield _faulty(name, "stream", "it was opened, and is not there")
    for table, orphan in record.log.orphans():
        yield _faulty(str(orphan), table, "rows of a stream that is not there")
    for row in followed:
        result = Verified(stream=str(row["stream"]))
        with _naming_faults(result, f"followed {row['seq']}"):
            _check_followed(record, row, far)
        if result.faults:
            yield result


def _check_followed(record: Record, row: Row, far: Mapping[str, int]) -> None:
    """Every contribution of a table has reached the jackpots as far as it is said to be carried."""
    from houseway.store.jackpots import keys_of

    name = f"followed {row['seq']}"
    if row["follower"] not in far or row["seq"] > far.get(row["stream"], -1):
        raise _FaultError(name, f"it is said to be carried into {row['follower']} further than it goes")
    if not row["stream"].startswith(f"{TABLE}/"):
        return
    answered = {one["key"] for one in record.log.keys(row["follower"])}
    try:
        missing = next((key for key in keys_of(record, row["stream"], row["seq"]) if key not in answered), None)
    except EncodingError:
        # The table's own chain says where.
        return
    if missing is not None:
        raise _FaultError(name, f"{missing!r} never reached {row['follower']}, though it is said to be carried")


def _faulty(stream: str, row: str, says: str) -> Verified:
    result = Verified(stream=stream)
    result.add(row, says)
    return result


def _decided(rules: Any, state: State, given: Envelope, events: tuple[Event, ...], seq: int) -> State:
    """The state after a command, which these rules decide again: they lead to the events that are kept."""
    outcome = rules.machine.handle(rules, state, given)
    if not isinstance(outcome, Accepted):
        raise _FaultError(f"command {seq}", f"the rules refuse it: {outcome.message} ({outcome.clause})")
    if outcome.events != events:
        place = next((n for n, (one, due) in enumerate(zip(events, outcome.events, strict=False)) if one != due), -1)
        raise _FaultError(f"event {seq}.{max(place, 0)}", "it does not follow from its command")
    after: State = outcome.state
    return after


class _Stream:
    """One stream under audit."""

    def __init__(
        self, record: Record, head: Row, result: Verified, listed: StreamsState | None, noted: Head | None
    ) -> None:
        self.record, self.log, self.head, self.result, self.listed = record, record.log, head, result, listed
        self.stream: str = head["id"]
        self.keys: dict[str, tuple[str, int, int]] = {}
        self.rules: Any = None
        self.state: State | None = None
        """The state after the commands so far; None from the first that cannot be replayed."""
        self.signing: _Signing | None = None
        self.published: list[SignedHead] = []
        self.is_signed = False
        """Return whether heads of the stream are signed from here on."""
        self.noted = noted
        """How far it is known to have come, from the list of streams or from elsewhere."""

    def verify(self) -> None:
        """Check each part by itself, so that a fault in one hides none in another."""
        for name, check in (
            ("rules", self._check_rules),
            ("stream", self._check_noted),
            ("commands", self._check_commands),
            ("refusals", self._check_refusals),
            ("keys", self._check_keys),
            ("stream", self._check_beyond),
        ):
            with _naming_faults(self.result, name):
                check()

    def _check_rules(self) -> None:
        name = f"rules {str(self.head['digest'])[:12]}"
        rules_row = self.log.rules(self.head["digest"])
        if rules_row is None:
            raise _FaultError(name, "the rules the stream was opened under are not there")
        try:
            rules = self.record.rules_of(self.head)
        except (RecordError, ValueError) as error:
            raise _FaultError(name, f"they cannot be read: {error}") from None
        self.rules, self.state = rules, rules.machine.state()
        if self.stream != STREAMS:
            # It is in the list of streams as what it is.
            first = genesis(self.stream, self.head["kind"], self.head["opened_at"], rules_row).hex()
            entered = None if self.listed is None else self.listed.entered.get(self.stream)
            if entered != first and (entered is not None or self.head["seq"] or self.head["refusals"]):
                self.result.add("stream", "the list of streams does not have it, or as another one")
        if rules.digest != self.head["digest"]:
            raise _FaultError(name, "they do not have the digest they stand under")

    def _check_noted(self) -> None:
        noted = self.noted
        if noted is not None and (self.head["seq"] < noted.seq or self.head["refusals"] < noted.refusals):
            says = f"it had come to command {noted.seq}, and goes no further than {self.head['seq']}"
            raise _FaultError("stream", says)
        last_published = max((head.seq for head in self.published), default=0)
        if last_published > self.head["seq"]:
            says = f"it had come to command {last_published} when a head was published, and goes no further than {self.head['seq']}"
            raise _FaultError("stream", says)
        if self.stream == STREAMS and self.signing is not None:
            self.signing.check_signers(self.record)

    def _leads_through(self, number: int, hash: bytes, noted: int, was: str, name: str) -> None:
        if number == noted and hash.hex() != was:
            self.result.add(name, "another one stood there when the head was noted")

    def _check_secrets(self, committed: Mapping[str, str]) -> None:
        """What is kept secret is what was committed, unless the stream has gone on meanwhile."""
        sealed = {name: self.log.secret(self.stream, name) for name in committed}
        head = self.log.stream(self.stream)
        keys = self._house_keys()
        for name, commitment in committed.items() if head is not None and head["seq"] == self.head["seq"] else ():
            kept = sealed[name]
            if kept is None:
                self.result.add(f"secret {name}", "it is not the one that was committed")
                continue
            # Whoever has no keys sees only that something is kept.
            if keys is not None:
                value = keys.unseal(kept, f"{self.stream} {name}")
                if value is None or commitment_of(value) != commitment:
                    self.result.add(f"secret {name}", "it is not the one that was committed")

    def _check_signing_key(self, committed: str) -> None:
        """The key that tokens are signed with is the one on record, where this process has it."""
        keys = self._house_keys()
        if keys is not None and commitment_of(keys.token_key) != committed:
            self.result.add("signing key", f"the one in {self.record.key_store} is not the one that was committed")

    def _house_keys(self) -> Keys | None:
        try:
            return self.record.key_store.read()
        except KeysError as error:
            self.result.add("keys", str(error))
            return None

    def _check_commands(self) -> None:
        result, upto = self.result, self.head["seq"]
        rules_row = self.log.rules(self.head["digest"])
        first = (
            None if rules_row is None else genesis(self.stream, self.head["kind"], self.head["opened_at"], rules_row)
        )
        last: bytes | None = first
        number = 0
        signatures = {row["seq"]: row for row in self.log.signatures(self.stream, upto)}
        self.is_signed = self.signing is not None and self.stream in self.signing.from_first
        published: dict[int, set[str]] = {}
        for head in self.published:
            published.setdefault(head.seq, set()).add(head.hash)
        for commands, events in self.log.pages(self.stream, upto, whole=True):
            snapshots = {row["seq"]: row for row in self.log.snapshots(self.stream, number, commands[-1]["seq"])}
            for row in commands:
                if type(row["seq"]) is not int:
                    result.add(f"command {row['seq']!r}", "its place in the stream is no number")
                    continue
                number += 1
                if row["seq"] != number:
                    result.add(f"command {number}", "it is not there")
                    number = row["seq"]
                    self.state, last = None, None
                of_events = events.pop(number, [])
                with _naming_faults(result, f"command {number}"):
                    self._check_chain(row, of_events, last)
                with _naming_faults(result, f"command {number}"):
                    self._check_replay(row, of_events)
                with _naming_faults(result, f"command {number}"):
                    self._check_signature(signatures.pop(number, None), row, of_events, published.get(number))
                # What follows is held to the row as it stands: each change is named once.
                last = row["hash"] if isinstance(row["hash"], bytes) else None
                with _naming_faults(result, f"snapshot {number}"):
                    self._check_snapshot(snapshots.pop(number, None), row, of_events)
                if row["key"]:
                    self.keys[row["key"]] = (row["actor"], row["seq"], -1)
                result.commands, result.events = result.commands + 1, result.events + len(of_events)
            for seq in events:
                result.add(f"event {seq}", "it belongs to no command")
            for seq in snapshots:
                result.add(f"snapshot {seq}", "it belongs to no end of a round")
        if number < upto:
            raise _FaultError(f"command {number + 1}", "missing, though later entries are recorded")
        if last is not None and last != bytes(self.head["hash"]):
            raise _FaultError("stream", "its head is not its last command")
        state = self.state
        if isinstance(state, ShufflesState):
            self._check_secrets({str(number): shoe.commitment for number, shoe in state.shoes.items()})
        if isinstance(state, HouseState) and state.signing_key:
            self._check_signing_key(state.signing_key)

    def _check_signature(self, row: Row | None, command: Row, of_events: list[Row], published: set[str] | None) -> None:
        """The head after a command is signed where it must be, and is the one that was published."""
        name, last = f"command {command['seq']}", bytes(command["hash"])
        if published is not None and published != {last.hex()}:
            self.result.add(name, "another one stood there when its head was published")
        if self.signing is None:
            return
        if row is not None:
            fault = self.signing.fault(row, last)
            if fault is not None:
                raise _FaultError(name, fault)
            self.result.signed += 1
            self.is_signed = True
            return
        if self._is_set_aside(command["seq"]):
            due = False
        elif isinstance(self.state, StreamsState):
            due = bool(self.state.signer)
        else:
            due = self.is_signed and self.head["kind"] == TABLE and any(event_of(one).ends_round for one in of_events)
        if due:
            raise _FaultError(name, "its head is not signed, though the house signed by then")

    def _check_chain(self, row: Row, of_events: list[Row], last: bytes | None) -> None:
        """A row follows the one before it and has its hash."""
        name = f"command {row['seq']}"
        if last is not None and bytes(row["prev"]) != last:
            self.result.add(name, "it does not follow the row before it")
        if command_hash(_bytes(row), [_bytes(one) for one in of_events]) != bytes(row["hash"]):
            self.result.add(name, "hash mismatch: it or one of its events was changed after it was written")
        if self.noted is not None:
            self._leads_through(row["seq"], bytes(row["hash"]), self.noted.seq, self.noted.hash, name)

    def _check_replay(self, row: Row, of_events: list[Row]) -> None:
        """The command leads to its events, and they to a state in which no chips were made or lost."""
        name, state = f"command {row['seq']}", self.state
        if self._is_set_aside(row["seq"]):
            self.result.set_aside += 1
            return
        if state is None:
            return
        self.state = None
        if row["digest"] != self.rules.digest:
            raise _FaultError(name, "it was given under other rules")
        if not is_known_version(row["version"]):
            raise _FaultError(name, f"it claims to be written by version {row['version']}, which never was")
        try:
            given, events = envelope_of(row), tuple([event_of(one) for one in of_events])
        except EncodingError as error:
            raise _FaultError(
                name, f"it cannot be read: {error}; if it is as it was written, `audit repair` helps"
            ) from None
        if (given.by, given.role.value, given.key) != (row["actor"], row["role"], row["key"]):
            raise _FaultError(name, "who gave it is not who its body says")
        if row["version"] != version():
            self.result.replayed += 1
            try:
                after: State = self.rules.machine.replay(events, state)
            except ReplayError as error:
                raise _FaultError(name, str(error)) from None
        else:
            after = _decided(self.rules, state, given, events, row["seq"])
        if sum(after.ledger.values()):
            raise _FaultError(name, "chips were made or lost")
        self.state = after

    def _is_set_aside(self, seq: int) -> bool:
        spans = () if self.listed is None else self.listed.set_aside.get(self.stream, ())
        return any(after < seq <= upto for after, upto in spans)

    def _check_snapshot(self, row: Row | None, command: Row, of_events: list[Row]) -> None:
        seq, aside = command["seq"], self._is_set_aside(command["seq"])
        if aside:
            due = row is not None
        elif self.head["kind"] == TABLE:
            due = any(event_of(one).ends_round for one in of_events)
        else:
            due = seq % SNAPSHOT_EVERY == 0
        if row is None:
            if due:
                raise _FaultError(f"snapshot {seq}", "it is not there, though a round ended")
            return
        body = bytes(row["state"])
        if not due or snapshot_hash(self.stream, seq, body, bytes(command["hash"])) != bytes(row["hash"]):
            raise _FaultError(f"snapshot {seq}", "it does not have its hash, or no round ended there")
        if command["version"] != version() or aside or self.state is None:
            # Its hash is right, and nothing goes on from what another version kept.
            return
        try:
            kept = state_of(row, self.rules.machine)
        except EncodingError as error:
            raise _FaultError(f"snapshot {seq}", f"it cannot be read: {error}") from None
        if _in_order(kept) != _in_order(self.state):
            raise _FaultError(f"snapshot {seq}", "it is not the state the events lead to")
        self.result.snapshots += 1

    def _check_refusals(self) -> None:
        last: bytes | None = FIRST
        number = 0
        for row in self.log.refusals(self.stream, upto=self.head["refusals"]):
            number += 1
            name = f"refusal {row['n']}"
            with _naming_faults(self.result, name):
                if row["n"] != number or (last is not None and bytes(row["prev"]) != last):
                    self.result.add(name, "it does not follow the row before it")
                    number = row["n"]
                last = None
                if refusal_hash(_bytes(row)) != bytes(row["hash"]):
                    self.result.add(name, "it was changed: it does not have its hash")
                if not is_known_version(row["version"]):
                    self.result.add(name, f"it claims to be written by version {row['version']}, which never was")
                last = bytes(row["hash"])
                if row["key"]:
                    self.keys[row["key"]] = (row["actor"], -1, row["n"])
                if self.noted is not None:
                    self._leads_through(number, last, self.noted.refusals, self.noted.refusal_hash, name)
                refusal_of(row)
                self.result.refusals += 1
        if number != self.head["refusals"] or (last is not None and last != bytes(self.head["refusal_hash"])):
            raise _FaultError(f"refusal {number + 1}", "it is not there, though more was refused")

    def _check_keys(self) -> None:
        stated = {
            row["key"]: (row["actor"], row["seq"], row["refusal"])
            for row in self.log.keys(self.stream)
            if row["seq"] <= self.head["seq"] and row["refusal"] <= self.head["refusals"]
        }
        for key in sorted({*stated, *self.keys}, key=str):
            if stated.get(key) != self.keys.get(key):
                self.result.add(f"key {key!r}", "it is not the key of the answer it names")

    def _check_beyond(self) -> None:
        """The table may have gone on meanwhile; but nothing lies beyond its head."""
        if self.log.least(self.stream) < 1:
            self.result.add("stream", "rows lie before its first command")
        commands, refusals = self.log.greatest(self.stream)
        head = self.log.stream(self.stream)
        if head is None or commands > head["seq"] or refusals > head["refusals"]:
            raise _FaultError("stream", "rows lie beyond its head")


def _in_order(value: Any) -> bytes:
    """A state as it is compared. What stands in a set has no order, and comes in another one from each process that writes it."""
    return msgspec.json.encode(_sets_sorted(value))


def _sets_sorted(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {name: _sets_sorted(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: _sets_sorted(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted([_sets_sorted(one) for one in value])
    return [_sets_sorted(one) for one in value] if isinstance(value, tuple | list) else value


def _bytes(row: Row) -> Row:
    # A driver may give another kind of bytes.
    return {name: bytes(value) if isinstance(value, memoryview | bytearray) else value for name, value in row.items()}


# Rounds.


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round out of the record: where its commands lie, the state before it, commands, events.

    ``times``: when each command was recorded, in milliseconds; ``led_to``: how many events each led to.
    """

    stream: str
    number: int
    begins: int
    ends: int
    before: State
    commands: tuple[Envelope, ...]
    events: tuple[Event, ...]
    times: tuple[int, ...]
    led_to: tuple[int, ...]
    rules: Any

    def plain(self) -> dict[str, Any]:
        """As `houseway settle` reads it."""
        return write(self.rules, self.before, self.commands, self.events)

    def answer(self) -> dict[str, Any]:
        """What it came to."""
        return plain(answer_of(self.table()))

    def table(self) -> Table[Any, Any]:
        """A table at which only this round was played."""
        after = self.rules.machine.replay(self.events, self.before, as_written=True)
        return Table(self.rules, state=after, events=self.events)

    def at(self, step: int) -> State:
        """The state after so many of its events."""
        state: State = self.rules.machine.replay(self.events[:step], self.before, as_written=True)
        return state


def rounds(record: Record, stream: str, first: int = 1, last: int | None = None) -> Iterator[Round]:
    """The rounds of a table in their order, by their number in the record."""
    places = [0, *[row["seq"] for row in record.log.rounds_after(stream)]]
    rules = rules_of(record, stream)
    for number in range(first, min(last or len(places), len(places) - 1) + 1):
        yield round_between(record, rules, stream, number, after=places[number - 1], ends=places[number])


def rules_of(record: Record, stream: str) -> Any:
    """The rules that a table was opened under."""
    head = record.log.stream(stream)
    if head is None:
        raise RecordError(f"the record has no stream {stream}")
    return record.rules_of(head)


def round_between(record: Record, rules: Any, stream: str, number: int, *, after: int, ends: int) -> Round:
    """The round of a number, whose commands lie after a place up to the one where it ended."""
    log: Log = record.log
    commands, events = log.commands(stream, after, ends), by_seq(log.events(stream, after, ends))
    return Round(
        stream=stream,
        number=number,
        begins=commands[0]["seq"] if commands else after + 1,
        ends=ends,
        before=record.last_kept(stream, rules.machine, after)[1],
        commands=tuple([envelope_of(one) for one in commands]),
        events=tuple([event_of(one) for row in commands for one in events.get(row["seq"], [])]),
        times=tuple([row["at"] for row in commands]),
        led_to=tuple([len(events.get(row["seq"], [])) for row in commands]),
        rules=rules,
    )


def export_json(found: Iterator[Round], out: IO[str]) -> int:
    """Rounds as JSON lines, each of which `houseway settle --lines` reads."""
    count = 0
    for one in found:
        out.write(json.dumps(one.plain(), ensure_ascii=False) + "\n")
        count += 1
    return count


COLUMNS = (
    "stream",
    "round",
    "first command",
    "last command",
    "seat",
    "player",
    "what",
    "amount",
    "pays",
    "net",
    "clause",
)


def export_csv(found: Iterator[Round], out: IO[str]) -> int:
    """What each wager or pot came to, a line each."""
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    count = 0
    for one in found:
        table = one.table()
        after, answered = table.state, answer_of(table)
        place = [one.stream, one.number, one.begins, one.ends]
        if isinstance(answered, PokerAnswer):
            for seat, net in answered.net.items():
                writer.writerow([*place, seat, after.seats.get(seat, ""), "round", "", "", net, ""])
            for number, pot in enumerate(answered.pots):
                for award in pot.awards:
                    seat = award.seat
                    name = after.seats.get(seat, "")
                    writer.writerow([*place, seat, name, f"pot {number}", pot.amount, "", award.cents, award.clause])
        elif isinstance(answered, BankedAnswer):
            for paid in answered.settlements:
                name = after.seats.get(paid.seat, "")
                writer.writerow([*place, paid.seat, name, paid.wager, paid.amount, paid.pays, paid.net, paid.clause])
        count += 1
    return count
