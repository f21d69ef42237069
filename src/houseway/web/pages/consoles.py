"""What the consoles of dealer and floor share: the table as its staff sees it now, live parts, and steps taken as staff."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException, Response, WebSocket
from fastapi.responses import HTMLResponse
from msgspec.structs import replace

from houseway.chapters.c637a_poker.commands import StartRound
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.starting import too_few_players
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask
from houseway.engine.kernel import Command, Envelope, Viewer, envelope
from houseway.engine.observing import Observation
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.store.record import MovedOnError
from houseway.store.table_system import TableSystem
from houseway.view.following import Following, follows
from houseway.view.telling import refused
from houseway.view.words import listed
from houseway.web.closures import Closure
from houseway.web.hub import LAST, Hub
from houseway.web.page_pool import in_page_pool
from houseway.web.pages.doing import kinds
from houseway.web.pages.rendering import partial, render
from houseway.web.pages.stepping import is_named, left_out
from houseway.web.pages.visitors import Visitor, first, visitor
from houseway.web.watching import COOKIE, looking, may_look, something_new

if TYPE_CHECKING:
    from houseway.web.pages import House
    from houseway.web.server import Server

Parts = dict[str, str]
MakeParts = Callable[[str, Viewer], Parts]


def seen_now(hub: Hub, viewer: Viewer) -> Observation:
    """What somebody of the staff may see and do, by the clock: decks grow old while nothing happens at the table."""
    live = hub.live
    state = live.state
    now = int(hub.record.clock.now())
    if now > state.now:
        state = state.copy()
        state.now = now
    due = live.machine.due(live.rules, state)
    seen: Observation = live.machine.observe(live.rules, state, viewer, live.recent[-LAST:], due)
    return seen


def without(asks: Iterable[Ask], others: Iterable[Ask]) -> list[Ask]:
    """The steps that are not among others, whoever takes them and whether they may wait: a step is offered once."""
    known = {_step_key(ask) for ask in others}
    return [ask for ask in asks if _step_key(ask) not in known]


def _step_key(ask: Ask) -> tuple[str, str, str, Seat, Seat]:
    return ask.command, ask.word, ask.subject, ask.seat, ask.concerns


def sitting_out(hub: Hub) -> set[Seat]:
    """The seats whose players sit out."""
    out = hub.attendance.state.out
    return {seat for seat, person in hub.live.state.seats.items() if person in out}


Reason = tuple[str, ClauseId]
"""Why something that is due is not offered, and its clause."""


def offered_now(hub: Hub, viewer: Viewer, closure: Closure | None) -> tuple[Observation, list[Reason]]:
    """What somebody of the staff may see and do, without steps that cannot be done now; and why those are not offered."""
    seen = seen_now(hub, viewer)
    if closure is not None and closure.is_final:
        return replace(seen, due=(), legal=()), [(closure.says, closure.clause)]
    if not any(ask.command == "start_round" for ask in seen.due):
        return seen, []
    if closure is not None and closure.refuses(StartRound):
        return _without_a_round(seen), [(closure.says, closure.clause)]
    too_few = _too_few(hub, seen)
    if too_few is None:
        return seen, []
    says, clause = too_few
    if hub.live.state.staffed:
        # Who is dealt in is for the dealer to say: whoever sits out by the own page may be back at the table.
        return seen, [(f"{says} Clear the mark of each player who is back.", clause)]
    return _without_a_round(seen), [too_few]


def _without_a_round(seen: Observation) -> Observation:
    due, legal = ([ask for ask in asks if ask.command != "start_round"] for asks in (seen.due, seen.legal))
    return replace(seen, due=tuple(due), legal=tuple(legal))


def _too_few(hub: Hub, seen: Observation) -> Reason | None:
    """Why a round of poker cannot start without those who sit out; None if it can."""
    out = sitting_out(hub)
    absent = left_out(seen, out)
    rules, state = hub.live.rules, hub.live.state
    if not out or not isinstance(rules, PokerRules):
        return None
    refusal = too_few_players(rules, state, absent)
    if refusal is None:
        return None
    rest = [seat for seat in sorted(seen.seats) if seat not in absent]
    which = f"Only Seat {rest[0]} can be dealt in" if len(rest) == 1 else "Nobody can be dealt in"
    who = f"seat {min(out)} is" if len(out) == 1 else f"seats {listed(list(map(str, sorted(out))), 'and')} are"
    return f"{which}: {who} sitting out.", refusal.clause


def foreseen(hub: Hub, command: Command, viewer: Viewer) -> tuple[Any, ...] | Refusal:
    """What a command would lead to; nothing is done."""
    live = hub.live
    at = max(int(hub.record.clock.now()), live.state.now)
    given = Envelope(command=command, by=viewer.person or viewer.role.value, role=viewer.role, at=at)
    outcome = live.machine.handle(live.rules, live.state, given)
    return outcome if isinstance(outcome, Refusal) else outcome.events


def follows_from(hub: Hub, seen: Observation, command: Command, viewer: Viewer) -> Following | Refusal:
    """What a ruling would lead to, without a card that nobody may see yet."""
    outcome = foreseen(hub, command, viewer)
    return outcome if isinstance(outcome, Refusal) else follows(hub.live.rules, seen, outcome)


# Steps.


async def send(server: Server, name: str, command: Command, who: Visitor, role: Role, seat: Seat, key: str) -> Response:
    """Give a command as staff; what is refused is said with its clause."""
    given = envelope(command, by=who.person, role=role, seat=seat, key=f"page {key[:80]}" if key else "")
    outcome = await server.send(server.hub(name), given)
    server.dealing[name].wake()
    return said_of(outcome)


async def by_system(server: Server, name: str, given: dict[str, list[str]], who: Visitor) -> Response:
    """The table system makes the command that is due, with chance from a committed seed, and the dealer gives it."""
    hub, dealing = server.hub(name), server.dealing[name]
    closure, kind = server.closure(name), kinds().get(first(given, "command"))
    if closure is not None and kind is not None and closure.refuses(kind):
        return said_of(closure.refusal)
    system = await dealing.open_system()
    async with hub.lock:
        coming = await asyncio.to_thread(_find_due, system, given)
    if coming is not None:
        # Outside the lock: whatever else happens at the table goes on meanwhile.
        await dealing.await_reveals(coming)
    async with hub.lock:
        coming = await asyncio.to_thread(_find_due, system, given)
        if coming is None:
            return said("the table has gone on: that is no longer what is due")
        # The marks of the dealer's form.
        system.house.sitting_out = {
            Seat(int(seat)) for seat in given.get("absent", ()) if seat.isdecimal() and len(seat) < 3
        }
        place = hub.live.seq
        made = await asyncio.to_thread(system.command, coming)
        if made.role is Role.PLAYER:
            made = replace(made, by=hub.live.state.seats.get(made.seat, made.by))
        elif made.role is Role.DEALER:
            made = replace(made, by=who.person)
        try:
            outcome = await asyncio.to_thread(system.do, made, place)
        except MovedOnError:
            return said("somebody else was first: look at what is due now")
    hub.tell()
    dealing.wake()
    return said_of(outcome)


def _find_due(system: TableSystem, given: dict[str, list[str]]) -> Ask | None:
    """Return the step that a form of the dealer names, if it is due; seeds whose time has come are told first."""
    system.next_ask()
    return next((ask for ask in system.house.due() if _is_made_here(ask) and is_named(ask, given)), None)


def _is_made_here(ask: Ask) -> bool:
    """The dealer's own steps, the system's, and that a player was given the opportunity to look."""
    return ask.role in (Role.DEALER, Role.TABLE_SYSTEM) or ask.command == "view_cards"


def said_of(outcome: Any) -> Response:
    """Nothing where a command was taken; else why not."""
    if not isinstance(outcome, Refusal):
        return HTMLResponse(render("_said.html", says=""))
    line, legal = refused(outcome)
    return said(line.says, line.clause, legal)


def said(says: str, clause: ClauseId = NO_CLAUSE, legal: tuple[str, ...] = ()) -> Response:
    """Why something was not taken."""
    return HTMLResponse(render("table/_refused.html", says=says[:1].upper() + says[1:], clause=clause, legal=legal))


# Live parts.


async def admitted(server: Server, socket: WebSocket, name: str, *roles: Role) -> Viewer | None:
    """Who looks through a WebSocket of one of our pages, in the first of the roles that is held."""
    await socket.accept()
    who = visitor(server.people, socket)
    ours = socket.headers.get("origin", "").partition("://")[2] == socket.headers.get("host")
    if who is None or not ours or name not in server.people.state.tables or not who.has(*roles):
        await socket.close(4403, "this page does not open this table")
        return None
    viewer = Viewer(role_of(who, *roles), who.person)
    if not server.may_watch(server.hub(name), viewer):
        await socket.close(4403, "whoever sits at the table looks at it as a player")
        return None
    return viewer


def role_of(who: Visitor, *roles: Role) -> Role:
    """The first of some roles that somebody holds; one must be held."""
    for role in roles:
        if role in who.roles:
            return role
    raise HTTPException(
        403,
        f"this page is for the {' or the '.join(one.value for one in roles)}; {who.person} is neither"
        if len(roles) > 1
        else f"this page is for {roles[0].spoken}, and {who.person} has no such role",
    )


def mark_of(server: Server, hub: Hub) -> str:
    """How far the table, its attendance, its calls and what surveillance told of it had come when a page was made, and whether it
    was closed."""
    told = sum(2 if one.answered_by else 1 for one in server.people.state.reports if one.table == hub.name)
    closure = server.closure(hub.name)
    return "-".join(map(str, (*hub.version, told, "open" if closure is None else closure.kind.value)))


CONNECTED = render("_connected.html")
"""Said by the server itself, whenever a page's line stands."""


async def watch(house: House, socket: WebSocket, name: str, viewer: Viewer, make: MakeParts, *, since: str) -> None:
    """Send the parts that changed, as long as somebody looks. ``since``: the mark of the page, which has them up to there."""
    server, hub = house.server, house.server.hub(name)
    sent: Parts = {}
    token = socket.cookies.get(COOKIE, "")

    def mark() -> str:
        return mark_of(server, hub)

    async with looking(server, socket, hub, viewer) as (one, there):
        while await something_new(server, one, there) and may_look(server, token, viewer.role):
            if not server.may_watch(hub, viewer):
                break
            fresh = not sent and since == mark()
            made = await in_page_pool(make, name, viewer)
            # Where nothing has happened since the page was made, what somebody does there is not disturbed.
            before = made if fresh and since == mark() else sent
            changed = {id: part for id, part in made.items() if before.get(id) != part}
            if not sent:
                changed["conn"] = CONNECTED
            if changed:
                sent = made
                await socket.send_text("".join([partial(id, part) for id, part in changed.items()]))
                one.sent += 1
