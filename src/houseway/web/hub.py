"""One table among its viewers: what each kind of viewer gets is made once a version, and who is slow skips versions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from houseway.engine.kernel import Envelope, Event, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.store.attendance import Attendance
from houseway.store.record import RECENT, Answer, Live, Record
from houseway.store.rows import event_of

VISITOR = Viewer(Role.PLAYER, " a visitor")
"""Whoever may take a seat and has none; nobody has this name."""
LAST = 60
"""So many of the last events come with an observation."""


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


class Hub:
    """A table or a room and those who look at it. ``personal``: what staff sees there differs from person to person."""

    def __init__(self, record: Record, stream: str, name: str, *, personal: bool = False) -> None:
        self.record, self.stream, self.name, self.personal = record, stream, name, personal
        self.lock = asyncio.Lock()
        self.watching: set[Watching] = set()
        self.attendance = Attendance(record, name)
        self.came_or_went: Callable[[], None] = lambda: None
        """Called when somebody begins or ends to look on."""
        self._observed: dict[Viewer, Observation] = {}
        self._views: dict[Viewer, bytes] = {}
        self._messages: dict[tuple[Viewer, int], tuple[int, bytes]] = {}
        self._over: tuple[int, State | None, list[Event]] | None = None
        self._over_seen: dict[Viewer, Observation] = {}
        self._made_at = (-1, -1)
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
        """Carry out a command; the viewers are told when it is recorded."""
        answer = await self.record.send_async(self.stream, given, self.lock, only_at=only_at)
        self.tell()
        return answer

    def tell(self) -> None:
        """There is something new."""
        for one in self.watching:
            one.news.set()

    async def catch_up(self) -> None:
        """Another process has written."""
        async with self.lock:
            await asyncio.to_thread(self.record.catch_up, self.live)
        self.tell()

    # What is seen.

    def kind(self, viewer: Viewer) -> Viewer:
        """Viewers who see the same are one: whoever is not seated sees what anybody does of their role."""
        if self.personal:
            return viewer
        if viewer.role is not Role.PLAYER:
            return Viewer(viewer.role)
        state = self.live.state
        known = viewer.person in state.seats.values() or viewer.person in getattr(state, "barred", ())
        return viewer if known else VISITOR

    def observation(self, viewer: Viewer) -> Observation:
        """What a viewer may see now; made once a version and kind of viewer."""
        live, kind, version = self.live, self.kind(viewer), self.version
        if self._made_at != version:
            for made in (self._observed, self._views, self._messages):
                made.clear()
            self._made_at = version
        seen = self._observed.get(kind)
        if seen is None:
            state, recent = live.told(LAST)
            due = live.machine.due(live.rules, state)
            seen = live.machine.observe(live.rules, state, kind, recent, due)
            # Pages are made in other threads: what was overtaken meanwhile is not kept as what is new.
            if self._made_at == version == self.version:
                self._observed[kind] = seen
        return seen

    def view(self, viewer: Viewer) -> bytes:
        """What a viewer gets now, as JSON."""
        version = self.version
        seen, kind = self.observation(viewer), self.kind(viewer)
        made = self._views.get(kind)
        if made is None:
            attending = self.attendance.state
            out = tuple(sorted(attending.out))
            at, seq = seen.revision, version[0]
            view = View(table=self.name, revision=at, seq=seq, observation=seen, away=attending.away, sitting_out=out)
            made = msgspec.json.encode(view)
            if self._made_at == version == self.version:
                self._views[kind] = made
            self.rendered += 1
        return made

    def last_round(self, viewer: Viewer) -> Observation | None:
        """The table as it lay when the last round was settled, as this viewer may see it; None before the first.

        The round is read from the record once, not once a viewer.
        """
        live = self.live
        number: int = getattr(live.state, "number", 0)
        if self._over is None or self._over[0] != number:
            self._over = (number, *self._read_last_round())
            self._over_seen.clear()
        _, state, events = self._over
        if state is None:
            return None
        kind = self.kind(viewer)
        seen = self._over_seen.get(kind)
        if seen is None:
            due = live.machine.due(live.rules, state)
            seen = live.machine.observe(live.rules, state, kind, events[-LAST:], due)
            self._over_seen[kind] = seen
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

    def seen(self, viewer: Viewer, events: Iterable[Event]) -> tuple[Event, ...]:
        """The last events of the table as a viewer may see them."""
        live = self.live
        shown: tuple[Event, ...] = live.machine.redact(live.rules, live.state, tuple(events), self.kind(viewer))
        return shown

    def after(self, viewer: Viewer, revision: int) -> tuple[Event, ...] | None:
        """The events since a revision as a viewer may see them; None if they are no longer at hand."""
        return self._after(viewer, revision)[1]

    def _after(self, viewer: Viewer, revision: int) -> tuple[int, tuple[Event, ...] | None]:
        """The revision that the events lead to, and they."""
        state, recent = self.live.told(2 * RECENT)
        missing = state.revision - revision
        if missing < 0 or missing > len(recent):
            return state.revision, None
        return state.revision, self.seen(viewer, recent[-missing:]) if missing else ()

    def message(self, viewer: Viewer, seen: int) -> tuple[int, bytes]:
        """The events since a revision, none below 0, and the view now, with the revision they lead to: made once for all who
        have seen as much."""
        view, key = self.view(viewer), (self.kind(viewer), seen)
        made = self._messages.get(key)
        if made is None:
            revision, since = self._after(viewer, seen) if seen >= 0 else (self.live.state.revision, ())
            told = b'{"events":' + msgspec.json.encode(since) + b',"view":' + view + b"}"
            made = self._messages[key] = (revision, told)
        return made

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
        self.came_or_went()

    def present(self, person: str) -> bool:
        """Whether a player's page is open."""
        return any(one.viewer.role is Role.PLAYER and one.viewer.person == person for one in self.watching)
