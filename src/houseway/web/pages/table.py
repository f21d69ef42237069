"""A table in the browser: its page, its parts as they change, and what is done at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from threading import Lock
from typing import Any

from fastapi import HTTPException, Request, Response, WebSocket
from fastapi.responses import HTMLResponse

from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.engine.banked import events as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Event, Viewer, envelope
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.house.attendance import SitIn, SitOut
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import contest_name, wager_name
from houseway.view.posted import posted
from houseway.view.table import AnyRules
from houseway.view.telling import refused, told
from houseway.view.words import Line
from houseway.web.hub import Hub
from houseway.web.pages import House
from houseway.web.pages.actions import CHIPS, Bar, bar_of
from houseway.web.pages.doing import FormError, command_of
from houseway.web.pages.felt import Felt, felt_of
from houseway.web.pages.lobby import limits_of
from houseway.web.pages.rendering import partial, render
from houseway.web.pages.visitors import Visitor, first, form, visitor
from houseway.web.watching import looking, something_new

Parts = dict[str, str]
"""The parts of a page that change, by the id of their element."""


class TablePages:
    """The pages of all tables: each part is made once a version and kind of viewer."""

    def __init__(self, house: House) -> None:
        self.house, self.server = house, house.server
        self._made: dict[tuple[str, Viewer], tuple[tuple[int, int], Parts]] = {}
        self._locks: dict[str, Lock] = {}
        self.rendered = 0

    def parts(self, name: str, viewer: Viewer) -> Parts:
        """The parts of a table's page as this viewer sees it."""
        hub = self.server.hub(name)
        # One makes them, whoever else waits for the same finds them made.
        with self._locks.setdefault(name, Lock()):
            # The version before anything is looked at: what comes meanwhile is told anew.
            key, version = (name, hub.kind(viewer)), hub.version
            kept = self._made.get(key)
            if kept is not None and kept[0] == version:
                return kept[1]
            seen = hub.observation(viewer)
            made = parts_of(hub, viewer, seen, self.server.entry(name).policy)
            if len(self._made) > 5000:
                self._made.clear()
            self._made[key] = (version, made)
            self.rendered += 1
            return made

    def clock(self, name: str) -> str:
        """The clock of the question that is open: when it runs out, or nothing."""
        dealing = self.server.dealing.get(name)
        if dealing is None or dealing.deadline is None:
            return render("table/_clock.html", until=0, of=0)
        left = dealing.deadline - asyncio.get_running_loop().time()
        until = int((time.time() + left) * 10) * 100
        return render("table/_clock.html", until=until, of=self.server.entry(name).policy.clock)


def own_seats(seen: Observation, viewer: Viewer) -> list[Seat]:
    """The seats of the viewer."""
    if viewer.role is not Role.PLAYER:
        return []
    return sorted(seat for seat, person in seen.seats.items() if person == viewer.person)


def picture(hub: Hub, viewer: Viewer, seen: Observation) -> tuple[Observation, bool]:
    """What the felt shows: the table, or between rounds of a banked game the last round as it was settled."""
    if isinstance(seen, BankedObservation) and seen.status == "wagering" and not seen.placed:
        over = hub.last_round(viewer)
        if over is not None:
            return over, True
    return seen, False


def parts_of(hub: Hub, viewer: Viewer, seen: Observation, policy: Policy) -> Parts:
    """The parts of a table's page, made from nothing but what the viewer may see."""
    rules: AnyRules = hub.live.rules
    own = own_seats(seen, viewer)
    shown, settled = picture(hub, viewer, seen)
    felt = felt_of(rules, shown, own, settled=settled)
    bar = (
        bar_of(rules, seen, own, staffed=policy.staffed)
        if viewer.role is Role.PLAYER
        else Bar(kind="staff", head=f"You look on as {viewer.role.value}")
    )
    lines = _lines(rules, seen, own)
    over = shown if settled or _is_over(shown) else _over(hub, viewer, seen)
    result = _result(rules, over, own) if over is not None else None
    given: dict[str, Any] = {
        "felt": felt,
        "bar": bar,
        "table": hub.name,
        "own": own,
        "rules": rules,
        "settled": settled,
    }
    made = {"top": render("table/_top.html", **given)}
    for seat in felt.seats:
        made[f"seat-{seat.number}"] = render("table/_seat.html", seat=seat, **given)
    made["actions"] = render(
        "table/_actions.html", result=result, chips=CHIPS, stack=_stack(seen, own), practice=policy.practice, **given
    )
    made["log"] = render("table/_log.html", lines=lines, bar=bar)
    made["ticker"] = render("table/_ticker.html", line=lines[0] if lines else None, bar=bar)
    made["notice"] = render("table/_notice.html", notes=felt.notes)
    made["stakes"] = render("table/_stakes.html", bar=bar)
    made["payments"] = render("table/_payments.html", result=result)
    made["yours"] = render("table/_yours.html", bar=bar, own=own, table=hub.name, stack=_stack(seen, own))
    made["number"] = render("table/_number.html", number=max(1, seen.number))
    return made


