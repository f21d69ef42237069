"""One table among its viewers: what each kind of viewer gets is made once a version, and who is slow skips versions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from houseway.engine.asking import Ask
from houseway.engine.kernel import Envelope, Event, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.attendance import AttendanceState
from houseway.store.attendance import Attendance
from houseway.store.record import RECENT, Answer, Live, Record
from houseway.store.rows import event_of

VISITOR = Viewer(Role.PLAYER, " a visitor")
"""Whoever may take a seat and has none; nobody has this name."""
LOADING = 3.0
"""The seconds in which a page that was left for the next one comes back."""
FARTHEST = 2**62
"""Behind the last command that any stream will have."""
LAST = 60
"""So many of the last events come with an observation."""


KEPT = 100
"""So many messages of a version are kept; who asks for the events since any other revision has them made alone."""


class View(msgspec.Struct, kw_only=True):
    """What a viewer gets: everything it may see at a revision; since which second who is away, and who sits out."""

    table: str
    revision: int
    seq: int
    observation: Any
    away: dict[str, int] = {}
    sitting_out: tuple[str, ...] = ()


class Watching:
    """One who looks on, told when there is something new."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.news = asyncio.Event()
        self.seen = -1
        self.shown = (-1, -1)
        self.sent = 0
        """How many messages went out."""
        self.waits = False

    @property
    def is_up_to_date(self) -> bool:
        """Whether all that is new has been sent."""
        return self.waits and not self.news.is_set()


class _Made:
    """What was made of one version for those who look, each once a kind of viewer. A version that is overtaken goes as a whole, so
    that what was begun before and ends after cannot be taken for the new one."""

    def __init__(self, version: tuple[int, int], state: State, events: list[Event], attending: AttendanceState) -> None:
        self.version, self.state, self.events, self.attending = version, state, events, attending
        self.due: tuple[Ask, ...] | None = None
        self.observed: dict[Viewer, Observation] = {}
        self.views: dict[Viewer, bytes] = {}
        self.messages: dict[tuple[Viewer, int], bytes] = {}


class _Over:
    """A round that is over: the state in which it was settled, None before the first, and its events."""

    def __init__(self, at: tuple[int, str], state: State | None, events: list[Event]) -> None:
        self.at, self.state, self.events = at, state, events
        self.observed: dict[Viewer, Observation] = {}


