"""The jackpots of the house: the board everybody sees, the public sign, and the steps of 637a.15 and 637a.16 for whose they are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from houseway.cards import Card, text_of
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.observe import FundSeen, JackpotObservation
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, NAME, SECTION
from houseway.chapters.c637a_poker.rules import Contest
from houseway.engine.asking import Ask
from houseway.engine.banked.events import DocumentationAwaited
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Envelope, Event, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.table_rules import TableRules
from houseway.store.jackpots import jackpots_stream, noticed
from houseway.store.rows import event_of
from houseway.store.table_system import table_stream
from houseway.view.names import name_of, wager_name
from houseway.view.telling import refused
from houseway.web.app import Server
from houseway.web.pages import House
from houseway.web.pages.doing import FormError, command_of, kinds
from houseway.web.pages.rendering import money, partial, render
from houseway.web.pages.visitors import Visitor, first, form, visitor
from houseway.web.watching import listening

LAST = 12
"""So many of the last events of a room stand on its board."""
_SYSTEM = ("contribute", "open_table")
"""What the table system does by itself, so that nobody is offered it here."""
_SAYS = {
    "offer_fund": "Offer the {word}",
    "approve_discontinuing": "Approve how it would be discontinued",
    "designate_table": "Let a table take part",
    "notify_of_count": "Tell compliance of the count",
    "close_table_for_count": "Close {word} for its count",
    "record_count": "Record the count at {word}",
    "attend_count": "Come to the count at {word}",
    "count_box": "Count the box of {word}",
    "sign_count": "Sign the count of {word}",
    "lock_contents": "Lock the contents of {word}",
    "account_for_boxes": "Account for locked boxes",
    "transport_to_cage": "Take it to the cage",
    "count_at_cage": "Count at the cage",
    "record_contributions": "Enter the count in the record",
    "attend_adjustment": "Come to the adjustment",
    "adjust_display": "Adjust the display",
    "end_gaming_day": "End the gaming day",
    "verify_bad_beat": "Verify a Bad Beat",
    "post_pending_notice": "Post the notice: pending adjustment",
    "order_payout": "Let {word} deliver the payout",
    "prepare_distribution": "Prepare the payout in {word}",
    "pay_bad_beat": "Pay the players",
    "terminate_contributions": "End the contributions",
    "transfer_fund": "Transfer what it holds to {word}",
    "close_fund": "Close the fund",
    "start_qualifying_period": "Begin a qualifying period",
    "call_high_hand": "Call the floor to a high hand",
    "record_high_hand": "Record the high hand on the slip",
    "reject_high_hand": "The hand is not as called",
    "end_qualifying_period": "End the qualifying period",
    "announce_high_hand_payout": "Announce the payout",
    "pay_high_hand": "Pay {word}",
    "distribute_unclaimed": "Distribute what {word} did not collect",
}
_WORD_IS = ("table", "player", "to", "form", "kind")
"""The field that the word of a step fills, the first of these that its command has."""
_HAND = "five cards, as in Ts Th Td Tc 2c"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What somebody states with a step: an amount, a name, cards, one of some choices."""

    name: str
    says: str
    kind: str
    value: str = ""
    choices: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepForm:
    """A step that the visitor may take now."""

    command: str
    says: str
    fund: str
    role: str
    clause: str
    fixed: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    may_wait: bool
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """A step the room waits for, and whose it is."""

    says: str
    fund: str
    role: str
    clause: str


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
    now: int
    reset: int
    rate: str
    last: str
    clause: str


def clock(at: int) -> str:
    """A second as the clock of the house shows it."""
    return time.strftime("%H:%M", time.localtime(at)) if at else ""


def hand_text(hand: tuple[Card, ...]) -> str:
    """A high hand by name."""
    return name_of(Contest.HIGH, hand).capitalize()


# The rooms.


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


def _awaited(ask: Ask) -> Awaited:
    return Awaited(says=_says(ask), fund=ask.subject, role=ask.role.value, clause=ask.clause)


def _says(ask: Ask) -> str:
    words = _SAYS.get(ask.command, ask.command.replace("_", " ").capitalize())
    return words.format(word=NAME.get(ask.word, ask.word) or "the table")


