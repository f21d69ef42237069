"""Surveillance: any round of any table from any viewer's eyes, what was paid beside what is owed, and the chain verified."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from houseway.chapters.registry import games
from houseway.engine.kernel import Viewer
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import Balance, Cents, cents_of
from houseway.rules.table_rules import TableRules
from houseway.store.audit import Round, Verified, verify
from houseway.store.table_system import is_revealed, table_stream
from houseway.view.names import wager_name
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.history import History, clock_of, day_of, number_of
from houseway.web.pages.owed import checked
from houseway.web.pages.past import Query, Summary, readable
from houseway.web.pages.rendering import render
from houseway.web.pages.replaying import Replay, people_of
from houseway.web.pages.visitors import Visitor, first, form
from houseway.web.reports import send

WATCHERS = (Role.SURVEILLANCE, Role.COMPLIANCE, Role.SHIFT_SUPERVISOR, Role.AUDITOR)
"""Who may look at rounds from others' eyes."""
_PUBLIC = {
    "surveillance": ("Surveillance", Role.SURVEILLANCE),
    "dealer": ("Dealer", Role.DEALER),
    "floor": ("Floor", Role.FLOORPERSON),
    "onlooker": ("Onlooker", Role.PLAYER),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """Whose eyes a round can be seen from."""

    id: str
    says: str
    viewers: tuple[Viewer, ...]


def eyes_on(played: Round, who: Visitor) -> list[Eyes]:
    """Whose eyes a visitor may see a round from: whoever sat there sees it from the own seat, and as anybody does."""
    people = people_of(played)
    sat = who.person in people.values()
    found = [Eyes(id=id, says=says, viewers=(Viewer(role),)) for id, (says, role) in _PUBLIC.items()]
    players = {seat: Viewer(Role.PLAYER, person) for seat, person in sorted(people.items())}
    found += [
        Eyes(id=f"seat-{seat}", says=f"Seat {seat}", viewers=(one,))
        for seat, one in players.items()
        if not sat or one.person == who.person
    ]
    if not sat and players:
        together = (Viewer(Role.SURVEILLANCE), *dict.fromkeys(players.values()))
        found.insert(1, Eyes(id="all", says="All seats", viewers=together))
    return found


class Verifications:
    """What was verified last of each table; one at a time, since each reads the whole of it."""

    def __init__(self, house: House) -> None:
        self.record = house.server.record
        self._lock = asyncio.Lock()

    async def of(self, table: str) -> Verified:
        """The chain of a table's stream, from its first row to its head."""
        async with self._lock:
            return await in_page_pool(lambda: next(iter(verify(self.record, table_stream(table)))))


def query_of(given: Mapping[str, str]) -> Query:
    """What is looked for, from the fields of the form."""
    least = given.get("least", "").strip()
    cents = cents_of(least) if least else None
    if least and cents is None:
        raise HTTPException(422, f"at least {least[:20]!r}: an amount of dollars is meant, as in 100 or 12.50")
    return Query(
        table=given.get("table", ""),
        who=given.get("who", "").strip(),
        least=cents,
        wager=given.get("wager", ""),
        hand=given.get("hand", "").strip(),
        irregular=given.get("irregular", ""),
        since=_millis(given.get("since", "")),
        until=_millis(given.get("until", "")),
        before=number_of(given.get("before", "")),
    )


def _millis(text: str) -> int | None:
    """A time of a form, in UTC, in milliseconds."""
    if not text:
        return None
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise HTTPException(422, f"{text[:20]!r} is no time: 2026-01-31T20:00 is one") from None


def add_to(house: House) -> None:
    """Surveillance."""
    server = house.server
    history: History = house.past
    past, verifications = history.past, Verifications(house)

    def watcher(request: Request) -> Visitor:
        who = house.visitor(request)
        if not who.has(*WATCHERS):
            says = "Only surveillance, compliance, auditors and the shift supervisor can look into rounds."
            raise HTTPException(403, says)
        return who

    def check_reading(who: Visitor, name: str) -> None:
        """Whoever sits at a table now looks into none of its rounds."""
        server.entry(name)
        server.check_reading(name, who.person, next(role for role in WATCHERS if who.has(role)))

    @house.get("/surveillance")
    async def search(request: Request) -> Response:
        who = watcher(request)
        given = {name: value[:60] for name, value in request.query_params.items()}
        if given.get("table"):
            check_reading(who, given["table"])
        own = [name for name, hub in server.hubs.items() if who.person in hub.live.state.seats.values()]
        found = await in_page_pool(past.search, query_of(given), without=own)
        tables = {name: games()[entry.game] for name, entry in server.people.state.tables.items()}
        further = {**given, "before": str(found.more)} if found.more is not None else None
        return house.page(
            "surveillance.html",
            request,
            who,
            found=found,
            given=given,
            tables=tables,
            wagers=wagers_of(house),
            clock=clock_of,
            day=day_of,
            most=_most,
            told=server.people.state.reports[:-11:-1],
            standing=sum(not one.answered_by for one in server.people.state.reports),
            further=f"/surveillance?{urlencode(further)}" if further else "",
        )

    @house.get("/surveillance/{name}/{number}")
    async def look(request: Request, name: str, number: int, eyes: str = "surveillance", step: str = "") -> Response:
        """A round step by step from somebody's eyes, and its payments checked."""
        who = watcher(request)
        check_reading(who, name)
        played = await in_page_pool(past.round, name, number)
        choices = eyes_on(played, who)
        chosen = next((one for one in choices if one.id == eyes), None)
        if chosen is None:
            raise HTTPException(403, f"round {number} of {name} is not seen by {who.person} from {eyes[:20]!r}")
        seen, fields = _seen_paid(request.query_params)
        given = await in_page_pool(watched, played, chosen, step, seen)
        return house.page(
            "watched.html",
            request,
            who,
            table=name,
            number=number,
            choices=choices,
            chosen=chosen.id,
            fields=fields,
            last=len(past.ends(name)),
            day=day_of,
            **given,
            **told(played, name, who),
        )

    def watched(played: Round, chosen: Eyes, step: str, seen: dict[str, Balance]) -> dict[str, Any]:
        """What the page of a round is made of."""
        name = played.stream.partition("/")[2]
        with readable(name, played.number):
            replay = Replay(played, *chosen.viewers)
            at = replay.step_of(step)
            assert replay.steps
            return {
                "replay": replay,
                "step": at,
                "parts": replay.parts(at),
                "felt": replay.felt(at),
                "summary": past.summary(name, played.number),
                "checked": checked(played, seen),
                "proof": is_revealed(server.record, played),
            }

    def told(played: Round, name: str, who: Visitor) -> dict[str, Any]:
        """What the floor was told of a round, and whether the visitor may tell it something."""
        sat = who.person in people_of(played).values()
        return {
            "reports": [one for one in server.people.state.reports if (one.table, one.round) == (name, played.number)],
            "may_send": who.has(Role.SURVEILLANCE) and not sat,
            "sat": sat,
            # A form sent twice is one report.
            "key": secrets.token_hex(12),
            "clock": clock_of,
            "fault": "",
            "says": "",
        }

    @house.post("/surveillance/{name}/{number}/report")
    async def report(request: Request, name: str, number: int) -> Response:
        """Tell the floor of a round."""
        who = watcher(request)
        given = await form(request, who)
        if not who.has(Role.SURVEILLANCE):
            raise HTTPException(403, f"the floor is told of rounds by surveillance, and {who.person} is not of it")
        check_reading(who, name)
        played = await in_page_pool(past.round, name, number)
        says, key = " ".join(first(given, "says").split()), f"page report {first(given, 'key')[:80]}"
        try:
            seen, _ = _seen_paid({field: texts[0] for field, texts in given.items()})
            outcome = await send(server, (name, number), says, seen, by=who.person, key=key)
            fault = outcome.message if isinstance(outcome, Refusal) else ""
        except HTTPException as error:
            fault = str(error.detail)
        shown = {**told(played, name, who), "fault": fault, "says": says if fault else ""}
        return HTMLResponse(render("surveillance/_told.html", table=name, number=number, differ=bool(fault), **shown))

    @house.post("/surveillance/{name}/verify")
    async def verified(request: Request, name: str) -> Response:
        """The chain of a table verified: every hash, and that the rules lead from each command to its events."""
        who = watcher(request)
        await form(request, who)
        server.entry(name)
        found = await verifications.of(name)
        if request.headers.get("hx-request"):
            return HTMLResponse(render("replay/_verified.html", table=name, found=found))
        return house.page("verified.html", request, who, table=name, found=found)

    def wagers_of(house: House) -> dict[str, str]:
        """Every wager that some table of the house offers, by its id."""
        found: dict[str, str] = {}
        open_tables = [name for name, entry in server.people.state.tables.items() if not entry.closed]
        every_rules, _ = server.faults.show_each(open_tables, lambda name: server.hub(name).live.rules)
        for rules in every_rules:
            if isinstance(rules, TableRules):
                found |= {id: wager_name(rules.game, id) for id in rules.game.wagers}
        return {**dict(sorted(found.items(), key=lambda one: one[1])), "pot": "Main pot", "side pot": "Side pot"}


def _most(one: Summary) -> tuple[int, int] | None:
    """The seat that won most in a round, and how much; None where nobody won."""
    best = max(one.net.items(), key=lambda item: item[1], default=None)
    return (int(best[0]), best[1]) if best is not None and best[1] > 0 else None


def _seen_paid(given: Mapping[str, str]) -> tuple[dict[str, Balance], dict[str, str]]:
    """What somebody saw paid, by its field: in cents, and as it was typed."""
    fields = {name: text.strip()[:20] for name, text in given.items() if name.startswith("paid:") and text.strip()}
    seen = {}
    for name, text in fields.items():
        sign = -1 if text[0] in "-\u2212" else 1
        cents = cents_of(text.lstrip("-\u2212+"))
        if cents is None:
            raise HTTPException(422, f"{text!r} is no amount of dollars: 12.50 was gained, -5 was lost")
        seen[name] = Cents(sign * cents)
    return seen, fields
