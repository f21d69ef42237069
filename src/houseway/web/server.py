"""The house that is open: its record, its people, its tables and rooms, and what goes on between them."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from fastapi import HTTPException
from sqlalchemy.exc import DBAPIError

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker.citations import DECKS
from houseway.chapters.c637a_poker.commands import StartRound
from houseway.chapters.c637a_poker.jackpots.commands import (
    CallHighHand,
    CloseTableForCount,
    EndQualifyingPeriod,
    TerminateContributions,
    VerifyBadBeat,
)
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT
from houseway.encoding import decode_command
from houseway.engine.banked.commands import DetermineStart
from houseway.engine.kernel import Command, Envelope, Event, Viewer, envelope
from houseway.engine.opening import OpenTable, TakeSeat
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import Account, CloseTable, ListTable, Policy, ReopenTable, TableEntry
from houseway.house.attendance import SitIn, SitOut
from houseway.house.shuffles import Shoe
from houseway.store.cage import Cage
from houseway.store.heads import Publisher
from houseway.store.jackpots import compare_with_table, complete_award, count_clause, is_left_to_carry, jackpots_stream
from houseway.store.record import ATTENDANCE, JACKPOTS, TABLE, MovedOnError, Opening, Record, RecordError
from houseway.store.table_system import is_left_to_tell, shuffles_stream, table_stream
from houseway.store.wake import EVERYTHING, Wake
from houseway.view.submission import Checked
from houseway.web.accounts import STREAM, People
from houseway.web.check_process import check_bench, check_opening, hint_bench
from houseway.web.closures import Closure, closure_of
from houseway.web.dealing import Dealing
from houseway.web.health import Health
from houseway.web.hub import Hub
from houseway.web.limits import Rate
from houseway.web.metrics import Metrics
from houseway.web.noticed_hands import NoticedHands
from houseway.web.pages.past import Past
from houseway.web.rooms import room_of
from houseway.web.sign_ins import SignIns
from houseway.web.submitted import lawful, submission_of
from houseway.web.table_faults import TableFaults

log = logging.getLogger("houseway.web")
NOTED_EVERY = 60.0
"""So many seconds after each other it is noted how far every stream has come, which is signed and published."""
LOOKED_EVERY = 5.0
"""So many seconds after each other it is looked what was written elsewhere without a call."""


APART = 24 * 3600
"""So many seconds after acting as staff at a table a person may sit down there."""


def _sits_there(person: str, table: str, role: Role) -> str:
    return f"{person} sits at table {table} and cannot be {role.spoken} there; leave the seat first."


class TableBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened under a submission, or under the one on file by the name of ``rules``."""

    name: str
    submission: dict[str, Any] = {}
    rules: str = ""
    policy: Policy = Policy()
    jackpots: str = ""