# The steps as forms.


def _forms(ask: Ask, seen: JackpotObservation, tables: tuple[str, ...], person: str) -> Iterator[StepForm]:
    kind = kinds().get(ask.command)
    if kind is None or ask.command in _SYSTEM:
        return
    if ask.not_before > time.time():
        return
    fund = seen.funds.get(ask.subject)
    names = [name for name in kind.__struct_fields__ if name not in ("v", "fund")]
    fixed = [(next(name for name in _WORD_IS if name in names), ask.word)] if ask.word and _filled(names) else []
    taken = {name for name, _ in fixed}
    fields = [one for name in names if name not in taken for one in _fields(name, ask, fund, tables, person)]
    if not ask.subject:
        fields.insert(0, Field(name="fund", says="Name of the fund", kind="text", value=ask.word.replace("_", "-")))
    yield StepForm(
        command=ask.command,
        says=_says(ask),
        fund=ask.subject,
        role=ask.role.value,
        clause=ask.clause,
        fixed=tuple(fixed),
        fields=tuple(fields),
        may_wait=ask.may_wait,
    )


def _filled(names: Iterable[str]) -> bool:
    return any(name in names for name in _WORD_IS)


def _fields(name: str, ask: Ask, fund: FundSeen | None, tables: tuple[str, ...], person: str) -> Iterator[Field]:
    """What is stated beside the fund and the word of a step."""
    taking_part = fund.tables if fund is not None else ()
    match name:
        case "table":
            joining = tuple(table for table in tables if table not in taking_part)
            choices = joining if ask.command == "designate_table" else taking_part
            yield Field(name=name, says="Table", kind="choice", choices=choices)
        case "tables":
            yield Field(name=name, says="Boxes of", kind="several", choices=taking_part)
        case "cents":
            yield Field(name=name, says="Amount counted", kind="money")
        case "witness":
            count = fund.counts.get(ask.word) if fund is not None else None
            came = count.attending if count is not None else fund.attending if fund is not None else ()
            others = tuple(one for one in came if one != person)
            yield Field(name=name, says="In the presence of", kind="choice", choices=others)
        case "slip":
            yield from _slip(fund, person)
        case "losing" | "winning" | "hand":
            yield Field(
                name=name, says=f"{name.capitalize()} hand".replace("Hand hand", "The hand"), kind="text", hint=_HAND
            )
        case "community":
            yield Field(name=name, says="Community cards", kind="text", hint="those on the table, if there are any")
        case "loser" | "winner":
            yield Field(name=name, says=f"Who held the {'losing' if name == 'loser' else 'winning'} hand", kind="text")
        case "others":
            yield Field(name=name, says="Others dealt in", kind="names", hint="names with commas between them")
        case "also_lost" | "also_won":
            return
        case "seat" | "players":
            yield Field(name=name, says="Seat" if name == "seat" else "Players dealt in", kind="number")
        case "identified":
            yield Field(name=name, says="Valid identification was presented", kind="yes")
        case "box_attached" | "notice_posted" | "rules_amended":
            says = {"box_attached": "The locked box is attached", "notice_posted": "The notice is posted"}
            yield Field(name=name, says=says.get(name, "The rules are amended"), kind="yes", value="yes")
        case "cage":
            yield Field(name=name, says="Cage", kind="text", value="main cage")


def _slip(fund: FundSeen | None, person: str) -> Iterator[Field]:
    """The High Hand Tracking Slip, as far as the call fills it."""
    called = fund.called if fund is not None else None
    if called is None:
        return
    known = {
        "seat": str(called.seat),
        "table": called.table,
        "hand": text_of(called.hand),
        "dealer": called.dealer,
        "signature": person,
    }
    for name, says in (
        ("player", "Player"),
        ("phone", "Telephone"),
        ("seat", "Seat"),
        ("table", "Table"),
        ("hand", "The hand"),
        ("dealer", "Dealer"),
        ("dealer_credential", "Dealer's credential"),
        ("signature", "Verified by"),
        ("credential", "Credential"),
    ):
        yield Field(name=f"slip.{name}", says=says, kind="text", value=known.get(name, ""))


