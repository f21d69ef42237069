"""The attendance of one table as the record has it."""

from __future__ import annotations

from houseway.engine.kernel import Command, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.attendance import AttendanceState
from houseway.store.record import ATTENDANCE, Answer, Record


def attendance_stream(name: str) -> str:
    """The stream of a table's attendance."""
    return f"{ATTENDANCE}/{name}"


class Attendance:
    """Who is at a table, as far as it has been opened: nobody is looked for before."""

    def __init__(self, record: Record, name: str) -> None:
        self.record, self.stream = record, attendance_stream(name)
        self._opened = False

    def open(self) -> None:
        """Begin the stream, or take it up."""
        if not self._opened:
            self.record.open(self.stream, ATTENDANCE)
            if not self.record.live(self.stream).state.digest:
                self.record.start(self.stream)
            self._opened = True

    @property
    def state(self) -> AttendanceState:
        """As it has been read."""
        state = self.record.live(self.stream).state if self._opened else AttendanceState()
        assert isinstance(state, AttendanceState)
        return state

    @property
    def seq(self) -> int:
        """How far it has been read."""
        return self.record.live(self.stream).seq if self._opened else 0

    def note(self, command: Command, only_at: int | None = None) -> Answer | Refusal:
        """The system notes something of a player, only at a place in the record if one is named."""
        given = envelope(command, role=Role.TABLE_SYSTEM, by=Role.TABLE_SYSTEM.value)
        return self.record.send(self.stream, given, only_at=only_at)

    def say(self, command: Command, person: str, role: Role = Role.PLAYER) -> Answer | Refusal:
        """A player sits out or in by the own word; a dealer calls the floor, which comes."""
        self.open()
        return self.record.send(self.stream, envelope(command, role=role, by=person))

    def catch_up(self) -> None:
        """Read what other processes noted."""
        self.open()
        self.record.catch_up(self.record.live(self.stream))