class Server:
    """A house that is open: its record, its people and its tables. ``publish``: where signed heads go; ``chance``: the source of chance of a
    table."""

    def __init__(
        self,
        record: Record,
        people: People,
        *,
        publish: Sequence[str] = (),
        chance: Callable[[str], random.Random] = lambda table: random.SystemRandom(),
    ) -> None:
        self.record, self.people, self.clock, self.chance = record, people, record.clock, chance
        self.cage = Cage(record)
        self.publisher = Publisher(publish)
        self.metrics = Metrics()
        self.faults = TableFaults()
        self.health = Health(record, self.clock)
        self.checks, self.hints = check_bench(self.clock), hint_bench(self.clock)
        self.past = Past(record)
        self.hubs: dict[str, Hub] = {}
        self.rooms: dict[str, Hub] = {}
        self.dealing: dict[str, Dealing] = {}
        self.sign_ins = SignIns(people, self.clock, self.metrics)
        self.links = Rate(0.2, 10, self.clock)
        self.commands = Rate(50, 200, self.clock)
        self.refusals = Rate(0.5, 100, self.clock)
        self.extracts = Rate(0.5, 40, self.clock)
        self.noticed = NoticedHands(record)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.wake: Wake | None = None
        self.stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Take up the tables that are open."""
        self.loop = asyncio.get_running_loop()
        self.wake = Wake(self.record.log.engine, self._heard, self.clock)
        self.record.listeners.append(self._written)
        self.record.on_signed.append(self.publisher.publish)
        self.take_up()
        tasks = (self._note_now_and_then, self._look_now_and_then, self._take_up_unfinished)
        self._tasks = [asyncio.create_task(one()) for one in tasks]
        # What reads commands is made now: the first player would wait for it.
        decode_command(msgspec.json.encode(OpenTable()))

    def take_up(self) -> None:
        """Every table that is open is dealt here too."""
        for name, entry in self.people.state.tables.items():
            if not entry.closed:
                self.hub(name)

    async def _take_up_unfinished(self) -> None:
        """A closed table goes on too, until nobody sits there, all that it contributed is carried and its seeds are told."""
        closed = {name: entry for name, entry in self.people.state.tables.items() if entry.closed}
        while closed:
            name, entry = next(iter(closed.items()))
            try:
                if await asyncio.to_thread(self._is_unfinished, name, entry):
                    self.hub(name)
            except DBAPIError as error:
                log.warning("a closed table was not looked at", exc_info=error)
                await self.clock.sleep(LOOKED_EVERY)
                continue
            except Exception as error:
                # One table's fault does not keep the others from being looked at.
                log.warning("closed table %s cannot be read", name, exc_info=error)
            del closed[name]

    def _is_unfinished(self, name: str, entry: TableEntry) -> bool:
        # Read without being kept: closed tables grow in number, and hardly any is unfinished.
        stream = table_stream(name)
        row = self.record.log.stream(stream)
        assert row is not None
        if self.record.at(stream, row["seq"]).seats or is_left_to_tell(self.record, name):
            return True
        return bool(entry.jackpots) and is_left_to_carry(self.record, stream, entry.jackpots)

    async def stop(self) -> None:
        """Let every step under way come to its end."""
        self.stopping = True
        for hub in (*self.hubs.values(), *self.rooms.values()):
            hub.tell()
        await asyncio.gather(*[dealing.stop() for dealing in self.dealing.values()])
        await asyncio.gather(*[hub.come_to_rest() for hub in (*self.hubs.values(), *self.rooms.values())])
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._note_heads()
        self.sign_ins.close()
        await asyncio.to_thread(self.publisher.close)
        if self.wake is not None:
            await asyncio.to_thread(self.wake.close)

    async def _note_now_and_then(self) -> None:
        while True:
            await self.clock.sleep(NOTED_EVERY)
            await self._note_heads()

    async def _note_heads(self) -> None:
        """How far every stream has come, put on record."""
        try:
            await asyncio.to_thread(self.record.note_heads)
        except (DBAPIError, RecordError) as error:
            log.warning("heads were not noted", exc_info=error)

    def entry(self, name: str) -> TableEntry:
        """A table of the house."""
        entry = self.people.state.tables.get(name)
        if entry is None:
            # Another process may have opened it a moment ago.
            self.people.catch_up()
            entry = self.people.state.tables.get(name)
        if entry is None:
            raise HTTPException(404, f"there is no table {name[:40]!r}")
        return entry

    def hub(self, name: str) -> Hub:
        """A table among its viewers."""
        hub = self.hubs.get(name)
        if hub is None:
            entry = self.entry(name)
            hub = self.hubs[name] = Hub(self.record, table_stream(name), name)
            assert self.wake is not None
            closed = lambda: self.entry(name).closed  # noqa: E731
            self.dealing[name] = Dealing(
                hub, entry.policy, self.wake, jackpots=entry.jackpots, closed=closed, chance=self.chance(name)
            )
            self.dealing[name].wake()
        return hub

    async def holder(self, token: str, use: str = "session") -> tuple[str, Account] | None:
        """Whose token it is; None if it is nobody's, or holds no more. Another process may have given it out a moment ago."""
        found = self.people.holder(token, use) if token else None
        if found is None and self.people.is_ours(token):
            await asyncio.to_thread(self.people.catch_up)
            found = self.people.holder(token, use)
        return found

    def has_room(self, name: str) -> bool:
        """Whether there are jackpots of a room, which another process may have opened a moment ago."""
        if name not in self.people.state.rooms:
            self.people.catch_up()
        return name in self.people.state.rooms

    def room(self, name: str) -> Hub:
        """The jackpots of a room among those who look at them."""
        room = self.rooms.get(name)
        if room is None:
            if not self.has_room(name):
                raise HTTPException(404, f"there is no room {name[:40]!r}")
            room = self.rooms[name] = Hub(self.record, jackpots_stream(name), name, personal=True)
        return room

    def open(self, command: Command, opening: Opening, *, by: str, role: Role) -> Any:
        """Begin a stream and enter it in the house: in this order, so that what is entered is there."""
        house = self.record.live(STREAM)
        fault = house.machine.handle(house.rules, house.state, envelope(command, by=by, role=role))
        if not isinstance(fault, Refusal):
            try:
                self.record.open(opening.stream, opening.kind, opening.submission)
                self.record.start(opening.stream, staffed=opening.staffed)
            except RecordError as error:
                raise HTTPException(409, str(error)) from None
            if self.record.live(opening.stream).state.staffed != opening.staffed:
                # Begun by somebody else at the same time, or by who did not come to enter it.
                way = "without" if opening.staffed else "with"
                raise HTTPException(409, f"{opening.stream} was begun {way} a dealer: take another name")
        return self.people.send(command, by=by, role=role)

    async def open_table(self, given: TableBody, *, by: str, role: Role) -> Checked | Refusal:
        """Open a table under a Rules Submission; what was found in it."""
        submission = submission_of(self, given.submission, given.rules)
        found = lawful(await self.checks.run(by, check_opening, submission), practice=given.policy.practice)
        assert found.digest is not None and found.game is not None
        jackpots = room_of(self, given.jackpots, found.game)
        command = ListTable(
            table=given.name, game=found.game, digest=found.digest, policy=given.policy, jackpots=jackpots
        )
        stream = Opening(table_stream(given.name), TABLE, submission, staffed=given.policy.staffed)
        outcome = await asyncio.to_thread(self.open, command, stream, by=by, role=role)
        if isinstance(outcome, Refusal):
            return outcome
        self.hub(given.name)
        return found

    async def close_table(self, name: str, *, by: str, role: Role) -> Any:
        """Close a table at which no person sits; computer players leave it when the round is over."""
        # Somebody may have sat down at another process a moment ago.
        await self.hub(name).catch_up()
        people = self.dealing[name].people()
        if people:
            still = f"{', '.join(people)} still {'does' if len(people) == 1 else 'do'}"
            raise HTTPException(409, f"a table is closed when nobody sits there, and {still}")
        closing = CloseTable(table=name, at=int(self.clock.now()))
        outcome = await asyncio.to_thread(self.people.send, closing, by=by, role=role)
        self.dealing[name].wake()
        return outcome

    async def reopen_table(self, name: str, *, by: str, role: Role) -> Any:
        """Reopen a closed table under the rules it was opened with."""
        outcome = await asyncio.to_thread(self.people.send, ReopenTable(table=name), by=by, role=role)
        self.hub(name)
        self.dealing[name].wake()
        return outcome

    def closure(self, name: str) -> Closure | None:
        """Why a table takes no players or starts no round; None while it is open."""
        self.hub(name)
        return closure_of(name, self.entry(name), self.dealing[name])

    # What was written, here or elsewhere.

    def _written(self, stream: str, seq: int) -> None:
        if self.wake is not None:
            self.wake.tell(stream, seq)
        kind, _, name = stream.partition("/")
        if self.loop is None or self.stopping:
            return
        if kind == JACKPOTS:
            # What tables contribute is carried by other threads.
            self.loop.call_soon_threadsafe(self._room_changed, name)
        elif stream == STREAM:
            self.loop.call_soon_threadsafe(self.house_changed)

    def _heard(self, stream: str, seq: int) -> None:
        if self.loop is not None and not self.stopping:
            asyncio.run_coroutine_threadsafe(self._catch_up(stream, seq), self.loop)

    async def _look_now_and_then(self) -> None:
        """Calls may be lost, and the house's own tools do not call: whatever has gone on elsewhere is found by looking."""
        while True:
            await self.clock.sleep(LOOKED_EVERY)
            await self._catch_up(EVERYTHING, 0)

    async def _catch_up(self, stream: str, seq: int) -> None:
        """Read on a stream that has come so far elsewhere, and let those look again whom it concerns.

        It may have been read by others here already, who told nobody.
        """
        try:
            if stream == EVERYTHING:
                for one, far in (await asyncio.to_thread(self.record.behind)).items():
                    await self._catch_up(one, far)
                return
            kind, _, name = stream.partition("/")
            hub = self.hubs.get(name) if kind == TABLE else self.rooms.get(name) if kind == JACKPOTS else None
            await (asyncio.to_thread(self.record.read_on, stream, seq) if hub is None else hub.catch_up(seq))
        except (DBAPIError, RecordError) as error:
            # It is looked again soon.
            log.warning("what was written elsewhere was not read", exc_info=error)
            return
        if stream == STREAM:
            self.house_changed()
        elif kind == JACKPOTS:
            self._room_changed(name)
        elif kind in (TABLE, ATTENDANCE) and name in self.hubs:
            self.hubs[name].tell()
            self.dealing[name].wake()

    def _room_changed(self, name: str) -> None:
        """Jackpots have changed: whoever looks at them sees it, and so do the tables that are closed for a count."""
        if name in self.rooms:
            self.rooms[name].tell()
        for table, dealing in self.dealing.items():
            if dealing.jackpots == jackpots_stream(name):
                self.hubs[table].tell()

    def house_changed(self) -> None:
        """Accounts or tables have changed: whose token holds no more is shown nothing more."""
        self.take_up()
        for hub in (*self.hubs.values(), *self.rooms.values()):
            hub.tell()

    def tell_floor(self) -> None:
        """Surveillance has told the floor of a round, or was answered: whoever looks at a console sees it."""
        for hub in self.hubs.values():
            hub.tell()

    def seeds(self, name: str) -> tuple[dict[int, Shoe], list[Event]]:
        """The seeds of a table that are not told yet, and what was recorded of them last; none before the system came there."""
        try:
            live = self.record.live(shuffles_stream(name))
        except RecordError:
            return {}, []
        return getattr(live.state, "shoes", {}), live.recent

    def tells_seeds(self, name: str, person: str, roles: tuple[Role, ...]) -> bool:
        """Return whether a person is told the seeds of a table: from a seed, hands that nobody showed can be made again."""
        told = bool({Role.SURVEILLANCE, Role.AUDITOR} & set(roles)) and not self.sits_at(name, person)
        return told or self.entry(name).policy.seeds_told

    # Players and staff of one table.

    def sits_at(self, name: str, person: str) -> bool:
        """Return whether a person has a seat at a table."""
        return person in self.hub(name).live.state.seats.values()

    def may_watch(self, hub: Hub, viewer: Viewer) -> bool:
        """Return whether a viewer may look at a table as it is played: nobody who sits there in another role, and no auditor."""
        if hub.stream != table_stream(hub.name) or viewer.role is Role.PLAYER:
            return True
        return viewer.role is not Role.AUDITOR and viewer.person not in hub.live.state.seats.values()

    def check_watching(self, name: str, viewer: Viewer) -> Viewer:
        """Return the viewer, who may look at a table as it is played."""
        if not self.may_watch(self.hub(name), viewer):
            if viewer.role is Role.AUDITOR:
                raise HTTPException(403, "An auditor cannot watch a live table; read its rounds when they are over.")
            raise HTTPException(403, _sits_there(viewer.person or "", name, viewer.role))
        return viewer

    def check_reading(self, name: str, person: str, role: Role) -> None:
        """Refuse the rounds of a table in another role to a person who sits there now."""
        if role is not Role.PLAYER and self.sits_at(name, person):
            raise HTTPException(403, _sits_there(person, name, role))

    def check_acting(self, name: str, given: Envelope) -> None:
        """Keep the players and the staff of a table apart, unless the house posts that one person may be both."""
        person, role = given.by, given.role
        if role is not Role.PLAYER:
            if self.sits_at(name, person) and not self.people.state.lets_together(frozenset({Role.PLAYER, role})):
                raise HTTPException(403, _sits_there(person, name, role))
        elif isinstance(given.command, TakeSeat) and not any(
            Role.PLAYER in pair for pair in self.people.state.together
        ):
            acted = self.record.log.last_act_of_staff(table_stream(name), person)
            if acted is not None and self.clock.now() - acted / 1000 < APART:
                hours = APART // 3600
                says = f"{person} was staff at table {name} within the last {hours} hours and cannot play there"
                raise HTTPException(403, f"{says}; choose another table.")

    # Commands.

    async def send(self, hub: Hub, given: Envelope, only_at: int | None = None) -> Any:
        """Carry out a command at a table or in a room. Where the system deals, no dealer chooses cards or says what they are.

        ``only_at``: it is meant for the stream as it stands there; raises `MovedOnError` if that has gone on.
        """
        at_table = hub.stream == table_stream(hub.name)
        if at_table and isinstance(given.command, TakeSeat):
            await asyncio.to_thread(self.check_acting, hub.name, given)
        elif at_table:
            self.check_acting(hub.name, given)
        if at_table and given.role is Role.DEALER and not self.entry(hub.name).policy.staffed:
            raise HTTPException(409, f"the system deals at table {hub.name}: nobody is its dealer")
        self.check_rate(given.by)
        closure = self.closure(hub.name) if at_table else None
        if closure is not None and closure.refuses(type(given.command)):
            return closure.refusal
        refusal = await self._closing_for_count(hub, given.command)
        if refusal is not None:
            return refusal
        if not at_table and isinstance(given.command, CallHighHand | VerifyBadBeat):
            answered = await asyncio.to_thread(self.record.answer_to_key, hub.stream, given, filled_in=True)
            if answered is not None:
                return answered
            compared = await asyncio.to_thread(compare_with_table, self.record, hub.stream, given.command)
            if isinstance(compared, Refusal):
                return compared
            given = msgspec.structs.replace(given, command=compared)
        if at_table:
            given = complete_award(self.record, hub.stream, self.entry(hub.name).jackpots, given)
        began = time.perf_counter()
        answer = await hub.send(given, only_at)
        self.count_refusal(given.by, answer)
        self.metrics.took(time.perf_counter() - began)
        self.metrics.count("commands", f'outcome="{"refused" if isinstance(answer, Refusal) else "accepted"}"')
        return answer

    def _deck_is_short(self, name: str, given: Envelope) -> Refusal | None:
        """A dealer who enters the cards of a poker round enters all of them: what is left out could not be dealt, and the round
        would have no end."""
        entered = given.command.order if isinstance(given.command, StartRound) else DECK_52
        if len(entered) == len(DECK_52) or given.role is not Role.DEALER or self.dealing[name].in_round():
            return None
        state: Any = self.hubs[name].live.state
        if state.equipment.owned:
            # It deals from decks whose order is known.
            return None
        says = f"a deck has {len(DECK_52)} cards, and {len(entered)} were entered"
        return Refusal(Code.DECK_IS_COMPLETE, DECKS, says, (f"all {len(DECK_52)} cards, each once",))

    async def _closing_for_count(self, hub: Hub, command: Command) -> Refusal | None:
        """A table is closed for the count of its box between two rounds, with all they have contributed."""
        if isinstance(command, CloseTableForCount) and command.table in self.dealing:
            dealing = self.dealing[command.table]
            if dealing.in_round():
                fund = getattr(hub.live.state, "funds", {}).get(command.fund)
                says = f"a round of play is under way at table {command.table}"
                clause = count_clause(BAD_BEAT if fund is None else fund.kind)
                return Refusal(Code.STEP_IS_DUE, clause, says, ("close the table when the round is over",))
            await dealing.carry()
        if isinstance(command, EndQualifyingPeriod | TerminateContributions):
            # What whole rounds have contributed until now is collected; the fund takes nothing more afterwards.
            fund = getattr(hub.live.state, "funds", {}).get(command.fund)
            for table in () if fund is None else fund.boxes:
                if table in self.dealing:
                    await self.dealing[table].carry()
        return None

    def check_rate(self, person: str) -> None:
        """Whatever somebody has recorded counts, done or refused; what is refused counts for more."""
        if not self.commands.allows(person):
            raise HTTPException(429, "too many commands: wait a little", {"Retry-After": "1"})
        if not self.refusals.has_left(person):
            raise HTTPException(429, "too many refused commands: wait a little", {"Retry-After": "2"})

    def check_extracts(self, person: str) -> None:
        """Files of the lab and lists that are worked out from many rounds have a quota of their own."""
        if not self.extracts.allows(person):
            raise HTTPException(429, "too many files and lists: wait a little", {"Retry-After": "2"})

    def count_refusal(self, person: str, answer: Any) -> None:
        """Count an answer against a person's quota of refusals, each of which is kept in the record."""
        if isinstance(answer, Refusal):
            self.refusals.allows(person)

    async def attend(self, name: str, command: SitIn | SitOut) -> Refusal | None:
        """A player sits out or in by the own word, decided by what is on record; why not, if not."""
        hub, person = self.hub(name), command.person
        if person not in hub.live.state.seats.values():
            raise HTTPException(403, f"{person} does not sit at table {name}")
        self.check_rate(person)
        answer = await asyncio.to_thread(hub.attendance.say, command, person)
        self.count_refusal(person, answer)
        hub.tell()
        self.dealing[name].wake()
        # Who sits out or in already has what was asked for.
        done = (person in hub.attendance.state.out) == isinstance(command, SitOut)
        return answer if isinstance(answer, Refusal) and not done else None

    async def _send_dice(self, hub: Hub, given: Envelope, only_at: int | None) -> Any:
        """Carry out a player's shake of the dice at the very place for which they were drawn."""
        again = await asyncio.to_thread(self.record.answer_to_key, hub.stream, given)
        while again is None:
            place = hub.live.seq if only_at is None else only_at
            shaken = msgspec.structs.replace(given, command=await self.dealing[hub.name].shake(place))
            try:
                return await self.send(hub, shaken, place)
            except MovedOnError:
                if only_at is not None:
                    raise
        return again

    async def at_table(self, name: str, given: Envelope, *, only_at: int | None = None) -> Any:
        """Carry out a command at a table, and let the table go on: who sits down is dealt in."""
        hub = self.hub(name)
        if isinstance(given.command, TakeSeat):
            # Another process may have closed it a moment ago.
            await asyncio.to_thread(self.people.catch_up)
        short = self._deck_is_short(name, given)
        if short is not None:
            return short
        if isinstance(given.command, DetermineStart) and not self.entry(name).policy.staffed:
            # The dice of the first answer are not those that would be thrown now.
            answered = await asyncio.to_thread(self.record.answer_to_key, hub.stream, given, filled_in=True)
            if answered is not None:
                return answered
            if given.command != DetermineStart():
                raise HTTPException(409, f"the system throws the dice at table {name}: say nothing of what they show")
            answer = await self._send_dice(hub, given, only_at)
        else:
            answer = await self.send(hub, given, only_at)
        if not isinstance(answer, Refusal):
            if isinstance(given.command, TakeSeat):
                await asyncio.to_thread(hub.attendance.catch_up)
                if given.by in hub.attendance.state.out:
                    await asyncio.to_thread(hub.attendance.say, SitIn(person=given.by), given.by)
            self.dealing[name].wake()
        return answer