def _ready(noticed: Envelope, table: str) -> StepForm:
    """What a round showed, with everything stated that the round tells."""
    command: Any = noticed.command
    fixed: list[tuple[str, str]] = []
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("losing", "winning", "hand", "community"):
            fixed.append((name, text_of(value)))
        elif isinstance(value, tuple):
            fixed += [(name, person) for person in value]
        elif name not in ("v", "fund"):
            fixed.append((name, str(value)))
    if isinstance(command, cmd.VerifyBadBeat):
        beaten = f"beaten by {command.winner}: {hand_text(command.winning)}"
        about = f"{command.loser}: {hand_text(command.losing)}, {beaten}"
        says, clause = f"Verify the Bad Beat at {table}", "637a.15(f)"
    else:
        about = f"Seat {command.seat}: {hand_text(command.hand)}"
        says, clause = f"Call the floor to {table}", "637a.16(f)"
    return StepForm(
        command=str(command.__struct_config__.tag),
        says=says,
        fund=command.fund,
        role=noticed.role.value,
        clause=clause,
        fixed=tuple(fixed),
        fields=(),
        may_wait=False,
        about=about,
    )


# What happened.


def _told(event: Event) -> Iterator[tuple[str, str, str]]:
    """An event of a room in one line: what, when, under which clause; contributions are too many to tell."""
    if not isinstance(event, ev.FundEvent) or isinstance(event, ev.Contributed):
        return
    match event:
        case ev.FundOffered():
            says = f"The {NAME[event.kind]} is offered as {event.fund}"
        case ev.DiscontinuingApproved():
            says = "The Executive Director approved how it would be discontinued"
        case ev.TableDesignated():
            says = f"{event.table} takes part in {event.fund}"
        case ev.ComplianceToldOfCount():
            says = "Compliance was told of the count"
        case ev.TableClosedForCount():
            says = f"{event.table} was closed for its count"
        case ev.CountRecorded():
            says = f"Surveillance records the count at {event.table}"
        case ev.CountAttended():
            says = f"{event.person} came to the count at {event.table}"
        case ev.BoxCounted():
            says = f"{event.person} counted {money(event.cents)} at {event.table} before {event.witness}"
        case ev.CountSigned():
            says = f"{event.person} signed the count of {event.table}"
        case ev.ContentsLocked():
            says = f"The contents of {event.table} were locked"
        case ev.BoxesAccountedFor():
            says = f"{event.person} accounted for the boxes of {', '.join(event.tables)}"
        case ev.TransportedToCage():
            says = f"{event.person} took {money(event.cents)} to the {event.cage}"
        case ev.CountedAtCage():
            says = f"The cage counted {money(event.cents)}"
        case ev.ContributionsRecorded():
            says = f"Finance recorded {money(event.cents)}"
        case ev.AdjustmentAttended():
            says = f"{event.person} came to the adjustment of the display"
        case ev.DisplayAdjusted():
            says = f"The display was set to {money(event.cents)} before {event.witness}"
        case ev.GamingDayEnded():
            says = f"The gaming day of {event.fund} ended"
        case ev.BadBeatVerified():
            says = f"A Bad Beat at {event.table}: {hand_text(event.losing)} lost to {hand_text(event.winning)}"
        case ev.PendingNoticePosted():
            says = "Notice: the amount shown is pending adjustment"
        case ev.PayoutOrdered():
            says = f"The payout is delivered by {event.to}"
        case ev.DistributionPrepared():
            says = f"Finance prepared the payout in {event.form}"
        case ev.BadBeatPaid():
            says = f"The Bad Beat was paid: {money(sum(cents for _, cents in event.shares))}"
        case ev.QualifyingPeriodStarted():
            says = f"A qualifying period began; it ends at {clock(event.ends_at)}"
        case ev.HighHandCalled():
            says = f"The floor was called to {event.table}, seat {event.seat}: {hand_text(event.hand)}"
        case ev.HighHandRecorded():
            says = f"{hand_text(event.slip.hand)}, {event.slip.table}, seat {event.slip.seat}: on the slip"
        case ev.HighHandAnnounced():
            return
        case ev.HighHandPayoutAnnounced():
            says = f"The High Hand payout of {money(event.cents)} was announced"
        case ev.RolledOver():
            says = f"{money(event.cents)} waits for the next qualifying period"
        case ev.HighHandPaid():
            says = f"{event.player} was paid {money(event.cents)}"
        case _:
            says = str(event.__struct_config__.tag).replace("_", " ").capitalize()
    yield says, clock(event.at), event.clause


