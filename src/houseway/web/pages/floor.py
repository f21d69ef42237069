"""The floor's console: what happened, what the chapter says follows, which wagers stand; and what else is the floor's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse

from houseway.chapters.c637a_poker.jackpots import commands as jackpots
from houseway.chapters.c637a_poker.jackpots.citations import HIGH_HAND_PERIOD
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.cards import events as cards
from houseway.engine.kernel import Viewer, envelope
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.attendance import ReleaseCall
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.store.record import JACKPOTS
from houseway.view.following import Following
from houseway.view.names import wager_name
from houseway.view.steps import title
from houseway.view.table import AnyRules, table_view
from houseway.view.telling import refused
from houseway.view.words import listed
from houseway.web.closures import closed_tables
from houseway.web.hub import Hub
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.consoles import (
    Parts,
    admitted,
    follows_from,
    mark_of,
    offered_now,
    role_of,
    said,
    said_of,
    seen_now,
    watch,
    without,
)
from houseway.web.pages.dealer import tables_for
from houseway.web.pages.doing import FormError
from houseway.web.pages.felt import felt_of
from houseway.web.pages.history import clock_of
from houseway.web.pages.lobby import limits_of
from houseway.web.pages.rendering import money, render
from houseway.web.pages.stepping import REPORTS, Step, command_given, step_of
from houseway.web.pages.table import picture
from houseway.web.pages.visitors import Visitor, first, form
from houseway.web.reports import answer_to

_RULINGS = (*REPORTS, "report_device_fault", "abandon_wagers")
"""What is ruled on with a preview of what follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Something that may have happened: its words, its clause, the seats it can concern, and what else is asked of it."""

    id: str
    says: str
    clause: ClauseId
    command: str
    seats: tuple[Seat, ...]
    step: Step
    now: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A step of two people: who has done the first part, and what is due of another person."""

    head: str
    first: str
    by: str
    due: str
    clause: ClauseId
    step: Step | None


def causes_of(rules: AnyRules, seen: Observation) -> list[Cause]:
    """What can have happened now, then what the chapter knows besides."""
    found: dict[str, Cause] = {}
    for ask in seen.legal:
        if ask.command not in _RULINGS:
            continue
        id = _cause_id(ask)
        seats = tuple([ask.concerns] if ask.concerns != DEALER else [])
        before = found.get(id)
        if before is None:
            says = "A player left the table in a round" if ask.command == "abandon_wagers" else title(rules, ask)
            found[id] = Cause(
                id=id,
                says=says,
                clause=ask.clause,
                command=ask.command,
                seats=seats,
                step=step_of(rules, ask, seen=seen),
            )
        else:
            all_seats = (*before.seats, *seats)
            found[id] = Cause(
                id=id, says=before.says, clause=before.clause, command=before.command, seats=all_seats, step=before.step
            )
    return list(found.values())


def _cause_id(ask: Ask) -> str:
    if ask.command == "report_device_fault":
        return f"device-{ask.subject}"
    return "abandoned" if ask.command == "abandon_wagers" else ask.subject


def not_now(rules: AnyRules, known: Iterable[Cause]) -> list[tuple[str, str]]:
    """What the chapter rules on at other moments."""
    listed = {one.id for one in known}
    table = rules.game.irregularities if isinstance(rules, TableRules) else rules.irregularities
    found = []
    for one in table.values():
        of_device = getattr(one, "device", None)
        if one.cause not in listed and f"device-{of_device}" not in listed:
            says = one.says[:1].upper() + one.says[1:]
            found.append(
                (
                    f"{says}{', said with the deal by the dealer' if getattr(one, 'in_deal', False) else ''}",
                    str(one.clause),
                )
            )
    return found