class Hub:
    """A table or a room and those who look at it. ``personal``: what staff sees there differs from person to person."""

    def __init__(self, record: Record, stream: str, name: str, *, personal: bool = False) -> None:
        self.record, self.stream, self.name, self.personal = record, stream, name, personal
        self.clock = record.clock
        self.lock = asyncio.Lock()
        self.watching: set[Watching] = set()
        self._went: dict[str, float] = {}
        self.attendance = Attendance(record, name)
        self.came_or_went: Callable[[], None] = lambda: None
        """Called when somebody begins or ends to look on."""
        self._made: _Made | None = None
        self._over: _Over | None = None
        self._sending: set[asyncio.Task[Answer | Refusal]] = set()
        self.rendered = 0

    @property
    def live(self) -> Live:
        """The table as it has been read."""
        return self.record.live(self.stream)

    @property
    def version(self) -> tuple[int, int]:
        """What a view shows: how far the table has come, and the attendance."""
        return self.live.seq, self.attendance.state.revision

    async def send(self, given: Envelope, only_at: int | None = None) -> Answer | Refusal:
        """Carry out a command; the viewers are told when it is recorded, also if whoever gave it has gone meanwhile."""
        sending = asyncio.create_task(self._send(given, only_at))
        self._sending.add(sending)
        sending.add_done_callback(self._sent)
        return await asyncio.shield(sending)

    async def _send(self, given: Envelope, only_at: int | None) -> Answer | Refusal:
        try:
            return await self.record.send_async(self.stream, given, self.lock, only_at=only_at)
        finally:
            # Also if it was meant for another place: what others wrote has been read then.
            self.tell()

    def _sent(self, sending: asyncio.Task[Answer | Refusal]) -> None:
        self._sending.discard(sending)
        # Where nobody waits for it any more nobody is told that it failed.
        if not sending.cancelled():
            sending.exception()

    async def come_to_rest(self) -> None:
        """Wait for what is being recorded."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    def tell(self) -> None:
        """There is something new."""
        for one in self.watching:
            one.news.set()

    async def catch_up(self, seq: int = FARTHEST) -> None:
        """Another process has written so far. It may have been read here already, by who told nobody."""
        async with self.lock:
            await asyncio.to_thread(self.record.read_on, self.stream, seq)
        self.tell()

    # What is seen.

    def kind(self, viewer: Viewer) -> Viewer:
        """Viewers who see the same are one: whoever is not seated sees what anybody does of their role."""
        return self._kind(viewer, self.live.state)

    def _kind(self, viewer: Viewer, state: State) -> Viewer:
        if self.personal:
            return viewer
        if viewer.role is not Role.PLAYER and viewer.person not in state.seats.values():
            # An auditor reads what is over, and sees of a live table what anybody does.
            return VISITOR if viewer.role is Role.AUDITOR else Viewer(viewer.role)
        # Whoever sits there sees the table as a player, in whatever role they look.
        viewer = Viewer(Role.PLAYER, viewer.person)
        known = viewer.person in state.seats.values() or viewer.person in getattr(state, "barred", ())
        return viewer if known else VISITOR

    def _now(self) -> _Made:
        """The version now: the state, the events that led to it and the attendance, all of one moment."""
        made = self._made
        if made is not None and made.version == self.version:
            return made
        place, events = self.live.told(2 * RECENT)
        attending = self.attendance.state
        made = _Made((place.seq, attending.revision), place.state, events, attending)
        kept = self._made
        # Pages are made in other threads: of two the further one stays.
        if kept is None or kept.version < made.version:
            self._made = made
        return made

    def due(self) -> tuple[Ask, ...]:
        """What is due now; worked out once a version."""
        return self._due(self._now())

    def _due(self, made: _Made) -> tuple[Ask, ...]:
        if made.due is None:
            live = self.live
            made.due = live.machine.due(live.rules, made.state)
        return made.due

    def observation(self, viewer: Viewer) -> Observation:
        """What a viewer may see now; made once a version and kind of viewer."""
        made = self._now()
        return self._observation(made, self._kind(viewer, made.state))

    def _observation(self, made: _Made, kind: Viewer) -> Observation:
        seen = made.observed.get(kind)
        if seen is None:
            live = self.live
            seen = live.machine.observe(live.rules, made.state, kind, made.events[-LAST:], self._due(made))
            made.observed[kind] = seen
        return seen

    def view(self, viewer: Viewer) -> bytes:
        """What a viewer gets now, as JSON."""
        made = self._now()
        return self._view(made, self._kind(viewer, made.state))

    def _view(self, made: _Made, kind: Viewer) -> bytes:
        view = made.views.get(kind)
        if view is None:
            seen, attending = self._observation(made, kind), made.attending
            shown = View(
                table=self.name,
                revision=seen.revision,
                seq=made.version[0],
                observation=seen,
                away=attending.away,
                sitting_out=tuple(sorted(attending.out)),
            )
            view = made.views[kind] = msgspec.json.encode(shown)
            self.rendered += 1
        return view

    def last_round(self, viewer: Viewer) -> Observation | None:
        """The table as it lay when the last round was settled, as this viewer may see it; None before the first.

        The round is read from the record once, not once a viewer.
        """
        live = self.live
        # A round keeps its number after its end: asked for meanwhile, the one before it is the last.
        at = (getattr(live.state, "number", 0), getattr(live.state, "status", ""))
        over = self._over
        if over is None or over.at != at:
            over = self._over = _Over(at, *self._read_last_round())
        if over.state is None:
            return None
        kind = self.kind(viewer)
        seen = over.observed.get(kind)
        if seen is None:
            # The round is over: nothing is due in its picture.
            seen = live.machine.observe(live.rules, over.state, kind, over.events[-LAST:], ())
            over.observed[kind] = seen
        return seen

    def _read_last_round(self) -> tuple[State | None, list[Event]]:
        log, live = self.record.log, self.live
        ends = log.round_ends(self.stream, 1)
        if not ends:
            return None, []
        events = [event_of(row) for row in log.events(self.stream, ends[-1] - 1, ends[-1])]
        before = events[: next(place for place, event in enumerate(events) if event.ends_round)]
        state = live.machine.replay(before, self.record.at(self.stream, ends[-1] - 1))
        last = [place for place, event in enumerate(live.recent) if event.ends_round]
        # The events of the round up to its end, for what was said and done in it.
        return state, live.recent[: last[-1]] if last else before

    async def answered(self, viewer: Viewer, answer: Answer, before: int) -> tuple[Event, ...]:
        """What a command led to, as whoever gave it may see it; ``before``: how far the stream had come when it was given.

        Who repeats a key sees what they saw at first: the cards of a round that is over were theirs, and now are nobody's.
        """
        again = answer.seq <= before
        state = await asyncio.to_thread(self.record.at, self.stream, answer.seq) if again else self.live.state
        return self._seen(state, viewer, answer.events)

    def _seen(self, state: State, viewer: Viewer, events: Iterable[Event]) -> tuple[Event, ...]:
        live = self.live
        shown: tuple[Event, ...] = live.machine.redact(live.rules, state, tuple(events), self._kind(viewer, state))
        return shown

    def after(self, viewer: Viewer, revision: int) -> tuple[Event, ...] | None:
        """The events since a revision as a viewer may see them; None if they are no longer at hand."""
        return self._after(self._now(), viewer, revision)

    def _after(self, made: _Made, viewer: Viewer, revision: int) -> tuple[Event, ...] | None:
        missing = made.state.revision - revision
        if missing < 0 or missing > len(made.events):
            return None
        return self._seen(made.state, viewer, made.events[-missing:]) if missing else ()

    def message(self, viewer: Viewer, seen: int) -> tuple[tuple[int, int], int, bytes]:
        """The version now, its revision, and the message that leads there: the events since a revision, none below 0, and the view.

        Made once for all who have seen as much.
        """
        made = self._now()
        kind, revision = self._kind(viewer, made.state), made.state.revision
        # What is no longer at hand is one and the same to everybody.
        seen = -1 if seen < 0 else seen if 0 <= revision - seen <= len(made.events) else revision + 1
        message = made.messages.get((kind, seen))
        if message is None:
            since = self._after(made, viewer, seen) if seen >= 0 else ()
            message = b'{"events":' + msgspec.json.encode(since) + b',"view":' + self._view(made, kind) + b"}"
            if len(made.messages) < KEPT:
                made.messages[kind, seen] = message
        return made.version, revision, message

    def enter(self, viewer: Viewer) -> Watching:
        """Somebody looks on."""
        one = Watching(viewer)
        one.news.set()
        self.watching.add(one)
        self.came_or_went()
        return one

    def leave(self, one: Watching) -> None:
        """Somebody looks away."""
        self.watching.discard(one)
        if one.viewer.role is Role.PLAYER and one.viewer.person is not None:
            self._went[one.viewer.person] = self.clock.monotonic()
        self.came_or_went()

    def present(self, person: str) -> bool:
        """Whether a player's page is open at this process."""
        return any(one.viewer.role is Role.PLAYER and one.viewer.person == person for one in self.watching)

    def here(self, person: str) -> bool:
        """Whether a player's page is open, at this process or by the record at another one."""
        return self.present(person) or person in self.attendance.state.here

    def returning(self, person: str) -> float:
        """How many seconds a player whose page is gone may still be loading the next one: a page in words is loaded anew."""
        went = self._went.get(person, float("-inf"))
        return 0.0 if self.present(person) else max(0.0, went + LOADING - self.clock.monotonic())