def _stack(seen: Observation, own: list[Seat]) -> int:
    return sum(seen.chips.get(seat, 0) for seat in own)


def _over(hub: Hub, viewer: Viewer, seen: Observation) -> Observation | None:
    """The last round, whose payments are shown as long as the next has not begun."""
    return hub.last_round(viewer) if isinstance(seen, BankedObservation) and seen.status == "wagering" else None


def _is_over(seen: Observation) -> bool:
    return seen.status == "between rounds" and seen.number > 0


def _lines(rules: AnyRules, seen: Observation, own: list[Seat]) -> list[Line]:
    """What happened, the newest first."""
    return list(reversed(told(rules, seen, seen.events, own)))


def _result(rules: AnyRules, seen: Observation, own: list[Seat]) -> dict[str, Any] | None:
    """What the last round brought: each of the viewer's wagers and each seat's net, or who won the pots."""
    if isinstance(rules, PokerRules):
        return _pots_won(rules, seen, own)
    if isinstance(seen, BankedObservation) and isinstance(rules, TableRules):
        details = {(event.seat, event.wager): event for event in _settlements(seen.events)}
        rows = []
        for seat, wager, net, clause in seen.settled:
            event = details.get((seat, wager))
            pays = event.pays if event is not None else ""
            hand = event.hand if event is not None else ""
            amount = seen.placed.get(seat, {}).get(wager, 0)
            rows.append((seat, wager_name(rules.game, wager), amount, pays, hand, net, clause))
        mine = [row for row in rows if row[0] in own]
        nets: dict[int, int] = {}
        for seat, *_, net, _clause in rows:
            nets[seat] = nets.get(seat, 0) + net
        return {
            "mine": mine,
            "net": sum(row[5] for row in mine) if mine else None,
            "nets": sorted(nets.items(), reverse=True),
            # The dealer settles one seat after the other.
            "order": list(nets),
            "round": seen.number,
            "pots": [],
            "own": own,
        }
    return None


def _pots_won(rules: PokerRules, seen: Observation, own: list[Seat]) -> dict[str, Any] | None:
    """The pots of the last round: each share with whose it is, what for and under which clause."""
    begun = [place for place, event in enumerate(seen.events) if isinstance(event, poker.RoundStarted)]
    events = seen.events[begun[-1] :] if begun else seen.events
    shares = [
        (event.pot, share.seat, share.cents, contest_name(share.contest), share.clause)
        for event in events
        if isinstance(event, poker.PotAwarded)
        for share in event.shares
    ]
    if not shares:
        return None
    pots = [("Main pot" if pot == 0 else f"Side pot {pot}", *rest) for pot, *rest in shares]
    won = sum(cents for _, seat, cents, *_ in shares if seat in own)
    return {"pots": pots, "won": won, "mine": [], "net": None, "nets": [], "order": [], "own": own}


def _settlements(events: Iterable[Event]) -> list[banked.WagerSettled]:
    found: list[banked.WagerSettled] = []
    for event in events:
        if isinstance(event, banked.BetsClosed):
            found = []
        elif isinstance(event, banked.WagerSettled):
            found.append(event)
    return found