def signatures(rules: AnyRules, seen: Observation, viewer: Viewer) -> list[Signed]:
    """Where the text asks for two people: the first has signed, the second is another one."""
    mine = {(ask.command, ask.concerns, ask.subject): ask for ask in seen.legal}
    found = []
    for ask in seen.due:
        own = mine.get((ask.command, ask.concerns, ask.subject))
        step = step_of(rules, own, seen=seen) if own is not None else None
        if ask.command == "verify_inspection":
            by = _last(seen, cards.CardsInspected)
            found.append(
                Signed(
                    head="Inspection of the cards",
                    first="Inspected by",
                    by=by,
                    due="Verified by another person, a floorperson or above",
                    clause=ask.clause,
                    step=step,
                )
            )
        elif ask.command == "validate_payout":
            by = _waits(seen, ask.concerns, ask.subject)
            name = wager_name(rules.game, ask.subject) if isinstance(rules, TableRules) else ask.subject
            found.append(
                Signed(
                    head=f"Payout: Seat {ask.concerns}, {name}",
                    first="Found a winning hand by",
                    by=by,
                    due="Validated by another person, a floorperson or above",
                    clause=ask.clause,
                    step=step,
                )
            )
        elif ask.command == "document_payout":
            cents = _documented(seen, ask.concerns, ask.subject)
            name = wager_name(rules.game, ask.subject) if isinstance(rules, TableRules) else ask.subject
            found.append(
                Signed(
                    head=f"Hand payment: Seat {ask.concerns}, {name}{', ' + cents if cents else ''}",
                    first="Won by",
                    by=seen.seats.get(ask.concerns, ""),
                    due="Documented by a floorperson or above who is not paid by it",
                    clause=ask.clause,
                    step=step,
                )
            )
        elif ask.command == "verify_time_charges":
            found.append(
                Signed(
                    head="Time charges",
                    first="Collected by",
                    by="the dealer",
                    due="Verified by another person, a floorperson or above",
                    clause=ask.clause,
                    step=step,
                )
            )
    return found


_SIGNED = ("verify_inspection", "validate_payout", "document_payout", "verify_time_charges")


def _last(seen: Observation, kind: type[Any]) -> str:
    return next(
        (event.person for event in reversed(seen.events) if isinstance(event, kind) and hasattr(event, "person")), ""
    )


def _waits(seen: Observation, seat: Seat, wager: str) -> str:
    for event in reversed(seen.events):
        if isinstance(event, banked.ValidationAwaited) and (event.seat, event.wager) == (seat, wager):
            return event.person
    return ""


def _documented(seen: Observation, seat: Seat, wager: str) -> str:
    for event in reversed(seen.events):
        if isinstance(event, banked.DocumentationAwaited) and (event.seat, event.wager) == (seat, wager):
            return money(event.cents)
    return ""


def rows_of(rules: AnyRules, seen: Observation, following: Following) -> dict[str, Any]:
    """What each seat gets: columns of wagers that go back, what goes back in all, and what stands until when."""
    if not isinstance(rules, TableRules) or not isinstance(seen, BankedObservation):
        rows: list[tuple[Seat, list[int], int, list[tuple[str, int, str]]]]
        rows = [(seat, [cents["bets"]], cents["bets"], []) for seat, cents in sorted(following.back.items())]
        return {
            "columns": ["Bets"] if rows else [],
            "rows": rows,
            "sums": [sum(row[2] for row in rows)],
            "returned": following.returned,
            "stays": 0,
        }
    columns = [id for id in rules.game.wagers if any(id in one for one in following.back.values())]
    seats = sorted({*following.back, *[one.seat for one in following.stands]})
    rows = [
        (
            seat,
            [following.back.get(seat, {}).get(id, 0) for id in columns],
            sum(following.back.get(seat, {}).values()),
            [(wager_name(rules.game, one.wager), one.cents, one.when) for one in following.stands if one.seat == seat],
        )
        for seat in seats
    ]
    return {
        "columns": [wager_name(rules.game, id) for id in columns],
        "rows": rows,
        "sums": [sum(one.get(id, 0) for one in following.back.values()) for id in columns],
        "returned": following.returned,
        "stays": sum(one.cents for one in following.stands),
    }


