"""The tables of a house as the record has them: a command is decided, written with its events, and only then answered.

No table belongs to a process. What is in memory is only what was read: where another writer was first, it is read on and the
command is decided again.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from threading import Lock, RLock
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine

from houseway.chapters.c637a_poker.jackpots.submitted import jackpot_rules
from houseway.chapters.registry import check, filed_meaning, resolve
from houseway.clock import Clock
from houseway.encoding import EncodingError
from houseway.engine.accounts import OUTSIDE
from houseway.engine.kernel import Accepted, Envelope, Event, Machine, Outcome, State, Table, envelope
from houseway.engine.opening import OpenTable
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import HouseRules
from houseway.house.attendance import AttendanceRules
from houseway.house.cage import CageRules, MoveChips, Movement, movements
from houseway.house.seatless import HOUSE_POLICY
from houseway.house.shuffles import ShuffleRules
from houseway.house.streams import (
    CommandsSetAside,
    CommitSigner,
    EnterStream,
    Head,
    NoteHeads,
    StreamsRules,
    StreamsState,
)
from houseway.money import Cents
from houseway.store.heads import SignedHead, Signer
from houseway.store.keys import Keys, KeysError, KeyStore, key_store_of
from houseway.store.log import Log, Pending, Result
from houseway.store.rows import (
    Row,
    command_rows,
    envelope_of,
    event_of,
    refusal_of,
    refusal_row,
    snapshot_row,
    state_of,
    version,
)
from houseway.store.writer import Writer

HOUSE, TABLE, SHUFFLES, JACKPOTS, ATTENDANCE = "house", "table", "shuffles", "jackpots", "attendance"
"""The kinds of streams."""
CAGE = "cage"
"""The stream of the cage, and its kind. A record without it is no house's, and its tables are drawn from no balance."""
STREAMS = "streams"
"""The stream that lists all of them, and its kind."""
SNAPSHOT_EVERY = 100
"""Streams without rounds of play are snapshotted after so many commands."""
_AT_A_TIME = 500
"""So many commands are replayed at a time where a whole history is."""
RECENT = 400
"""So many of the last events of a stream are at hand."""
TRIES = 50
IN_MEMORY = 2_000
"""So many streams are kept in memory; the one not looked at for longest goes first."""


class RecordError(ValueError):
    """Raised when the record has no such stream, or cannot be written."""


class MovedOnError(RecordError):
    """Raised when a stream is no longer where a command was meant for."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What a command led to, as it stands in the record."""

    seq: int
    events: tuple[Event, ...]


class Opening(NamedTuple):
    """A stream to be begun."""

    stream: str
    kind: str
    submission: dict[str, Any]
    staffed: bool = False


class Place(NamedTuple):
    """A point of a stream."""

    seq: int
    hash: bytes
    state: State


class Live:
    """A stream as far as it has been read."""

    def __init__(self, stream: str, kind: str, rules: Any, state: State) -> None:
        self.stream, self.kind, self.rules, self.state = stream, kind, rules, state
        self.machine: Machine[Any, Any] = rules.machine
        self.seq, self.refusals = 0, 0
        self.hash = self.refusal_hash = b""
        self.recent: list[Event] = []
        self.lock = RLock()
        self._moving = Lock()

    @property
    def place(self) -> Place:
        """How far it has been read, with the state and the hash there."""
        with self._moving:
            return Place(self.seq, self.hash, self.state)

    def told(self, events: int) -> tuple[Place, list[Event]]:
        """The place and so many of the last events that led to it: neither without the other, whoever moves it on meanwhile."""
        with self._moving:
            return Place(self.seq, self.hash, self.state), self.recent[-events:]

    def advance(self, place: Place, events: Iterable[Event], *, after: int) -> bool:
        """Take over what was written after a place, unless somebody else has taken it over: what is written by one thread may
        have been read by another before the first comes to it."""
        with self._moving:
            if self.seq != after:
                return False
            self.recent += events
            if len(self.recent) > 2 * RECENT:
                del self.recent[:-RECENT]
            # The number last: who sees it sees what it stands for.
            self.state, self.hash, self.seq = place.state, place.hash, place.seq
            return True