# The board.


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
                steps += [form for ask in own.legal for form in _forms(ask, own, tables, who.person)]
        return RoomCard(
            name=name,
            funds=tuple([self._fund(name, id, one) for id, one in seen.funds.items() if not one.closed]),
            steps=tuple(dict.fromkeys(steps)),
            due=tuple([_awaited(ask) for ask in seen.due if ask.command not in _SYSTEM]),
            lines=tuple([line for event in reversed(seen.events) for line in _told(event)][:LAST]),
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
            yield from [_ready(one, table) for one in kept[1] if one.role in roles]

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


# The pages.


def add_to(house: House) -> None:
    """The board, the sign and the steps."""
    server = house.server
    board = Board(server)

    @house.get("/jackpots")
    async def jackpots(request: Request) -> Response:
        who = house.visitor(request)
        parts = await asyncio.to_thread(board.parts, who, sign=False)
        given = await asyncio.to_thread(board.given, who)
        staff = roles_of(who) != (Role.PLAYER,)
        return house.page("jackpots.html", request, who, parts=parts, sign=False, staff=staff, **given)

    @house.get("/jackpots/sign")
    async def sign(request: Request) -> Response:
        who = house.visitor(request)
        parts = await asyncio.to_thread(board.parts, who, sign=True)
        given = await asyncio.to_thread(board.given, None)
        return house.page("jackpots.html", request, who, parts=parts, sign=True, staff=False, **given)

    @house.post("/jackpots/{room}/do")
    async def do(request: Request, room: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        role = who.role_for(first(given, "as"))
        hub = server.room(room)
        if given.get("others"):
            names = [name.strip() for text in given["others"] for name in text.split(",")]
            given = {**given, "others": names}
        try:
            command = command_of(given)
        except FormError as error:
            return said(request, str(error), "", ())
        if not isinstance(command, cmd.JackpotCommand):
            return said(request, "that is no step of a jackpot", "", ())
        outcome = await server.send(hub, envelope(command, by=who.person, role=role))
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return said(request, line.says, line.clause, legal)
        if not request.headers.get("hx-request"):
            return RedirectResponse("/jackpots", 303)
        return HTMLResponse(render("_said.html", says=""))

    def said(request: Request, says: str, clause: str, legal: tuple[str, ...]) -> Response:
        if not request.headers.get("hx-request"):
            raise HTTPException(409, f"{says} {clause}")
        return HTMLResponse(render("table/_refused.html", says=says, clause=clause, legal=legal))

    @house.app.websocket("/jackpots/parts")
    async def live(socket: WebSocket, sign: bool = False) -> None:
        await socket.accept()
        who = visitor(server.people, socket)
        ours = socket.headers.get("origin", "").partition("://")[2] == socket.headers.get("host")
        if who is None or not ours:
            await socket.close(4403, "this page does not open the jackpots")
            return
        await _watch(board, socket, who, sign=sign)


async def _watch(board: Board, socket: WebSocket, who: Visitor, *, sign: bool) -> None:
    """Send the parts that changed, as long as somebody looks."""
    server, sent, at = board.server, dict[str, str](), tuple[Any, ...]()
    async with listening(server, socket) as there:
        while not there.done() and not server.stopping:
            now = await asyncio.to_thread(board.version)
            if now != at:
                at = now
                made = await asyncio.to_thread(board.parts, who, sign=sign)
                changed = [(id, part) for id, part in made.items() if sent.get(id) != part]
                sent = made
                if changed:
                    await socket.send_text("".join([partial(id, part) for id, part in changed]))
            # A board is over many tables: it is looked at twice a second, and made only if one of them has moved.
            await asyncio.wait([there], timeout=0.5)