class FloorPages:
    """The floor's consoles of all tables."""

    def __init__(self, house: House) -> None:
        self.house, self.server = house, house.server

    def parts(self, name: str, viewer: Viewer) -> Parts:
        """The parts of the console that change, made from what this person of the floor sees."""
        hub = self.server.hub(name)
        rules: AnyRules = hub.live.rules
        closure = self.server.closure(name)
        seen, held = offered_now(hub, viewer, closure)
        base: Parts = self.house.tables.parts(name, viewer)
        felt = {id: part for id, part in base.items() if id in ("top", "notice", "log") or id.startswith("seat-")}
        causes = causes_of(rules, seen)
        steps = [ask for ask in seen.legal if ask.command not in (*_RULINGS, *_SIGNED)]
        due = [ask for ask in steps if not ask.may_wait]
        others = without(steps, due)
        absent = [ask for ask in seen.legal if not ask.may_wait and ask.command in REPORTS]
        view = table_view(rules, seen)
        is_closed = closure is not None and closure.is_final
        given: dict[str, Any] = {"table": name, "call": None if is_closed else hub.attendance.state.call}
        people = self.server.dealing[name].people()
        return {
            **felt,
            "closing": render(
                "floor/_closing.html",
                is_supervisor=viewer.role is Role.SHIFT_SUPERVISOR,
                is_closed=self.server.entry(name).closed,
                people=listed(list(dict.fromkeys(people)), "and"),
                several=len(set(people)) > 1,
                **given,
            ),
            "reports": self.reports(viewer, name),
            "state": render(
                "floor/_state.html",
                view=view,
                seen=seen,
                waits=_waited(rules, seen),
                held=[] if closure is not None else held,
                clock=int(hub.record.clock.now()),
                **given,
            ),
            "causes": render(
                "floor/_causes.html",
                causes=causes,
                others=[] if is_closed else not_now(rules, causes),
                revision=_moment(seen),
                **given,
            ),
            "due": render(
                "floor/_due.html",
                due=[step_of(rules, ask, seen=seen) for ask in due],
                must=[step_of(rules, ask, seen=seen) for ask in absent],
                signed=signatures(rules, seen, viewer),
                others=[step_of(rules, ask, seen=seen) for ask in others],
                **given,
            ),
        }

    def reports(self, viewer: Viewer, table: str = "") -> str:
        """What surveillance tells the floor, of one table or of all, as long as nobody has answered it."""
        told = self.server.people.state.reports
        standing = [one for one in told if not one.answered_by and table in ("", one.table)]
        return render("floor/_reports.html", reports=standing, viewer=viewer, clock=clock_of)

    def slips(self, name: str, who: Visitor) -> list[dict[str, Any]]:
        """What the rounds of a table showed that belongs on a High Hand Tracking Slip or is to be told of a Bad Beat."""
        entry = self.server.entry(name)
        if not entry.jackpots:
            return []
        found = []
        for given in self.server.noticed.at_table(name, entry.jackpots):
            tag = str(given.command.__struct_config__.tag)
            seat = getattr(given.command, "seat", 0)
            kind = type(given.command)
            found.append(
                {
                    "tag": tag,
                    "says": tag.replace("_", " ").capitalize(),
                    "role": given.role.value,
                    "seat": seat,
                    "mine": given.role in who.roles,
                    "is_known": kind in jackpots.COMMANDS,
                }
            )
        return found


def _moment(seen: Observation) -> str:
    return f"{seen.phase or seen.status}"


def _waited(rules: AnyRules, seen: Observation) -> list[tuple[str, str, str]]:
    """What the table waits for, and of whom."""
    firm = [ask for ask in seen.due if not ask.may_wait]
    found: list[tuple[str, str, str]] = []
    for ask in firm[:4]:
        who = f"Seat {ask.seat}" if ask.role is Role.PLAYER else ask.role.value.capitalize()
        found.append((title(rules, ask), who, ask.clause))
    return found


async def released(hub: Hub, person: str, role: Role) -> None:
    """The floor has come: the call, if there is one, stands no more."""
    if hub.attendance.state.call is not None:
        await asyncio.to_thread(hub.attendance.say, ReleaseCall(), person, role)
        hub.tell()


