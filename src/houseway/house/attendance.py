"""Who is at a table, who sits out and whether the floor is called, on the record: the same for every process, and after a restart.

A seated player whose last page closes is away from then on, keeps the seat, and sits out when the posted time has passed; sitting back
in is the player's own word. ``where`` is the process that has the page: when it dies, those it had are away.
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
from houseway.engine.roles import DEALERS, FLOOR_OR_ABOVE, PLAYERS, SYSTEM
from houseway.house.seatless import HOUSE_POLICY, machine, observed, open_stream, refused
from houseway.seats import DEALER, Seat


class NoteHere(Command, frozen=True, kw_only=True, tag="note_here"):
    """A seated player's page is open at a process."""

    roles = SYSTEM
    person: str
    where: str


class NoteAway(Command, frozen=True, kw_only=True, tag="note_away"):
    """A seated player has no page open any more."""

    roles = SYSTEM
    person: str


class NoteLeft(Command, frozen=True, kw_only=True, tag="note_left"):
    """A player has given up the seat."""

    roles = SYSTEM
    person: str


class SitOut(Command, frozen=True, kw_only=True, tag="sit_out"):
    """A player is not dealt in from the next round on: by the own word, or by the system when the posted time is over."""

    roles = PLAYERS | SYSTEM
    person: str


class SitIn(Command, frozen=True, kw_only=True, tag="sit_in"):
    """A player is dealt in again."""

    roles = PLAYERS
    person: str


class CallFloor(Command, frozen=True, kw_only=True, tag="call_floor"):
    """The dealer asks the floor to come, and says what happened; a later call takes the place of an earlier one."""

    roles = DEALERS
    cause: str = ""
    concerns: Seat = DEALER


class ReleaseCall(Command, frozen=True, kw_only=True, tag="release_call"):
    """The floor has come."""

    roles = FLOOR_OR_ABOVE


class PlayerHere(Event, frozen=True, kw_only=True, tag="player_here"):
    person: str
    where: str
    at: int


class PlayerAway(Event, frozen=True, kw_only=True, tag="player_away"):
    person: str
    at: int


class PlayerLeft(Event, frozen=True, kw_only=True, tag="player_left"):
    person: str
    at: int


class SatOut(Event, frozen=True, kw_only=True, tag="sat_out"):
    person: str
    at: int


class SatIn(Event, frozen=True, kw_only=True, tag="sat_in"):
    person: str
    at: int


class FloorCalled(Event, frozen=True, kw_only=True, tag="floor_called"):
    person: str
    at: int
    cause: str
    concerns: Seat


class CallReleased(Event, frozen=True, kw_only=True, tag="call_released"):
    person: str
    at: int


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Who called the floor, when, and what was said to have happened at which seat."""

    by: str
    at: int
    cause: str
    seat: Seat


class AttendanceState(State, kw_only=True, gc=False):
    """Where each player's page is open, since when others are away, who sits out, and the call that stands."""

    here: dict[str, str] = {}
    away: dict[str, int] = {}
    out: frozenset[str] = frozenset()
    call: Call | None = None

    @property
    def known(self) -> frozenset[str]:
        """Everybody of whom something is noted."""
        return frozenset((*self.here, *self.away, *self.out))


@dataclass(frozen=True, slots=True)
class AttendanceRules:
    """Attendance has no rules but those above; the time is the table's posted policy."""

    digest: str = "attendance"

    @property
    def submission(self) -> Mapping[str, Any]:
        return {}

    @property
    def machine(self) -> Machine[AttendanceRules, AttendanceState]:
        return ATTENDANCE


_Draft = Draft[AttendanceRules, AttendanceState]


def _note_here(draft: _Draft, command: NoteHere) -> None:
    if draft.state.here.get(command.person) == command.where:
        raise refused(Code.STEP_IS_DUE, f"{command.person} is here already")
    draft.emit(PlayerHere(clause=HOUSE_POLICY, person=command.person, where=command.where, at=draft.at))


def _note_away(draft: _Draft, command: NoteAway) -> None:
    if command.person in draft.state.away:
        raise refused(Code.STEP_IS_DUE, f"{command.person} is away already")
    draft.emit(PlayerAway(clause=HOUSE_POLICY, person=command.person, at=draft.at))


def _note_left(draft: _Draft, command: NoteLeft) -> None:
    if command.person not in draft.state.known:
        raise refused(Code.STEP_IS_DUE, f"nothing is noted of {command.person}")
    draft.emit(PlayerLeft(clause=HOUSE_POLICY, person=command.person, at=draft.at))


