"""The lobby: every table of the house by chapter, and the games a table may be opened for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.chapters.registry import chapters, games
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.rules.table_rules import TableRules
from houseway.view.posted import posted
from houseway.view.table import AnyRules, stakes_text, table_view
from houseway.web.cage import view_cage
from houseway.web.closures import closed_tables
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.felt.banked import is_optional, short_name
from houseway.web.pages.rendering import money
from houseway.web.pages.visitors import Visitor, form
from houseway.web.server import Server
from houseway.web.table_faults import TableFault


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A table in the lobby."""

    name: str
    game: str
    says: str
    chapter: str
    limits: str
    posted: str
    oval: bool
    places: int
    taken: frozenset[int]
    own: int
    asked: bool
    phase: str
    staffed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterOfTables:
    """A chapter with its open tables and the games nobody has opened a table for."""

    number: str
    name: str
    tables: list[TableCard]
    others: list[tuple[str, str]]


def limits_of(rules: AnyRules) -> str:
    """What is posted of a table's limits, in few words."""
    if isinstance(rules, PokerRules):
        return stakes_text(rules)
    main = rules.game.main_wager
    name = main.name.removesuffix(" Wager")
    if main.maximum is None:
        return f"{name} from {money(main.minimum)}"
    return f"{name} {money(main.minimum)} to {money(main.maximum)}"


def posted_of(rules: AnyRules) -> str:
    """What else a table posts, in few words: its optional wagers, or what is taken for the house."""
    if isinstance(rules, TableRules):
        return ", ".join(short_name(rules, wager) for wager in rules.game.wagers.values() if is_optional(wager))
    rakes = [says for what, says, *_ in posted(rules).rows if what == "rake"]
    return f"Rake {', '.join(rakes)}" if rakes else ""


def places_of(rules: AnyRules) -> int:
    """How many seats a table has."""
    return rules.game.seats if isinstance(rules, TableRules) else SEATS


_PHASES = {"wagering": "bets open", "between rounds": "next round soon"}
"""Where a table stands, in words of the lobby."""


def cards_of(server: Server, who: Visitor) -> tuple[list[TableCard], list[TableFault]]:
    """Every open table as this visitor finds it, and those that cannot be shown."""
    entries = {name: entry for name, entry in server.people.state.tables.items() if not entry.closed}
    viewer = Viewer(Role.PLAYER, who.person)

    def show(name: str) -> TableCard:
        hub = server.hub(name)
        live, rules = hub.live, hub.live.rules
        seen: Any = hub.observation(viewer)
        own = next((seat for seat, person in seen.seats.items() if person == who.person), 0)
        return TableCard(
            name=name,
            game=rules.game.id,
            says=rules.game.name,
            chapter=rules.game.chapter,
            limits=limits_of(rules),
            posted=posted_of(rules),
            oval=not isinstance(rules, TableRules),
            places=places_of(rules),
            taken=frozenset(live.state.seats),
            own=own,
            asked=bool(own) and own in seen.asked[:1],
            phase=_PHASES.get(phase := table_view(rules, seen).phase or "settling", phase).capitalize(),
            staffed=entries[name].policy.staffed,
        )

    return server.faults.show_each(entries, show)


def add_to(house: House) -> None:
    """The lobby."""
    server = house.server

    @house.get("/lobby")
    async def lobby(request: Request, chapter: str = "", show: str = "all") -> Response:
        who = house.visitor(request)
        cards, faults = await in_page_pool(cards_of, server, who)
        resume = [one for one in cards if one.own]
        shown = [
            one
            for one in cards
            if show == "all" or (show == "mine" and one.own) or (show == "free" and len(one.taken) < one.places)
        ]
        opened = {one.game for one in cards}
        by_chapter = [
            ChapterOfTables(
                number=one.number,
                name=one.title,
                tables=[card for card in shown if card.game in one.games],
                others=[(id, name) for id, name in one.games.items() if id not in opened] if show == "all" else [],
            )
            for one in chapters()
            if not chapter or one.number == chapter
        ]
        counts = {one.number: sum(card.game in one.games for card in cards) for one in chapters()}
        free = sum(one.places - len(one.taken) for one in cards)
        return house.page(
            "lobby.html",
            request,
            who,
            by_chapter=by_chapter,
            all_chapters=[(one.number, one.title, counts[one.number], one.banked) for one in chapters()],
            chapter=chapter,
            show=show,
            resume=resume,
            cage=view_cage(server, who.person, ()) if who.has(Role.PLAYER) else None,
            faults=faults,
            number=len(cards),
            free=free,
            closed=closed_tables(server.people.state.tables) if show == "all" and not chapter else [],
            may_open=house.demo is not None or who.has(Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR),
        )

    @house.post("/open/{game}")
    async def open_table(request: Request, game: str) -> Response:
        who = house.visitor(request)
        await form(request, who)
        if game not in games():
            raise HTTPException(404, f"there is no game {game[:40]!r}")
        if house.demo is None:
            return RedirectResponse(f"/submissions/new?game={game}", 303)
        name = await in_page_pool(house.demo.open, game)
        server.hub(name)
        return RedirectResponse(f"/tables/{name}", 303)
