"""Rules Submissions in the browser: read from a file or filled in, checked as one types, mended by a click, and opened."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from houseway.chapters.registry import chapter_of, example_of, filed_meaning, games
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.house.offered import FileSubmission
from houseway.house.seatless import HOUSE_POLICY
from houseway.rules.submission import SUBMITTED, Fault, Severity, Verdict
from houseway.store.table_system import table_stream
from houseway.view.fixes import Fix, applied, changes_in, fix_of
from houseway.view.submission import Checked, checked
from houseway.view.telling import refused
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.rendering import render, sentence
from houseway.web.pages.rules_form import data_of, sections_of, toml_text
from houseway.web.pages.visitors import Visitor, first, form
from houseway.web.rooms import offers_jackpots, opened
from houseway.web.server import Server, TableBody
from houseway.web.submitted import plain_text
from houseway.written import LARGEST, UnreadableError, json_fault, json_is_deep, toml_of

OPENERS = (Role.SHIFT_SUPERVISOR, Role.ADMINISTRATOR)
Data = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultLine:
    """A fault, and the fix if there is just one."""

    fault: Fault
    fix: Fix | None

    @property
    def kind(self) -> str:
        """How grave it is, in the name of its colour."""
        grave = {Severity.NOTE: "note", Severity.INCOMPLETE: "open"}
        return grave.get(self.fault.severity, "bad")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A submission as it is being written: its fields, or why its text cannot be read."""

    view: str
    text: str
    data: Data
    unread: str = ""

    @property
    def game(self) -> str:
        """The game, if there is such a one."""
        game = self.data.get("game")
        return game if isinstance(game, str) and game in games() else ""


def draft_of(given: Mapping[str, list[str]]) -> Draft:
    """What a page sent: the fields of its form, or a text."""
    if first(dict(given), "view") != "text":
        if (given.get("game") or [""])[0] not in games():
            raise HTTPException(422, "the form names no game")
        data = data_of(given)
        return Draft(view="form", text=toml_text(data), data=data)
    text = (given.get("text") or [""])[0]
    try:
        return Draft(view="text", text=text, data=read_text(text))
    except UnreadableError as error:
        return Draft(view="text", text=text, data={}, unread=f"The text is {error}.")


def read_text(text: str) -> Data:
    """The fields of a TOML or JSON text."""
    if not text.lstrip().startswith("{"):
        try:
            return toml_of(text.encode())
        except UnicodeEncodeError:
            raise UnreadableError("not UTF-8 text") from None
    if len(text) > LARGEST or json_is_deep(text.encode(errors="replace")):
        raise UnreadableError("not JSON: it is too large or nested too deeply")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"not JSON: {json_fault(error)}") from None
    if not isinstance(found, dict):
        raise UnreadableError("not a table of fields")
    return found


MOST_FIXES = 20
"""A fix is looked for so many of the faults: each is tried out by a check of its own."""


Judgment = tuple[Checked, list[FaultLine]]


def judged_apart(draft: Draft) -> Judgment:
    """The same as `judged` without the rules themselves, for a process that only tells of them."""
    found, lines = judged(draft)
    return found._replace(resolved=None), lines


def judged(draft: Draft) -> Judgment:
    """Everything that is to be said about a draft."""
    if draft.unread:
        return Checked(None, [Fault("", SUBMITTED, draft.unread)]), [
            FaultLine(fault=Fault("text", SUBMITTED, draft.unread), fix=None)
        ]
    found = checked(draft.data)
    lines = [FaultLine(fault=one, fix=fix_of(draft.data, one, found)) for one in found.faults[:MOST_FIXES]]
    return found, lines + [FaultLine(fault=one, fix=None) for one in found.faults[MOST_FIXES:]]


def stored(server: Server, name: str) -> Data:
    """The submission on file under a name, or that of a table."""
    filed = server.people.state.submissions.get(name)
    if filed is not None:
        return dict(filed_meaning(json.loads(filed.submission), filed.digest))
    if name in server.people.state.tables:
        stream = server.record.log.stream(table_stream(name))
        rules = server.record.log.rules(stream["digest"]) if stream is not None else None
        if rules is not None:
            return dict(json.loads(rules["submission"]))
    raise HTTPException(404, f"there is no submission and no table {name[:40]!r}")