def _sit_out(draft: _Draft, command: SitOut) -> None:
    _check_own(draft, command.person)
    if command.person in draft.state.out:
        raise refused(Code.STEP_IS_DUE, f"{command.person} sits out already", "sit in")
    draft.emit(SatOut(clause=HOUSE_POLICY, person=command.person, at=draft.at))


def _sit_in(draft: _Draft, command: SitIn) -> None:
    _check_own(draft, command.person)
    if command.person not in draft.state.out:
        raise refused(Code.STEP_IS_DUE, f"{command.person} does not sit out", "sit out")
    draft.emit(SatIn(clause=HOUSE_POLICY, person=command.person, at=draft.at))


def _call_floor(draft: _Draft, command: CallFloor) -> None:
    event = FloorCalled(
        clause=HOUSE_POLICY, person=draft.given.by, at=draft.at, cause=command.cause, concerns=command.concerns
    )
    draft.emit(event)


def _release_call(draft: _Draft, command: ReleaseCall) -> None:
    if draft.state.call is None:
        raise refused(Code.STEP_IS_DUE, "nobody calls the floor to this table")
    draft.emit(CallReleased(clause=HOUSE_POLICY, person=draft.given.by, at=draft.at))


def _check_own(draft: _Draft, person: str) -> None:
    if draft.given.role in PLAYERS and draft.given.by != person:
        raise refused(Code.SEAT_IS_ONES_OWN, f"{person} is not {draft.given.by}", draft.given.by)


def _here(state: AttendanceState, event: PlayerHere) -> None:
    state.now = event.at
    state.here = {**state.here, event.person: event.where}
    state.away = _without(state.away, event.person)


def _away(state: AttendanceState, event: PlayerAway) -> None:
    state.now = event.at
    state.here = _without(state.here, event.person)
    state.away = {**state.away, event.person: event.at}


def _left(state: AttendanceState, event: PlayerLeft) -> None:
    state.now = event.at
    state.here, state.away = _without(state.here, event.person), _without(state.away, event.person)
    state.out -= {event.person}


def _sat_out(state: AttendanceState, event: SatOut) -> None:
    state.now = event.at
    state.out |= {event.person}


def _sat_in(state: AttendanceState, event: SatIn) -> None:
    """Whoever says so without a page has the posted time once more."""
    state.now = event.at
    state.out -= {event.person}
    if event.person in state.away:
        state.away = {**state.away, event.person: event.at}


def _called(state: AttendanceState, event: FloorCalled) -> None:
    state.now = event.at
    state.call = Call(by=event.person, at=event.at, cause=event.cause, seat=event.concerns)


def _released(state: AttendanceState, event: CallReleased) -> None:
    state.now = event.at
    state.call = None


def _without(noted: dict[str, Any], person: str) -> dict[str, Any]:
    return {one: what for one, what in noted.items() if one != person}


class AttendanceObservation(Observation, frozen=True, kw_only=True):
    """Since when who is away, and who sits out: the same for everybody."""

    away: dict[str, int]
    sitting_out: tuple[str, ...]


def _observe(
    rules: AttendanceRules, state: AttendanceState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> AttendanceObservation:
    shown = _redact(rules, state, events, viewer)
    out = tuple(sorted(state.out))
    return AttendanceObservation(**observed("attendance", state, due, shown), away=state.away, sitting_out=out)


def _redact(
    rules: AttendanceRules, state: AttendanceState, events: Sequence[Event], viewer: Viewer
) -> tuple[Event, ...]:
    return tuple(events)


_HANDLERS: Mapping[type[Command], Handler] = {
    OpenTable: open_stream,
    NoteHere: _note_here,
    NoteAway: _note_away,
    NoteLeft: _note_left,
    SitOut: _sit_out,
    SitIn: _sit_in,
    CallFloor: _call_floor,
    ReleaseCall: _release_call,
}
_APPLIERS: Mapping[type[Event], Applier[AttendanceState]] = {
    TableOpened: opened,
    PlayerHere: _here,
    PlayerAway: _away,
    PlayerLeft: _left,
    SatOut: _sat_out,
    SatIn: _sat_in,
    FloorCalled: _called,
    CallReleased: _released,
}
ATTENDANCE: Machine[AttendanceRules, AttendanceState] = machine(
    "table's attendance", AttendanceState, _Draft, _HANDLERS, _APPLIERS, _observe, _redact
)