def add_to(house: House) -> None:
    """The floor's consoles."""
    server = house.server
    pages = FloorPages(house)

    def viewer_of(who: Visitor) -> Viewer:
        # The higher role first: what a shift supervisor decides may be final.
        return Viewer(role_of(who, Role.SHIFT_SUPERVISOR, Role.FLOORPERSON), who.person)

    @house.get("/floor")
    async def choose(request: Request) -> Response:
        who = house.visitor(request)
        viewer = viewer_of(who)
        tables, faults = await in_page_pool(tables_for, house, viewer.role, who.person)
        return house.page(
            "floor/choose.html",
            request,
            who,
            tables=tables,
            faults=faults,
            closed=closed_tables(server.people.state.tables),
            reports=pages.reports(viewer),
        )

    @house.post("/floor/reports/{number}")
    async def answer(request: Request, number: int) -> Response:
        """The floor answers surveillance; what is answered is gone from the page."""
        who = house.visitor(request)
        given = await form(request, who)
        viewer = viewer_of(who)
        says = " ".join(first(given, "says").split())
        outcome = await answer_to(server, number, says, by=who.person, role=viewer.role)
        if isinstance(outcome, Refusal):
            return said_of(outcome)
        gone = {"HX-Retarget": f"#report-{number}", "HX-Reswap": "delete"}
        return HTMLResponse("", headers=gone)

    @house.get("/floor/tables")
    async def listed(request: Request) -> Response:
        who = house.visitor(request)
        role = viewer_of(who).role
        tables, faults = await in_page_pool(tables_for, house, role, who.person)
        closed = closed_tables(server.people.state.tables)
        return HTMLResponse(render("dealer/_tables.html", tables=tables, faults=faults, closed=closed, at="floor"))

    @house.get("/floor/{name}")
    async def console(request: Request, name: str, cause: str = "", seat: int = 0) -> Response:
        who = house.visitor(request)
        entry = server.entry(name)
        viewer = server.check_watching(name, viewer_of(who))
        hub = server.hub(name)
        rules = hub.live.rules
        mark = mark_of(server, hub)
        parts = await in_page_pool(pages.parts, name, viewer)
        shown, settled = picture(hub, viewer, seen_now(hub, viewer))
        call = hub.attendance.state.call
        if call is not None and not cause:
            cause, seat = call.cause, call.seat
        ruling = await in_page_pool(ruling_of, name, viewer, {"cause": [cause], "of_seat": [str(seat)]})
        slips = await in_page_pool(pages.slips, name, who)
        return house.page(
            "floor/console.html",
            request,
            who,
            table=name,
            entry=entry,
            rules=rules,
            limits=limits_of(rules),
            parts=parts,
            mark=mark,
            ruling=ruling,
            felt=felt_of(rules, shown, (), settled=settled),
            slips=slips,
            slips_clause=HIGH_HAND_PERIOD,
            room=entry.jackpots.removeprefix(f"{JACKPOTS}/") if entry.jackpots else "",
        )

    def ruling_of(name: str, viewer: Viewer, given: dict[str, list[str]]) -> str:
        """What the chapter says follows: the second step of a ruling."""
        hub = server.hub(name)
        rules: AnyRules = hub.live.rules
        seen, _ = offered_now(hub, viewer, server.closure(name))
        causes = {one.id: one for one in causes_of(rules, seen)}
        cause = causes.get(first(given, "cause"))
        if cause is None:
            gone = bool(first(given, "cause"))
            return render("floor/_ruling.html", cause=None, gone=gone, table=name)
        wanted = first(given, "of_seat")
        seat = (
            int(wanted)
            if wanted.isdecimal() and len(wanted) < 3 and int(wanted) in cause.seats
            else (cause.seats[0] if cause.seats else 0)
        )
        fields = {**{key: [value] for key, value in cause.step.hidden.items()}, **given, "command": [cause.command]}
        fields["of_seat"] = [str(seat)]
        if cause.command in REPORTS:
            fields["cause"] = [cause.id]
        try:
            command, _ = command_given(fields)
        except FormError as error:
            return render("floor/_ruling.html", cause=None, gone=False, table=name, says=str(error))
        found = follows_from(hub, seen, command, viewer)
        line, legal = refused(found) if isinstance(found, Refusal) else (None, ())
        following = found if isinstance(found, Following) else Following()
        return render(
            "floor/_ruling.html",
            cause=cause,
            gone=False,
            table=name,
            seat=seat,
            following=following,
            rows=rows_of(rules, seen, following),
            line=line,
            legal=legal,
            given=given,
            poker=isinstance(seen, PokerObservation),
            seq=hub.live.seq,
        )

    @house.post("/floor/{name}/ruling")
    async def preview(request: Request, name: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        viewer = server.check_watching(name, viewer_of(who))
        return HTMLResponse(await in_page_pool(ruling_of, name, viewer, given))

    @house.post("/floor/{name}/do")
    async def do(request: Request, name: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        viewer = server.check_watching(name, viewer_of(who))
        hub = server.hub(name)
        seen_at = first(given, "seq")
        if seen_at and seen_at != str(hub.live.seq):
            return said("the table has gone on since you looked: look at what follows now, then apply it")
        try:
            command, seat = command_given(given)
        except FormError as error:
            return said(str(error))
        key = first(given, "key")[:80]
        sent = envelope(command, by=who.person, role=viewer.role, seat=seat, key=f"page {key}" if key else "")
        outcome = await server.send(hub, sent)
        server.dealing[name].wake()
        if isinstance(outcome, Refusal):
            return said_of(outcome)
        if first(given, "ruled") == "yes":
            await released(hub, who.person, viewer.role)
            # What was offered has been done: it gives way to what is said of it.
            done = {"HX-Retarget": "#ruling", "HX-Reswap": "innerHTML"}
            return HTMLResponse(render("floor/_applied.html", table=name), headers=done)
        return said_of(outcome)

    @house.post("/floor/{name}/release")
    async def release(request: Request, name: str) -> Response:
        """The floor has come and there is nothing to rule on."""
        who = house.visitor(request)
        await form(request, who)
        server.entry(name)
        viewer = server.check_watching(name, viewer_of(who))
        await released(server.hub(name), who.person, viewer.role)
        return said_of(None)

    @house.post("/floor/{name}/close")
    async def close(request: Request, name: str) -> Response:
        """Close a table at which nobody sits."""
        who = house.visitor(request)
        await form(request, who)
        if not who.has(Role.SHIFT_SUPERVISOR):
            raise HTTPException(403, f"a table is closed by a shift supervisor, and {who.person} is none")
        server.entry(name)
        try:
            outcome = await server.close_table(name, by=who.person, role=Role.SHIFT_SUPERVISOR)
        except HTTPException as error:
            return said(str(error.detail))
        if isinstance(outcome, Refusal):
            return said_of(outcome)
        return _led_to(request, "/floor")

    @house.post("/floor/{name}/reopen")
    async def reopen(request: Request, name: str) -> Response:
        """Reopen a closed table."""
        who = house.visitor(request)
        await form(request, who)
        if not who.has(Role.SHIFT_SUPERVISOR):
            raise HTTPException(403, f"only a shift supervisor can reopen a table, and {who.person} is not one")
        server.entry(name)
        outcome = await server.reopen_table(name, by=who.person, role=Role.SHIFT_SUPERVISOR)
        return said_of(outcome) if isinstance(outcome, Refusal) else _led_to(request, f"/floor/{name}")

    def _led_to(request: Request, address: str) -> Response:
        if request.headers.get("hx-request"):
            return Response(status_code=204, headers={"hx-redirect": address})
        return RedirectResponse(address, 303)

    @house.app.websocket("/floor/{name}/parts")
    async def live(socket: WebSocket, name: str, since: str = "") -> None:
        viewer = await admitted(server, socket, name, Role.SHIFT_SUPERVISOR, Role.FLOORPERSON)
        if viewer is not None:
            await watch(house, socket, name, viewer, pages.parts, since=since)
