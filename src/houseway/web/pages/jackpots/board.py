"""The board of the jackpots: rooms, funds and meters as a visitor may see them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.observe import FundSeen, JackpotObservation
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, NAME, SECTION
from houseway.clause import ClauseId
from houseway.engine.banked.events import DocumentationAwaited
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.roles import Role
from houseway.rules.table_rules import TableRules
from houseway.store.jackpots import jackpots_stream, noticed
from houseway.store.rows import event_of
from houseway.store.table_system import table_stream
from houseway.view.names import wager_name
from houseway.web.pages.jackpots.steps import BY_SYSTEM, Awaited, StepForm, awaited, forms_of, ready
from houseway.web.pages.jackpots.telling import clock, hand_text, told
from houseway.web.pages.rendering import money, render
from houseway.web.pages.visitors import Visitor
from houseway.web.server import Server

LAST = 12
"""So many of the last events of a room stand on its board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutStep:
    """One step of a Bad Beat payout: done, now or to come."""

    says: str
    who: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FundCard:
    """A fund as the board shows it. ``over_percent``: how much of the qualifying period is over."""

    name: str
    title: str
    section: str
    seen: FundSeen
    verified: ev.BadBeatVerified | None
    losing: str
    winning: str
    payout: tuple[PayoutStep, ...]
    over_percent: int
    ends: str
    leading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomCard:
    """A room with its funds."""

    name: str
    funds: tuple[FundCard, ...]
    steps: tuple[StepForm, ...]
    due: tuple[Awaited, ...]
    lines: tuple[tuple[str, str, str], ...]
    tables: tuple[str, ...]
    staff: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterCard:
    """A progressive meter of a banked table."""

    name: str
    table: str
    game: str
    now: int
    reset: int
    rate: str
    last: str
    clause: ClauseId


def roles_of(who: Visitor | None) -> tuple[Role, ...]:
    """In which roles somebody looks at a room: as staff where the account is of the staff, else as a player."""
    if who is None:
        return (Role.PLAYER,)
    staff = tuple(role for role in who.roles if role not in (Role.PLAYER, Role.ADMINISTRATOR))
    return staff or (Role.PLAYER,)


def _observed(seen: Any) -> JackpotObservation:
    assert isinstance(seen, JackpotObservation)
    return seen


def _fund(name: str, seen: FundSeen, verified: ev.BadBeatVerified | None) -> FundCard:
    ends, began = seen.period_ends_at, seen.period_began_at
    over = 0
    if ends is not None and began is not None:
        over = round(100 * min(max(time.time() - began, 0), ends - began) / max(ends - began, 1))
    return FundCard(
        name=name,
        title=NAME[seen.kind],
        section=SECTION[seen.kind],
        seen=seen,
        verified=verified,
        losing=hand_text(verified.losing) if verified is not None else "",
        winning=hand_text(verified.winning) if verified is not None else "",
        payout=tuple(_payout(seen)),
        over_percent=over,
        ends=clock(ends or 0),
        leading=hand_text(seen.to_beat) if seen.to_beat else "",
    )


def _payout(seen: FundSeen) -> Iterator[PayoutStep]:
    """The way of a Bad Beat from its verification to the adjusted display."""
    beat = seen.bad_beat
    if beat is None and not seen.pending:
        return
    done = (
        True,
        beat is None or beat.notice,
        beat is None or bool(beat.to),
        beat is None or bool(beat.form),
        beat is None,
        not seen.pending,
    )
    now = done.index(False) if False in done else -1
    words = (
        ("Hands verified", "shift supervisor"),
        ("Notice posted: pending adjustment", "shift supervisor"),
        ("Payout ordered", "shift supervisor"),
        ("Distribution prepared", "finance"),
        ("Players paid", beat.to if beat is not None and beat.to else "who was told to deliver it"),
        ("Display adjusted", "finance, the floor present"),
    )
    for number, ((says, who), is_done) in enumerate(zip(words, done, strict=True)):
        yield PayoutStep(says=says, who=who, done=is_done, now=number == now)