class _Prepared(msgspec.Struct, gc=False):
    """``linked``: what the cage does with it, in the same transaction."""

    given: Envelope
    outcome: Accepted[Any] | Refusal
    pending: Pending
    linked: _Prepared | None = None


Listener = Callable[[str, int], None]


class Record:
    """The record in one database, and the clock of whoever serves it. Call `close` when done.

    ``keys``: the place of the keys of the house; beside the database unless given.
    """

    def __init__(self, engine: Engine, clock: Clock | None = None, keys: KeyStore | None = None) -> None:
        self.log = Log(engine)
        self.key_store = keys or key_store_of(engine.url)
        self._keys: Keys | None = None
        self._signer: Signer | None = None
        self._house = ""
        self.on_signed: list[Callable[[SignedHead], None]] = []
        """Told of every head that is signed here."""
        self.writer = Writer(self.log)
        self.clock = clock or Clock()
        self.listeners: list[Listener] = []
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._cage_turn = asyncio.Lock()
        """Those who draw on the cage in one server do it in turn, so that none has to try again for the others."""
        self._lock = Lock()
        self._loading = Lock()
        self.read_set_aside()

    def read_set_aside(self) -> None:
        """Take over which commands are of no effect; streams in memory are not read again."""
        self.log.set_aside = spans_set_aside(self.log.tagged(STREAMS, "commands_set_aside"))

    def close(self) -> None:
        """Write what waits, and let go of the database."""
        self.writer.close()
        self.log.engine.dispose()

    # Keys and secrets.

    @property
    def keys(self) -> Keys:
        """The keys of the house, which are made for a new one; raises `RecordError` where they are missing."""
        if self._keys is None:
            self.reload_keys()
        assert self._keys is not None
        return self._keys

    def reload_keys(self) -> None:
        """Read the keys of the house again."""
        try:
            # Asked before the file is read: another process may just now make the keys and put them on record.
            needed = self.log.needs_keys()
            keys = self.key_store.read()
            if keys is None and needed:
                says = f"the keys of this house are not in {self.key_store}"
                raise RecordError(f"{says}: put them back, or give the house new ones (houseway audit new-key)")
            self._keys = keys or self.key_store.create()
            self._signer = Signer(self._keys)
        except KeysError as error:
            raise RecordError(str(error)) from None

    @property
    def signer(self) -> Signer:
        """Who signs the heads of the house."""
        if self._signer is None:
            self.reload_keys()
        assert self._signer is not None
        return self._signer

    @property
    def house(self) -> str:
        """The name of the house in signed heads: the first hash of its list of streams."""
        if not self._house:
            self._house = self.log.genesis(STREAMS).hex()
        return self._house

    def commit_signer(self) -> None:
        """Put the key that signs heads on record, the first or another one."""
        if self.streams.signer != self.signer.public_key:
            command = CommitSigner(key=self.signer.public_key)
            self.send(STREAMS, envelope(command, role=Role.TABLE_SYSTEM, by="table system"))

    def _sign(self, live: Live, seq: int, hash: bytes, at: int, signed_by: str) -> Row | None:
        """The row of a signed head; None before the house signs."""
        if not signed_by:
            return None
        if signed_by != self.signer.public_key:
            says = f"the key that signs heads, in {self.key_store}, is not the one on record"
            raise RecordError(f"{says}: put the right one back, or give the house new ones (houseway audit new-key)")
        head = self.signer.sign(self.house, live.stream, seq, hash.hex(), at)
        signature = bytes.fromhex(head.signature)
        return {"stream": live.stream, "seq": seq, "hash": hash, "at": at, "key": head.key, "signature": signature}

    def secret(self, stream: str, name: str) -> bytes | None:
        """A secret of a stream that has not been told; raises `RecordError` if the keys of the house do not open it."""
        sealed = self.log.secret(stream, name)
        if sealed is None:
            return None
        value = self.keys.unseal(sealed, _secret_name(stream, name))
        if value is None:
            raise RecordError(f"the keys in {self.key_store} do not open the secret {name} of {stream}")
        return value

    # Opening.

    def open(self, stream: str, kind: str, submission: Mapping[str, Any] | None = None) -> bool:
        """Begin a stream under a submission; False if there is one of that name already."""
        data = dict(submission or {})
        rules = _rules(kind, data)
        text = json.dumps(data, sort_keys=True)
        at = self._now()
        opened = self.log.open_stream(stream, kind, digest=rules.digest, submission=text, version=version(), at=at)
        live = self.live(stream)
        if live.rules.digest != rules.digest:
            raise RecordError(f"there is a stream {stream} under other rules")
        self._enter(stream)
        return opened

    @property
    def streams(self) -> StreamsState:
        """The streams that were entered."""
        state = self.live(STREAMS).state
        assert isinstance(state, StreamsState)
        return state

    def _enter(self, stream: str) -> None:
        """A stream is entered before anything is written in it, so that it cannot be taken out unseen."""
        if stream not in self.streams.entered:
            if not self.streams.signer:
                self.commit_signer()
            command = EnterStream(stream=stream, genesis=self.log.genesis(stream).hex())
            self.send(STREAMS, envelope(command, role=Role.TABLE_SYSTEM, by="table system", key=f"stream {stream}"))

    def note_heads(self) -> None:
        """Note how far each stream has come, so that none can be shortened unseen."""
        if not self.streams.signer:
            self.commit_signer()
        known = self.streams
        heads = {row["id"]: head_of(row) for row in self.log.streams() if row["id"] in known.entered}
        moved = {stream: head for stream, head in heads.items() if head != known.heads.get(stream)}
        if moved:
            self.send(STREAMS, envelope(NoteHeads(heads=moved), role=Role.TABLE_SYSTEM, by="table system"))

    def start(self, stream: str, *, staffed: bool = False, by: str = "table system") -> None:
        """Fund and open the table of a new stream; what has been done of it is not done again."""
        live = self.live(stream)
        commands = [(one, Role.TABLE_SYSTEM) for one in live.machine.funding(live.rules)]
        for number, (command, role) in enumerate([*commands, (OpenTable(staffed=staffed), Role.DEALER)]):
            given = envelope(command, role=role, by=by, key=f"opening {number}")
            outcome = self.send(stream, given)
            if isinstance(outcome, Refusal):
                raise RecordError(f"{stream} cannot be opened: {outcome.message}")

    # Commands.

    def send(
        self,
        stream: str,
        given: Envelope,
        *,
        secrets: tuple[tuple[str, bytes | None], ...] = (),
        only_at: int | None = None,
    ) -> Answer | Refusal:
        """Carry out a command and record it, or record that it is refused; the same key gives the first answer again.

        ``only_at``: it is meant for the stream as it stands there, and raises `MovedOnError` if that has gone on.
        """
        live = self.live(stream)
        with live.lock:
            for _ in range(TRIES):
                _check_place(live, only_at)
                prepared = self.prepared(live, given, secrets)
                try:
                    result = self.writer.submit(prepared.pending).result()
                except BaseException:
                    # Nobody knows whether it was committed: what is in memory is read again.
                    self.forget(stream)
                    self.forget(CAGE)
                    raise
                answer = self._settle(live, prepared, result)
                if answer is not None:
                    break
                self._look_again(live, prepared)
            else:
                raise RecordError(f"{stream} is written by too many at once")
        self._tell(stream, live.seq, answer)
        return answer

    async def send_async(
        self, stream: str, given: Envelope, lock: asyncio.Lock, *, only_at: int | None = None
    ) -> Answer | Refusal:
        """The same for a server: the lock is the stream's, and nothing waits in the event loop."""
        found = self._lives.get(stream)
        live = found if found is not None else await asyncio.to_thread(self.live, stream)
        async with lock:
            for _ in range(TRIES):
                _check_place(live, only_at)
                prepared = self.prepared(live, given, ())
                turn = nullcontext() if prepared.pending.linked is None else self._cage_turn
                async with turn:
                    if prepared.pending.linked is not None:
                        # Others may have drawn on the cage meanwhile.
                        prepared = self.prepared(live, given, ())
                    try:
                        # Not given up half-way: a client that vanishes leaves its command to its end.
                        result = await asyncio.shield(asyncio.wrap_future(self.writer.submit(prepared.pending)))
                    except BaseException:
                        self.forget(stream)
                        self.forget(CAGE)
                        raise
                    answer = self._settle(live, prepared, result)
                if answer is not None:
                    break
                await asyncio.to_thread(self._look_again, live, prepared)
            else:
                raise RecordError(f"{stream} is written by too many at once")
        self._tell(stream, live.seq, answer)
        return answer

    def _look_again(self, live: Live, prepared: _Prepared) -> None:
        """Somebody else was first, in the stream or at the cage: read on."""
        self.catch_up(live)
        if prepared.pending.linked is not None:
            self.catch_up(self.live(CAGE))

    def _tell(self, stream: str, seq: int, answer: Answer | Refusal) -> None:
        if isinstance(answer, Answer):
            for listener in self.listeners:
                listener(stream, seq)

    def _now(self) -> int:
        return int(self.clock.now() * 1000)

    def prepared(self, live: Live, given: Envelope, secrets: tuple[tuple[str, bytes | None], ...] = ()) -> _Prepared:
        """A command decided, and the rows it would be written in."""
        now, place = self._now(), live.place
        if given.at is None and live.kind in (TABLE, JACKPOTS, ATTENDANCE, HOUSE, CAGE):
            given = replace(given, at=max(now // 1000, place.state.now))
        outcome = live.machine.handle(live.rules, place.state, given)
        pending = Pending(stream=live.stream)
        linked = None
        moved = movements(outcome.events) if live.kind == TABLE and isinstance(outcome, Accepted) else ()
        cage = self._cage() if moved else None
        if cage is not None:
            at_cage = cage.seq
            linked = self._draw(cage, live.stream, place, moved)
            if isinstance(linked.outcome, Refusal):
                # Refused is what the cage as it stands refuses.
                outcome, pending.linked, linked = linked.outcome, Pending(stream=CAGE, only_at=at_cage), None
            else:
                pending.linked = linked.pending
        if isinstance(outcome, Refusal):
            number = live.refusals + 1
            prev = live.refusal_hash
            try:
                row = refusal_row(live.stream, number, place.seq, given, outcome, at=now, prev=prev)
            except (UnicodeEncodeError, TypeError, ValueError):
                # What cannot even be written is refused and not kept.
                row = None
            pending.refusal = row
            return _Prepared(given, outcome, pending)
        pending.secrets = [(name, self._seal(live.stream, name, value)) for name, value in secrets]
        seq, digest = place.seq + 1, live.rules.digest
        pending.command, pending.events = command_rows(
            live.stream, seq, given, outcome.events, digest=digest, at=now, prev=place.hash
        )
        rounds = live.kind == TABLE
        if any(event.ends_round for event in outcome.events) if rounds else seq % SNAPSHOT_EVERY == 0:
            pending.snapshot = snapshot_row(live.stream, seq, outcome.state, pending.command["hash"])
        hash: bytes = pending.command["hash"]
        if isinstance(outcome.state, StreamsState):
            pending.signature = self._sign(live, seq, hash, now, outcome.state.signer)
        elif rounds and pending.snapshot is not None:
            pending.signature = self._sign(live, seq, hash, now, self.streams.signer)
        return _Prepared(given, outcome, pending, linked)

    def _cage(self) -> Live | None:
        """The cage of the house; None if the record is no house's."""
        return self.live(CAGE) if CAGE in self._lives or self.log.stream(CAGE) is not None else None

    def _draw(self, cage: Live, table: str, place: Place, moved: tuple[Movement, ...]) -> _Prepared:
        """What the cage does when chips go to a table or come back from it by the next command there."""
        name, before = table.removeprefix(f"{TABLE}/"), Cents(-place.state.balance(OUTSIDE))
        command = MoveChips(table=name, seq=place.seq + 1, before=before, moved=moved)
        return self.prepared(cage, envelope(command, role=Role.TABLE_SYSTEM, by="table system"))

    def _seal(self, stream: str, name: str, value: bytes | None) -> bytes | None:
        return None if value is None else self.keys.seal(value, _secret_name(stream, name))

    def _settle(self, live: Live, prepared: _Prepared, result: Result) -> Answer | Refusal | None:
        """The answer after the commit; None if the place was taken and the command must be decided again."""
        outcome, pending = prepared.outcome, prepared.pending
        if result is Result.CONFLICT:
            return None
        if result is Result.DUPLICATE:
            return self.answered(live.stream, prepared.given)
        if isinstance(outcome, Refusal):
            if pending.refusal is not None:
                live.refusals, live.refusal_hash = pending.refusal["n"], pending.refusal["hash"]
            return outcome
        assert pending.command is not None
        seq: int = pending.command["seq"]
        live.advance(Place(seq, pending.command["hash"], outcome.state), outcome.events, after=seq - 1)
        if prepared.linked is not None:
            cage = self.live(CAGE)
            drawn = self._settle(cage, prepared.linked, result)
            assert isinstance(drawn, Answer)
            self._tell(CAGE, drawn.seq, drawn)
        if pending.signature is not None and self.on_signed:
            head = signed_head(self.house, pending.signature)
            for listener in self.on_signed:
                listener(head)
        return Answer(seq, outcome.events)

    def answered(self, stream: str, given: Envelope, *, filled_in: bool = False) -> Answer | Refusal:
        """The first answer that a key had; a refusal if it stands for another command.

        ``filled_in``: the system filled in what the caller left out, so only what the caller says is compared.
        """
        row = self.log.key(stream, given.key)
        if row is None or row["actor"] != given.by:
            says = "this key has been used by somebody else"
            return Refusal(Code.PERSON_IS_NAMED, HOUSE_POLICY, says, ("another key",))
        if row["refusal"] >= 0:
            kept = self.log.refusals(stream, row["refusal"])[0]
            return refusal_of(kept) if _is_repeated(kept, given, filled_in) else _OTHER_COMMAND
        seq = row["seq"]
        if not _is_repeated(self.log.commands(stream, seq - 1, seq)[0], given, filled_in):
            return _OTHER_COMMAND
        return Answer(seq, tuple([event_of(one) for one in self.log.events(stream, seq - 1, seq)]))

    def answer_to_key(self, stream: str, given: Envelope, *, filled_in: bool = False) -> Answer | Refusal | None:
        """Return the first answer that a command's key had; None if it has no key or the key is new."""
        known = bool(given.key) and self.log.key(stream, given.key) is not None
        return self.answered(stream, given, filled_in=filled_in) if known else None

    # Reading.

    def live(self, stream: str) -> Live:
        """A stream as it has been read, from memory or else from the database."""
        with self._lock:
            live = self._lives.get(stream)
            if live is not None:
                self._lives.move_to_end(stream)
                return live
        with self._loading:
            live = self._lives.get(stream)
            if live is None:
                live = self._load(stream)
                with self._lock:
                    self._lives[stream] = live
                    while len(self._lives) > IN_MEMORY:
                        self._lives.popitem(last=False)
        return live

    def forget(self, stream: str) -> None:
        """Read a stream anew when it is next asked for."""
        with self._lock:
            self._lives.pop(stream, None)

    def _load(self, stream: str) -> Live:
        row = self.log.stream(stream)
        if row is None:
            raise RecordError(f"the record has no stream {stream}")
        rules = self.rules_of(row)
        live = Live(stream, row["kind"], rules, rules.machine.state())
        live.seq, live.state = self.last_kept(stream, live.machine, row["seq"])
        self._read_on(live, row)
        return live

    def rules_of(self, row: Mapping[str, Any]) -> Any:
        """The rules that a stream was opened under."""
        rules = self.log.rules(row["digest"])
        if rules is None:
            raise RecordError(f"the record has no rules {row['digest']}, which {row['id']} was opened under")
        return _rules(row["kind"], json.loads(rules["submission"]), filed_under=row["digest"])

    def catch_up(self, live: Live) -> int:
        """Read what others have written since; how far the stream has come."""
        with live.lock:
            row = self.log.stream(live.stream)
            if row is None:
                raise RecordError(f"the record has no stream {live.stream}")
            self._read_on(live, row)
        return live.seq

    def read_on(self, stream: str, seq: int) -> None:
        """Read a stream on that has come so far, if it is in memory at all and was not read as far."""
        live = self._lives.get(stream)
        if live is not None and live.seq < seq:
            self.catch_up(live)

    def reached(self, stream: str) -> int:
        """How far a stream has been read; 0 if it is not in memory."""
        live = self._lives.get(stream)
        return 0 if live is None else live.seq

    def behind(self) -> dict[str, int]:
        """The streams in memory that others have taken further, and how far."""
        heads = self.log.heads()
        return {one.stream: heads[one.stream] for one in [*self._lives.values()] if one.seq < heads.get(one.stream, 0)}

    def _read_on(self, live: Live, head: Mapping[str, Any]) -> None:
        while (place := live.place).seq <= head["seq"]:
            events = [event_of(row) for row in self.log.events(live.stream, place.seq, head["seq"])]
            state = live.machine.replay(events, place.state)
            if live.advance(Place(head["seq"], bytes(head["hash"]), state), events, after=place.seq):
                break
        live.refusals, live.refusal_hash = head["refusals"], bytes(head["refusal_hash"])

    def at(self, stream: str, seq: int) -> State:
        """The state of a stream after one of its commands."""
        row = self.log.stream(stream)
        if row is None or not 0 <= seq <= row["seq"]:
            raise RecordError(f"{stream} has no command {seq}")
        machine = self.rules_of(row).machine
        begin, state = self.last_kept(stream, machine, seq)
        replayed: State = machine.replay([event_of(one) for one in self.log.events(stream, begin, seq)], state)
        return replayed

    def last_kept(self, stream: str, machine: Any, upto: int) -> tuple[int, State]:
        """The last place up to one at which a snapshot was kept, and the state there.

        What another version of the software kept is not gone on from: its events may lead this one to another state.
        """
        kept = self.log.snapshot(stream, upto)
        if kept is None:
            return 0, machine.state()
        own = kept if kept["version"] == version() else self.log.snapshot(stream, upto, version())
        seq, state = (0, machine.state()) if own is None else (own["seq"], state_of(own, machine))
        for begin in range(seq, kept["seq"], _AT_A_TIME):
            events = self.log.events(stream, begin, min(begin + _AT_A_TIME, kept["seq"]))
            state = machine.replay([event_of(one) for one in events], state)
        return kept["seq"], state

    def table(self, stream: str) -> RecordedTable:
        """The table of a stream, to be used like any other."""
        return RecordedTable(self, stream)

    def rounds(self, stream: str, last: int = 10) -> list[tuple[list[Envelope], list[Event]]]:
        """The last rounds of a table, the latest first: their commands and their events."""
        ends = self.log.round_ends(stream, last + 1)
        found = []
        for place, end in enumerate(ends[:last]):
            begin = ends[place + 1] if place + 1 < len(ends) else 0
            commands = [envelope_of(row) for row in self.log.commands(stream, begin, end)]
            found.append((commands, [event_of(row) for row in self.log.events(stream, begin, end)]))
        return found


def spans_set_aside(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[int, int]]]:
    """The commands that events set aside, by their stream."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for row in rows:
        # An audit names a row that cannot be read; nothing is set aside by it.
        with suppress(EncodingError, TypeError):
            event = event_of(row)
            if isinstance(event, CommandsSetAside):
                spans.setdefault(event.stream, []).append((event.after, event.upto))
    return spans


def signed_head(house: str, row: Mapping[str, Any]) -> SignedHead:
    """The signed head of a row."""
    return SignedHead(
        house=house,
        stream=row["stream"],
        seq=row["seq"],
        hash=bytes(row["hash"]).hex(),
        at=row["at"],
        key=row["key"],
        signature=bytes(row["signature"]).hex(),
    )


def head_of(row: Mapping[str, Any]) -> Head:
    """How far a stream has come by its row."""
    return Head(
        seq=row["seq"],
        hash=bytes(row["hash"]).hex(),
        refusals=row["refusals"],
        refusal_hash=bytes(row["refusal_hash"]).hex(),
    )


_OTHER_COMMAND = Refusal(
    Code.PERSON_IS_NAMED,
    HOUSE_POLICY,
    "this key has been used for another command: give each its own",
    ("another key",),
)


def _is_repeated(row: Mapping[str, Any], given: Envelope, filled_in: bool) -> bool:
    """Return whether a command is the one that its key stands for in the record.

    The system's own keys, which have blanks, name a step that several processes may try with chance of their own.
    """
    if " " in given.key:
        return True
    try:
        kept = envelope_of(row)
    except EncodingError:
        # Only a part of it was kept.
        return True
    if (kept.role, kept.seat, type(kept.command)) != (given.role, given.seat, type(given.command)):
        return False
    if not filled_in:
        return kept.command == given.command
    fields = msgspec.structs.fields(given.command)
    values = [
        (field.default, getattr(given.command, field.name), getattr(kept.command, field.name)) for field in fields
    ]
    return all(value in (default, was) for default, value, was in values)


def _secret_name(stream: str, name: str) -> str:
    return f"{stream} {name}"


def _check_place(live: Live, only_at: int | None) -> None:
    if only_at is not None and live.seq != only_at:
        raise MovedOnError(f"{live.stream} has gone on from {only_at} to {live.seq}")


class RecordedTable(Table[Any, Any]):
    """A table whose commands go through the record."""

    def __init__(self, record: Record, stream: str) -> None:
        live = record.live(stream)
        super().__init__(live.rules, state=live.state)
        self.record, self.stream = record, stream

    def send(
        self,
        said: Any,
        *,
        role: Role | None = None,
        seat: int = 0,
        by: str = "",
        at: int | None = None,
        key: str = "",
    ) -> Outcome:
        """Carry out a command and record it."""
        given = said if isinstance(said, Envelope) else envelope(said, role=role, seat=seat, by=by, at=at, key=key)
        if not given.by:
            given = replace(given, by=self._person(given.role, given.seat))
        outcome = self.record.send(self.stream, given)
        self.look_again()
        return outcome if isinstance(outcome, Refusal) else outcome.events

    def look_again(self) -> None:
        """Take over what has been recorded since."""
        live = self.record.live(self.stream)
        self.state, self.events = live.state, live.recent


def _rules(kind: str, submission: Mapping[str, Any], *, filed_under: str = "") -> Any:
    """The rules of a stream of a kind; ``filed_under``: their digest in the record, if they are there."""
    if filed_under and kind in ("jackpots", TABLE):
        submission = filed_meaning(submission, filed_under)
    match kind:
        case "streams":
            return StreamsRules()
        case "house":
            return HouseRules()
        case "shuffles":
            return ShuffleRules()
        case "attendance":
            return AttendanceRules()
        case "cage":
            return CageRules()
        case "jackpots":
            return jackpot_rules(check(submission)[0])  # type: ignore[arg-type]
        case _:
            return resolve(submission)