def add_to(house: House) -> None:
    """The tables."""
    server = house.server
    pages = TablePages(house)
    house.tables = pages

    def viewer_of(who: Visitor, role: str) -> Viewer:
        return Viewer(who.role_for(role), who.person)

    @house.get("/tables/{name}")
    async def table(request: Request, name: str, role: str = "", sit: int = 0) -> Response:
        who = house.visitor(request)
        entry = server.entry(name)
        viewer = viewer_of(who, role)
        parts = await asyncio.to_thread(pages.parts, name, viewer)
        hub = server.hub(name)
        seen = hub.observation(viewer)
        rules: AnyRules = hub.live.rules
        own = own_seats(seen, viewer)
        shown, settled = picture(hub, viewer, seen)
        felt: Felt = felt_of(rules, shown, own, settled=settled)
        free = sorted(ask.seat for ask in seen.legal if ask.command == "take_seat")
        return house.page(
            "table.html",
            request,
            who,
            table=name,
            entry=entry,
            rules=rules,
            chapter=rules.game.chapter if isinstance(rules, TableRules) else "637a",
            limits=limits_of(rules),
            role=viewer.role.value,
            parts=parts,
            felt=felt,
            clock=pages.clock(name),
            sign=posted(rules),
            sit=sit if sit in free else 0,
            free=free,
            own=own,
            revision=seen.revision,
        )

    @house.get("/tables/{name}/plain")
    async def plain(request: Request, name: str, role: str = "") -> Response:
        """The table in words, for who cannot use the felt."""
        who = house.visitor(request)
        policy = server.entry(name).policy
        viewer = viewer_of(who, role)
        hub = server.hub(name)
        seen = hub.observation(viewer)
        rules: AnyRules = hub.live.rules
        own = own_seats(seen, viewer)
        shown, settled = picture(hub, viewer, seen)
        bar = bar_of(rules, seen, own, staffed=policy.staffed)
        given: dict[str, Any] = {
            "table": name,
            "rules": rules,
            "felt": felt_of(rules, shown, own, settled=settled),
            "bar": bar,
        }
        lines = _lines(rules, seen, own)
        return house.page("plain.html", request, who, lines=lines, stack=_stack(seen, own), said="", own=own, **given)

    @house.post("/tables/{name}/do")
    async def do(request: Request, name: str) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        server.entry(name)
        role = who.role_for(first(given, "as"))
        plain_page = first(given, "plain") == "yes"
        try:
            command = command_of(_with_choices(server.hub(name), given))
            seat = Seat(int(first(given, "seat") or 0))
        except (FormError, ValueError) as error:
            return said(str(error), "", (), plain=plain_page, name=name)
        key = first(given, "key")[:80]
        sent = envelope(command, by=who.person, role=role, seat=seat, key=f"page {key}" if key else "")
        outcome = await server.at_table(name, sent)
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return said(line.says, line.clause, legal, plain=plain_page, name=name)
        then = first(given, "then")
        if plain_page:
            return Response(status_code=303, headers={"location": f"/tables/{name}/plain"})
        if then.startswith("/") and not then.startswith("//"):
            return Response(status_code=204, headers={"hx-redirect": then})
        return HTMLResponse(render("_said.html", says=""))

    def said(says: str, clause: str, legal: tuple[str, ...], *, plain: bool, name: str) -> Response:
        if plain:
            raise HTTPException(409, f"{says} {clause}")
        return HTMLResponse(render("table/_refused.html", says=says, clause=clause, legal=legal), 200)

    @house.post("/tables/{name}/{way}")
    async def attend(request: Request, name: str, way: str) -> Response:
        """Sit out, or be dealt in again."""
        who = house.visitor(request)
        await form(request, who)
        command = {"sit-in": SitIn, "sit-out": SitOut}.get(way)
        hub = server.hub(name)
        if command is None:
            raise HTTPException(404, f"nothing is called {way[:20]!r} here")
        if who.person not in hub.live.state.seats.values():
            raise HTTPException(403, f"{who.person} does not sit at table {name}")
        outcome = None
        if (who.person in hub.attendance.state.out) != (command is SitOut):
            outcome = await asyncio.to_thread(hub.attendance.say, command(person=who.person), who.person)
            hub.tell()
            server.dealing[name].wake()
        return HTMLResponse(render("_said.html", says=outcome.message if isinstance(outcome, Refusal) else ""))

    @house.app.websocket("/tables/{name}/parts")
    async def live(socket: WebSocket, name: str, role: str = "") -> None:
        await socket.accept()
        who = visitor(server.people, socket)
        entry = server.people.state.tables.get(name)
        ours = socket.headers.get("origin", "").partition("://")[2] == socket.headers.get("host")
        if who is None or entry is None or not ours:
            await socket.close(4403, "this page does not open this table")
            return
        try:
            viewer = viewer_of(who, role)
        except HTTPException:
            await socket.close(4403, "the role is not held")
            return
        await _watch(pages, socket, name, viewer)


def _with_choices(hub: Hub, given: dict[str, list[str]]) -> dict[str, list[str]]:
    """Fields that pages state otherwise than commands: cards of the low hand alone, and wagers to take back."""
    tag = first(given, "command")
    if tag == "decide" and given.get("held") and given.get("low"):
        low = " ".join(given["low"]).split()
        high = [card for card in " ".join(given["held"]).split() if card not in low]
        return {**given, "high": high, "low": low}
    if tag == "withdraw_wagers" and not given.get("wagers"):
        seat = Seat(int(first(given, "seat") or 0))
        placed = getattr(hub.observation(Viewer(Role.PLAYER)), "placed", {})
        return {**given, "wagers": list(placed.get(seat, {}))}
    return given


async def _watch(pages: TablePages, socket: WebSocket, name: str, viewer: Viewer) -> None:
    """Send the parts that changed, as long as somebody looks."""
    server, sent = pages.server, Parts()
    try:
        async with looking(server, socket, server.hub(name), viewer) as (one, there):
            server.dealing[name].wake()
            while await something_new(server, one, there):
                made = {**await asyncio.to_thread(pages.parts, name, viewer), "clock": pages.clock(name)}
                changed = [(id, part) for id, part in made.items() if sent.get(id) != part]
                if changed:
                    sent = made
                    await socket.send_text("".join([partial(id, part) for id, part in changed]))
    finally:
        server.dealing[name].wake()