class Board:
    """The board as a visitor may see it, made again only where something it rests on has changed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._noticed: dict[tuple[str, str], tuple[tuple[int, int], list[Envelope]]] = {}
        self._won: dict[str, tuple[int, list[DocumentationAwaited]]] = {}

    # The meters of banked tables.

    def meters(self) -> list[MeterCard]:
        """Every progressive meter of an open table, as the sign over the table shows it."""
        found = []
        for table, rules, seen in self._metered():
            for id, meter in rules.game.meters.items():
                wagers = [one.id for one in rules.game.wagers.values() if one.meter == id]
                won = [one for one in self._last_won(table, seen.number) if one.wager in wagers]
                last = (
                    f"{money(won[-1].cents)}, {wager_name(rules.game, won[-1].wager)}, seat {won[-1].seat}"
                    if won
                    else ""
                )
                found.append(
                    MeterCard(
                        name=" and ".join(dict.fromkeys(wager_name(rules.game, one) for one in wagers)),
                        table=table,
                        game=rules.game.name,
                        now=seen.meters[id],
                        reset=meter.reset,
                        rate=f"{float(meter.rate) * 100:.4g}%",
                        last=last,
                        clause=meter.clause,
                    )
                )
        return found

    def _metered(self) -> Iterator[tuple[str, TableRules, BankedObservation]]:
        for name, entry in self.server.people.state.tables.items():
            hub = None if entry.closed else self.server.hub(name)
            rules = hub.live.rules if hub is not None else None
            if hub is not None and isinstance(rules, TableRules) and rules.game.meters:
                seen = hub.observation(Viewer(Role.PLAYER))
                assert isinstance(seen, BankedObservation)
                yield name, rules, seen

    def _last_won(self, table: str, number: int) -> list[DocumentationAwaited]:
        """What was won of the meters of a table; looked up once a round."""
        kept = self._won.get(table)
        if kept is None or kept[0] != number:
            rows = self.server.record.log.tagged(table_stream(table), "documentation_awaited")
            events = [one for one in map(event_of, rows) if isinstance(one, DocumentationAwaited)]
            kept = self._won[table] = (number, events)
        return kept[1]

    # The rooms.

    def room(self, name: str, who: Visitor | None) -> RoomCard:
        """A room as this visitor may see it; of nobody, as the public sign shows it."""
        hub, roles = self.server.room(name), roles_of(who)
        person = who.person if who is not None else None
        seen = _observed(hub.observation(Viewer(roles[0], person)))
        stream = jackpots_stream(name)
        entries = self.server.people.state.tables.items()
        tables = tuple([table for table, one in entries if one.jackpots == stream and not one.closed])
        steps: list[StepForm] = []
        if who is not None and roles != (Role.PLAYER,):
            steps += self._noticed_in(name, tables, roles)
            for role in roles:
                own = _observed(hub.observation(Viewer(role, person)))
                steps += [form for ask in own.legal for form in forms_of(ask, own, tables, who.person)]
        return RoomCard(
            name=name,
            funds=tuple([self._fund(name, id, one) for id, one in seen.funds.items() if not one.closed]),
            steps=tuple(dict.fromkeys(steps)),
            due=tuple([awaited(ask) for ask in seen.due if ask.command not in BY_SYSTEM]),
            lines=tuple([line for event in reversed(seen.events) for line in told(event)][:LAST]),
            tables=tables,
            staff=roles != (Role.PLAYER,),
        )

    def _noticed_in(self, room: str, tables: tuple[str, ...], roles: tuple[Role, ...]) -> Iterator[StepForm]:
        """What the last rounds of the tables showed and nobody has dealt with, ready to be given."""
        record = self.server.record
        for table in tables:
            ends = record.log.round_ends(table_stream(table), 1)
            at = (ends[0] if ends else 0, self.server.room(room).live.seq)
            kept = self._noticed.get((room, table))
            if kept is None or kept[0] != at:
                kept = self._noticed[room, table] = (at, noticed(record, table, jackpots_stream(room)))
            yield from [ready(one, table) for one in kept[1] if one.role in roles]

    def _fund(self, room: str, name: str, seen: FundSeen) -> FundCard:
        verified = None
        if seen.kind == BAD_BEAT and (seen.pending or seen.bad_beat is not None):
            rows = self.server.record.log.tagged(jackpots_stream(room), "bad_beat_verified")
            own = [one for one in map(event_of, rows) if isinstance(one, ev.BadBeatVerified) and one.fund == name]
            verified = own[-1] if own else None
        return _fund(name, seen, verified)

    # The page.

    def given(self, who: Visitor | None) -> dict[str, Any]:
        """What the board is made from, as this visitor may see it."""
        return {"rooms": [self.room(name, who) for name in self.server.people.state.rooms], "meters": self.meters()}

    def parts(self, who: Visitor, *, sign: bool) -> dict[str, str]:
        """The parts of the page, by the id of their element."""
        given = self.given(None if sign else who)
        names = ("sign",) if sign else ("funds", "meters", "steps", "counts", "due", "told")
        return {name: render(f"jackpots/_{name}.html", me=who, **given) for name in names}

    def version(self) -> tuple[Any, ...]:
        """What the board rests on: the rooms, the meters, and the time of the qualifying period by half minutes."""
        rooms = [(name, self.server.room(name).live.seq) for name in self.server.people.state.rooms]
        meters = [(name, *seen.meters.values()) for name, _, seen in self._metered()]
        return (int(time.time()) // 30, *rooms, *meters)
