"""The board of the jackpots: rooms, funds and meters as a visitor may see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from houseway.chapters.c637a_poker.jackpots import citations
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.observe import FundSeen, JackpotObservation
from houseway.chapters.c637a_poker.jackpots.payouts import uncounted
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, NAME, SECTION
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.banked.events import DocumentationAwaited
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Envelope, Viewer
from houseway.engine.roles import FLOOR_OR_ABOVE, Role
from houseway.rules.table_rules import TableRules
from houseway.store.jackpots import jackpots_stream
from houseway.store.rows import event_of
from houseway.store.table_system import table_stream
from houseway.view.names import wager_name
from houseway.web.pages.jackpots.steps import (
    BY_SYSTEM,
    Awaited,
    RoomTables,
    StepForm,
    awaited,
    form_of,
    noticed_form,
)
from houseway.web.pages.jackpots.telling import clock, hand_text, told
from houseway.web.pages.rendering import money, render
from houseway.web.pages.visitors import Visitor
from houseway.web.server import Server
from houseway.web.table_faults import TableFault

LAST = 12
"""So many of the last events of a room stand on its board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureStep:
    """One step of a payout or of the end of a fund: done, now or to come."""

    says: str
    who: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Why something cannot go on yet and what lets it; ``link``: where that is done."""

    says: str
    clause: ClauseId = NO_CLAUSE
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FundCard:
    """A fund as the board shows it. ``over_percent``: how much of the qualifying period is over.

    ``unpaid``: what must be counted before a verified Bad Beat can be paid, or what it does not pay of the fund;
    ``ending``: what is left to do for a fund whose contributions are terminated.
    """

    name: str
    title: str
    section: str
    seen: FundSeen
    verified: ev.BadBeatVerified | None
    losing: str
    winning: str
    payout: tuple[ProcedureStep, ...]
    unpaid: Note | None
    ending: tuple[ProcedureStep, ...]
    over_percent: int
    ends: str
    leading: str


class FeedingTable(NamedTuple):
    """A table that feeds a room: whether a round is under way, and for which kinds of fund its pots are collected from."""

    name: str
    in_round: bool
    collects: tuple[tuple[str, ClauseId], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomCard:
    """A room with its funds."""

    name: str
    funds: tuple[FundCard, ...]
    steps: tuple[StepForm, ...]
    due: tuple[Awaited, ...]
    notes: tuple[Note, ...]
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


def _fund(name: str, seen: FundSeen, verified: ev.BadBeatVerified | None, now: float, heirs: list[str]) -> FundCard:
    ends, began = seen.period_ends_at, seen.period_began_at
    over = 0
    if ends is not None and began is not None:
        over = round(100 * min(max(now - began, 0), ends - began) / max(ends - began, 1))
    return FundCard(
        name=name,
        title=NAME[seen.kind],
        section=SECTION[seen.kind],
        seen=seen,
        verified=verified,
        losing=hand_text(verified.losing) if verified is not None else "",
        winning=hand_text(verified.winning) if verified is not None else "",
        payout=_payout(seen),
        unpaid=_unpaid(name, seen),
        ending=_ending(seen, heirs),
        over_percent=over,
        ends=clock(ends or 0),
        leading=hand_text(seen.to_beat) if seen.to_beat else "",
    )


def _procedure(steps: list[tuple[str, str, bool]]) -> tuple[ProcedureStep, ...]:
    """Steps in their order, each with whose it is and whether it is done; the first that is not is the one for now."""
    now = next((number for number, (_, _, done) in enumerate(steps) if not done), -1)
    return tuple(
        [
            ProcedureStep(says=says, who=who, done=done, now=number == now)
            for number, (says, who, done) in enumerate(steps)
        ]
    )


def _payout(seen: FundSeen) -> tuple[ProcedureStep, ...]:
    """The way of a Bad Beat from its verification to the adjusted display."""
    beat = seen.bad_beat
    if beat is None and not seen.pending:
        return ()
    payable = beat is None or beat.is_prepared or bool(seen.would_pay)
    return _procedure(
        [
            ("Hands verified", "shift supervisor", True),
            ("Notice posted: pending adjustment", "shift supervisor", beat is None or beat.notice),
            ("Payout ordered", "shift supervisor", beat is None or bool(beat.to)),
            ("Contributions counted and on the finance record", "floor, cage, finance", payable),
            ("Distribution prepared", "finance", beat is None or beat.is_prepared),
            ("Players paid", beat.to if beat is not None and beat.to else "as ordered", beat is None),
            ("Display adjusted", "finance, a floorperson present", not seen.pending),
        ]
    )


def _unpaid(name: str, seen: FundSeen) -> Note | None:
    """What must be counted before a verified Bad Beat is paid, or what is left out of its payout unless it is."""
    beat, held = seen.bad_beat, seen.balances
    if beat is None or held is None or beat.is_prepared:
        return None
    first = uncounted(name, held).refusal
    if not seen.would_pay:
        return Note(says=f"No payout can be prepared yet: {first.message}", clause=first.clause)
    waiting = held.total - held.recorded
    if not waiting and not held.uncounted:
        return None
    more = "What is in the boxes" if held.uncounted else f"{money(waiting)} more"
    says = f"{more} is not on the finance record yet. This payout includes it only if it is recorded first"
    return Note(says=says, clause=first.clause)


def _ending(seen: FundSeen, heirs: list[str]) -> tuple[ProcedureStep, ...]:
    """What leads the money of a fund whose contributions are terminated to players (637a.15(i))."""
    held = seen.balances
    if seen.kind != BAD_BEAT or seen.collecting or held is None:
        return ()
    uncounted = held.uncounted or bool(held.locked)
    empty = not held.total and not uncounted
    steps = [
        ("Contributions terminated", "shift supervisor", True),
        ("Boxes counted", "floor, security, cage", not uncounted),
        ("Count entered in the record", "finance", not uncounted and not held.unrecorded),
    ]
    if seen.bad_beat is not None:
        steps.append(("Verified Bad Beat paid", "finance", False))
    if held.recorded or not heirs:
        steps.append(("Another Bad Beat payout offered", "shift supervisor", bool(heirs) or empty))
    left = f"{money(held.recorded)} transferred" if held.recorded else "Money transferred"
    steps += [
        (f"{left} to it, or paid with the next Bad Beat", "finance", empty),
        ("Fund closed", "finance", False),
    ]
    return _procedure(steps)


def _held_up(command: Any, own: JackpotObservation, person: str) -> Note | None:
    """Why a hand that a round showed cannot be verified or called by this person now; None if it can."""
    fund = own.funds[command.fund]
    tag = str(command.__struct_config__.tag)
    legal = any(ask.command == tag and ask.subject == command.fund for ask in own.legal)
    if isinstance(command, cmd.CallHighHand):
        if fund.is_tracking:
            return None
        hand = f"{hand_text(command.hand)} in seat {command.seat} of {command.table}"
        says = f"{hand} can no longer be called: the payout of its period is announced"
        return Note(says=says, clause=citations.HIGH_HAND_PERIOD)
    players = (command.loser, command.winner, *command.others, *command.also_lost, *command.also_won)
    if legal and person not in players:
        return None
    beat = f"The Bad Beat at {command.table}"
    if legal:
        says = f"{beat} must be verified by another shift supervisor: you were dealt in"
        return Note(says=says, clause=citations.BAD_BEAT_VERIFICATION)
    if fund.bad_beat is not None or fund.pending:
        says = f"{beat} can be verified when the one before it is paid and the display is adjusted"
        return Note(says=says, clause=citations.BAD_BEAT_ADJUSTMENT)
    says = f"{beat} can be verified when {command.fund} holds something to pay"
    return Note(says=says, clause=citations.BAD_BEAT_OFFER)


def _collects(seen: JackpotObservation, kind: str, table: str) -> bool:
    """Return whether a fund of a kind collects what the pots of a table contribute."""
    return any(fund.kind == kind and fund.collecting and table in fund.tables for fund in seen.funds.values())


def _notes(
    seen: JackpotObservation, tables: RoomTables, feeding: list[FeedingTable], roles: tuple[Role, ...]
) -> Iterator[Note]:
    """What keeps steps that the room waits for from being offered, and what goes on at the tables meanwhile."""
    for ask in (*seen.due, *seen.legal):
        match ask.command:
            case "designate_table" if not tables.names:
                says = "No table feeds this room yet. Open one from a submission and choose this room for its jackpots"
                link = "/submissions" if Role.SHIFT_SUPERVISOR in roles else ""
                yield Note(says=says, clause=ask.clause, link=link)
            case "close_table_for_count" if ask.word in tables.in_round:
                says = f"Table {ask.word} can be closed for its count when its round is over"
                yield Note(says=says, clause=ask.clause)
    for table in feeding:
        for kind, clause in table.collects:
            if not _collects(seen, kind, table.name):
                says = f"Pots at {table.name} contribute to a {NAME[kind]} that collects nothing there now"
                link = f"/floor/{table.name}" if FLOOR_OR_ABOVE.intersection(roles) else ""
                yield Note(says=f"{says}. Stop that at the table", clause=clause, link=link)


class Board:
    """The board as a visitor may see it, made again only where something it rests on has changed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._won: dict[str, tuple[int, list[DocumentationAwaited]]] = {}

    # The meters of banked tables.

    def meters(self) -> tuple[list[MeterCard], list[TableFault]]:
        """Every progressive meter of an open table, as the sign over the table shows it, and the tables that cannot be shown."""
        found = []
        metered, faults = self._metered()
        for table, rules, seen in metered:
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
        return found, faults

    def _metered(self) -> tuple[list[tuple[str, TableRules, BankedObservation]], list[TableFault]]:
        def show(name: str) -> tuple[str, TableRules, BankedObservation] | None:
            hub = self.server.hub(name)
            rules = hub.live.rules
            if not isinstance(rules, TableRules) or not rules.game.meters:
                return None
            seen = hub.observation(Viewer(Role.PLAYER))
            assert isinstance(seen, BankedObservation)
            return name, rules, seen

        open_tables = [name for name, entry in self.server.people.state.tables.items() if not entry.closed]
        return self.server.faults.show_each(open_tables, show)

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
        feeding, now = self._feeding(name), self.server.clock.now()
        tables = RoomTables(
            tuple([table.name for table in feeding]), frozenset(table.name for table in feeding if table.in_round)
        )
        forms: list[StepForm] = []
        notes: list[Note] = []
        hands: list[Awaited] = []
        if who is not None and roles != (Role.PLAYER,):
            noticed_hands = [hand for table in feeding for hand in self._noticed_at(name, table.name)]
            for role in roles:
                own = _observed(hub.observation(Viewer(role, person)))
                for hand in [hand for hand in noticed_hands if hand.role is role]:
                    reason = _held_up(hand.command, own, who.person)
                    if reason is None:
                        forms.append(noticed_form(hand))
                    else:
                        notes.append(reason)
                legal = [form_of(ask, own, tables, who.person, now) for ask in own.legal]
                forms += [form for form in legal if form is not None]
            for hand in noticed_hands:
                whoever = _observed(hub.observation(Viewer(hand.role)))
                if _held_up(hand.command, whoever, "") is None:
                    form = noticed_form(hand)
                    hands.append(Awaited(title=form.title, fund=form.fund, role=form.role, clause=form.clause))
            notes += _notes(seen, tables, feeding, roles)
        heirs = [id for id, one in seen.funds.items() if one.kind == BAD_BEAT and one.collecting]
        return RoomCard(
            name=name,
            funds=tuple([self._fund(name, id, one, now, heirs) for id, one in seen.funds.items() if not one.closed]),
            steps=tuple({form.key: form for form in reversed(forms)}.values())[::-1],
            due=(*[awaited(ask) for ask in seen.due if ask.command not in BY_SYSTEM], *hands),
            notes=tuple(dict.fromkeys(notes)),
            lines=tuple([line for event in reversed(seen.events) for line in told(event)][:LAST]),
            tables=tables.names,
            staff=roles != (Role.PLAYER,),
        )

    def _feeding(self, room: str) -> list[FeedingTable]:
        """The open tables that feed a room; those that cannot be shown are named beside the meters."""

        def show(name: str) -> FeedingTable:
            live, dealing = self.server.hub(name).live, self.server.dealing.get(name)
            collected: list[tuple[str, ClauseId]] = []
            if isinstance(live.rules, PokerRules):
                state: Any = live.state
                stopped: frozenset[str] = state.not_collecting
                collected = [(one.fund, one.clause) for one in live.rules.contributions if one.fund not in stopped]
            return FeedingTable(name, dealing is not None and dealing.in_round(), tuple(collected))

        entries, stream = self.server.people.state.tables.items(), jackpots_stream(room)
        names = [name for name, entry in entries if entry.jackpots == stream and not entry.closed]
        return self.server.faults.show_each(names, show)[0]

    def _noticed_at(self, room: str, table: str) -> list[Envelope]:
        """What the last rounds of a table showed and nobody has dealt with."""
        return self.server.noticed.at_table(table, jackpots_stream(room))

    def _fund(self, room: str, name: str, seen: FundSeen, now: float, heirs: list[str]) -> FundCard:
        verified = None
        if seen.kind == BAD_BEAT and (seen.pending or seen.bad_beat is not None):
            rows = self.server.record.log.tagged(jackpots_stream(room), "bad_beat_verified")
            own = [one for one in map(event_of, rows) if isinstance(one, ev.BadBeatVerified) and one.fund == name]
            verified = own[-1] if own else None
        return _fund(name, seen, verified, now, heirs)

    # The page.

    def given(self, who: Visitor | None) -> dict[str, Any]:
        """What the board is made from, as this visitor may see it."""
        meters, faults = self.meters()
        rooms = [self.room(name, who) for name in self.server.people.state.rooms]
        return {"rooms": rooms, "meters": meters, "faults": faults, "clauses": citations}

    def parts(self, who: Visitor, *, sign: bool) -> dict[str, str]:
        """The parts of the page, by the id of their element."""
        given = self.given(None if sign else who)
        names = ("sign",) if sign else ("funds", "meters", "steps", "counts", "due", "told")
        return {name: render(f"jackpots/_{name}.html", me=who, **given) for name in names}

    def version(self) -> tuple[Any, ...]:
        """What the board rests on: the rooms, their tables, the meters, and the time of the period by half minutes."""
        rooms = [
            (name, self.server.room(name).live.seq, *self._feeding(name)) for name in self.server.people.state.rooms
        ]
        metered, faults = self._metered()
        meters = [(name, *seen.meters.values()) for name, _, seen in metered]
        return (int(self.server.clock.now()) // 30, *rooms, *meters, *faults)
