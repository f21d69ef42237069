"""The streams there are, on a stream of their own: each is entered when it is opened, and how far it has come is noted now and then.

What is entered and not there was taken out; a stream that does not lead through the place noted of it was shortened or written anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from houseway.engine.asking import Ask
from houseway.engine.kernel import Applier, Command, Draft, Event, Handler, Machine, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.opening import OpenTable, TableOpened, opened
from houseway.engine.refusal import Code
from houseway.engine.roles import SYSTEM
from houseway.house.seatless import HOUSE_POLICY, machine, observed, open_stream, refused


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a stream has come: its last command and its last refusal with their hashes, in hexadecimal digits."""

    seq: int
    hash: str
    refusals: int
    refusal_hash: str


class EnterStream(Command, frozen=True, kw_only=True, tag="enter_stream"):
    """A stream is opened; ``genesis`` is the hash of what it is and of the rules it is opened under."""

    roles = SYSTEM
    stream: str
    genesis: str


class NoteHeads(Command, frozen=True, kw_only=True, tag="note_heads"):
    """How far streams have come that went on since the last time."""

    roles = SYSTEM
    heads: dict[str, Head]


class SetCommandsAside(Command, frozen=True, kw_only=True, tag="set_commands_aside"):
    """Commands of a stream are of no effect from now on: those after one place and up to another. They stay in the record."""

    roles = SYSTEM
    stream: str
    after: int
    upto: int
    reason: str


class CommitSigner(Command, frozen=True, kw_only=True, tag="commit_signer"):
    """The house signs heads from now on with the key whose public half this is."""

    roles = SYSTEM
    key: str


class SignerCommitted(Event, frozen=True, kw_only=True, tag="signer_committed"):
    key: str


class StreamEntered(Event, frozen=True, kw_only=True, tag="stream_entered"):
    stream: str
    genesis: str


class HeadsNoted(Event, frozen=True, kw_only=True, tag="heads_noted"):
    heads: dict[str, Head]


class CommandsSetAside(Event, frozen=True, kw_only=True, tag="commands_set_aside"):
    stream: str
    after: int
    upto: int
    reason: str


class StreamsState(State, kw_only=True, gc=False):
    """Every stream with its first hash, how far each had come when it was last noted, what of it was set aside, and who signs heads.

    Commands that were set aside stand as the place after which and the place up to which they are of no effect; ``signer`` is the
    public key.
    """

    entered: dict[str, str] = {}
    heads: dict[str, Head] = {}
    set_aside: dict[str, tuple[tuple[int, int], ...]] = {}
    signer: str = ""


@dataclass(frozen=True, slots=True)
class StreamsRules:
    """The list of streams has no rules but those above."""

    digest: str = "streams"

    @property
    def submission(self) -> Mapping[str, Any]:
        return {}

    @property
    def machine(self) -> Machine[StreamsRules, StreamsState]:
        return STREAMS


_Draft = Draft[StreamsRules, StreamsState]


def _enter(draft: _Draft, command: EnterStream) -> None:
    if command.stream in draft.state.entered:
        raise refused(Code.STEP_IS_DUE, f"{command.stream} is entered already")
    draft.emit(StreamEntered(clause=HOUSE_POLICY, stream=command.stream, genesis=command.genesis))


def _note(draft: _Draft, command: NoteHeads) -> None:
    state = draft.state
    unknown = [stream for stream in command.heads if stream not in state.entered]
    if unknown:
        raise refused(Code.STEP_IS_DUE, f"{unknown[0]} is not entered")
    # Whoever read the streams earlier says nothing that is not known by now.
    further = {name: head for name, head in command.heads.items() if _is_further(head, state.heads.get(name))}
    if not further:
        raise refused(Code.STEP_IS_DUE, "no stream has gone on since")
    draft.emit(HeadsNoted(clause=HOUSE_POLICY, heads=further))


def _set_aside(draft: _Draft, command: SetCommandsAside) -> None:
    stream, spans = command.stream, draft.state.set_aside.get(command.stream, ())
    if stream not in draft.state.entered:
        raise refused(Code.STEP_IS_DUE, f"{stream} is not entered")
    if not command.after < command.upto or any(command.after < last for _, last in spans):
        says = f"commands {command.after + 1} to {command.upto} of {stream} cannot be set aside"
        raise refused(Code.VALUES_ARE_IN_RANGE, says, "commands that were not set aside before")
    draft.emit(
        CommandsSetAside(
            clause=HOUSE_POLICY, stream=stream, after=command.after, upto=command.upto, reason=command.reason
        )
    )


def _is_further(head: Head, noted: Head | None) -> bool:
    if noted is None:
        return True
    back = head.seq < noted.seq or head.refusals < noted.refusals
    return not back and (head.seq, head.refusals) != (noted.seq, noted.refusals)


def _commit_signer(draft: _Draft, command: CommitSigner) -> None:
    if command.key == draft.state.signer:
        raise refused(Code.STEP_IS_DUE, "the house signs with this key already")
    if len(command.key) != 64 or set(command.key) - set("0123456789abcdef"):
        raise refused(Code.VALUES_ARE_IN_RANGE, "a public key has 64 hexadecimal digits")
    draft.emit(SignerCommitted(clause=HOUSE_POLICY, key=command.key))


def _signer_committed(state: StreamsState, event: SignerCommitted) -> None:
    state.signer = event.key


def _entered(state: StreamsState, event: StreamEntered) -> None:
    state.entered = {**state.entered, event.stream: event.genesis}


def _noted(state: StreamsState, event: HeadsNoted) -> None:
    state.heads = {**state.heads, **event.heads}


def _were_set_aside(state: StreamsState, event: CommandsSetAside) -> None:
    spans = (*state.set_aside.get(event.stream, ()), (event.after, event.upto))
    state.set_aside = {**state.set_aside, event.stream: spans}


class StreamsObservation(Observation, frozen=True, kw_only=True):
    """The names of the streams."""

    entered: tuple[str, ...]


def _observe(
    rules: StreamsRules, state: StreamsState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> StreamsObservation:
    shown = _redact(rules, state, events, viewer)
    return StreamsObservation(**observed("streams", state, due, shown), entered=tuple(state.entered))


def _redact(rules: StreamsRules, state: StreamsState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(events)


_HANDLERS: Mapping[type[Command], Handler] = {
    OpenTable: open_stream,
    EnterStream: _enter,
    NoteHeads: _note,
    SetCommandsAside: _set_aside,
    CommitSigner: _commit_signer,
}
_APPLIERS: Mapping[type[Event], Applier[StreamsState]] = {
    TableOpened: opened,
    StreamEntered: _entered,
    HeadsNoted: _noted,
    CommandsSetAside: _were_set_aside,
    SignerCommitted: _signer_committed,
}
STREAMS: Machine[StreamsRules, StreamsState] = machine(
    "list of streams", StreamsState, _Draft, _HANDLERS, _APPLIERS, _observe, _redact
)