def free_name(game: str, tables: Container[str]) -> str:
    """Return a name for another table of a game that no table has.

    >>> free_name("holdem", {"holdem", "holdem-2"})
    'holdem-3'
    """
    numbered = chain((game,), (f"{game}-{number}" for number in count(2)))
    return next(name for name in numbered if name not in tables)


def add_to(house: House) -> None:
    """The submissions."""
    server = house.server

    def opener(who: Visitor) -> Role | None:
        """In which role a visitor opens tables: the shift supervisor does, and in a demo house anybody."""
        own = next((role for role in OPENERS if role in who.roles), None)
        return own or (Role.TABLE_SYSTEM if house.demo is not None else None)

    def editor(draft: Draft, who: Visitor, verdict: Judgment | None = None, **more: Any) -> dict[str, Any]:
        found, lines = judged(draft) if verdict is None else verdict
        view = draft.view if draft.game else "text"
        sections, rest = sections_of(draft.data, found.rules or {}) if view == "form" else ([], "")
        return {
            "draft": draft,
            "view": view,
            "sections": sections,
            "rest": rest,
            "rest_names": sorted(json.loads(rest)) if rest else [],
            "me": who,
            **shown(draft, found, lines, who),
            **more,
        }

    def shown(draft: Draft, found: Checked, lines: list[FaultLine], who: Visitor) -> dict[str, Any]:
        chapter = chapter_of(draft.game) if draft.game else None
        return {
            "found": found,
            "lines": lines,
            "usable": found.usable,
            "unlawful": found.verdict is Verdict.UNLAWFUL,
            "game": draft.game,
            "game_name": games().get(draft.game, ""),
            "free_table": free_name(draft.game, server.people.state.tables),
            "banked": chapter is not None and chapter.banked,
            "may_open": opener(who) is not None,
            "may_file": who.has(*OPENERS),
            "rooms": list(server.people.state.rooms),
            "offers_jackpots": offers_jackpots(draft.data),
        }

    @house.get("/submissions")
    async def listed(request: Request) -> Response:
        who = house.visitor(request)
        state = server.people.state
        tables = [(name, one.game, games()[one.game]) for name, one in state.tables.items() if not one.closed]
        filed = [(name, one.game, games()[one.game]) for name, one in state.submissions.items()]
        return house.page(
            "submissions.html", request, who, tables=tables, filed=filed, games=games(), may_file=who.has(*OPENERS)
        )

    @house.get("/submissions/new")
    async def new(request: Request, game: str = "", view: str = "form") -> Response:
        who = house.visitor(request)
        game = game or next(iter(games()))
        if game not in games():
            raise HTTPException(404, f"there is no game {game[:40]!r}")
        text = example_of(game)
        draft = Draft(view="text" if view == "text" else "form", text=text, data=tomllib.loads(text))
        given = await in_page_pool(editor, draft, who)
        return house.page("submission.html", request, who, **_but_me(given), name="", games=games())

    @house.get("/submissions/{name}")
    async def kept(request: Request, name: str, view: str = "form") -> Response:
        who = house.visitor(request)
        data = stored(server, name)
        draft = Draft(view="text" if view == "text" else "form", text=toml_text(data), data=data)
        given = await in_page_pool(editor, draft, who)
        return house.page("submission.html", request, who, **_but_me(given), name=name, games=games())

    @house.post("/submissions/check")
    async def check(request: Request) -> Response:
        """What is wrong with the submission as it is typed."""
        who = house.visitor(request)
        draft = draft_of(await form(request, who))
        found, lines = await server.checks.run(who.person, judged_apart, draft)
        return HTMLResponse(render("submission/_checked.html", me=who, **shown(draft, found, lines, who)))

    @house.post("/submissions/edit")
    async def edit(request: Request) -> Response:
        """The submission in the other view, or with a fix applied."""
        who = house.visitor(request)
        given = await form(request, who)
        draft = draft_of(given)
        changes = changes_in(first(given, "fix")) if given.get("fix") else ()
        if changes and not draft.unread:
            data = applied(draft.data, changes)
            draft = Draft(view=draft.view, text=toml_text(data), data=data)
        wanted = first(given, "to") or draft.view
        if not draft.unread and wanted != draft.view:
            draft = Draft(view=wanted, text=draft.text, data=draft.data)
        verdict = await server.checks.run(who.person, judged_apart, draft)
        return HTMLResponse(render("submission/_editor.html", **await in_page_pool(editor, draft, who, verdict)))

    @house.post("/submissions/open")
    async def open_table(request: Request) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        role = opener(who)
        if role is None:
            raise HTTPException(403, "a shift supervisor opens tables")
        draft = draft_of(given)
        if draft.unread:
            return _said(draft.unread)
        numbers = {name: first(given, name).strip() or "0" for name in ("clock", "offer", "computers")}
        wrong = next((name for name, text in numbers.items() if not text.isdecimal() or len(text) > 4), None)
        if wrong is not None:
            return _said(f"{wrong.capitalize()} is a whole number from 0.")
        policy = Policy(
            staffed=first(given, "staffed") == "yes",
            clock=int(numbers["clock"]),
            offer=int(numbers["offer"]),
            computers=int(numbers["computers"]),
            alone=False,
            practice=first(given, "practice") == "yes",
            seeds_told=first(given, "seeds_kept") != "yes",
        )
        body = TableBody(
            name=first(given, "table").strip(), submission=draft.data, policy=policy, jackpots=first(given, "jackpots")
        )
        try:
            outcome = await server.open_table(body, by=who.person, role=role)
        except HTTPException as error:
            return _said(str(error.detail))
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return _said(line.says, line.clause, legal)
        return _led_to(request, f"/tables/{body.name}")

    @house.post("/submissions/room")
    async def open_room(request: Request) -> Response:
        """The jackpots of a room, under a submission that offers a payout."""
        who = house.visitor(request)
        given = await form(request, who)
        role = next((role for role in OPENERS if role in who.roles), None)
        if role is None:
            raise HTTPException(403, "a shift supervisor opens the jackpots of a room")
        draft = draft_of(given)
        if draft.unread:
            return _said(draft.unread)
        try:
            outcome = await opened(server, first(given, "room").strip(), draft.data, by=who.person, role=role)
        except HTTPException as error:
            return _said(str(error.detail))
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return _said(line.says, line.clause, legal)
        return _led_to(request, "/jackpots")

    @house.post("/submissions/file")
    async def put_on_file(request: Request) -> Response:
        who = house.visitor(request)
        given = await form(request, who)
        role = next((role for role in OPENERS if role in who.roles), None)
        if role is None:
            raise HTTPException(403, "a shift supervisor puts submissions on file")
        draft = draft_of(given)
        found, _ = await server.checks.run(who.person, judged_apart, draft)
        if found.game is None or found.digest is None:
            return _said("What cannot be played is not put on file: see its faults.")
        try:
            text = plain_text(draft.data)
        except HTTPException as error:
            return _said(str(error.detail))
        name = first(given, "filed").strip()
        command = FileSubmission(name=name, game=found.game, digest=found.digest, submission=text)
        outcome = await in_page_pool(server.people.send, command, by=who.person, role=role)
        if isinstance(outcome, Refusal):
            line, legal = refused(outcome)
            return _said(line.says, line.clause, legal)
        return _led_to(request, f"/submissions/{name}")


def _but_me(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "me"}


def _said(says: str, clause: ClauseId = NO_CLAUSE, legal: tuple[str, ...] = ()) -> Response:
    shown = "" if clause == HOUSE_POLICY else clause
    return HTMLResponse(render("table/_refused.html", says=sentence(says), clause=shown, legal=legal))


def _led_to(request: Request, where: str) -> Response:
    if request.headers.get("hx-request"):
        return Response(status_code=204, headers={"hx-redirect": where})
    return RedirectResponse(where, 303)
